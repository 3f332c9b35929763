package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.commit.WriteTransaction;
import io.octavo.memory.Memory;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesKeys;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.TreePages;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte string to byte string in one tree of pages, and its large values in
 * another, as a snapshot sees it. Any number of threads may read at once.
 */
public class BytesTree extends Tree<byte[]> {
  private final Supplier<? extends @Nullable LongTree> findPieces;
  private @Nullable LongTree pieces;

  /**
   * Opens a tree.
   *
   * @param pages the pages of its collection
   * @param findPieces finds its large values, null if there never were any; called at the first
   *     read of a large value
   */
  public BytesTree(
      TreePages pages, TreeRoot root, Supplier<? extends @Nullable LongTree> findPieces) {
    super(pages, root, true);
    this.findPieces = findPieces;
  }

  /** Opens a tree for writing. */
  BytesTree(WriteTransaction transaction, CatalogueRecord record) {
    super(
        transaction.pages(record.id(), TreeKinds.BYTES),
        transaction.catalogue().root(record),
        false);
    this.findPieces = () -> null;
  }

  /** Returns the tree of the large values. */
  LongTree pieces() {
    LongTree found = pieces;
    if (found == null) {
      found = findPieces.get();
    }
    if (found == null) {
      throw pages.wrongPiece(root.page().number(), "no large values", "the pieces of a value");
    }
    pieces = found;
    return found;
  }

  final boolean hasPieces() {
    return pieces != null;
  }

  final void setPieces(LongTree pieces) {
    this.pieces = pieces;
  }

  @Override
  protected final byte[] childPage(byte[] branch, int index, double fraction) {
    long child = BytesPage.child(branch, index);
    int level = PageHeader.level(branch) - 1;
    return level == 0
        ? pages.bytesLeaf(child)
        : pages.page(BranchPage.number(child), BranchPage.crc(child), level);
  }

  /** Returns the leaf that may hold a key, null if the tree is empty. */
  private byte @Nullable [] leaf(byte[] key) {
    PageRef ref = root.page();
    if (ref.isNone()) {
      return null;
    }
    byte[] page = pages.page(ref.number(), ref.crc(), ref.level());
    for (int level = ref.level(); level > 0; level--) {
      page = childPage(page, BytesPage.findChild(page, key), 0);
    }
    return page;
  }

  /**
   * Begins to load the leaves of some keys, so that the loads overlap.
   *
   * @param order their indexes in ascending order
   * @param start the first of these indexes
   * @param count the number of these indexes
   * @param isPut whether entries will be put, for which a full leaf needs its neighbours
   */
  final void touch(byte[][] keys, int[] order, int start, int count, boolean isPut) {
    PageRef ref = root.page();
    if (ref.level() == 0) {
      return;
    }
    long[] children = new long[count];
    int[] indexes = new int[count];
    byte[][] branches = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] key = keys[order[start + i]];
      byte[] page = rootPage();
      int index = BytesPage.findChild(page, key);
      for (int level = ref.level(); level > 1; level--) {
        page = childPage(page, index, 0);
        index = BytesPage.findChild(page, key);
      }
      branches[i] = page;
      indexes[i] = index;
      children[i] = BytesPage.child(page, index);
    }
    if (pages.touchBytes(children, count) && isPut) {
      for (int i = 0; i < count; i++) {
        if (i == 0 || children[i] != children[i - 1]) {
          pages.readNeighbours(branches[i], indexes[i]);
        }
      }
    }
  }

  /** Returns whether a key has a value. */
  public final boolean contains(byte[] key) {
    byte[] leaf = leaf(key);
    return leaf != null && BytesPage.find(leaf, key) >= 0;
  }

  /**
   * Counts the keys that have a value. Leaves that are not in memory are read at the same time.
   *
   * @param keys the keys, in ascending order
   */
  public final long countPresent(byte[][] keys, int count) {
    int[] order = KeyOrder.indexes(count);
    long present = 0;
    for (int start = 0; start < count; start += Lookups.BATCH) {
      int end = Math.min(start + Lookups.BATCH, count);
      touch(keys, order, start, end - start, false);
      for (int i = start; i < end; i++) {
        present += contains(keys[i]) ? 1 : 0;
      }
    }
    return present;
  }

  /** Returns the value of a key in a new array, null if the key is absent. */
  public final byte @Nullable [] get(byte[] key) {
    byte[] leaf = leaf(key);
    int index = leaf == null ? -1 : BytesPage.find(leaf, key);
    return leaf == null || index < 0 ? null : valueAt(leaf, index);
  }

  /**
   * Copies the value of a key. Allocates nothing.
   *
   * @param into receives as many bytes of its value as fit
   * @param offset index of the first byte
   * @return the length of the whole value, -1 if the key is absent
   */
  public final int get(byte[] key, byte[] into, int offset) {
    byte[] leaf = leaf(key);
    int index = leaf == null ? -1 : BytesPage.find(leaf, key);
    return leaf == null || index < 0 ? -1 : copyValue(leaf, index, into, offset);
  }

  /**
   * Passes the value of a key to a sink without a copy. Allocates nothing if the value is inline.
   *
   * @param most the greatest length of a value that the sink receives
   * @return the length of the value, -1 if the key is absent
   */
  public final int show(byte[] key, int most, ValueSink sink) {
    byte[] leaf = leaf(key);
    int index = leaf == null ? -1 : BytesPage.find(leaf, key);
    return leaf == null || index < 0 ? -1 : showValue(leaf, index, most, sink);
  }

  /**
   * Passes the value of an entry to a sink without a copy. Returns its length, even if it is too
   * long for the sink.
   */
  final int showValue(byte[] leaf, int index, int most, ValueSink sink) {
    if (BytesPage.isLarge(leaf, index)) {
      LargeValue large = largeAt(leaf, index);
      if (large.length() <= most) {
        large.show(sink);
      }
      return (int) large.length();
    }
    int length = BytesPage.valueLength(leaf, index);
    if (length <= most) {
      int from = Memory.index(BytesPage.valueOffset(leaf, index));
      // The length of a forged page may be wrong, and the sink may read without bounds checks.
      sink.accept(length, 0, leaf, Objects.checkFromIndexSize(from, length, leaf.length), length);
    }
    return length;
  }

  /** Reads the value of an entry, inline or large. */
  final byte[] valueAt(byte[] leaf, int index) {
    if (!BytesPage.isLarge(leaf, index)) {
      return BytesPage.value(leaf, index);
    }
    LargeValue large = largeAt(leaf, index);
    large.requirePieces();
    byte[] value = new byte[(int) large.length()];
    large.read(0, value, 0, value.length);
    return value;
  }

  /** Copies the first bytes of the value of an entry. Returns the length of the whole value. */
  final int copyValue(byte[] leaf, int index, byte[] into, int offset) {
    int room = into.length - offset;
    int length = BytesPage.copyValue(leaf, index, into, offset, room);
    if (length < 0) {
      LargeValue large = largeAt(leaf, index);
      length = (int) large.length();
      large.read(0, into, offset, Math.min(length, room));
    }
    return length;
  }

  /** Returns the value of a key, to be read in parts; null if the key is absent. */
  public final @Nullable Value find(byte[] key) {
    byte[] leaf = leaf(key);
    int index = leaf == null ? -1 : BytesPage.find(leaf, key);
    return leaf == null || index < 0 ? null : partsAt(leaf, index);
  }

  /** Returns the value of an entry, for reading in parts. */
  final Value partsAt(byte[] leaf, int index) {
    return BytesPage.isLarge(leaf, index)
        ? largeAt(leaf, index)
        : new InlineValue(BytesPage.value(leaf, index));
  }

  private LargeValue largeAt(byte[] leaf, int index) {
    return new LargeValue(
        pieces(), BytesPage.referencePiece(leaf, index), BytesPage.referenceLength(leaf, index));
  }

  /** A value that is read in parts. */
  public sealed interface Value {
    /** Returns the length of the value in bytes. */
    long length();

    /**
     * Copies bytes of the value.
     *
     * @param position the first byte, from 0
     * @param into receives the bytes
     * @param offset index of the first byte in the array
     * @param count the number of bytes, which the value must have
     */
    void read(long position, byte[] into, int offset, int count);
  }

  /** A copy of an inline value. */
  @SuppressWarnings("ArrayRecordComponent") // values are not compared
  private record InlineValue(byte[] bytes) implements Value {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void read(long position, byte[] into, int offset, int count) {
      System.arraycopy(bytes, (int) position, into, offset, count);
    }
  }

  /** A large value. */
  private record LargeValue(LongTree pieces, long first, long length) implements Value {
    /** Checks that the last piece exists, before an array of the whole length is allocated. */
    void requirePieces() {
      long count = OverflowPage.pieces(length);
      if (count > pieces.size()) {
        throw PieceTree.tooFew(pieces, count);
      }
      read(length - 1, new byte[1], 0, 1);
    }

    void show(ValueSink sink) {
      requirePieces();
      for (long at = 0; at < length; at += OverflowPage.CAPACITY) {
        int part = (int) Math.min(OverflowPage.CAPACITY, length - at);
        byte[] page = PieceTree.piece(pieces, first + at / OverflowPage.CAPACITY, part);
        sink.accept((int) length, (int) at, page, Memory.index(PageHeader.LENGTH), part);
      }
    }

    @Override
    public void read(long position, byte[] into, int offset, int count) {
      long at = position;
      int target = offset;
      while (at < position + count) {
        long piece = at / OverflowPage.CAPACITY;
        int from = (int) (at % OverflowPage.CAPACITY);
        int whole = (int) Math.min(OverflowPage.CAPACITY, length - piece * OverflowPage.CAPACITY);
        byte[] page = PieceTree.piece(pieces, first + piece, whole);
        int part = (int) Math.min(whole - from, position + count - at);
        OverflowPage.copy(page, from, into, target, part);
        at += part;
        target += part;
      }
    }
  }

  @Override
  final void requireOrder(byte[] low, byte[] high, byte[] entered) {
    if (!BytesPage.isAboveAll(low, BytesPage.key(high, 0))) {
      throw pages.outOfBounds(
          entered,
          "keys " + (entered == high ? "not above" : "not below") + " those of the neighbour",
          "keys " + (entered == high ? "above" : "below") + " them");
    }
  }

  @Override
  final void requireInBounds(byte[] branch, int index, byte[] page) {
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

  @Override
  final byte[] least() {
    return new byte[0];
  }

  @Override
  final byte[] separator(byte[] branch, int index) {
    return BytesPage.key(branch, index);
  }

  @Override
  final boolean isAboveFirst(byte[] branch, byte[] separator) {
    return BytesPage.compareKey(branch, 0, separator) < 0;
  }

  @Override
  final boolean insert(byte[] branch, int index, byte[] separator, long child) {
    return BytesPage.insert(branch, index, separator, BytesPage.childValue(child), false);
  }

  @Override
  final BranchRun<byte[]> newRun(PageKind branch) {
    return new BytesRun();
  }

  @Override
  final void descend(TreePath path, byte[] key) {
    path.descend(key);
  }
}
