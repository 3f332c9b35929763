package io.octavo.bench;

import io.octavo.page.longs.SizeCode;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The search of the seven classes of {@link NarrowLeaf}, in the way of {@link DensityTable}: the
 * same data sets with the same weights, no required densities, pairs of odd total among the
 * classes.
 */
public final class NarrowTable {
  private static final int CODES = 7;
  private static final double FALLBACK_COST = 0.02;
  private static final int STARTS = 16;
  private static final int MOST_ROUNDS = 8;
  private static final double LIGHT = 0.3;

  private final List<Sample> samples = samples();
  private final PrintStream out;

  private NarrowTable(PrintStream out) {
    this.out = out;
  }

  /**
   * Prints how the search arrives at the table.
   *
   * @param args not used
   */
  public static void main(String[] args) {
    search(System.out);
  }

  /**
   * Searches.
   *
   * @param out where the steps are printed
   * @return the classes as bits of {@link ClassSet#pair}
   */
  static long search(PrintStream out) {
    return new NarrowTable(out).findWinner();
  }

  private static List<Sample> samples() {
    double size = Density.TREE_SIZE;
    LeafSample.Source realistic = neighbours(Ranges.REALISTIC, size);
    LeafSample.Source ids = LeafSample.growing(1, 1);
    LeafSample.Source offsets = LeafSample.growing(100, 1000);
    LeafSample.Source ints = LeafSample.draws(Ranges.INT);
    LeafSample.Source bytes = LeafSample.draws(Ranges.BYTE);
    LeafSample.Source hashes = LeafSample.draws(Ranges.LONG);
    return List.of(
        new ArticleSample(Ranges.REALISTIC, 3, 0),
        new ArticleSample(Ranges.FULL, 3, 0),
        sample("realistic", 3, realistic, LeafSample.draws(Ranges.REALISTIC)),
        sample("full", 2, neighbours(Ranges.FULL, size), LeafSample.draws(Ranges.FULL)),
        sample("sequential40", 2, ids, LeafSample.draws(Ranges.BITS_40)),
        sample("uniform", 1, neighbours(Ranges.LONG, size), hashes),
        sample("timestamp to offset", 3, LeafSample.growing(1, 1999), offsets),
        light("10k hashes to ids", neighbours(Ranges.LONG, 1e4), LeafSample.between(0, 10_000)),
        light("100k hashes to ids", neighbours(Ranges.LONG, 1e5), LeafSample.between(0, 100_000)),
        light("1M hashes to ids", neighbours(Ranges.LONG, 1e6), LeafSample.between(0, 1_000_000)),
        light("100k hashes to ints", neighbours(Ranges.LONG, 1e5), ints),
        light("100k ints to hashes", neighbours(Ranges.INT, 1e5), hashes),
        light("100k hashes to hashes", neighbours(Ranges.LONG, 1e5), hashes),
        light("offset to length", LeafSample.growing(100, 100_000), LeafSample.lengths()),
        light("id to offset", ids, offsets),
        light("1M ints to ints", neighbours(Ranges.INT, 1e6), ints),
        light("10M ints to ints", neighbours(Ranges.INT, 1e7), ints),
        light("hash to byte", neighbours(Ranges.LONG, size), bytes),
        light("realistic to byte", realistic, bytes),
        light("id to byte", ids, bytes),
        light("id to hash", ids, hashes),
        light("id to +-1M", ids, LeafSample.between(-1_000_000, 1_000_000)),
        light("realistic to +-2^31", realistic, LeafSample.between(-1L << 31, 1L << 31)));
  }

  private static LeafSample.Source neighbours(Ranges ranges, double treeSize) {
    return LeafSample.neighbours(ranges, treeSize);
  }

  private static Sample sample(
      String name, double weight, LeafSample.Source keys, LeafSample.Source values) {
    return new LeafSample(name, weight, 0, keys, values);
  }

  private static Sample light(String name, LeafSample.Source keys, LeafSample.Source values) {
    return sample(name, LIGHT, keys, values);
  }

  private long findWinner() {
    long winner = -1;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      int[] sizes = sizes(winner);
      samples.forEach(sample -> sample.measure(sizes));
      long best = climbFromAll();
      out.printf(Locale.ROOT, "round %d: %s %.6f%n", round, names(best), score(best));
      if (best == winner) {
        print(winner);
        return winner;
      }
      winner = best;
    }
    throw new IllegalStateException("no table wins twice");
  }

  private long climbFromAll() {
    SplittableRandom random = new SplittableRandom(1);
    long best = 0;
    for (int start = 0; start < STARTS; start++) {
      long set = 0;
      while (Long.bitCount(set) < CODES) {
        set |= 1L << random.nextInt(ClassSet.PAIRS);
      }
      long reached = climb(set);
      best = best == 0 || score(reached) > score(best) ? reached : best;
    }
    return best;
  }

  private long climb(long start) {
    long set = start;
    long better = exchangeOne(set);
    while (better != set) {
      set = better;
      better = exchangeOne(set);
    }
    return set;
  }

  /** Finds the best set that differs in one class; the set itself where none is better. */
  private long exchangeOne(long set) {
    long best = set;
    double bestScore = score(set);
    for (long removable = set; removable != 0; removable &= removable - 1) {
      long without = set & ~Long.lowestOneBit(removable);
      for (long addable = ~set; addable != 0; addable &= addable - 1) {
        long exchanged = without | Long.lowestOneBit(addable);
        double score = score(exchanged);
        if (score > bestScore) {
          best = exchanged;
          bestScore = score;
        }
      }
    }
    return best;
  }

  private double score(long set) {
    int[] sizes = sizes(set);
    double sum = 0;
    double weights = 0;
    for (Sample sample : samples) {
      double fallback = sample.share(pair -> !isCoded(set, pair));
      sum += sample.weight() * (sample.efficiency(sizes) - FALLBACK_COST * fallback);
      weights += sample.weight();
    }
    return sum / weights;
  }

  private static int keyLength(int pair) {
    return pair / SizeCode.MAX_LENGTH + 1;
  }

  private static int valueLength(int pair) {
    return pair % SizeCode.MAX_LENGTH + 1;
  }

  private static int fallbackSize(int pair) {
    return 1 + keyLength(pair) + valueLength(pair);
  }

  /** Returns whether a class stores a pair at no more than the fallback's cost. */
  private static boolean isCoded(long set, int pair) {
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int index = Long.numberOfTrailingZeros(rest);
      boolean covers =
          keyLength(index) >= keyLength(pair) && valueLength(index) >= valueLength(pair);
      if (covers && keyLength(index) + valueLength(index) <= fallbackSize(pair)) {
        return true;
      }
    }
    return false;
  }

  private static int[] sizes(long set) {
    int[] sizes = new int[ClassSet.PAIRS];
    for (int pair = 0; pair < sizes.length; pair++) {
      sizes[pair] = fallbackSize(pair);
    }
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int index = Long.numberOfTrailingZeros(rest);
      for (int key = 1; key <= keyLength(index); key++) {
        for (int value = 1; value <= valueLength(index); value++) {
          int pair = ClassSet.pair(key, value);
          sizes[pair] = Math.min(sizes[pair], keyLength(index) + valueLength(index));
        }
      }
    }
    return sizes;
  }

  private static String names(long set) {
    return IntStream.range(0, ClassSet.PAIRS)
        .filter(pair -> (set >>> pair & 1) != 0)
        .mapToObj(pair -> "(" + keyLength(pair) + "," + valueLength(pair) + ")")
        .collect(Collectors.joining());
  }

  private void print(long winner) {
    int[] sizes = sizes(winner);
    out.printf(Locale.ROOT, "%-24s %8s %9s%n", "set", "entries", "fallback");
    for (Sample sample : samples) {
      double density = sample.measure(sizes);
      double fallback = sample.share(pair -> !isCoded(winner, pair));
      out.printf(Locale.ROOT, "%-24s %8.1f %8.1f%%%n", sample.name(), density, 100 * fallback);
    }
  }
}
