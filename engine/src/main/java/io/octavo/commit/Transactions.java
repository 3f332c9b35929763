package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageWriter;
import io.octavo.cache.SharedMemory;
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
 * Begins and commits write transactions, and makes their states durable: by a record in the commit
 * ring, or by a checkpoint if there is no ring or the ring is too short. For the holder of the
 * writer slot.
 */
final class Transactions {
  private final String name;
  private final PagerOptions options;
  private final SharedMemory memory;
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter writer;
  private final Reserve reserve;
  private final Space space;
  private final States states;
  private final Health health;
  private final CommitLog log;
  private final Checkpoints checkpoints;
  private final Head head;

  private final TailMoves tailMoves;

  private final LongAdder loggedBytes = new LongAdder();

  /** The bytes of the last commit's operations: the next commit is likely to have as many. */
  private int lastLoggedLength;

  /** Whether nothing more is written: the last checkpoint has begun, or the store is closed. */
  boolean isClosing;

  Transactions(
      String name,
      PagerOptions options,
      SharedMemory memory,
      PageCache cache,
      PageLoader loader,
      PageWriter writer,
      Reserve reserve,
      Space space,
      States states,
      Health health,
      CommitLog log,
      Checkpoints checkpoints,
      Head head) {
    this.name = name;
    this.options = options;
    this.memory = memory;
    this.cache = cache;
    this.loader = loader;
    this.writer = writer;
    this.reserve = reserve;
    this.space = space;
    this.states = states;
    this.health = health;
    this.log = log;
    this.checkpoints = checkpoints;
    this.head = head;
    this.tailMoves = new TailMoves(space, cache, log, checkpoints);
  }

  /**
   * Returns the message for a store that is open for reading only and has more to recover than fits
   * in memory.
   */
  static String tooLittleMemory(String name, SharedMemory memory) {
    return name
        + ": was not closed, and what must be recovered does not fit "
        + memory
        + "; raise it, or open the store for writing once";
  }

  /** Returns the bytes of operations that commits added to the ring. */
  long loggedBytes() {
    return loggedBytes.sum();
  }

  TailMoves tailMoves() {
    return tailMoves;
  }

  UUID storeId() {
    return checkpoints.durable().meta().storeId();
  }

  /** Returns the pages of a collection as the open transaction sees them. */
  Pages pages(int owner, TreeKinds kinds, WriteSet changed) {
    return new Pages(loader, cache, owner, kinds, null, changed);
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
    head.completeCheckpoint();
    if (log.isReserved(1, 4)) {
      log.awaitOldest();
    }
    int half = cache.budget() / 2;
    if (log.isTooShort(space.countLive())) {
      checkpoint(log.grownPages(0, space.countLive()));
    } else if (checkpoints.isRunning()) {
      // The pages that this transaction changes add to the pages of the running checkpoint.
      head.reclaim();
      if (cache.changed() > half + half / 2 || tailMoves.isFileFull(head.held())) {
        finishRunning();
      }
    } else if (log.isFilling(space.countLive())
        || cache.changed() > half
        || tailMoves.isFileLong(writer, head)) {
      if (tailMoves.canLowerRing()) {
        finishRunning();
        checkpoint(head.state(), null, log.movedPages(space.countLive()), true);
      } else {
        beginCheckpoint();
      }
      health.requireWritable();
    }
    head.reclaim();
    if (!reserve.fill(head.state().catalogue()) && head.isAheadOfCheckpoint()) {
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
      throw new StoreException(tooLittleMemory(name, memory));
    }
    if (!options.readOnly() && cache.changed() > cache.budget() / 2) {
      checkpoint();
    }
    head.reclaim();
    return begin(WriteTransaction.Purpose.REPLAY, new OperationLog(0), false);
  }

  private WriteTransaction beginCompaction() {
    checkpoint(0);
    head.reclaim();
    return begin(WriteTransaction.Purpose.COMPACTION, new OperationLog(0, options.trace()), false);
  }

  private WriteTransaction begin(
      WriteTransaction.Purpose purpose, OperationLog operations, boolean isLimited) {
    CatalogueEdit catalogue = new CatalogueEdit(head.state());
    State base = head.state();
    boolean isOnlyRead = states.isOnlyRead(base);
    if (isOnlyRead && !space.retained().isReclaimed(base.sequence())) {
      // A reader has gone since the last time. The transaction may change arrays that the remains
      // of freed pages refer to.
      head.reclaim();
      isOnlyRead = space.retained().isReclaimed(base.sequence());
    }
    BooleanSupplier isUnread = isOnlyRead ? () -> states.isUnread(base) : null;
    if (isUnread != null) {
      cache.reuseReplaced(isUnread);
    }
    WriteSet pages =
        new WriteSet(
            cache, loader, space, writer, catalogue, checkpoints.nextEpoch(), isLimited, isUnread);
    return head.begin(new WriteTransaction(this, purpose, catalogue, operations, pages));
  }

  /** See {@link WriteTransaction#snapshot}. */
  Snapshot snapshot(WriteTransaction transaction) {
    Catalogue catalogue = transaction.catalogue().current();
    return transaction.writeSet().snapshot(() -> head.openSnapshot(transaction, catalogue));
  }

  /** See {@link WriteTransaction#commit}. */
  SealedCommit commit(WriteTransaction transaction) {
    try {
      seal(transaction, transaction.catalogue().finish());
      head.show(transaction);
      return Objects.requireNonNull(transaction.commit, "a commit that was not linked");
    } catch (RuntimeException | Error e) {
      if (transaction.commit != null) {
        health.cause = e;
      }
      throw e;
    }
  }

  private void seal(WriteTransaction transaction, Catalogue catalogue) {
    State next = head.next(catalogue, transaction.catalogue());
    if (transaction.purpose() == WriteTransaction.Purpose.REPLAY) {
      head.link(next, null, transaction);
      head.publishReplayed();
      return;
    }
    assert transaction.catalogue().roots().stream()
            .allMatch(root -> transaction.writeSet().isInTable(root.page()))
        : "I4: the root of a tree is not in the page table";
    head.countSpilled(transaction);
    if (transaction.writeSet().isEmpty() && catalogue == head.state().catalogue()) {
      // The transaction may have read commits that are not durable yet.
      head.joins(transaction);
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
    boolean isNewFeature = next.features() != checkpoints.durable().meta().incompatible();
    // A checkpoint makes the file longer by pages instead of zeros.
    boolean isSealed =
        !(isLogged ? operations.isFull() || isNewFeature : transaction.mustBeDurable)
            && reserve.has(catalogue, operations.hasPuts());
    if (isSealed && !isLogged) {
      head.link(next, null, transaction);
    } else if (isSealed && reserve(next, operations.length())) {
      byte[] logged = operations.toBytes();
      lastLoggedLength = logged.length;
      head.link(next, logged, transaction);
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
    if (!checkpoints.isRunning()) {
      return false;
    }
    // The running checkpoint is about to release room in the ring.
    checkpoints.finish();
    head.completeCheckpoint();
    return log.reserve(next.sequence(), length);
  }

  /**
   * Writes the sealed commits in one record, which takes less of the ring than they have reserved:
   * a record each.
   *
   * @return false if no commit is sealed
   */
  private boolean awaitSealed() {
    SealedCommit newest = head.commit();
    if (log.isDurable(newest)) {
      return false;
    }
    log.await(newest);
    return true;
  }

  /** See {@link WriteTransaction#end}. */
  void end(WriteTransaction transaction) {
    head.end(transaction);
  }

  /** Makes a checkpoint of the recovered state, without a ring and with a new generation. */
  void endReplay() {
    if (log.pages() > 0 && !options.readOnly()) {
      Meta last = checkpoints.durable().meta();
      Meta.Ring old = last.ring();
      checkpoints.setMeta(
          last.withRing(new Meta.Ring(old.start(), old.pages(), 0, old.generation() + 1)));
      checkpoint(head.state(), null, 0);
    }
  }

  /** See {@link Pager#beginCheckpoint}. */
  @Nullable RunningCheckpoint beginCheckpoint() {
    finishRunning();
    if (!head.isAheadOfCheckpoint()) {
      return null;
    }
    Checkpoints.Run run = begin(head.state(), null, log.pages(), false);
    checkpoints.start(run, options.checkpoints());
    head.completeCheckpoint();
    return () -> Checkpoints.await(run);
  }

  private Checkpoints.Run begin(
      State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    try {
      return checkpoints.begin(state, own, ringPages, isRingMoved);
    } catch (RuntimeException | Error e) {
      head.completeCheckpoint();
      throw e;
    }
  }

  /** Waits for the running checkpoint, and throws if the store has failed. */
  private void finishRunning() {
    checkpoints.finish();
    head.completeCheckpoint();
    health.requireWritable();
  }

  /** Makes the newest state durable by a checkpoint, without a transaction. */
  void checkpoint() {
    checkpoint(log.pages());
  }

  private void checkpoint(int ringPages) {
    finishRunning();
    if (head.isAheadOfCheckpoint() || log.pages() != ringPages) {
      checkpoint(head.state(), null, ringPages);
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
    checkpoints.finish();
    head.completeCheckpoint();
    health.requireWritable();
    perform(begin(state, own, ringPages, isRingMoved));
  }

  /** Writes a checkpoint, and takes it over or undoes it. */
  private void perform(Checkpoints.Run run) {
    try {
      Checkpoints.await(run);
      head.completeCheckpoint();
    } catch (RuntimeException | Error e) {
      if (run.written == null) {
        head.completeCheckpoint();
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
    checkpoints.finish();
    if (!hasWork) {
      return;
    }
    head.completeCheckpoint();
    health.requireWritable();
    SealedCommit commit = head.commit();
    // Even if the checkpoint fails, this wait decides the commits for threads that wait for them.
    log.await(commit);
    states.closeAll();
    head.reclaim();
    // The last checkpoint renumbers pages, so it cannot be tried twice.
    isClosing = true;
    if (head.isAheadOfCheckpoint() || log.pages() != 0) {
      perform(checkpoints.beginLast(head.state()));
    }
    checkpoints.truncateAll();
  }
}
