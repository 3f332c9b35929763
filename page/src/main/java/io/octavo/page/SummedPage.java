package io.octavo.page;

import io.octavo.memory.Memory;

/**
 * The columns of a branch of a series: an {@link Aggregate} of each child, in the bytes that a
 * {@link BranchPage} has for more children. FORMAT.md, section "Summed branches".
 *
 * <p>A column has the longs of all children side by side: a query adds up the rows of adjacent
 * children, and reads only the bytes that it needs of each.
 */
public final class SummedPage {
  /** The most children of a page. */
  public static final int MAX_COUNT = 112;

  private static final int COLUMN = MAX_COUNT * Long.BYTES;

  /** Where the counts of entries stand. */
  public static final int COUNTS = BranchPage.SEPARATORS + COLUMN;

  /** Where the lower halves of the sums stand. */
  public static final int SUM_LOW = COUNTS + COLUMN;

  /** Where the upper halves of the sums stand. */
  public static final int SUM_HIGH = SUM_LOW + COLUMN;

  /** The first byte behind the columns that lie before the children; unused. */
  static final int GAP = SUM_HIGH + COLUMN;

  /** Where the least values stand. */
  public static final int LEAST = BranchPage.CHILDREN + COLUMN;

  /** Where the greatest values stand. */
  public static final int GREATEST = LEAST + COLUMN;

  /** Where the last times stand. */
  public static final int LAST = GREATEST + COLUMN;

  /** The first byte that is never used. */
  public static final int END = LAST + COLUMN;

  /** The areas that have a long for each child, children and separators aside. */
  static final int[] COLUMNS = {COUNTS, SUM_LOW, SUM_HIGH, LEAST, GREATEST, LAST};

  private SummedPage() {}

  private static long get(byte[] page, int column, int index) {
    return Memory.getLong(page, column + index * Long.BYTES);
  }

  private static void put(byte[] page, int column, int index, long value) {
    Memory.putLong(page, column + index * Long.BYTES, value);
  }

  /**
   * Returns the number of entries below a child.
   *
   * @param page the page
   * @param index the child, from 0
   * @return the number, u64
   */
  public static long entries(byte[] page, int index) {
    return get(page, COUNTS, index);
  }

  /**
   * Returns the least value below a child.
   *
   * @param page the page
   * @param index the child, from 0
   * @return the value
   */
  public static long least(byte[] page, int index) {
    return get(page, LEAST, index);
  }

  /**
   * Returns the greatest value below a child.
   *
   * @param page the page
   * @param index the child, from 0
   * @return the value
   */
  public static long greatest(byte[] page, int index) {
    return get(page, GREATEST, index);
  }

  /**
   * Returns the last time below a child.
   *
   * @param page the page
   * @param index the child, from 0
   * @return the time
   */
  public static long last(byte[] page, int index) {
    return get(page, LAST, index);
  }

  /**
   * Replaces the row of a child.
   *
   * @param page the page
   * @param index the child, from 0
   * @param row the aggregate of all entries below the child
   */
  public static void setRow(byte[] page, int index, Aggregate row) {
    put(page, COUNTS, index, row.count());
    put(page, SUM_LOW, index, row.sumLow());
    put(page, SUM_HIGH, index, row.sumHigh());
    put(page, LEAST, index, row.least());
    put(page, GREATEST, index, row.greatest());
    put(page, LAST, index, row.last());
  }

  /**
   * Adds up the rows of adjacent children.
   *
   * @param page the page
   * @param from the first child
   * @param to the child after the last
   * @param into receives the sum, in addition to what it holds
   */
  public static void fold(byte[] page, int from, int to, Aggregate into) {
    long count = 0;
    long sumLow = 0;
    long sumHigh = 0;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int i = from; i < to; i++) {
      long low = get(page, SUM_LOW, i);
      count += get(page, COUNTS, i);
      sumLow += low;
      sumHigh += get(page, SUM_HIGH, i) + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
      least = Math.min(least, get(page, LEAST, i));
      greatest = Math.max(greatest, get(page, GREATEST, i));
    }
    long last = from < to ? last(page, to - 1) : Long.MIN_VALUE;
    into.addAll(count, sumLow, sumHigh, least, greatest, last);
  }

  /**
   * Finds the first child that has an entry at or behind a time.
   *
   * @param page the page
   * @param time the time
   * @return the index of the child; the number of children if all entries are before
   */
  public static int firstChild(byte[] page, long time) {
    int low = 0;
    int high = PageHeader.count(page);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (last(page, middle) >= time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
