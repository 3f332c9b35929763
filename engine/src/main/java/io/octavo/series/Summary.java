package io.octavo.series;

import io.octavo.page.tree.Aggregate;
import java.math.BigInteger;
import java.util.NoSuchElementException;

/**
 * A summary of the entries of a {@link Series} in a range of times. All figures are exact.
 *
 * <p>Two summaries are equal if count, least, greatest and sum are equal.
 */
public final class Summary {
  private final long count;
  private final long least;
  private final long greatest;
  private final long sumLow;
  private final long sumHigh;

  Summary(Aggregate entries) {
    this.count = entries.count();
    this.least = entries.least();
    this.greatest = entries.greatest();
    this.sumLow = entries.sumLow();
    this.sumHigh = entries.sumHigh();
  }

  /**
   * Returns the number of entries.
   *
   * @return 0 or more
   */
  public long count() {
    return count;
  }

  /**
   * Returns whether the range has no entries.
   *
   * @return true if {@link #count} is 0
   */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the least value.
   *
   * @return the value
   * @throws NoSuchElementException if there are no entries
   */
  public long least() {
    requireEntries();
    return least;
  }

  /**
   * Returns the greatest value.
   *
   * @return the value
   * @throws NoSuchElementException if there are no entries
   */
  public long greatest() {
    requireEntries();
    return greatest;
  }

  private void requireEntries() {
    if (count == 0) {
      throw new NoSuchElementException("the range has no entries");
    }
  }

  /**
   * Returns the sum of all values.
   *
   * @return the sum; 0 if there are no entries
   * @throws ArithmeticException if the sum does not fit in a long, see {@link #bigSum}
   */
  public long sum() {
    if (sumHigh != sumLow >> (Long.SIZE - 1)) {
      throw new ArithmeticException("the sum " + bigSum() + " does not fit a long; use bigSum()");
    }
    return sumLow;
  }

  /**
   * Returns the sum of all values, however great.
   *
   * @return the sum; 0 if there are no entries
   */
  public BigInteger bigSum() {
    BigInteger low =
        BigInteger.valueOf(sumLow >>> 1).shiftLeft(1).or(BigInteger.valueOf(sumLow & 1));
    return BigInteger.valueOf(sumHigh).shiftLeft(Long.SIZE).add(low);
  }

  /**
   * Returns the mean of all values, computed from the exact sum.
   *
   * @return the mean; NaN if there are no entries
   */
  public double mean() {
    return count == 0 ? Double.NaN : bigSum().doubleValue() / count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Summary that
        && count == that.count
        && least == that.least
        && greatest == that.greatest
        && sumLow == that.sumLow
        && sumHigh == that.sumHigh;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(count * 31 + sumLow * 17 + least * 7 + greatest);
  }

  @Override
  public String toString() {
    return count == 0
        ? "no entries"
        : "count " + count + ", least " + least + ", greatest " + greatest + ", sum " + bigSum();
  }
}
