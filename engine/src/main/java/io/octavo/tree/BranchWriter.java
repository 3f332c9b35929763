package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.space.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a tree above its lowest pages, whatever its keys are: copies of the path, added and
 * removed children, splits and merges of branches. One thread at a time.
 *
 * <p>The first separator of a branch is no bound: keys below the second separator belong to the
 * first child, so that no separator must change when a child is removed. The first separator is
 * lowered when a separator is added that is not above it.
 *
 * @param <K> the type of the separators
 */
public final class BranchWriter<K> {
  /** A branch that is rebuilt keeps a sixteenth free. */
  private static final int SPARE = 16;

  /** A branch that is merged with its neighbour keeps an eighth free. */
  private static final int MERGED_SPARE = 8;

  private static final int NO_SPARE = Integer.MAX_VALUE;

  /** Formats an array as a page. */
  @FunctionalInterface
  public interface PageFormat {
    /**
     * Writes a page.
     *
     * @param page the array, with any bytes
     * @param number the place of the page in the file
     * @param owner the collection
     */
    void format(byte[] page, int number, int owner);
  }

  private final Tree<K> tree;
  private final PageKind kind;
  private final WriteSet writeSet;
  private final int limit;
  private final TreePath path;
  private @Nullable BranchRun<K> scratch;

  /**
   * Begins to change a tree.
   *
   * @param kind the kind of its branches
   * @param transaction the transaction that writes
   * @param limits how full pages may be
   */
  public BranchWriter(
      Tree<K> tree, PageKind kind, WriteTransaction transaction, TreeLimits limits) {
    this.tree = tree;
    this.kind = kind;
    this.writeSet = transaction.writeSet();
    this.limit = Math.min(limits.branch(), TreePage.branchCapacity(kind));
    this.path = new TreePath(tree);
  }

  /** Returns the path to the leaf that is to be changed: the same object for each call. */
  public TreePath path() {
    return path;
  }

  private BranchRun<K> emptyRun() {
    BranchRun<K> run = scratch;
    if (run == null) {
      run = tree.newRun(kind);
      scratch = run;
    }
    run.clear();
    return run;
  }

  private byte[] newBranch(int level) {
    if (level > BranchPage.MAX_LEVEL) {
      throw new IllegalStateException("level=" + level + " is above what the format allows");
    }
    return newPage(
        (page, number, owner) -> TreePage.formatBranch(page, kind, level, number, owner));
  }

  /** Makes a page of the tree, in no branch yet. */
  public byte[] newPage(PageFormat format) {
    byte[] page = tree.pages.array();
    format.format(page, writeSet.allocate(), tree.root.owner());
    // Added with its entries, because the cache records their number.
    writeSet.add(page);
    return page;
  }

  /**
   * Makes the path from the root to the leaf writable, and clears the checksums of the children on
   * it.
   */
  public void makePathWritable() {
    makeWritableTo(0);
  }

  /**
   * Makes the path from the root to the leaf writable; the leaf as {@link WriteSet#writableLeaf}
   * says.
   *
   * @param keepsEntries whether entries of the leaf will only be added or removed
   */
  void makeLeafWritable(boolean keepsEntries) {
    makeWritableTo(1);
    if (path.top > 0) {
      byte[] found = path.leaf();
      boolean isOwned = writeSet.owns(PageHeader.number(found));
      path.pages[0] =
          link(1, path.indexes[1], writeSet.writableLeaf(found, keepsEntries), !isOwned);
    }
  }

  /**
   * Makes the path from the root to a level writable, and clears the checksums of the children on
   * it.
   */
  private void makeWritableTo(int lowest) {
    byte[] top = path.pages[path.top];
    byte[] writable = writeSet.writable(top);
    if (writable != top || tree.root.page().crc() != 0) {
      tree.root.setPage(new PageRef(PageHeader.number(writable), 0, path.top));
    }
    path.pages[path.top] = writable;
    for (int level = path.top; level > lowest; level--) {
      path.pages[level - 1] = makeChildWritable(level, path.indexes[level], path.pages[level - 1]);
    }
  }

  /**
   * Makes a child of the path's branch at a level writable.
   *
   * @return the writable page
   */
  public byte[] makeChildWritable(int level, int index, byte[] child) {
    byte[] page = writeSet.writable(child);
    return link(level, index, page, page != child);
  }

  private byte[] link(int level, int index, byte[] page, boolean isCopy) {
    if (isCopy) {
      // Checked after the copy, because the copy is the first access to the page's bytes.
      tree.requireInBounds(path.pages[level], index, page);
    }
    TreePage.setChild(path.pages[level], index, BranchPage.childOf(PageHeader.number(page), 0));
    return page;
  }

  /** Reads a child, and checks it against the bounds in its parent. */
  public byte[] child(byte[] branch, int index) {
    byte[] page = tree.childPage(branch, index, 0);
    tree.requireInBounds(branch, index, page);
    return page;
  }

  /** Checks the pages of the path against the bounds in their parents. */
  void requirePathInBounds() {
    for (int level = path.top; level > 0; level--) {
      tree.requireInBounds(path.pages[level], path.indexes[level], path.pages[level - 1]);
    }
  }

  /** Returns the index of the neighbour of the path's leaf that has more room. */
  int emptierNeighbour() {
    byte[] branch = path.pages[1];
    int index = path.indexes[1];
    // Bounds are checked on the copy of the one that is chosen.
    byte[] left = index > 0 ? tree.childPage(branch, index - 1, 0) : null;
    byte[] right =
        index + 1 < PageHeader.count(branch) ? tree.childPage(branch, index + 1, 0) : null;
    if (left == null && right == null) {
      throw new IllegalStateException("a branch with one child: " + PageHeader.number(branch));
    }
    boolean isLeft =
        left != null && (right == null || PageHeader.free(left) > PageHeader.free(right));
    return isLeft ? index - 1 : index + 1;
  }

  /** Adds a leaf after all others. The path leads to the last leaf, or to the branch above it. */
  public void append(K separator, byte[] leaf) {
    if (path.top < 0) {
      tree.root.setPage(new PageRef(PageHeader.number(leaf), 0, 0));
      return;
    }
    if (path.top > 0) {
      makeWritableTo(1);
    }
    addChild(1, separator, leaf, true);
  }

  /**
   * Adds a child after the child of the path at a level.
   *
   * @param level the level of the new child plus one
   * @param child its page
   * @param isEdge whether the path is on the right edge of the tree; after a split below, the path
   *     no longer shows it
   */
  public void addChild(int level, K separator, byte[] child, boolean isEdge) {
    long reference = BranchPage.childOf(PageHeader.number(child), 0);
    if (level > path.top) {
      growRoot(level, separator, child);
      return;
    }
    byte[] branch = path.pages[level];
    int index = path.indexes[level] + 1;
    int count = PageHeader.count(branch);
    tree.sum(branch, index - 1, path.pages[level - 1]);
    boolean isAboveFirst = index > 1 || tree.isAboveFirst(branch, separator);
    if (isAboveFirst && count < limit && tree.insert(branch, index, separator, reference)) {
      tree.sum(branch, index, child);
      sumUp(level + 1);
      return;
    }
    BranchRun<K> run = emptyRun();
    run.addAll(branch);
    if (!isAboveFirst) {
      run.setSeparator(0, lowerBound(level));
    }
    run.insert(index, separator, reference);
    boolean append = isEdge && index == count;
    if (run.fits(0, run.count(), limit, append ? NO_SPARE : SPARE)) {
      run.build(0, run.count(), branch);
      tree.sum(branch, index, child);
      sumUp(level + 1);
      return;
    }
    // On the right edge, the last child of the old branch moves to the new one, because a branch
    // must have two children.
    int[] bounds =
        append && run.fits(0, count - 1, limit, NO_SPARE)
            ? new int[] {0, count - 1, count + 1}
            : run.partition(2, 2, limit);
    byte[][] branches = build(level, run, bounds, branch);
    for (int i = 0; i < branches.length; i++) {
      if (bounds[i] <= index && index < bounds[i + 1]) {
        tree.sum(branches[i], index - bounds[i], child);
      }
    }
    int above = level < path.top ? path.indexes[level + 1] : 0;
    spread(level, branches, separators(run, bounds), 1, above, isEdge);
  }

  private void growRoot(int level, K separator, byte[] right) {
    byte[] branch = newBranch(level);
    PageRef old = tree.root.page();
    tree.insert(branch, 0, tree.least(), BranchPage.childOf(old.number(), old.crc()));
    tree.insert(branch, 1, separator, BranchPage.childOf(PageHeader.number(right), 0));
    tree.sum(branch, 0, path.pages[level - 1]);
    tree.sum(branch, 1, right);
    tree.root.setPage(new PageRef(PageHeader.number(branch), 0, level));
    // The new root is part of the path, because more children may follow.
    path.top = level;
    path.pages[level] = branch;
    path.indexes[level] = 0;
  }

  /** Returns the lower bound of the path's page at a level. Its first separator may be higher. */
  private K lowerBound(int level) {
    int above = path.lowerLevel(level);
    return above < 0 ? tree.least() : tree.separator(path.pages[above], path.indexes[above]);
  }

  /** Builds the parts of a run into present branches, and into as many new ones as needed. */
  private byte[][] build(int level, BranchRun<K> run, int[] bounds, byte[]... present) {
    byte[][] branches = new byte[bounds.length - 1][];
    for (int i = 0; i < branches.length; i++) {
      branches[i] = i < present.length ? present[i] : newBranch(level);
      run.build(bounds[i], bounds[i + 1], branches[i]);
    }
    return branches;
  }

  private List<K> separators(BranchRun<K> run, int[] bounds) {
    List<K> separators = new ArrayList<>();
    for (int i = 0; i < bounds.length - 1; i++) {
      separators.add(run.key(bounds[i]));
    }
    return separators;
  }

  /**
   * Sets the separators of adjacent children among which entries were distributed, and adds the new
   * pages after them.
   *
   * @param pages the pages, the present children first
   * @param separators the separator of each page; that of the first one is not used
   * @param present how many of the pages are children already
   * @param index the index of the first page in the branch above
   * @param isEdge whether the path keeps to the right edge of the tree
   */
  void spread(
      int level, byte[][] pages, List<K> separators, int present, int index, boolean isEdge) {
    if (level < path.top) {
      path.indexes[level + 1] = index;
      path.pages[level] = pages[0];
      for (int i = 1; i < present; i++) {
        // Added again below, with its new separator, like a new page.
        TreePage.remove(path.pages[level + 1], index + 1);
      }
    }
    for (int i = 1; i < pages.length; i++) {
      if (i > 1) {
        // The branch may have been split: descend to the previous page, which is in its place by
        // now.
        tree.descend(path, separators.get(i - 1));
      }
      addChild(level + 1, separators.get(i), pages[i], isEdge);
    }
  }

  /** Updates the sums in the branches of the path, from a level up. */
  public void sumUp(int level) {
    for (int i = level; i <= path.top; i++) {
      tree.sum(path.pages[i], path.indexes[i], path.pages[i - 1]);
    }
  }

  /**
   * Removes the leaf of the path with all entries, without a copy, which would need room on a full
   * disk. The leaf need not have been read.
   *
   * @param entries the number of its entries
   */
  public void removeLeaf(long entries) {
    int number = tree.root.page().number();
    if (path.top > 0) {
      makeWritableTo(1);
      number = BranchPage.number(TreePage.child(path.pages[1], path.indexes[1]));
    }
    if (!writeSet.isInUse(number)) {
      throw tree.pages.referredTwice(number);
    }
    writeSet.free(number);
    if (path.top > 0) {
      removeChild(1, path.indexes[1]);
    } else {
      tree.root.setPage(PageRef.NONE);
    }
    tree.counted(-entries);
  }

  /**
   * Merges the leaf of the path with its left or else its right neighbour.
   *
   * @param merge returns a function that builds one leaf of two; null if their entries do not fit
   */
  public void mergeLeaf(BiFunction<byte[], byte[], @Nullable Consumer<byte[]>> merge) {
    int index = path.indexes[1];
    if (!mergeLeaves(index - 1, merge)) {
      mergeLeaves(index, merge);
    }
  }

  private boolean mergeLeaves(
      int leftIndex, BiFunction<byte[], byte[], @Nullable Consumer<byte[]>> merge) {
    byte[] branch = path.pages[1];
    if (leftIndex < 0 || leftIndex + 1 >= PageHeader.count(branch)) {
      return false;
    }
    byte[] left = child(branch, leftIndex);
    byte[] right = child(branch, leftIndex + 1);
    Consumer<byte[]> build = merge.apply(left, right);
    if (build == null) {
      return false;
    }
    left = makeChildWritable(1, leftIndex, left);
    build.accept(left);
    tree.sum(branch, leftIndex, left);
    writeSet.free(PageHeader.number(right));
    removeChild(1, leftIndex + 1);
    return true;
  }

  /** Removes a child of the path's branch at a level. A neighbour inherits its range of keys. */
  private void removeChild(int level, int index) {
    byte[] branch = path.pages[level];
    TreePage.remove(branch, index);
    if (level == path.top) {
      shrink(branch);
    } else if (PageHeader.count(branch) == 1 || isUnderfull(branch)) {
      mergeBranch(level);
    } else {
      sumUp(level + 1);
    }
  }

  private boolean isUnderfull(byte[] branch) {
    return PageHeader.count(branch) <= limit / 4
        && (TreePage.isOfLongs(branch)
            || BytesPage.CAPACITY - PageHeader.free(branch) < BytesPage.CAPACITY / 3);
  }

  /** While the root is a branch with one child, makes that child the root. */
  private void shrink(byte[] top) {
    byte[] branch = top;
    while (PageHeader.count(branch) == 1) {
      long child = TreePage.child(branch, 0);
      int level = PageHeader.level(branch) - 1;
      writeSet.free(PageHeader.number(branch));
      tree.root.setPage(new PageRef(BranchPage.number(child), BranchPage.crc(child), level));
      if (level == 0) {
        return;
      }
      branch = tree.rootPage();
    }
  }

  /** Merges a branch that has few children with its neighbour, or divides the children evenly. */
  private void mergeBranch(int level) {
    byte[] parent = path.pages[level + 1];
    int index = path.indexes[level + 1];
    int leftIndex = index > 0 ? index - 1 : index;
    byte[] left = child(parent, leftIndex);
    byte[] right = child(parent, leftIndex + 1);
    BranchRun<K> run = emptyRun();
    run.addAll(left);
    int lefts = run.count();
    run.addAll(right);
    // The parent has the bound of the first child of the right branch.
    run.setSeparator(lefts, tree.separator(parent, leftIndex + 1));
    if (run.fits(0, run.count(), limit, MERGED_SPARE)) {
      left = makeChildWritable(level + 1, leftIndex, left);
      run.build(0, run.count(), left);
      writeSet.free(PageHeader.number(right));
      tree.sum(parent, leftIndex, left);
      removeChild(level + 1, leftIndex + 1);
    } else if (lefts == 1 || run.count() - lefts == 1) {
      left = makeChildWritable(level + 1, leftIndex, left);
      right = makeChildWritable(level + 1, leftIndex + 1, right);
      int[] bounds = run.partition(2, 2, limit);
      byte[][] branches = build(level, run, bounds, left, right);
      spread(level, branches, separators(run, bounds), 2, leftIndex, false);
    } else {
      sumUp(level + 1);
    }
  }

  /** Removes all entries, and frees their pages. The tree is not empty. */
  public void freeAll() {
    PageRef ref = tree.root.page();
    freeBelow(ref.number(), ref.crc(), ref.level());
    tree.root.setPage(PageRef.NONE);
    tree.counted(-tree.size());
  }

  private void freeBelow(int number, int crc, int level) {
    if (!writeSet.isInUse(number)) {
      throw tree.pages.referredTwice(number);
    }
    if (level > 0) {
      byte[] page = tree.pages.page(number, crc, level);
      for (int i = 0; i < PageHeader.count(page); i++) {
        long child = TreePage.child(page, i);
        freeBelow(BranchPage.number(child), BranchPage.crc(child), level - 1);
      }
    }
    writeSet.free(number);
  }
}
