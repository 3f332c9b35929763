package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.commit.WriteTransaction;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.LongBranchRun;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.TreePages;
import java.util.BitSet;

/**
 * An ordered map from long to long in one tree of pages, as a snapshot sees it. Any number of
 * threads may read at once.
 */
public class LongTree extends Tree<Long> {
  /**
   * Opens a tree of a snapshot.
   *
   * @param pages the pages of its collection
   */
  public LongTree(TreePages pages, TreeRoot root) {
    super(pages, root, true);
  }

  /**
   * Opens a tree for writing.
   *
   * @param record the collection
   * @param kinds the kinds of its pages
   */
  protected LongTree(WriteTransaction transaction, CatalogueRecord record, TreeKinds kinds) {
    super(transaction.pages(record.id(), kinds), transaction.catalogue().root(record), false);
  }

  /**
   * Returns the value of a key.
   *
   * @param missing the result if the key is absent
   */
  public final long get(long key, long missing) {
    return lookUp(key, missing, true);
  }

  /** Returns whether a key has a value. */
  public final boolean contains(long key) {
    return lookUp(key, 0, false) != 0;
  }

  /** Returns the value of a key; or 1 if only the presence of the key is requested. */
  private long lookUp(long key, long missing, boolean wantsValue) {
    PageRef ref = root.page();
    if (ref.isNone()) {
      return missing;
    }
    byte[] page = pages.page(ref.number(), ref.crc(), ref.level());
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE;
    for (int level = ref.level(); level > 0; level--) {
      int index = BranchPage.find(page, key);
      from = BranchPage.separator(page, index);
      to = BranchPage.bound(page, index, to);
      long child = BranchPage.child(page, index);
      page =
          level == 1
              ? pages.leaf(child, fraction(key, from, to))
              : pages.page(BranchPage.number(child), BranchPage.crc(child), level - 1);
    }
    int index = LeafPage.find(page, key, to);
    if (index < 0) {
      return missing;
    }
    return wantsValue ? LeafPage.value(page, index) : 1;
  }

  /** Returns the relative position of a key between the bounds of a page, 0 to 1. */
  static double fraction(long key, long from, long to) {
    return (double) (key - from) / (double) (to - from);
  }

  /**
   * Looks up keys in batches, a step for all keys of a batch before the next step, so that their
   * waits for memory overlap.
   *
   * @param values receives the value of each key at its place
   * @param missing the result for each key that is absent
   */
  public final void getAll(long[] keys, long[] values, long missing) {
    PageRef ref = root.page();
    if (ref.level() == 0 || ref.isNone()) {
      for (int i = 0; i < keys.length; i++) {
        values[i] = get(keys[i], missing);
      }
      return;
    }
    Lookups lookups = new Lookups(this, Math.min(keys.length, Lookups.BATCH));
    for (int start = 0; start < keys.length; start += Lookups.BATCH) {
      lookups.get(keys, start, Math.min(Lookups.BATCH, keys.length - start), values, missing);
    }
  }

  /**
   * Finds which keys have a value, as {@link #getAll} looks them up.
   *
   * @return the indexes of those that have one
   */
  public final BitSet present(long[] keys, int count) {
    PageRef ref = root.page();
    BitSet found = new BitSet(count);
    if (ref.level() == 0 || ref.isNone()) {
      for (int i = 0; i < count; i++) {
        found.set(i, contains(keys[i]));
      }
      return found;
    }
    Lookups lookups = new Lookups(this, Math.min(count, Lookups.BATCH));
    for (int start = 0; start < count; start += Lookups.BATCH) {
      lookups.find(keys, start, Math.min(Lookups.BATCH, count - start), found);
    }
    return found;
  }

  @Override
  protected byte[] childPage(byte[] branch, int index, double fraction) {
    long child = BranchPage.child(branch, index);
    int level = PageHeader.level(branch) - 1;
    return level == 0
        ? pages.leaf(child, fraction)
        : pages.page(BranchPage.number(child), BranchPage.crc(child), level);
  }

  @Override
  final void requireOrder(byte[] low, byte[] high, byte[] entered) {
    long last = lastKey(low);
    long first = firstKey(high);
    if (last >= first) {
      throw entered == high
          ? pages.outOfBounds(high, "" + first, "more than " + last)
          : pages.outOfBounds(low, "" + last, "less than " + first);
    }
  }

  @Override
  final void requireInBounds(byte[] branch, int index, byte[] page) {
    int count = PageHeader.count(page);
    boolean isLeaf = PageHeader.level(page) == 0;
    if (count < (isLeaf ? 1 : 2)) {
      return;
    }
    // Searches do not use the first separator of a branch.
    long first = isLeaf ? firstKey(page) : BranchPage.separator(page, 1);
    long last = isLeaf ? lastKey(page) : BranchPage.separator(page, count - 1);
    if (index > 0 && first < BranchPage.separator(branch, index)) {
      throw pages.outOfBounds(page, "" + first, "at least " + BranchPage.separator(branch, index));
    }
    if (index + 1 < PageHeader.count(branch)
        && last > lastBefore(BranchPage.separator(branch, index + 1))) {
      throw pages.outOfBounds(
          page, "" + last, "at most " + lastBefore(BranchPage.separator(branch, index + 1)));
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

  /** Returns the greatest key that a child may hold before the next separator. */
  protected long lastBefore(long separator) {
    return separator - 1;
  }

  @Override
  final Long least() {
    return Long.MIN_VALUE;
  }

  @Override
  final Long separator(byte[] branch, int index) {
    return BranchPage.separator(branch, index);
  }

  @Override
  final boolean isAboveFirst(byte[] branch, Long separator) {
    return BranchPage.separator(branch, 0) <= lastBefore(separator);
  }

  @Override
  final boolean insert(byte[] branch, int index, Long separator, long child) {
    BranchPage.insert(branch, index, separator, child);
    return true;
  }

  @Override
  final BranchRun<Long> newRun(PageKind branch) {
    return new LongBranchRun(branch);
  }

  @Override
  final void descend(TreePath path, Long key) {
    path.descend((long) key);
  }
}
