package io.octavo.commit;

import io.octavo.cache.PageCache;
import io.octavo.cache.PageWriter;
import io.octavo.cache.Storage;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.space.Space;
import io.octavo.space.WriteSet;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pages commits move toward the start of the file, so that the file of a store that
 * stays open becomes no longer than its use requires. Belongs to the holder of the writer slot.
 *
 * <p>A move is a copy of a page, with the branches above it, by a transaction that commits changes
 * of its own. So a move is committed or rolled back with them, needs no record, and is found by
 * neither readers nor recovery. What is written for a move is written by the next checkpoint.
 *
 * <p>The limit above which pages are moved is the greatest number of pages that were taken at one
 * time since the checkpoint before the last, plus a margin. A limit by the pages that are free now
 * would move pages into places that the changes before the next checkpoint need.
 */
public final class TailMoves {
  /** The fraction of the pages in use that is left free. */
  private static final int MARGIN_SHARE = 16;

  /** The fraction of the memory budget that the copies of one commit may take. */
  private static final int MEMORY_SHARE = 16;

  /**
   * The fraction of the least margin that a commit moves at least, if it moves pages, because it
   * has to look for them.
   */
  private static final int BATCH_SHARE = 8;

  /** The fraction of the file by which moving the ring must make the file shorter. */
  private static final int RING_SHARE = 8;

  /** How many times the contents a file is, beside the longest ring, that checkpoints shorten. */
  private static final int LONG = 4;

  /**
   * How much is logged before a checkpoint shortens a long file: 1 MiB, or a share of the contents.
   */
  private static final int LEAST_LOGGED = 128;

  private static final int LOGGED_SHARE = 4;

  private static final long PERCENT = 100;

  /**
   * How many times the contents all taken pages may be before transactions wait for the running
   * checkpoint: twice for the two versions of what a checkpoint changes, and a tenth.
   */
  private static final double MAX_TAKEN = 2.2;

  private final Space space;
  private final PageCache cache;
  private final CommitLog log;
  private final PageWriter writer;
  private final Checkpointer checkpoints;

  private final LongAdder total = new LongAdder();

  /** Hundredths of pages that commits have earned to move, by pages that they changed. */
  private long credit;

  /** The last checkpoint when pages were last moved. */
  private long epoch;

  /** The pages that were moved since the last checkpoint began, and while one runs. */
  private long moved;

  private long movedBeside;

  /** Whether nothing is left to be moved before the next checkpoint ends. */
  private boolean isIdle;

  private boolean hasMoved;

  /** Whether pages may be moved, and how many are left free at least. */
  private boolean isOn;

  private int freePages;
  private boolean isRingHigh;

  /** Where the next commit continues: a collection, 0 for the first, and branches to skip. */
  private int collection;

  private long skipped;

  TailMoves(Space space, Storage storage, CommitLog log, Checkpointer checkpoints) {
    this.space = space;
    this.cache = storage.cache();
    this.writer = storage.writer();
    this.log = log;
    this.checkpoints = checkpoints;
  }

  /**
   * Returns what a transaction that is about to commit should move.
   *
   * @param changed the pages of the transaction
   * @param percent how many pages may be moved for each 100 pages that are changed; 0 for none
   * @param least how many pages are left free at least
   * @return the limits; null to move nothing
   */
  public @Nullable MoveLimits begin(WriteSet changed, int percent, int least) {
    long last = checkpoints.durable().meta().epoch();
    if (last != epoch) {
      epoch = last;
      moved = movedBeside;
      movedBeside = 0;
      isIdle = false;
    }
    isOn = percent > 0;
    freePages = least;
    if (percent == 0 || isIdle || changed.made().isEmpty()) {
      return null;
    }
    int most = cache.budget() / MEMORY_SHARE;
    credit = Math.min(credit + (long) changed.made().size() * percent, (long) most * PERCENT);
    // Copies would add to the changed pages that a checkpoint is about to be begun for.
    int batch = Math.max(1, freePages / BATCH_SHARE);
    if (credit < batch * PERCENT || cache.changed() > cache.budget() / 8 * 5) {
      return null;
    }
    int limit = limit();
    isRingHigh = log.pages() > 0 && log.start() >= limit;
    if (space.takenBelow(isRingHigh ? log.start() : Integer.MAX_VALUE) <= limit
        && space.takenPages() <= Math.max(limit, isRingHigh ? log.start() + log.pages() : 0)) {
      isIdle = true;
      return null;
    }
    long left = (long) space.countUnwritten() * percent / PERCENT - moved;
    // Places that changes will need before the end of the next checkpoint are left to them.
    int room = space.countFreeBelow(limit) - Math.max(0, space.peak() - space.countTaken());
    int pages = (int) Math.min(left, credit / PERCENT);
    if (pages < batch || room <= 0) {
      // To count pages takes the longer, the longer the file: not again with the next commit.
      credit -= batch * PERCENT;
      return null;
    }
    return new MoveLimits(limit, room, pages);
  }

  /**
   * Returns whether changes beside the running checkpoint take so many pages that the next
   * transaction should wait for the pages that the end of the checkpoint frees.
   *
   * @param held freed pages that only snapshots keep from being free
   */
  boolean isFileFull(long held) {
    int contents = space.countLive() - log.pages();
    return isOn && space.countTaken() - log.pages() - held > contents * MAX_TAKEN + freePages;
  }

  /**
   * Returns whether the file is long because of what it once needed, so that checkpoints are worth
   * their writes: they let pages be moved, and cut off the end.
   *
   * @param held how many pages only snapshots keep from being free
   */
  boolean isFileLong(long held) {
    int contents = space.countLive() - log.pages();
    return isOn
        && log.isUsed(Math.max(LEAST_LOGGED, contents / LOGGED_SHARE))
        && writer.pages() - log.pages() - held
            > (long) contents * LONG + log.longest(space.countLive());
  }

  /** Returns how many pages transactions have moved, those that were rolled back included. */
  long moved() {
    return total.sum();
  }

  /** Returns the least number of the pages to be moved. */
  private int limit() {
    int peak = space.peak();
    long limit = (long) peak + Math.max(freePages, peak / MARGIN_SHARE);
    // A ring above the limit does not lie among the pages below.
    if (log.pages() > 0 && log.start() >= limit - log.pages()) {
      limit -= log.pages();
    }
    return (int) Math.min(limit, space.transactionLimit());
  }

  /** {@return the collection at whose tree to continue; 0 for the first} */
  public int collection() {
    return collection;
  }

  /** {@return how many branches above leaves to skip in that tree} */
  public long skipped() {
    return skipped;
  }

  /**
   * Notes that a commit has moved pages and has not gone through all trees.
   *
   * @param count how many pages
   * @param atCollection where to continue
   * @param atBranch how many branches above leaves to skip there
   */
  public void paused(int count, int atCollection, long atBranch) {
    collection = atCollection;
    skipped = atBranch;
    count(count);
  }

  /**
   * Notes that a commit has gone through to the end of the last tree, and has the pages of the
   * store itself moved by the next checkpoint.
   *
   * @param count how many pages it has moved
   * @param edit the catalogue of the transaction
   * @param limit the least number of the pages to be moved
   */
  public void ended(int count, CatalogueEdit edit, int limit) {
    isIdle = !hasMoved && count == 0;
    collection = 0;
    skipped = 0;
    count(count);
    hasMoved = false;
    edit.moveHigh(limit);
    space.moveBitmaps(limit);
  }

  private void count(int count) {
    total.add(count);
    hasMoved |= count > 0;
    moved += count;
    movedBeside += checkpoints.isRunning() ? count : 0;
    credit = Math.max(0, credit - (long) count * PERCENT);
  }

  /**
   * Returns whether the ring keeps the file long, and there is a lower place for it. A ring is
   * moved only if that makes the file shorter by an eighth.
   */
  boolean canLowerRing() {
    if (!isRingHigh || log.pages() == 0) {
      return false;
    }
    isRingHigh = false;
    int pages = log.movedPages(space.countLive());
    int start = space.findRun(pages);
    int gain = log.start() + log.pages() - start - pages;
    return start > 0
        && gain >= Math.max(Math.max(1, freePages), (log.start() + log.pages()) / RING_SHARE);
  }
}
