package io.octavo.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Series beside a model, and what they promise. */
final class SeriesTest {
  private static final String SERIES = "series";

  private HeapFile file = new HeapFile();
  private final SeriesModel model = new SeriesModel();

  /** Draws entries of one sort. */
  private interface Family {
    void add(SeriesTest test, Series series, Random random);
  }

  private static final List<Family> FAMILIES =
      List.of(
          // A gauge.
          (test, series, random) ->
              test.add(series, test.model.lastTime() + 10 + random.nextInt(3), random.nextInt(50)),
          // A gauge that is added to at any time that has passed, with values beside its own.
          (test, series, random) -> {
            boolean isLate = random.nextInt(3) == 0 && test.model.lastTime() > 0;
            test.add(
                series,
                isLate
                    ? random.nextLong(test.model.lastTime())
                    : test.model.lastTime() + 10_000 + random.nextInt(20),
                (isLate ? 400 : 500) + random.nextInt(200));
          },
          // Late by some entries.
          (test, series, random) ->
              test.add(
                  series,
                  test.model.lastTime() + 10 - (long) (random.nextGaussian() * 100),
                  (long) Math.exp(random.nextGaussian() * 3)),
          // Few times.
          (test, series, random) -> test.add(series, random.nextInt(4), random.nextInt()),
          // Any times and values.
          (test, series, random) ->
              test.add(
                  series,
                  random.nextLong() >> random.nextInt(64),
                  random.nextLong() >> random.nextInt(64)),
          // Values at both ends, so that sums have more than 64 bits.
          (test, series, random) ->
              test.add(
                  series,
                  test.model.lastTime() + random.nextInt(2),
                  random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE + random.nextInt(2)),
          // The ends of time.
          (test, series, random) ->
              test.add(
                  series,
                  random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE - random.nextInt(2),
                  random.nextInt(3)));

  private Store open(TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private void create() {
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    model.clear();
  }

  private void add(Series series, long time, long value) {
    series.add(time, value);
    model.add(time, value);
  }

  @Test
  void seriesDoWhatSortedListsDo() {
    Effort.forEachSeed(
        SeriesTest.class, 24, seed -> compare(new Random(seed), limits((int) (seed % 4))));
  }

  private static TreeLimits limits(int choice) {
    return switch (choice) {
      case 0 -> new TreeLimits(2, 4);
      case 1 -> new TreeLimits(9, 5);
      default -> TreeLimits.PAGE;
    };
  }

  private void compare(Random random, TreeLimits limits) {
    create();
    for (int round = 0; round < 3; round++) {
      Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
      try (Store store = open(limits)) {
        for (int commit = 0; commit < 5; commit++) {
          List<SeriesModel.Entry> before = model.copy();
          try (Transaction reader = store.beginRead();
              Transaction tx = store.beginWrite()) {
            change(tx, random, family);
            model.verify(tx.series(SERIES), random);
            List<SeriesModel.Entry> after = model.copy();
            model.restore(before);
            model.verify(reader.series(SERIES), random);
            if (random.nextInt(4) > 0) {
              tx.commit();
              model.restore(after);
            }
          }
        }
        try (Transaction tx = store.beginRead()) {
          model.verify(tx.series(SERIES), random);
        }
        if (random.nextBoolean()) {
          store.checkpoint();
          assertThat(store.check().problems()).isEmpty();
        }
      }
    }
  }

  private void change(Transaction tx, Random random, Family family) {
    if (random.nextInt(12) == 0 && tx.drop(SERIES)) {
      model.clear();
    }
    Series series = tx.series(SERIES);
    if (random.nextInt(10) == 0) {
      series.clear();
      model.clear();
    }
    for (int i = random.nextInt(random.nextInt(1_500) + 1); i >= 0; i--) {
      family.add(this, series, random);
      if (random.nextInt(50) == 0) {
        addAll(series, random);
      }
      if (random.nextInt(100) == 0) {
        long from = time(random);
        long to = time(random);
        assertThat(series.removeRange(from, to)).isEqualTo(model.removeRange(from, to));
      }
      if (i % 300 == 0) {
        model.verify(series, random);
      }
    }
  }

  /** Adds a run of entries that begins before the last time, at it, or behind it. */
  private void addAll(Series series, Random random) {
    long last = Math.max(-1L << 60, Math.min(1L << 60, model.lastTime()));
    int step = 1 << random.nextInt(12);
    int late = random.nextInt(3) * step / 2;
    long[] times = new long[1 + random.nextInt(1 + random.nextInt(400))];
    long[] values = new long[times.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = last - late + random.nextInt(step);
      values[i] = random.nextInt(100);
    }
    Arrays.sort(times);
    int from = random.nextInt(times.length);
    series.addAll(times, values, from, times.length);
    for (int i = from; i < times.length; i++) {
      model.add(times[i], values[i]);
    }
  }

  /** A trace of either has the same operations, and a replay allocates the same pages. */
  @Test
  void entriesAddedTogetherGiveTheFileOfEntriesAddedOneByOne() {
    for (int seed = 0; seed < 12; seed++) {
      TreeLimits limits = limits(seed % 4);
      byte[] together = fileOf(seed, limits, true);
      assertThat(together).as("seed %d", seed).isEqualTo(fileOf(seed, limits, false));
    }
  }

  private byte[] fileOf(int seed, TreeLimits limits, boolean isTogether) {
    Random random = new Random(seed);
    create();
    try (Store store = open(limits)) {
      for (int commit = 0; commit < 4; commit++) {
        try (Transaction tx = store.beginWrite()) {
          Series series = tx.series(SERIES);
          long time = 0;
          for (int run = 0; run < 10; run++) {
            long[] times = new long[random.nextInt(1 << random.nextInt(11))];
            long[] values = new long[times.length];
            // Runs overlap, and so the first entries of many are late.
            time -= random.nextInt(3000);
            for (int i = 0; i < times.length; i++) {
              time += random.nextInt(30);
              times[i] = time;
              values[i] = random.nextInt(1 << random.nextInt(20));
            }
            if (isTogether) {
              series.addAll(times, values, 0, times.length);
            } else {
              for (int i = 0; i < times.length; i++) {
                series.add(times[i], values[i]);
              }
            }
            tx.longMap("other").put(run, run);
          }
          tx.commit();
        }
      }
      store.checkpoint();
    }
    return file.content();
  }

  @Test
  void entriesThatDescendAreRefusedTogether() {
    create();
    long[][] descents = {
      {2, 1}, {1, 2, 3, 3, 2}, {Long.MAX_VALUE, Long.MIN_VALUE}, {0, -1}, {5, Long.MIN_VALUE}
    };
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      Series series = tx.series(SERIES);
      for (long[] times : descents) {
        int last = times.length - 1;
        long[] values = new long[times.length];
        assertThatThrownBy(() -> series.addAll(times, values, 0, times.length))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "times[%d]=%d is less than times[%d]=%d",
                last, times[last], last - 1, times[last - 1]);
        assertThat(series.size()).isZero();
        series.addAll(times, values, 0, last);
        series.clear();
      }
      series.addAll(new long[] {Long.MIN_VALUE, -1, -1, 0, Long.MAX_VALUE}, new long[5], 0, 5);
      assertThat(series.size()).isEqualTo(5);
    }
  }

  /** Entries of one time are removed together, so that all at that time came after the removal. */
  @Test
  void aCursorGoesFromARemovedEntryToThoseThatCameAfterIt() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      Series series = tx.series(SERIES);
      series.addAll(new long[] {1, 5, 5, 5, 9}, new long[] {1, 2, 3, 4, 5}, 0, 5);
      for (boolean isSeen : List.of(true, false)) {
        SeriesCursor forward = series.cursor();
        SeriesCursor backward = series.cursor();
        assertThat(forward.seekRank(3) && backward.seekRank(3)).isTrue();
        series.removeRange(5, 5);
        if (isSeen) {
          assertThatThrownBy(forward::rank).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(backward::rank).isInstanceOf(IllegalStateException.class);
        }
        series.add(5, 6);
        series.add(5, 7);
        assertThat(forward.next()).isTrue();
        assertThat(forward.value()).isEqualTo(6);
        assertThat(backward.previous()).isTrue();
        assertThat(backward.value()).isEqualTo(1);
        series.add(5, 8);
      }
    }
  }

  private long time(Random random) {
    return model.size() == 0 || random.nextInt(50) == 0
        ? random.nextLong()
        : model.get(random.nextInt(model.size())).time() + random.nextInt(3) - 1;
  }
}
