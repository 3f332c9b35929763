package io.octavo.tree;

import io.octavo.page.BranchPage;
import io.octavo.page.LeafPage;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.pager.Pages;
import io.octavo.pager.TreeRoot;

/**
 * An ordered map from long to long in one tree of pages, as a snapshot sees it. Any number of
 * threads may read at once.
 */
public class LongTree {
  /** Where its pages come from. */
  final Pages pages;

  /** Where it begins. */
  final TreeRoot root;

  /**
   * Opens a tree.
   *
   * @param pages the pages of its collection
   * @param root where it begins
   */
  public LongTree(Pages pages, TreeRoot root) {
    this.pages = pages;
    this.root = root;
  }

  /**
   * Counts the entries.
   *
   * @return the count, kept with the root
   */
  public final long size() {
    return root.entries();
  }

  /**
   * Looks a key up.
   *
   * @param key the key
   * @param missing what to give where it is absent
   * @return its value
   */
  public final long get(long key, long missing) {
    PageRef ref = root.page();
    if (ref.isNone()) {
      return missing;
    }
    byte[] leaf = leafOf(ref, key);
    int index = LeafPage.find(leaf, key);
    return index >= 0 ? LeafPage.value(leaf, index) : missing;
  }

  /**
   * Tells whether a key is there.
   *
   * @param key the key
   * @return true where it has a value
   */
  public final boolean contains(long key) {
    PageRef ref = root.page();
    return !ref.isNone() && LeafPage.find(leafOf(ref, key), key) >= 0;
  }

  private byte[] leafOf(PageRef ref, long key) {
    int level = ref.level();
    byte[] page = pages.page(ref.number(), ref.crc(), level);
    while (level > 0) {
      long child = BranchPage.child(page, BranchPage.find(page, key));
      level--;
      page = pages.page(BranchPage.number(child), BranchPage.crc(child), level);
    }
    return page;
  }

  /**
   * Tells where the tree begins.
   *
   * @return its root
   */
  public final TreeRoot root() {
    return root;
  }

  /**
   * Counts the changes, so that a cursor notices them.
   *
   * @return a number that grows with every change
   */
  long changes() {
    return 0;
  }

  /** Reads the page of a branch's child. */
  byte[] childPage(byte[] branch, int index) {
    long child = BranchPage.child(branch, index);
    return pages.page(
        BranchPage.number(child), BranchPage.crc(child), PageHeader.level(branch) - 1);
  }
}
