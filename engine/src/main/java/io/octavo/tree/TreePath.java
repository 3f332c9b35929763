package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesCopy;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import org.jspecify.annotations.Nullable;

/** The pages from the root to a leaf, by level, and the index of the child in each branch. */
public final class TreePath {
  public final byte[][] pages = new byte[BranchPage.MAX_LEVEL + 1][];
  public final int[] indexes = new int[BranchPage.MAX_LEVEL + 1];

  /** Level of the root, -1 if the tree is empty. */
  public int top = -1;

  /** Receives the bytes of each neighbour that the path moves to; null if they are not wanted. */
  @Nullable BytesCopy ahead;

  private final Tree<?> tree;

  /** An upper bound of the keys of the leaf, from the last descent to a long key. */
  private long leafBound = Long.MAX_VALUE;

  /** Makes an empty path. */
  public TreePath(Tree<?> tree) {
    this.tree = tree;
  }

  /**
   * Descends to the leaf that may hold a key.
   *
   * @param key the key, in a tree of longs
   */
  public void descend(long key) {
    start();
    leafBound = Long.MAX_VALUE;
    for (int level = top; level > 0; level--) {
      byte[] branch = pages[level];
      int index = BranchPage.find(branch, key);
      leafBound = BranchPage.bound(branch, index, leafBound);
      enter(level, index, LongTree.fraction(key, BranchPage.separator(branch, index), leafBound));
    }
  }

  /**
   * Descends to the leaf that may hold a key.
   *
   * @param key the key, in a tree of byte strings
   */
  void descend(byte[] key) {
    start();
    for (int level = top; level > 0; level--) {
      enter(level, BytesPage.findChild(pages[level], key), 0);
    }
  }

  /** Descends to the branch above the leaf that may hold a key; no leaf is read. */
  void descendToBranch(long key) {
    top = tree.root.page().isNone() ? -1 : tree.root.page().level();
    if (top > 0) {
      start();
    }
    for (int level = top; level > 0; level--) {
      enterBranch(level, BranchPage.find(pages[level], key));
    }
  }

  /**
   * Descends a series to the branch above the first leaf that has an entry at or after a time,
   * without reading that leaf; to the leaf if it is the root.
   *
   * @return false if there is no such leaf
   * @throws io.octavo.error.CorruptionException if a branch has no such child, against the row
   *     above
   */
  public boolean descendToFirst(long time) {
    start();
    for (int level = top; level > 0; level--) {
      int index = SummedPage.firstChild(pages[level], time);
      if (index == PageHeader.count(pages[level])) {
        if (level == top) {
          return false;
        }
        throw tree.pages.wrongRow(pages[level], "no time from " + time + " on");
      }
      enterBranch(level, index);
    }
    return top >= 0;
  }

  /** Descends to the first or the last leaf. */
  public void descendToEdge(boolean last) {
    start();
    edgeBelow(top, last);
  }

  private void start() {
    top = tree.root.page().isNone() ? -1 : tree.root.page().level();
    if (top >= 0) {
      pages[top] = tree.rootPage();
    }
  }

  private void enter(int level, int index, double fraction) {
    indexes[level] = index;
    pages[level - 1] = tree.childPage(pages[level], index, fraction);
  }

  /** Selects a child, and reads it if it is a branch. */
  private void enterBranch(int level, int index) {
    indexes[level] = index;
    if (level > 1) {
      enter(level, index, 0);
    }
  }

  private void edgeBelow(int from, boolean last) {
    for (int level = from; level > 0; level--) {
      enter(level, edge(level, last), last ? 1 : 0);
    }
  }

  private int edge(int level, boolean last) {
    return last ? PageHeader.count(pages[level]) - 1 : 0;
  }

  /**
   * Moves to the next or the previous leaf. Returns false, without a move, if there is none.
   *
   * @throws io.octavo.error.CorruptionException if that leaf is empty or its keys are out of order:
   *     a walk over branches that repeat a child would not terminate
   */
  boolean toNeighbour(boolean next) {
    byte[] left = leaf();
    int level = 1;
    while (level <= top && indexes[level] == edge(level, next)) {
      level++;
    }
    if (level > top) {
      return false;
    }
    enter(level, next ? indexes[level] + 1 : indexes[level] - 1, next ? 0 : 1);
    edgeBelow(level - 1, !next);
    if (ahead != null) {
      // First, so that later reads need not wait for each line of memory in turn.
      ahead.load(leaf());
    }
    if (PageHeader.count(leaf()) == 0) {
      throw tree.pages.emptyLeaf(leaf());
    }
    // A leaf found by a search may be empty; its neighbour must have entries.
    if (PageHeader.count(left) > 0) {
      tree.requireOrder(next ? left : leaf(), next ? leaf() : left, leaf());
    }
    return true;
  }

  /** Returns the leaf. */
  public byte[] leaf() {
    return pages[0];
  }

  /** Returns whether no leaf follows. */
  public boolean isRightEdge() {
    return boundLevel() < 0;
  }

  /**
   * Returns the level of the branch whose separator is the lower bound of the page at a level; -1
   * if there is none. The first separator of a branch is no bound.
   */
  int lowerLevel(int level) {
    for (int above = level + 1; above <= top; above++) {
      if (indexes[above] > 0) {
        return above;
      }
    }
    return -1;
  }

  /**
   * Returns the level of the branch whose next separator is the upper bound of the leaf; -1 if
   * there is none.
   */
  int boundLevel() {
    for (int level = 1; level <= top; level++) {
      if (indexes[level] < edge(level, true)) {
        return level;
      }
    }
    return -1;
  }

  /** Returns the lower bound of the leaf, in a tree of longs. */
  public long lowerBound() {
    int level = lowerLevel(0);
    return level < 0 ? Long.MIN_VALUE : BranchPage.separator(pages[level], indexes[level]);
  }

  /**
   * Returns the separator after the leaf, in a tree of longs; {@link Long#MAX_VALUE} if there is
   * none.
   */
  public long upperBound() {
    int level = boundLevel();
    return level < 0 ? Long.MAX_VALUE : BranchPage.separator(pages[level], indexes[level] + 1);
  }

  /** Returns the separator after the leaf, in a tree of byte strings; null if there is none. */
  byte @Nullable [] bytesBound() {
    int level = boundLevel();
    return level < 0 ? null : BytesPage.key(pages[level], indexes[level] + 1);
  }

  /** Searches a key in the leaf of the path, in a tree of longs. */
  int find(long key) {
    return LeafPage.find(leaf(), key, leafBound);
  }
}
