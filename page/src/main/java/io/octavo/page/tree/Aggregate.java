package io.octavo.page.tree;

import java.util.Locale;
import java.util.Objects;

/**
 * What a branch of a series knows of the entries below a child: their count, the sum, the least and
 * the greatest of their values, and their last time. Aggregates of adjacent entries add up. Not
 * thread-safe. FORMAT.md, section "Summed branches".
 */
public final class Aggregate {
  /** Bits by which the upper half of a product or of a sum of longs follows from its sign. */
  private static final int SIGN = Long.SIZE - 1;

  private long count;
  private long sumLow;
  private long sumHigh;
  private long least;
  private long greatest;
  private long last;

  /** Makes the aggregate of no entries. */
  public Aggregate() {
    clear();
  }

  /** Clears this aggregate. */
  public void clear() {
    count = 0;
    sumLow = 0;
    sumHigh = 0;
    least = Long.MAX_VALUE;
    greatest = Long.MIN_VALUE;
    last = Long.MIN_VALUE;
  }

  /**
   * Adds an entry.
   *
   * @param time its time, not below the last time
   */
  public void add(long time, long value) {
    addAll(1, value, value >> SIGN, value, value, time);
  }

  /**
   * Adds entries that follow those of this aggregate.
   *
   * @param count their number
   * @param sumLow the lower half of the sum of their values
   * @param sumHigh the upper half
   * @param least the least of their values
   * @param greatest the greatest of their values
   * @param last their last time
   */
  public void addAll(long count, long sumLow, long sumHigh, long least, long greatest, long last) {
    this.count += count;
    long sum = this.sumLow + sumLow;
    // Branch-free: the carry of an unsigned addition.
    long carry = ((this.sumLow & sumLow) | ((this.sumLow | sumLow) & ~sum)) >>> SIGN;
    this.sumLow = sum;
    this.sumHigh += sumHigh + carry;
    this.least = Math.min(this.least, least);
    this.greatest = Math.max(this.greatest, greatest);
    this.last = Math.max(this.last, last);
  }

  /** Adds the entries of another aggregate, which follow those of this aggregate. */
  public void addAll(Aggregate other) {
    addAll(other.count, other.sumLow, other.sumHigh, other.least, other.greatest, other.last);
  }

  /**
   * Adds entries in the order of their times.
   *
   * @param from the index of the first entry in both arrays
   * @param to the index after the last entry
   */
  public void addAll(long[] times, long[] values, int from, int to) {
    if (from >= to) {
      return;
    }
    long low = values[from];
    long high = low;
    for (int i = from + 1; i < to; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    // Halves of as many values as an array has do not pass 64 bits.
    long lowHalves = 0;
    long highHalves = 0;
    for (int i = from; i < to; i++) {
      lowHalves += values[i] & 0xFFFF_FFFFL;
      highHalves += values[i] >> Integer.SIZE;
    }
    // Add the carry of the lower halves to the higher ones.
    highHalves += lowHalves >>> Integer.SIZE;
    long sum = (highHalves << Integer.SIZE) | (lowHalves & 0xFFFF_FFFFL);
    addAll(to - from, sum, highHalves >> Integer.SIZE, low, high, times[to - 1]);
  }

  /**
   * Adds entries whose sum is known as an excess.
   *
   * @param count their number
   * @param excess the sum of their values less {@code count * least}, u64
   * @param last their last time
   */
  public void addExcess(long count, long least, long greatest, long excess, long last) {
    long low = count * least;
    long high = Math.multiplyHigh(count, least);
    long sum = low + excess;
    long carry = ((low & excess) | ((low | excess) & ~sum)) >>> SIGN;
    addAll(count, sum, high + carry, least, greatest, last);
  }

  /**
   * Returns the number of entries.
   *
   * @return the number, u64
   */
  public long count() {
    return count;
  }

  /**
   * Returns the lower half of the sum of all values.
   *
   * @return bits 0 to 63 of a two's complement number of 128 bits
   */
  public long sumLow() {
    return sumLow;
  }

  /**
   * Returns the upper half of the sum of all values.
   *
   * @return bits 64 to 127
   */
  public long sumHigh() {
    return sumHigh;
  }

  /**
   * Returns the least value.
   *
   * @return the value, 2^63 - 1 if there are no entries
   */
  public long least() {
    return least;
  }

  /**
   * Returns the greatest value.
   *
   * @return the value, -2^63 if there are no entries
   */
  public long greatest() {
    return greatest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Aggregate that
        && count == that.count
        && sumLow == that.sumLow
        && sumHigh == that.sumHigh
        && least == that.least
        && greatest == that.greatest
        && last == that.last;
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, sumLow, sumHigh, least, greatest, last);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "count %d, sum 0x%x%016x, least %d, greatest %d, last %d",
        count,
        sumHigh,
        sumLow,
        least,
        greatest,
        last);
  }

  /**
   * Returns the last time.
   *
   * @return the time, -2^63 if there are no entries
   */
  public long last() {
    return last;
  }
}
