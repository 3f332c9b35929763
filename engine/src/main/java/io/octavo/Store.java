package io.octavo;

import io.octavo.codec.Codec;
import io.octavo.error.StoreException;
import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.pager.OpenedFile;
import io.octavo.pager.Pager;
import io.octavo.pager.RunningCheckpoint;
import io.octavo.pager.Snapshot;
import io.octavo.pager.WriteTransaction;
import io.octavo.tree.Changes;
import io.octavo.tree.StoreCheck;
import io.octavo.tree.TreeLimits;
import io.octavo.view.MapView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A store of named ordered maps in one file.
 *
 * <p>One transaction writes at a time; any number read, each a snapshot of the last commit before
 * it began, without waiting. A commit is atomic and, by default, durable when it returns: after a
 * crash at any moment the store opens with all commits that returned and no part of any other.
 *
 * <pre>{@code
 * try (Store store = Store.open(Path.of("orders.oct"))) {
 *   store.write(tx -> tx.longMap("offsets").put(42L, 4096L));
 *   long offset = store.read(tx -> tx.longMap("offsets").get(42L, -1L));
 * }
 * }</pre>
 *
 * <p>A store serves any number of threads, virtual ones too, and ignores interrupts: neither does
 * an interrupt close it, nor is the flag lost.
 */
public final class Store implements AutoCloseable {
  private final Pager pager;
  private final TreeLimits limits;
  private final WriterSlot slot = new WriterSlot();
  private final Set<TransactionResources> open = ConcurrentHashMap.newKeySet();
  private final List<AutoCloseable> resources;
  private final boolean isTraced;
  private final Object closing = new Object();
  private volatile boolean closed;
  private boolean isReleased;

  /**
   * Makes a store of what has been opened.
   *
   * @param resources what is to be closed after the pager, in order
   */
  Store(Pager pager, TreeLimits limits, List<AutoCloseable> resources, boolean isTraced) {
    this.pager = pager;
    this.limits = limits;
    this.resources = resources;
    this.isTraced = isTraced;
  }

  /**
   * Opens a store, and creates it where the file does not exist or is empty.
   *
   * @param path the file; its directory must exist
   * @return the open store, to be closed
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws io.octavo.error.FormatException if the file is not of this format or version
   * @throws io.octavo.error.CorruptionException if it is damaged
   * @throws StoreException if it cannot be opened for another reason
   */
  public static Store open(Path path) {
    return open(path, StoreOptions.defaults());
  }

  /**
   * Opens a store. Unless it is only to be read, it is created where the file does not exist or is
   * empty.
   *
   * @param path the file; its directory must exist
   * @param options how to work
   * @return the open store, to be closed
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws io.octavo.error.FormatException if the file is not of this format or version
   * @throws io.octavo.error.CorruptionException if it is damaged
   * @throws StoreException if it cannot be opened for another reason
   */
  public static Store open(Path path, StoreOptions options) {
    OpenedFile opened = OpenedFile.of(path, options.readOnly(), options.unlocked());
    try {
      return open(opened.file(), opened, options, TreeLimits.PAGE, Store::runBeside);
    } catch (RuntimeException | Error e) {
      opened.isHeld = false;
      StoreOpening.closeAfter(e, opened);
      throw e;
    }
  }

  /**
   * Makes an empty store on the heap; it ends with the process, or when it is closed.
   *
   * @return the open store
   */
  public static Store inMemory() {
    return inMemory(StoreOptions.defaults());
  }

  /**
   * Makes an empty store on the heap; it ends with the process, or when it is closed. The budget of
   * the options is for pages beside those of the store itself.
   *
   * @param options how to work
   * @return the open store
   * @throws IllegalArgumentException if the options say that it may only be read
   */
  public static Store inMemory(StoreOptions options) {
    if (options.readOnly()) {
      throw new IllegalArgumentException("readOnly=true leaves a store in memory empty for ever");
    }
    MemoryFile file = new MemoryFile();
    Pager.create(file, UUID.randomUUID());
    return open(file, null, options, TreeLimits.PAGE, Store::runBeside);
  }

  /** Runs a checkpoint beside the threads that commit; there are few of them, and never two. */
  private static void runBeside(Runnable checkpoint) {
    Thread thread = new Thread(checkpoint, "octavo-checkpoint");
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens a store whose checkpoints run on the threads that begin them. */
  static Store open(
      StoreFile file, @Nullable AutoCloseable lease, StoreOptions options, TreeLimits limits) {
    return open(file, lease, options, limits, Runnable::run);
  }

  /** Opens a store in a file that holds one; closes the lease where that fails. */
  static Store open(
      StoreFile file,
      @Nullable AutoCloseable lease,
      StoreOptions options,
      TreeLimits limits,
      Executor checkpoints) {
    try {
      return new StoreOpening(file, lease, options, limits, checkpoints).open();
    } catch (RuntimeException | Error e) {
      try {
        file.close();
      } catch (IOException | RuntimeException | Error again) {
        e.addSuppressed(again);
      } finally {
        if (lease != null) {
          StoreOpening.closeAfter(e, lease);
        }
      }
      throw e;
    }
  }

  /**
   * Begins a transaction that reads the state of the last commit.
   *
   * @return the transaction, to be closed; many threads may use it at once
   * @throws IllegalStateException if the store is closed
   */
  public Transaction beginRead() {
    return beginRead(true);
  }

  /** Begins to read; unwatched where it is certain that the transaction is closed. */
  private Transaction beginRead(boolean isWatched) {
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

  /**
   * Begins a transaction that writes; waits as long as another one is open. An interrupt does not
   * end the wait and is kept.
   *
   * @return the transaction, to be committed or closed; one thread may use it at a time
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws io.octavo.error.StoreFailedException if an earlier failure keeps the store from writing
   */
  public Transaction beginWrite() {
    return beginWrite(true);
  }

  private Transaction beginWrite(boolean isWatched) {
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
   * Begins a transaction that writes, if no other one is open or the one that is ends in time. An
   * interrupt does not end the wait and is kept.
   *
   * @param timeout how long to wait; zero or less to not wait at all
   * @return the transaction, or nothing if the time was up
   * @throws IllegalStateException as {@link #beginWrite}
   * @throws io.octavo.error.StoreFailedException as {@link #beginWrite}
   */
  public Optional<Transaction> tryBeginWrite(Duration timeout) {
    StackProbe.requireForWrite();
    requireWritable();
    WriterSlot.Claim claim = slot.tryAcquire("tryBeginWrite", timeout);
    if (claim == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(begin(claim, true));
    } catch (RuntimeException | Error e) {
      claim.isHeld = false;
      throw e;
    }
  }

  private Transaction begin(WriterSlot.Claim claim, boolean isWatched) {
    requireOpen();
    Changes changes = new Changes(pager.begin(WriteTransaction.Purpose.USER), limits);
    return begin(TransactionResources.ofWriter(this, pager, changes, claim), isWatched);
  }

  /**
   * Runs a query in a transaction that reads the state of the last commit.
   *
   * @param query what to find out
   * @param <R> its result
   * @param <X> what it may throw
   * @return its result
   * @throws X what the query throws
   * @throws IllegalStateException if the store is closed
   */
  public <R extends @Nullable Object, X extends Exception> R read(Query<R, X> query) throws X {
    Transaction transaction = beginRead(false);
    try (transaction) {
      return transaction.run(query);
    } finally {
      transaction.resources.lease.isHeld = false;
    }
  }

  /**
   * Runs work in a transaction that writes, and commits it.
   *
   * @param work what to do
   * @param <X> what it may throw
   * @throws X what the work throws; the transaction has been rolled back
   * @throws IllegalStateException as {@link #beginWrite}
   * @throws StoreException as {@link Transaction#commit}
   */
  public <X extends Exception> void write(Work<X> work) throws X {
    Query<Boolean, X> query =
        transaction -> {
          work.run(transaction);
          return true;
        };
    writeResult(query);
  }

  /**
   * Runs work with a result in a transaction that writes, and commits it.
   *
   * @param query what to do
   * @param <R> its result
   * @param <X> what it may throw
   * @return its result
   * @throws X what the work throws; the transaction has been rolled back
   * @throws IllegalStateException as {@link #beginWrite}
   * @throws StoreException as {@link Transaction#commit}
   */
  public <R extends @Nullable Object, X extends Exception> R writeResult(Query<R, X> query)
      throws X {
    Transaction transaction = beginWrite(false);
    try {
      R result = transaction.run(query);
      transaction.commit();
      return result;
    } catch (Throwable e) {
      transaction.endAfter(e);
      throw e;
    } finally {
      transaction.resources.lease.isHeld = false;
    }
  }

  /**
   * Opens a map as {@link Transaction#map} does, to be used by any number of threads without a
   * transaction: each call has one of its own. Reads see the last commit. What a call changes, be
   * it many entries as by {@code putAll} or {@code removeIf}, is a commit when it returns, and
   * nothing is changed where it throws. The first change creates the map. Many changes are faster
   * together, by {@link Transaction#map}.
   *
   * <p>A call that changes the map throws {@link IllegalStateException} while the calling thread
   * has a write transaction open, for which it would wait for ever; so does one in the function of
   * another. Entries that an iterator reads together were committed together.
   *
   * @param name its name, 1 to 255 bytes of UTF-8
   * @param keys codec of the keys
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws IllegalArgumentException as {@link Transaction#map}
   * @throws IllegalStateException if the store is closed
   */
  public <K, V> ConcurrentNavigableMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
    TypedMap<K, V> map = new TypedMap<>(name, keys, values);
    read(transaction -> map.requireSame(transaction) == null);
    return new MapView<>(new LiveAccess<>(this, map), keys);
  }

  /** Throws where a map of the store cannot be changed now. */
  void requireWritableMap(String name) {
    requireWritable();
    if (slot.isHeldByThisThread()) {
      throw new IllegalStateException(
          "name="
              + name
              + ": this thread began the write transaction that is open; change the map in it, by"
              + " tx.map(name, ...)");
    }
  }

  /** Returns the number of the commit that new readers see. */
  long published() {
    requireOpen();
    return pager.published();
  }

  /**
   * Makes all commits durable where the last checkpoint is, so that opening the store has nothing
   * to do again; waits for an open write transaction to end. Those that follow it go on meanwhile.
   * With {@link Durability#SYNC} commits are durable already.
   *
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws StoreException if the pages could not be written
   */
  public void checkpoint() {
    requireWritable();
    RunningCheckpoint checkpoint = beginCheckpoint();
    if (checkpoint == null) {
      return;
    }
    checkpoint.await();
    WriterSlot.Claim claim = slot.tryAcquire("checkpoint", Duration.ZERO);
    if (claim != null) {
      // Else the transaction after the one that is open gives back what has become free.
      try {
        if (!closed) {
          pager.completeIfDone();
        }
      } finally {
        claim.isHeld = false;
        slot.wakeNext();
      }
    }
  }

  /** Begins a checkpoint that other transactions need not wait for. */
  @Nullable RunningCheckpoint beginCheckpoint() {
    WriterSlot.Claim claim = slot.acquire("checkpoint");
    try {
      requireOpen();
      return pager.beginCheckpoint();
    } finally {
      claim.isHeld = false;
      slot.wakeNext();
    }
  }

  /**
   * Writes the state of the last commit to a new file, a store of its own, while others read and
   * write. Its pages are full and none is free; each page of this store is checked on its way.
   *
   * @param target the new file; nothing is replaced, and only its owner can use it
   * @throws IllegalStateException if the store is closed, or this thread began the write
   *     transaction that is open: what it has not committed would be missing
   * @throws StoreException if the file exists or cannot be written; if it is there then, it is
   *     complete
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void backupTo(Path target) {
    copy("backupTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Writes the state of the last commit to a stream, as {@link #backupTo(Path)} does to a file; by
   * way of a temporary file.
   *
   * @param target where to; it is not closed
   * @throws IllegalStateException as {@link #backupTo(Path)}
   * @throws StoreException if the stream cannot be written
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void backupTo(OutputStream target) {
    copy("backupTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Writes the state of the last commit to a new file that is as small as it can be.
   *
   * @param target the new file; nothing is replaced, and only its owner can use it
   * @throws IllegalStateException as {@link #backupTo(Path)}
   * @throws StoreException if the file exists or cannot be written; if it is there then, it is
   *     complete
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void compactTo(Path target) {
    copy("compactTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Makes the file shorter by a step: copies pages from its end to free places further down, makes
   * that durable, and cuts off what is free behind them. Other writers get their turn between two
   * steps; readers go on meanwhile, but the places of what they read cannot be used until they are
   * closed. A crash leaves the same entries as before.
   *
   * <pre>{@code
   * while (store.compact(4 << 20).hasMore()) {}
   * }</pre>
   *
   * <p>The step lets the commit ring go; the next durable commit makes a small new one.
   *
   * @param maxBytes how many bytes of pages to copy, 8192 or more; the way from the root to a page
   *     may exceed it, and no step copies more than a quarter of {@link StoreOptions#cacheBytes}
   * @return what was done, and whether more is to do
   * @throws IllegalArgumentException if there are fewer bytes
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws StoreException if pages could not be read or written; the store is as it was
   */
  public CompactProgress compact(long maxBytes) {
    if (maxBytes < PageHeader.PAGE_SIZE) {
      throw new IllegalArgumentException(
          "maxBytes=" + maxBytes + " is less than a page, " + PageHeader.PAGE_SIZE);
    }
    requireWritable();
    WriterSlot.Claim claim = slot.acquire("compact");
    try {
      requireOpen();
      return StoreCompaction.step(pager, maxBytes);
    } finally {
      claim.isHeld = false;
      slot.wakeNext();
    }
  }

  private void copy(String call, Work<StoreException> writing) {
    requireOpen();
    slot.refuseTaker(call);
    read(
        snapshot -> {
          writing.run(snapshot);
          return true;
        });
  }

  /**
   * Checks every page of the last checkpoint, read from the file, against all rules of the format.
   * Commits wait meanwhile, readers do not. Where commits are not durable yet, they are made so
   * first, unless this thread began the write transaction that is open.
   *
   * @return what was found
   * @throws IllegalStateException if the store is closed
   * @throws StoreException if commits could not be made durable
   */
  public CheckReport check() {
    requireOpen();
    WriterSlot.Claim claim = slot.isHeldByThisThread() ? null : slot.acquire("check");
    try {
      requireOpen();
      if (claim != null && pager.isWritable()) {
        pager.checkpoint();
      }
      StoreCheck check = StoreCheck.of(pager.durable());
      return new CheckReport(check.problems(), check.pages());
    } finally {
      if (claim != null) {
        claim.isHeld = false;
        slot.wakeNext();
      }
    }
  }

  /**
   * Returns the store in numbers.
   *
   * @return the numbers
   * @throws IllegalStateException if the store is closed
   */
  public StoreStats stats() {
    requireOpen();
    return StoreStats.of(pager.stats());
  }

  /**
   * Rolls back the open write transaction, ends all readers, makes all commits durable, and lets
   * the file go. Further calls do nothing, or what an Error has kept the first from doing.
   *
   * @throws StoreException if commits could not be made durable; the file is let go all the same
   */
  @Override
  public void close() {
    StackProbe.requireForWrite();
    synchronized (closing) {
      if (isReleased) {
        return;
      }
      closed = true;
      try {
        releaseAll();
      } catch (StoreException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        // What it kept from being let go.
        releaseAll();
        throw e;
      }
    }
  }

  /** Ends all transactions and lets everything go; again does what an Error has left undone. */
  private void releaseAll() {
    for (TransactionResources resources : open) {
      resources.endUnclosed("was open when the store was closed");
    }
    WriterSlot.Claim claim = slot.acquireForClose();
    try {
      pager.close();
    } finally {
      try {
        if (pager.isClosed()) {
          resources.forEach(StoreOpening::release);
          isReleased = true;
        }
      } finally {
        claim.isHeld = false;
        slot.wakeNext();
      }
    }
  }

  /** Forgets a transaction that has ended, and wakes who waits for its end. */
  void ended(TransactionResources transaction) {
    slot.wakeNext();
    open.remove(transaction);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  private void requireWritable() {
    requireOpen();
    pager.requireWritable();
  }
}
