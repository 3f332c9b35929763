package io.octavo;

import io.octavo.error.StoreFailedException;
import io.octavo.event.CommitEvent;
import io.octavo.event.Events;
import io.octavo.file.Lease;
import io.octavo.pager.Catalogue;
import io.octavo.pager.Pager;
import io.octavo.pager.SealedCommit;
import io.octavo.pager.Snapshot;
import io.octavo.tree.Changes;
import java.lang.ref.Cleaner;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction holds until it ends: a snapshot, or the writer slot with its changes. Apart
 * from the {@link Transaction}, which nothing here refers to: where a program forgets that, it is
 * collected, and what it held is let go and reported.
 */
final class TransactionResources {
  private static final System.Logger LOG = System.getLogger(Transaction.class.getName());
  private static final Cleaner CLEANER = Cleaner.create();

  /** Errors that may keep a commit from being waited for before it gives up. */
  private static final int MAX_ERRORS = 3;

  /** Of readers that nobody can forget: they have nothing to commit and nothing to report. */
  private static final ReentrantLock OF_UNWATCHED = new ReentrantLock();

  private final OpenTransactions transactions;
  private final Pager pager;
  private final @Nullable Snapshot snapshot;
  private final @Nullable Changes changes;

  /** The snapshot or the claim. */
  final Lease lease;

  /** Where the transaction began, where that is to be told. */
  private @Nullable Throwable beginning;

  private final String thread = Thread.currentThread().getName();

  /** Keeps a store that is closed by another thread from ending a commit half-way. */
  private ReentrantLock ending;

  private Cleaner.@Nullable Cleanable forgotten;
  private volatile boolean ended;

  /** The same without order: where the end is this thread's own doing, or was seen by it before. */
  private boolean endedPlain;

  private TransactionResources(
      OpenTransactions transactions,
      Pager pager,
      @Nullable Snapshot snapshot,
      @Nullable Changes changes,
      Lease lease) {
    this.transactions = transactions;
    this.pager = pager;
    this.snapshot = snapshot;
    this.changes = changes;
    this.lease = lease;
    this.ending = changes == null ? OF_UNWATCHED : new ReentrantLock();
  }

  static TransactionResources ofReader(
      OpenTransactions transactions, Pager pager, Snapshot snapshot) {
    return new TransactionResources(transactions, pager, snapshot, null, snapshot);
  }

  static TransactionResources ofWriter(
      OpenTransactions transactions, Pager pager, Changes changes, WriterSlot.Claim claim) {
    return new TransactionResources(transactions, pager, null, changes, claim);
  }

  /** Has what is held let go when the transaction is forgotten; before anybody else knows it. */
  void watch(Transaction transaction, boolean isTraced) {
    beginning = isTraced ? new Throwable("the transaction began here") : null;
    if (changes == null) {
      // Two who end it must not both report it.
      ending = new ReentrantLock();
    }
    forgotten = CLEANER.register(transaction, this::endForgotten);
  }

  OpenTransactions transactions() {
    return transactions;
  }

  Pager pager() {
    return pager;
  }

  /** Returns the snapshot of a transaction that reads. */
  Snapshot snapshot() {
    if (snapshot == null) {
      throw new IllegalStateException("a transaction that writes has no snapshot");
    }
    return snapshot;
  }

  @Nullable Changes changes() {
    return changes;
  }

  Catalogue catalogue() {
    return changes != null ? changes.catalogue() : snapshot().catalogue();
  }

  boolean isEnded() {
    return ended || !lease.isHeld;
  }

  /**
   * Returns the same as far as this thread can know it without looking at what others have done:
   * for what has been read already, in loops that are to be fast.
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
    // First, so that a thread that has seen the one sees the other.
    endedPlain = true;
    ended = true;
  }

  /**
   * Commits.
   *
   * @param isAwaited whether to wait for the disk; else the commit is made durable while nobody
   *     waits
   */
  SealedCommit commit(
      Changes committed, Confinement confinement, Durability durability, boolean isAwaited) {
    CommitEvent event = Events.begin(CommitEvent::new);
    long bytes = committed.transaction().log().length();
    SealedCommit sealed = seal(committed, confinement, durability.isAwaited());
    int errors = 0;
    boolean isDone = false;
    while (!isDone) {
      try {
        // Without a thread for it, or memory for one, this thread waits.
        if (isAwaited || errors > 0) {
          pager.await(sealed);
          if (!pager.isDurable(sealed)) {
            // It changed nothing, and what it may have read is of no record.
            transactions.checkpoint();
          }
        } else {
          transactions.flusher().committed(sealed, durability, bytes);
        }
        isDone = true;
      } catch (StoreFailedException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        // It is sealed, so there is no way back.
        if (++errors == MAX_ERRORS) {
          throw e;
        }
      }
    }
    try {
      if (event != null && event.shouldCommit()) {
        event.sequence = sealed.sequence();
        event.commit();
      }
    } catch (RuntimeException | Error e) {
      // The commit has happened all the same.
    }
    return sealed;
  }

  /** Seals the changes; nobody may enter any more. */
  private SealedCommit seal(Changes committed, Confinement confinement, boolean isDurable) {
    confinement.enter();
    confinement.seal();
    try {
      return seal(committed, isDurable);
    } finally {
      lease.isHeld = false;
      try {
        confinement.depart();
      } catch (RuntimeException | Error e) {
        // It tells others that nobody is inside, and they cannot do anything any more.
      }
    }
  }

  /**
   * Seals the changes and lets the writer slot go.
   *
   * @param isDurable whether the commit must be durable before readers see it
   * @return the commit, to be awaited
   * @throws IllegalStateException if the transaction has ended
   */
  private SealedCommit seal(Changes committed, boolean isDurable) {
    StackProbe.requireForWrite();
    ending.lock();
    try {
      requireOpen();
      committed.finish();
      committed.transaction().log().flush();
      SealedCommit sealed = committed.transaction().commit(isDurable);
      try {
        // The next transaction begins while this one waits for the disk.
        end();
      } catch (RuntimeException | Error e) {
        // The commit has happened; the caller gives the slot back by assignments.
      }
      return sealed;
    } catch (RuntimeException | Error e) {
      endAfter(e);
      throw e;
    } finally {
      ending.unlock();
    }
  }

  /** Ends the transaction because of an error; another one must not hide it. */
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
   * Undoes what was not committed, and lets everything go; whatever the transaction is doing. What
   * an Error keeps this from undoing, the next transaction undoes before it begins.
   */
  void end() {
    if (changes == null) {
      // Nothing that two could do at once.
      setEnded();
      lease.isHeld = false;
      letGo();
      return;
    }
    ending.lock();
    try {
      if (ended) {
        return;
      }
      // Before the pages are gone, so that a thread that still uses them learns why.
      setEnded();
      changes.transaction().end();
    } finally {
      lease.isHeld = false;
      try {
        letGo();
      } catch (RuntimeException | Error e) {
        // What it kept from being let go.
        letGo();
      } finally {
        ending.unlock();
      }
    }
  }

  private void endForgotten() {
    if (!ended) {
      endUnclosed("became unreachable without a close");
    }
  }

  /** Ends a transaction that the program should have ended. */
  void endUnclosed(String what) {
    ending.lock();
    try {
      // Those that the store runs itself are closed by it for certain.
      if (!isEnded() && forgotten != null) {
        LOG.log(System.Logger.Level.WARNING, report(what), beginning);
      }
      end();
    } finally {
      ending.unlock();
    }
  }

  private String report(String what) {
    return (changes == null ? "a read" : "a write")
        + " transaction that thread "
        + thread
        + " began "
        + what
        + "; close it, best by try with resources"
        + (beginning == null ? "; StoreOptions.traceTransactions tells where it began" : "");
  }

  /** Lets everything go; again does no harm. */
  private void letGo() {
    if (snapshot != null) {
      snapshot.close();
    }
    transactions.ended(this);
    if (forgotten != null) {
      // Nothing is left to do for it, but it would be kept.
      forgotten.clean();
    }
  }
}
