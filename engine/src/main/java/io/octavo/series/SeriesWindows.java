package io.octavo.series;

import io.octavo.packed.SampleReader;
import io.octavo.page.PageHeader;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;

/**
 * Adds up adjacent ranges of times in one walk over the pages of a series. A page with the end of a
 * range also has the begin of the next one, and is read once for both. One walk, one thread.
 */
final class SeriesWindows {
  private final SeriesScan scan;
  private final Samples open;
  private final long from;
  private final long span;
  private final int count;
  private final SeriesTree.Windows windows;

  /** The entries of the present range that were met. */
  private final Aggregate window = new Aggregate();

  /** The present range: its index, its first and its last time. */
  private int index;

  private long begin;
  private long end;

  /** Whether the present range has no time, so that its last time means nothing. */
  private boolean isEmpty;

  /**
   * Prepares a walk.
   *
   * @param scan reads the pages
   * @param open the entries behind all pages
   * @param from the first time of all ranges
   * @param to their last time, not before the first
   * @param count the number of ranges, from 1
   * @param windows takes the ranges, in their order
   */
  SeriesWindows(
      SeriesScan scan, Samples open, long from, long to, int count, SeriesTree.Windows windows) {
    this.scan = scan;
    this.open = open;
    this.from = from;
    this.span = to - from;
    this.count = count;
    this.windows = windows;
    begin = from;
    setEnd();
  }

  /** Walks over all ranges. */
  void run() {
    if (!scan.isNone()) {
      walk(scan.rootPage());
    }
    while (hasWindow()) {
      pass();
    }
  }

  private boolean hasWindow() {
    return index < count;
  }

  /** Hands out the present range, and goes on to the next. */
  private void pass() {
    if (!isEmpty) {
      open.addTo(open.lower(begin), open.upper(end), window);
    }
    windows.take(index, begin, end, window);
    window.clear();
    index++;
    begin = end + 1;
    setEnd();
  }

  private void setEnd() {
    long behind = part(index + 1);
    end = from + behind - 1;
    // The only part of all times has 2^64 of them, which look like none.
    isEmpty = behind == part(index) && count > 1;
  }

  /** Returns floor(i * (span + 1) / count) modulo 2^64, with 128 bits in between. */
  private long part(int i) {
    // i * (span + 1) = i * (q * count + r) with q, r of (span + 1) / count, unsigned.
    long q = Long.divideUnsigned(span, count);
    long r = Long.remainderUnsigned(span, count) + 1;
    return i * q + i * r / count;
  }

  /** Returns whether a time, which is not before the present range, is in that range. */
  private boolean contains(long time) {
    return !isEmpty && time <= end;
  }

  /** Adds the entries of a page to their ranges, from the present range on. */
  private void walk(byte[] page) {
    if (PageHeader.level(page) == 0) {
      walkLeaf(page);
      return;
    }
    int children = PageHeader.count(page);
    int i = BranchPage.separator(page, 0) < begin ? SummedPage.firstChild(page, begin) : 0;
    while (i < children && hasWindow()) {
      long first = BranchPage.separator(page, i);
      boolean isWhole = contains(SummedPage.last(page, i));
      if (first >= begin && isWhole) {
        int last = BranchPage.find(page, end);
        int behind = SummedPage.last(page, last) <= end ? last + 1 : last;
        SummedPage.fold(page, i, behind, window);
        i = behind;
      } else if (first < begin || contains(first)) {
        walk(scan.child(page, i, isWhole ? begin : end));
        i++;
      } else {
        pass();
      }
    }
  }

  private void walkLeaf(byte[] leaf) {
    int blocks = SeriesLeaf.blocks(leaf);
    int block = Math.max(SeriesLeaf.lower(leaf, begin), 0);
    while (block < blocks && hasWindow()) {
      long first = SeriesLeaf.first(leaf, block);
      int cut = isEmpty ? -1 : SeriesLeaf.floor(leaf, end);
      if (first >= begin && block < cut) {
        SeriesLeaf.fold(leaf, block, cut, window);
        block = cut;
      } else if (first < begin || block <= cut) {
        walkBlock(leaf, block);
        block++;
      } else {
        pass();
      }
    }
  }

  private void walkBlock(byte[] leaf, int block) {
    SampleReader reader = scan.read(leaf, block);
    int entries = SeriesLeaf.entries(leaf, block);
    int i = reader.lower(begin);
    while (i < entries && hasWindow()) {
      int behind = isEmpty ? i : reader.upper(end);
      scan.add(leaf, block, i, behind, window);
      i = behind;
      if (i < entries) {
        pass();
      }
    }
  }
}
