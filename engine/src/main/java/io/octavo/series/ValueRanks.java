package io.octavo.series;

import io.octavo.page.tree.Aggregate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CancellationException;

/**
 * Finds values by their ranks in the order of values. Each pass counts the values of an interval in
 * at most 2^16 parts; the parts with ranks that are asked for are intervals of later passes. One
 * pass and three for each rank suffice for any values, in half a mebibyte of memory. Pages whose
 * values are all outside of an interval, or all in one part, are not decoded.
 */
final class ValueRanks implements SeriesScan.BlockVisitor {
  private static final int PART_BITS = 16;

  private final SeriesScan scan;
  private final Samples open;
  private final long from;
  private final long to;
  private final long[] counts = new long[1 << PART_BITS];
  private final Deque<Interval> intervals = new ArrayDeque<>();

  /** The interval of the pass, and by how many bits a value is shifted to give its part. */
  private long least;

  private long greatest;
  private int shift;

  /** Values of which the ranks from {@code first} to {@code end - 1} are asked for. */
  private record Interval(long least, long greatest, long before, int first, int end) {}

  ValueRanks(SeriesScan scan, Samples open, long from, long to) {
    this.scan = scan;
    this.open = open;
    this.from = from;
    this.to = to;
  }

  long[] select(Aggregate all, long[] ranks) {
    long[] found = new long[ranks.length];
    intervals.add(new Interval(all.least(), all.greatest(), 0, 0, ranks.length));
    while (!intervals.isEmpty()) {
      Interval interval = intervals.remove();
      if (interval.least == interval.greatest) {
        Arrays.fill(found, interval.first, interval.end, interval.least);
      } else {
        count(interval);
        divide(interval, ranks);
      }
    }
    return found;
  }

  private void count(Interval interval) {
    least = interval.least;
    greatest = interval.greatest;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
    shift = Math.max(0, bits - PART_BITS);
    Arrays.fill(counts, 0);
    scan.forEach(from, to, this);
    take(open.values, open.lower(from), open.upper(to));
  }

  private void divide(Interval interval, long[] ranks) {
    long before = interval.before;
    int rank = interval.first;
    for (int part = 0; part < counts.length && rank < interval.end; part++) {
      long behind = before + counts[part];
      int end = rank;
      while (end < interval.end && ranks[end] < behind) {
        end++;
      }
      if (end > rank) {
        long low = least + ((long) part << shift);
        long high = low + (1L << shift) - 1;
        // The last part may reach beyond the interval, also beyond the range of longs.
        boolean isCut = Long.compareUnsigned(high - least, greatest - least) > 0;
        intervals.add(new Interval(low, isCut ? greatest : high, before, rank, end));
        rank = end;
      }
      before = behind;
    }
    if (rank < interval.end) {
      throw scan.missing("fewer values than entries");
    }
  }

  private int part(long value) {
    return (int) ((value - least) >>> shift);
  }

  @Override
  public boolean wants(long leastOfAll, long greatestOfAll) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the thread was interrupted during quantiles");
    }
    return greatestOfAll >= least && leastOfAll <= greatest;
  }

  @Override
  public boolean takeAll(long count, long leastOfAll, long greatestOfAll) {
    boolean isOnePart =
        leastOfAll >= least && greatestOfAll <= greatest && part(leastOfAll) == part(greatestOfAll);
    if (isOnePart) {
      counts[part(leastOfAll)] += count;
    }
    return isOnePart;
  }

  @Override
  public void take(long[] values, int first, int end) {
    for (int i = first; i < end; i++) {
      if (values[i] >= least && values[i] <= greatest) {
        counts[part(values[i])]++;
      }
    }
  }
}
