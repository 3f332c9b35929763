package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a write transaction. One thread at a time.
 *
 * <p>A leaf that overflows is first rebuilt, then shares entries with a neighbour; if both are
 * full, two leaves become three (Knuth's B*-tree), which keeps random loads near 81 % full: 2 ln
 * (3/2). On the right edge of the tree, a key after the last one begins a new leaf, so that sorted
 * loads make full pages. The right edge of a branch is not enough: the tree would fill with leaves
 * of single entries.
 */
public final class LongTreeWriter extends LongTree {
  /**
   * The least free space for which a leaf is rebuilt, or shares entries with a neighbour: a
   * sixteenth of a page.
   */
  private static final int WORTHWHILE = LeafPage.CAPACITY / 16;

  /** A leaf that uses fewer bytes is merged with a neighbour if both fit one page. */
  private static final int UNDERFULL = LeafPage.CAPACITY / 3;

  /** A merged page keeps an eighth free, so that the next insert does not split it again. */
  private static final int MERGED = LeafPage.CAPACITY - LeafPage.CAPACITY / 8;

  private final WriteSet writeSet;
  private OperationLog log;
  private final TreeLimits limits;
  private final BranchWriter<Long> branches;
  private final TreePath path;

  /**
   * Whether the path is that of the last put, with pages made by the transaction: the next put
   * between the same separators then needs no descent, unless pages were spilled meanwhile.
   */
  private boolean held;

  private long heldFrom;
  private long heldTo;

  /** An upper bound of the keys of the leaf. */
  private long heldLast;

  private long heldSpills;

  private @Nullable EntryRun scratch;

  /**
   * Opens a tree for writing.
   *
   * @param record the collection
   * @param limits how full pages may be
   */
  public LongTreeWriter(WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    this(transaction, record, limits, transaction.log());
  }

  private LongTreeWriter(
      WriteTransaction transaction, CatalogueRecord record, TreeLimits limits, OperationLog log) {
    super(transaction, record, TreeKinds.LONGS);
    this.writeSet = transaction.writeSet();
    this.log = log;
    this.limits = limits;
    this.branches = new BranchWriter<>(this, TreeKinds.LONGS.branch(), transaction, limits);
    this.path = branches.path();
  }

  /** Opens a tree whose changes follow from those of another collection, and are not logged. */
  public static LongTreeWriter unlogged(
      WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    return new LongTreeWriter(transaction, record, limits, new OperationLog(0));
  }

  /**
   * Sets the value of a key.
   *
   * @param replace whether to change the value of a key that has one
   * @return true if the key had none
   */
  public boolean put(long key, long value, boolean replace) {
    writeSet.makeRoom();
    boolean near = held && heldFrom <= key && key <= heldTo && heldSpills == writeSet.spills();
    if (!near) {
      descend(key);
      if (path.top < 0) {
        plant(key, value);
        return true;
      }
    }
    // Ascending keys need no search.
    int index = near && key > heldLast ? ~PageHeader.count(path.leaf()) : path.find(key);
    if (index >= 0 && (!replace || LeafPage.value(path.leaf(), index) == value)) {
      return false;
    }
    boolean isNew = index < 0;
    if (!near) {
      branches.makeLeafWritable(isNew);
      hold();
    }
    byte[] leaf = path.leaf();
    if (!isNew) {
      writeSet.detach(leaf);
    }
    boolean fits =
        isNew
            ? PageHeader.count(leaf) < limits.leaf() && LeafPage.insert(leaf, ~index, key, value)
            : LeafPage.setValue(leaf, index, value);
    if (!fits) {
      writeSet.detach(leaf);
      held = false;
      overflow(key, value, ~index);
    }
    heldLast = Math.max(heldLast, key);
    counted(isNew ? 1 : 0);
    log.put(root.owner(), key, value);
    return isNew;
  }

  /** Runs changes that follow from others, and are not logged. */
  public void unlogged(Runnable changes) {
    OperationLog logged = log;
    log = new OperationLog(0);
    try {
      changes.run();
    } finally {
      log = logged;
    }
  }

  /**
   * Sets the values of keys, as {@link #put} does for each in turn.
   *
   * @param keys the keys, in any order; of equal keys the last one counts
   * @param values the value of each key; at least as many
   */
  public void putAll(long[] keys, long[] values) {
    forAll(keys, true, index -> put(keys[index], values[index], true));
  }

  /**
   * Removes keys. Returns the number of keys that were present.
   *
   * @param keys the keys, in any order
   */
  public long removeAll(long[] keys) {
    long before = size();
    forAll(keys, false, index -> remove(keys[index]));
    return before - size();
  }

  /** Writes the changed leaves, see {@link WriteSet#spill}. Returns their number. */
  public int spill() {
    held = false;
    return writeSet.spill(root);
  }

  /**
   * Visits keys in ascending order, so that changes of one leaf follow each other. The leaves of
   * the next keys are loaded together, before the first of them is visited.
   *
   * @param keys the keys, in any order
   * @param isPut whether entries will be put, for which a full leaf needs its neighbours
   * @param change receives the index of each key
   */
  public void forAll(long[] keys, boolean isPut, IntConsumer change) {
    int[] order = KeyOrder.of(keys);
    long[] next = new long[Math.min(keys.length, Lookups.BATCH)];
    Lookups lookups = new Lookups(this, next.length);
    for (int start = 0; start < order.length; start += next.length) {
      int count = Math.min(next.length, order.length - start);
      for (int i = 0; i < count; i++) {
        next[i] = keys[order[start + i]];
      }
      lookups.touch(next, count, isPut);
      for (int i = 0; i < count; i++) {
        change.accept(order[start + i]);
      }
    }
  }

  /** Creates the first leaf of an empty tree. */
  private void plant(long key, long value) {
    byte[] leaf = branches.newPage(LeafPage::format);
    LeafPage.insert(leaf, 0, key, value);
    root.setPage(new PageRef(PageHeader.number(leaf), 0, 0));
    counted(1);
    log.put(root.owner(), key, value);
  }

  private void descend(long key) {
    held = false;
    path.descend(key);
  }

  private void hold() {
    held = true;
    heldSpills = writeSet.spills();
    heldFrom = path.lowerBound();
    int count = PageHeader.count(path.leaf());
    heldLast = count == 0 ? heldFrom : LeafPage.key(path.leaf(), count - 1);
    heldTo = path.isRightEdge() ? Long.MAX_VALUE : path.upperBound() - 1;
  }

  /** Removes a key. Returns whether it was present. */
  public boolean remove(long key) {
    writeSet.makeRoom();
    descend(key);
    if (path.top < 0) {
      return false;
    }
    int index = path.find(key);
    if (index < 0) {
      return false;
    }
    removeFromLeaf(index, index + 1);
    log.remove(root.owner(), key);
    return true;
  }

  /**
   * Removes all keys of a range, leaf by leaf. Returns their number.
   *
   * @param from the least key to remove
   * @param to the greatest key to remove
   */
  public long removeRange(long from, long to) {
    long before = size();
    long key = from;
    while (true) {
      writeSet.makeRoom();
      descend(key);
      if (path.top < 0) {
        break;
      }
      branches.requirePathInBounds();
      int first = path.find(key);
      int last = path.find(to);
      first = first < 0 ? ~first : first;
      last = last < 0 ? ~last : last + 1;
      boolean isEnd = path.isRightEdge();
      long next = path.upperBound();
      if (first < last) {
        removeFromLeaf(first, last);
      }
      if (isEnd || next > to) {
        break;
      }
      key = next;
    }
    if (before != size()) {
      log.removeRange(root.owner(), from, to);
    }
    return before - size();
  }

  /** Removes all entries, and frees their pages. */
  public void clear() {
    if (!root.page().isNone()) {
      held = false;
      branches.freeAll();
      log.clear(root.owner());
    }
  }

  /** Returns an empty run, the same one for each call. */
  private EntryRun emptyRun() {
    EntryRun run = scratch;
    if (run == null) {
      run = new EntryRun();
      scratch = run;
    }
    run.clear();
    return run;
  }

  /**
   * Makes room for an entry that does not fit the leaf of the path.
   *
   * @param added the place of the key in the leaf; negative if the leaf has the key
   */
  private void overflow(long key, long value, int added) {
    byte[] leaf = path.leaf();
    boolean isLast = added == PageHeader.count(leaf) && path.isRightEdge();
    EntryRun run = emptyRun();
    run.appendAll(leaf);
    run.put(key, value);
    LeafCut.Leaf entries = new Overflowing(run, added);
    int cut = isLast ? 0 : LeafCut.of(run.count(), added, entries);
    int spare = cut > 0 ? 0 : WORTHWHILE;
    int size = run.size(0, run.count());
    if (run.count() <= limits.leaf() && size <= LeafPage.CAPACITY - spare) {
      LeafPage.build(run, 0, run.count(), added == 0 ? lowBase(run, size) : run.key(0), leaf);
    } else if (isLast) {
      byte[] right = branches.newPage(LeafPage::format);
      LeafPage.insert(right, 0, key, value);
      branches.append(key, right);
    } else if (path.top == 0) {
      spread(run, 0, bounds(run, 2, 0, cut, entries), added, leaf);
    } else {
      shareOrSplit(run, cut, added, entries);
    }
  }

  /**
   * Returns a key base for a leaf with a new key below all others: as far below that key as the
   * last key is above it, so that the leaf is not rebuilt for each of many descending keys.
   *
   * @param size the size of the entries with the first key as base
   */
  private long lowBase(EntryRun run, int size) {
    long first = run.key(0);
    long base = first - (run.key(run.count() - 1) - first);
    // A difference that is no long wraps around.
    base = Math.max(Math.min(base, first), path.lowerBound());
    int lowSize = run.size(0, run.count(), base);
    return lowSize == size || lowSize <= LeafPage.CAPACITY - WORTHWHILE ? base : first;
  }

  /** The entries of the leaf of the path and the one that does not fit. */
  private final class Overflowing implements LeafCut.Leaf {
    private final EntryRun run;
    private final int added;

    Overflowing(EntryRun run, int added) {
      this.run = run;
      this.added = added;
    }

    @Override
    public boolean isRun(int outer, int next, int length) {
      long bound =
          next < 0 ? path.lowerBound() : next < run.count() ? run.key(next) : path.upperBound();
      return LeafCut.isRun(run.key(outer), run.key(added), bound, outer < added, length);
    }

    @Override
    public boolean fits(int from, int to) {
      return to - from <= limits.leaf() && run.size(from, to) <= LeafPage.CAPACITY;
    }
  }

  /**
   * Distributes the run over the leaf and its emptier neighbour, and a third leaf if both are full.
   *
   * @param cut where the leaf should be cut, 0 if anywhere
   * @param added the place of the added entry in the leaf; negative if the leaf has its key
   * @param entries answers questions about the entries
   */
  private void shareOrSplit(EntryRun run, int cut, int added, LeafCut.Leaf entries) {
    byte[] branch = path.pages[1];
    int index = path.indexes[1];
    int beside = branches.emptierNeighbour();
    byte[] neighbour = branches.makeChildWritable(1, beside, childPage(branch, beside, 0));
    int border = run.count();
    int before = 0;
    if (beside < index) {
      run.prependAll(neighbour);
      border = run.count() - border;
      before = border;
    } else {
      run.appendAll(neighbour);
    }
    int size = run.size(0, run.count());
    boolean shares =
        size <= 2 * (LeafPage.CAPACITY - WORTHWHILE) && run.count() <= 2 * limits.leaf() - 1;
    int[] bounds = bounds(run, shares ? 2 : 3, border, cut > 0 ? before + cut : 0, entries);
    int place = cut > 0 ? before + added : -1;
    if (beside < index) {
      spread(run, beside, bounds, place, neighbour, path.leaf());
    } else {
      spread(run, index, bounds, place, path.leaf(), neighbour);
    }
  }

  /**
   * Returns the parts of a run that become leaves, as {@link LeafCut#bounds} does if there is a
   * cut.
   */
  private int[] bounds(EntryRun run, int parts, int border, int cut, LeafCut.Leaf entries) {
    int[] bounds = cut > 0 ? LeafCut.bounds(parts, border, cut, run.count(), entries) : null;
    return bounds == null ? run.partition(parts, limits.leaf()) : bounds;
  }

  /**
   * Builds the run into adjacent leaves of one branch, and into as many new leaves as needed.
   *
   * @param run the entries of these leaves, and the new entry
   * @param index the index of the first leaf in the branch
   * @param bounds the first entry of each leaf to build
   * @param added the place of the added entry: its range begins after the last key of the leaf
   *     before
   * @param present the writable leaves that the run came from
   */
  private void spread(EntryRun run, int index, int[] bounds, int added, byte[]... present) {
    byte[][] leaves = new byte[bounds.length - 1][];
    List<Long> separators = new ArrayList<>();
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = i < present.length ? present[i] : branches.newPage(LeafPage::format);
      LeafPage.build(run, bounds[i], bounds[i + 1], leaves[i]);
      boolean begins = i > 0 && bounds[i] == added;
      separators.add(begins ? run.key(bounds[i] - 1) + 1 : run.key(bounds[i]));
    }
    branches.spread(0, leaves, separators, present.length, index, path.isRightEdge());
  }

  /** Removes entries from the leaf of the path, and rebalances the tree. */
  private void removeFromLeaf(int from, int to) {
    if (from == 0 && to == PageHeader.count(path.leaf())) {
      branches.removeLeaf(to);
      return;
    }
    branches.makeLeafWritable(true);
    byte[] leaf = path.leaf();
    LeafPage.remove(leaf, from, to);
    counted(from - to);
    int used = LeafPage.CAPACITY - PageHeader.free(leaf);
    if (path.top > 0 && used < UNDERFULL && PageHeader.count(leaf) <= limits.leaf() / 3) {
      branches.mergeLeaf(this::merge);
    }
  }

  /** Returns a function that builds one leaf of two, null if their entries do not fit. */
  private @Nullable Consumer<byte[]> merge(byte[] left, byte[] right) {
    int used = 2 * LeafPage.CAPACITY - PageHeader.free(left) - PageHeader.free(right);
    if (used > MERGED || PageHeader.count(left) + PageHeader.count(right) > limits.leaf()) {
      return null;
    }
    EntryRun run = emptyRun();
    run.appendAll(left);
    run.appendAll(right);
    // With one base, the keys of both leaves may take more room than with two.
    return run.size(0, run.count()) > MERGED
        ? null
        : page -> LeafPage.build(run, 0, run.count(), page);
  }
}
