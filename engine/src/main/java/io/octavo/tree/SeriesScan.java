package io.octavo.tree;

import io.octavo.packed.SampleBlock;
import io.octavo.page.Aggregate;
import io.octavo.page.BranchPage;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.SeriesLeaf;
import io.octavo.page.SummedPage;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the pages of a series, and remembers the last block that was decoded: adjacent ranges share
 * one. One thread at a time, and no longer than one call of {@link SeriesTree}: pages change.
 */
final class SeriesScan {
  private final LongTree tree;
  private final long[] times = new long[SampleBlock.MAX_COUNT];
  private final long[] values = new long[SampleBlock.MAX_COUNT];

  /** Page number and index of the block that each array has; -1 for none. */
  private long timesOf = -1;

  private long valuesOf = -1;

  /** The branches that a walk has met. */
  private final Set<Integer> visited = new HashSet<>();

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

  private byte[] rootPage() {
    PageRef ref = tree.root.page();
    return tree.pages.page(ref.number(), ref.crc(), ref.level());
  }

  private byte[] child(byte[] branch, int index) {
    long child = BranchPage.child(branch, index);
    return tree.pages.page(
        BranchPage.number(child), BranchPage.crc(child), PageHeader.level(branch) - 1);
  }

  private static long block(byte[] leaf, int block) {
    return ((long) PageHeader.number(leaf) << Integer.SIZE) + block;
  }

  /** Reports a series that is not what its rows or its record say. */
  RuntimeException missing(String found) {
    return tree.root.page().isNone()
        ? new IllegalStateException("the series has no entries any more")
        : tree.pages.wrongRow(rootPage(), found);
  }

  /** Notes a branch of a walk: one over branches that repeat a child would not end. */
  private void visit(byte[] branch) {
    if (!visited.add(PageHeader.number(branch))) {
      throw tree.pages.referredTwice(PageHeader.number(branch));
    }
  }

  private long[] times(byte[] leaf, int block) {
    if (timesOf != block(leaf, block)) {
      SeriesLeaf.times(leaf, block, times);
      timesOf = block(leaf, block);
    }
    return times;
  }

  private long[] values(byte[] leaf, int block) {
    if (valuesOf != block(leaf, block)) {
      SeriesLeaf.values(leaf, block, values);
      valuesOf = block(leaf, block);
    }
    return values;
  }

  /** Adds the entries of a range to an aggregate. */
  void fold(long from, long to, Aggregate into) {
    if (!tree.root.page().isNone()) {
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
      boolean isFirstWhole = BranchPage.separator(page, first) >= from;
      boolean isLastWhole = SummedPage.last(page, last) <= to;
      if (first < last) {
        SummedPage.fold(page, isFirstWhole ? first : first + 1, last, into);
        if (!isFirstWhole) {
          fold(child(page, first), from, to, into);
        }
        isFirstWhole = true;
      }
      if (isFirstWhole && isLastWhole) {
        SummedPage.fold(page, last, last + 1, into);
        return;
      }
      page = child(page, last);
    }
    foldLeaf(page, from, to, into);
  }

  private void foldLeaf(byte[] leaf, long from, long to, Aggregate into) {
    int last = SeriesLeaf.floor(leaf, to);
    int first = SeriesLeaf.lower(leaf, from);
    if (last < 0 || first > last) {
      return;
    }
    int skipped = first < 0 ? 0 : Samples.lower(times(leaf, first), entries(leaf, first), from);
    first = Math.max(first, 0);
    if (first < last) {
      add(leaf, first, skipped, entries(leaf, first), into);
      SeriesLeaf.fold(leaf, first + 1, last, into);
      skipped = 0;
    }
    add(leaf, last, skipped, Samples.upper(times(leaf, last), entries(leaf, last), to), into);
  }

  private static int entries(byte[] leaf, int block) {
    return SeriesLeaf.entries(leaf, block);
  }

  /** Adds entries of a block; all of them without decoding the values. */
  private void add(byte[] leaf, int block, int from, int to, Aggregate into) {
    if (from >= to) {
      return;
    }
    if (from == 0 && to == entries(leaf, block)) {
      SeriesLeaf.fold(leaf, block, block + 1, into);
      return;
    }
    long[] decoded = values(leaf, block);
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    long excess = 0;
    long base = SeriesLeaf.least(leaf, block);
    for (int i = from; i < to; i++) {
      least = Math.min(least, decoded[i]);
      greatest = Math.max(greatest, decoded[i]);
      excess += decoded[i] - base;
    }
    into.addExcess(to - from, least, greatest, excess - (to - from) * (least - base), 0);
  }

  /** Returns the number of entries before a time. */
  long rank(long time) {
    if (tree.root.page().isNone()) {
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
    return block < 0 ? rank : rank + Samples.lower(times(page, block), entries(page, block), time);
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
        throw tree.pages.wrongRow(page, "no entry " + rank);
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
      throw tree.pages.wrongRow(page, "no entry " + rank);
    }
    SeriesLeaf.times(page, block, toTimes);
    SeriesLeaf.values(page, block, toValues);
    return new SeriesTree.Block(rank - place, entries(page, block));
  }

  /** Returns the rank of the first entry of a range with a value, which is the greatest there. */
  long rankOf(long value, long from, long to) {
    visited.clear();
    return tree.root.page().isNone() ? -1 : rankOf(rootPage(), 0, value, from, to);
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
        int end = Samples.upper(times(leaf, block), count, to);
        for (int i = Samples.lower(times, count, from); i < end; i++) {
          if (values(leaf, block)[i] == value) {
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
    visited.clear();
    if (!tree.root.page().isNone()) {
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
      int begin = isEdge ? Samples.lower(times(leaf, block), count, from) : 0;
      int end = isEdge ? Samples.upper(times(leaf, block), count, to) : count;
      boolean isWhole = begin == 0 && end == count;
      if (!(isWhole && visitor.takeAll(count, least, greatest)) && begin < end) {
        visitor.take(values(leaf, block), begin, end);
      }
    }
  }
}
