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
