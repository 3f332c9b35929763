package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.MetaPages;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageWriter;
import io.octavo.cache.SharedMemory;
import io.octavo.cache.Storage;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.snapshot.States;
import io.octavo.space.Pages;
import io.octavo.space.Space;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file into a sequence of committed states. One write transaction at a time, owned by
 * whoever holds the writer slot of the store; any number of snapshots, which never wait.
 *
 * <p>A commit gives the pages of its transaction to a new state. Where commits are durable, the
 * state is checkpointed before anybody sees it; otherwise it is seen at once and checkpointed when
 * the changed pages fill half of the memory budget, on request, or when the pager is closed.
 */
public final class Pager implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());
  private final StoreFile file;
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter pageWriter;
  private final Space space;
  private final States states;

  private final Health health;
  private final CommitLog log;
  private final Checkpointer checkpoints;

  private final boolean isLogged;
  private final Writer writer;
  private final Replay replay;
  private volatile boolean isClosed;

  private Pager(StoreFile file, PagerOptions options, PageCache cache) throws IOException {
    Storage storage = Storage.of(file, cache, options.readOnly());
    this.file = file;
    this.cache = cache;
    this.loader = storage.loader();
    this.pageWriter = storage.writer();
    this.health = storage.health();
    long maxPages = Math.min(Integer.MAX_VALUE, options.maxBytes() / PageHeader.PAGE_SIZE);
    this.space = new Space(maxPages, cache::remove, cache::forgetRemains, cache::recycle);
    this.states = new States();
    this.log = new CommitLog(file, storage.ownership(), options.ring(), states);
    DurableCheckpoint durable = DurableCheckpoint.open(file, loader, space, options.readOnly());
    this.checkpoints = new Checkpointer(storage, space, states, log, durable, options.trace());
    this.isLogged = options.durableCommits();
    this.writer = new Writer(storage, space, states, log, checkpoints, options);
    this.replay = new Replay(writer, checkpoints, loader, log.open(loader, durable.meta()));
  }

  /**
   * Returns the commits that the last checkpoint does not contain. They are replayed before
   * anything else is done.
   *
   * @return the commits of the ring
   */
  public Replay replay() {
    return replay;
  }

  /**
   * Opens a file that holds a store.
   *
   * @param file the file; it is closed with the pager, or by the caller where this fails
   * @param options how to work
   * @return the pager of its newest state
   * @throws StoreException if the file is none of Octavo's, damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options) {
    return open(file, options, SharedMemory.ofStore(options.cacheBytes()));
  }

  /**
   * Opens a file that holds a store, with memory that other stores share.
   *
   * @param file the file; it is closed with the pager, or by the caller where this fails
   * @param options how to work; {@code cacheBytes} is not used
   * @param memory memory for pages
   * @return the pager of its newest state
   * @throws StoreException if the file is none of Octavo's, damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options, SharedMemory memory) {
    PageCache cache = new PageCache(memory);
    try {
      return new Pager(file, options, cache);
    } catch (IOException e) {
      cache.leaveMemory();
      throw new StoreException(file.name() + ": cannot open the store: " + e, e);
    } catch (RuntimeException | Error e) {
      cache.leaveMemory();
      throw e;
    }
  }

  /** Leaves the memory to other stores; for a pager that is not closed because opening failed. */
  public void abandon() {
    cache.leaveMemory();
  }

  /**
   * Fills an empty file with a store of no collections and makes it durable.
   *
   * @param file an empty file
   * @param storeId identity of the new store
   * @throws StoreException if the file cannot be written
   */
  public static void create(StoreFile file, UUID storeId) {
    try {
      DurableCheckpoint.create(file, storeId);
    } catch (IOException e) {
      throw NoSpaceException.ofStore(file.name() + ": cannot create the store: " + e, e);
    }
  }

  /**
   * Takes hold of the current state.
   *
   * @return a snapshot, to be closed
   */
  public Snapshot openSnapshot() {
    return states.open();
  }

  /**
   * Returns the pages of a collection as a snapshot sees them.
   *
   * @param snapshot the snapshot
   * @param owner the collection
   * @param kinds the kinds of its pages
   * @return its pages
   */
  public Pages pages(Snapshot snapshot, int owner, TreeKinds kinds) {
    return new Pages(loader, cache, owner, kinds, snapshot, null);
  }

  /** {@return the number of the newest state; for the holder of the writer slot} */
  public long sequence() {
    return writer.state().sequence();
  }

  /** {@return the number of the last commit that readers see} */
  public long published() {
    return states.current().sequence();
  }

  /**
   * Begins a write transaction; for the holder of the writer slot, after the last one has ended.
   *
   * @param purpose what it is for
   * @return the transaction
   * @throws StoreException if there is no room for a checkpoint that has to come before it
   * @throws StoreFailedException if an earlier failure keeps the store from writing
   */
  public WriteTransaction begin(WriteTransaction.Purpose purpose) {
    return writer.begin(purpose);
  }

  /** {@return what keeps the file short; for the holder of the writer slot} */
  public Compactor compactor() {
    return writer.compactor();
  }

  /**
   * Has the newest state made durable while transactions go on; for the holder of the writer slot,
   * without a transaction.
   *
   * @return what to wait for, null if all is durable already
   * @throws StoreException if there is no room for it
   */
  public @Nullable RunningCheckpoint beginCheckpoint() {
    return writer.beginCheckpoint();
  }

  /**
   * Makes the newest state durable by a checkpoint; for the holder of the writer slot, without a
   * transaction.
   *
   * @throws StoreException if the state could not be written; the store goes on
   * @throws StoreFailedException if it is unknown whether it is durable
   */
  public void checkpoint() {
    writer.checkpoint();
  }

  /** Takes over a checkpoint that has been written; for the holder of the writer slot. */
  public void completeCheckpoint() {
    writer.completeCheckpoint();
  }

  /** {@return whether the store may be written; a failure is noted there by one assignment} */
  public Health health() {
    return health;
  }

  /**
   * Waits until a commit has its record; returns at once if the commit needs none.
   *
   * @param commit the commit
   * @throws StoreFailedException if it is unknown whether it is durable
   */
  public void await(SealedCommit commit) {
    log.await(commit);
  }

  /**
   * Returns whether commits have reserved so much of the ring that their record should be written
   * now, or a transaction will soon have to wait for that.
   *
   * @param commits their number
   * @param bytes length of their operations
   * @return true if it should
   */
  public boolean isRingReserved(long commits, long bytes) {
    return log.isShareReserved(commits, bytes);
  }

  /**
   * Writes the records of all commits that have none yet; any thread.
   *
   * @throws StoreFailedException if it is unknown whether they are durable
   */
  public void awaitAll() {
    log.await(writer.newest());
  }

  /**
   * Returns whether a commit is durable: whether it has its record, or is part of a checkpoint.
   *
   * @param commit the commit
   * @return true if it is durable; false if it is not yet
   * @throws StoreFailedException if it is not, and may never be, because a write has failed
   */
  public boolean isDurable(SealedCommit commit) {
    if (commit.sequence() <= checkpoints.durable().meta().sequence()
        || (isLogged && log.isDurable(commit))) {
      return true;
    }
    health.require();
    return false;
  }

  /** {@return the number of the last commit that is durable; so are all before it} */
  public long durableSequence() {
    long contained = checkpoints.durable().meta().sequence();
    return isLogged ? Math.max(contained, log.durable()) : contained;
  }

  /** {@return whether commits are durable by records of the ring; else by the next checkpoint} */
  public boolean isLogged() {
    return isLogged;
  }

  /** {@return whether the store may be written: it was opened for that, and no write has failed} */
  public boolean isWritable() {
    return health.isWritable();
  }

  /**
   * Throws where the store must not be written.
   *
   * @throws IllegalStateException if it was opened for reading only
   * @throws StoreFailedException if the store has failed
   */
  public void requireWritable() {
    health.requireWritable();
  }

  /**
   * Returns what the last durable checkpoint has in the file; for the holder of the writer slot.
   *
   * @return its pages, for checks and tools
   */
  public DurablePages durable() {
    return new DurablePages(checkpoints.durable(), loader);
  }

  /**
   * Counts.
   *
   * @return counters as they are about now
   */
  public PagerStats stats() {
    Meta last = checkpoints.durable().meta();
    return new PagerStats(
        last.epoch(),
        states.current().sequence(),
        last.pageCount(),
        space.countLive(),
        space.countTaken(),
        cache.resident(),
        cache.dirty(),
        cache.deltaBytes(),
        cache.budget(),
        loader.loaded(),
        cache.evicted(),
        pageWriter.written(),
        writer.spilled(),
        cache.reduced(),
        loader.restorations(),
        writer.loggedBytes(),
        pageWriter.cut(),
        states.snapshots(),
        writer.held(),
        states.oldestNanos(),
        file.locksLost(),
        file.locksRetaken(),
        checkpoints.reserve().present(states.current().catalogue()),
        log.pages(),
        writer.compactor().moved());
  }

  /**
   * Ends all snapshots, makes the newest state durable, and closes the file; for the holder of the
   * writer slot. After a failure nothing is written.
   */
  @Override
  public void close() {
    close(() -> {});
  }

  /**
   * Does what {@link #close()} does, and other work before the file is closed.
   *
   * @param last the work, done when the newest state is durable
   */
  public void close(Runnable last) {
    try {
      writer.writeLast();
      last.run();
      noteDurable();
    } finally {
      writer.isClosing = true;
      try {
        states.closeAll();
      } finally {
        closeFile();
      }
    }
  }

  /** Saves the next opening from making durable what is durable. */
  private void noteDurable() {
    if (health.isWritable()) {
      try {
        MetaPages.noteDurable(file, checkpoints.durable().meta());
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, file.name() + ": the next opening takes longer", e);
      }
    }
  }

  /**
   * Returns the name of the file, for messages.
   *
   * @return its path, or what stands for a file on the heap
   */
  public String fileName() {
    return file.name();
  }

  /**
   * Returns whether the file has been closed.
   *
   * @return true once {@link #close} has ended
   */
  public boolean isClosed() {
    return isClosed;
  }

  /** Closes the file, unless it is closed. For a pager that failed to close. */
  public void release() {
    if (!isClosed) {
      closeFile();
    }
  }

  private void closeFile() {
    isClosed = true;
    try {
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, file.name() + ": cannot close the file", e);
    } finally {
      cache.leaveMemory();
    }
  }
}
