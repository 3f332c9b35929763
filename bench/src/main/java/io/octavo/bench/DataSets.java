package io.octavo.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The data that densities and speeds are measured on. The same count and seed always give the same
 * entries.
 */
public final class DataSets {
  /** Mean distance of two timestamps is half of this, in milliseconds. */
  private static final int TIMESTAMP_STEP = 2000;

  /** 2026-01-01T00:00:00Z in milliseconds. */
  private static final long FIRST_TIMESTAMP = 1_767_225_600_000L;

  private static final int LEAST_RECORD = 100;
  private static final int MOST_RECORD = 1000;

  private DataSets() {}

  /**
   * Draws keys and values independently.
   *
   * @param ranges where both come from; {@link Ranges#LONG} gives uniform 64-bit entries
   * @param count how many entries
   * @param seed the seed
   * @return the entries
   */
  public static Entries drawn(Ranges ranges, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    // Keys that were drawn twice are drawn again until none is left.
    int distinct = 0;
    while (distinct < count) {
      for (int i = distinct; i < count; i++) {
        keys[i] = ranges.draw(random);
      }
      distinct = sortDistinct(keys);
    }
    return new Entries(keys, values(ranges, count, random));
  }

  /** Sorts an array and moves its distinct numbers to the front; gives their count. */
  private static int sortDistinct(long[] numbers) {
    Arrays.sort(numbers);
    int distinct = 1;
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] != numbers[distinct - 1]) {
        numbers[distinct] = numbers[i];
        distinct++;
      }
    }
    return distinct;
  }

  /**
   * Counts keys up from 1 and draws values of 40 bits.
   *
   * @param count how many entries
   * @param seed the seed
   * @return the entries
   */
  public static Entries sequential40(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> i + 1L);
    return new Entries(keys, values(Ranges.BITS_40, count, random));
  }

  private static long[] values(Ranges ranges, int count, SplittableRandom random) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> ranges.draw(random));
    return values;
  }

  /**
   * Returns the index of a log: timestamps in milliseconds, a second apart on average, to the
   * offsets of records of 100 to 1,000 bytes.
   *
   * @param count how many entries
   * @param seed the seed
   * @return the entries
   */
  public static Entries timestampToOffset(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    long[] values = new long[count];
    long timestamp = FIRST_TIMESTAMP;
    long offset = 0;
    for (int i = 0; i < count; i++) {
      keys[i] = timestamp;
      values[i] = offset;
      timestamp += random.nextInt(1, TIMESTAMP_STEP);
      offset += random.nextInt(LEAST_RECORD, MOST_RECORD + 1);
    }
    return new Entries(keys, values);
  }
}
