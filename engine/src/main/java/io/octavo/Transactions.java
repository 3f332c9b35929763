package io.octavo;

import io.octavo.collection.Types;
import io.octavo.commit.Background;
import io.octavo.commit.Checkpoint;
import io.octavo.commit.Compactor;
import io.octavo.commit.Pager;
import io.octavo.commit.WriteTransaction;
import io.octavo.event.CommitEvent;
import io.octavo.event.Events;
import io.octavo.page.PageHeader;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.transaction.Changes;
import io.octavo.transaction.StoreMemory;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeTypes;
import io.octavo.transaction.WriterSlot;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The open transactions of a store: begins transactions, and ends those that are open when the
 * store is closed. Owns the writer slot.
 */
final class Transactions implements TransactionResources.Owner {
  private final Pager pager;
  private final TreeLimits limits;
  private final boolean isTraced;
  private final Durability durability;
  private final long compactionNanos;
  private final int movePercent;
  private final Flusher flusher;
  private final StoreMemory memory;
  private final WriterSlot slot = new WriterSlot();
  private final Set<TransactionResources> open = ConcurrentHashMap.newKeySet();

  /** Whether no more transactions begin. */
  volatile boolean closed;

  Transactions(Pager pager, TreeLimits limits, StoreOptions options, Background background) {
    this.pager = pager;
    this.limits = limits;
    this.isTraced = options.traceTransactions();
    this.durability = options.durability();
    this.compactionNanos = options.compactOnClose().toNanos();
    this.movePercent = options.compactWhileOpen();
    this.memory = new StoreMemory(pager.fileName(), options.cacheBytes());
    this.flusher = new Flusher(this, pager, options, background);
  }

  @Override
  public Pager pager() {
    return pager;
  }

  /** Returns the durability of commits for which none was set. */
  Durability durability() {
    return durability;
  }

  /** Returns what collections keep in memory from one transaction to the next. */
  StoreMemory memory() {
    return memory;
  }

  @Override
  public TreeTypes types() {
    return Types.ALL;
  }

  Flusher flusher() {
    return flusher;
  }

  /**
   * Begins a read transaction.
   *
   * @param isWatched whether to end the transaction if the program forgets it; false if the caller
   *     is sure to close it
   */
  Transaction beginRead(boolean isWatched) {
    requireOpen();
    Snapshot snapshot = pager.openSnapshot();
    try {
      return begin(TransactionResources.ofReader(this, snapshot, OpenItems.NONE), isWatched);
    } catch (RuntimeException | Error e) {
      snapshot.isReleased = true;
      throw e;
    }
  }

  /** Begins a read transaction that sees what an open write transaction has changed so far. */
  Transaction beginRead(Changes changes) {
    requireOpen();
    OpenItems openItems = changes.openItems();
    Snapshot snapshot = changes.transaction().snapshot();
    try {
      return begin(TransactionResources.ofReader(this, snapshot, openItems), true);
    } catch (RuntimeException | Error e) {
      snapshot.isReleased = true;
      throw e;
    }
  }

  private Transaction begin(TransactionResources begun, boolean isWatched) {
    try {
      Transaction transaction = new Transaction(this, begun);
      if (isWatched) {
        begun.watch(transaction, isTraced);
      }
      if (begun.isListed()) {
        open.add(begun);
      }
      requireOpen();
      return transaction;
    } catch (RuntimeException | Error e) {
      begun.endAfter(e);
      throw e;
    }
  }

  /** Waits for the writer slot and begins a write transaction. */
  Transaction beginWrite(boolean isWatched) {
    requireWritable();
    WriterSlot.Claim claim = slot.acquire("beginWrite");
    try {
      return begin(claim, isWatched);
    } catch (RuntimeException | Error e) {
      claim.isReleased = true;
      throw e;
    }
  }

  /**
   * Begins a write transaction. Waits for the writer slot until a timeout or an interrupt; returns
   * null after the timeout.
   */
  @Nullable Transaction tryBeginWrite(Duration timeout) throws InterruptedException {
    return tryBeginWrite("tryBeginWrite", timeout, true);
  }

  /** Begins a write transaction. Waits for the writer slot until a timeout or an interrupt. */
  Transaction beginWrite(Duration timeout, boolean isWatched) throws InterruptedException {
    Transaction begun = tryBeginWrite("beginWrite", timeout, isWatched);
    if (begun == null) {
      throw slot.busy("beginWrite", timeout);
    }
    return begun;
  }

  private @Nullable Transaction tryBeginWrite(String call, Duration timeout, boolean isWatched)
      throws InterruptedException {
    requireWritable();
    WriterSlot.Claim claim = slot.tryAcquire(call, timeout);
    if (claim == null) {
      return null;
    }
    try {
      return begin(claim, isWatched);
    } catch (RuntimeException | Error e) {
      claim.isReleased = true;
      throw e;
    }
  }

  private Transaction begin(WriterSlot.Claim claim, boolean isWatched) {
    requireOpen();
    Changes changes =
        new Changes(pager.begin(WriteTransaction.Purpose.USER), limits, Types.ALL, memory);
    return begin(TransactionResources.ofWriter(this, changes, claim), isWatched);
  }

  /** Performs one step of a compaction, in the writer slot. */
  CompactProgress compact(long maxBytes) {
    Compactor.Step step =
        inSlot("compact", () -> pager.compactor().step(Types.ALL::knownKinds, maxBytes));
    return new CompactProgress(
        (long) step.moved() * PageHeader.PAGE_SIZE,
        step.cut() * PageHeader.PAGE_SIZE,
        (long) step.remaining() * PageHeader.PAGE_SIZE,
        step.hasMore());
  }

  /**
   * Commits, and ends the transaction.
   *
   * @param isAwaited whether to wait until the commit is durable; otherwise the flusher makes it
   *     durable
   */
  SealedCommit commit(TransactionResources transaction, Durability level, boolean isAwaited) {
    CommitEvent event = Events.begin(CommitEvent::new);
    Changes changes = Objects.requireNonNull(transaction.changes());
    long bytes = changes.transaction().log().length();
    boolean isDurable = true;
    SealedCommit sealed;
    try {
      sealed = transaction.endBy(() -> seal(changes, level.isAwaited()));
      if (level == Durability.ASYNC) {
        pager.record(sealed);
      }
      if (isAwaited || !isHandedOver(sealed, level, bytes)) {
        pager.await(sealed);
        isDurable = pager.isDurable(sealed);
      }
      if (event != null && event.shouldCommit()) {
        event.sequence = sealed.sequence();
        event.commit();
      }
    } catch (RuntimeException | Error e) {
      transaction.endAfter(e);
      throw e;
    }
    if (!isDurable) {
      // The transaction changed nothing, and the commits that it may have read are not logged.
      checkpoint();
    }
    return sealed;
  }

  /**
   * Makes changes the newest commit.
   *
   * @param isDurable whether the commit must be durable before readers see it
   */
  private SealedCommit seal(Changes changes, boolean isDurable) {
    changes.finish();
    pager
        .compactor()
        .moveTail(changes.transaction(), Types.ALL::knownKinds, movePercent, limits.freePages());
    changes.transaction().log().flush();
    return changes.transaction().commit(isDurable);
  }

  /** Has the flusher make a commit durable. Returns false if no thread can be had. */
  private boolean isHandedOver(SealedCommit sealed, Durability level, long bytes) {
    try {
      flusher.committed(sealed, level, bytes);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** Runs an action in the writer slot, without a transaction. */
  <T extends @Nullable Object> T inSlot(String call, Supplier<T> action) {
    WriterSlot.Claim claim = slot.acquire(call);
    try {
      requireOpen();
      return action.get();
    } finally {
      claim.isReleased = true;
      slot.wakeNext();
    }
  }

  /**
   * Runs an action in the writer slot if the slot is free; otherwise the next holder of the slot
   * performs it.
   */
  private void ifIdle(String call, Runnable action) {
    WriterSlot.Claim claim = slot.tryAcquire(call);
    if (claim != null) {
      try {
        if (!closed) {
          action.run();
        }
      } finally {
        claim.isReleased = true;
        slot.wakeNext();
      }
    }
  }

  /** Makes all commits that have returned durable, by a record if their operations are logged. */
  void sync() {
    if (pager.isLogged()) {
      pager.awaitAll();
    } else {
      checkpoint();
    }
  }

  /** Makes all commits durable by a checkpoint, during which transactions go on. */
  void checkpoint() {
    requireWritable();
    Checkpoint checkpoint = beginCheckpoint();
    if (checkpoint != null) {
      checkpoint.await();
      // If a transaction is open, the transaction after it releases the pages that have become
      // free.
      ifIdle("checkpoint", pager::completeCheckpoint);
    }
  }

  /** Begins a checkpoint, for which other transactions need not wait. */
  @Nullable Checkpoint beginCheckpoint() {
    return inSlot("checkpoint", pager::beginCheckpoint);
  }

  boolean isWriter() {
    return slot.isHeldByThisThread();
  }

  /** Throws if this thread began the open write transaction. */
  void refuseWriter(String call) {
    requireOpen();
    slot.refuseTaker(call);
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(pager().fileName() + ": the store is closed; open it again");
    }
  }

  void requireWritable() {
    requireOpen();
    pager.requireWritable();
  }

  /**
   * Removes a transaction that has ended, and wakes the next thread that waits for the writer slot.
   */
  @Override
  public void ended(TransactionResources transaction) {
    slot.wakeNext();
    open.remove(transaction);
  }

  /** Begins no more transactions, ends the open ones, and closes the pager. */
  void close() {
    endAll();
    WriterSlot.Claim claim = slot.acquireForClose();
    try {
      pager.close(() -> pager.compactor().finish(Types.ALL::knownKinds, compactionNanos));
    } finally {
      claim.isReleased = true;
      slot.wakeNext();
      flusher.tell();
    }
    flusher.requireDurable();
  }

  private void endAll() {
    try {
      flusher.close();
    } finally {
      for (TransactionResources transaction : open) {
        // After a full stack failed the store, a thread may hold the lock of an ended transaction.
        if (!(transaction.lease.isReleased && pager.health().isFailed())) {
          transaction.endUnclosed("was open when the store was closed");
        }
      }
    }
  }
}
