package io.octavo.page.tree;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;

/**
 * A branch of a tree of longs: up to {@value #MAX_COUNT} separators, as many children, and an index
 * of every 8th and every 64th separator, so that a search reads three groups of eight keys, each
 * about one cache line. FORMAT.md, section "Branch".
 *
 * <p>A branch of a series is one too, with fewer children and the columns of {@link SummedPage}.
 *
 * <p>Child i holds the keys from separator i up to, not including, separator i + 1; the first child
 * holds all keys below separator 1, whatever separator 0 is. Unused places of index and separators
 * hold {@link Long#MAX_VALUE}, so that a group is always searched whole. A child is a page number
 * in the low half of a long and the CRC32C of that page in the high half; 0 there means that the
 * checksum is not known yet, and never stands on disk.
 */
public final class BranchPage {
  /** Separators in a group, and ratio of each level of the index to the next. */
  public static final int GROUP = 8;

  /** The most children of a page. */
  public static final int MAX_COUNT = 472;

  /** The greatest level of a branch, and so the greatest depth of a tree below its root. */
  public static final int MAX_LEVEL = 12;

  /** The offset of the copies of every 64th separator, {@value #GROUP} places. */
  public static final int TOP = PageHeader.LENGTH;

  /** The offset of the copies of every 8th separator, 64 places. */
  public static final int MIDDLE = TOP + GROUP * Long.BYTES;

  /** The offset of the separators, {@value #MAX_COUNT} places. */
  public static final int SEPARATORS = MIDDLE + GROUP * GROUP * Long.BYTES;

  /** The offset of the children, {@value #MAX_COUNT} places. */
  public static final int CHILDREN = SEPARATORS + MAX_COUNT * Long.BYTES;

  /** The first byte that is never used. */
  public static final int END = CHILDREN + MAX_COUNT * Long.BYTES;

  private static final int[] AREAS = {SEPARATORS, CHILDREN};

  private BranchPage() {}

  /**
   * Formats a page as a branch without children, of a tree of longs.
   *
   * @param level height above the leaves, 1 to {@value #MAX_LEVEL}
   */
  public static void format(byte[] page, int level, int number, int owner) {
    format(page, PageKind.BRANCH, level, number, owner);
  }

  /**
   * Formats a page as a branch without children.
   *
   * @param kind {@link PageKind#BRANCH} or {@link PageKind#SUMMED_BRANCH}
   * @param level height above the leaves, 1 to {@value #MAX_LEVEL}
   */
  public static void format(byte[] page, PageKind kind, int level, int number, int owner) {
    PageHeader.format(page, kind, level, number, owner);
    pad(page, 0);
    reindex(page, 0);
  }

  /** Returns whether a branch has the columns of {@link SummedPage}. */
  public static boolean isSummed(byte[] page) {
    return PageHeader.kindCode(page) == PageKind.SUMMED_BRANCH.code();
  }

  /** Returns the most children of a branch. */
  public static int capacity(byte[] page) {
    return isSummed(page) ? SummedPage.MAX_COUNT : MAX_COUNT;
  }

  /** Returns the most children of a branch. */
  public static int capacity(PageKind kind) {
    return kind == PageKind.SUMMED_BRANCH ? SummedPage.MAX_COUNT : MAX_COUNT;
  }

  /**
   * Joins a page number and a checksum.
   *
   * @param crc its checksum, 0 if unknown
   * @return the child
   */
  public static long childOf(int number, int crc) {
    return (long) crc << 32 | (number & 0xFFFF_FFFFL);
  }

  /** Reads the page number of a child. */
  public static int number(long child) {
    return (int) child;
  }

  /**
   * Reads the checksum of a child.
   *
   * @return its checksum, 0 if unknown
   */
  public static int crc(long child) {
    return (int) (child >>> 32);
  }

  /**
   * Reads a separator.
   *
   * @return the least key that the child may hold, unless it is the first child
   */
  public static long separator(byte[] page, int index) {
    return Memory.getLong(page, SEPARATORS + index * Long.BYTES);
  }

  /**
   * Reads the separator after a child: a key above all keys below the child.
   *
   * @param last the result for the last child: the bound of the page
   */
  public static long bound(byte[] page, int index, long last) {
    return index + 1 < PageHeader.count(page) ? separator(page, index + 1) : last;
  }

  /** Reads a child. */
  public static long child(byte[] page, int index) {
    return Memory.getLong(page, CHILDREN + index * Long.BYTES);
  }

  /**
   * Changes a child.
   *
   * @param child page number and checksum
   */
  public static void setChild(byte[] page, int index, long child) {
    Memory.putLong(page, CHILDREN + index * Long.BYTES, child);
  }

  /**
   * Changes a separator.
   *
   * @param separator the least key that the child may hold
   */
  public static void setSeparator(byte[] page, int index, long separator) {
    Memory.putLong(page, SEPARATORS + index * Long.BYTES, separator);
    reindex(page, index);
  }

  /**
   * Finds the child for a key.
   *
   * @param page a page with at least one child
   */
  public static int find(byte[] page, long key) {
    int last = PageHeader.count(page) - 1;
    int top = notAbove(page, TOP, key);
    int middle = top * GROUP + notAbove(page, MIDDLE + top * GROUP * Long.BYTES, key);
    // Only the key MAX_VALUE counts padding; its group is the last one.
    int group = Math.min(middle, last >>> 3) * GROUP;
    return Math.min(group + notAbove(page, SEPARATORS + group * Long.BYTES, key), last);
  }

  /**
   * Returns the index of the last of eight ascending keys that is not above a key; 0 if all are
   * above it.
   */
  private static int notAbove(byte[] page, int offset, long key) {
    int count = -1;
    for (int i = 0; i < GROUP; i++) {
      count += Memory.getLong(page, offset + i * Long.BYTES) <= key ? 1 : 0;
    }
    return Math.max(count, 0);
  }

  /**
   * Adds a child.
   *
   * @param page a page with fewer children than its kind can have
   * @param index its place
   * @param separator the least key that it may hold
   * @param child page number and checksum
   */
  public static void insert(byte[] page, int index, long separator, long child) {
    int count = PageHeader.count(page);
    shift(page, index, index + 1, count - index);
    Memory.putLong(page, SEPARATORS + index * Long.BYTES, separator);
    setChild(page, index, child);
    PageHeader.setCount(page, count + 1);
    reindex(page, index);
  }

  /** Removes a child. */
  public static void remove(byte[] page, int index) {
    int count = PageHeader.count(page);
    shift(page, index + 1, index, count - index - 1);
    PageHeader.setCount(page, count - 1);
    pad(page, count - 1);
    reindex(page, index);
  }

  /** Completes a page whose first children were written by a {@link LongBranchRun}. */
  static void setBuilt(byte[] page, int count) {
    PageHeader.setCount(page, count);
    pad(page, count);
    reindex(page, 0);
  }

  /** Returns the areas that have a long for each child, separators and children first. */
  static int[] areas(boolean isSummed) {
    return isSummed ? SummedPage.AREAS : AREAS;
  }

  private static void shift(byte[] page, int from, int to, int count) {
    for (int area : areas(isSummed(page))) {
      Memory.copy(page, area + from * Long.BYTES, page, area + to * Long.BYTES, count * Long.BYTES);
    }
  }

  /** Fills the elements from a child on with padding. */
  private static void pad(byte[] page, int from) {
    int capacity = capacity(page);
    for (int i = from; i < capacity; i++) {
      Memory.putLong(page, SEPARATORS + i * Long.BYTES, Long.MAX_VALUE);
      setChild(page, i, 0);
    }
    if (isSummed(page)) {
      for (int column : SummedPage.COLUMNS) {
        Memory.zero(page, column + from * Long.BYTES, column + capacity * Long.BYTES);
      }
    }
  }

  /** Rebuilds top and middle from the group of a child on. */
  private static void reindex(byte[] page, int from) {
    int capacity = capacity(page);
    for (int i = from / GROUP; i < GROUP * GROUP; i++) {
      long sample = i * GROUP < capacity ? separator(page, i * GROUP) : Long.MAX_VALUE;
      Memory.putLong(page, MIDDLE + i * Long.BYTES, sample);
    }
    for (int i = 0; i < GROUP; i++) {
      long sample = Memory.getLong(page, MIDDLE + i * GROUP * Long.BYTES);
      Memory.putLong(page, TOP + i * Long.BYTES, sample);
    }
    if (isSummed(page)) {
      SummedPage.regroup(page, from);
    }
  }
}
