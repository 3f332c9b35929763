package io.octavo.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The search that chose the fifteen classes of {@link io.octavo.page.longs.SizeCode}.
 *
 * <p>A table must reach the required densities; among those that do, the weighted mean of the
 * densities counts, each relative to that of a code for every class, less a little for fallback
 * entries, which cost a branch that the processor cannot foresee. Starting from random tables, one
 * class is exchanged for another for as long as the table becomes better. The data sets are then
 * measured again with the winner, whose leaves hold other entries, and the search is repeated until
 * it finds the same.
 */
public final class DensityTable {
  /** Classes of a table. */
  static final int CODES = 15;

  /** What a fallback entry costs, in entries. */
  private static final double FALLBACK_COST = 0.02;

  /** Outweighs every mean. */
  private static final double SHORTFALL_COST = 1000;

  private static final int STARTS = 8;
  private static final int MOST_ROUNDS = 5;
  private static final double LIGHT = 0.3;

  private final List<Sample> samples;
  private final PrintStream out;

  private DensityTable(List<Sample> samples, PrintStream out) {
    this.samples = samples;
    this.out = out;
  }

  /**
   * Prints how the search arrives at the table, and the densities under it.
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
   * @return the classes, most frequent first, as {@link ClassSet} numbers them
   */
  static List<Integer> search(PrintStream out) {
    DensityTable table = new DensityTable(samples(), out);
    int winner = table.findWinner();
    List<Integer> classes = table.order(winner);
    table.print(winner, classes);
    return classes;
  }

  /** The data, heavy where a density is required, light where it should just not suffer. */
  private static List<Sample> samples() {
    double size = Density.TREE_SIZE;
    LeafSample.Source realistic = LeafSample.neighbours(Ranges.REALISTIC, size);
    LeafSample.Source ids = LeafSample.growing(1, 1);
    LeafSample.Source offsets = LeafSample.growing(100, 1000);
    LeafSample.Source ints = LeafSample.draws(Ranges.INT);
    LeafSample.Source bytes = LeafSample.draws(Ranges.BYTE);
    LeafSample.Source hashes = LeafSample.draws(Ranges.LONG);
    return List.of(
        new ArticleSample(Ranges.REALISTIC, 3, 794),
        new ArticleSample(Ranges.FULL, 3, 782),
        new LeafSample("realistic", 3, 870, realistic, LeafSample.draws(Ranges.REALISTIC)),
        new LeafSample("full", 2, 0, neighbours(Ranges.FULL, size), LeafSample.draws(Ranges.FULL)),
        new LeafSample("sequential40", 2, 860, ids, LeafSample.draws(Ranges.BITS_40)),
        new LeafSample("uniform", 1, 450, neighbours(Ranges.LONG, size), hashes),
        new LeafSample("timestamp to offset", 3, 830, LeafSample.growing(1, 1999), offsets),
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

  private static Sample light(String name, LeafSample.Source keys, LeafSample.Source values) {
    return new LeafSample(name, LIGHT, 0, keys, values);
  }

  private int findWinner() {
    int winner = ClassSet.ALL;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      int[] sizes = ClassSet.sizes(winner);
      samples.forEach(sample -> sample.measure(sizes));
      int best = climbFromAll();
      out.printf(Locale.ROOT, "round %d: %s%n", round, names(members(best)));
      if (best == winner) {
        return winner;
      }
      winner = best;
    }
    throw new IllegalStateException("no table wins twice");
  }

  private int climbFromAll() {
    SplittableRandom random = new SplittableRandom(1);
    int best = 0;
    for (int start = 0; start < STARTS; start++) {
      int set = 0;
      while (Integer.bitCount(set) < CODES) {
        set |= 1 << random.nextInt(ClassSet.CLASSES);
      }
      int reached = climb(set);
      out.printf(Locale.ROOT, "  climbed to %s %.6f%n", names(members(reached)), score(reached));
      best = best == 0 || score(reached) > score(best) ? reached : best;
    }
    return best;
  }

  private int climb(int start) {
    int set = start;
    int better = exchangeOne(set);
    while (better != set) {
      set = better;
      better = exchangeOne(set);
    }
    return set;
  }

  /** Finds the best set that differs in one class; the set itself where none is better. */
  private int exchangeOne(int set) {
    int best = set;
    double bestScore = score(set);
    for (int removable = set; removable != 0; removable &= removable - 1) {
      int without = set & ~Integer.lowestOneBit(removable);
      for (int addable = ~set; addable != 0; addable &= addable - 1) {
        int exchanged = without | Integer.lowestOneBit(addable);
        double score = score(exchanged);
        if (score > bestScore) {
          best = exchanged;
          bestScore = score;
        }
      }
    }
    return best;
  }

  private double score(int set) {
    int[] sizes = ClassSet.sizes(set);
    double shortfall = 0;
    double sum = 0;
    double weights = 0;
    for (Sample sample : samples) {
      double missing = sample.required() - sample.density(sizes);
      shortfall += Math.max(0, missing / Math.max(1, sample.required()));
      double fallback = fallbackShare(sample, set, sizes);
      sum += sample.weight() * (sample.efficiency(sizes) - FALLBACK_COST * fallback);
      weights += sample.weight();
    }
    return sum / weights - SHORTFALL_COST * shortfall;
  }

  private static double fallbackShare(Sample sample, int set, int[] sizes) {
    return sample.share(pair -> ClassSet.storing(set, pair, sizes[pair]) == 0);
  }

  /** Sorts classes by the share of the entries that each could store without loss. */
  private List<Integer> order(int set) {
    int[] sizes = ClassSet.sizes(set);
    double[] shares = new double[ClassSet.CLASSES];
    for (int index : members(set)) {
      for (Sample sample : samples) {
        double share =
            sample.share(pair -> (ClassSet.storing(set, pair, sizes[pair]) >>> index & 1) != 0);
        shares[index] += sample.weight() * share;
      }
    }
    List<Integer> classes = new ArrayList<>(members(set));
    classes.sort(Comparator.comparingDouble((Integer index) -> shares[index]).reversed());
    return classes;
  }

  private static List<Integer> members(int set) {
    return IntStream.range(0, ClassSet.CLASSES)
        .filter(index -> (set >>> index & 1) != 0)
        .boxed()
        .toList();
  }

  private static String names(List<Integer> classes) {
    return String.join("", classes.stream().map(ClassSet::name).toList());
  }

  private void print(int winner, List<Integer> classes) {
    int[] all = ClassSet.sizes(ClassSet.ALL);
    int[] sizes = ClassSet.sizes(winner);
    out.printf(
        Locale.ROOT,
        "%-24s %8s %8s %12s %9s%n",
        "set",
        "entries",
        "required",
        "all classes",
        "fallback");
    for (Sample sample : samples) {
      double bound = sample.measure(all);
      double density = sample.measure(sizes);
      out.printf(
          Locale.ROOT,
          "%-24s %8.1f %8.0f %12.1f %8.1f%%%n",
          sample.name(),
          density,
          sample.required(),
          bound,
          100 * fallbackShare(sample, winner, sizes));
    }
    out.println("table: " + names(classes));
  }
}
