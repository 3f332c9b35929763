package io.octavo.commit;

import io.octavo.cache.PageCache;
import io.octavo.cache.PageWriter;
import io.octavo.cache.Storage;
import io.octavo.catalogue.TreeRoot;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.page.tree.TreePage;
import io.octavo.space.Space;
import io.octavo.space.TreePages;
import io.octavo.space.WriteSet;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the file as short as the use of the store requires. Belongs to the holder of the writer
 * slot.
 *
 * <p>A page is moved by a copy at a lower free place, with the branches above it, in the write set
 * of a transaction. A move is committed or rolled back with the transaction, and needs no record.
 * Free pages at the end of the file are cut off after a checkpoint.
 *
 * <ul>
 *   <li>{@link #moveTail}: each commit of a program moves pages above a limit, which allows for the
 *       greatest number of pages taken at one time. It moves a percentage of the pages that commits
 *       change, and at most a sixteenth of the memory budget.
 *   <li>{@link #step}: a step on request moves pages at or above the number of pages in use: as
 *       many as the caller requests, and at most a quarter of the memory budget.
 *   <li>{@link #finish}: when the store is closed, steps of 16 MiB follow while more than a fifth
 *       of the file is free, for a limited time.
 * </ul>
 *
 * <p>The last checkpoint also numbers the pages that it writes anew ({@link Checkpoint}). Between
 * moves, {@link #isFileLong}, {@link #isFileFull} and {@link #canLowerRing} decide whether a
 * checkpoint begins earlier, is awaited, or moves the ring, because the file is too long.
 */
public final class Compactor {
  private static final System.Logger LOG = System.getLogger(Compactor.class.getName());
  private static final long PAGE = PageHeader.PAGE_SIZE;

  /** The greatest fraction of the memory budget for the copies of one step. */
  private static final int STEP_SHARE = 4;

  /** The bytes of pages that a step of {@link #finish} moves. */
  private static final long LAST_STEP = 16 << 20;

  /** The free pages that {@link #finish} tolerates: 1 MiB. */
  private static final long TOLERATED = (1 << 20) / PAGE;

  /**
   * Pages of the store that a checkpoint may add: one above the catalogue and one above the
   * bitmaps.
   */
  private static final int EXTRA = 2;

  /** The branches that a commit visits to find pages to move, in addition to one for each page. */
  private static final int VISITS = 16;

  /** The fraction of the peak that commits keep free. */
  private static final int MARGIN_SHARE = 16;

  /** The greatest fraction of the memory budget for the copies of one commit. */
  private static final int MEMORY_SHARE = 16;

  /**
   * The least batch of moved pages, as a fraction of the least margin: a search for pages must pay
   * off.
   */
  private static final int BATCH_SHARE = 8;

  /** The least fraction of the file that a move of the ring must save. */
  private static final int RING_SHARE = 8;

  /** The least length of a long file without the ring, as a multiple of the contents. */
  private static final int LONG = 4;

  /**
   * The operations logged before a checkpoint shortens a long file: 1 MiB, or a share of the
   * contents.
   */
  private static final int LEAST_LOGGED = 128;

  private static final int LOGGED_SHARE = 4;

  private static final long PERCENT = 100;

  /**
   * The taken pages, as a multiple of the contents, above which transactions wait for the running
   * checkpoint: two versions of what a checkpoint changes, and a tenth.
   */
  private static final double MAX_TAKEN = 2.2;

  /**
   * The least length of a free tail of the file that is cut off, provided that it is a tenth of the
   * file.
   */
  private static final long MIN_TRUNCATION = 1L << 20;

  private final Supplier<WriteTransaction> beginStep;
  private final Space space;
  private final Storage storage;
  private final PageCache cache;
  private final PageWriter writer;
  private final CommitLog log;
  private final Checkpointer checkpointer;

  private final LongAdder total = new LongAdder();

  /** Hundredths of pages that commits have earned to move, by pages that they changed. */
  private long credit;

  /** The last checkpoint when pages were last moved. */
  private long epoch;

  /** The pages that commits moved since the last checkpoint began, and while one runs. */
  private long moved;

  private long movedBeside;

  /** Whether nothing is left to be moved before the next checkpoint ends. */
  private boolean isIdle;

  /** Whether commits have moved a page since they were last at the first tree. */
  private boolean hasMoved;

  /** Whether commits may move pages, and the least number of pages that they keep free. */
  private boolean isOn;

  private int freePages;
  private boolean isRingHigh;

  /** Start of the next commit: a collection, 0 for the first, and branches to skip. */
  private int collection;

  private long skipped;

  /** The kinds of pages of collections. */
  @FunctionalInterface
  public interface Kinds {
    /**
     * Returns the kinds of a collection's pages.
     *
     * @param record the collection
     * @return the kinds; null if its type is not known: its pages stay where they are
     */
    @Nullable TreeKinds of(CatalogueRecord record);
  }

  /**
   * The result of a step, in pages.
   *
   * @param moved the copies
   * @param cut the pages that were cut off the end of the file
   * @param remaining the pages in use at or above the limit
   * @param hasMore whether another step would move more pages
   */
  public record Step(int moved, long cut, int remaining, boolean hasMore) {}

  /**
   * Moves nothing yet.
   *
   * @param beginStep begins a transaction of {@link WriteTransaction.Purpose#COMPACTION}
   */
  Compactor(
      Supplier<WriteTransaction> beginStep,
      Space space,
      Storage storage,
      CommitLog log,
      Checkpointer checkpointer) {
    this.beginStep = beginStep;
    this.space = space;
    this.storage = storage;
    this.cache = storage.cache();
    this.writer = storage.writer();
    this.log = log;
    this.checkpointer = checkpointer;
  }

  /**
   * Compacts a store that is about to be closed, in steps, while the free pages of the file are
   * more than a quarter of the pages in use and more than {@value #TOLERATED}. A failure is only
   * logged: all commits are durable.
   *
   * @param kinds the kinds of the pages of each collection
   * @param nanos the time after which no step begins, and no page is read to be moved
   */
  public void finish(Kinds kinds, long nanos) {
    long start = System.nanoTime();
    BooleanSupplier isTimeUp = () -> System.nanoTime() - start >= nanos;
    try {
      while (storage.health().isWritable()
          && isWorthwhile()
          && !isTimeUp.getAsBoolean()
          && step(kinds, LAST_STEP, isTimeUp).hasMore()) {
        // The next step handles the rest.
      }
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.WARNING,
          storage.name() + ": cannot be compacted before it is closed; no commit is lost",
          e);
    }
  }

  private boolean isWorthwhile() {
    int live = space.countLive();
    return checkpointer.durable().meta().pageCount() - live > Math.max(TOLERATED, live / 4);
  }

  /**
   * Makes all commits durable, removes the commit ring, and moves pages in a commit of its own,
   * which a checkpoint makes durable. The commit changes no entry.
   *
   * @param kinds the kinds of the pages of each collection
   * @param maxBytes the most bytes of pages to move; the last path may exceed it
   * @throws StoreException if pages cannot be read or written; the step is rolled back
   */
  public Step step(Kinds kinds, long maxBytes) {
    return step(kinds, maxBytes, () -> false);
  }

  private Step step(Kinds kinds, long maxBytes, BooleanSupplier isTimeUp) {
    long cutBefore = writer.cut();
    WriteTransaction transaction = beginStep.get();
    try {
      int own = ownPages();
      int limit = limitOfStep(own);
      int pages = (int) Math.min(maxBytes / PAGE, cache.budget() / STEP_SHARE);
      int room = space.countFreeBelow(limit) - own;
      Mover mover = new Mover(transaction.writeSet(), limit, room, pages, isTimeUp, false);
      mover.moveTrees(transaction, kinds, 0, 0);
      commit(transaction, limit);
      transaction.log().compacted(maxBytes);
      return new Step(
          mover.moved,
          writer.cut() - cutBefore,
          space.countLiveFrom(limit),
          !mover.isComplete && mover.moved > 0);
    } finally {
      transaction.end();
    }
  }

  /** Returns the most pages of the store itself that the checkpoint of a step writes. */
  private int ownPages() {
    LastCheckpoint last = checkpointer.durable();
    return last.catalogue().groups().size()
        + last.bitmaps().size()
        + last.spaceBranches().size()
        + EXTRA;
  }

  /**
   * Returns the number of pages in use and a few more: those that a change of one entry copies
   * before it frees the pages that it replaces. So a step finds room for a whole path, no copy is
   * above the limit, and each step reduces the pages there.
   */
  private int limitOfStep(int ownPages) {
    int height =
        checkpointer.durable().catalogue().records().stream()
            .mapToInt(record -> record.root().level() + 1)
            .max()
            .orElse(0);
    return (int) Math.min(Integer.MAX_VALUE, (long) space.countLive() + height + ownPages);
  }

  /**
   * Moves the pages of the store itself too, makes a step durable if there is anything to write,
   * and cuts off the free tail of the file.
   */
  private void commit(WriteTransaction transaction, int limit) {
    space.moveBitmaps(limit);
    if (!transaction.writeSet().isEmpty() || space.liveEnd() > limit) {
      transaction.catalogue().move(limit);
      transaction.commit(true);
    }
    truncateAll();
  }

  /**
   * Moves some pages in a transaction that is about to commit changes. An unreadable page is not
   * moved.
   *
   * @param kinds the kinds of the pages of each collection
   * @param percent the most pages to move for each 100 pages that a checkpoint writes; 0 for none
   * @param least the least number of pages to keep free
   */
  public void moveTail(WriteTransaction transaction, Kinds kinds, int percent, int least) {
    WriteSet changed = transaction.writeSet();
    beginEpoch();
    isOn = percent > 0;
    freePages = least;
    if (percent == 0 || isIdle || changed.made().isEmpty()) {
      return;
    }
    int most = cache.budget() / MEMORY_SHARE;
    credit = Math.min(credit + (long) changed.made().size() * percent, (long) most * PERCENT);
    // A checkpoint is due because of changed pages; copies would add to them.
    int batch = Math.max(1, freePages / BATCH_SHARE);
    if (credit < batch * PERCENT || cache.dirty() > cache.budget() / 8 * 5) {
      return;
    }
    int limit = limitOfCommit();
    isRingHigh = log.pages() > 0 && log.start() >= limit;
    if (!isAnyTakenFrom(limit)) {
      isIdle = true;
      return;
    }
    long left = (long) space.countUnwritten() * percent / PERCENT - moved;
    // Places that changes will need before the end of the next checkpoint remain free.
    int room = space.countFreeBelow(limit) - Math.max(0, space.peak() - space.countTaken());
    int pages = (int) Math.min(left, credit / PERCENT);
    if (pages < batch || room <= 0) {
      // Counting pages takes time proportional to the file: not again in the next commit.
      credit -= batch * PERCENT;
      return;
    }
    int[] visits = {VISITS + pages};
    Mover mover = new Mover(changed, limit, room, pages, () -> --visits[0] < 0, true);
    mover.moveTrees(transaction, kinds, collection, skipped);
    note(mover, transaction);
  }

  /** Begins to count again if a checkpoint has ended. */
  private void beginEpoch() {
    long last = checkpointer.durable().meta().epoch();
    if (last != epoch) {
      epoch = last;
      moved = movedBeside;
      movedBeside = 0;
      isIdle = false;
    }
  }

  /**
   * Returns the limit above which commits move pages: the greatest number of pages that were taken
   * at one time since the checkpoint before the last, plus a margin. A limit by the pages free now
   * would occupy places that changes before the next checkpoint need.
   */
  private int limitOfCommit() {
    int peak = space.peak();
    long limit = (long) peak + Math.max(freePages, peak / MARGIN_SHARE);
    // A ring above the limit is not among the pages below.
    if (log.pages() > 0 && log.start() >= limit - log.pages()) {
      limit -= log.pages();
    }
    return (int) Math.min(limit, space.transactionLimit());
  }

  /** Returns whether a page at or above the limit is taken, other than those of the ring. */
  private boolean isAnyTakenFrom(int limit) {
    return space.takenBelow(isRingHigh ? log.start() : Integer.MAX_VALUE) > limit
        || space.takenEnd() > Math.max(limit, isRingHigh ? log.start() + log.pages() : 0);
  }

  /**
   * Records the moves of a commit, and where the next one continues. After the last tree, the next
   * checkpoint moves the pages of the store itself.
   */
  private void note(Mover mover, WriteTransaction transaction) {
    int count = mover.moved;
    if (mover.isComplete) {
      isIdle = !hasMoved && count == 0;
      hasMoved = false;
      transaction.catalogue().moveHigh(mover.limit);
      space.moveBitmaps(mover.limit);
    } else {
      hasMoved |= count > 0;
    }
    collection = mover.isComplete ? 0 : mover.collection;
    skipped = mover.isComplete ? 0 : mover.passed;
    total.add(count);
    moved += count;
    movedBeside += checkpointer.isRunning() ? count : 0;
    credit = Math.max(0, credit - (long) count * PERCENT);
  }

  /** Returns the number of pages that commits have moved, including those rolled back. */
  long moved() {
    return total.sum();
  }

  /**
   * Returns whether so many pages are taken that the next transaction should wait for those that
   * the end of the running checkpoint frees.
   *
   * @param held freed pages that only readers keep from being free
   */
  boolean isFileFull(long held) {
    int contents = space.countLive() - log.pages();
    return isOn && space.countTaken() - log.pages() - held > contents * MAX_TAKEN + freePages;
  }

  /**
   * Returns whether the file is longer than its contents need, so that checkpoints pay off: they
   * allow moves and cut off the end.
   *
   * @param held the pages that only readers keep from being free
   */
  boolean isFileLong(long held) {
    int contents = space.countLive() - log.pages();
    return isOn
        && log.isUsed(Math.max(LEAST_LOGGED, contents / LOGGED_SHARE))
        && writer.pages() - log.pages() - held
            > (long) contents * LONG + log.longest(space.countLive());
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

  /**
   * Cuts off the free tail of the file after a checkpoint, if it is long enough. Keeps as many
   * pages as were taken at one time since the checkpoint before the last.
   *
   * @param before the meta page of the checkpoint before
   */
  void truncate(Meta before) {
    truncate(before, MIN_TRUNCATION, space.peak());
  }

  /** Cuts off the free tail of the file, however short. */
  void truncateAll() {
    truncate(checkpointer.durable().meta(), 1, 0);
  }

  /** Cuts off the tail. Keeps all pages of the last two checkpoints and of snapshots. */
  private void truncate(Meta before, long least, long needed) {
    LastCheckpoint last = checkpointer.durable();
    Reserve reserve = checkpointer.reserve();
    int used = Math.max(last.meta().pageCount(), before.pageCount());
    reserve.fill(last.catalogue());
    long taken = Math.max(Math.max(space.takenEnd(), used), reserve.pages(last.catalogue()));
    // The file may end at the last taken page, if the peak did not need places.
    long kept = Math.max(taken, Math.min(needed, writer.pages()));
    writer.truncate(kept, least);
  }

  /** Moves pages of trees at or above a limit to free places below it, within a budget. */
  private static final class Mover {
    private final WriteSet target;
    private final int limit;
    private final int room;
    private final int maxPages;
    private final BooleanSupplier isTimeUp;
    private final boolean isLenient;

    /** The copies, including branches whose place was low enough. */
    private int moved;

    /** Whether all trees have been visited. */
    private boolean isComplete = true;

    /** The tree that was visited last. */
    private int collection;

    /** Branches above its leaves, in the order of the keys, that are not to be visited. */
    private long toSkip;

    /** Branches above its leaves that were skipped or completed. */
    private long passed;

    /** The branches visited: a walk over branches that repeat a child would not terminate. */
    private final BitSet branches = new BitSet();

    /**
     * Begins.
     *
     * @param target the transaction of the copies; pages that it has made are not moved
     * @param limit the least number of the pages to be moved
     * @param room the number of free places below the limit; not positive if readers hold those
     *     places
     * @param maxPages the most pages to move; the last path may exceed it
     * @param isTimeUp whether to move no more pages; called before each branch
     * @param isLenient whether an unreadable page is not moved; otherwise the move fails
     */
    Mover(
        WriteSet target,
        int limit,
        int room,
        int maxPages,
        BooleanSupplier isTimeUp,
        boolean isLenient) {
      this.target = target;
      this.limit = limit;
      this.room = room;
      this.maxPages = maxPages;
      this.isTimeUp = isTimeUp;
      this.isLenient = isLenient;
    }

    /**
     * Moves pages of all trees, within the budget. Leaves that are not moved are not read.
     *
     * @param first the collection to begin at; if there is none of that number, the first one
     * @param skipped the number of branches above leaves of that collection to skip
     */
    void moveTrees(WriteTransaction transaction, Kinds kinds, int first, long skipped) {
      List<CatalogueRecord> records = transaction.catalogue().catalogue().records();
      int next = 0;
      while (next < records.size() && records.get(next).id() != first) {
        next++;
      }
      boolean isContinued = next < records.size();
      toSkip = isContinued ? skipped : 0;
      for (next = isContinued ? next : 0; next < records.size() && isComplete; next++) {
        CatalogueRecord record = records.get(next);
        TreeKinds known = kinds.of(record);
        collection = record.id();
        if (known != null) {
          move(transaction.pages(collection, known), transaction.catalogue().root(record));
        }
        toSkip = 0;
      }
    }

    private void move(TreePages pages, TreeRoot root) {
      PageRef ref = root.page();
      passed = 0;
      if (!ref.isNone()) {
        int number = move(pages, ref.number(), ref.crc(), ref.level(), 0);
        if (number != ref.number()) {
          root.setPage(new PageRef(number, 0, ref.level()));
        }
      }
    }

    /**
     * Moves pages below a page, and the page itself if its number is too high or a child was moved.
     * Returns its new number.
     *
     * @param above the number of pages above it that must be copied too
     */
    private int move(TreePages pages, int number, int crc, int level, int above) {
      boolean isHigh = number >= limit && !target.owns(number);
      boolean hasNoRoom = moved >= maxPages || moved + above >= room;
      if ((isHigh && hasNoRoom) || (level > 0 && isTimeUp.getAsBoolean())) {
        isComplete = false;
        return number;
      }
      if (level == 0 && !isHigh) {
        return number;
      }
      byte[] page = read(pages, number, crc, level);
      if (page == null) {
        passed += level == 1 ? 1 : 0;
        return number;
      }
      branches.set(number, level > 0);
      if (isHigh) {
        page = copy(page);
      }
      for (int i = 0; level > 0 && i < PageHeader.count(page) && isComplete; i++) {
        if (level == 2 && toSkip > 0) {
          toSkip--;
          passed++;
          continue;
        }
        long child = TreePage.child(page, i);
        boolean isCopied = target.owns(PageHeader.number(page));
        int from = BranchPage.number(child);
        int to = move(pages, from, BranchPage.crc(child), level - 1, isCopied ? above : above + 1);
        if (from != to) {
          if (!isCopied) {
            page = copy(page);
          }
          TreePage.setChild(page, i, BranchPage.childOf(to, 0));
        }
      }
      passed += level == 1 && isComplete ? 1 : 0;
      return PageHeader.number(page);
    }

    /** Returns a page, or null if it is unreadable and is not to be moved. */
    private byte @Nullable [] read(TreePages pages, int number, int crc, int level) {
      try {
        if ((level > 0 && branches.get(number)) || !target.isInUse(number)) {
          throw pages.referredTwice(number);
        }
        return pages.page(number, crc, level);
      } catch (StoreException e) {
        if (!isLenient) {
          throw e;
        }
        return null;
      }
    }

    /** Copies a page whose only changes will be the numbers of its children. */
    private byte[] copy(byte[] page) {
      moved++;
      return target.writableLeaf(page, true);
    }
  }
}
