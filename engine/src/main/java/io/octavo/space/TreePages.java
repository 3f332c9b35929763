package io.octavo.space;

import io.octavo.cache.Frame;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageTable;
import io.octavo.error.CorruptionException;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.Rule;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.page.tree.TreePage;
import io.octavo.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/** The pages of one collection as one transaction reads them. */
public final class TreePages {
  /** A leaf with less than this fraction of a page free probably overflows at the next put. */
  private static final int SCARCE = 32;

  private final PageLoader loader;
  private final PageCache cache;
  private final PageTable table;
  private final int owner;
  private final int leafForm;
  private final int branchForm;
  private final @Nullable Snapshot snapshot;
  private final @Nullable WriteSet writeSet;

  public TreePages(
      PageLoader loader,
      PageCache cache,
      int owner,
      TreeKinds kinds,
      @Nullable Snapshot snapshot,
      @Nullable WriteSet writeSet) {
    this.loader = loader;
    this.cache = cache;
    this.table = cache.table();
    this.owner = owner;
    this.leafForm = Frame.formOf(kinds.leaf().code(), 0);
    this.branchForm = Frame.formOf(kinds.branch().code(), 0);
    this.snapshot = snapshot;
    this.writeSet = writeSet;
  }

  /**
   * Returns a page. Only the {@link WriteSet} that owns it may change it.
   *
   * @param crc the checksum in its parent, 0 if unknown
   * @param level its required level
   * @throws io.octavo.error.CorruptionException if the file has another page there
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public byte[] page(int number, int crc, int level) {
    byte[] page = table.page(number);
    int form = level == 0 ? leafForm : branchForm | level;
    return page != null && isOf(page, form) ? page : absent(number, crc, form).bytes;
  }

  /**
   * Returns a leaf, and begins to load what the search for a key needs.
   *
   * @param child its number and checksum, as in {@link BranchPage}
   * @param fraction the relative position of the key between the bounds of the leaf, 0 to 1
   * @throws io.octavo.error.CorruptionException if the file has another page there
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public byte[] leaf(long child, double fraction) {
    byte[] leaf = table.page(BranchPage.number(child));
    if (leaf != null) {
      touch(leaf, child, fraction);
    }
    return requireLeaf(leaf, child);
  }

  /**
   * Returns a leaf of byte strings, and begins to load what the search for a key needs.
   *
   * @param child its number and checksum, as in {@link BranchPage}
   * @throws io.octavo.error.CorruptionException if the file has another page there
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public byte[] bytesLeaf(long child) {
    byte[] leaf = table.page(BranchPage.number(child));
    if (leaf != null) {
      touchBytes(leaf, child);
    }
    return requireLeaf(leaf, child);
  }

  /**
   * Returns leaves as {@link #leaf} does, for all keys at once, so that their loads overlap.
   *
   * @param children number and checksum of each
   * @param fractions the relative position of each key
   * @param leaves receives their bytes
   */
  public void leaves(long[] children, double[] fractions, int count, byte[][] leaves) {
    byte[] @Nullable [] present = new byte[count][];
    present(children, count, present);
    for (int i = 0; i < count; i++) {
      byte[] leaf = present[i];
      if (leaf != null) {
        touch(leaf, children[i], fractions[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      leaves[i] = requireLeaf(present[i], children[i]);
    }
  }

  /**
   * Begins to load what changes of leaves need, for all leaves at once: cache lines, frames, and
   * pages on the disk.
   *
   * @param children number and checksum of each leaf
   * @param fractions the relative position of each key
   * @return whether leaves are being read from the disk
   */
  public boolean touch(long[] children, double[] fractions, int count) {
    byte[] @Nullable [] leaves = new byte[count][];
    boolean isReading = present(children, count, leaves);
    for (int i = 0; i < count; i++) {
      byte[] leaf = leaves[i];
      if (leaf != null) {
        touch(leaf, children[i], fractions[i]);
        table.touch(BranchPage.number(children[i]));
      }
    }
    return isReading;
  }

  /**
   * As {@link #touch}, for leaves of byte strings.
   *
   * @param children number and checksum of each leaf
   * @return whether leaves are being read from the disk
   */
  public boolean touchBytes(long[] children, int count) {
    byte[] @Nullable [] leaves = new byte[count][];
    boolean isReading = present(children, count, leaves);
    for (int i = 0; i < count; i++) {
      byte[] leaf = leaves[i];
      if (leaf != null) {
        touchBytes(leaf, children[i]);
        table.touch(BranchPage.number(children[i]));
      }
    }
    return isReading;
  }

  /**
   * Begins to read the neighbours of a leaf from the disk, if the leaf is nearly full: a put would
   * read both, to share entries with one. The leaf itself is being read.
   *
   * @param branch the parent
   * @param index the leaf in the parent
   */
  public void readNeighbours(byte[] branch, int index) {
    int number = BranchPage.number(TreePage.child(branch, index));
    byte[] leaf = cache.get(number) == null ? loader.readIfPossible(number) : null;
    if (leaf == null || PageHeader.free(leaf) > PageHeader.PAGE_SIZE / SCARCE) {
      return;
    }
    if (index > 0) {
      loader.readAhead(BranchPage.number(TreePage.child(branch, index - 1)));
    }
    if (index + 1 < PageHeader.count(branch)) {
      loader.readAhead(BranchPage.number(TreePage.child(branch, index + 1)));
    }
  }

  /**
   * Looks up the leaves that are whole in memory, and begins to read the others from the disk.
   *
   * @param children number and checksum of each leaf
   * @param leaves receives each leaf at the index of its child, null if it is not in memory
   * @return whether leaves are being read from the disk
   */
  private boolean present(long[] children, int count, byte[] @Nullable [] leaves) {
    int[] absent = null;
    int absentCount = 0;
    for (int i = 0; i < count; i++) {
      int number = BranchPage.number(children[i]);
      leaves[i] = table.page(number);
      if (leaves[i] == null) {
        absent = absent == null ? new int[count] : absent;
        absent[absentCount++] = number;
      }
    }
    return absent != null && loader.readAhead(absent, absentCount);
  }

  private void touch(byte[] leaf, long child, double fraction) {
    int extent = table.extent(BranchPage.number(child));
    LeafPage.touch(leaf, fraction, PageTable.countOf(extent), PageTable.heapBoundOf(extent));
  }

  private void touchBytes(byte[] leaf, long child) {
    BytesPage.touch(leaf, PageTable.countOf(table.extent(BranchPage.number(child))));
  }

  /** Returns a leaf that was looked up; reads the page if it is none of this collection. */
  private byte[] requireLeaf(byte @Nullable [] leaf, long child) {
    return leaf != null && isOf(leaf, leafForm)
        ? leaf
        : absent(BranchPage.number(child), BranchPage.crc(child), leafForm).bytes;
  }

  /** Returns whether a page has a form, see {@link Frame#formOf}, and is of this collection. */
  private boolean isOf(byte[] page, int form) {
    return Frame.formOf(PageHeader.kindCode(page), PageHeader.level(page)) == form
        && PageHeader.owner(page) == owner;
  }

  private Frame absent(int number, int crc, int form) {
    Frame frame = loader.whole(cache.get(number));
    if (frame != null && frame.form == form && frame.owner == owner) {
      return frame;
    }
    return writeSet == null ? load(number, crc, form) : load(number, crc, form, writeSet);
  }

  private Frame load(int number, int crc, int form) {
    return loader.load(number, crc, form, owner, () -> snapshot != null && snapshot.isReleased);
  }

  private Frame load(int number, int crc, int form, WriteSet mine) {
    // Read before the cache: a page missing in the cache was spilled before.
    Frame frame = loader.whole(cache.get(number));
    return frame != null && frame.form == form && frame.owner == owner
        ? frame
        : loader.load(number, crc, form, owner, mine::isEnded);
  }

  /** Returns an array for a new page, with any bytes, if possible a used one. */
  public byte[] array() {
    return cache.array();
  }

  /**
   * Returns the exception for a page outside of the bounds in its parent.
   *
   * @param found its key or separator
   * @param expected the required contents
   */
  public CorruptionException outOfBounds(byte[] page, String found, String expected) {
    return loader.corruption(PageHeader.number(page), Rule.R23, PageHeader.LENGTH, found, expected);
  }

  /**
   * Returns the exception for an empty leaf, which no complete tree has.
   *
   * @param leaf the page
   */
  public CorruptionException emptyLeaf(byte[] leaf) {
    return loader.corruption(
        PageHeader.number(leaf), Rule.R17, PageHeader.COUNT, "no entry", "one or more");
  }

  /** Returns the exception for a page that is referred to twice, or that is free. */
  public CorruptionException referredTwice(int number) {
    return loader.referredTwice(number);
  }

  /**
   * Returns the exception for a wrong piece of a large value.
   *
   * @param number the page of the search
   * @param expected the required contents
   */
  public CorruptionException wrongPiece(int number, String found, String expected) {
    return loader.corruption(number, Rule.R29, PageHeader.KEY_BASE, found, expected);
  }

  /**
   * Returns the exception for an index with an item that its list does not have.
   *
   * @param number the root page of the index
   * @param size the number of items in the list
   */
  public CorruptionException wrongIndex(int number, long item, long size) {
    return loader.corruption(
        number, Rule.R33, PageHeader.LENGTH, "item " + item, "one of " + size + " items");
  }

  /**
   * Returns the exception for a page of a series that differs from the row in its parent.
   *
   * @param found the present contents
   */
  public CorruptionException wrongRow(byte[] page, String found) {
    return loader.corruption(
        PageHeader.number(page), Rule.R36, PageHeader.LENGTH, found, "what the row above says");
  }

  /**
   * Returns the exception for a leaf of a series with wrong entries.
   *
   * @param found the present contents
   * @param expected the required contents
   */
  public CorruptionException wrongSeries(byte[] page, String found, String expected) {
    return loader.corruption(PageHeader.number(page), Rule.R35, PageHeader.LENGTH, found, expected);
  }

  /**
   * Returns the exception for a series whose rows count other entries than its record.
   *
   * @param number the root page
   * @param left the entries that would be left
   */
  public CorruptionException wrongEntries(int number, long left) {
    return loader.corruption(
        number, Rule.R24, PageHeader.LENGTH, left + " entries left", "those of the pages");
  }

  /**
   * Returns the exception for an invalid entry of posting lists.
   *
   * @param number its page
   * @param expected the required contents
   */
  public CorruptionException wrongPosting(int number, String found, String expected) {
    return loader.corruption(number, Rule.R30, PageHeader.LENGTH, found, expected);
  }
}
