package io.octavo.bench;

import java.util.SplittableRandom;

/**
 * Numbers drawn uniformly below a limit that is itself drawn. All ranges begin at zero, and the
 * limits are powers of two.
 *
 * <p>{@link #REALISTIC} and {@link #FULL} are the two data sets of the article that the page format
 * comes from. Its weights add up to 90 and 95 percent; normalised, they reproduce its figures, and
 * no other reading of the missing rest does.
 */
public enum Ranges {
  /** The article's realistic set. */
  REALISTIC(new int[] {7, 16, 23, 31, 39}, new int[] {1, 2, 27, 35, 25}),

  /** The article's full set. */
  FULL(new int[] {7, 16, 23, 31, 39, 47, 55, 62}, new int[] {3, 7, 25, 35, 15, 5, 3, 2}),

  /** One byte, as counters and ranks have it. */
  BYTE(new int[] {8}, new int[] {1}),

  /** 32 bits. */
  INT(new int[] {32}, new int[] {1}),

  /** 40 bits: offsets below a terabyte. */
  BITS_40(new int[] {40}, new int[] {1}),

  /** All 64 bits, as hashes have them. */
  LONG(new int[] {64}, new int[] {1});

  // The arrays are neither changed nor given away.
  @SuppressWarnings("ImmutableEnumChecker")
  private final int[] bits;

  @SuppressWarnings("ImmutableEnumChecker")
  private final int[] weights;

  private final int totalWeight;

  Ranges(int[] bits, int[] weights) {
    this.bits = bits;
    this.weights = weights;
    int total = 0;
    for (int weight : weights) {
      total += weight;
    }
    this.totalWeight = total;
  }

  /**
   * Draws a number.
   *
   * @param random the source
   * @return the number, unsigned
   */
  public long draw(SplittableRandom random) {
    int pick = random.nextInt(totalWeight);
    int range = 0;
    while (pick >= weights[range]) {
      pick -= weights[range];
      range++;
    }
    return random.nextLong() >>> (64 - bits[range]);
  }

  /**
   * Returns how often a number is drawn.
   *
   * @param number the number, unsigned
   * @return its share of all draws, 0 behind the greatest limit
   */
  double probability(long number) {
    double probability = 0;
    for (int range = 0; range < bits.length; range++) {
      if (bits[range] == 64 || number >>> bits[range] == 0) {
        probability += StrictMath.scalb((double) weights[range] / totalWeight, -bits[range]);
      }
    }
    return probability;
  }

  /**
   * Returns how many different numbers of each length in bytes some draws are expected to give.
   *
   * @param draws how often a number is drawn; once gives the distribution of the lengths
   * @return the expected counts by length - 1
   */
  double[] distinctByLength(int draws) {
    double[] counts = new double[Long.BYTES];
    counts[0] = distinct(1, 0, draws);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      double numbers = StrictMath.scalb(1.0, bit);
      counts[bit / Byte.SIZE] += distinct(numbers, 1L << bit, draws);
    }
    return counts;
  }

  /** Counts among numbers that are all as probable as one of them. */
  private double distinct(double numbers, long one, int draws) {
    return -numbers * StrictMath.expm1(draws * StrictMath.log1p(-probability(one)));
  }
}
