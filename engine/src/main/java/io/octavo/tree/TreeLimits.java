package io.octavo.tree;

import io.octavo.commit.RingLimits;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;

/**
 * The limits of the entries and children of a page, and of the commit ring. Tests use small limits,
 * so that a deep tree and a full ring need few entries.
 *
 * @param leaf the most entries of a leaf, from 2
 * @param branch the most children of a branch, from 4
 * @param ring the lengths of the commit ring
 */
public record TreeLimits(int leaf, int branch, RingLimits ring) {
  /** As many as fit. */
  public static final TreeLimits PAGE = new TreeLimits(LeafPage.MAX_COUNT, BranchPage.MAX_COUNT);

  private static final int TINY = 64;

  private static final int SWEPT = 1024;

  private static final int SWEPT_BYTES = 128 << 10;

  /** The approximate overhead of an entry: a slot and the lengths. */
  private static final int ENTRY_OVERHEAD = 10;

  private static final int FREE_PAGES = (1 << 20) / PageHeader.PAGE_SIZE;

  /**
   * Refuses limits too small for a split.
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

  /** Returns the most items of a page of a list; more fit than entries fit a leaf. */
  public int items() {
    return leaf < LeafPage.MAX_COUNT ? leaf : ListPage.MAX_ITEMS;
  }

  /**
   * Returns the number of free pages of an open store below which commits move no pages: 1 MiB, 0
   * if pages are limited.
   */
  public int freePages() {
    return leaf < LeafPage.MAX_COUNT ? 0 : FREE_PAGES;
  }

  /** Returns whether fronts of maps hold few changes, for tests. */
  private boolean isTiny() {
    return leaf <= TINY;
  }

  /**
   * Returns the number of leaves from which a map has a front: those that fill a quarter of the
   * cache.
   *
   * @param cacheBytes the heap for pages
   */
  public long leavesOfFronted(long cacheBytes) {
    return isTiny() ? 6 : cacheBytes / 4 / PageHeader.PAGE_SIZE;
  }

  /**
   * Returns the least number of entries that may fill a number of leaves of a map of longs, to
   * count only trees that may have as many: an entry has at most 20 bytes, and leaves are half full
   * on average.
   */
  public long entriesOf(long leaves) {
    return leaves * Math.max(1, Math.min(leaf, LeafPage.CAPACITY / 20) / 2);
  }

  /**
   * Returns the number of changes in the front of a map of longs: a quarter of the cache at 16
   * bytes a change.
   *
   * @param cacheBytes the heap for pages
   */
  public long frontSize(long cacheBytes) {
    return isTiny() ? 12 : Math.max(SWEPT, cacheBytes / 64);
  }

  /** Returns the number of changes that a sweep moves: those of a few dozen leaves. */
  public int swept() {
    return isTiny() ? 4 : SWEPT;
  }

  /**
   * Returns the size of the front of a map of byte strings, in bytes as {@link #changeBytes} counts
   * them: a quarter of the cache.
   *
   * @param cacheBytes the heap for pages
   */
  public long frontBytes(long cacheBytes) {
    return isTiny() ? 12 : Math.max(SWEPT_BYTES, cacheBytes / 4);
  }

  /**
   * Returns the size of the changes of byte strings that a sweep moves, as {@link #changeBytes}
   * counts them.
   */
  public int sweptBytes() {
    return isTiny() ? 4 : SWEPT_BYTES;
  }

  /**
   * Returns the approximate size of a change of a byte string; 1 if pages are limited, so that a
   * front holds few changes.
   *
   * @param bytes the length of the key and the value
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
