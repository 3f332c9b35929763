package io.octavo.bench.series;

import io.octavo.bench.data.Entries;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;

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

  /** Draws entries of times, which are the keys, and values. */
  Entries draw(int count) {
    Entries entries = new Entries(new long[count], new long[count]);
    new Source(SEED).draw(entries.keys(), entries.values(), 0, count);
    return entries;
  }

  /** Draws ranges between two times in pairs, the lower first. */
  static long[] ranges(long first, long last, int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] ranges = new long[2 * count];
    for (int i = 0; i < ranges.length; i += 2) {
      long one = random.nextLong(first, last + 1);
      long other = random.nextLong(first, last + 1);
      ranges[i] = Math.min(one, other);
      ranges[i + 1] = Math.max(one, other);
    }
    return ranges;
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

  /** Returns the bytes of entropy of an entry. */
  double entropy(Entries entries) {
    int count = entries.count();
    long[] gaps = new long[count];
    long[] parts = new long[count];
    for (int i = 0; i < count; i++) {
      gaps[i] = entries.keys()[i] - (i == 0 ? 0 : entries.keys()[i - 1]);
      parts[i] = part(entries.values()[i], i == 0 ? 0 : entries.values()[i - 1]);
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
