package io.octavo.bench.data;

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
}
