package io.octavo.bench;

import io.octavo.page.PageHeader;
import io.octavo.page.longs.SizeCode;
import java.util.Locale;

/** One of the article's sets by its protocol: independent draws, no key twice, no bases. */
final class ArticleSample extends Sample {
  private static final int HEADER = 4;

  /** Draws of a page; the number only decides how many short keys were there already. */
  private static final int DRAWS = 790;

  /** Computes the shares, which no table influences. */
  ArticleSample(Ranges ranges, double weight, double required) {
    super(
        "article's " + ranges.name().toLowerCase(Locale.ROOT),
        weight,
        required,
        PageHeader.PAGE_SIZE - HEADER);
    double[] keys = ranges.distinctByLength(DRAWS);
    double[] values = ranges.distinctByLength(1);
    double total = 0;
    for (double count : keys) {
      total += count;
    }
    double[] shares = new double[ClassSet.PAIRS];
    for (int key = 1; key <= SizeCode.MAX_LENGTH; key++) {
      for (int value = 1; value <= SizeCode.MAX_LENGTH; value++) {
        shares[ClassSet.pair(key, value)] = keys[key - 1] / total * values[value - 1];
      }
    }
    setShares(shares);
  }

  @Override
  double measure(int[] sizes) {
    return density(sizes);
  }
}
