package io.octavo.transaction;

import io.octavo.cache.Health;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.TreeRoot;
import io.octavo.commit.Pager;
import io.octavo.file.Lease;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.space.TreePages;
import io.octavo.tree.BytesTree;
import io.octavo.tree.LongTree;
import io.octavo.tree.OpenItems;
import java.lang.ref.Cleaner;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a transaction holds until it ends: a snapshot, or the writer slot with its
 * changes. Nothing here refers to the transaction that the program has. So a transaction that the
 * program forgets is garbage-collected, and its resources are released and reported.
 */
public final class TransactionResources {
  private static final System.Logger LOG = System.getLogger("io.octavo.Transaction");
  private static final Cleaner CLEANER = Cleaner.create();

  /**
   * The lock of read transactions that are sure to be closed: they have nothing to commit and
   * nothing to report.
   */
  private static final ReentrantLock OF_UNWATCHED = new ReentrantLock();

  /** The store that an open transaction belongs to. */
  public interface Owner {
    /** {@return what begins and commits the transactions of the store} */
    Pager pager();

    /** {@return the types of collections} */
    TreeTypes types();

    /**
     * Called when a transaction has ended and its lease is released.
     *
     * @param transaction the transaction
     */
    void ended(TransactionResources transaction);
  }

  private final Owner store;

  /** The items of the snapshot that no page has. */
  private final OpenItems openItems;

  /** The changes of a write transaction; null in a read transaction. */
  private final @Nullable Changes changes;

  /** Fails the store by an assignment. */
  public final Health health;

  /**
   * The snapshot, or the claim to the writer slot. An assignment to {@code isReleased} ends the
   * transaction for certain.
   */
  public final Lease lease;

  /**
   * Held during a commit, so that a close of the store by another thread waits for the end of the
   * commit.
   */
  private ReentrantLock ending;

  /** Present if the program may forget the transaction; null if the store closes it. */
  private @Nullable Watch watch;

  /** Whether the end of a write transaction has begun; a reader has ended with its lease. */
  public volatile boolean ended;

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
      Owner store, OpenItems openItems, @Nullable Changes changes, Lease lease) {
    this.store = store;
    this.openItems = openItems;
    this.changes = changes;
    this.health = store.pager().health();
    this.lease = lease;
    this.ending = changes == null ? OF_UNWATCHED : new ReentrantLock();
  }

  /**
   * Returns the resources of a read transaction.
   *
   * @param store the store
   * @param snapshot what the transaction reads
   * @param openItems the items of the snapshot that no page has
   * @return the resources
   */
  public static TransactionResources ofReader(Owner store, Snapshot snapshot, OpenItems openItems) {
    return new TransactionResources(store, openItems, null, snapshot);
  }

  /**
   * Returns the resources of a write transaction.
   *
   * @param store the store
   * @param changes what the transaction changes
   * @param claim the right to write
   * @return the resources
   */
  public static TransactionResources ofWriter(
      Owner store, Changes changes, WriterSlot.Claim claim) {
    return new TransactionResources(store, OpenItems.NONE, changes, claim);
  }

  /**
   * Releases the resources if the transaction is forgotten. Called before other threads know the
   * transaction.
   *
   * @param transaction the transaction that the program has
   * @param isTraced whether to keep the stack trace of this call
   */
  public void watch(Object transaction, boolean isTraced) {
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
   *
   * @return true for a write transaction, and for one that is watched
   */
  public boolean isListed() {
    return changes != null || watch != null;
  }

  /** Returns the snapshot of a read transaction. */
  private Snapshot snapshot() {
    if (lease instanceof Snapshot snapshot) {
      return snapshot;
    }
    throw new IllegalStateException("a transaction that writes has no snapshot");
  }

  /** {@return the items of the snapshot that no page has} */
  public OpenItems openItems() {
    return openItems;
  }

  /** {@return the changes of a write transaction, null in a read transaction} */
  public @Nullable Changes changes() {
    return changes;
  }

  /** {@return the collections, as the transaction sees them} */
  public Catalogue catalogue() {
    return changes != null ? changes.catalogue() : snapshot().catalogue();
  }

  /** {@return the identity of the store} */
  public UUID storeId() {
    return store.pager().durable().meta().storeId();
  }

  /** Returns what a message calls a collection. */
  String textOf(CatalogueRecord record) {
    return store.types().of(record).textOf(record);
  }

  /**
   * Returns the pages of a tree of the snapshot of a read transaction.
   *
   * @param root the root of the tree
   * @param kinds the kinds of its pages
   * @return the pages
   */
  public TreePages pages(TreeRoot root, TreeKinds kinds) {
    return store.pager().pages(snapshot(), root.owner(), kinds);
  }

  /**
   * Returns a tree under longs of a read transaction.
   *
   * @param record the collection, null for one that the snapshot lacks, whose tree is empty
   * @param kinds the kinds of its pages
   * @return the tree
   */
  public LongTree longs(@Nullable CatalogueRecord record, TreeKinds kinds) {
    TreeRoot root = TreeRoot.of(record);
    return new LongTree(pages(root, kinds), root);
  }

  /**
   * Returns the index of a collection of a read transaction.
   *
   * @param record the collection, null for one that the snapshot lacks, whose index is empty
   * @return the tree
   * @throws io.octavo.error.StoreException if it has no index
   */
  public LongTree index(@Nullable CatalogueRecord record) {
    return longs(record == null ? null : TreeType.indexOf(catalogue(), record), TreeKinds.LONGS);
  }

  /**
   * Returns a tree of byte strings of a read transaction, together with the tree of its large
   * values.
   *
   * @param record the collection, null for one that the snapshot lacks, whose tree is empty
   * @return the tree
   */
  public BytesTree bytes(@Nullable CatalogueRecord record) {
    TreeRoot root = TreeRoot.of(record);
    return new BytesTree(pages(root, TreeKinds.BYTES), root, () -> pieces(record));
  }

  private @Nullable LongTree pieces(@Nullable CatalogueRecord record) {
    CatalogueRecord pieces = record == null ? null : TreeType.piecesOf(catalogue(), record);
    return pieces == null ? null : longs(pieces, TreeKinds.PIECES);
  }

  /** {@return whether the transaction has ended} */
  public boolean isEnded() {
    return ended || lease.isReleased;
  }

  /**
   * Returns whether this thread knows that the transaction has ended, without a volatile read. For
   * fast loops over data that was read before.
   *
   * @return true if the transaction has ended; false also if another thread has just ended it
   */
  public boolean isEndedPlain() {
    return endedPlain;
  }

  /** Throws if the transaction has ended. */
  public void requireOpen() {
    if (isEnded()) {
      throw endedException();
    }
  }

  private static IllegalStateException endedException() {
    return new IllegalStateException("the transaction has ended");
  }

  private void setEnded() {
    // Set first, so that a thread that has seen ended also sees endedPlain.
    endedPlain = true;
    ended = true;
  }

  /**
   * Ends the transaction by a commit. A close of the store by another thread waits meanwhile.
   *
   * @param commit makes the changes the newest commit
   * @return the commit, to be awaited
   * @throws IllegalStateException if the transaction has ended
   */
  public SealedCommit endBy(Supplier<SealedCommit> commit) {
    SealedCommit sealed = null;
    ending.lock();
    try {
      requireOpen();
      sealed = commit.get();
      // Release the writer slot now, so that the next transaction begins while this one waits for
      // the disk.
      end();
      return sealed;
    } catch (RuntimeException | Error e) {
      if (sealed != null && health.cause == null) {
        // The commit is linked and cannot be undone.
        health.cause = e;
      }
      throw e;
    } finally {
      ending.unlock();
    }
  }

  /**
   * Ends the transaction because of an error. A failure to end is added to the error.
   *
   * @param cause the error
   */
  public void endAfter(Throwable cause) {
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
  public void end() {
    if (changes == null) {
      // Two threads may do this at once. The snapshot is the lease, so other threads see it.
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

  /**
   * Ends a transaction that the program has failed to close.
   *
   * @param what what happened instead, for the log
   */
  public void endUnclosed(String what) {
    ending.lock();
    try {
      Watch present = watch;
      // The store itself closes the transactions that it begins, so they are not reported.
      if (!isEnded() && present != null) {
        LOG.log(System.Logger.Level.WARNING, report(what, present), present.beginning);
      }
      end();
    } finally {
      ending.unlock();
    }
  }

  private String report(String what, Watch present) {
    return (changes == null ? "a read" : "a write")
        + " transaction that thread "
        + present.thread
        + " began "
        + what
        + "; close it, best by try with resources"
        + (present.beginning == null
            ? "; StoreOptions.traceTransactions shows where it began"
            : "");
  }

  /** Releases the resources. */
  private void letGo() {
    if (lease instanceof Snapshot snapshot) {
      snapshot.close();
    }
    if (isListed()) {
      store.ended(this);
    }
    if (watch != null) {
      // Unregister, so that the cleaner does not keep this object.
      watch.cleanable.clean();
    }
  }
}
