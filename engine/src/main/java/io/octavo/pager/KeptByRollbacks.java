package io.octavo.pager;

import java.util.ArrayList;
import java.util.List;

/** The pages that rolled back transactions have left to their open snapshots. */
final class KeptByRollbacks {
  private final List<KeptPages> kept = new ArrayList<>();

  private volatile int count;

  /** Keeps pages of a rolled back transaction until its snapshots are closed. May be repeated. */
  void keep(KeptPages pages) {
    if (!kept.contains(pages)) {
      kept.add(pages);
    }
    count();
  }

  /** Releases the pages of transactions whose snapshots are closed. May be repeated. */
  void release() {
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).releaseKept()) {
        kept.remove(i);
        count();
      }
    }
  }

  private void count() {
    int sum = 0;
    for (KeptPages pages : kept) {
      sum += pages.kept().size();
    }
    count = sum;
  }

  /** Returns the number of pages. Any thread. */
  int pages() {
    return count;
  }

  /** Adds the pages to a list, by transaction. */
  void addTo(List<IntList> lists) {
    for (KeptPages pages : kept) {
      lists.add(pages.kept());
    }
  }
}
