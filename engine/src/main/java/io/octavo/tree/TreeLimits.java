package io.octavo.tree;

import io.octavo.commit.RingLimits;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;

/**
 * How many entries and children a page may have, and how long the commit ring may be. Tests take
 * small numbers, so that a deep tree and a full ring need few entries; the pages stay the same.
 *
 * @param leaf the most entries of a leaf, from 2
 * @param branch the most children of a branch, from 4
 * @param ring how long the commit ring may be
 */
public record TreeLimits(int leaf, int branch, RingLimits ring) {
  /** As many as fit. */
  public static final TreeLimits PAGE = new TreeLimits(LeafPage.MAX_COUNT, BranchPage.MAX_COUNT);

  private static final int TINY = 64;

  private static final int SWEPT = 1024;

  private static final int SWEPT_BYTES = 128 << 10;

  /** About what an entry takes beside key and value: a slot and the lengths. */
  private static final int ENTRY_OVERHEAD = 10;

  private static final int FREE_PAGES = (1 << 20) / PageHeader.PAGE_SIZE;

  /**
   * Refuses limits that leave no room to split.
   *
   * @param leaf the most entries of a leaf
   * @param branch the most children of a branch
   * @param ring the lengths of the ring
   */
  public TreeLimits {
    if (leaf < 2 || branch < 4) {
      throw new IllegalArgumentException("leaf=" + leaf + " branch=" + branch);
    }
  }

  /** Returns the most items of a page of a list, where more would fit than entries fit a leaf. */
  public int items() {
    return leaf < LeafPage.MAX_COUNT ? leaf : ListPage.MAX_ITEMS;
  }

  /**
   * Returns how many free pages the file of an open store may have in any case before commits move
   * pages: 1 MiB, and none where pages are small.
   *
   * @return the number of pages
   */
  public int freePages() {
    return leaf < LeafPage.MAX_COUNT ? 0 : FREE_PAGES;
  }

  /** Returns whether maps get fronts of a few changes, so that these too need few entries. */
  private boolean isTiny() {
    return leaf <= TINY;
  }

  /**
   * Returns from how many leaves on a map gets a front: where it takes a quarter of the cache.
   *
   * @param cacheBytes the heap for pages
   * @return the number of leaves
   */
  public long leavesOfFronted(long cacheBytes) {
    return isTiny() ? 6 : cacheBytes / 4 / PageHeader.PAGE_SIZE;
  }

  /**
   * Returns how few entries of a map of longs a number of leaves may have, to count only trees that
   * may have as many: an entry takes at most 20 bytes, and leaves are half full in the mean.
   *
   * @param leaves the number of leaves
   * @return the number of entries
   */
  public long entriesOf(long leaves) {
    return leaves * Math.max(1, Math.min(leaf, LeafPage.CAPACITY / 20) / 2);
  }

  /**
   * Returns how many changes the front of a map of longs holds: a quarter of the cache at 16 bytes
   * a change.
   *
   * @param cacheBytes the heap for pages
   * @return the number of changes
   */
  public long frontSize(long cacheBytes) {
    return isTiny() ? 12 : Math.max(SWEPT, cacheBytes / 64);
  }

  /** Returns how many changes a sweep moves: as many as a few dozen leaves get. */
  public int swept() {
    return isTiny() ? 4 : SWEPT;
  }

  /**
   * Returns how many bytes of changes the front of a map of byte strings holds: a quarter of the
   * cache.
   *
   * @param cacheBytes the heap for pages
   * @return the number of bytes, as {@link #changeBytes} counts them
   */
  public long frontBytes(long cacheBytes) {
    return isTiny() ? 12 : Math.max(SWEPT_BYTES, cacheBytes / 4);
  }

  /**
   * Returns how many bytes of changes of byte strings a sweep moves.
   *
   * @return the number of bytes, as {@link #changeBytes} counts them
   */
  public int sweptBytes() {
    return isTiny() ? 4 : SWEPT_BYTES;
  }

  /**
   * Returns about how many bytes a change of a byte string takes; one where pages are small, so
   * that a front holds few changes.
   *
   * @param bytes the length of the key and the value
   * @return the number of bytes
   */
  public int changeBytes(int bytes) {
    return isTiny() ? 1 : bytes + ENTRY_OVERHEAD;
  }

  /**
   * Limits pages only.
   *
   * @param leaf the most entries of a leaf, from 2
   * @param branch the most children of a branch, from 4
   */
  public TreeLimits(int leaf, int branch) {
    this(leaf, branch, RingLimits.DEFAULT);
  }
}
