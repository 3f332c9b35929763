package io.octavo.bench.series;

import java.util.Arrays;
import java.util.Random;

/**
 * Series to measure with, drawn with a fixed seed.
 *
 * <p>The entropy of an entry is that of its independent parts, from how often each outcome was
 * drawn; it is what no code of a single entry can be below, however clever.
 */
public enum SeriesSet {
  /**
   * Events in nanoseconds: gaps of an exponential distribution with a mean of 10 microseconds,
   * durations of a log-normal distribution with a median of 3 microseconds and a sigma of 1.5.
   */
  EVENTS {
    @Override
    long gap(Random random) {
      return (long) (-Math.log(1 - random.nextDouble()) * 10_000);
    }

    @Override
    long value(Random random, long before) {
      return (long) Math.exp(8 + 1.5 * random.nextGaussian());
    }

    @Override
    long part(long value, long before) {
      return value;
    }
  },

  /**
   * A gauge every 10 seconds, in milliseconds: normal distributions of the gaps, with a sigma of 20
   * milliseconds, and of the steps of the value, with a sigma of 10.
   */
  GAUGE {
    @Override
    long gap(Random random) {
      return 10_000 + Math.round(20 * random.nextGaussian());
    }

    @Override
    long value(Random random, long before) {
      return before + Math.round(10 * random.nextGaussian());
    }

    @Override
    long part(long value, long before) {
      return value - before;
    }
  };

  /** The seed of all tables. */
  static final long SEED = 1;

  abstract long gap(Random random);

  abstract long value(Random random, long before);

  /** Returns the part of a value that is independent of the value before. */
  abstract long part(long value, long before);

  /** Times and values. */
  static final class Entries {
    private final long[] times;
    private final long[] values;

    Entries(int count) {
      times = new long[count];
      values = new long[count];
    }

    long[] times() {
      return times;
    }

    long[] values() {
      return values;
    }
  }

  /** Entries one after the other, as many as are asked for. */
  final class Source {
    private final Random gaps;
    private final Random random;
    private long time;
    private long value;

    Source(long seed) {
      gaps = new Random(seed);
      random = new Random(seed + 1);
    }

    /** Draws the next entries, into both arrays from an index to, not including, another. */
    void draw(long[] times, long[] values, int from, int to) {
      for (int i = from; i < to; i++) {
        time += gap(gaps);
        value = value(random, value);
        times[i] = time;
        values[i] = value;
      }
    }
  }

  Entries draw(int count) {
    Entries entries = new Entries(count);
    new Source(SEED).draw(entries.times, entries.values, 0, count);
    return entries;
  }

  /** Returns the bytes of entropy of an entry. */
  double entropy(Entries entries) {
    int count = entries.times.length;
    long[] gaps = new long[count];
    long[] parts = new long[count];
    for (int i = 0; i < count; i++) {
      gaps[i] = entries.times[i] - (i == 0 ? 0 : entries.times[i - 1]);
      parts[i] = part(entries.values[i], i == 0 ? 0 : entries.values[i - 1]);
    }
    return (bits(gaps) + bits(parts)) / Byte.SIZE;
  }

  private static double bits(long[] outcomes) {
    Arrays.sort(outcomes);
    double bits = 0;
    int from = 0;
    while (from < outcomes.length) {
      int to = from;
      while (to < outcomes.length && outcomes[to] == outcomes[from]) {
        to++;
      }
      double share = (double) (to - from) / outcomes.length;
      bits -= share * Math.log(share) / Math.log(2);
      from = to;
    }
    return bits;
  }
}
