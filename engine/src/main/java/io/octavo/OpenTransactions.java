package io.octavo;

import io.octavo.pager.Pager;
import io.octavo.pager.RunningCheckpoint;
import io.octavo.pager.Snapshot;
import io.octavo.pager.WriteTransaction;
import io.octavo.tree.Changes;
import io.octavo.tree.StackIndexes;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a store: begins them, knows those that are open, and ends them when the store
 * is closed. The writer slot is theirs.
 */
final class OpenTransactions {
  private final Pager pager;
  private final TreeLimits limits;
  private final boolean isTraced;
  private final Durability durability;
  private final Flusher flusher;
  private final StackIndexes stackIndexes;
  private final WriterSlot slot = new WriterSlot();
  private final Set<TransactionResources> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  OpenTransactions(Pager pager, TreeLimits limits, StoreOptions options, Background background) {
    this.pager = pager;
    this.limits = limits;
    this.isTraced = options.traceTransactions();
    this.durability = options.durability();
    this.stackIndexes = new StackIndexes(options.cacheBytes());
    this.flusher = new Flusher(this, pager, options, background);
  }

  Pager pager() {
    return pager;
  }

  /** Returns the durability of a commit that asks for none. */
  Durability durability() {
    return durability;
  }

  StackIndexes stackIndexes() {
    return stackIndexes;
  }

  Flusher flusher() {
    return flusher;
  }

  /**
   * Begins to read.
   *
   * @param isWatched whether the transaction may be forgotten; not where it is closed for certain
   */
  Transaction beginRead(boolean isWatched) {
    StackProbe.requireForRead();
    requireOpen();
    Snapshot snapshot = pager.openSnapshot();
    try {
      return begin(TransactionResources.ofReader(this, pager, snapshot), isWatched);
    } catch (RuntimeException | Error e) {
      snapshot.isHeld = false;
      throw e;
    }
  }

  private Transaction begin(TransactionResources resources, boolean isWatched) {
    try {
      Transaction transaction = new Transaction(resources);
      if (isWatched) {
        resources.watch(transaction, isTraced);
      }
      open.add(resources);
      requireOpen();
      return transaction;
    } catch (RuntimeException | Error e) {
      resources.endAfter(e);
      throw e;
    }
  }

  /** Begins to write, after waiting for the slot. */
  Transaction beginWrite(boolean isWatched) {
    StackProbe.requireForWrite();
    requireWritable();
    WriterSlot.Claim claim = slot.acquire("beginWrite");
    try {
      return begin(claim, isWatched);
    } catch (RuntimeException | Error e) {
      claim.isHeld = false;
      throw e;
    }
  }

  /**
   * Begins to write, after waiting for the slot at most for some time or until an interrupt; null
   * if the time was too short.
   */
  @Nullable Transaction tryBeginWrite(Duration timeout) throws InterruptedException {
    StackProbe.requireForWrite();
    requireWritable();
    WriterSlot.Claim claim = slot.tryAcquire("tryBeginWrite", timeout);
    if (claim == null) {
      return null;
    }
    try {
      return begin(claim, true);
    } catch (RuntimeException | Error e) {
      claim.isHeld = false;
      throw e;
    }
  }

  /** Begins to write, after waiting for the slot at most for some time or until an interrupt. */
  Transaction beginWrite(Duration timeout, boolean isWatched) throws InterruptedException {
    StackProbe.requireForWrite();
    requireWritable();
    WriterSlot.Claim claim = slot.acquire("beginWrite", timeout);
    try {
      return begin(claim, isWatched);
    } catch (RuntimeException | Error e) {
      claim.isHeld = false;
      throw e;
    }
  }

  private Transaction begin(WriterSlot.Claim claim, boolean isWatched) {
    requireOpen();
    Changes changes = new Changes(pager.begin(WriteTransaction.Purpose.USER), limits, stackIndexes);
    return begin(TransactionResources.ofWriter(this, pager, changes, claim), isWatched);
  }

  /** Does something that no transaction may write beside. */
  <T extends @Nullable Object> T inSlot(String call, Supplier<T> action) {
    WriterSlot.Claim claim = slot.acquire(call);
    try {
      requireOpen();
      return action.get();
    } finally {
      claim.isHeld = false;
      slot.wakeNext();
    }
  }

  /** Does something if nobody writes; else whoever writes next does it. */
  private void ifIdle(String call, Runnable action) {
    WriterSlot.Claim claim = slot.tryAcquire(call);
    if (claim != null) {
      try {
        if (!closed) {
          action.run();
        }
      } finally {
        claim.isHeld = false;
        slot.wakeNext();
      }
    }
  }

  /** Makes all commits durable that have returned, by a record if they have operations. */
  void sync() {
    if (pager.isLogged()) {
      pager.awaitAll();
    } else {
      checkpoint();
    }
  }

  /** Makes all commits durable by a checkpoint, beside which transactions go on. */
  void checkpoint() {
    requireWritable();
    RunningCheckpoint checkpoint = beginCheckpoint();
    if (checkpoint != null) {
      checkpoint.await();
      // Else the transaction after the one that is open gives back what has become free.
      ifIdle("checkpoint", pager::completeIfDone);
    }
  }

  /** Begins a checkpoint that other transactions need not wait for. */
  @Nullable RunningCheckpoint beginCheckpoint() {
    return inSlot("checkpoint", pager::beginCheckpoint);
  }

  boolean isWriter() {
    return slot.isHeldByThisThread();
  }

  /** Throws where this thread began the open write transaction. */
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

  /** Forgets a transaction that has ended, and wakes who waits for its end. */
  void ended(TransactionResources transaction) {
    slot.wakeNext();
    open.remove(transaction);
  }

  /** Begins no more, ends those that are open, and closes the pager; again does what is left. */
  void close() {
    closed = true;
    flusher.close();
    for (TransactionResources resources : open) {
      resources.endUnclosed("was open when the store was closed");
    }
    WriterSlot.Claim claim = slot.acquireForClose();
    try {
      pager.close();
    } finally {
      claim.isHeld = false;
      slot.wakeNext();
      flusher.tell();
    }
    flusher.requireDurable();
  }
}
