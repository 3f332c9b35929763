package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesKeys;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.page.tree.TreePage;
import io.octavo.space.WriteSet;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the pages of a tree of byte strings: copies of the path, added and removed children,
 * splits and merges. One thread at a time.
 *
 * <p>The first separator of a branch is no bound: keys below the second separator belong to the
 * first child, so that no separator must change when a child is removed. The first separator is
 * lowered when a separator is added that is not above it.
 */
abstract class BytesBranchWriter extends BytesTree implements TreeWriter {
  /**
   * Free room from which on a page is laid out anew, or shares entries with a neighbour: a
   * sixteenth of a page.
   */
  static final int WORTHWHILE = BytesPage.CAPACITY / 16;

  /** A page that uses fewer bytes is merged with a neighbour if both fit one page. */
  static final int UNDERFULL = BytesPage.CAPACITY / 3;

  /** A merged page keeps an eighth free, so that the next insert does not split it again. */
  static final int MERGED = BytesPage.CAPACITY - BytesPage.CAPACITY / 8;

  final WriteSet writeSet;
  public final OperationLog log;
  final TreeLimits limits;
  final BytesPath path = new BytesPath(this);
  private @Nullable BytesRun scratch;
  private long changes;

  BytesBranchWriter(WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    super(
        transaction.pages(record.id(), TreeKinds.BYTES),
        transaction.catalogue().root(record),
        () -> null);
    this.writeSet = transaction.writeSet();
    this.log = transaction.log();
    this.limits = limits;
  }

  @Override
  final boolean isFixed() {
    return false;
  }

  @Override
  public final long changes() {
    return changes;
  }

  final void counted(long change) {
    root.addEntries(change);
    changes++;
  }

  /**
   * Returns an empty run, the same one for each call: it is in use until all its parts are built,
   * and then a change of the branch above may use it.
   */
  final BytesRun emptyRun() {
    BytesRun run = scratch;
    if (run == null) {
      run = new BytesRun();
      scratch = run;
    }
    run.clear();
    return run;
  }

  final byte[] newLeaf() {
    byte[] page = pages.array();
    BytesPage.formatLeaf(page, writeSet.allocate(), root.owner());
    writeSet.add(page);
    return page;
  }

  final byte[] newBranch(int level) {
    if (level > BranchPage.MAX_LEVEL) {
      throw new IllegalStateException("level=" + level + " is above what the format allows");
    }
    byte[] page = pages.array();
    BytesPage.formatBranch(page, level, writeSet.allocate(), root.owner());
    writeSet.add(page);
    return page;
  }

  /**
   * Makes the path from the root to the leaf writable, and clears the checksums of the children on
   * it.
   */
  final void makePathWritable() {
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
  final void makeWritableTo(int lowest) {
    path.pages[path.top] = TreeTop.makeWritable(writeSet, root, path.pages[path.top]);
    for (int level = path.top; level > lowest; level--) {
      path.pages[level - 1] = makeChildWritable(level, path.indexes[level], path.pages[level - 1]);
    }
  }

  /** Makes a child of the path's branch at a level writable. */
  final byte[] makeChildWritable(int level, int index, byte[] child) {
    byte[] page = writeSet.writable(child);
    return link(level, index, page, page != child);
  }

  private byte[] link(int level, int index, byte[] page, boolean isCopy) {
    if (isCopy) {
      // Checked after the copy, because the copy is the first access to the page's bytes.
      requireInBounds(path.pages[level], index, page);
    }
    TreePage.setChild(path.pages[level], index, BranchPage.childOf(PageHeader.number(page), 0));
    return page;
  }

  final byte[] boundedChild(byte[] branch, int index) {
    byte[] page = childPage(branch, index);
    requireInBounds(branch, index, page);
    return page;
  }

  final void requirePathInBounds() {
    for (int level = path.top; level > 0; level--) {
      requireInBounds(path.pages[level], path.indexes[level], path.pages[level - 1]);
    }
  }

  /**
   * Checks that a child keeps to the bounds that its parent sets. A reader needs no order across
   * pages. A writer of a damaged tree would add to the disorder, or not terminate.
   */
  private void requireInBounds(byte[] branch, int index, byte[] page) {
    int count = PageHeader.count(page);
    // Searches do not use the first separator of a branch.
    int first = PageHeader.level(page) > 0 ? 1 : 0;
    if (first < count) {
      // Two comparisons, because a search among all children takes as long as that of the put.
      boolean isBelow = index > 0 && BytesKeys.compare(branch, index, page, first) > 0;
      boolean isAbove =
          index + 1 < PageHeader.count(branch)
              && BytesKeys.compare(branch, index + 1, page, count - 1) <= 0;
      if (isBelow || isAbove) {
        int child = BytesPage.findChild(branch, BytesPage.key(page, isBelow ? first : count - 1));
        throw pages.outOfBounds(page, "a key of child " + child, "keys of child " + index);
      }
    }
  }

  /**
   * Builds a run into adjacent children of one branch, and into as many new pages as needed.
   *
   * @param level the level of the pages
   * @param run the entries of these pages, and new entries
   * @param bounds the index of the first entry of each part, at least one part for each page, and
   *     the end
   * @param present the writable pages that the run came from
   * @param index the index of the first page in the branch above
   * @param added the place of the entry that is added to a leaf: a leaf that begins with the entry
   *     gets as many of the keys before it as it can; -1 if none is
   * @param isEdge whether the path keeps to the right edge of the tree
   */
  final void spread(
      int level,
      BytesRun run,
      int[] bounds,
      byte[][] present,
      int index,
      int added,
      boolean isEdge) {
    int parts = bounds.length - 1;
    byte[][] built = new byte[parts][];
    byte[][] separators = new byte[parts][];
    for (int i = 0; i < parts; i++) {
      built[i] = i < present.length ? present[i] : level == 0 ? newLeaf() : newBranch(level);
      run.build(bounds[i], bounds[i + 1], built[i]);
      byte[] first = run.key(bounds[i]);
      separators[i] =
          level > 0 || i == 0
              ? first
              : BytesRun.separator(run.key(bounds[i] - 1), first, bounds[i] == added);
    }
    // The changes of the branch above may use the run from here on.
    if (level < path.top) {
      path.indexes[level + 1] = index;
      for (int i = 1; i < present.length; i++) {
        // Added again below, with its new separator, like a new page.
        BytesPage.remove(path.pages[level + 1], index + 1, index + 2);
      }
    }
    for (int i = 1; i < parts; i++) {
      if (i > 1) {
        // The branch may have been split: descend to the previous page, which is in its place by
        // now.
        path.descend(separators[i - 1]);
      }
      addChild(level + 1, separators[i], built[i], isEdge);
    }
  }

  /** The entries of the leaf of the path and the one that does not fit. */
  final class Overflowing implements LeafCut.Leaf {
    private final BytesRun run;
    private final int added;

    Overflowing(BytesRun run, int added) {
      this.run = run;
      this.added = added;
    }

    /** Compares the eight bytes behind what the keys have in common, as numbers. */
    @Override
    public boolean isRun(int outer, int next, int length) {
      byte[] last = run.key(outer);
      byte[] bound = next < 0 ? lowerBound(0) : next < run.count() ? run.key(next) : path.bound();
      if (bound == null) {
        return true;
      }
      // No key equals a bound on the other side, except in a damaged tree.
      int common = Math.max(0, Arrays.mismatch(last, bound));
      return LeafCut.isRun(
          number(last, common),
          number(run.key(added), common),
          number(bound, common),
          outer < added,
          length);
    }

    private static long number(byte[] key, int from) {
      int start = Math.min(from, key.length);
      return ByteBuffer.wrap(Arrays.copyOfRange(key, start, start + Long.BYTES)).getLong();
    }

    @Override
    public boolean fits(int from, int to) {
      return to - from <= limits.leaf() && run.size(from, to) <= BytesPage.CAPACITY;
    }
  }

  /**
   * Distributes the entries over the leaf of the path and its emptier neighbour, and a third leaf
   * if both are full.
   *
   * @param run the entries of the leaf, and the one that does not fit
   * @param cut where the leaf should be cut, 0 if anywhere
   * @param added the place of the added entry in the leaf; negative if the leaf has its key
   * @param entries what is asked about the entries
   */
  final void splitLeaf(BytesRun run, int cut, int added, LeafCut.Leaf entries) {
    if (path.top == 0) {
      int[] bounds = bounds(run, 2, 0, cut, entries);
      spread(0, run, bounds, new byte[][] {path.leaf()}, 0, added, false);
      return;
    }
    byte[] branch = path.pages[1];
    int index = path.indexes[1];
    // Bounds are checked on the copy of the one that is chosen.
    byte[] before = index > 0 ? childPage(branch, index - 1) : null;
    byte[] behind = index + 1 < PageHeader.count(branch) ? childPage(branch, index + 1) : null;
    byte[] left = path.leaf();
    byte[] right = path.leaf();
    if (before != null && (behind == null || PageHeader.free(before) > PageHeader.free(behind))) {
      left = makeChildWritable(1, --index, before);
    } else if (behind != null) {
      right = makeChildWritable(1, index + 1, behind);
    } else {
      throw new IllegalStateException("a branch with one child: " + PageHeader.number(branch));
    }
    int free = PageHeader.free(left == path.leaf() ? right : left);
    int border = run.count();
    int moved = 0;
    if (left == path.leaf()) {
      run.addAll(right);
    } else {
      run.addAllBefore(left);
      border = run.count() - border;
      moved = border;
    }
    boolean shares = free >= 2 * WORTHWHILE && run.count() <= 2 * limits.leaf() - 1;
    int[] bounds = bounds(run, shares ? 2 : 3, border, cut > 0 ? moved + cut : 0, entries);
    spread(
        0,
        run,
        bounds,
        new byte[][] {left, right},
        index,
        cut > 0 ? moved + added : -1,
        path.isRightEdge());
  }

  /**
   * Returns the parts of a run that become leaves, as {@link LeafCut#bounds} does if there is a
   * cut.
   */
  private int[] bounds(BytesRun run, int parts, int border, int cut, LeafCut.Leaf entries) {
    int[] bounds = cut > 0 ? LeafCut.bounds(parts, border, cut, run.count(), entries) : null;
    return bounds == null ? run.partition(parts, 1, limits.leaf()) : bounds;
  }

  /**
   * Adds a child after the one that the path takes at a level.
   *
   * @param isEdge whether the path is on the right edge of the tree; passed along, because the path
   *     no longer shows it once a branch below was split
   */
  final void addChild(int level, byte[] separator, byte[] child, boolean isEdge) {
    byte[] reference = BranchPage.childValue(PageHeader.number(child), 0);
    if (level > path.top) {
      growRoot(level, separator, reference);
      return;
    }
    byte[] branch = path.pages[level];
    int index = path.indexes[level] + 1;
    int count = PageHeader.count(branch);
    boolean isAboveFirst =
        index > 1 || Arrays.compareUnsigned(BytesPage.key(branch, 0), separator) < 0;
    if (isAboveFirst
        && count < limits.branch()
        && BytesPage.insert(branch, index, separator, reference, false)) {
      return;
    }
    BytesRun run = emptyRun();
    run.addAll(branch);
    if (!isAboveFirst) {
      run.setSeparator(0, lowerBound(level));
    }
    run.put(separator, reference, false);
    boolean append = isEdge && index == count;
    int spare = append ? 0 : WORTHWHILE;
    if (run.count() <= limits.branch() && run.size(0, run.count()) <= BytesPage.CAPACITY - spare) {
      run.build(0, run.count(), branch);
      return;
    }
    // On the right edge, the new branch also gets the last child of the old one, because a branch
    // must have two children.
    int[] bounds =
        append && run.size(0, count - 1) <= BytesPage.CAPACITY
            ? new int[] {0, count - 1, count + 1}
            : run.partition(2, 2, limits.branch());
    int above = level < path.top ? path.indexes[level + 1] : 0;
    spread(level, run, bounds, new byte[][] {branch}, above, -1, isEdge);
  }

  /** Returns the lower bound of the path's page at a level. Its first separator may be higher. */
  final byte[] lowerBound(int level) {
    for (int above = level + 1; above <= path.top; above++) {
      if (path.indexes[above] > 0) {
        return BytesPage.key(path.pages[above], path.indexes[above]);
      }
    }
    return new byte[0];
  }

  private void growRoot(int level, byte[] separator, byte[] right) {
    byte[] branch = newBranch(level);
    PageRef old = root.page();
    BytesPage.insert(branch, 0, new byte[0], BranchPage.childValue(old.number(), old.crc()), false);
    BytesPage.insert(branch, 1, separator, right, false);
    root.setPage(new PageRef(PageHeader.number(branch), 0, level));
    // The new root is part of the path, because more children may follow.
    path.top = level;
    path.pages[level] = branch;
    path.indexes[level] = 0;
  }

  static boolean isUnderfull(byte[] page, int limit) {
    return BytesPage.CAPACITY - PageHeader.free(page) < UNDERFULL
        && PageHeader.count(page) <= limit;
  }

  /** Removes a child of the path's branch at a level. Its range of keys goes to a neighbour. */
  final void removeChild(int level, int index) {
    byte[] branch = path.pages[level];
    BytesPage.remove(branch, index, index + 1);
    if (level == path.top) {
      TreeTop.shrink(pages, writeSet, root, branch);
    } else if (PageHeader.count(branch) == 1 || isUnderfull(branch, limits.branch() / 4)) {
      mergeBranch(level);
    }
  }

  /** Merges a branch that has few children with its neighbour, or divides the children evenly. */
  private void mergeBranch(int level) {
    byte[] parent = path.pages[level + 1];
    int index = path.indexes[level + 1];
    int leftIndex = index > 0 ? index - 1 : index;
    byte[] left = boundedChild(parent, leftIndex);
    byte[] right = boundedChild(parent, leftIndex + 1);
    BytesRun run = emptyRun();
    run.addAll(left);
    int lefts = run.count();
    run.addAll(right);
    // The parent holds the bound of the first child of the right branch.
    run.setSeparator(lefts, BytesPage.key(parent, leftIndex + 1));
    boolean fits = run.count() <= limits.branch() && run.size(0, run.count()) <= MERGED;
    if (!fits && lefts > 1 && run.count() - lefts > 1) {
      return;
    }
    left = makeChildWritable(level + 1, leftIndex, left);
    if (fits) {
      run.build(0, run.count(), left);
      writeSet.free(PageHeader.number(right));
      removeChild(level + 1, leftIndex + 1);
      return;
    }
    right = makeChildWritable(level + 1, leftIndex + 1, right);
    int[] bounds = run.partition(2, 2, limits.branch());
    spread(level, run, bounds, new byte[][] {left, right}, leftIndex, -1, false);
  }
}
