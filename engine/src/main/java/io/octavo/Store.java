package io.octavo;

import io.octavo.check.StoreCheck;
import io.octavo.codec.Codec;
import io.octavo.commit.Background;
import io.octavo.commit.BackgroundThreads;
import io.octavo.commit.Checkpoint;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.Pager;
import io.octavo.commit.RecordedCommits;
import io.octavo.error.StoreException;
import io.octavo.file.Lease;
import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.transaction.Handle;
import io.octavo.tree.TreeLimits;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store of named ordered maps in one file.
 *
 * <p>There is one write transaction at a time, and any number of read transactions. A read
 * transaction is a snapshot of the last commit before it began; it never waits. A commit is atomic
 * and, by default, durable when it returns: after a crash at any moment, the store opens with every
 * commit that returned and no part of any other commit.
 *
 * <pre>{@code
 * try (Store store = Store.open(Path.of("orders.oct"))) {
 *   store.write(tx -> tx.longMap("offsets").put(42L, 4096L));
 *   long offset = store.read(tx -> tx.longMap("offsets").get(42L, -1L));
 * }
 * }</pre>
 *
 * <p>A store must be closed. If an open store with a file becomes unreachable, with all its
 * transactions, maps and feeds, it is closed with a logged warning, at an unspecified time or
 * never, see {@link StoreOptions#traceTransactions}.
 *
 * <p>A store is safe for use by any number of threads, including virtual threads. An interrupt does
 * not close the store, and ends only waits with a timeout; otherwise the interrupt status is kept.
 */
public final class Store implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  /** Closes forgotten stores, in a thread of its own: forgotten transactions need not wait. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final StoreFile file;
  private final Parts parts;

  /**
   * What a store consists of. Neither this nor a thread of the store refers to the store, so a
   * store that the program forgets is garbage-collected. Its transactions do refer to it.
   */
  private static final class Parts {
    private final Transactions transactions;

    /** Looks for the commits of other processes; null for a store that writes. */
    private final @Nullable Follower follower;

    private final List<AutoCloseable> resources;
    private final @Nullable Lease lease;
    private boolean isReleased;

    Parts(
        Transactions transactions,
        @Nullable Follower follower,
        List<AutoCloseable> resources,
        @Nullable Lease lease) {
      this.transactions = transactions;
      this.follower = follower;
      this.resources = resources;
      this.lease = lease;
    }

    /** Returns the transactions, of a store that is only read those of the newest commit. */
    Transactions transactions() {
      return follower == null ? transactions : follower.transactions();
    }

    StoreStats stats() {
      Transactions present = transactions();
      present.requireOpen();
      return present.flusher().stats();
    }

    /** Closes a store that the program has failed to close. */
    synchronized void closeForgotten(@Nullable Throwable opening) {
      if (isReleased) {
        return;
      }
      String name = transactions.pager().fileName();
      LOG.log(
          System.Logger.Level.WARNING,
          name
              + ": the store became unreachable without a close, and is closed now; close it, best"
              + " by try with resources"
              + (opening == null
                  ? "; StoreOptions.traceTransactions shows where it was opened"
                  : ""),
          opening);
      try {
        close();
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, name + ": cannot close the forgotten store", e);
      }
    }

    synchronized void close() {
      if (isReleased) {
        return;
      }
      isReleased = true;
      transactions.closed = true;
      try {
        if (follower == null) {
          transactions.close();
        } else {
          follower.close();
        }
      } finally {
        try {
          transactions().pager().release();
        } finally {
          try {
            resources.forEach(StoreOpening::release);
          } finally {
            if (lease != null) {
              // If the lock could not be released, the next opening of the file releases it.
              lease.isReleased = true;
            }
          }
        }
      }
    }
  }

  /**
   * Makes a store of an open pager.
   *
   * @param file its file
   * @param transactions its transactions
   * @param follower has those of a store that is only read; null if it writes
   * @param resources resources to close after the pager, in order
   * @param lease the right to the file, which is one of them; null if there is none
   */
  Store(
      StoreFile file,
      Transactions transactions,
      @Nullable Follower follower,
      List<AutoCloseable> resources,
      @Nullable Lease lease) {
    this.file = file;
    this.parts = new Parts(transactions, follower, resources, lease);
  }

  /**
   * Closes the store when the program forgets it. A store without a file needs no close.
   *
   * @param isTraced whether to keep the stack trace of this call
   * @return ends the watch when closed
   */
  AutoCloseable watch(boolean isTraced) {
    Throwable opening = isTraced ? new Throwable("the store was opened here") : null;
    Parts watched = parts;
    return CLEANER.register(this, () -> watched.closeForgotten(opening))::clean;
  }

  /** Returns a supplier of statistics that does not keep the store reachable. */
  Supplier<StoreStats> statistics() {
    return parts::stats;
  }

  /**
   * Opens a store for writing. Creates the store if the file does not exist or is empty.
   *
   * @param path the file; its directory must exist
   * @return the open store, to be closed
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws io.octavo.error.FormatException if the file has another format or version
   * @throws io.octavo.error.CorruptionException if the file is damaged
   * @throws StoreException if the file cannot be opened for another reason
   */
  public static Store open(Path path) {
    return open(path, StoreOptions.defaults());
  }

  /**
   * Opens a store. Unless the options are read-only, creates the store if the file does not exist
   * or is empty.
   *
   * @param path the file; its directory must exist
   * @param options the options
   * @return the open store, to be closed
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws io.octavo.error.FormatException if the file has another format or version
   * @throws io.octavo.error.CorruptionException if the file is damaged
   * @throws StoreException if the file cannot be opened for another reason
   */
  public static Store open(Path path, StoreOptions options) {
    OpenedFile opened = OpenedFile.of(path, options.readOnly(), options.unlocked());
    try {
      return open(opened.file(), opened, options, TreeLimits.PAGE, new BackgroundThreads());
    } catch (RuntimeException | Error e) {
      opened.isReleased = true;
      StoreOpening.closeAfter(e, opened);
      throw e;
    }
  }

  /**
   * Creates an empty store on the heap. The contents are lost when the store is closed.
   *
   * @return the open store
   */
  public static Store inMemory() {
    return inMemory(StoreOptions.defaults());
  }

  /**
   * Creates an empty store on the heap. The contents are lost when the store is closed. The memory
   * budget of the options does not include the pages that hold the contents.
   *
   * @param options the options
   * @return the open store
   * @throws IllegalArgumentException if the options are read-only
   */
  public static Store inMemory(StoreOptions options) {
    if (options.readOnly()) {
      throw new IllegalArgumentException("readOnly=true: a store in memory would stay empty");
    }
    MemoryFile file = new MemoryFile();
    Pager.create(file, UUID.randomUUID());
    StoreOptions discarded = options.compactOnClose(Duration.ZERO);
    return open(file, null, discarded, TreeLimits.PAGE, new BackgroundThreads());
  }

  /** Opens a store whose checkpoints run in the threads that begin them. */
  static Store open(
      StoreFile file, @Nullable AutoCloseable lease, StoreOptions options, TreeLimits limits) {
    return open(file, lease, options, limits, Runnable::run);
  }

  /** Opens a store in an existing file. Closes the lease if that fails. */
  static Store open(
      StoreFile file,
      @Nullable AutoCloseable lease,
      StoreOptions options,
      TreeLimits limits,
      Background background) {
    return StoreOpening.open(file, lease, options, limits, background);
  }

  /**
   * Begins a read transaction on the state of the last commit.
   *
   * @return the transaction, to be closed; safe for use by many threads
   * @throws IllegalStateException if the store is closed
   */
  public Transaction beginRead() {
    return beginRead(true);
  }

  private Transaction beginRead(boolean isWatched) {
    Follower follower = parts.follower;
    Transaction begun =
        follower == null ? parts.transactions.beginRead(isWatched) : follower.beginRead(isWatched);
    // An assignment, here and below: a call could fail and leave the transaction open.
    begun.store = this;
    return begun;
  }

  private Transactions transactions() {
    return parts.transactions();
  }

  /** Runs a call. Even if it is the last use of the store, the store is not forgotten meanwhile. */
  private <T extends @Nullable Object> T during(Supplier<T> call) {
    try {
      return call.get();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private Pager pager() {
    return transactions().pager();
  }

  void requireOpen() {
    transactions().requireOpen();
  }

  /**
   * Looks for new commits of another process, and makes them visible to read transactions that
   * begin later. A read transaction also looks when it begins, as {@link StoreOptions#refreshEvery}
   * specifies. Open read transactions are not affected.
   *
   * <p>A commit with {@link Durability#SYNC} or {@link Durability#ASYNC} is found when it returns
   * or earlier, possibly before it is durable; a commit of a store with {@link
   * Durability#CHECKPOINT} is found with the next checkpoint.
   *
   * @return true if there is a new commit; false for a store that writes, because its read
   *     transactions always see the last commit
   * @throws IllegalStateException if the store is closed
   * @throws io.octavo.error.CorruptionException if the file is damaged
   * @throws StoreException if the file cannot be read, or the commits after the last checkpoint do
   *     not fit in {@link StoreOptions#cacheBytes}; read transactions still see the last commit
   *     found
   */
  public boolean refresh() {
    return during(
        () -> {
          transactions().requireOpen();
          return parts.follower != null && parts.follower.refresh();
        });
  }

  /**
   * Returns a feed of the changes of commits, from a commit on: commits of this process, or of
   * another one that writes the file. A commit with {@link Durability#ASYNC} is returned before it
   * is durable, see {@link ChangeFeed}.
   *
   * <p>Changes are read from the commit ring, which holds records of recent commits only. Commits
   * without a record are returned as a {@link ChangeFeed.Gap}: those that the ring no longer holds
   * or that were too large for it, the first one after the store was opened, those of a store with
   * {@link Durability#CHECKPOINT}, and steps of {@link #compact}.
   *
   * @param from number of the first commit, from 1 to the number of the next commit: {@code
   *     stats().commits() + 1} for all commits after those that read transactions see
   * @return the feed, to be closed before the store
   * @throws IllegalArgumentException if from is less than 1, or greater than the number of the next
   *     commit
   * @throws IllegalStateException if the store is closed
   * @throws StoreException as {@link #refresh}
   */
  public ChangeFeed changes(long from) {
    refresh();
    long next = stats().commits() + 1;
    if (from < 1 || from > next) {
      throw new IllegalArgumentException(
          "from=" + from + " is not from 1 to " + next + ", the number of the next commit");
    }
    return new ChangeFeed(this, new RecordedCommits(file, from));
  }

  /**
   * Begins a write transaction, waiting for an open one to end. An interrupt does not end the wait
   * and is kept.
   *
   * @return the transaction, to be committed or closed; for use by one thread at a time
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws io.octavo.error.StoreFailedException if an earlier failure keeps the store from writing
   */
  public Transaction beginWrite() {
    Transaction begun = transactions().beginWrite(true);
    begun.store = this;
    return begun;
  }

  /**
   * Begins a write transaction, waiting for an open one to end, but no longer than a timeout. An
   * interrupt ends the wait. The timeout does not cover a checkpoint or a record that must be
   * written before the transaction can begin.
   *
   * @param timeout the longest time to wait; zero or less for no wait
   * @return the transaction, to be committed or closed; for use by one thread at a time
   * @throws InterruptedException if the thread is interrupted before its turn to write
   * @throws io.octavo.error.StoreBusyException if the timeout has passed; the message names the
   *     writing thread, and for how long it has been writing
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws io.octavo.error.StoreFailedException as {@link #beginWrite()}
   */
  public Transaction beginWrite(Duration timeout) throws InterruptedException {
    Transaction begun = transactions().beginWrite(timeout, true);
    begun.store = this;
    return begun;
  }

  /**
   * Begins a write transaction, if no other is open or an open one ends within a timeout; otherwise
   * as {@link #beginWrite(Duration)}.
   *
   * @param timeout the longest time to wait; zero or less for no wait
   * @return the transaction, or empty if the timeout has passed
   * @throws InterruptedException as {@link #beginWrite(Duration)}
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws io.octavo.error.StoreFailedException as {@link #beginWrite()}
   */
  public Optional<Transaction> tryBeginWrite(Duration timeout) throws InterruptedException {
    Transaction begun = transactions().tryBeginWrite(timeout);
    if (begun != null) {
      begun.store = this;
    }
    return Optional.ofNullable(begun);
  }

  /**
   * Runs a query in a read transaction on the state of the last commit, and returns its result.
   *
   * <p>In an argument of an overloaded method, such as {@code println}, {@code Arrays.toString} or
   * {@code assertThat}, declare the type of the lambda's parameter. Otherwise the compiler chooses
   * the overload without the type of the result:
   *
   * <pre>{@code
   * String name = Arrays.toString(store.read((Transaction tx) -> tx.bytesMap("names").get(key)));
   * }</pre>
   *
   * <p>For a query that throws checked exceptions, call {@link #readThrowing}.
   *
   * @param query the query; it must neither commit nor close the transaction
   * @param <R> type of the result
   * @return the result
   * @throws IllegalStateException if the store is closed
   */
  public <R extends @Nullable Object> R read(Function<? super Transaction, ? extends R> query) {
    Transaction transaction = beginRead(false);
    try (transaction) {
      return transaction.run(query);
    } finally {
      if (!transaction.resources().lease.isReleased) {
        transaction.resources().lease.isReleased = true;
      }
    }
  }

  /**
   * Runs a query with a numeric result in a read transaction on the state of the last commit.
   *
   * @param query the query; it must neither commit nor close the transaction
   * @return the result
   * @throws IllegalStateException if the store is closed
   */
  public long readLong(ToLongFunction<? super Transaction> query) {
    return this.<Long>read(query::applyAsLong);
  }

  /**
   * Runs a query that may throw checked exceptions, otherwise as {@link #read}.
   *
   * @param query the query
   * @param <R> type of the result
   * @param <X> type of the exceptions
   * @return the result
   * @throws X if the query throws it
   * @throws IllegalStateException if the store is closed
   */
  public <R extends @Nullable Object, X extends Exception> R readThrowing(Query<R, X> query)
      throws X {
    return this.<R>read(
        transaction -> {
          try {
            return query.run(transaction);
          } catch (Exception e) {
            throw Handle.<RuntimeException>thrown(e);
          }
        });
  }

  /**
   * Runs reads without a result in a read transaction on the state of the last commit.
   *
   * @param reads the reads; they must neither commit nor close the transaction
   * @throws IllegalStateException if the store is closed
   */
  public void view(Consumer<? super Transaction> reads) {
    this.<Boolean>read(
        transaction -> {
          reads.accept(transaction);
          return true;
        });
  }

  /**
   * Performs writes in a transaction and commits the transaction.
   *
   * @param writes the writes; if they throw, the transaction is rolled back; they must neither
   *     commit nor close the transaction
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws StoreException as {@link Transaction#commit}
   */
  public void write(Consumer<? super Transaction> writes) {
    writeResult(
        transaction -> {
          writes.accept(transaction);
          return null;
        });
  }

  /**
   * Performs writes in a transaction and commits the transaction, waiting for another transaction
   * to end, but no longer than a timeout. An interrupt ends the wait, but neither the writes nor
   * the commit; then the interrupt status is kept.
   *
   * @param timeout the longest time to wait; zero or less for no wait
   * @param writes the writes, as for {@link #write(Consumer)}
   * @throws InterruptedException as {@link #beginWrite(Duration)}
   * @throws io.octavo.error.StoreBusyException as {@link #beginWrite(Duration)}
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws StoreException as {@link Transaction#commit}
   */
  public void write(Duration timeout, Consumer<? super Transaction> writes)
      throws InterruptedException {
    this.<Void, InterruptedException>perform(
        () -> transactions().beginWrite(timeout, false),
        transaction -> {
          writes.accept(transaction);
          return null;
        });
  }

  /**
   * Performs writes with a result in a transaction and commits the transaction.
   *
   * @param writes the writes, as for {@link #write(Consumer)}
   * @param <R> type of the result
   * @return the result
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws StoreException as {@link Transaction#commit}
   */
  public <R extends @Nullable Object> R writeResult(
      Function<? super Transaction, ? extends R> writes) {
    return this.<R, RuntimeException>perform(() -> transactions().beginWrite(false), writes);
  }

  /** How a write transaction begins. */
  private interface Begin<X extends Exception> {
    Transaction begin() throws X;
  }

  private <R extends @Nullable Object, X extends Exception> R perform(
      Begin<X> begin, Function<? super Transaction, ? extends R> writes) throws X {
    Transaction transaction = begin.begin();
    transaction.store = this;
    try {
      R result = transaction.run(writes);
      transaction.commit();
      return result;
    } catch (Throwable e) {
      try {
        transaction.end();
      } catch (RuntimeException | Error again) {
        if (!transaction.resources().ended) {
          // Assignments alone, because the stack may be full.
          transaction.resources().health.cause = again;
          transaction.resources().lease.isReleased = true;
        }
        if (again != e) {
          e.addSuppressed(again);
        }
      }
      throw e;
    }
  }

  /**
   * Performs writes that may throw checked exceptions, otherwise as {@link #write(Consumer)}.
   *
   * @param writes the writes
   * @param <X> type of the exceptions
   * @throws X if the writes throw it; the transaction has been rolled back
   * @throws IllegalStateException as {@link #beginWrite()}
   * @throws StoreException as {@link Transaction#commit}
   */
  public <X extends Exception> void writeThrowing(Work<X> writes) throws X {
    write(
        transaction -> {
          try {
            writes.run(transaction);
          } catch (Exception e) {
            throw Handle.<RuntimeException>thrown(e);
          }
        });
  }

  /**
   * Opens a map that any number of threads may use without a transaction: each call runs in a
   * transaction of its own. Reads see the last commit. All changes of a call, also of {@code
   * putAll} or {@code removeIf}, are one commit; a call that throws changes nothing. The first
   * change creates the map. Many changes are faster in one transaction, with {@link
   * Transaction#map}.
   *
   * <p>The function of {@code computeIfAbsent}, {@code compute} or {@code merge} runs in the write
   * transaction of the call: other writers wait until it returns. If it is slow, compute the value
   * first and call {@code putIfAbsent}.
   *
   * <p>A call that changes the map throws {@link IllegalStateException} while the calling thread
   * has a write transaction open, which would deadlock; so does a call from within the function of
   * another call. Entries that an iterator reads together were committed together.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @param keys codec of the keys
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws IllegalArgumentException as {@link Transaction#map}
   * @throws io.octavo.error.OutdatedCodecException as {@link Transaction#map}
   * @throws IllegalStateException if the store is closed
   */
  public <K, V> OrderedMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
    TypedMap<K, V> map = new TypedMap<>(name, keys, values);
    read(transaction -> map.requireReadable(transaction) == null);
    return new OrderedView<>(map.live(this), keys);
  }

  /** Throws if a map of the store cannot be changed now. */
  void requireWritableMap(String name) {
    transactions().requireWritable();
    if (transactions().isWriter()) {
      throw new IllegalStateException(
          "name="
              + name
              + ": this thread began the write transaction that is open; change the map in it, by"
              + " tx.map(name, ...)");
    }
  }

  /** Returns the number of the commit that new readers see. */
  long published() {
    transactions().requireOpen();
    return pager().published();
  }

  /**
   * Makes all commits durable that have returned: by a record of the commit ring, or by a
   * checkpoint if the store is open with {@link Durability#CHECKPOINT}. Does not wait for an open
   * write transaction, unless a checkpoint is needed.
   *
   * @throws IllegalStateException if the store is closed or read-only, or if a checkpoint is needed
   *     and this thread began the write transaction that is open
   * @throws io.octavo.error.StoreFailedException if it is unknown whether they are durable
   * @throws StoreException if a checkpoint cannot be written
   */
  public void sync() {
    during(
        () -> {
          transactions().requireWritable();
          transactions().sync();
          return null;
        });
  }

  /**
   * Writes all commits to the pages of the file, so that no commit has to be replayed when the
   * store is opened. Waits for an open write transaction to end; later ones run during the
   * checkpoint. For durability alone, call {@link #sync}, which writes less.
   *
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws StoreException if the pages cannot be written
   */
  public void checkpoint() {
    during(
        () -> {
          transactions().checkpoint();
          return null;
        });
  }

  /** Begins a checkpoint, for which other transactions need not wait. */
  @Nullable Checkpoint beginCheckpoint() {
    return transactions().beginCheckpoint();
  }

  /**
   * Copies the state of the last commit to a new store, while other transactions read and write.
   * The pages of the copy are full and none is free; each page of this store is checked when read.
   *
   * @param target a file that does not exist
   * @throws IllegalStateException if the store is closed, or if this thread began the write
   *     transaction that is open, whose changes the copy would miss
   * @throws StoreException if the file exists or cannot be written; no partial file remains
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void backupTo(Path target) {
    copy("backupTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Copies the state of the last commit to a stream, through a temporary file.
   *
   * @param target the stream; not closed by this method
   * @throws IllegalStateException as {@link #backupTo(Path)}
   * @throws StoreException if the stream cannot be written
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void backupTo(OutputStream target) {
    copy("backupTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Copies the state of the last commit to a new file of minimal size.
   *
   * @param target a file that does not exist
   * @throws IllegalStateException as {@link #backupTo(Path)}
   * @throws StoreException if the file exists or cannot be written; no partial file remains
   * @throws io.octavo.error.CorruptionException if a page of this store is damaged
   */
  public void compactTo(Path target) {
    copy("compactTo", snapshot -> StoreCopy.write(snapshot, target));
  }

  /**
   * Performs one step of a compaction: moves pages from the end of the file into free pages, makes
   * the move durable, and truncates the file. Other write transactions can run between two steps,
   * readers at any time; the pages that a reader may read are not reused before the reader is
   * closed. A crash does not change the entries.
   *
   * <pre>{@code
   * while (store.compact(4 << 20).hasMore()) {}
   * }</pre>
   *
   * <p>A step frees the commit ring; the next durable commit allocates a small new ring.
   *
   * @param maxBytes the bytes of pages to move, 8192 or more; the path from the root to a page may
   *     exceed this limit, and no step moves more than a quarter of {@link StoreOptions#cacheBytes}
   * @return the bytes moved, and whether more can be moved
   * @throws IllegalArgumentException if maxBytes is less than 8192
   * @throws IllegalStateException if the store is closed or read-only, or if this thread began the
   *     write transaction that is open
   * @throws StoreException if pages cannot be read or written; the store is unchanged
   */
  public CompactProgress compact(long maxBytes) {
    if (maxBytes < PageHeader.PAGE_SIZE) {
      throw new IllegalArgumentException(
          "maxBytes=" + maxBytes + " is less than a page, " + PageHeader.PAGE_SIZE);
    }
    return during(
        () -> {
          transactions().requireWritable();
          return transactions().compact(maxBytes);
        });
  }

  private void copy(String call, Consumer<Transaction> writing) {
    transactions().refuseWriter(call);
    view(writing);
  }

  /**
   * Checks every page of the last checkpoint, read from the file, against all rules of the format.
   * Commits wait for the check, readers do not. Makes all commits durable first, unless this thread
   * began the write transaction that is open.
   *
   * @return the report
   * @throws IllegalStateException if the store is closed
   * @throws StoreException if commits cannot be made durable
   */
  public CheckReport check() {
    return during(this::checked);
  }

  private CheckReport checked() {
    transactions().requireOpen();
    if (parts.follower != null) {
      // The transaction keeps the pages of the checkpoint.
      return this.<CheckReport>read(transaction -> checkDurable(transaction.pager()));
    }
    Pager pager = pager();
    return transactions().isWriter()
        ? checkDurable(pager)
        : transactions()
            .inSlot(
                "check",
                () -> {
                  if (pager.isWritable()) {
                    pager.checkpoint();
                  }
                  return checkDurable(pager);
                });
  }

  private static CheckReport checkDurable(Pager pager) {
    StoreCheck check = StoreCheck.of(pager.durable());
    return new CheckReport(check.problems(), check.pages());
  }

  /**
   * Returns statistics of the store.
   *
   * @return the statistics
   * @throws IllegalStateException if the store is closed
   */
  public StoreStats stats() {
    return during(parts::stats);
  }

  /**
   * Rolls back the open write transaction, ends all readers, makes all commits durable, and closes
   * the file. Further calls have no effect.
   *
   * @throws StoreException if a commit that has returned cannot be made durable, or if this is
   *     unknown after an earlier failure; the file is closed nevertheless
   */
  @Override
  public void close() {
    try {
      parts.close();
    } finally {
      // Does nothing, unless the first call failed at its start, for want of stack or memory.
      parts.close();
      Reference.reachabilityFence(this);
    }
  }

  /** {@return the file of the store and whether the store is closed} */
  @Override
  public String toString() {
    return "Store[" + pager().fileName() + (pager().isClosed() ? ", closed]" : "]");
  }
}
