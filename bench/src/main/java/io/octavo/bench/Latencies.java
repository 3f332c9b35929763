package io.octavo.bench;

import java.util.Locale;

/**
 * How often something took how long: 32 counters for each power of two of nanoseconds, so that
 * quantiles are at most a thirty-second too high.
 */
final class Latencies {
  private static final int BITS = 5;

  private final long[] counts = new long[(Long.SIZE - BITS) << BITS];
  private long count;
  private long worst;

  /** Counts a time of 0 or more nanoseconds. */
  void add(long nanos) {
    counts[index(nanos)]++;
    count++;
    worst = Math.max(worst, nanos);
  }

  private static int index(long nanos) {
    // The first part counts single nanoseconds, as if they were of the power of two behind.
    int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(nanos));
    return (shift << BITS) + (int) (nanos >>> shift);
  }

  /** Returns the longest time that an index counts. */
  private static long longest(int index) {
    int shift = Math.max(0, (index >> BITS) - 1);
    return ((index - ((long) shift << BITS) + 1) << shift) - 1;
  }

  long count() {
    return count;
  }

  long worst() {
    return worst;
  }

  /** Returns the least counted bound that a share of the times do not exceed. */
  long quantile(double share) {
    long left = (long) Math.ceil(share * count);
    int index = 0;
    while (left > counts[index]) {
      left -= counts[index++];
    }
    return Math.min(longest(index), worst);
  }

  /** Tells the quantiles in microseconds, as the cells of a row. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d | %.3f | %.3f | %.3f | %.3f",
        count,
        quantile(0.5) / 1e3,
        quantile(0.99) / 1e3,
        quantile(0.9999) / 1e3,
        worst / 1e3);
  }
}
