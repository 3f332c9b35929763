package io.octavo.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.series.Series;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of series. */
class TraceSeriesTest {
  private static final TraceEvent OPENED =
      new TraceEvent.Opened(
          1, new UUID(1, 2), 0, 1 << 20, "CHECKPOINT", Long.MAX_VALUE, 1000, 500, 12);

  @TempDir Path directory;

  /** Applies all events, and checks the store after each commit. */
  private static TraceCheck.Problem check(List<TraceEvent> events) {
    try (TraceCheck check = TraceCheck.ofAny(1)) {
      for (TraceEvent event : events) {
        check.apply(event);
      }
      check.end();
      check.check();
      return check.problem();
    }
  }

  @Test
  void contentsAreThoseOfTheTrace() throws IOException {
    Path trace = directory.resolve("a.trace");
    SplittableRandom random = new SplittableRandom(1);
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.CHECKPOINT).recordTo(trace);
    for (int opening = 0; opening < 2; opening++) {
      try (Store store = Store.open(directory.resolve("a.oct"), options)) {
        for (int i = 0; i < 25; i++) {
          try (Transaction tx = store.beginWrite()) {
            Series series = tx.series("s");
            if (i % 7 == 0) {
              series.describe(TimeUnit.SECONDS, i % 19);
            }
            for (int j = 0; j < 40; j++) {
              series.add(random.nextInt(300), random.nextLong());
            }
            int from = random.nextInt(300);
            series.removeRange(from, from + random.nextInt(-2, 40));
            if (i == 20) {
              series.clear();
              series.add(1, 2);
            }
            if (i % 4 != 3) {
              tx.commit();
            }
          }
        }
      }
    }
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }

    assertThat(check(events)).isNull();
    assertThat(check(TraceShrinker.normal(events))).isNull();
  }

  private static TraceEvent put(long time, long value) {
    return new TraceEvent.Put(1, time, value);
  }

  private static TraceModel model() {
    TraceModel model = new TraceModel();
    List.of(
            new TraceEvent.Create(1, CatalogueRecord.SERIES, "s"),
            put(5, 1),
            put(4, 2),
            put(5, 3),
            put(6, 4),
            put(6, 5),
            put(7, 6),
            new TraceEvent.RemoveRange(1, 6, 6),
            new TraceEvent.RemoveRange(1, 9, 4),
            new TraceEvent.Committed(1),
            put(5, 7),
            put(8, 8),
            new TraceEvent.RemoveRange(1, 4, 5),
            put(5, 9),
            new TraceEvent.Clear(1),
            put(5, 10),
            new TraceEvent.RolledBack())
        .forEach(model::apply);
    return model;
  }

  private static String difference(long... entries) {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            Series series = tx.series("s");
            for (int i = 0; i < entries.length; i += 2) {
              series.add(entries[i], entries[i + 1]);
            }
          });
      return model().difference(store);
    }
  }

  @Test
  void aDifferenceIsNamed() {
    assertThat(difference(4, 2, 5, 1, 5, 3, 7, 6)).isEmpty();
    assertThat(difference(4, 2, 5, 3, 5, 1, 7, 6))
        .isEqualTo("map s: entry 1 is the value 3 at 5, expected the value 1 at 5");
    assertThat(difference(4, 2, 5, 1, 5, 3, 8, 6))
        .isEqualTo("map s: entry 3 is the value 6 at 8, expected the value 6 at 7");
    assertThat(difference(4, 2, 5, 1, 5, 3))
        .isEqualTo("map s: entry 3 is missing, expected the value 6 at 7");
    assertThat(difference(4, 2, 5, 1, 5, 3, 7, 6, 7, 7))
        .isEqualTo("map s: entry 4 is the value 7 at 7, expected none");
  }

  /** The record of a collection is compared too; what was rolled back does not count. */
  @Test
  void otherUnitsAreADifference() {
    try (Store store = Store.inMemory()) {
      store.write(tx -> tx.series("s").describe(TimeUnit.MILLISECONDS, 2));
      TraceModel model = new TraceModel();
      model.apply(new TraceEvent.Create(1, CatalogueRecord.SERIES, "s"));
      assertThat(model.difference(store))
          .isEqualTo("map s: codecs 0 and 0, tail 0302, expected codecs 0 and 0, tail ");
      model.apply(new TraceEvent.Describe(1, 0, 0, new byte[] {3, 2}));
      model.apply(new TraceEvent.Committed(1));
      model.apply(new TraceEvent.Describe(1, 0, 0, new byte[] {4, 2}));
      assertThat(model.difference(store)).contains("expected codecs 0 and 0, tail 0402");
      model.apply(new TraceEvent.RolledBack());
      assertThat(model.difference(store)).isEmpty();
      TraceModel later = new TraceModel();
      later.takeFrom(store, List.of(new TraceEvent.Create(1, CatalogueRecord.SERIES, "s")));
      assertThat(later.difference(store)).isEmpty();
    }
  }

  @Test
  void aTraceBecomesSmall() {
    List<TraceEvent> events = new ArrayList<>();
    events.add(OPENED);
    events.add(new TraceEvent.Create(1, CatalogueRecord.SERIES, "s"));
    for (int i = 0; i < 60; i++) {
      events.add(put(i / 4, i % 7));
    }
    events.add(new TraceEvent.RemoveRange(1, 3, 8));
    events.add(new TraceEvent.Committed(1));

    List<TraceEvent> small = TraceShrinker.shrink(events, TraceSeriesTest::endsOutOfOrder, t -> {});

    assertThat(small.subList(1, small.size() - 1))
        .containsExactly(
            new TraceEvent.Create(1, CatalogueRecord.SERIES, "s"), put(1, 1), put(1, 0));
  }

  /** Returns whether a time has two values of which the first is greater. */
  private static boolean endsOutOfOrder(List<TraceEvent> events) {
    try (TraceCheck check = TraceCheck.ofAny(0)) {
      for (TraceEvent event : events) {
        check.apply(event);
      }
      assertThat(check.check()).as("%s", check.problem()).isTrue();
      Store store = check.replay().store();
      return store != null && store.read(TraceSeriesTest::isOutOfOrder);
    }
  }

  private static boolean isOutOfOrder(Transaction tx) {
    long[] times = new long[100];
    long[] values = new long[100];
    int count = tx.exists("s") ? tx.series("s").read(0, times, values) : 0;
    for (int i = 1; i < count; i++) {
      if (times[i] == times[i - 1] && values[i] < values[i - 1]) {
        return true;
      }
    }
    return false;
  }
}
