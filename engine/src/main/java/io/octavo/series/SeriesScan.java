package io.octavo.series;

import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleReader;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import io.octavo.tree.LongTree;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of a series, and remembers the last block that was decoded: adjacent ranges share
 * one. One thread at a time; pages change between two calls of {@link SeriesTree}, so that a scan
 * that is used again must {@linkplain #forget} the block.
 */
final class SeriesScan {
  private static final long[] NONE = {};

  private final LongTree tree;
  private final SampleReader reader = new SampleReader();
  private long[] values = NONE;

  /** Page number and index of the block that the reader has; -1 for none. */
  private long open = -1;

  /** The branches that a walk has met. */
  private Set<Integer> visited = Set.of();

  SeriesScan(LongTree tree) {
    this.tree = tree;
  }

  /** Takes blocks. */
  interface BlockVisitor {
    /** Returns whether entries with values of a range are of interest. */
    boolean wants(long least, long greatest);

    /** Takes entries that are within the range together, without their values; if it can. */
    boolean takeAll(long count, long least, long greatest);

    /** Takes values. */
    void take(long[] values, int from, int to);
  }

  /** Returns whether no page has entries. */
  boolean isNone() {
    return tree.root().page().isNone();
  }

  /** Returns the root page of a series that has one. */
  byte[] rootPage() {
    PageRef ref = tree.root().page();
    return tree.pages().page(ref.number(), ref.crc(), ref.level());
  }

  private byte[] child(byte[] branch, int index) {
    long child = BranchPage.child(branch, index);
    return tree.pages()
        .page(BranchPage.number(child), BranchPage.crc(child), PageHeader.level(branch) - 1);
  }

  /**
   * Returns a child in which a time is to be found, and begins to load what the search will need.
   */
  byte[] child(byte[] branch, int index, long time) {
    byte[] page = child(branch, index);
    if (PageHeader.level(branch) == 1) {
      touch(branch, index, page, time);
    }
    return page;
  }

  /** Begins to load what a search for a time in a leaf will need, if there is a leaf. */
  private static void touch(
      byte @Nullable [] branch, int index, byte @Nullable [] leaf, long time) {
    if (branch != null && leaf != null) {
      double first = BranchPage.separator(branch, index);
      double fraction = (time - first) / (SummedPage.last(branch, index) - first);
      SeriesLeaf.touch(leaf, fraction);
    }
  }

  private static long block(byte[] leaf, int block) {
    return ((long) PageHeader.number(leaf) << Integer.SIZE) + block;
  }

  /** Reports a series that is not what its rows or its record say. */
  RuntimeException missing(String found) {
    return isNone()
        ? new IllegalStateException("the series has no entries any more")
        : tree.pages().wrongRow(rootPage(), found);
  }

  /** Prepares what a walk needs and a fold does not: most calls only fold. */
  private void beginWalk() {
    visited = new HashSet<>();
    values = new long[SampleBlock.MAX_COUNT];
  }

  /** Notes a branch of a walk: one over branches that repeat a child would not end. */
  private void visit(byte[] branch) {
    if (!visited.add(PageHeader.number(branch))) {
      throw tree.pages().referredTwice(PageHeader.number(branch));
    }
  }

  /** Returns a reader of a block, which stands where the last search in the block has ended. */
  SampleReader read(byte[] leaf, int block) {
    if (open != block(leaf, block)) {
      SeriesLeaf.open(leaf, block, reader);
      open = block(leaf, block);
    }
    return reader;
  }

  /** Forgets the last block: the page may change, and should not stay in memory for the scan. */
  void forget() {
    open = -1;
    reader.close();
  }

  /** Adds the entries of a range to an aggregate. */
  void fold(long from, long to, Aggregate into) {
    if (!isNone()) {
      fold(rootPage(), from, to, into);
    }
  }

  private void fold(byte[] top, long from, long to, Aggregate into) {
    byte[] page = top;
    while (PageHeader.level(page) > 0) {
      int first = SummedPage.firstChild(page, from);
      int last = BranchPage.find(page, to);
      if (first > last || BranchPage.separator(page, last) > to) {
        return;
      }
      boolean isFirstCut = BranchPage.separator(page, first) < from;
      boolean isLastCut = SummedPage.last(page, last) > to;
      if (first < last) {
        byte[] left = isFirstCut ? child(page, first) : null;
        byte[] right = isLastCut ? child(page, last) : null;
        if (PageHeader.level(page) == 1) {
          touch(page, first, left, from);
          touch(page, last, right, to);
        }
        SummedPage.fold(page, isFirstCut ? first + 1 : first, isLastCut ? last : last + 1, into);
        foldEdges(PageHeader.level(page) - 1, left, right, from, to, into);
        return;
      }
      if (!isFirstCut && !isLastCut) {
        SummedPage.fold(page, first, first + 1, into);
        return;
      }
      page = child(page, first, isFirstCut ? from : to);
    }
    foldLeaf(page, from, to, into);
  }

  /**
   * Adds the entries of two pages of a level: in the one from a time on, in the other up to a time.
   * Goes down to both ends at once, and adds rows after both children were asked for: pages that
   * come from memory are on their way meanwhile.
   */
  private void foldEdges(
      int level,
      byte @Nullable [] first,
      byte @Nullable [] last,
      long from,
      long to,
      Aggregate into) {
    byte[] left = first;
    byte[] right = last;
    for (int i = level; i > 0; i--) {
      byte[] begin = left;
      byte[] end = right;
      int firstRow = 0;
      int endRow = 0;
      if (begin != null) {
        firstRow = SummedPage.firstChild(begin, from);
        boolean isCut =
            firstRow < PageHeader.count(begin) && BranchPage.separator(begin, firstRow) < from;
        left = isCut ? child(begin, firstRow) : null;
      }
      if (end != null) {
        endRow = BranchPage.find(end, to);
        boolean isBehind = BranchPage.separator(end, endRow) > to;
        boolean isCut = !isBehind && SummedPage.last(end, endRow) > to;
        right = isCut ? child(end, endRow) : null;
        endRow += isBehind || isCut ? 0 : 1;
      }
      if (i == 1) {
        touch(begin, firstRow, left, from);
        touch(end, endRow, right, to);
      }
      if (begin != null) {
        firstRow += left == null ? 0 : 1;
        SummedPage.fold(begin, firstRow, PageHeader.count(begin), into);
      }
      if (end != null) {
        SummedPage.fold(end, 0, endRow, into);
      }
    }
    if (left != null) {
      foldLeaf(left, from, to, into);
    }
    if (right != null) {
      foldLeaf(right, from, to, into);
    }
  }

  private void foldLeaf(byte[] leaf, long from, long to, Aggregate into) {
    int last = SeriesLeaf.floor(leaf, to);
    int first = SeriesLeaf.lower(leaf, from);
    if (last < 0 || first > last) {
      return;
    }
    int skipped = first < 0 ? 0 : read(leaf, first).lower(from);
    first = Math.max(first, 0);
    if (first < last) {
      add(leaf, first, skipped, entries(leaf, first), into);
      SeriesLeaf.fold(leaf, first + 1, last, into);
      skipped = 0;
    }
    add(leaf, last, skipped, read(leaf, last).upper(to), into);
  }

  private static int entries(byte[] leaf, int block) {
    return SeriesLeaf.entries(leaf, block);
  }

  /** Adds entries of a block; all of them without decoding the values. */
  void add(byte[] leaf, int block, int from, int to, Aggregate into) {
    if (from >= to) {
      return;
    }
    if (from == 0 && to == entries(leaf, block)) {
      SeriesLeaf.fold(leaf, block, block + 1, into);
      return;
    }
    reader.fold(from, to);
    into.addExcess(to - from, reader.least(), reader.greatest(), reader.excess(), Long.MIN_VALUE);
  }

  /** Returns the number of entries before a time. */
  long rank(long time) {
    if (isNone()) {
      return 0;
    }
    long rank = 0;
    byte[] page = rootPage();
    while (PageHeader.level(page) > 0) {
      int child = SummedPage.firstChild(page, time);
      for (int i = 0; i < child; i++) {
        rank += SummedPage.entries(page, i);
      }
      if (child == PageHeader.count(page)) {
        return rank;
      }
      page = child(page, child);
    }
    int block = SeriesLeaf.lower(page, time);
    for (int i = 0; i < block; i++) {
      rank += entries(page, i);
    }
    return block < 0 ? rank : rank + read(page, block).lower(time);
  }

  /** Reads the block of an entry. */
  SeriesTree.Block block(long rank, long[] toTimes, long[] toValues) {
    long place = rank;
    byte[] page = rootPage();
    while (PageHeader.level(page) > 0) {
      int count = PageHeader.count(page);
      int child = 0;
      while (child < count && place >= SummedPage.entries(page, child)) {
        place -= SummedPage.entries(page, child);
        child++;
      }
      if (child == count) {
        throw tree.pages().wrongRow(page, "no entry " + rank);
      }
      page = child(page, child);
    }
    int block = 0;
    int blocks = SeriesLeaf.blocks(page);
    while (block < blocks && place >= entries(page, block)) {
      place -= entries(page, block);
      block++;
    }
    if (block == blocks) {
      throw tree.pages().wrongRow(page, "no entry " + rank);
    }
    SeriesLeaf.times(page, block, toTimes);
    SeriesLeaf.values(page, block, toValues);
    return new SeriesTree.Block(rank - place, entries(page, block));
  }

  /** Returns the rank of the first entry of a range with a value, which is the greatest there. */
  long rankOf(long value, long from, long to) {
    beginWalk();
    return isNone() ? -1 : rankOf(rootPage(), 0, value, from, to);
  }

  private long rankOf(byte[] page, long before, long value, long from, long to) {
    if (PageHeader.level(page) == 0) {
      return rankInLeaf(page, before, value, from, to);
    }
    visit(page);
    long rank = before;
    int first = SummedPage.firstChild(page, from);
    int last = BranchPage.find(page, to);
    for (int i = 0; i <= last; i++) {
      if (i >= first && SummedPage.greatest(page, i) >= value) {
        long found = rankOf(child(page, i), rank, value, from, to);
        if (found >= 0) {
          return found;
        }
      }
      rank += SummedPage.entries(page, i);
    }
    return -1;
  }

  private long rankInLeaf(byte[] leaf, long before, long value, long from, long to) {
    long rank = before;
    int first = SeriesLeaf.lower(leaf, from);
    int last = SeriesLeaf.floor(leaf, to);
    for (int block = 0; block <= last; block++) {
      int count = entries(leaf, block);
      if (block >= first && SeriesLeaf.greatest(leaf, block) >= value) {
        int begin = read(leaf, block).lower(from);
        int end = reader.upper(to);
        SeriesLeaf.values(leaf, block, values);
        for (int i = begin; i < end; i++) {
          if (values[i] == value) {
            return rank + i;
          }
        }
      }
      rank += count;
    }
    return -1;
  }

  /** Shows the values of a range, by blocks, and as far as they are wanted. */
  void forEach(long from, long to, BlockVisitor visitor) {
    beginWalk();
    if (!isNone()) {
      forEach(rootPage(), from, to, visitor);
    }
  }

  private void forEach(byte[] page, long from, long to, BlockVisitor visitor) {
    if (PageHeader.level(page) == 0) {
      forEachBlock(page, from, to, visitor);
      return;
    }
    visit(page);
    int last = BranchPage.find(page, to);
    for (int i = SummedPage.firstChild(page, from); i <= last; i++) {
      long least = SummedPage.least(page, i);
      long greatest = SummedPage.greatest(page, i);
      boolean isWhole = BranchPage.separator(page, i) >= from && SummedPage.last(page, i) <= to;
      if (visitor.wants(least, greatest)
          && !(isWhole && visitor.takeAll(SummedPage.entries(page, i), least, greatest))) {
        forEach(child(page, i), from, to, visitor);
      }
    }
  }

  private void forEachBlock(byte[] leaf, long from, long to, BlockVisitor visitor) {
    int first = SeriesLeaf.lower(leaf, from);
    int last = SeriesLeaf.floor(leaf, to);
    for (int block = Math.max(first, 0); block <= last; block++) {
      long least = SeriesLeaf.least(leaf, block);
      long greatest = SeriesLeaf.greatest(leaf, block);
      if (!visitor.wants(least, greatest)) {
        continue;
      }
      int count = entries(leaf, block);
      boolean isEdge = block == first || block == last;
      int begin = isEdge ? read(leaf, block).lower(from) : 0;
      int end = isEdge ? read(leaf, block).upper(to) : count;
      boolean isWhole = begin == 0 && end == count;
      if (!(isWhole && visitor.takeAll(count, least, greatest)) && begin < end) {
        SeriesLeaf.values(leaf, block, values);
        visitor.take(values, begin, end);
      }
    }
  }
}
