package io.octavo.series;

import io.octavo.Transaction;
import io.octavo.packed.SampleBlock;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.page.tree.Aggregate;
import io.octavo.transaction.Handle;
import io.octavo.transaction.TransactionScope;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A series of values by time within a transaction: entries of a time and a value, both longs, in
 * the order of their times. Entries with equal times stay in the order of their arrival. Units are
 * up to the program, which can {@link #describe} them.
 *
 * <p>The exact count, sum, least and greatest value of the entries between any two times are found
 * in logarithmic time, without reading the entries: the branches of the tree hold these figures for
 * each child.
 *
 * <p>Entries may be added in any order. Ascending times are the fastest by far, and need the least
 * space: entries are compressed in blocks of up to 128.
 *
 * <pre>{@code
 * Series latency = transaction.series("latency");
 * latency.add(clock.millis(), nanos);
 * Summary lastMinute = latency.summary(now - 60_000, now);
 * long p99 = latency.quantiles(now - 60_000, now, 0.99)[0];
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * series was dropped; methods that change the series also if the transaction is read-only; and
 * {@link io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a
 * thread that does not own the write transaction throw {@link
 * java.util.ConcurrentModificationException}, see {@link Transaction}.
 */
public final class Series {
  private final Handle handle;

  /** The result of {@link #rankOfGreatest} for a range without entries. */
  public static final long ABSENT = SeriesTree.ABSENT;

  /** Entries that {@link #append} reads at once. */
  private static final int COPIED = 1 << 13;

  private final SeriesTree tree;
  private final @Nullable SeriesTreeWriter writer;
  private SeriesUnits units;

  Series(Handle handle, SeriesTree tree, @Nullable SeriesTreeWriter writer, SeriesUnits units) {
    this.handle = handle;
    this.tree = tree;
    this.writer = writer;
    this.units = units;
  }

  /** Receives the summaries of adjacent parts of a range. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives the summary of a part.
     *
     * @param index the index of the part, from 0
     * @param from the first time of the part
     * @param to the last time of the part. A part without times has {@code to == from - 1}, which
     *     is {@link Long#MAX_VALUE} if {@code from} is {@link Long#MIN_VALUE}
     * @param summary the entries of the part
     */
    void visit(int index, long from, long to, Summary summary);
  }

  /**
   * Sets the unit of the times and the number of decimal places of the values. The store keeps both
   * with the series, for other programs, for methods with an {@link Instant}, and for {@link
   * #valueOf(double)} and {@link #decimalOf(long)}. The entries do not change.
   *
   * @param unit the unit of the times, which count from 1970-01-01T00:00:00Z; null if the times
   *     have no unit
   * @param places the number of decimal places of the values, 0 to 18: with 3, the value 1500
   *     represents 1.5
   * @throws IllegalArgumentException if the places are not from 0 to 18
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for a longer record;
   *     the transaction can continue
   */
  public void describe(@Nullable TimeUnit unit, int places) {
    describeAs(new SeriesUnits(unit, places, false));
  }

  /**
   * Declares that the entries are events: the time of an entry is the start of an event, and its
   * value the duration of the event. Otherwise as {@link #describe}.
   *
   * @param unit the unit of the times, which count from 1970-01-01T00:00:00Z, and of the values
   * @throws io.octavo.error.StoreFullException as {@link #describe}
   */
  public void describeEvents(TimeUnit unit) {
    describeAs(new SeriesUnits(Objects.requireNonNull(unit, "unit"), 0, true));
  }

  private void describeAs(SeriesUnits described) {
    handle.requireSound();
    if (writer == null) {
      throw TransactionScope.onlyReads();
    }
    CatalogueRecord record = handle.read(() -> handle.scope().find(handle.name()));
    if (record == null || !handle.scope().describe(handle.name(), record, 0, 0, described.tail())) {
      throw new ConcurrentModificationException(
          "another thread has dropped or described " + handle.name());
    }
    units = described;
  }

  /**
   * Returns the unit of the times, as set by {@link #describe}.
   *
   * @return the unit; empty if there is none
   */
  public Optional<TimeUnit> timeUnit() {
    return Optional.ofNullable(handle.read(() -> units).time());
  }

  /**
   * Returns the number of decimal places of the values, as set by {@link #describe}.
   *
   * @return 0 to 18
   */
  public int places() {
    return handle.read(() -> units).places();
  }

  /**
   * Returns whether the entries are events, as set by {@link #describeEvents}.
   *
   * @return true if the values are durations in the time unit
   */
  public boolean isOfEvents() {
    return handle.read(() -> units).isOfEvents();
  }

  /**
   * Converts an instant to a time.
   *
   * @param instant the instant
   * @return the time, rounded down to the {@link #timeUnit}
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if the time does not fit in a long
   */
  public long timeOf(Instant instant) {
    return handle.read(() -> units).timeOf(instant);
  }

  /**
   * Converts a time to an instant.
   *
   * @param time the time
   * @return the instant
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if no instant has that time
   */
  public Instant instantOf(long time) {
    return handle.read(() -> units).instantOf(time);
  }

  /**
   * Converts a decimal to a value: in a series with 3 {@link #places}, 1.5 to 1500.
   *
   * @param decimal the decimal
   * @return the value
   * @throws ArithmeticException if the decimal has more decimal places than the series, or the
   *     value does not fit in a long
   */
  public long valueOf(BigDecimal decimal) {
    return handle.read(() -> units).valueOf(decimal);
  }

  /**
   * Converts a number to a value. Rounds the shortest decimal that represents the number, such as
   * 0.285, half-even to the {@link #places}.
   *
   * @param number the number
   * @return the value
   * @throws ArithmeticException if the number is infinite or NaN, or the value does not fit in a
   *     long
   */
  public long valueOf(double number) {
    if (!Double.isFinite(number)) {
      throw new ArithmeticException("number=" + number + " is not finite");
    }
    return valueOf(BigDecimal.valueOf(number).setScale(places(), RoundingMode.HALF_EVEN));
  }

  /**
   * Converts a value to a decimal: of an entry, a quantile, or the least value of a summary.
   *
   * @param value the value
   * @return the decimal, with as many {@link #places} as the series
   */
  public BigDecimal decimalOf(long value) {
    return BigDecimal.valueOf(value, places());
  }

  /**
   * Converts a sum to a decimal.
   *
   * @param sum the sum, see {@link Summary#bigSum}
   * @return the decimal, with as many {@link #places} as the series
   */
  public BigDecimal decimalOf(BigInteger sum) {
    return new BigDecimal(sum, places());
  }

  /**
   * Adds an entry, after the entries with the same time.
   *
   * @param time its time, any long
   * @param value its value, any long
   */
  public void add(long time, long value) {
    SeriesTreeWriter target = handle.enter(writer);
    try {
      target.add(time, value);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Adds an entry, after the entries with the same time.
   *
   * @param instant its time, rounded down to the {@link #timeUnit}
   * @param value its value, any long
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if the time does not fit in a long
   */
  public void add(Instant instant, long value) {
    add(timeOf(instant), value);
  }

  /**
   * Adds entries in non-descending order of their times.
   *
   * @param times the times
   * @param values the values
   * @param from the index of the first entry in both arrays
   * @param to the index after the last entry
   * @throws IllegalArgumentException if a time is less than the previous time; nothing is changed
   * @throws IndexOutOfBoundsException if the indexes are not within both arrays; nothing is changed
   */
  public void addAll(long[] times, long[] values, int from, int to) {
    Objects.checkFromToIndex(from, to, times.length);
    Objects.checkFromToIndex(from, to, values.length);
    if (descend(times, from, to)) {
      requireAscent(times, from, to);
    }
    SeriesTreeWriter target = handle.enter(writer);
    try {
      target.addAll(times, values, from, to);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /** Returns whether a number is less than its predecessor, with no branch in the loop. */
  private static boolean descend(long[] numbers, int from, int to) {
    long signs = 0;
    for (int i = from + 1; i < to; i++) {
      long number = numbers[i];
      long before = numbers[i - 1];
      // The sign of the difference, or of the number if the signs of the two are different.
      signs |= (number & ~before) | (~(number ^ before) & (number - before));
    }
    return signs < 0;
  }

  private static void requireAscent(long[] times, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (times[i] < times[i - 1]) {
        throw new IllegalArgumentException(
            "times["
                + i
                + "]="
                + times[i]
                + " is less than times["
                + (i - 1)
                + "]="
                + times[i - 1]);
      }
    }
  }

  /** Adds the entries of another series, which this series follows in time, and its units. */
  void append(Series other) {
    if (!other.units.equals(units)) {
      describeAs(other.units);
    }
    long[] times = new long[COPIED];
    long[] values = new long[COPIED];
    long rank = 0;
    for (int count = other.read(rank, times, values); count > 0; ) {
      addAll(times, values, 0, count);
      rank += count;
      count = other.read(rank, times, values);
    }
  }

  /**
   * Removes the entries in a range of times. Leaf pages between the two ends of the range are freed
   * without being read.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time; the range is empty if it is less than the first
   * @return the number of entries removed
   */
  public long removeRange(long fromInclusive, long toInclusive) {
    SeriesTreeWriter target = handle.enter(writer);
    long removed;
    try {
      removed = target.removeRange(fromInclusive, toInclusive);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return removed;
  }

  /**
   * Removes the entries in a range of times. Otherwise as {@link #removeRange(long, long)}.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @return the number of entries removed
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public long removeRange(Instant fromInclusive, Instant toInclusive) {
    return removeRange(timeOf(fromInclusive), timeOf(toInclusive));
  }

  /** Removes all entries. */
  public void clear() {
    SeriesTreeWriter target = handle.enter(writer);
    try {
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Returns the number of entries, in constant time.
   *
   * @return 0 or more
   */
  public long size() {
    return handle.read(tree::size);
  }

  /**
   * Summarizes the entries in a range of times.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time; the range is empty if it is less than the first
   * @return count, least, greatest and sum
   */
  public Summary summary(long fromInclusive, long toInclusive) {
    handle.beginRead();
    Aggregate entries = new Aggregate();
    try {
      tree.summarize(fromInclusive, toInclusive, entries);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return new Summary(entries);
  }

  /**
   * Summarizes the entries in a range of times. Entries added at an instant of the range are in it,
   * because all instants are rounded alike.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @return count, least, greatest and sum
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public Summary summary(Instant fromInclusive, Instant toInclusive) {
    return summary(timeOf(fromInclusive), timeOf(toInclusive));
  }

  /**
   * Summarizes each part of a range of times, for example one part for each column of a chart. Part
   * i begins at the time {@code fromInclusive + floor(i * n / count)}, where n is the number of
   * times in the range.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time
   * @param count the number of parts, from 1
   * @param visitor receives the parts in order; must not change the series
   * @throws IllegalArgumentException if the last time is less than the first, or the count less
   *     than 1
   */
  public void windows(long fromInclusive, long toInclusive, int count, Visitor visitor) {
    if (toInclusive < fromInclusive) {
      throw new IllegalArgumentException(
          "toInclusive=" + toInclusive + " is less than fromInclusive=" + fromInclusive);
    }
    if (count < 1) {
      throw new IllegalArgumentException("count=" + count + " is less than 1");
    }
    Objects.requireNonNull(visitor, "visitor");
    handle.beginRead();
    try {
      tree.windows(
          fromInclusive,
          toInclusive,
          count,
          (index, from, to, window) -> visitor.visit(index, from, to, new Summary(window)));
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
  }

  /**
   * Summarizes each part of a range of times. Otherwise as {@link #windows(long, long, int,
   * Visitor)}.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @param count the number of parts, from 1
   * @param visitor receives the parts, whose times {@link #instantOf} converts
   * @throws IllegalArgumentException if the last time is less than the first, or the count less
   *     than 1
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public void windows(Instant fromInclusive, Instant toInclusive, int count, Visitor visitor) {
    windows(timeOf(fromInclusive), timeOf(toInclusive), count, visitor);
  }

  /**
   * Finds the entry with the greatest value in a range of times; the first one if there are
   * several. Reads a few pages of each level.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time
   * @return the rank of the entry; {@link #ABSENT} if no entry is in the range
   */
  public long rankOfGreatest(long fromInclusive, long toInclusive) {
    return handle.read(() -> tree.rankOfGreatest(fromInclusive, toInclusive));
  }

  /**
   * Finds the entry with the greatest value in a range of times. Otherwise as {@link
   * #rankOfGreatest(long, long)}.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @return the rank of the entry; {@link #ABSENT} if no entry is in the range
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public long rankOfGreatest(Instant fromInclusive, Instant toInclusive) {
    return rankOfGreatest(timeOf(fromInclusive), timeOf(toInclusive));
  }

  /**
   * Returns the number of entries before a time.
   *
   * @param time the time
   * @return the number, which is the rank of the first entry at or after the time
   */
  public long rank(long time) {
    return handle.read(() -> tree.rank(time));
  }

  /**
   * Returns the number of entries before a time.
   *
   * @param instant the time, rounded down to the {@link #timeUnit}
   * @return the number, which is the rank of the first entry at or after the time
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if the time does not fit in a long
   */
  public long rank(Instant instant) {
    return rank(timeOf(instant));
  }

  /**
   * Returns the time of the entry with a rank.
   *
   * @param rank the number of entries before the entry
   * @return its time
   * @throws IndexOutOfBoundsException if the rank is not from 0 to {@link #size} - 1
   */
  public long timeAt(long rank) {
    long[] times = new long[SampleBlock.MAX_COUNT];
    long[] values = new long[SampleBlock.MAX_COUNT];
    handle.beginRead();
    long time;
    try {
      Objects.checkIndex(rank, tree.size());
      SeriesTree.Block block = tree.block(rank, times, values);
      time = times[(int) (rank - block.first())];
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return time;
  }

  /**
   * Reads entries in the order of their ranks. Decodes each block once.
   *
   * @param rank the rank of the first entry
   * @param times receives the times
   * @param values receives the values
   * @return the number of entries read: the length of the shorter array, or fewer if the series
   *     ends before
   * @throws IndexOutOfBoundsException if the rank is not from 0 to {@link #size}
   */
  public int read(long rank, long[] times, long[] values) {
    long[] blockTimes = new long[SampleBlock.MAX_COUNT];
    long[] blockValues = new long[SampleBlock.MAX_COUNT];
    handle.beginRead();
    int read = 0;
    try {
      Objects.checkFromToIndex(rank, tree.size(), tree.size());
      int wanted = (int) Math.min(Math.min(times.length, values.length), tree.size() - rank);
      while (read < wanted) {
        SeriesTree.Block block = tree.block(rank + read, blockTimes, blockValues);
        int skipped = (int) (rank + read - block.first());
        int count = Math.min(block.count() - skipped, wanted - read);
        if (count <= 0) {
          // A change by another thread, which endRead reports, has ended the entries.
          break;
        }
        System.arraycopy(blockTimes, skipped, times, read, count);
        System.arraycopy(blockValues, skipped, values, read, count);
        read += count;
      }
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return read;
  }

  /**
   * Finds quantiles of the values of a range of times, by nearest rank: the quantile q of n values
   * is the value at position {@code ceil(q * n)} of the values in ascending order, counted from 1;
   * the quantile 0 is the least value. The result is exact. The method decodes the entries of the
   * range once, and up to three more times for each quantile, in less than a mebibyte of memory.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time
   * @param quantiles the quantiles, each from 0 to 1
   * @return the value of each quantile
   * @throws IllegalArgumentException if a quantile is not from 0 to 1
   * @throws NoSuchElementException if no entry is in the range
   * @throws java.util.concurrent.CancellationException if the thread is interrupted; the interrupt
   *     status remains set
   */
  public long[] quantiles(long fromInclusive, long toInclusive, double... quantiles) {
    for (double quantile : quantiles) {
      if (!(quantile >= 0 && quantile <= 1)) {
        throw new IllegalArgumentException("quantile=" + quantile + " is not from 0 to 1");
      }
    }
    return handle.read(() -> quantilesOf(fromInclusive, toInclusive, quantiles));
  }

  /**
   * Finds quantiles of the values of a range of times. Otherwise as {@link #quantiles(long, long,
   * double...)}.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @param quantiles the quantiles, each from 0 to 1
   * @return the value of each quantile, which {@link #decimalOf(long)} converts
   * @throws IllegalArgumentException if a quantile is not from 0 to 1
   * @throws NoSuchElementException if no entry is in the range
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public long[] quantiles(Instant fromInclusive, Instant toInclusive, double... quantiles) {
    return quantiles(timeOf(fromInclusive), timeOf(toInclusive), quantiles);
  }

  private long[] quantilesOf(long from, long to, double[] quantiles) {
    Aggregate entries = new Aggregate();
    tree.summarize(from, to, entries);
    long count = entries.count();
    if (count == 0) {
      throw new NoSuchElementException("the range has no entries");
    }
    long[] ranks = new long[quantiles.length];
    for (int i = 0; i < ranks.length; i++) {
      // As the decimal that the caller wrote: 0.07 * 100 is above 7 in binary.
      BigDecimal place =
          BigDecimal.valueOf(quantiles[i])
              .multiply(BigDecimal.valueOf(count))
              .setScale(0, RoundingMode.CEILING);
      ranks[i] = Math.max(place.longValueExact() - 1, 0);
    }
    long[] ascending = ranks.clone();
    Arrays.sort(ascending);
    long[] found = tree.select(from, to, ascending);
    long[] result = new long[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      result[i] = found[Arrays.binarySearch(ascending, ranks[i])];
    }
    return result;
  }

  /**
   * Returns a cursor over all entries.
   *
   * @return a new cursor
   */
  public SeriesCursor cursor() {
    return cursor(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Returns a cursor over the entries of a range of times.
   *
   * @param fromInclusive the first time
   * @param toInclusive the last time; the range is empty if it is less than the first
   * @return a new cursor
   */
  public SeriesCursor cursor(long fromInclusive, long toInclusive) {
    handle.requireSound();
    return new SeriesCursor(handle, new SeriesTreeCursor(tree, fromInclusive, toInclusive));
  }

  /**
   * Returns a cursor over the entries of a range of times.
   *
   * @param fromInclusive the first time, rounded down to the {@link #timeUnit}
   * @param toInclusive the last time, rounded down
   * @return a new cursor
   * @throws IllegalStateException if the series has no time unit
   * @throws ArithmeticException if a time does not fit in a long
   */
  public SeriesCursor cursor(Instant fromInclusive, Instant toInclusive) {
    return cursor(timeOf(fromInclusive), timeOf(toInclusive));
  }
}
