package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.PageCache;
import io.octavo.cache.Storage;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.catalogue.State;
import io.octavo.error.StoreException;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.snapshot.States;
import io.octavo.space.Pages;
import io.octavo.space.Space;
import io.octavo.space.WriteSet;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins, commits and rolls back write transactions. Has the newest state, which readers may not
 * see yet, and makes states durable: by a record in the commit ring, or by a checkpoint if there is
 * no ring or the ring is too short. Belongs to the holder of the writer slot.
 *
 * <p>A transaction ends in one of two ways: {@link #link} makes it the newest commit by assignments
 * that cannot fail, or it is rolled back. If a roll back, the end of a checkpoint or the release of
 * pages fails, the store fails.
 */
final class Writer {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());

  private final Storage storage;
  private final Space space;
  private final States states;
  private final CommitLog log;
  private final Checkpointer checkpointer;
  private final PagerOptions options;

  private final PageCache cache;
  private final Health health;
  private final Compactor compactor;

  private State state;
  private volatile SealedCommit commit;

  /** The transaction that has begun and is neither committed nor rolled back; null if none is. */
  private @Nullable WriteTransaction open;

  private long spilled;

  private final LongAdder loggedBytes = new LongAdder();

  /** The bytes of the last commit's operations: the next commit is likely to have as many. */
  private int lastLoggedLength;

  /** Whether nothing more is written: the last checkpoint has begun, or the store is closed. */
  boolean isClosing;

  /** Begins with the state of an opened file, and publishes it. */
  Writer(
      Storage storage,
      Space space,
      States states,
      CommitLog log,
      Checkpointer checkpointer,
      PagerOptions options) {
    this.storage = storage;
    this.space = space;
    this.states = states;
    this.log = log;
    this.checkpointer = checkpointer;
    this.options = options;
    this.cache = storage.cache();
    this.health = storage.health();
    this.compactor =
        new Compactor(
            () -> begin(WriteTransaction.Purpose.COMPACTION), space, storage, log, checkpointer);
    this.state = checkpointer.durable().state();
    this.commit = SealedCommit.found(state.sequence());
    log.follow(commit);
    space.retained().follow(commit);
    states.publish(state);
  }

  /** Returns the newest state. */
  State state() {
    return state;
  }

  /** Returns the commit of the newest state. */
  SealedCommit newest() {
    return commit;
  }

  /** Returns whether the newest state differs from the last checkpoint. */
  private boolean isAheadOfCheckpoint() {
    return state.catalogue() != checkpointer.durable().catalogue();
  }

  /** Returns the number of pages that were spilled. */
  long spilled() {
    return spilled;
  }

  /**
   * Returns about how many pages only snapshots may still reach: freed pages that are not reclaimed
   * yet. Any thread.
   */
  long held() {
    WriteTransaction running = open;
    int ofRunning = running == null ? 0 : running.writeSet().retained();
    return space.retained().count(commit) + ofRunning;
  }

  /** Returns the bytes of operations that commits added to the ring. */
  long loggedBytes() {
    return loggedBytes.sum();
  }

  Compactor compactor() {
    return compactor;
  }

  UUID storeId() {
    return checkpointer.durable().meta().storeId();
  }

  /** Returns the pages of a collection as the open transaction sees them. */
  Pages pages(int owner, TreeKinds kinds, WriteSet changed) {
    return new Pages(storage.loader(), cache, owner, kinds, null, changed);
  }

  WriteTransaction begin(WriteTransaction.Purpose purpose) {
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
      log.awaitOldest();
    }
    int half = cache.budget() / 2;
    if (log.isTooShort(space.countLive())) {
      checkpoint(log.grownPages(0, space.countLive()));
    } else if (checkpointer.isRunning()) {
      // The pages that this transaction changes add to the pages of the running checkpoint.
      reclaim();
      if (cache.changed() > half + half / 2 || compactor.isFileFull(held())) {
        finishRunning();
      }
    } else if (log.isFilling(space.countLive())
        || cache.changed() > half
        || compactor.isFileLong(held())) {
      if (compactor.canLowerRing()) {
        finishRunning();
        checkpoint(state, null, log.movedPages(space.countLive()), true);
      } else {
        beginCheckpoint();
      }
      health.requireWritable();
    }
    reclaim();
    if (!checkpointer.reserve().fill(state.catalogue()) && isAheadOfCheckpoint()) {
      // On a full disk, pages that only the last checkpoint reaches are the only room left.
      beginCheckpoint();
      finishRunning();
    }
    int logLimit = options.durableCommits() ? log.maxOperations(space.countLive()) : 0;
    return begin(
        WriteTransaction.Purpose.USER,
        new OperationLog(logLimit, options.trace(), lastLoggedLength),
        true);
  }

  private WriteTransaction beginReplay() {
    if (options.readOnly() && cache.changed() > cache.budget() / 4 * 3) {
      throw new StoreException(storage.tooLittleMemory());
    }
    if (!options.readOnly() && cache.changed() > cache.budget() / 2) {
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
    boolean isOnlyRead = states.isOnlyRead(base);
    if (isOnlyRead && !space.retained().isReclaimed(base.sequence())) {
      // A reader has gone since the last time. The transaction may change arrays that the remains
      // of freed pages refer to.
      reclaim();
      isOnlyRead = space.retained().isReclaimed(base.sequence());
    }
    BooleanSupplier isUnread = isOnlyRead ? () -> states.isUnread(base) : null;
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

  /** See {@link WriteTransaction#snapshot}. */
  Snapshot snapshot(WriteTransaction transaction) {
    Catalogue catalogue = transaction.catalogue().current();
    CatalogueEdit edit = transaction.catalogue();
    return transaction
        .writeSet()
        .snapshot(
            () -> states.open(new State(edit.base(), catalogue, edit.nextId(), edit.features())));
  }

  /** See {@link WriteTransaction#commit}. */
  SealedCommit commit(WriteTransaction transaction) {
    try {
      seal(transaction, transaction.catalogue().finish());
      show(transaction);
      return Objects.requireNonNull(transaction.commit, "a commit that was not linked");
    } catch (RuntimeException | Error e) {
      if (transaction.commit != null) {
        health.cause = e;
      }
      throw e;
    }
  }

  private void seal(WriteTransaction transaction, Catalogue catalogue) {
    State next = next(catalogue, transaction.catalogue());
    if (transaction.purpose() == WriteTransaction.Purpose.REPLAY) {
      link(next, null, transaction);
      publishReplayed();
      return;
    }
    assert transaction.catalogue().roots().stream()
            .allMatch(root -> transaction.writeSet().isInTable(root.page()))
        : "I4: the root of a tree is not in the page table";
    spilled += transaction.writeSet().spilled();
    if (transaction.writeSet().isEmpty() && catalogue == state.catalogue()) {
      // The transaction may have read commits that are not durable yet.
      joins(transaction);
      return;
    }
    health.requireWritable();
    if (transaction.purpose() == WriteTransaction.Purpose.COMPACTION) {
      checkpoint(next, transaction, 0);
      return;
    }
    OperationLog operations = transaction.log();
    boolean isLogged = options.durableCommits();
    // A program that does not know a feature must not meet its operations in the ring.
    boolean isNewFeature = next.features() != checkpointer.durable().meta().incompatible();
    // A checkpoint makes the file longer by pages instead of zeros.
    boolean isSealed =
        !(isLogged ? operations.isFull() || isNewFeature : transaction.mustBeDurable)
            && checkpointer.reserve().has(catalogue, operations.hasPuts());
    if (isSealed && !isLogged) {
      link(next, null, transaction);
    } else if (isSealed && reserve(next, operations.length())) {
      byte[] logged = operations.toBytes();
      lastLoggedLength = logged.length;
      link(next, logged, transaction);
      loggedBytes.add(logged.length);
    } else {
      checkpoint(
          next,
          transaction,
          !isLogged || operations.isFull() || isNewFeature
              ? log.pages()
              : log.grownPages(operations.length(), space.countLive()));
    }
  }

  private boolean reserve(State next, int length) {
    if (log.reserve(next.sequence(), length)) {
      return true;
    }
    if (awaitSealed() && log.reserve(next.sequence(), length)) {
      return true;
    }
    if (!checkpointer.isRunning()) {
      return false;
    }
    // The running checkpoint is about to release room in the ring.
    checkpointer.finish();
    completeCheckpoint();
    return log.reserve(next.sequence(), length);
  }

  /**
   * Writes the sealed commits in one record, which takes less of the ring than they have reserved:
   * a record each.
   *
   * @return false if no commit is sealed
   */
  private boolean awaitSealed() {
    SealedCommit newest = commit;
    if (log.isDurable(newest)) {
      return false;
    }
    log.await(newest);
    return true;
  }

  /** Returns the state that a transaction makes. */
  private State next(Catalogue catalogue, CatalogueEdit edit) {
    return new State(state.sequence() + 1, catalogue, edit.nextId(), edit.features());
  }

  /**
   * Ends a transaction that changed nothing: its commit is the newest commit, which it may have
   * read.
   */
  private void joins(WriteTransaction transaction) {
    transaction.commit = commit;
    open = null;
  }

  /**
   * Makes a transaction the newest commit.
   *
   * @param next the state of the transaction
   * @param logged the operations for the record, null if the commit gets no record
   */
  private void link(State next, byte @Nullable [] logged, WriteTransaction transaction) {
    WriteSet pages = transaction.writeSet();
    SealedCommit made = commit.follow(next, logged, pages.made(), pages.own(), pages.freed());
    // The commit happens with this assignment. Nothing below can fail: there are no calls and no
    // allocations.
    commit.next = made;
    commit = made;
    state = next;
    transaction.commit = made;
    open = null;
  }

  /** Publishes a commit that need not be durable first, or that its own checkpoint made durable. */
  private void show(WriteTransaction transaction) {
    if (!options.durableCommits()) {
      log.follow(commit);
    }
    if ((!transaction.mustBeDurable || !commit.isLogged())
        && states.current().sequence() < state.sequence()) {
      states.publish(state);
    }
  }

  /** Publishes a replayed commit of the ring. */
  private void publishReplayed() {
    log.follow(commit);
    states.publish(state);
  }

  /** Ends a transaction: rolls it back unless it is committed, and notifies its log. */
  void end(WriteTransaction transaction) {
    try {
      if (open == transaction) {
        rollBack(transaction.writeSet());
        open = null;
      }
      transaction.writeSet().end();
      transaction.notifyLog();
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
  }

  private void rollBack(WriteSet pages) {
    pages.rollBack();
    spilled += pages.spilled();
  }

  /**
   * Takes over a checkpoint that has been written, or undoes one that has failed, and reclaims
   * pages that are free by then. Does nothing while a checkpoint is being written.
   */
  void completeCheckpoint() {
    try {
      Checkpointer.Run run = checkpointer.ended();
      if (run == null) {
        return;
      }
      if (run.written == null) {
        checkpointer.keepWhole();
      }
      takeOver(run);
    } catch (StoreException e) {
      // Pages of a checkpoint that has failed cannot be kept. Another call tries again.
      throw e;
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
    if (cache.changed() > cache.budget() / 2 && !health.isFailed()) {
      spillRetained();
    }
  }

  private void takeOver(Checkpointer.Run run) {
    State written = run.written;
    WriteTransaction own = run.own();
    if (written != null) {
      if (own != null && own.commit == null) {
        link(run.begun(), null, own);
      }
      if (state == run.begun()) {
        state = written;
      }
      if (state == written) {
        states.publish(written);
      }
    }
    checkpointer.end(run);
    reclaim();
    compactor.truncate(run.before());
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
        : "I13: a page is taken that nothing reaches";
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

  /** See {@link Pager#beginCheckpoint}. */
  @Nullable RunningCheckpoint beginCheckpoint() {
    finishRunning();
    if (!isAheadOfCheckpoint()) {
      return null;
    }
    Checkpointer.Run run = begin(state, null, log.pages(), false);
    checkpointer.start(run, options.checkpoints());
    completeCheckpoint();
    return () -> Checkpointer.await(run);
  }

  private Checkpointer.Run begin(
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

  /** Makes the newest state durable by a checkpoint, without a transaction. */
  void checkpoint() {
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
  private void checkpoint(State state, @Nullable WriteTransaction own, int ringPages) {
    checkpoint(state, own, ringPages, false);
  }

  /**
   * Does the same, and moves a ring that keeps its length to a lower place, if there is one.
   *
   * @param isRingMoved whether to move the ring
   */
  private void checkpoint(
      State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    checkpointer.finish();
    completeCheckpoint();
    health.requireWritable();
    perform(begin(state, own, ringPages, isRingMoved));
  }

  /** Writes a checkpoint, and takes it over or undoes it. */
  private void perform(Checkpointer.Run run) {
    try {
      Checkpointer.await(run);
      completeCheckpoint();
    } catch (RuntimeException | Error e) {
      if (run.written == null) {
        completeCheckpoint();
      } else if (!health.isFailed()) {
        health.cause = e;
      }
      throw e;
    }
  }

  /** Waits for the sealed commits, and writes the last checkpoint, without a ring. */
  void writeLast() {
    boolean hasWork = health.isWritable() && !isClosing;
    // In any case, the thread of a checkpoint must not meet a closed file.
    checkpointer.finish();
    if (!hasWork) {
      return;
    }
    completeCheckpoint();
    health.requireWritable();
    SealedCommit last = commit;
    // Even if the checkpoint fails, this wait decides the commits for threads that wait for them.
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
}
