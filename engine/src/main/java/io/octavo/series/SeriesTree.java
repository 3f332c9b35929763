package io.octavo.series;

import io.octavo.page.PageHeader;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.SummedPage;
import io.octavo.tree.LongTree;
import io.octavo.tree.OpenItems;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Values by time, with repeated times, as a snapshot sees them: a tree whose branches hold an
 * aggregate of each child. Any number of threads may read at once. FORMAT.md, section "Series".
 */
class SeriesTree {
  /** What {@link #rankOfGreatest} returns if no entry is in the range. */
  public static final long ABSENT = -1;

  private final LongTree tree;

  /** The last entries, which are in no page yet. */
  private final Samples open;

  /**
   * A scan that no thread uses at present, or null. A new scan for each query would be written to
   * memory that is in no cache of the processor, for an eighth of the time of a query.
   */
  private final AtomicReference<@Nullable SeriesScan> idle = new AtomicReference<>();

  /**
   * Opens a series.
   *
   * @param tree the tree
   * @param open the last entries, which are in no page yet
   */
  SeriesTree(LongTree tree, Samples open) {
    this.tree = tree;
    this.open = open;
  }

  /**
   * Opens a series.
   *
   * @param tree the tree
   * @param items the items that no page has
   * @return the series
   */
  public static SeriesTree open(LongTree tree, OpenItems items) {
    return new SeriesTree(tree, items.get(tree, Samples.class, Samples.NONE));
  }

  /** Takes the aggregates of adjacent ranges. */
  @FunctionalInterface
  public interface Windows {
    /**
     * Takes an aggregate.
     *
     * @param index the index of the range, from 0
     * @param from its first time
     * @param to its last time
     * @param window its entries; reused for the next range
     */
    void take(int index, long from, long to, Aggregate window);
  }

  /** Adds all entries of a page to an aggregate, without those below a branch. */
  static void addAll(byte[] page, Aggregate into) {
    int count = PageHeader.count(page);
    if (PageHeader.level(page) > 0) {
      SummedPage.fold(page, 0, count, into);
    } else if (count > 0) {
      SeriesLeaf.fold(page, 0, count, into);
      into.addAll(0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE, SeriesLeaf.last(page));
    }
  }

  /**
   * Returns the number of entries.
   *
   * @return the number, in constant time
   */
  public final long size() {
    return tree.size();
  }

  /** Returns the number of entries in pages. */
  private long paged() {
    return tree.size() - open.count;
  }

  /**
   * Counts the changes, so that a cursor notices them.
   *
   * @return a number that grows with every change
   */
  public long changes() {
    return tree.changes();
  }

  /**
   * Adds the entries of a range to an aggregate. Reads at most two pages of each level.
   *
   * @param from the first time
   * @param to the last time
   * @param into receives the entries, in addition to what it holds
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final void summarize(long from, long to, Aggregate into) {
    SeriesScan scan = idle.getAndSet(null);
    if (scan == null) {
      scan = new SeriesScan(tree);
    }
    summarize(scan, from, to, into);
    scan.forget();
    idle.setRelease(scan);
  }

  private void summarize(SeriesScan scan, long from, long to, Aggregate into) {
    if (from <= to) {
      scan.fold(from, to, into);
      open.addTo(open.lower(from), open.upper(to), into);
    }
  }

  /**
   * Adds up the parts of a range, in one walk over the pages. Part i begins {@code floor(i * n /
   * count)} times behind the first, where n is the number of times in the range.
   *
   * @param from the first time
   * @param to the last time, not before the first
   * @param count the number of parts, from 1; parts are empty if there are fewer times
   * @param windows takes the parts, in their order; must not change the series
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final void windows(long from, long to, int count, Windows windows) {
    new SeriesWindows(new SeriesScan(tree), open, from, to, count, windows).run();
  }

  /**
   * Returns the number of entries before a time.
   *
   * @param time the time
   * @return the number, which is the rank of the first entry at or behind the time
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final long rank(long time) {
    return new SeriesScan(tree).rank(time) + open.lower(time);
  }

  /**
   * Returns the number of entries before or at a time.
   *
   * @param time the time
   * @return the number, which is the rank of the first entry behind the time
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final long rankBehind(long time) {
    return time == Long.MAX_VALUE ? size() : rank(time + 1);
  }

  /** Returns whether the series cannot change. */
  final boolean isFixed() {
    return tree.isFixed();
  }

  /**
   * Finds the first of the entries of a range that have its greatest value.
   *
   * @param from the first time
   * @param to the last time
   * @return the rank of the entry, or {@link #ABSENT}
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final long rankOfGreatest(long from, long to) {
    SeriesScan scan = new SeriesScan(tree);
    Aggregate all = new Aggregate();
    summarize(scan, from, to, all);
    if (all.count() == 0) {
      return ABSENT;
    }
    long rank = scan.rankOf(all.greatest(), from, to);
    for (int i = open.lower(from); rank < 0 && i < open.upper(to); i++) {
      rank = open.values[i] == all.greatest() ? paged() + i : ABSENT;
    }
    return rank;
  }

  /**
   * Entries that are decoded together.
   *
   * @param first the rank of the first
   * @param count their number
   */
  public record Block(long first, int count) {}

  /**
   * Reads the block of an entry.
   *
   * @param rank the rank of the entry, from 0 to the number of entries - 1
   * @param times receives the times of the block, from index 0; has space for a block
   * @param values receives the values of the block
   * @return the block
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final Block block(long rank, long[] times, long[] values) {
    if (rank < paged()) {
      return new SeriesScan(tree).block(rank, times, values);
    }
    if (rank >= size()) {
      throw new SeriesScan(tree).missing("an entry " + rank + ", more than the catalogue says");
    }
    System.arraycopy(open.times, 0, times, 0, open.count);
    System.arraycopy(open.values, 0, values, 0, open.count);
    return new Block(paged(), open.count);
  }

  /**
   * Finds values by their ranks among the values of a range, in several passes over the range.
   *
   * @param from the first time
   * @param to the last time
   * @param ranks the ranks, from 0 to the number of entries in the range - 1, which ascend
   * @return the value of each rank
   * @throws java.util.concurrent.CancellationException if the thread was interrupted
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final long[] select(long from, long to, long[] ranks) {
    Aggregate all = new Aggregate();
    summarize(from, to, all);
    return new ValueRanks(new SeriesScan(tree), open, from, to).select(all, ranks);
  }
}
