package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesCopy;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.tree.BranchPage;
import org.jspecify.annotations.Nullable;

/**
 * The pages from the root to a leaf of byte strings, by level, and the child taken in each branch.
 */
final class BytesPath {
  final byte[][] pages = new byte[BranchPage.MAX_LEVEL + 1][];
  final int[] indexes = new int[BranchPage.MAX_LEVEL + 1];

  /** Level of the root, -1 if the tree is empty. */
  int top = -1;

  /** Receives the bytes of each neighbour that the path moves to; null if they are not wanted. */
  @Nullable BytesCopy ahead;

  private final BytesTree tree;

  BytesPath(BytesTree tree) {
    this.tree = tree;
  }

  /** Descends to the leaf that may hold a key. */
  void descend(byte[] key) {
    start();
    for (int level = top; level > 0; level--) {
      enter(level, BytesPage.findChild(pages[level], key));
    }
  }

  /** Descends to the first or the last leaf. */
  void descendToEdge(boolean last) {
    start();
    edgeBelow(top, last);
  }

  private void start() {
    PageRef ref = tree.root.page();
    top = ref.isNone() ? -1 : ref.level();
    if (top >= 0) {
      pages[top] = tree.pages.page(ref.number(), ref.crc(), top);
    }
  }

  private void enter(int level, int index) {
    indexes[level] = index;
    pages[level - 1] = tree.childPage(pages[level], index);
  }

  private void edgeBelow(int from, boolean last) {
    for (int level = from; level > 0; level--) {
      enter(level, last ? PageHeader.count(pages[level]) - 1 : 0);
    }
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
    enter(level, next ? indexes[level] + 1 : indexes[level] - 1);
    edgeBelow(level - 1, !next);
    if (ahead != null) {
      // First of all, so that later reads do not wait for one line of memory after the other.
      ahead.load(leaf());
    }
    requireOrder(next ? left : leaf(), next ? leaf() : left);
    return true;
  }

  /**
   * Throws if the leaf of the path is empty, or if a key of the lower leaf is not below all keys of
   * the higher one.
   */
  private void requireOrder(byte[] low, byte[] high) {
    if (PageHeader.count(leaf()) == 0) {
      throw tree.pages.emptyLeaf(leaf());
    }
    // The leaf in which a search ended may be empty; only its neighbour must have entries.
    boolean isOrdered =
        PageHeader.count(low) == 0
            || PageHeader.count(high) == 0
            || BytesPage.isAboveAll(low, BytesPage.key(high, 0));
    if (!isOrdered) {
      throw tree.pages.outOfBounds(
          leaf(),
          "keys " + (leaf() == high ? "not above" : "not below") + " those of the neighbour",
          "keys " + (leaf() == high ? "above" : "below") + " them");
    }
  }

  private int edge(int level, boolean last) {
    return last ? PageHeader.count(pages[level]) - 1 : 0;
  }

  byte[] leaf() {
    return pages[0];
  }

  /** Returns whether the path is on the right edge of the tree. */
  boolean isRightEdge() {
    for (int level = 1; level <= top; level++) {
      if (indexes[level] != edge(level, true)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the separator after the leaf, null if there is none. */
  byte @Nullable [] bound() {
    for (int level = 1; level <= top; level++) {
      if (indexes[level] < edge(level, true)) {
        return BytesPage.key(pages[level], indexes[level] + 1);
      }
    }
    return null;
  }
}
