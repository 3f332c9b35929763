package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.space.TreePages;

/**
 * A tree of pages, and the meaning of its pages: how a branch orders its children, and the bounds
 * of a page. {@link TreePath} descends trees of all types of keys, {@link BranchWriter} changes
 * them.
 *
 * @param <K> the type of the separators
 */
public abstract class Tree<K> {
  final TreePages pages;
  final TreeRoot root;
  private final boolean isFixed;
  private long changes;

  Tree(TreePages pages, TreeRoot root, boolean isFixed) {
    this.pages = pages;
    this.root = root;
    this.isFixed = isFixed;
  }

  /** Returns the number of entries, which is stored with the root. */
  public final long size() {
    return root.entries();
  }

  /** Returns the root. */
  public final TreeRoot root() {
    return root;
  }

  /** Returns the pages of its collection. */
  public final TreePages pages() {
    return pages;
  }

  /** Returns whether the tree cannot change, because it is that of a snapshot. */
  public final boolean isFixed() {
    return isFixed;
  }

  /** Returns a number that grows with every change, so that cursors notice changes. */
  public final long changes() {
    return changes;
  }

  /**
   * Records a change of the tree of a write transaction.
   *
   * @param change the growth of the number of entries
   */
  public final void counted(long change) {
    root.addEntries(change);
    changes++;
  }

  /**
   * Returns an estimate of the number of lowest pages, from the branches on one path. Exact if the
   * tree has at most one branch.
   */
  public final long aboutLeaves() {
    PageRef ref = root.page();
    if (ref.isNone()) {
      return 0;
    }
    byte[] page = rootPage();
    long leaves = 1;
    for (int level = ref.level(); level > 0; level--) {
      int children = PageHeader.count(page);
      leaves *= children;
      if (level > 1) {
        page = childPage(page, (children - 1) / 2, 0);
      }
    }
    return leaves;
  }

  /** Reads the root page. */
  final byte[] rootPage() {
    PageRef ref = root.page();
    return pages.page(ref.number(), ref.crc(), ref.level());
  }

  /**
   * Reads a child of a branch, for the search of a key.
   *
   * @param fraction position of the key between the bounds of the child, 0 to 1
   */
  protected abstract byte[] childPage(byte[] branch, int index, double fraction);

  /**
   * Checks that all keys of a leaf are below those of the next one.
   *
   * @param entered which of the two a path has moved to
   * @throws io.octavo.error.CorruptionException if they are not
   */
  abstract void requireOrder(byte[] low, byte[] high, byte[] entered);

  /**
   * Checks a child against the bounds in its parent. A reader needs no order across pages. A writer
   * of a damaged tree would add to the disorder, or not terminate.
   *
   * @throws io.octavo.error.CorruptionException if it does not
   */
  abstract void requireInBounds(byte[] branch, int index, byte[] page);

  /** Returns the lower bound of the root. */
  abstract K least();

  /** Reads a separator of a branch. */
  abstract K separator(byte[] branch, int index);

  /** Returns whether a separator can follow the first one of a branch. */
  abstract boolean isAboveFirst(byte[] branch, K separator);

  /** Adds a child to a branch. Returns false, with the branch unchanged, if it has no room. */
  abstract boolean insert(byte[] branch, int index, K separator, long child);

  /** Makes an empty run for children of branches of a kind. */
  abstract BranchRun<K> newRun(PageKind branch);

  /** Descends a path to the leaf that may hold a key. */
  abstract void descend(TreePath path, K key);

  /** Updates the sum of a child in a branch, if the branches of the tree have sums. */
  protected void sum(byte[] branch, int index, byte[] child) {}
}
