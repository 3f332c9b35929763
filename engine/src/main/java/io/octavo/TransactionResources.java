package io.octavo;

import io.octavo.cache.Health;
import io.octavo.catalogue.Catalogue;
import io.octavo.collection.Changes;
import io.octavo.commit.Pager;
import io.octavo.event.CommitEvent;
import io.octavo.event.Events;
import io.octavo.file.Lease;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.tree.OpenItems;
import java.lang.ref.Cleaner;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a transaction holds until it ends: a snapshot, or the writer slot with its
 * changes. Nothing here refers to the {@link Transaction}. So a transaction that the program
 * forgets is garbage-collected, and its resources are released and reported.
 */
final class TransactionResources {
  private static final System.Logger LOG = System.getLogger(Transaction.class.getName());
  private static final Cleaner CLEANER = Cleaner.create();

  /**
   * The lock of read transactions that are sure to be closed: they have nothing to commit and
   * nothing to report.
   */
  private static final ReentrantLock OF_UNWATCHED = new ReentrantLock();

  private final OpenTransactions transactions;

  /** The items of the snapshot that no page has. */
  private final OpenItems openItems;

  /** The changes of a write transaction; null in a read transaction. */
  final @Nullable Changes changes;

  /** Fails the store by an assignment. */
  final Health health;

  /** The snapshot, or the claim to the writer slot. */
  final Lease lease;

  /**
   * Held during a commit, so that a close of the store by another thread waits for the end of the
   * commit.
   */
  private ReentrantLock ending;

  /** Present if the program may forget the transaction; null if the store closes it. */
  private @Nullable Watch watch;

  /** Whether the end of a write transaction has begun; a reader has ended with its lease. */
  volatile boolean ended;

  /**
   * Like {@link #isEnded}, without order: true if this thread has ended the transaction or has seen
   * its end.
   */
  private boolean endedPlain;

  /**
   * How a transaction that the program may forget is released and reported. An object of its own,
   * because most reads need none and then allocate less.
   *
   * @param thread the name of the thread that began it
   * @param beginning the stack trace of the begin, if transactions are traced
   */
  private record Watch(Cleaner.Cleanable cleanable, String thread, @Nullable Throwable beginning) {}

  private TransactionResources(
      OpenTransactions transactions, OpenItems openItems, @Nullable Changes changes, Lease lease) {
    this.transactions = transactions;
    this.openItems = openItems;
    this.changes = changes;
    this.health = transactions.pager().health();
    this.lease = lease;
    this.ending = changes == null ? OF_UNWATCHED : new ReentrantLock();
  }

  static TransactionResources ofReader(
      OpenTransactions transactions, Snapshot snapshot, OpenItems openItems) {
    return new TransactionResources(transactions, openItems, null, snapshot);
  }

  static TransactionResources ofWriter(
      OpenTransactions transactions, Changes changes, WriterSlot.Claim claim) {
    return new TransactionResources(transactions, OpenItems.NONE, changes, claim);
  }

  /**
   * Releases the resources if the transaction is forgotten. Called before other threads know the
   * transaction.
   */
  void watch(Transaction transaction, boolean isTraced) {
    Throwable beginning = isTraced ? new Throwable("the transaction began here") : null;
    if (lease instanceof Snapshot snapshot) {
      // Of two threads that end the transaction, one reports it.
      ending = new ReentrantLock();
      snapshot.countAge();
    }
    String thread = Thread.currentThread().getName();
    watch = new Watch(CLEANER.register(transaction, this::endForgotten), thread, beginning);
  }

  /**
   * Returns whether the store must know the transaction to end it. A read transaction that is sure
   * to be closed ends with its snapshot, which the pager knows.
   */
  boolean isListed() {
    return changes != null || watch != null;
  }

  OpenTransactions transactions() {
    return transactions;
  }

  Pager pager() {
    return transactions.pager();
  }

  /** Returns the snapshot of a read transaction. */
  Snapshot snapshot() {
    if (lease instanceof Snapshot snapshot) {
      return snapshot;
    }
    throw new IllegalStateException("a transaction that writes has no snapshot");
  }

  OpenItems openItems() {
    return openItems;
  }

  @Nullable Changes changes() {
    return changes;
  }

  Catalogue catalogue() {
    return changes != null ? changes.catalogue() : snapshot().catalogue();
  }

  boolean isEnded() {
    return ended || lease.isReleased;
  }

  /**
   * Returns whether this thread knows that the transaction has ended, without a volatile read. For
   * fast loops over data that was read before.
   */
  boolean isEndedPlain() {
    return endedPlain;
  }

  /** Throws if the transaction has ended. */
  void requireOpen() {
    if (isEnded()) {
      throw endedException();
    }
  }

  static IllegalStateException endedException() {
    return new IllegalStateException("the transaction has ended");
  }

  private void setEnded() {
    // Set first, so that a thread that has seen ended also sees endedPlain.
    endedPlain = true;
    ended = true;
  }

  /**
   * Commits.
   *
   * @param isAwaited whether to wait until the commit is durable; otherwise the flusher makes it
   *     durable
   */
  SealedCommit commit(Changes committed, Durability durability, boolean isAwaited) {
    CommitEvent event = Events.begin(CommitEvent::new);
    long bytes = committed.transaction().log().length();
    SealedCommit sealed = null;
    boolean isDurable = true;
    try {
      ending.lock();
      try {
        sealed = seal(committed, durability.isAwaited());
        // Release the writer slot now, so that the next transaction begins while this one waits for
        // the disk.
        end();
      } finally {
        ending.unlock();
      }
      if (isAwaited || !isHandedOver(sealed, durability, bytes)) {
        pager().await(sealed);
        isDurable = pager().isDurable(sealed);
      }
      if (event != null && event.shouldCommit()) {
        event.sequence = sealed.sequence();
        event.commit();
      }
    } catch (RuntimeException | Error e) {
      if (sealed != null && health.cause == null) {
        // The commit is linked and cannot be undone.
        health.cause = e;
      }
      endAfter(e);
      throw e;
    }
    if (!isDurable) {
      // The transaction changed nothing, and the commits that it may have read are not logged.
      transactions.checkpoint();
    }
    return sealed;
  }

  /** Leaves it to the flusher to make a commit durable. Returns false if no thread can be had. */
  private boolean isHandedOver(SealedCommit sealed, Durability durability, long bytes) {
    try {
      transactions.flusher().committed(sealed, durability, bytes);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /**
   * Makes the changes the newest commit.
   *
   * @param isDurable whether the commit must be durable before readers see it
   * @return the commit, to be awaited
   * @throws IllegalStateException if the transaction has ended
   */
  private SealedCommit seal(Changes committed, boolean isDurable) {
    requireOpen();
    committed.finish();
    transactions.moveTail(committed.transaction());
    committed.transaction().log().flush();
    return committed.transaction().commit(isDurable);
  }

  /** Ends the transaction because of an error. A failure to end is added to the error. */
  void endAfter(Throwable cause) {
    try {
      end();
    } catch (RuntimeException | Error e) {
      if (e != cause) {
        cause.addSuppressed(e);
      }
    }
  }

  /**
   * Rolls back what was not committed, and releases all resources, in every state of the
   * transaction. If the roll back fails, the store fails.
   */
  void end() {
    if (changes == null) {
      // Two threads may do this at once. The snapshot is the lease, and tells other threads.
      endedPlain = true;
      letGo();
      return;
    }
    ending.lock();
    try {
      if (ended) {
        return;
      }
      // Set before the pages are released, so that a thread that still uses them gets an exception.
      setEnded();
      changes.transaction().end();
    } catch (RuntimeException | Error e) {
      if (health.cause == null) {
        health.cause = e;
      }
      throw e;
    } finally {
      lease.isReleased = true;
      try {
        letGo();
      } finally {
        ending.unlock();
      }
    }
  }

  private void endForgotten() {
    // The lease is released last.
    if (!lease.isReleased || !endedPlain) {
      endUnclosed("became unreachable without a close");
    }
  }

  /** Ends a transaction that the program has failed to close. */
  void endUnclosed(String what) {
    ending.lock();
    try {
      Watch told = watch;
      // The store itself closes the transactions that it begins, so they are not reported.
      if (!isEnded() && told != null) {
        LOG.log(System.Logger.Level.WARNING, report(what, told), told.beginning);
      }
      end();
    } finally {
      ending.unlock();
    }
  }

  private String report(String what, Watch told) {
    return (changes == null ? "a read" : "a write")
        + " transaction that thread "
        + told.thread
        + " began "
        + what
        + "; close it, best by try with resources"
        + (told.beginning == null ? "; StoreOptions.traceTransactions tells where it began" : "");
  }

  /** Releases the resources. */
  private void letGo() {
    if (lease instanceof Snapshot snapshot) {
      snapshot.close();
    }
    if (isListed()) {
      transactions.ended(this);
    }
    if (watch != null) {
      // Unregister, so that the cleaner does not keep this object.
      watch.cleanable.clean();
    }
  }
}
