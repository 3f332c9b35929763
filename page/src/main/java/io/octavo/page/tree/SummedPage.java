package io.octavo.page.tree;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;

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

  /** The offset of the counts of entries. */
  public static final int COUNTS = BranchPage.SEPARATORS + COLUMN;

  /** The offset of the lower halves of the sums. */
  public static final int SUM_LOW = COUNTS + COLUMN;

  /** The offset of the upper halves of the sums. */
  public static final int SUM_HIGH = SUM_LOW + COLUMN;

  /** The offset of the least values. */
  public static final int LEAST = BranchPage.CHILDREN + COLUMN;

  /** The offset of the greatest values. */
  public static final int GREATEST = LEAST + COLUMN;

  /** The offset of the last times. */
  public static final int LAST = GREATEST + COLUMN;

  /** The number of children of a group, whose row is the sum of their rows. */
  public static final int GROUP = 16;

  /** The rows of groups. */
  public static final int GROUPS = MAX_COUNT / GROUP;

  private static final int GROUP_COLUMN = GROUPS * Long.BYTES;

  // The columns of groups follow those of children, in both halves of the page.
  public static final int GROUP_COUNTS = SUM_HIGH + COLUMN;
  public static final int GROUP_SUM_LOW = GROUP_COUNTS + GROUP_COLUMN;
  public static final int GROUP_SUM_HIGH = GROUP_SUM_LOW + GROUP_COLUMN;
  public static final int GROUP_LEAST = LAST + COLUMN;
  public static final int GROUP_GREATEST = GROUP_LEAST + GROUP_COLUMN;

  /** The areas that have a long for each group. */
  static final int[] GROUP_COLUMNS = {
    GROUP_COUNTS, GROUP_SUM_LOW, GROUP_SUM_HIGH, GROUP_LEAST, GROUP_GREATEST
  };

  /** The first byte after the columns before the children; unused. */
  public static final int GAP = GROUP_SUM_HIGH + GROUP_COLUMN;

  /** The first byte that is never used. */
  public static final int END = GROUP_GREATEST + GROUP_COLUMN;

  /** The areas that have a long for each child, without children and separators. */
  static final int[] COLUMNS = {COUNTS, SUM_LOW, SUM_HIGH, LEAST, GREATEST, LAST};

  /** The areas that have a long for each child, separators and children first. */
  static final int[] AREAS = {
    BranchPage.SEPARATORS, BranchPage.CHILDREN, COUNTS, SUM_LOW, SUM_HIGH, LEAST, GREATEST, LAST
  };

  private SummedPage() {}

  /**
   * Returns the areas that have a long for each child, without children and separators.
   *
   * @return a copy of their offsets
   */
  public static int[] columns() {
    return COLUMNS.clone();
  }

  /**
   * Returns the areas that have a long for each group.
   *
   * @return a copy of their offsets
   */
  public static int[] groupColumns() {
    return GROUP_COLUMNS.clone();
  }

  private static long get(byte[] page, int column, int index) {
    return Memory.getLong(page, column + index * Long.BYTES);
  }

  private static void put(byte[] page, int column, int index, long value) {
    Memory.putLong(page, column + index * Long.BYTES, value);
  }

  /**
   * Returns the number of entries below a child.
   *
   * @return the number, u64
   */
  public static long entries(byte[] page, int index) {
    return get(page, COUNTS, index);
  }

  /** Returns the least value below a child. */
  public static long least(byte[] page, int index) {
    return get(page, LEAST, index);
  }

  /** Returns the greatest value below a child. */
  public static long greatest(byte[] page, int index) {
    return get(page, GREATEST, index);
  }

  /** Returns the last time below a child. */
  public static long last(byte[] page, int index) {
    return get(page, LAST, index);
  }

  /**
   * Replaces the row of a child.
   *
   * @param row the aggregate of all entries below the child
   */
  public static void setRow(byte[] page, int index, Aggregate row) {
    put(page, COUNTS, index, row.count());
    put(page, SUM_LOW, index, row.sumLow());
    put(page, SUM_HIGH, index, row.sumHigh());
    put(page, LEAST, index, row.least());
    put(page, GREATEST, index, row.greatest());
    put(page, LAST, index, row.last());
    setGroup(page, index / GROUP);
  }

  /**
   * Adds up the rows of adjacent children.
   *
   * @param into receives the sum, in addition to its contents
   */
  public static void fold(byte[] page, int from, int to, Aggregate into) {
    int firstGroup = (from + GROUP - 1) / GROUP;
    int endGroup = to / GROUP;
    if (firstGroup < endGroup) {
      foldRows(page, from, firstGroup * GROUP, into);
      foldGroups(page, firstGroup, endGroup, into);
      foldRows(page, endGroup * GROUP, to, into);
    } else {
      foldRows(page, from, to, into);
    }
    if (from < to) {
      into.addAll(0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE, last(page, to - 1));
    }
  }

  private static void foldRows(byte[] page, int from, int to, Aggregate into) {
    fold(page, COUNTS, SUM_LOW, SUM_HIGH, LEAST, GREATEST, from, to, into);
  }

  private static void foldGroups(byte[] page, int from, int to, Aggregate into) {
    fold(
        page,
        GROUP_COUNTS,
        GROUP_SUM_LOW,
        GROUP_SUM_HIGH,
        GROUP_LEAST,
        GROUP_GREATEST,
        from,
        to,
        into);
  }

  private static void fold(
      byte[] page,
      int counts,
      int sumsLow,
      int sumsHigh,
      int leasts,
      int greatests,
      int from,
      int to,
      Aggregate into) {
    long count = 0;
    long sumLow = 0;
    long sumHigh = 0;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int i = from; i < to; i++) {
      long low = get(page, sumsLow, i);
      count += get(page, counts, i);
      sumLow += low;
      sumHigh += get(page, sumsHigh, i) + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
      least = Math.min(least, get(page, leasts, i));
      greatest = Math.max(greatest, get(page, greatests, i));
    }
    into.addAll(count, sumLow, sumHigh, least, greatest, Long.MIN_VALUE);
  }

  /** Writes the rows of groups again, from the group of a child on, after children have moved. */
  static void regroup(byte[] page, int index) {
    for (int group = index / GROUP; group < GROUPS; group++) {
      setGroup(page, group);
    }
  }

  private static void setGroup(byte[] page, int group) {
    long[] row = groupOf(page, group);
    for (int i = 0; i < row.length; i++) {
      put(page, GROUP_COLUMNS[i], group, row[i]);
    }
  }

  /** Adds up the rows of the children of a group; zeros if there are none. */
  public static long[] groupOf(byte[] page, int group) {
    int from = group * GROUP;
    int to = Math.min(from + GROUP, PageHeader.count(page));
    if (from >= to) {
      return new long[GROUP_COLUMNS.length];
    }
    Aggregate sum = new Aggregate();
    foldRows(page, from, to, sum);
    return new long[] {sum.count(), sum.sumLow(), sum.sumHigh(), sum.least(), sum.greatest()};
  }

  /**
   * Finds the first child that has an entry at or after a time.
   *
   * @return the index of the child; the number of children if there is none
   */
  public static int firstChild(byte[] page, long time) {
    int child = BranchPage.find(page, time);
    // The loop repeats only if many entries have the same time.
    while (child > 0 && last(page, child - 1) >= time) {
      child--;
    }
    return last(page, child) < time ? child + 1 : child;
  }
}
