package io.octavo.bench.series;

/**
 * A forest of perfect binary trees over a sequence of longs, in one array, as Hume lays them out:
 * element i stands at 2 i, and a node of level k, the sum of 2^k elements, in the middle between
 * those of its first and its last element. Appending is amortised constant. In memory, one
 * statistic, no times: what a series on disk is compared with.
 */
final class SumForest {
  private final long[] inOrder;

  /** The same sums by levels: the breadth-first twin. */
  private final long[][] byLevels;

  SumForest(long[] values) {
    inOrder = new long[2 * values.length];
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(values.length, 1));
    byLevels = new long[levels][];
    long[] below = values;
    for (int level = 0; level < levels; level++) {
      byLevels[level] = below;
      for (int i = 0; i < below.length; i++) {
        inOrder[place(i << level, level)] = below[i];
      }
      long[] sums = new long[below.length / 2];
      for (int i = 0; i < sums.length; i++) {
        sums[i] = below[2 * i] + below[2 * i + 1];
      }
      below = sums;
    }
  }

  private static int place(int first, int level) {
    return 2 * first + (1 << level) - 1;
  }

  /** Returns the level of the largest node that begins at an element and ends before another. */
  private static int level(int from, int to) {
    int most = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(to - from);
    return Math.min(most, Integer.numberOfTrailingZeros(from));
  }

  /** Returns the sum of the elements from an index to, not including, another. */
  long sum(int from, int to) {
    long sum = 0;
    int at = from;
    while (at < to) {
      int level = level(at, to);
      sum += inOrder[place(at, level)];
      at += 1 << level;
    }
    return sum;
  }

  /** Returns the same from the breadth-first twin. */
  long sumByLevels(int from, int to) {
    long sum = 0;
    int at = from;
    while (at < to) {
      int level = level(at, to);
      sum += byLevels[level][at >> level];
      at += 1 << level;
    }
    return sum;
  }
}
