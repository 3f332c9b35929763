package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesLeafBuilder;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.page.tree.TreePage;
import io.octavo.space.WriteSet;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tree of byte strings of a write transaction. One thread at a time.
 *
 * <p>Leaves overflow and are merged as those of a {@link LongTreeWriter}. Separators are as short
 * as they can be.
 */
public final class BytesTreeWriter extends BytesTree {
  /** The condition of a put. */
  public enum Put {
    /** No condition. */
    ALWAYS,
    /** The key has no value. */
    IF_ABSENT,
    /** The key has a value. */
    IF_PRESENT,
    /** The key needs no new leaf after all others. */
    IN_PRESENT_LEAF
  }

  /** Longer values are not logged, but written once, as pages. */
  private static final int LOGGED = 1 << 16;

  /** The approximate overhead of an entry: a slot and the lengths. */
  private static final int ENTRY_OVERHEAD = 10;

  /**
   * The least free space for which a leaf is rebuilt, or shares entries with a neighbour: a
   * sixteenth of a page.
   */
  private static final int WORTHWHILE = BytesPage.CAPACITY / 16;

  /** A leaf that uses fewer bytes is merged with a neighbour if both fit one page. */
  private static final int UNDERFULL = BytesPage.CAPACITY / 3;

  /** A merged leaf keeps an eighth free, so that the next insert does not split it again. */
  private static final int MERGED = BytesPage.CAPACITY - BytesPage.CAPACITY / 8;

  private final WriteSet writeSet;
  private OperationLog log;
  private final TreeLimits limits;
  private final BranchWriter<byte[]> branches;
  private final TreePath path;
  private final Supplier<PieceTree> newPieces;
  private @Nullable BytesRun scratch;

  /**
   * Whether the path is that of the last put, on the right edge, with pages made by the
   * transaction: a put of a greater key then needs no descent, unless pages were spilled meanwhile.
   */
  private boolean held;

  private long heldSpills;

  /** The entries of a load that are in no leaf yet, null if there was no load. */
  private @Nullable BytesLeafBuilder loaded;

  /**
   * The number of changes when the next entry of a load was known to need a new leaf after all
   * others; -1 if that was never so.
   */
  private long needsLeafAt = -1;

  /**
   * Opens a tree for writing.
   *
   * @param record the collection
   * @param pieces its large values, null if there never were any
   * @param newPieces makes a tree for them, once
   * @param limits how full pages may be
   */
  public BytesTreeWriter(
      WriteTransaction transaction,
      CatalogueRecord record,
      @Nullable PieceTree pieces,
      Supplier<PieceTree> newPieces,
      TreeLimits limits) {
    this(transaction, record, pieces, newPieces, limits, transaction.log());
  }

  private BytesTreeWriter(
      WriteTransaction transaction,
      CatalogueRecord record,
      @Nullable PieceTree pieces,
      Supplier<PieceTree> newPieces,
      TreeLimits limits,
      OperationLog log) {
    super(transaction, record);
    this.writeSet = transaction.writeSet();
    this.log = log;
    this.limits = limits;
    this.branches = new BranchWriter<>(this, TreeKinds.BYTES.branch(), transaction, limits);
    this.path = branches.path();
    if (pieces != null) {
      setPieces(pieces);
    }
    this.newPieces = newPieces;
  }

  /**
   * Opens a tree whose changes follow from those of another collection, and are not logged. It has
   * no large values.
   *
   * @param transaction the transaction that writes
   * @param limits how full pages may be
   */
  public static BytesTreeWriter unlogged(
      WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    Supplier<PieceTree> none =
        () -> {
          throw new IllegalStateException("a large value in " + record.name());
        };
    return new BytesTreeWriter(transaction, record, null, none, limits, new OperationLog(0));
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

  /** Writes the changed leaves, see {@link WriteSet#spill}. Returns their number. */
  public int spill() {
    held = false;
    return writeSet.spill(root);
  }

  /** Returns the log of the transaction. */
  public OperationLog log() {
    return log;
  }

  /**
   * Sets the value of a key.
   *
   * @param key the key, {@value BytesPage#MAX_KEY} bytes at most
   * @param value its value, 1 GiB at most
   * @param when the condition
   * @return false if the condition is not met; nothing is changed
   */
  public boolean put(byte[] key, byte[] value, Put when) {
    if (key.length + (long) value.length <= BytesPage.MAX_ENTRY) {
      writeSet.makeRoom();
      if (!place(key, value, false, when)) {
        return false;
      }
    } else {
      try {
        if (!putLarge(key, new ByteArrayInputStream(value), value.length, when)) {
          return false;
        }
      } catch (IOException e) {
        throw new UncheckedIOException("an array cannot fail to be read", e);
      }
    }
    if (value.length <= LOGGED) {
      log.putBytes(root.owner(), key, value);
    }
    return true;
  }

  /**
   * Sets the values of keys, as {@link #put} does for each in turn.
   *
   * @param keys the keys, in any order; of equal keys the last one counts
   */
  public void putAll(byte[][] keys, byte[][] values) {
    forAll(keys, values, index -> put(keys[index], values[index], Put.ALWAYS));
  }

  /**
   * Removes keys. Returns the number of keys that were present.
   *
   * @param keys the keys, in any order
   */
  public long removeAll(byte[][] keys) {
    long before = size();
    forAll(keys, null, index -> remove(keys[index]));
    return before - size();
  }

  /**
   * Visits keys in ascending order, as a {@link LongTreeWriter} does.
   *
   * @param keys the keys, in any order
   * @param values the values that will be put, null if keys are removed
   * @param change receives the index of each key
   */
  public void forAll(byte[][] keys, byte @Nullable [][] values, IntConsumer change) {
    int[] order = KeyOrder.of(keys);
    for (int start = 0; start < order.length; start += Lookups.BATCH) {
      int count = Math.min(Lookups.BATCH, order.length - start);
      KeyOrder.touch(keys, order, start, count);
      if (values != null) {
        KeyOrder.touch(values, order, start, count);
      }
      touch(keys, order, start, count, values != null);
      for (int i = 0; i < count; i++) {
        change.accept(order[start + i]);
      }
    }
  }

  /**
   * Puts an entry of a sorted source. Entries that need new leaves after all others wait until they
   * fill a leaf.
   *
   * @param key a key above that of the previous call, {@value BytesPage#MAX_KEY} bytes at most; not
   *     modified later
   * @param value its value, 1 GiB at most; not modified later
   */
  public void load(byte[] key, byte[] value) {
    if (key.length + (long) value.length > BytesPage.MAX_ENTRY) {
      settle();
      put(key, value, Put.ALWAYS);
      return;
    }
    if (loaded == null) {
      loaded = new BytesLeafBuilder();
    }
    loaded.add(key, value);
    while (loaded.isFull(limits.leaf())) {
      placeLoaded(loaded);
    }
  }

  /**
   * Puts the entries of a {@linkplain #load load} that wait for their leaf: at the end of the load,
   * and before the source of the load reads or changes the tree.
   */
  public void settle() {
    BytesLeafBuilder entries = loaded;
    needsLeafAt = -1;
    if (entries != null) {
      for (int i = 0; i < entries.count(); i++) {
        put(entries.key(i), entries.value(i), Put.ALWAYS);
      }
      entries.forget(entries.count());
    }
  }

  /** Puts some of the entries of a load, which exceed a leaf. */
  private void placeLoaded(BytesLeafBuilder entries) {
    if (needsLeafAt == changes()) {
      addLeaf(entries);
    } else {
      int count = 0;
      while (count < entries.count()
          && put(entries.key(count), entries.value(count), Put.IN_PRESENT_LEAF)) {
        count++;
      }
      entries.forget(count);
    }
    // Before the next entry the source of the load, a part of the program, may change the tree.
    needsLeafAt = entries.count() > 0 ? changes() : -1;
  }

  /** Builds a leaf of the first entries of a load, after all leaves. */
  private void addLeaf(BytesLeafBuilder entries) {
    writeSet.makeRoom();
    held = false;
    byte[] first = entries.key(0);
    path.descend(first);
    int count = entries.fitting(limits.leaf());
    byte[] leaf =
        branches.newPage(
            (page, number, owner) -> {
              BytesPage.formatLeaf(page, number, owner);
              entries.build(count, page);
            });
    branches.append(path.top < 0 ? least() : separatorBehind(path.leaf(), first), leaf);
    counted(count);
    for (int i = 0; i < count; i++) {
      log.putBytes(root.owner(), entries.key(i), entries.value(i));
    }
    entries.forget(count);
  }

  /**
   * Sets the value of a key from a stream.
   *
   * @param key the key, {@value BytesPage#MAX_KEY} bytes at most
   * @param value the stream; not closed
   * @param length the number of bytes, 1 GiB at most
   * @throws EOFException if there are fewer; the transaction can only be rolled back then
   * @throws IOException if the stream fails; the transaction can only be rolled back then
   */
  public void put(byte[] key, InputStream value, long length) throws IOException {
    if (length <= LOGGED) {
      put(key, read(key, value, (int) length), Put.ALWAYS);
    } else {
      putLarge(key, value, length, Put.ALWAYS);
    }
  }

  /**
   * Reads a value from a stream.
   *
   * @param key its key, for messages
   * @param value the stream; not closed
   * @throws EOFException if there are fewer
   * @throws IOException if the stream fails
   */
  public static byte[] read(byte[] key, InputStream value, int length) throws IOException {
    byte[] whole = value.readNBytes(length);
    if (whole.length < length) {
      throw endedEarly(key, whole.length, length);
    }
    return whole;
  }

  private static EOFException endedEarly(byte[] key, long found, long expected) {
    return new EOFException(
        "the value of a key of "
            + key.length
            + " bytes ended after "
            + found
            + " of "
            + expected
            + " bytes");
  }

  private boolean putLarge(byte[] key, InputStream value, long length, Put when)
      throws IOException {
    if (when != Put.ALWAYS && contains(key) != (when == Put.IF_PRESENT)) {
      return false;
    }
    if (!hasPieces()) {
      setPieces(newPieces.get());
    }
    PieceTree pieces = writablePieces();
    boolean isLogged = length <= LOGGED;
    if (!isLogged) {
      log.value(root.owner(), key, length);
    }
    long first = pieces.nextPiece();
    byte[] buffer = new byte[OverflowPage.CAPACITY];
    long done = 0;
    for (long piece = first; done < length; piece++) {
      int wanted = (int) Math.min(buffer.length, length - done);
      int read = value.readNBytes(buffer, 0, wanted);
      if (read < wanted) {
        throw endedEarly(key, done + read, length);
      }
      pieces.append(piece, buffer, 0, read);
      if (!isLogged) {
        log.valuePart(buffer, 0, read);
      }
      done += read;
    }
    writeSet.makeRoom();
    return place(key, OverflowPage.reference(first, length), true, Put.ALWAYS);
  }

  /** Returns the tree of the large values, which in a writer is always writable. */
  private PieceTree writablePieces() {
    return (PieceTree) pieces();
  }

  /** Removes the pieces of the value of an entry. */
  private void removePieces(byte[] leaf, int index) {
    if (BytesPage.isLarge(leaf, index)) {
      long count = OverflowPage.pieces(BytesPage.referenceLength(leaf, index));
      writablePieces().remove(BytesPage.referencePiece(leaf, index), count);
    }
  }

  private boolean place(byte[] key, byte[] value, boolean large, Put when) {
    boolean near =
        held && heldSpills == writeSet.spills() && BytesPage.isAboveAll(path.leaf(), key);
    held = false;
    if (!near) {
      path.descend(key);
    }
    int index =
        near
            ? ~PageHeader.count(path.leaf())
            : path.top < 0 ? ~0 : BytesPage.find(path.leaf(), key);
    boolean isNew = index < 0;
    if (isNew ? when == Put.IF_PRESENT : when == Put.IF_ABSENT) {
      return false;
    }
    if (path.top < 0) {
      if (when == Put.IN_PRESENT_LEAF) {
        return false;
      }
      byte[] leaf = branches.newPage(BytesPage::formatLeaf);
      BytesPage.insert(leaf, 0, key, value, large);
      root.setPage(new PageRef(PageHeader.number(leaf), 0, 0));
      counted(1);
      return true;
    }
    if (!near) {
      branches.makeLeafWritable(isNew && hasRoom(path.leaf(), key.length + value.length));
    }
    byte[] leaf = path.leaf();
    boolean fits;
    if (isNew) {
      fits =
          PageHeader.count(leaf) < limits.leaf()
              && BytesPage.insert(leaf, ~index, key, value, large);
    } else {
      removePieces(leaf, index);
      writeSet.detach(leaf);
      fits = BytesPage.setValue(leaf, index, value, large);
    }
    boolean isLast = ~index == PageHeader.count(leaf) - (fits ? 1 : 0) && path.isRightEdge();
    if (!fits) {
      writeSet.detach(leaf);
      if (!overflow(key, value, large, isLast, ~index, when)) {
        return false;
      }
    } else {
      held = isLast;
      heldSpills = writeSet.spills();
    }
    counted(isNew ? 1 : 0);
    return true;
  }

  /**
   * Returns whether an entry probably fits the gap of a leaf. If it does not, the leaf is rebuilt,
   * and a copy is better than a take-over of its array that must be undone at once.
   */
  private static boolean hasRoom(byte[] leaf, int bytes) {
    return PageHeader.heapBound(leaf) - TreePage.headLength(leaf) >= bytes + ENTRY_OVERHEAD;
  }

  /** Removes a key. Returns whether it was present. */
  public boolean remove(byte[] key) {
    writeSet.makeRoom();
    held = false;
    path.descend(key);
    int index = path.top < 0 ? -1 : BytesPage.find(path.leaf(), key);
    if (index < 0) {
      return false;
    }
    removeFromLeaf(index, index + 1);
    log.removeBytes(root.owner(), key);
    return true;
  }

  /**
   * Removes all keys of a range, leaf by leaf. Returns their number.
   *
   * @param from the least key to remove
   * @param to the upper bound, exclusive; null for none
   */
  public long removeRange(byte[] from, byte @Nullable [] to) {
    long before = size();
    byte[] key = from;
    while (key != null && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
      writeSet.makeRoom();
      held = false;
      path.descend(key);
      if (path.top < 0) {
        break;
      }
      branches.requirePathInBounds();
      int first = BytesPage.find(path.leaf(), key);
      int last = to == null ? ~PageHeader.count(path.leaf()) : BytesPage.find(path.leaf(), to);
      first = first < 0 ? ~first : first;
      last = last < 0 ? ~last : last;
      byte[] next = path.bytesBound();
      if (first < last) {
        removeFromLeaf(first, last);
      }
      key = next;
    }
    if (before != size()) {
      log.removeBytesRange(root.owner(), from, to);
    }
    return before - size();
  }

  /** Removes all entries, and frees their pages. */
  public void clear() {
    if (root.page().isNone()) {
      return;
    }
    held = false;
    if (hasPieces()) {
      writablePieces().clear();
    }
    branches.freeAll();
    log.clear(root.owner());
  }

  /** Returns an empty run, the same one for each call. */
  private BytesRun emptyRun() {
    BytesRun run = scratch;
    if (run == null) {
      run = new BytesRun();
      scratch = run;
    }
    run.clear();
    return run;
  }

  /**
   * Makes room for an entry that does not fit the leaf of the path. Returns false if that requires
   * a new leaf after all others and the condition excludes it.
   *
   * @param added the place of the key in the leaf; negative if the leaf has the key
   */
  private boolean overflow(
      byte[] key, byte[] value, boolean large, boolean isEdge, int added, Put when) {
    byte[] leaf = path.leaf();
    BytesRun run = emptyRun();
    run.addAll(leaf);
    run.put(key, value, large);
    LeafCut.Leaf entries = new Overflowing(run, added);
    int cut = isEdge ? 0 : LeafCut.of(run.count(), added, entries);
    int spare = isEdge || cut > 0 ? 0 : WORTHWHILE;
    if (run.count() <= limits.leaf() && run.size(0, run.count()) <= BytesPage.CAPACITY - spare) {
      run.build(0, run.count(), leaf);
    } else if (isEdge) {
      if (when == Put.IN_PRESENT_LEAF) {
        return false;
      }
      byte[] right = branches.newPage(BytesPage::formatLeaf);
      BytesPage.insert(right, 0, key, value, large);
      branches.append(separatorBehind(leaf, key), right);
    } else {
      splitLeaf(run, cut, added, entries);
    }
    return true;
  }

  /** The entries of the leaf of the path and the one that does not fit. */
  private final class Overflowing implements LeafCut.Leaf {
    private final BytesRun run;
    private final int added;

    Overflowing(BytesRun run, int added) {
      this.run = run;
      this.added = added;
    }

    /** Compares the eight bytes after the common prefix of the keys, as numbers. */
    @Override
    public boolean isRun(int outer, int next, int length) {
      byte[] last = run.key(outer);
      byte[] bound =
          next < 0 ? lowerBound() : next < run.count() ? run.key(next) : path.bytesBound();
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
   * @param entries answers questions about the entries
   */
  private void splitLeaf(BytesRun run, int cut, int added, LeafCut.Leaf entries) {
    if (path.top == 0) {
      spread(run, bounds(run, 2, 0, cut, entries), 0, added, path.leaf());
      return;
    }
    int index = path.indexes[1];
    int beside = branches.emptierNeighbour();
    byte[] neighbour = branches.makeChildWritable(1, beside, childPage(path.pages[1], beside, 0));
    boolean shares =
        PageHeader.free(neighbour) >= 2 * WORTHWHILE
            && run.count() + PageHeader.count(neighbour) <= 2 * limits.leaf() - 1;
    int border = run.count();
    int moved = 0;
    if (beside < index) {
      run.addAllBefore(neighbour);
      border = run.count() - border;
      moved = border;
    } else {
      run.addAll(neighbour);
    }
    int[] bounds = bounds(run, shares ? 2 : 3, border, cut > 0 ? moved + cut : 0, entries);
    int place = cut > 0 ? moved + added : -1;
    if (beside < index) {
      spread(run, bounds, beside, place, neighbour, path.leaf());
    } else {
      spread(run, bounds, index, place, path.leaf(), neighbour);
    }
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
   * Builds the run into adjacent leaves of one branch, and into as many new leaves as needed.
   *
   * @param run the entries of these leaves, and the new entry
   * @param bounds the first entry of each leaf to build, and the end
   * @param index the index of the first leaf in the branch
   * @param added the place of the added entry: as many keys before it as fit move to a leaf that
   *     begins with it; -1 if none is
   * @param present the writable leaves that the run came from
   */
  private void spread(BytesRun run, int[] bounds, int index, int added, byte[]... present) {
    byte[][] leaves = new byte[bounds.length - 1][];
    List<byte[]> separators = new ArrayList<>();
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = i < present.length ? present[i] : branches.newPage(BytesPage::formatLeaf);
      run.build(bounds[i], bounds[i + 1], leaves[i]);
      byte[] first = run.key(bounds[i]);
      separators.add(
          i == 0 ? first : BytesRun.separator(run.key(bounds[i] - 1), first, bounds[i] == added));
    }
    branches.spread(0, leaves, separators, present.length, index, path.isRightEdge());
  }

  private byte[] lowerBound() {
    int level = path.lowerLevel(0);
    return level < 0 ? least() : separator(path.pages[level], path.indexes[level]);
  }

  /** Returns the shortest separator between a leaf and a key above all of its keys. */
  private static byte[] separatorBehind(byte[] leaf, byte[] key) {
    return BytesRun.separator(BytesPage.key(leaf, PageHeader.count(leaf) - 1), key);
  }

  /** Removes entries from the leaf of the path, and rebalances the tree. */
  private void removeFromLeaf(int from, int to) {
    for (int i = from; i < to; i++) {
      removePieces(path.leaf(), i);
    }
    if (from == 0 && to == PageHeader.count(path.leaf())) {
      branches.removeLeaf(to);
      return;
    }
    branches.makeLeafWritable(true);
    byte[] leaf = path.leaf();
    BytesPage.remove(leaf, from, to);
    counted(from - to);
    int used = BytesPage.CAPACITY - PageHeader.free(leaf);
    if (path.top > 0 && used < UNDERFULL && PageHeader.count(leaf) <= limits.leaf() / 3) {
      branches.mergeLeaf(this::merge);
    }
  }

  /** Returns a function that builds one leaf of two, null if their entries do not fit. */
  private @Nullable Consumer<byte[]> merge(byte[] left, byte[] right) {
    int used = 2 * BytesPage.CAPACITY - PageHeader.free(left) - PageHeader.free(right);
    if (used > MERGED || PageHeader.count(left) + PageHeader.count(right) > limits.leaf()) {
      return null;
    }
    BytesRun run = emptyRun();
    run.addAll(left);
    run.addAll(right);
    // The common prefix of both leaves may be shorter than the prefix of each.
    return run.size(0, run.count()) > MERGED ? null : page -> run.build(0, run.count(), page);
  }
}
