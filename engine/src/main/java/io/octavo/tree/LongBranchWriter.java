package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.WriteSet;

/**
 * Changes of a tree of long keys above its lowest pages: copies of the path, added and removed
 * children, splits and merges of branches. One thread at a time.
 */
public abstract class LongBranchWriter extends LongTree implements TreeWriter {
  protected final WriteSet writeSet;
  final OperationLog log;
  protected final TreeLimits limits;
  protected final TreePath path = new TreePath();
  private final PageKind branchKind;

  private long changes;

  protected LongBranchWriter(
      WriteTransaction transaction, CatalogueRecord record, TreeKinds kinds, TreeLimits limits) {
    this(transaction, record, kinds, limits, transaction.log());
  }

  LongBranchWriter(
      WriteTransaction transaction,
      CatalogueRecord record,
      TreeKinds kinds,
      TreeLimits limits,
      OperationLog log) {
    super(transaction.pages(record.id(), kinds), transaction.catalogue().root(record));
    this.branchKind = kinds.branch();
    this.writeSet = transaction.writeSet();
    this.log = log;
    this.limits = limits;
  }

  @Override
  public final boolean isFixed() {
    return false;
  }

  @Override
  public final long changes() {
    return changes;
  }

  /**
   * Reads a child, and checks that it keeps to the bounds that its parent sets. A reader needs no
   * order across pages. A writer of a damaged tree would add to the disorder, or not terminate.
   */
  protected final byte[] childPage(byte[] branch, int index) {
    byte[] page = childPage(branch, index, 0);
    requireInBounds(branch, index, page);
    return page;
  }

  final void requireInBounds(byte[] branch, int index, byte[] page) {
    int count = PageHeader.count(page);
    if (count > 0) {
      boolean isLeaf = PageHeader.level(page) == 0;
      long first = isLeaf ? firstKey(page) : BranchPage.separator(page, 0);
      long last = isLeaf ? lastKey(page) : BranchPage.separator(page, count - 1);
      long from = BranchPage.separator(branch, index);
      if (first < from) {
        throw pages.outOfBounds(page, "" + first, "at least " + from);
      }
      if (index + 1 < PageHeader.count(branch)
          && last > lastBefore(BranchPage.separator(branch, index + 1))) {
        throw pages.outOfBounds(
            page, "" + last, "at most " + lastBefore(BranchPage.separator(branch, index + 1)));
      }
    }
  }

  /** Returns the greatest key that a child may hold before the next separator. */
  protected long lastBefore(long separator) {
    return separator - 1;
  }

  /** Notes in a branch what a child holds; for trees whose branches tell. */
  protected void sum(byte[] branch, int index, byte[] child) {}

  /** Notes what the path holds in its branches, from a level up. */
  protected final void sumUp(int level) {
    for (int i = level; i <= path.top; i++) {
      sum(path.pages[i], path.indexes[i], path.pages[i - 1]);
    }
  }

  /** Returns the least key of a lowest page that is not empty. */
  protected long firstKey(byte[] page) {
    return LeafPage.key(page, 0);
  }

  /** Returns the greatest key of a lowest page that is not empty. */
  protected long lastKey(byte[] page) {
    return LeafPage.key(page, PageHeader.count(page) - 1);
  }

  /** Lets all pages go. */
  protected final void freeAll() {
    counted(-TreeTop.free(pages, writeSet, root));
  }

  public final void counted(long change) {
    root.addEntries(change);
    changes++;
  }

  /** Returns the most children of a branch. */
  private int branchLimit() {
    return Math.min(limits.branch(), BranchPage.capacity(branchKind));
  }

  private byte[] newBranch(int level) {
    byte[] page = pages.array();
    BranchPage.format(page, branchKind, level, writeSet.allocate(), root.owner());
    writeSet.add(page);
    return page;
  }

  /**
   * Makes the path from the root to the leaf writable, and clears the checksums of the children on
   * it.
   */
  protected final void makePathWritable() {
    makeWritableTo(0);
  }

  /**
   * Makes the path from the root to the leaf writable; the leaf for changes that are noted, as
   * {@link WriteSet#writableByNotes} says.
   *
   * @param keepsEntries whether entries of the leaf will only be added or removed
   */
  final void makePathWritableByNotes(boolean keepsEntries) {
    makeWritableTo(1);
    if (path.top > 0) {
      byte[] found = path.leaf();
      boolean isOwned = writeSet.owns(PageHeader.number(found));
      path.pages[0] =
          link(1, path.indexes[1], writeSet.writableByNotes(found, keepsEntries), !isOwned);
    }
  }

  /**
   * Makes the path from the root to a level writable, and clears the checksums of the children on
   * it.
   */
  protected final void makeWritableTo(int lowest) {
    path.pages[path.top] = TreeTop.makeWritable(writeSet, root, path.pages[path.top]);
    for (int level = path.top; level > lowest; level--) {
      path.pages[level - 1] = makeChildWritable(level, path.indexes[level], path.pages[level - 1]);
    }
  }

  /** Makes a child of the path's branch at a level writable. */
  protected final byte[] makeChildWritable(int level, int index, byte[] child) {
    byte[] page = writeSet.writable(child);
    return link(level, index, page, page != child);
  }

  private byte[] link(int level, int index, byte[] page, boolean isCopy) {
    if (isCopy) {
      // Checked after the copy, because the copy is the first access to the page's bytes.
      requireInBounds(path.pages[level], index, page);
    }
    BranchPage.setChild(path.pages[level], index, BranchPage.childOf(PageHeader.number(page), 0));
    return page;
  }

  /**
   * Adds a child after the one that the path takes at a level.
   *
   * @param isEdge whether the path is on the right edge of the tree; passed along, because the path
   *     no longer shows it once a branch below was split
   */
  protected final void addChild(int level, long separator, byte[] child, boolean isEdge) {
    long reference = BranchPage.childOf(PageHeader.number(child), 0);
    if (level > path.top) {
      growRoot(level, separator, child);
      return;
    }
    byte[] branch = path.pages[level];
    int index = path.indexes[level] + 1;
    int count = PageHeader.count(branch);
    sum(branch, index - 1, path.pages[level - 1]);
    if (count < branchLimit()) {
      BranchPage.insert(branch, index, separator, reference);
      sum(branch, index, child);
      sumUp(level + 1);
      return;
    }
    // On the right edge, the new branch also gets the last child of the old one, because a branch
    // must have two children.
    boolean append = isEdge && index == count;
    int from = append ? count - 1 : count / 2;
    byte[] right = newBranch(level);
    BranchPage.moveTail(branch, from, right);
    if (index > from) {
      BranchPage.insert(right, index - from, separator, reference);
      sum(right, index - from, child);
    } else {
      BranchPage.insert(branch, index, separator, reference);
      sum(branch, index, child);
    }
    addChild(level + 1, BranchPage.separator(right, 0), right, isEdge);
  }

  private void growRoot(int level, long separator, byte[] right) {
    if (level > BranchPage.MAX_LEVEL) {
      throw new IllegalStateException("level=" + level + " is above what the format allows");
    }
    byte[] branch = newBranch(level);
    PageRef old = root.page();
    BranchPage.insert(branch, 0, Long.MIN_VALUE, BranchPage.childOf(old.number(), old.crc()));
    BranchPage.insert(branch, 1, separator, BranchPage.childOf(PageHeader.number(right), 0));
    sum(branch, 0, path.pages[level - 1]);
    sum(branch, 1, right);
    root.setPage(new PageRef(PageHeader.number(branch), 0, level));
  }

  /** Removes a child of the path's branch at a level. Its range of keys goes to a neighbour. */
  protected final void removeChild(int level, int index) {
    byte[] branch = path.pages[level];
    if (index == 0) {
      // The lower bound of the branch must not change, so the second child takes it over.
      long bound = BranchPage.separator(branch, 0);
      BranchPage.remove(branch, 0);
      lowerBound(level, 0, bound);
    } else {
      BranchPage.remove(branch, index);
    }
    if (level == path.top) {
      TreeTop.shrink(pages, writeSet, root, branch);
    } else if (PageHeader.count(branch) <= Math.max(1, branchLimit() / 4)) {
      mergeBranch(level);
    } else {
      sumUp(level + 1);
    }
  }

  /** Sets the separator of a child, and the first separators below it, which repeat it (I6). */
  private void lowerBound(int level, int index, long bound) {
    byte[] branch = path.pages[level];
    BranchPage.setSeparator(branch, index, bound);
    for (int below = level - 1; below > 0; below--) {
      byte[] child = childPage(branch, index);
      byte[] page = writeSet.writable(child);
      BranchPage.setChild(branch, index, BranchPage.childOf(PageHeader.number(page), 0));
      BranchPage.setSeparator(page, 0, bound);
      branch = page;
      index = 0;
    }
  }

  /** Merges a branch that has few children with its neighbour, or divides the children evenly. */
  private void mergeBranch(int level) {
    byte[] parent = path.pages[level + 1];
    int index = path.indexes[level + 1];
    int leftIndex = index > 0 ? index - 1 : index;
    byte[] left = makeChildWritable(level + 1, leftIndex, childPage(parent, leftIndex));
    byte[] right = makeChildWritable(level + 1, leftIndex + 1, childPage(parent, leftIndex + 1));
    int total = PageHeader.count(left) + PageHeader.count(right);
    if (total <= branchLimit() - branchLimit() / 8) {
      BranchPage.moveTail(right, 0, left);
      writeSet.free(PageHeader.number(right));
      sum(parent, leftIndex, left);
      removeChild(level + 1, leftIndex + 1);
      return;
    }
    while (PageHeader.count(left) < total / 2) {
      BranchPage.move(right, 0, left, PageHeader.count(left));
    }
    while (PageHeader.count(right) < total / 2) {
      BranchPage.move(left, PageHeader.count(left) - 1, right, 0);
    }
    BranchPage.setSeparator(parent, leftIndex + 1, BranchPage.separator(right, 0));
    sum(parent, leftIndex, left);
    sum(parent, leftIndex + 1, right);
    sumUp(level + 2);
  }
}
