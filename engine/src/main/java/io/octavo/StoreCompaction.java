package io.octavo;

import io.octavo.collection.Types;
import io.octavo.commit.Compaction;
import io.octavo.commit.MoveLimits;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerStats;
import io.octavo.commit.TailMoves;
import io.octavo.commit.WriteTransaction;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.TreeMover;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A step of a compaction in place. Belongs to the holder of the writer slot. */
final class StoreCompaction {
  private static final System.Logger LOG = System.getLogger(StoreCompaction.class.getName());
  private static final long PAGE = PageHeader.PAGE_SIZE;

  /** Bytes of pages that a step before the end of a store moves. */
  private static final long LAST_STEP = 16 << 20;

  /** Branches that a commit visits to find pages to move, beside one for each of these pages. */
  private static final int VISITS = 16;

  /** Free pages that are left in the file: 1 MiB. */
  private static final long TOLERATED = (1 << 20) / PAGE;

  private StoreCompaction() {}

  /**
   * Compacts a store that is about to be closed, in steps, while the free pages of the file are
   * more than a quarter of the pages in use and more than {@value #TOLERATED}.
   *
   * @param nanos how long to go on; after that no step begins, and no page is read to be moved
   */
  static void finish(Pager pager, long nanos) {
    long start = System.nanoTime();
    try {
      while (pager.isWritable()
          && isWorthwhile(pager.stats())
          && System.nanoTime() - start < nanos
          && step(pager, LAST_STEP, () -> System.nanoTime() - start >= nanos).hasMore()) {
        // The next step finds what is left.
      }
    } catch (RuntimeException | Error e) {
      // All commits are durable: the store has been closed in all but the length of its file.
      LOG.log(
          System.Logger.Level.WARNING,
          pager.fileName() + ": cannot be compacted before it is closed; no commit is lost",
          e);
    }
  }

  private static boolean isWorthwhile(PagerStats stats) {
    long free = stats.filePages() - stats.livePages();
    return free > Math.max(TOLERATED, stats.livePages() / 4);
  }

  /**
   * Has a transaction that is about to commit changes also move some pages from the end of the file
   * toward its start. A page that cannot be read stays where it is.
   *
   * @param percent how many pages to move at most for each 100 pages that a checkpoint writes
   * @param freePages how many pages are left free at least
   */
  static void moveTail(WriteTransaction transaction, int percent, int freePages) {
    TailMoves moves = transaction.tailMoves();
    MoveLimits limits = moves.begin(transaction.writeSet(), percent, freePages);
    if (limits == null) {
      return;
    }
    int[] visits = {VISITS + limits.maxPages()};
    TreeMover mover = new TreeMover(transaction.writeSet(), limits, () -> --visits[0] < 0, true);
    List<CatalogueRecord> records = transaction.catalogue().catalogue().records();
    int next = 0;
    while (next < records.size() && records.get(next).id() != moves.collection()) {
      next++;
    }
    boolean isContinued = next < records.size();
    long skipped = isContinued ? moves.skipped() : 0;
    for (next = isContinued ? next : 0; next < records.size(); next++) {
      CatalogueRecord record = records.get(next);
      if (Types.ALL.isKnown(record)) {
        mover.move(
            transaction.pages(record.id(), Types.of(record).kinds()),
            transaction.catalogue().root(record),
            skipped);
      }
      if (!mover.isComplete()) {
        moves.paused(mover.moved(), record.id(), mover.passed());
        return;
      }
      skipped = 0;
    }
    moves.ended(mover.moved(), transaction.catalogue(), limits.limit());
  }

  static CompactProgress step(Pager pager, long maxBytes) {
    return step(pager, maxBytes, () -> false);
  }

  private static CompactProgress step(Pager pager, long maxBytes, BooleanSupplier isTimeUp) {
    long cut = pager.stats().pagesCut();
    Compaction step = pager.beginCompaction(maxBytes / PAGE);
    WriteTransaction transaction = step.transaction();
    TreeMover mover = new TreeMover(transaction.writeSet(), step.limits(), isTimeUp, false);
    try {
      for (CatalogueRecord record : transaction.catalogue().catalogue().records()) {
        if (mover.isComplete() && !record.root().isNone() && Types.ALL.isKnown(record)) {
          mover.move(
              transaction.pages(record.id(), Types.of(record).kinds()),
              transaction.catalogue().root(record),
              0);
        }
      }
      step.commit();
      transaction.log().compacted(maxBytes);
    } finally {
      transaction.end();
    }
    return new CompactProgress(
        mover.moved() * PAGE,
        (pager.stats().pagesCut() - cut) * PAGE,
        step.remaining() * PAGE,
        !mover.isComplete() && mover.moved() > 0);
  }
}
