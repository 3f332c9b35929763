package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.space.Pages;

/**
 * An ordered map from long to long in one tree of pages, as a snapshot sees it. Any number of
 * threads may read at once.
 */
public class LongTree {
  /** The pages of the tree. */
  public final Pages pages;

  /** The root of the tree. */
  public final TreeRoot root;

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
   * Returns the value of a key.
   *
   * @param key the key
   * @param missing the result if the key is absent
   * @return its value
   */
  public final long get(long key, long missing) {
    return lookUp(key, missing, true);
  }

  /**
   * Returns whether a key is there.
   *
   * @param key the key
   * @return true if it has a value
   */
  public final boolean contains(long key) {
    return lookUp(key, 0, false) != 0;
  }

  /** Returns the value of a key; or 1 if only the presence of the key is asked for. */
  private long lookUp(long key, long missing, boolean wantsValue) {
    PageRef ref = root.page();
    if (ref.isNone()) {
      return missing;
    }
    byte[] page = pages.page(ref.number(), ref.crc(), ref.level());
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE;
    for (int level = ref.level(); level > 0; level--) {
      int index = BranchPage.find(page, key);
      from = BranchPage.separator(page, index);
      to = BranchPage.bound(page, index, to);
      long child = BranchPage.child(page, index);
      page =
          level == 1
              ? pages.leaf(child, fraction(key, from, to))
              : pages.page(BranchPage.number(child), BranchPage.crc(child), level - 1);
    }
    int index = LeafPage.find(page, key, to);
    if (index < 0) {
      return missing;
    }
    return wantsValue ? LeafPage.value(page, index) : 1;
  }

  /** Returns the position of a key between the bounds of a page, 0 to 1. */
  static double fraction(long key, long from, long to) {
    return (double) (key - from) / (double) (to - from);
  }

  /**
   * Looks many keys up, each step for some of them before the next step of any: their waits for
   * memory overlap.
   *
   * @param keys the keys
   * @param values receives the value of each key at its place
   * @param missing the result for each key that is absent
   */
  public final void getAll(long[] keys, long[] values, long missing) {
    PageRef ref = root.page();
    if (ref.level() == 0 || ref.isNone()) {
      for (int i = 0; i < keys.length; i++) {
        values[i] = get(keys[i], missing);
      }
      return;
    }
    Lookups lookups = new Lookups(this, Math.min(keys.length, Lookups.BATCH));
    for (int start = 0; start < keys.length; start += Lookups.BATCH) {
      lookups.get(keys, start, Math.min(Lookups.BATCH, keys.length - start), values, missing);
    }
  }

  /**
   * Returns where the tree begins.
   *
   * @return its root
   */
  public final TreeRoot root() {
    return root;
  }

  /** Returns whether the tree cannot change. */
  public boolean isFixed() {
    return true;
  }

  /**
   * Counts the changes, so that a cursor notices them.
   *
   * @return a number that grows with every change
   */
  public long changes() {
    return 0;
  }

  /**
   * Reads a child of a branch, for the search of a key.
   *
   * @param branch the branch
   * @param index which child
   * @param fraction position of the key between the bounds of the child, 0 to 1
   * @return the page
   */
  protected byte[] childPage(byte[] branch, int index, double fraction) {
    long child = BranchPage.child(branch, index);
    int level = PageHeader.level(branch) - 1;
    return level == 0
        ? pages.leaf(child, fraction)
        : pages.page(BranchPage.number(child), BranchPage.crc(child), level);
  }
}
