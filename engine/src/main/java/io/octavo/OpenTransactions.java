package io.octavo;

import io.octavo.collection.Changes;
import io.octavo.commit.Pager;
import io.octavo.commit.RunningCheckpoint;
import io.octavo.commit.WriteTransaction;
import io.octavo.ids.StackIndexes;
import io.octavo.snapshot.Snapshot;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The open transactions of a store: begins transactions, and ends those that are open when the
 * store is closed. Owns the writer slot.
 */
final class OpenTransactions {
  private final Pager pager;
  private final TreeLimits limits;
  private final boolean isTraced;
  private final Durability durability;
  private final long compactionNanos;
  private final int movePercent;
  private final Flusher flusher;
  private final StackIndexes stackIndexes;
  private final WriterSlot slot = new WriterSlot();
  private final Set<TransactionResources> open = ConcurrentHashMap.newKeySet();

  /** Whether no more transactions begin. */
  volatile boolean closed;

  OpenTransactions(Pager pager, TreeLimits limits, StoreOptions options, Background background) {
    this.pager = pager;
    this.limits = limits;
    this.isTraced = options.traceTransactions();
    this.durability = options.durability();
    this.compactionNanos = options.compactOnClose().toNanos();
    this.movePercent = options.compactWhileOpen();
    this.stackIndexes = new StackIndexes(pager.fileName(), options.cacheBytes());
    this.flusher = new Flusher(this, pager, options, background);
  }

  Pager pager() {
    return pager;
  }

  /** Returns the durability of commits for which none was set. */
  Durability durability() {
    return durability;
  }

  /** Has a transaction that is about to commit move pages toward the start of the file. */
  void moveTail(WriteTransaction transaction) {
    StoreCompaction.moveTail(transaction, movePercent, limits.freePages());
  }

  StackIndexes stackIndexes() {
    return stackIndexes;
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

  private Transaction begin(TransactionResources resources, boolean isWatched) {
    try {
      Transaction transaction = new Transaction(resources);
      if (isWatched) {
        resources.watch(transaction, isTraced);
      }
      if (resources.isListed()) {
        open.add(resources);
      }
      requireOpen();
      return transaction;
    } catch (RuntimeException | Error e) {
      resources.endAfter(e);
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
    Changes changes = new Changes(pager.begin(WriteTransaction.Purpose.USER), limits, stackIndexes);
    return begin(TransactionResources.ofWriter(this, changes, claim), isWatched);
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
    RunningCheckpoint checkpoint = beginCheckpoint();
    if (checkpoint != null) {
      checkpoint.await();
      // If a transaction is open, the transaction after it releases the pages that have become
      // free.
      ifIdle("checkpoint", pager::completeCheckpoint);
    }
  }

  /** Begins a checkpoint, for which other transactions need not wait. */
  @Nullable RunningCheckpoint beginCheckpoint() {
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
      throw new IllegalStateException("the store is closed");
    }
  }

  void requireWritable() {
    requireOpen();
    pager.requireWritable();
  }

  /**
   * Removes a transaction that has ended, and wakes the next thread that waits for the writer slot.
   */
  void ended(TransactionResources transaction) {
    slot.wakeNext();
    open.remove(transaction);
  }

  /** Begins no more transactions, ends the open ones, and closes the pager. */
  void close() {
    endAll();
    WriterSlot.Claim claim = slot.acquireForClose();
    try {
      pager.close(() -> StoreCompaction.finish(pager, compactionNanos));
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
      for (TransactionResources resources : open) {
        resources.endUnclosed("was open when the store was closed");
      }
    }
  }
}
