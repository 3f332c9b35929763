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
 * changes. They do not refer to the transaction object of the program. So a forgotten transaction
 * is garbage-collected, and its resources are released and reported.
 */
public final class TransactionResources {
  private static final System.Logger LOG = System.getLogger("io.octavo.Transaction");
  private static final Cleaner CLEANER = Cleaner.create();

  /** The lock of unwatched read transactions: they have nothing to commit and nothing to report. */
  private static final ReentrantLock OF_UNWATCHED = new ReentrantLock();

  /** The store that an open transaction belongs to. */
  public interface Owner {
    /** {@return the pager of the store} */
    Pager pager();

    /** {@return the types of collections} */
    TreeTypes types();

    /** Called when a transaction has ended and its lease is released. */
    void ended(TransactionResources transaction);
  }

  private final Owner store;

  /** The items of the snapshot that are in no page. */
  private final OpenItems openItems;

  /** The changes of a write transaction; null in a read transaction. */
  private final @Nullable Changes changes;

  public final Health health;

  /**
   * The snapshot, or the claim to the writer slot. An assignment to {@code isReleased} ends the
   * transaction for certain.
   */
  public final Lease lease;

  /** Held during a commit, so that a close of the store by another thread waits for the commit. */
  private ReentrantLock ending;

  /** Present if the program may forget the transaction; null if the store closes it. */
  private @Nullable Watch watch;

  /** Whether the end of a write transaction has begun; a reader ends with its lease. */
  public volatile boolean ended;

  /**
   * Like {@link #isEnded}, without order: true if this thread has ended the transaction or has seen
   * its end.
   */
  private boolean endedPlain;

  /**
   * The release and report of a transaction that the program may forget. A separate object, because
   * most reads need none.
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
   * @param openItems the items of the snapshot that are in no page
   */
  public static TransactionResources ofReader(Owner store, Snapshot snapshot, OpenItems openItems) {
    return new TransactionResources(store, openItems, null, snapshot);
  }

  /**
   * Returns the resources of a write transaction.
   *
   * @param claim the right to write
   */
  public static TransactionResources ofWriter(
      Owner store, Changes changes, WriterSlot.Claim claim) {
    return new TransactionResources(store, OpenItems.NONE, changes, claim);
  }

  /**
   * Releases the resources if the program forgets the transaction. Called before other threads know
   * the transaction.
   *
   * @param transaction the transaction object of the program
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
   * Returns whether the store must know the transaction to end it: a write transaction, or a
   * watched one. Any other ends with its snapshot, which the pager knows.
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

  /** {@return the items of the snapshot that are in no page} */
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

  /** Returns the name of a collection in messages. */
  String textOf(CatalogueRecord record) {
    return store.types().of(record).textOf(record);
  }

  /** Returns the pages of a tree of the snapshot of a read transaction. */
  public TreePages pages(TreeRoot root, TreeKinds kinds) {
    return store.pager().pages(snapshot(), root.owner(), kinds);
  }

  /**
   * Returns a tree under longs of a read transaction.
   *
   * @param record the collection; null for none, whose tree is empty
   * @param kinds the kinds of its pages
   */
  public LongTree longs(@Nullable CatalogueRecord record, TreeKinds kinds) {
    TreeRoot root = TreeRoot.of(record);
    return new LongTree(pages(root, kinds), root);
  }

  /**
   * Returns the index of a collection of a read transaction.
   *
   * @param record the collection; null for none, whose index is empty
   * @throws io.octavo.error.StoreException if it has no index
   */
  public LongTree index(@Nullable CatalogueRecord record) {
    return longs(record == null ? null : TreeType.indexOf(catalogue(), record), TreeKinds.LONGS);
  }

  /**
   * Returns a tree of byte strings of a read transaction, together with the tree of its large
   * values.
   *
   * @param record the collection; null for none, whose tree is empty
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
   * Returns whether this thread knows that the transaction has ended, without a volatile read. May
   * return false if another thread has just ended it.
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
    // Set first, so that a thread that sees ended also sees endedPlain.
    endedPlain = true;
    ended = true;
  }

  /**
   * Ends the transaction by a commit. A close of the store by another thread waits meanwhile.
   *
   * @param commit commits the changes
   * @return the commit, to be awaited
   * @throws IllegalStateException if the transaction has ended
   */
  public SealedCommit endBy(Supplier<SealedCommit> commit) {
    ending.lock();
    try {
      requireOpen();
      SealedCommit sealed = commit.get();
      // Release the writer slot now, so that the next transaction begins while this one waits for
      // the disk.
      end();
      return sealed;
    } finally {
      ending.unlock();
    }
  }

  /** Ends the transaction because of an error. A failure to end is suppressed in the error. */
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
   * Rolls back uncommitted changes and releases all resources, in every state of the transaction.
   * If the roll back fails, the store fails.
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
      // Set before the pages are released, so that threads that still use them get an exception.
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
   * @param what the event that ends it, for the log
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
