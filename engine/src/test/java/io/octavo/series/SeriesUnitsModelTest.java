package io.octavo.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.fixture.Effort;
import io.octavo.page.meta.SeriesUnits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What times and values of series count stays with the series, whatever a store goes through. */
final class SeriesUnitsModelTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<TimeUnit> UNITS = List.of(TimeUnit.values());

  @TempDir Path directory;
  private Path path;
  private Map<String, SeriesUnits> model = new HashMap<>();

  @BeforeEach
  void name() {
    path = directory.resolve("a.oct");
  }

  private static @Nullable TimeUnit unit(Random random) {
    int choice = random.nextInt(UNITS.size() + 1);
    return choice == 0 ? null : UNITS.get(choice - 1);
  }

  private static SeriesUnits describe(Series series, Random random) {
    TimeUnit unit = unit(random);
    if (unit != null && random.nextInt(3) == 0) {
      series.describeEvents(unit);
      return new SeriesUnits(unit, 0, true);
    }
    int places = random.nextInt(19);
    series.describe(unit, places);
    return new SeriesUnits(unit, places, false);
  }

  private void change(Transaction tx, Random random) {
    for (int i = random.nextInt(6); i >= 0; i--) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      String other = NAMES.get(random.nextInt(NAMES.size()));
      switch (random.nextInt(10)) {
        case 0 -> {
          tx.drop(name);
          model.remove(name);
        }
        case 1 -> {
          if (!tx.exists(other) && tx.rename(name, other)) {
            model.put(other, model.remove(name));
          }
        }
        case 2, 3, 4 -> {
          Series series = tx.series(name);
          series.add(random.nextInt(50), random.nextInt());
          model.putIfAbsent(name, SeriesUnits.NONE);
        }
        case 5 -> {
          tx.series(name).clear();
          model.putIfAbsent(name, SeriesUnits.NONE);
        }
        default -> model.put(name, describe(tx.series(name), random));
      }
      verify(tx);
    }
  }

  private void verify(Transaction tx) {
    assertThat(tx.names()).isEqualTo(model.keySet());
    model.forEach(
        (name, units) -> {
          Series series = tx.series(name);
          assertThat(series.timeUnit()).isEqualTo(Optional.ofNullable(units.time()));
          assertThat(series.places()).isEqualTo(units.places());
          assertThat(series.isOfEvents()).isEqualTo(units.isOfEvents());
        });
  }

  private void verify(Path file) {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      assertThat(store.check().problems()).isEmpty();
      store.view(this::verify);
    }
  }

  @Test
  void unitsStayWithTheirSeries() throws IOException {
    for (int seed = 0; seed < Effort.times(24); seed++) {
      Random random = new Random(seed);
      Files.deleteIfExists(path);
      model = new HashMap<>();
      for (int round = 0; round < 4; round++) {
        try (Store store = Store.open(path)) {
          change(store, random, seed + "-" + round);
        }
      }
    }
  }

  private void change(Store store, Random random, String round) throws IOException {
    store.view(this::verify);
    for (int commit = 0; commit < 4; commit++) {
      Map<String, SeriesUnits> before = new HashMap<>(model);
      try (Transaction reader = store.beginRead();
          Transaction tx = store.beginWrite()) {
        change(tx, random);
        Map<String, SeriesUnits> after = model;
        model = before;
        verify(reader);
        if (random.nextInt(3) > 0) {
          tx.commit();
          model = after;
        }
      }
    }
    switch (random.nextInt(4)) {
      case 0 -> store.checkpoint();
      case 1 -> store.compact(Long.MAX_VALUE);
      case 2 -> {
        Path copy = directory.resolve(round + ".backup");
        store.backupTo(copy);
        verify(copy);
      }
      default -> {
        Path copy = directory.resolve(round + ".copy");
        store.compactTo(copy);
        verify(copy);
      }
    }
    // The ring has commits behind the checkpoint in a copy of the open file.
    Path killed = directory.resolve(round + ".killed");
    store.write(tx -> change(tx, random));
    Files.copy(path, killed);
    try (Store recovered = Store.open(killed)) {
      recovered.view(this::verify);
    }
  }

  @Test
  void instantsAreTimesInTheUnit() {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            Series series = tx.series("s");
            Instant noon = Instant.parse("2026-01-31T12:00:00.0009Z");
            assertThatThrownBy(() -> series.add(noon, 1))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no time unit");
            series.describe(TimeUnit.MILLISECONDS, 0);
            series.add(noon, 1);
            series.add(noon.plusMillis(1), 2);
            series.add(noon.plusMillis(2), 4);
            assertThat(series.timeAt(0)).isEqualTo(noon.toEpochMilli());
            assertThat(series.summary(noon, noon.plusMillis(1)).sum()).isEqualTo(3);
            SeriesCursor cursor = series.cursor(noon.plusMillis(1), noon.plusMillis(1));
            assertThat(cursor.next() && cursor.value() == 2 && !cursor.next()).isTrue();
            assertThat(series.removeRange(noon.plusMillis(1), noon.plusSeconds(1))).isEqualTo(2);
            series.describeEvents(TimeUnit.NANOSECONDS);
            assertThatThrownBy(() -> series.summary(noon, Instant.MAX))
                .isExactlyInstanceOf(ArithmeticException.class);
            assertThat(series.size()).isEqualTo(1);
          });
    }
  }

  /** Every call that takes instants does what it does with their times. */
  @Test
  void callsWithInstantsAreCallsWithTheirTimes() {
    Effort.forEachSeed(
        SeriesUnitsModelTest.class,
        40,
        seed -> {
          Random random = new Random(seed);
          TimeUnit unit = UNITS.get(random.nextInt(UNITS.size()));
          try (Store store = Store.inMemory()) {
            store.write(
                tx -> {
                  Series series = tx.series("s");
                  series.describe(unit, random.nextInt(19));
                  for (int i = 0; i < 300; i++) {
                    series.add(instant(random, unit), random.nextInt(1_000));
                  }
                  for (int i = 0; i < 20; i++) {
                    verify(series, instant(random, unit), instant(random, unit), random);
                  }
                });
          }
        });
  }

  private static Instant instant(Random random, TimeUnit unit) {
    return Instant.parse("2026-01-31T12:00:00.123456789Z")
        .plus(random.nextInt(1_000) - 500, unit.toChronoUnit())
        .plusNanos(random.nextInt(1_000));
  }

  private static void verify(Series series, Instant first, Instant last, Random random) {
    long from = series.timeOf(first);
    long to = series.timeOf(last);
    assertThat(series.instantOf(from)).isBeforeOrEqualTo(first);
    assertThat(series.instantOf(from + 1)).isAfter(first);
    assertThat(series.rank(first)).isEqualTo(series.rank(from));
    assertThat(series.rankOfGreatest(first, last)).isEqualTo(series.rankOfGreatest(from, to));
    Summary summary = series.summary(from, to);
    assertThat(series.summary(first, last)).isEqualTo(summary);
    if (from <= to) {
      int count = 1 + random.nextInt(9);
      assertThat(windows(visitor -> series.windows(first, last, count, visitor)))
          .isEqualTo(windows(visitor -> series.windows(from, to, count, visitor)));
    }
    if (!summary.isEmpty()) {
      double quantile = random.nextDouble();
      assertThat(series.quantiles(first, last, quantile, 1))
          .isEqualTo(series.quantiles(from, to, quantile, 1));
      assertThat(series.valueOf(series.decimalOf(summary.greatest())))
          .isEqualTo(summary.greatest());
      assertThat(series.decimalOf(summary.bigSum())).isEqualTo(series.decimalOf(summary.sum()));
    }
    SeriesCursor cursor = series.cursor(first, last);
    assertThat(cursor.next()).isNotEqualTo(summary.isEmpty());
    if (random.nextInt(20) == 0) {
      assertThat(series.removeRange(first, last)).isEqualTo(summary.count());
    }
  }

  private static List<String> windows(Consumer<Series.Visitor> call) {
    List<String> parts = new ArrayList<>();
    call.accept(
        (index, from, to, summary) ->
            parts.add(index + " from " + from + " to " + to + ": " + summary));
    return parts;
  }

  @Test
  void numbersAreRoundedToThePlacesOrRefused() {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            Series series = tx.series("s");
            series.describe(null, 2);
            assertThat(series.valueOf(0.285)).isEqualTo(28);
            assertThat(series.valueOf(0.295)).isEqualTo(30);
            assertThat(series.valueOf(-21.504)).isEqualTo(-2150);
            assertThat(series.valueOf(7)).isEqualTo(700);
            assertThat(series.valueOf(9e16)).isEqualTo(9_000_000_000_000_000_000L);
            assertThat(series.decimalOf(-2150L)).isEqualTo(new BigDecimal("-21.50"));
            for (double refused : new double[] {1e17, -1e300, Double.MAX_VALUE}) {
              assertThatThrownBy(() -> series.valueOf(refused))
                  .isExactlyInstanceOf(ArithmeticException.class)
                  .hasMessageContaining("does not fit in 64 bits with 2 decimal places");
            }
            for (double refused : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
              assertThatThrownBy(() -> series.valueOf(refused))
                  .isExactlyInstanceOf(ArithmeticException.class)
                  .hasMessage("number=" + refused + " is not finite");
            }
            Random random = new Random(5);
            for (int i = 0; i < 2_000; i++) {
              double number = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(15));
              BigDecimal rest =
                  series.decimalOf(series.valueOf(number)).subtract(BigDecimal.valueOf(number));
              assertThat(rest.abs()).isLessThanOrEqualTo(new BigDecimal("0.005"));
            }
          });
    }
  }

  @Test
  void wrongUnitsAreRefused() {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            Series series = tx.series("s");
            series.describe(TimeUnit.DAYS, 18);
            assertThatThrownBy(() -> series.describe(null, 19)).hasMessageContaining("places=19");
            assertThatThrownBy(() -> series.describe(null, -1)).hasMessageContaining("places=-1");
            assertThat(series.places()).isEqualTo(18);
          });
      store.view(
          tx -> {
            Series series = tx.series("s");
            assertThatThrownBy(() -> series.describe(null, 0))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only reads");
            assertThat(series.timeUnit()).contains(TimeUnit.DAYS);
            assertThat(tx.series("none").timeUnit()).isEmpty();
          });
      try (Transaction tx = store.beginWrite()) {
        Series series = tx.series("s");
        tx.drop("s");
        assertThatThrownBy(() -> series.describe(null, 1)).hasMessageContaining("was dropped");
        assertThatThrownBy(series::places).hasMessageContaining("was dropped");
        assertThat(tx.names()).isEmpty();
        tx.commit();
        assertThatThrownBy(series::timeUnit).isInstanceOf(IllegalStateException.class);
      }
    }
  }
}
