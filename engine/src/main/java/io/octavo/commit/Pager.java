package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.MetaPages;
import io.octavo.cache.PageCache;
import io.octavo.cache.SharedMemory;
import io.octavo.cache.Storage;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.catalogue.State;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.snapshot.States;
import io.octavo.space.Space;
import io.octavo.space.TreePages;
import io.octavo.space.WriteSet;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file into a sequence of committed states. One write transaction at a time, owned by the
 * holder of the writer slot; any number of snapshots, which never wait.
 *
 * <p>A transaction is {@linkplain #begin begun} on the newest state, and becomes the next one by
 * {@link WriteTransaction#commit}. A state becomes durable by a record in the commit ring ({@link
 * CommitLog}), or by a checkpoint ({@link Checkpointer}) if it has no record: if it is too large,
 * if there is no ring, or if only checkpoints make commits durable. Readers see a state when it is
 * durable, or at once if the commit need not be durable first.
 *
 * <p>If the end of a checkpoint or the release of pages fails, the store fails.
 */
public final class Pager implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());
  private final Storage storage;
  private final PageCache cache;
  private final PagerOptions options;
  private final boolean isLogged;
  private final Space space;
  final States states;
  final Health health;
  final CommitLog log;
  final Checkpointer checkpointer;
  private final Compactor compactor;
  private final Replay replay;

  /** The newest state, which may not be visible to readers yet, and its commit. */
  State state;

  volatile SealedCommit newest;

  /** The transaction that has begun and is neither committed nor rolled back; null if none is. */
  @Nullable WriteTransaction open;

  /** The number of pages that were spilled. */
  long spilled;

  /** The bytes of operations that commits added to the ring. */
  final LongAdder loggedBytes = new LongAdder();

  /** The bytes of the last commit's operations: the next commit is likely to have as many. */
  int lastLoggedLength;

  /** Whether nothing more is written: the last checkpoint has begun, or the store is closed. */
  private boolean isClosing;

  private volatile boolean isClosed;

  /** Begins with the state of an opened file, and publishes it. */
  private Pager(StoreFile file, PagerOptions options, PageCache cache) throws IOException {
    this.storage = Storage.of(file, cache, options.readOnly());
    this.cache = cache;
    this.options = options;
    this.isLogged = options.durableCommits();
    this.health = storage.health();
    long maxPages = Math.min(Integer.MAX_VALUE, options.maxBytes() / PageHeader.PAGE_SIZE);
    this.space =
        new Space(file.name(), maxPages, cache::remove, cache::forgetRemains, cache::recycle);
    this.states = new States();
    this.log = new CommitLog(file, storage.ownership(), options.ring(), states);
    LastCheckpoint durable = LastCheckpoint.open(file, storage.loader(), space, options.readOnly());
    this.checkpointer = new Checkpointer(storage, space, states, log, durable, options.trace());
    this.compactor =
        new Compactor(
            () -> begin(WriteTransaction.Purpose.COMPACTION), space, storage, log, checkpointer);
    this.state = durable.state();
    this.newest = SealedCommit.found(state.sequence());
    log.follow(newest);
    space.retained().follow(newest);
    states.publish(state);
    this.replay = new Replay(this, storage.loader(), log.open(storage.loader(), durable.meta()));
  }

  /**
   * Opens a file that holds a store.
   *
   * @param file the file; closed by the pager, or by the caller if this fails
   * @throws StoreException if the file is no store, is damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options) {
    return open(file, options, SharedMemory.ofStore(options.cacheBytes()));
  }

  /**
   * Opens a file that holds a store, with memory that other stores share.
   *
   * @param file the file; closed by the pager, or by the caller if this fails
   * @param options the options; {@code cacheBytes} is not used
   * @throws StoreException if the file is no store, is damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options, SharedMemory memory) {
    PageCache cache = new PageCache(memory);
    try {
      return new Pager(file, options, cache);
    } catch (IOException e) {
      cache.leaveMemory();
      throw new StoreException(file.name() + ": cannot open the store: " + e, e);
    } catch (RuntimeException | Error e) {
      cache.leaveMemory();
      throw e;
    }
  }

  /** Releases the memory to other stores; for a pager that is not closed because opening failed. */
  public void abandon() {
    cache.leaveMemory();
  }

  /**
   * Fills an empty file with a store of no collections and makes it durable.
   *
   * @param storeId identity of the new store
   * @throws StoreException if the file cannot be written
   */
  public static void create(StoreFile file, UUID storeId) {
    try {
      LastCheckpoint.create(file, storeId);
    } catch (IOException e) {
      throw NoSpaceException.ofStore(file.name() + ": cannot create the store: " + e, e);
    }
  }

  /** Returns the commits that the last checkpoint does not contain. They must be replayed first. */
  public Replay replay() {
    return replay;
  }

  /** Opens a snapshot of the current state, to be closed. */
  public Snapshot openSnapshot() {
    return states.open();
  }

  /** Returns the pages of a collection as a snapshot sees them. */
  public TreePages pages(Snapshot snapshot, int owner, TreeKinds kinds) {
    return new TreePages(storage.loader(), cache, owner, kinds, snapshot, null);
  }

  /** Returns the pages of a collection as a transaction with a write set sees them. */
  TreePages pages(WriteSet changed, int owner, TreeKinds kinds) {
    return new TreePages(storage.loader(), cache, owner, kinds, null, changed);
  }

  /** Returns whether no snapshot is open. A snapshot opened concurrently may be missed. */
  public boolean isUnread() {
    return states.snapshots() == 0;
  }

  /** {@return the number of the newest state; for the holder of the writer slot} */
  public long sequence() {
    return state.sequence();
  }

  /** {@return the number of the last commit that readers see} */
  public long published() {
    return states.current().sequence();
  }

  /**
   * Begins a write transaction; for the holder of the writer slot, after the last one has ended.
   *
   * @throws StoreException if there is no room for a checkpoint that has to come before it
   * @throws StoreFailedException if an earlier failure keeps the store from writing
   */
  public WriteTransaction begin(WriteTransaction.Purpose purpose) {
    return switch (purpose) {
      case USER -> beginUser();
      case REPLAY -> beginReplay();
      case COMPACTION -> beginCompaction();
    };
  }

  private WriteTransaction beginUser() {
    health.requireWritable();
    completeCheckpoint();
    if (log.isReserved(1, 4)) {
      log.recordOldest();
    }
    reclaim();
    checkpointIfDue();
    if (!checkpointer.reserve().fill(state.catalogue()) && isAheadOfCheckpoint()) {
      // On a full disk, pages that only the last checkpoint reaches are the only remaining room.
      beginCheckpoint();
      finishRunning();
    }
    int logLimit = isLogged ? log.maxOperations(space.countLive()) : 0;
    return begin(
        WriteTransaction.Purpose.USER,
        new OperationLog(logLimit, checkpointer.trace(), lastLoggedLength),
        true);
  }

  /**
   * Begins a checkpoint if the ring is filling or too short, the changed pages take half of the
   * memory budget, the file is too long, or much of it has been superseded. Waits for a running
   * checkpoint, if the changes of another transaction would not fit meanwhile.
   */
  private void checkpointIfDue() {
    int half = cache.budget() / 2;
    if (log.isTooShort(space.countLive())) {
      checkpoint(log.grownPages(0, space.countLive()));
    } else if (checkpointer.isRunning()) {
      // The pages that this transaction changes add to the pages of the running checkpoint.
      if (cache.dirty() > half + half / 2 || compactor.isFileFull(kept())) {
        finishRunning();
      }
    } else if (log.isFilling(space.countLive())
        || cache.dirty() > half
        || isMuchSuperseded()
        || compactor.isFileLong(kept())) {
      if (compactor.canLowerRing()) {
        checkpoint(state, null, log.movedPages(space.countLive()), true);
      } else {
        beginCheckpoint();
      }
      health.requireWritable();
    }
  }

  /**
   * Returns whether pages that only the last checkpoint reaches exceed a quarter of those in use,
   * and the memory budget: their changed copies were spilled.
   */
  private boolean isMuchSuperseded() {
    int live = space.countLive();
    return space.countTaken() - kept() > live + live / 4 + cache.budget();
  }

  private WriteTransaction beginReplay() {
    if (options.readOnly() && cache.dirty() > cache.budget() / 4 * 3) {
      throw new StoreException(storage.tooLittleMemory());
    }
    if (!options.readOnly() && cache.dirty() > cache.budget() / 2) {
      checkpoint();
    }
    reclaim();
    return begin(WriteTransaction.Purpose.REPLAY, new OperationLog(0), false);
  }

  private WriteTransaction beginCompaction() {
    checkpoint(0);
    reclaim();
    return begin(WriteTransaction.Purpose.COMPACTION, new OperationLog(0, options.trace()), false);
  }

  private WriteTransaction begin(
      WriteTransaction.Purpose purpose, OperationLog operations, boolean isLimited) {
    CatalogueEdit catalogue = new CatalogueEdit(state);
    State base = state;
    boolean isNoOtherRead = states.isNoOtherRead(base);
    if (isNoOtherRead && !space.retained().isReclaimed(base.sequence())) {
      // A snapshot was closed since the last call. The transaction may change arrays that the
      // remains of freed pages refer to.
      reclaim();
      isNoOtherRead = space.retained().isReclaimed(base.sequence());
    }
    BooleanSupplier isUnread = isNoOtherRead ? () -> states.isUnread(base) : null;
    if (isUnread != null) {
      cache.reuseReplaced(isUnread);
    }
    WriteSet pages =
        new WriteSet(storage, space, catalogue, checkpointer.nextEpoch(), isLimited, isUnread);
    WriteTransaction transaction =
        new WriteTransaction(this, purpose, catalogue, operations, pages);
    open = transaction;
    return transaction;
  }

  /** Returns whether the newest state differs from the last checkpoint. */
  private boolean isAheadOfCheckpoint() {
    return state.catalogue() != checkpointer.durable().catalogue();
  }

  /**
   * Estimates the number of pages that only snapshots may still reach: freed pages not reclaimed
   * yet. Any thread.
   */
  private long held() {
    WriteTransaction running = open;
    int ofRunning = running == null ? 0 : running.writeSet().retained();
    return space.retained().count(newest) + ofRunning;
  }

  /** Estimates the number of pages that only readers of all processes keep from being free. */
  private long kept() {
    return held() + space.countPinned();
  }

  /**
   * Reserves room in the ring for the record of the next commit. Waits for a record or a checkpoint
   * that releases room.
   *
   * @return false if the ring has no room for the record
   */
  boolean reserveRecord(long sequence, int length) {
    if (log.reserve(sequence, length)) {
      return true;
    }
    if (recordSealed() && log.reserve(sequence, length)) {
      return true;
    }
    if (!checkpointer.isRunning()) {
      return false;
    }
    // The running checkpoint is about to release room in the ring.
    checkpointer.finish();
    completeCheckpoint();
    return log.reserve(sequence, length);
  }

  /**
   * Writes the sealed commits in one record, which uses less of the ring than the record of each
   * that is reserved.
   *
   * @return false if no commit is sealed
   */
  private boolean recordSealed() {
    if (log.isRecorded(newest)) {
      return false;
    }
    log.record(newest);
    return true;
  }

  /** Returns the length in pages of a ring that is lengthened for operations of a length. */
  int grownRing(int length) {
    return log.grownPages(length, space.countLive());
  }

  /**
   * Ends a checkpoint that has been written, or undoes one that has failed, and reclaims free
   * pages. No effect while a checkpoint is being written.
   */
  public void completeCheckpoint() {
    try {
      Checkpoint checkpoint = checkpointer.ended();
      if (checkpoint == null) {
        return;
      }
      takeOver(checkpoint);
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
    if (cache.dirty() > cache.budget() / 2 && !health.isFailed()) {
      spillRetained();
    }
  }

  private void takeOver(Checkpoint checkpoint) {
    State written = checkpoint.written;
    WriteTransaction own = checkpoint.own();
    if (written != null) {
      if (own != null && !own.isLinked) {
        own.link(checkpoint.state(), null);
      }
      if (state == checkpoint.state()) {
        state = written;
      }
      if (state == written) {
        states.publish(written);
      }
    }
    checkpointer.end(checkpoint);
    reclaim();
    compactor.truncate(checkpoint.before());
  }

  /** Spills pages to make room in memory. If that fails, another call tries again. */
  private void spillRetained() {
    try {
      spilled += checkpointer.spillRetained();
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.DEBUG, storage.name() + ": pages of snapshots cannot be spilled", e);
    }
  }

  /** Reclaims pages that no state reaches any more. */
  private void reclaim() {
    long[] read = states.read();
    try {
      space.retained().reclaim(read);
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
    assert open != null || space.isEachTakenPageReached()
        : "I12: a page is taken that nothing reaches";
  }

  /** {@return the compactor; for the holder of the writer slot} */
  public Compactor compactor() {
    return compactor;
  }

  /** Makes a checkpoint of the recovered state, without a ring and with a new generation. */
  void endReplay() {
    if (log.pages() > 0 && !options.readOnly()) {
      Meta last = checkpointer.durable().meta();
      Meta.Ring old = last.ring();
      checkpointer.setMeta(
          last.withRing(new Meta.Ring(old.start(), old.pages(), 0, old.generation() + 1)));
      checkpoint(state, null, 0);
    }
  }

  /**
   * Begins a checkpoint of the newest state while transactions continue; for the holder of the
   * writer slot, without a transaction.
   *
   * @return the checkpoint, null if all is durable already
   * @throws StoreException if there is no room for it
   */
  public @Nullable Checkpoint beginCheckpoint() {
    finishRunning();
    if (!isAheadOfCheckpoint()) {
      return null;
    }
    Checkpoint checkpoint = startCheckpoint(state, null, log.pages(), false);
    checkpointer.start(checkpoint, options.checkpoints());
    completeCheckpoint();
    return checkpoint;
  }

  private Checkpoint startCheckpoint(
      State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    try {
      return checkpointer.begin(state, own, ringPages, isRingMoved);
    } catch (RuntimeException | Error e) {
      completeCheckpoint();
      throw e;
    }
  }

  /** Waits for the running checkpoint, and throws if the store has failed. */
  private void finishRunning() {
    checkpointer.finish();
    completeCheckpoint();
    health.requireWritable();
  }

  /**
   * Makes the newest state durable by a checkpoint; for the holder of the writer slot, without a
   * transaction.
   *
   * @throws StoreException if the state could not be written; the store stays usable
   * @throws StoreFailedException if it is unknown whether it is durable
   */
  public void checkpoint() {
    checkpoint(log.pages());
  }

  private void checkpoint(int ringPages) {
    finishRunning();
    if (isAheadOfCheckpoint() || log.pages() != ringPages) {
      checkpoint(state, null, ringPages);
    }
  }

  /**
   * Makes a state and all sealed commits that it builds on durable, and publishes the state.
   *
   * @param state the newest state, or the state of a transaction
   * @param own the transaction, or null
   * @param ringPages the new length of the ring in pages; 0 for none
   */
  void checkpoint(State state, @Nullable WriteTransaction own, int ringPages) {
    checkpoint(state, own, ringPages, false);
  }

  /**
   * As above.
   *
   * @param isRingMoved whether to move a ring of the same length to a lower place, if there is one
   */
  private void checkpoint(
      State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    finishRunning();
    perform(startCheckpoint(state, own, ringPages, isRingMoved));
  }

  /** Writes a checkpoint, and ends or undoes it. */
  private void perform(Checkpoint checkpoint) {
    try {
      checkpoint.await();
      completeCheckpoint();
    } catch (RuntimeException | Error e) {
      if (checkpoint.written == null) {
        completeCheckpoint();
      } else if (!health.isFailed()) {
        health.cause = e;
      }
      throw e;
    }
  }

  /** {@return whether the store may be written; a failure is noted there by one assignment} */
  public Health health() {
    return health;
  }

  /**
   * Waits until a commit is durable by its record, which the first thread that waits writes;
   * returns at once if the commit needs none.
   *
   * @throws StoreFailedException if it is unknown whether it is durable
   */
  public void await(SealedCommit commit) {
    log.await(commit);
  }

  /**
   * Writes the record of a visible commit to the system without a force, so that the commit
   * survives the process. Returns at once if the commit needs no record.
   *
   * @throws StoreFailedException if a write has failed
   */
  public void record(SealedCommit commit) {
    log.record(commit);
  }

  /**
   * Makes all commits durable by their records; any thread.
   *
   * @throws StoreFailedException if it is unknown whether they are durable
   */
  public void awaitAll() {
    log.await(newest);
  }

  /**
   * Returns whether a commit is durable, by its record or by a checkpoint.
   *
   * @throws StoreFailedException if it is not, and may never be, because a write has failed
   */
  public boolean isDurable(SealedCommit commit) {
    if (commit.sequence() <= checkpointer.durable().meta().sequence()
        || (isLogged && log.isDurable(commit))) {
      return true;
    }
    health.require();
    return false;
  }

  /** {@return the number of the last commit that is durable; so are all before it} */
  public long durableSequence() {
    long contained = checkpointer.durable().meta().sequence();
    return isLogged ? Math.max(contained, log.durable()) : contained;
  }

  /** {@return whether commits are durable by records of the ring; else by the next checkpoint} */
  public boolean isLogged() {
    return isLogged;
  }

  /** {@return whether the store may be written: it was opened for that, and no write has failed} */
  public boolean isWritable() {
    return health.isWritable();
  }

  /**
   * Throws where the store must not be written.
   *
   * @throws IllegalStateException if it was opened for reading only
   * @throws StoreFailedException if the store has failed
   */
  public void requireWritable() {
    health.requireWritable();
  }

  /** Returns the last durable checkpoint; for the holder of the writer slot. */
  public LastCheckpoint durable() {
    return checkpointer.durable();
  }

  /** Returns the counters, approximately as of now. */
  public PagerStats stats() {
    Meta last = checkpointer.durable().meta();
    return new PagerStats(
        last.epoch(),
        states.current().sequence(),
        last.pageCount(),
        space.countLive(),
        space.countTaken(),
        cache.resident(),
        cache.dirty(),
        cache.budget(),
        storage.loader().loaded(),
        cache.evicted(),
        storage.writer().written(),
        spilled,
        loggedBytes.sum(),
        storage.writer().cut(),
        states.snapshots(),
        held(),
        states.oldestNanos(),
        space.countPinned(),
        space.oldestPinned(),
        space.oldestPinnedNanos(),
        storage.file().locksLost(),
        storage.file().locksRetaken(),
        checkpointer.reserve().present(states.current().catalogue()),
        log.pages(),
        compactor.moved(),
        pendingChanges(states.current()));
  }

  private static long pendingChanges(State state) {
    return (state.features() & Meta.FRONTS) == 0
        ? 0
        : state.catalogue().records().stream()
            .filter(record -> record.features() == Meta.FRONTS)
            .mapToLong(CatalogueRecord::entries)
            .sum();
  }

  /**
   * Ends all snapshots, makes the newest state durable, and closes the file; for the holder of the
   * writer slot. After a failure nothing is written.
   */
  @Override
  public void close() {
    close(() -> {});
  }

  /**
   * Closes as {@link #close()} does.
   *
   * @param last work to do when the newest state is durable, before the file is closed
   */
  public void close(Runnable last) {
    try {
      writeLast();
      last.run();
      noteDurable();
    } finally {
      isClosing = true;
      try {
        states.closeAll();
      } finally {
        closeFile();
      }
    }
  }

  /** Waits for the sealed commits, and writes the last checkpoint, without a ring. */
  void writeLast() {
    boolean hasWork = health.isWritable() && !isClosing;
    // The thread of a checkpoint must never use a closed file.
    checkpointer.finish();
    if (!hasWork) {
      return;
    }
    completeCheckpoint();
    health.requireWritable();
    SealedCommit last = newest;
    // Even if the checkpoint fails, this decides the commits for their waiting threads.
    log.await(last);
    states.closeAll();
    reclaim();
    // The last checkpoint renumbers pages, so it cannot be tried twice.
    isClosing = true;
    if (isAheadOfCheckpoint() || log.pages() != 0) {
      perform(checkpointer.beginLast(state));
    }
    compactor.truncateAll();
  }

  /** Notes that the file is durable, for the next opening. */
  private void noteDurable() {
    if (health.isWritable()) {
      try {
        MetaPages.noteDurable(storage.file(), checkpointer.durable().meta());
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, storage.name() + ": the next opening takes longer", e);
      }
    }
  }

  /** {@return the heap for pages that the options of the store set} */
  public long cacheBytes() {
    return options.cacheBytes();
  }

  /** Returns the path of the file, or a name for a file on the heap; for messages. */
  public String fileName() {
    return storage.name();
  }

  /** Returns whether {@link #close} has ended. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Closes the file, unless it is closed. For a pager that failed to close. */
  public void release() {
    if (!isClosed) {
      closeFile();
    }
  }

  private void closeFile() {
    StoreFile file = storage.file();
    isClosed = true;
    try {
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, storage.name() + ": cannot close the file", e);
    } finally {
      cache.leaveMemory();
    }
  }
}
