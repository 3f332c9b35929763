package io.octavo.pager;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.OperationLog;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file into a sequence of committed states. One write set at a time, held by whoever holds
 * the writer slot of the store; any number of snapshots, which never wait.
 *
 * <p>A commit gives the pages of its write set to a new state. Where commits are durable, the state
 * is checkpointed before anybody sees it; otherwise it is seen at once and checkpointed when the
 * changed pages fill half of the memory budget, on request, or when the pager is closed.
 */
public final class Pager implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());

  private static final int MIN_CACHED_PAGES = 64;

  private final StoreFile file;
  private final PagerOptions options;
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter writer;
  private final Reserve reserve;
  private final Space space;
  private final States states;

  private final Health health;
  private final CommitLog log;
  private final Checkpoints checkpoints;

  private final Head head;
  private final Replay replay;
  private boolean isClosing;
  private boolean isClosed;

  private Pager(StoreFile file, PagerOptions options) throws IOException {
    this.file = file;
    this.options = options;
    long pages = Math.max(MIN_CACHED_PAGES, options.cacheBytes() / Frame.BYTES);
    this.cache = new PageCache((int) Math.min(Integer.MAX_VALUE, pages));
    this.loader = new PageLoader(file, cache);
    this.health = new Health(file.name(), options.readOnly());
    Ownership ownership = new Ownership(file, loader, health);
    this.writer = new PageWriter(file, ownership, options.readOnly() ? tooLittleMemory() : null);
    long maxPages = Math.min(Integer.MAX_VALUE, options.maxBytes() / PageHeader.PAGE_SIZE);
    this.space = new Space(maxPages, cache::remove, cache::recycle);
    this.reserve = new Reserve(space, writer);
    this.states = new States();
    this.log = new CommitLog(file, ownership, options.groupDelayNanos(), options.ring(), states);
    Durable durable = Durable.open(file, loader, space, options.readOnly());
    Meta meta = durable.meta();
    this.checkpoints =
        new Checkpoints(
            file,
            cache,
            loader,
            writer,
            reserve,
            space,
            states,
            ownership,
            log,
            durable,
            options.trace());
    this.head =
        new Head(
            file.name(),
            options.durableCommits(),
            cache,
            space,
            states,
            health,
            log,
            checkpoints,
            new State(meta.sequence(), durable.catalogue(), meta.nextCollectionId()));
    this.replay = new Replay(this, head, loader, log.open(loader, meta));
  }

  private String tooLittleMemory() {
    return file.name()
        + ": was not closed, and what has to be recovered does not fit cacheBytes="
        + options.cacheBytes()
        + "; raise it, or open the store for writing once";
  }

  /**
   * Gives the recovery of what the last checkpoint does not contain; it comes before anything else.
   *
   * @return the commits of the ring, and how to do them again
   */
  public Replay replay() {
    return replay;
  }

  /** Makes room for what a commit of the ring changes. */
  WriteSet beginReplay() {
    if (options.readOnly() && cache.dirty() > cache.budget() / 4 * 3) {
      throw new StoreException(tooLittleMemory());
    }
    if (!options.readOnly() && cache.dirty() > cache.budget() / 2) {
      checkpoint();
    }
    head.reclaim();
    return begin(new OperationLog(0), false);
  }

  /** Checkpoints the recovered state and lets the ring go, under a new generation. */
  void endReplay() {
    if (log.pages() > 0 && !options.readOnly()) {
      Meta last = durable();
      Meta.Ring old = last.ring();
      checkpoints.setMeta(
          last.withRing(new Meta.Ring(old.start(), old.pages(), 0, old.generation() + 1)));
      checkpoint(head.state(), null, 0);
    }
  }

  /**
   * Opens a file that holds a store.
   *
   * @param file the file; it is closed with the pager, or by the caller where this fails
   * @param options how to work
   * @return the pager of its newest state
   * @throws StoreException where the file is none of Octavo's, damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options) {
    try {
      return new Pager(file, options);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot open the store: " + e, e);
    }
  }

  /**
   * Fills an empty file with a store of no collections and makes it durable.
   *
   * @param file an empty file
   * @param storeId identity of the new store
   * @throws StoreException where the file cannot be written
   */
  public static void create(StoreFile file, UUID storeId) {
    try {
      Durable.create(file, storeId);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot create the store: " + e, e);
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
   * Gives the pages of a collection.
   *
   * @param snapshot what it holds, null for the writer
   * @param made what the writer has made, null for a snapshot
   * @param owner the collection
   * @param type what it is, as its catalogue record says
   * @return its pages, for the writer those of its write set included
   */
  public Pages pages(@Nullable Snapshot snapshot, @Nullable WriteSet made, int owner, int type) {
    return new Pages(loader, cache, owner, type, snapshot, made);
  }

  /**
   * Gives the collections of the newest state; for the holder of the writer slot.
   *
   * @return its catalogue
   */
  public Catalogue catalogue() {
    return head.state().catalogue();
  }

  /**
   * Tells the identifier of the next collection.
   *
   * @return from 1
   */
  public int nextCollectionId() {
    return head.state().nextCollectionId();
  }

  /**
   * Tells the number of the newest state; for the holder of the writer slot.
   *
   * @return ascending from 0
   */
  public long sequence() {
    return head.state().sequence();
  }

  /** {@return the number of the last commit that readers see} */
  public long published() {
    return states.current().sequence();
  }

  /**
   * Begins a transaction; for the holder of the writer slot.
   *
   * @return an empty write set
   * @throws StoreFailedException where an earlier failure keeps the store from writing
   */
  public WriteSet beginWrite() {
    requireWritable();
    head.settle();
    int half = cache.budget() / 2;
    if (log.isTooShort(space.countLive())) {
      finishRunning();
      checkpoint(log.grownPages(0, space.countLive()));
    } else if (checkpoints.isRunning()) {
      // What this transaction changes comes on top of what is being written.
      if (cache.dirty() > half + half / 2) {
        finishRunning();
      }
    } else if (log.isFilling(space.countLive()) || cache.dirty() > half) {
      beginCheckpoint();
      requireWritable();
    }
    head.reclaim();
    if (!reserve.fill(head.state().catalogue()) && head.isAheadOfCheckpoint()) {
      // What only the last checkpoint reaches is all the room that a full disk leaves.
      beginCheckpoint();
      finishRunning();
    }
    int logLimit = options.durableCommits() ? log.maxOperations(space.countLive()) : 0;
    return begin(new OperationLog(logLimit, options.trace()), true);
  }

  private WriteSet begin(OperationLog operations, boolean isLimited) {
    return head.begin(
        new WriteSet(cache, space, writer, operations, checkpoints.nextEpoch(), isLimited));
  }

  /**
   * Has the newest state made durable while transactions go on; for the holder of the writer slot,
   * without a write set.
   *
   * @return what to wait for, null where all is durable already
   * @throws StoreException where there is no room for it
   */
  public @Nullable RunningCheckpoint beginCheckpoint() {
    finishRunning();
    if (!head.isAheadOfCheckpoint()) {
      return null;
    }
    Checkpoints.Run run = begin(head.state(), null, log.pages());
    checkpoints.start(run, options.checkpoints());
    head.settle();
    return () -> Checkpoints.await(run);
  }

  private Checkpoints.Run begin(State state, @Nullable WriteSet own, int ringPages) {
    try {
      return checkpoints.begin(state, own, ringPages);
    } catch (RuntimeException | Error e) {
      head.settleCheckpoint();
      throw e;
    }
  }

  /** Waits for the checkpoint on its way; it may have found out that the store has failed. */
  private void finishRunning() {
    head.settle();
    checkpoints.finish();
    head.settle();
    requireWritable();
  }

  /**
   * Does what has to be done when something has ended, and was not done by whoever ended it; for
   * the holder of the writer slot, without a write set.
   */
  public void settle() {
    head.settle();
  }

  /**
   * Makes the write set the newest state. Where this throws, it is not, or the store has failed.
   *
   * @param pages the write set
   * @param catalogue the collections with the roots that the write set left
   * @param nextCollectionId identifier of the next collection
   * @return what is to be {@linkplain #await awaited} once the writer slot has been given up, null
   *     where nothing is
   * @throws StoreException where the state could not be written; the store goes on
   * @throws StoreFailedException where it is unknown whether it is durable; the store refuses to
   *     write from then on, and reopening it tells
   */
  public @Nullable SealedCommit commit(WriteSet pages, Catalogue catalogue, int nextCollectionId) {
    try {
      seal(pages, catalogue, nextCollectionId);
      return head.awaited(pages);
    } catch (RuntimeException | Error e) {
      boolean isKnown = false;
      try {
        if (head.isCommitted(pages)) {
          // What failed was the work behind the commit, which the next transaction does.
          SealedCommit awaited = head.awaited(pages);
          isKnown = true;
          return awaited;
        }
        isKnown = true;
        throw e;
      } finally {
        if (!isKnown) {
          health.cause = e;
        }
      }
    }
  }

  private void seal(WriteSet pages, Catalogue catalogue, int nextCollectionId) {
    head.countSpilled(pages);
    if (pages.isEmpty() && catalogue == head.state().catalogue()) {
      // It may have read what is not durable yet.
      head.joins(pages);
      return;
    }
    requireWritable();
    State next = head.next(catalogue, nextCollectionId);
    OperationLog operations = pages.log();
    boolean isLogged = options.durableCommits();
    // A checkpoint makes the file longer by pages instead of zeros.
    boolean isSealed =
        !(isLogged && operations.isFull()) && reserve.has(catalogue, operations.hasPuts());
    if (isSealed && !isLogged) {
      head.link(next, null, pages);
    } else if (isSealed && reserve(next, operations.length())) {
      head.link(next, operations.toBytes(), pages);
    } else {
      checkpoint(
          next,
          pages,
          operations.isFull()
              ? log.pages()
              : log.grownPages(operations.length(), space.countLive()));
    }
  }

  private boolean reserve(State next, int length) {
    if (log.reserve(next.sequence(), length)) {
      return true;
    }
    if (!checkpoints.isRunning()) {
      return false;
    }
    // It is about to make room in the ring.
    checkpoints.finish();
    head.settleCheckpoint();
    return log.reserve(next.sequence(), length);
  }

  /**
   * Waits until a commit is durable.
   *
   * @param commit the commit
   * @throws StoreFailedException where it is unknown whether it is
   */
  public void await(SealedCommit commit) {
    log.await(commit);
  }

  /**
   * Ends a write set: undoes it, where it has not become a commit, and tells its log.
   *
   * @param pages the write set
   */
  public void end(WriteSet pages) {
    head.end(pages);
  }

  /**
   * Makes the newest state durable by a checkpoint; for the holder of the writer slot, without a
   * write set.
   *
   * @throws StoreException as {@link #commit}
   */
  public void checkpoint() {
    checkpoint(log.pages());
  }

  private void checkpoint(int ringPages) {
    finishRunning();
    if (head.isAheadOfCheckpoint() || log.pages() != ringPages) {
      checkpoint(head.state(), null, ringPages);
    }
  }

  /**
   * Makes a state durable and publishes it, with all sealed commits that it builds on.
   *
   * @param state the newest state, or the one that a write set makes of it
   * @param pages the write set, if there is one
   * @param ringPages how long the ring is to be; 0 for none
   */
  private void checkpoint(State state, @Nullable WriteSet pages, int ringPages) {
    checkpoints.finish();
    head.settleCheckpoint();
    requireWritable();
    try {
      Checkpoints.await(begin(state, pages, ringPages));
    } finally {
      head.settleCheckpoint();
    }
  }

  /** Begins a step of a compaction, without a commit ring; for the holder of the writer slot. */
  Compaction beginCompaction(long maxPages) {
    checkpoint(0);
    head.reclaim();
    WriteSet pages = begin(new OperationLog(0, options.trace()), false);
    return new Compaction(
        this, space, pages, checkpoints.durable(), Math.min(maxPages, cache.budget() / 4));
  }

  /** Makes a step of a compaction durable, or rolls it back, and cuts the free tail off. */
  void commit(Compaction step, Catalogue catalogue) {
    if (step.prepare()) {
      Catalogue moved = catalogue.moved(step.limit());
      State next = head.next(moved, head.state().nextCollectionId());
      try {
        checkpoint(next, step.pages(), 0);
      } catch (RuntimeException | Error e) {
        if (!head.isCommitted(step.pages())) {
          throw e;
        }
      }
    }
    checkpoints.truncateAll();
  }

  /** {@return whether the store may be written: it was opened for that, and no write has failed} */
  public boolean isWritable() {
    return health.isWritable();
  }

  /**
   * Throws where the store must not be written.
   *
   * @throws IllegalStateException where it was opened for reading only
   * @throws StoreFailedException where an earlier write failed
   */
  public void requireWritable() {
    health.requireWritable();
  }

  /**
   * Tells what the last durable checkpoint says; for the holder of the writer slot.
   *
   * @return its meta page
   */
  public Meta durable() {
    return checkpoints.durable().meta();
  }

  /**
   * Gives the collections that the last checkpoint made durable; for the holder of the writer slot.
   *
   * @return their catalogue
   */
  public Catalogue durableCatalogue() {
    return checkpoints.durable().catalogue();
  }

  /**
   * Reads a page from the file, past the cache, held to the rules of its kind.
   *
   * @param ref where it is and what it must be
   * @param kind its kind
   * @param owner the collection, 0 for the store itself
   * @return its bytes
   */
  public byte[] readDurable(PageRef ref, PageKind kind, int owner) {
    byte[] page = loader.read(ref.number(), ref.crc(), ref.level(), owner);
    loader.requireKind(page, ref.number(), kind.code());
    return page;
  }

  /**
   * Counts.
   *
   * @return counters as they are about now
   */
  public PagerStats stats() {
    Meta last = durable();
    return new PagerStats(
        last.epoch(),
        states.current().sequence(),
        last.pageCount(),
        space.countLive(),
        space.countTaken(),
        cache.resident(),
        cache.dirty(),
        cache.budget(),
        loader.loaded(),
        cache.evicted(),
        writer.written(),
        head.spilled(),
        writer.cut(),
        checkpoints.count(),
        states.snapshots(),
        head.held(),
        states.oldestNanos(),
        file.locksLost(),
        file.locksRetaken(),
        reserve.present(states.current().catalogue()));
  }

  /**
   * Ends all snapshots, makes the newest state durable, and closes the file; for the holder of the
   * writer slot. After a failure nothing is written.
   */
  @Override
  public void close() {
    try {
      writeLast();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // What it kept from being written.
      writeLast();
      throw e;
    } finally {
      isClosing = true;
      try {
        states.closeAll();
      } finally {
        closeFile();
        isClosed = true;
      }
    }
  }

  /**
   * Tells whether the file has been closed.
   *
   * @return false where an Error has kept {@link #close} from that; it is to be called again then
   */
  public boolean isClosed() {
    return isClosed;
  }

  private void writeLast() {
    boolean hasWork = isWritable() && !isClosing;
    // Whatever becomes of it, its thread must not meet a closed file.
    checkpoints.finish();
    if (!hasWork) {
      return;
    }
    head.settle();
    requireWritable();
    SealedCommit commit = head.commit();
    if (!log.isDurable(commit)) {
      // Decided whether the checkpoint succeeds or not: somebody may wait for it.
      log.await(commit);
    }
    states.closeAll();
    head.reclaim();
    // Its pages get other numbers on their way: there is no second try.
    isClosing = true;
    if (head.isAheadOfCheckpoint() || log.pages() != 0) {
      try {
        Checkpoints.await(checkpoints.beginLast(head.state()));
      } finally {
        head.settleCheckpoint();
      }
    }
    checkpoints.truncateAll();
  }

  private void closeFile() {
    try {
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, file.name() + ": cannot close the file", e);
    }
  }
}
