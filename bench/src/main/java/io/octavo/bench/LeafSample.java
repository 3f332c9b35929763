package io.octavo.bench;

import io.octavo.page.SlotWord;
import io.octavo.page.longs.LeafPage;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Full leaves of a large tree, with both bases, cut out without building the tree. */
final class LeafSample extends Sample {
  private static final int LEAVES = 400;

  /** Fills an array with neighbouring keys, or with values. */
  @FunctionalInterface
  interface Source {
    /** Replaces all numbers of the array. */
    void fill(SplittableRandom random, long[] numbers);
  }

  private final long[][] keys = new long[LEAVES][LeafPage.MAX_COUNT];
  private final long[][] values = new long[LEAVES][LeafPage.MAX_COUNT];

  /** Draws more entries for each leaf than it can hold. */
  LeafSample(String name, double weight, double required, Source keySource, Source valueSource) {
    super(name, weight, required, LeafPage.CAPACITY);
    SplittableRandom random = new SplittableRandom(name.hashCode());
    for (int leaf = 0; leaf < LEAVES; leaf++) {
      keySource.fill(random, keys[leaf]);
      valueSource.fill(random, values[leaf]);
    }
  }

  /**
   * Returns neighbours in a tree of independently drawn keys: they stand apart by exponentially
   * distributed gaps.
   */
  static Source neighbours(Ranges ranges, double treeSize) {
    return (random, numbers) -> {
      while (!fillNeighbours(ranges, treeSize, random, numbers)) {
        // Behind the greatest number there are no neighbours: begin elsewhere.
      }
    };
  }

  private static boolean fillNeighbours(
      Ranges ranges, double treeSize, SplittableRandom random, long[] numbers) {
    numbers[0] = anyOfTree(ranges, treeSize, random);
    for (int i = 1; i < numbers.length; i++) {
      long previous = numbers[i - 1];
      double rate = treeSize * ranges.probability(previous);
      numbers[i] = previous + 1 + (long) (-StrictMath.log(1 - random.nextDouble()) / rate);
      boolean wrapped = Long.compareUnsigned(numbers[i], previous) <= 0;
      if (wrapped || ranges.probability(numbers[i]) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Draws a key of the tree, where it stands once however often it was drawn. */
  private static long anyOfTree(Ranges ranges, double treeSize, SplittableRandom random) {
    while (true) {
      long number = ranges.draw(random);
      double expectedDraws = treeSize * ranges.probability(number);
      double present = -StrictMath.expm1(-expectedDraws);
      if (random.nextDouble() * expectedDraws < present) {
        return number;
      }
    }
  }

  /** Returns independent numbers. */
  static Source draws(Ranges ranges) {
    return (random, numbers) -> Arrays.setAll(numbers, i -> ranges.draw(random));
  }

  /** Returns independent numbers from an interval, which may reach below zero. */
  static Source between(long least, long limit) {
    return (random, numbers) -> Arrays.setAll(numbers, i -> random.nextLong(least, limit));
  }

  /** Returns numbers that grow by uniform steps. */
  static Source growing(int leastStep, int mostStep) {
    return (random, numbers) -> {
      long number = random.nextLong() >>> (Long.SIZE - 42);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = number;
        number += random.nextInt(leastStep, mostStep + 1);
      }
    };
  }

  /** Returns lengths from 100 to 100,000, each order of magnitude as often. */
  static Source lengths() {
    return (random, numbers) ->
        Arrays.setAll(numbers, i -> (long) StrictMath.pow(10, 2 + 3 * random.nextDouble()));
  }

  @Override
  double measure(int[] sizes) {
    double[] shares = new double[ClassSet.PAIRS];
    double pagesPerEntry = 0;
    for (int leaf = 0; leaf < LEAVES; leaf++) {
      int count = fitting(sizes, leaf);
      long valueBase = valueBase(sizes, leaf, count);
      for (int i = 0; i < count; i++) {
        shares[pair(leaf, i, valueBase)] += 1.0 / count / LEAVES;
      }
      // The leaf that an entry was drawn with is more often a leaf of many entries.
      pagesPerEntry += 1.0 / count / LEAVES;
    }
    setShares(shares);
    return 1 / pagesPerEntry;
  }

  private int pair(int leaf, int index, long valueBase) {
    return ClassSet.pairOf(keys[leaf][index] - keys[leaf][0], values[leaf][index] - valueBase);
  }

  private int fitting(int[] sizes, int leaf) {
    int least = 1;
    int most = LeafPage.MAX_COUNT;
    while (least < most) {
      int middle = (least + most + 1) >>> 1;
      if (size(sizes, leaf, middle, valueBase(sizes, leaf, middle)) <= capacity()) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    return least;
  }

  private long valueBase(int[] sizes, int leaf, int count) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[leaf][i]);
    }
    return size(sizes, leaf, count, 0) <= size(sizes, leaf, count, least) ? 0 : least;
  }

  private int size(int[] sizes, int leaf, int count, long valueBase) {
    int size = count * SlotWord.LENGTH;
    for (int i = 0; i < count; i++) {
      size += sizes[pair(leaf, i, valueBase)];
    }
    return size;
  }
}
