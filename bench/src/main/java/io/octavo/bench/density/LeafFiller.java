package io.octavo.bench.density;

import io.octavo.bench.data.Entries;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;

/** Fills leaves from entries in key order, each with as many as fit. Not thread-safe. */
public final class LeafFiller {
  private final Entries entries;
  private final EntryRun run = new EntryRun();
  private int next;

  /** Begins with the first entry. */
  public LeafFiller(Entries entries) {
    this.entries = entries;
  }

  /**
   * Returns the index of the entry that the next leaf begins with; the count of the entries where
   * none is left.
   */
  public int next() {
    return next;
  }

  /**
   * Fills a leaf.
   *
   * @param page what it holds is replaced
   * @return how many entries it took
   */
  public int fill(byte[] page) {
    entries.copyTo(next, LeafPage.MAX_COUNT, run);
    int count = fitting(run);
    LeafPage.build(run, 0, count, page);
    check(page, count);
    next += count;
    return count;
  }

  /** Finds out how many entries of a run fit: the size of a run grows with every entry. */
  private static int fitting(EntryRun run) {
    int fits = 0;
    int least = 0;
    int most = run.count();
    while (least <= most) {
      int middle = (least + most) >>> 1;
      if (run.size(0, middle) <= LeafPage.CAPACITY) {
        fits = middle;
        least = middle + 1;
      } else {
        most = middle - 1;
      }
    }
    return fits;
  }

  /** A density is worth nothing unless the leaf gives back what went in. */
  private void check(byte[] page, int count) {
    boolean sound = PageHeader.count(page) == count;
    for (int i = 0; i < count; i++) {
      sound &= LeafPage.key(page, i) == entries.key(next + i);
      sound &= LeafPage.value(page, i) == entries.value(next + i);
    }
    if (!sound) {
      throw new IllegalStateException("leaf does not hold entry=" + next + " count=" + count);
    }
  }
}
