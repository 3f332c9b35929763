package io.octavo.tree;

import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import java.util.Arrays;
import java.util.BitSet;

/** Arrays for lookups that descend a tree in step, and the steps of these lookups. */
final class Lookups {
  /** The number of lookups in step: more than the outstanding loads of a processor core. */
  static final int BATCH = 32;

  private final LongTree tree;
  private final byte[][] pages;
  private final int[] indexes;
  private final long[] bounds;
  private final long[] children;
  private final double[] fractions;

  /** Makes arrays for a number of lookups in a tree. */
  Lookups(LongTree tree, int count) {
    this.tree = tree;
    this.pages = new byte[count][];
    this.indexes = new int[count];
    this.bounds = new long[count];
    this.children = new long[count];
    this.fractions = new double[count];
  }

  /** Looks up some keys in a tree that has branches. */
  void get(long[] keys, int start, int count, long[] values, long missing) {
    descend(keys, start, count);
    tree.pages.leaves(children, fractions, count, pages);
    for (int i = 0; i < count; i++) {
      int index = LeafPage.find(pages[i], keys[start + i], bounds[i]);
      values[start + i] = index < 0 ? missing : LeafPage.value(pages[i], index);
    }
  }

  /** Finds which of some keys a tree with branches has. */
  void find(long[] keys, int start, int count, BitSet found) {
    descend(keys, start, count);
    tree.pages.leaves(children, fractions, count, pages);
    for (int i = 0; i < count; i++) {
      found.set(start + i, LeafPage.find(pages[i], keys[start + i], bounds[i]) >= 0);
    }
  }

  /**
   * Begins to load the leaves of some keys.
   *
   * @param isPut whether entries will be put, for which a full leaf needs its neighbours
   */
  void touch(long[] keys, int count, boolean isPut) {
    if (tree.root.page().level() == 0) {
      return;
    }
    descend(keys, 0, count);
    if (tree.pages.touch(children, fractions, count) && isPut) {
      for (int i = 0; i < count; i++) {
        if (i == 0 || children[i] != children[i - 1]) {
          tree.pages.readNeighbours(pages[i], indexes[i]);
        }
      }
    }
  }

  /** Descends to the leaves of some keys, without reading them. */
  private void descend(long[] keys, int start, int count) {
    Arrays.fill(pages, tree.rootPage());
    Arrays.fill(bounds, Long.MAX_VALUE);
    for (int level = tree.root.page().level(); level > 0; level--) {
      for (int i = 0; i < count; i++) {
        long key = keys[start + i];
        byte[] page = pages[i];
        int index = BranchPage.find(page, key);
        indexes[i] = index;
        bounds[i] = BranchPage.bound(page, index, bounds[i]);
        children[i] = BranchPage.child(page, index);
        fractions[i] = LongTree.fraction(key, BranchPage.separator(page, index), bounds[i]);
      }
      if (level > 1) {
        enter(level - 1, count);
      }
    }
  }

  private void enter(int level, int count) {
    for (int i = 0; i < count; i++) {
      long child = children[i];
      pages[i] = tree.pages.page(BranchPage.number(child), BranchPage.crc(child), level);
    }
  }
}
