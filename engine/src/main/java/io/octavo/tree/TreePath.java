package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;

/** The pages from the root to a leaf, by level, and the child taken in each branch. */
public final class TreePath {
  public final byte[][] pages = new byte[BranchPage.MAX_LEVEL + 1][];
  public final int[] indexes = new int[BranchPage.MAX_LEVEL + 1];

  /** Level of the root, -1 if the tree is empty. */
  public int top = -1;

  /** An upper bound of the keys of the leaf, from the last descent. */
  private long leafBound = Long.MAX_VALUE;

  /** Descends to the leaf that may hold a key. */
  public void descend(LongTree tree, long key) {
    if (!start(tree)) {
      return;
    }
    leafBound = Long.MAX_VALUE;
    for (int level = top; level > 0; level--) {
      byte[] branch = pages[level];
      int index = BranchPage.find(branch, key);
      leafBound = BranchPage.bound(branch, index, leafBound);
      enter(
          tree,
          level,
          index,
          LongTree.fraction(key, BranchPage.separator(branch, index), leafBound));
    }
  }

  /** Descends to the branch above the leaf that may hold a key, without reading the leaf. */
  void descendToBranch(LongTree tree, long key) {
    PageRef ref = tree.root.page();
    top = ref.isNone() ? -1 : ref.level();
    if (top <= 0) {
      return;
    }
    start(tree);
    for (int level = top; level > 0; level--) {
      indexes[level] = BranchPage.find(pages[level], key);
      if (level > 1) {
        pages[level - 1] = tree.childPage(pages[level], indexes[level], 0);
      }
    }
  }

  /**
   * Descends a series to the branch above the first leaf that has an entry at or behind a time,
   * without reading that leaf; to the leaf if it is the root.
   *
   * @return false if there is no such leaf
   * @throws io.octavo.error.CorruptionException if a branch has no such child, against the row
   *     above
   */
  public boolean descendToFirst(LongTree tree, long time) {
    if (!start(tree)) {
      return false;
    }
    for (int level = top; level > 0; level--) {
      indexes[level] = SummedPage.firstChild(pages[level], time);
      if (indexes[level] == PageHeader.count(pages[level])) {
        if (level == top) {
          return false;
        }
        throw tree.pages.wrongRow(pages[level], "no time from " + time + " on");
      }
      if (level > 1) {
        pages[level - 1] = tree.childPage(pages[level], indexes[level], 0);
      }
    }
    return true;
  }

  /** Descends to the first or the last leaf. */
  public void descendToEdge(LongTree tree, boolean last) {
    if (start(tree)) {
      edgeBelow(tree, top, last);
    }
  }

  private boolean start(LongTree tree) {
    PageRef ref = tree.root.page();
    top = ref.isNone() ? -1 : ref.level();
    if (top < 0) {
      return false;
    }
    pages[top] = tree.pages.page(ref.number(), ref.crc(), top);
    return true;
  }

  private void enter(LongTree tree, int level, int index, double fraction) {
    indexes[level] = index;
    pages[level - 1] = tree.childPage(pages[level], index, fraction);
  }

  private void edgeBelow(LongTree tree, int from, boolean last) {
    for (int level = from; level > 0; level--) {
      enter(tree, level, last ? PageHeader.count(pages[level]) - 1 : 0, last ? 1 : 0);
    }
  }

  /**
   * Moves to the next leaf. Returns false if there is none.
   *
   * @throws io.octavo.error.CorruptionException if that leaf is empty or its keys are out of order:
   *     a walk over branches that repeat a child would not terminate
   */
  boolean nextLeaf(LongTree tree) {
    byte[] before = leaf();
    int level = 1;
    while (level <= top && indexes[level] == PageHeader.count(pages[level]) - 1) {
      level++;
    }
    if (level > top) {
      return false;
    }
    enter(tree, level, indexes[level] + 1, 0);
    edgeBelow(tree, level - 1, false);
    requireOrder(tree, before, leaf());
    return true;
  }

  /**
   * Moves to the previous leaf. Returns false if there is none.
   *
   * @throws io.octavo.error.CorruptionException as {@link #nextLeaf}
   */
  boolean previousLeaf(LongTree tree) {
    byte[] behind = leaf();
    int level = 1;
    while (level <= top && indexes[level] == 0) {
      level++;
    }
    if (level > top) {
      return false;
    }
    enter(tree, level, indexes[level] - 1, 1);
    edgeBelow(tree, level - 1, true);
    requireOrder(tree, leaf(), behind);
    return true;
  }

  /**
   * Throws if the leaf of the path is empty, or if a key of the lower leaf is not below all keys of
   * the higher one.
   */
  private void requireOrder(LongTree tree, byte[] low, byte[] high) {
    if (PageHeader.count(leaf()) == 0) {
      throw tree.pages.emptyLeaf(leaf());
    }
    if (PageHeader.count(low) == 0 || PageHeader.count(high) == 0) {
      // The leaf in which a search ended may be empty; only its neighbour must have entries.
      return;
    }
    long last = LeafPage.key(low, PageHeader.count(low) - 1);
    long first = LeafPage.key(high, 0);
    if (last >= first) {
      throw leaf() == high
          ? tree.pages.outOfBounds(high, "" + first, "more than " + last)
          : tree.pages.outOfBounds(low, "" + last, "less than " + first);
    }
  }

  public byte[] leaf() {
    return pages[0];
  }

  /** Returns whether the path is on the right edge of the tree. */
  public boolean isRightEdge() {
    for (int level = 1; level <= top; level++) {
      if (indexes[level] != PageHeader.count(pages[level]) - 1) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the level of the separator that is the upper bound of the leaf; -1 if there is none.
   */
  int boundLevel() {
    for (int level = 1; level <= top; level++) {
      if (indexes[level] < PageHeader.count(pages[level]) - 1) {
        return level;
      }
    }
    return -1;
  }

  /** Returns the separator after the child that the path takes at a level. */
  long bound(int level) {
    return BranchPage.separator(pages[level], indexes[level] + 1);
  }

  /** Returns the separator of the leaf; {@link Long#MIN_VALUE} if there is none. */
  public long lowerBound() {
    return top == 0 ? Long.MIN_VALUE : BranchPage.separator(pages[1], indexes[1]);
  }

  /** Returns the separator behind the leaf; {@link Long#MAX_VALUE} if there is none. */
  public long upperBound() {
    int level = boundLevel();
    return level < 0 ? Long.MAX_VALUE : bound(level);
  }

  /** Searches a key in the leaf of the path. */
  int find(long key) {
    return LeafPage.find(leaf(), key, leafBound);
  }
}
