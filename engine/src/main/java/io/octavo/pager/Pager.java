package io.octavo.pager;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.OperationLog;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.Rule;
import java.io.IOException;
import java.util.List;
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
  private final Space space;
  private final States states;

  private final Health health;
  private final CommitLog log;
  private final Checkpoints checkpoints;

  /** The newest state, on which the next transaction builds; ahead of what readers see. */
  private State newest;

  /** The commit that made the newest state, where it may not be durable yet. */
  private @Nullable SealedCommit newestSealed;

  private final List<byte[]> logged;
  private long spilled;

  private Pager(StoreFile file, PagerOptions options) throws IOException {
    this.file = file;
    this.options = options;
    this.cache =
        new PageCache(
            (int)
                Math.min(
                    Integer.MAX_VALUE,
                    Math.max(MIN_CACHED_PAGES, options.cacheBytes() / Frame.BYTES)));
    this.loader = new PageLoader(file, cache);
    this.writer = new PageWriter(file, options.readOnly() ? tooLittleMemory() : null);
    long maxPages = Math.min(Integer.MAX_VALUE, options.maxBytes() / PageHeader.PAGE_SIZE);
    this.space = new Space(maxPages, cache::remove, cache::recycle);
    this.states = new States();
    this.health = new Health(file.name());
    this.log = new CommitLog(file, health, options.groupDelayNanos(), states::publish);
    Metas.Found found = Metas.read(file, loader, options.readOnly());
    Meta meta = found.meta();
    Durable durable = Durable.read(loader, meta);
    this.newest = new State(meta.sequence(), durable.catalogue(), meta.nextCollectionId());
    states.publish(newest);
    if (options.readOnly() && meta.ring().pages() == 0) {
      durable = durable.readSpaceIfSound(loader, space);
    } else {
      durable = durable.readSpace(loader, space);
    }
    if (!options.readOnly()) {
      // After a force that failed, the system's cache may have shown a meta page that the disk does
      // not hold; building on it could end, after another crash, in an older state whose pages have
      // been given out anew.
      Metas.persist(file, found);
      if (!found.isOtherSlotSound()) {
        durable = durable.inOtherSlot(file);
      }
    }
    this.checkpoints =
        new Checkpoints(
            file, cache, loader, writer, space, states, health, log, durable, options.trace());
    this.logged = log.open(loader, meta);
  }

  /**
   * Gives the commits that the last checkpoint does not contain. They have to be done again, each
   * by {@link #beginReplay} and {@link #commitReplayed}, before anything else; then {@link
   * #endRecovery}.
   *
   * @return their operations, in order
   */
  public List<byte[]> logged() {
    return logged;
  }

  /**
   * Begins to do a commit of the ring again.
   *
   * @return an empty write set
   * @throws StoreException where memory has no room for what a store that is only read must keep in
   *     it
   */
  public WriteSet beginReplay() {
    if (options.readOnly() && cache.dirty() > cache.budget() / 4 * 3) {
      throw new StoreException(tooLittleMemory());
    }
    if (!options.readOnly() && cache.dirty() > cache.budget() / 2) {
      checkpoint();
    }
    reclaim();
    return new WriteSet(cache, space, writer, new OperationLog(0), checkpoints.nextEpoch(), false);
  }

  private String tooLittleMemory() {
    return file.name()
        + ": was not closed, and what has to be recovered does not fit cacheBytes="
        + options.cacheBytes()
        + "; raise it, or open the store for writing once";
  }

  /**
   * Makes a commit of the ring the newest state again.
   *
   * @param pages what it changed
   * @param catalogue the collections that it left
   * @param nextCollectionId identifier of the next collection
   */
  public void commitReplayed(WriteSet pages, Catalogue catalogue, int nextCollectionId) {
    seal(new State(newest.sequence() + 1, catalogue, nextCollectionId), pages);
    states.publish(newest);
  }

  /**
   * Reports a commit of the ring that cannot be done again, although its record is whole.
   *
   * @param cause what is wrong with it
   * @return the error to throw
   */
  public CorruptionException unreadableCommit(IllegalArgumentException cause) {
    return loader.corruption(
        durable().ring().start(),
        Rule.R27,
        0,
        "commit " + (newest.sequence() + 1) + ": " + cause.getMessage(),
        "operations that can be done");
  }

  /**
   * Makes the recovered state durable and lets the ring go: its records must never be read again,
   * because other commits with their numbers may follow. The new generation sees to that as well.
   */
  public void endRecovery() {
    if (log.pages() > 0 && !options.readOnly()) {
      Meta last = durable();
      Meta.Ring old = last.ring();
      checkpoints.setMeta(
          last.withRing(new Meta.Ring(old.start(), old.pages(), 0, old.generation() + 1)));
      checkpoint(newest, null, 0);
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
   * @param owner the collection
   * @param type what it is, as its catalogue record says
   * @return its pages, for the writer those of its write set included
   */
  public Pages pages(@Nullable Snapshot snapshot, int owner, int type) {
    return new Pages(loader, cache, owner, type, snapshot);
  }

  /**
   * Gives the collections of the newest state; for the holder of the writer slot.
   *
   * @return its catalogue
   */
  public Catalogue catalogue() {
    return newest.catalogue();
  }

  /**
   * Tells the identifier of the next collection.
   *
   * @return from 1
   */
  public int nextCollectionId() {
    return newest.nextCollectionId();
  }

  /**
   * Tells the number of the newest state; for the holder of the writer slot.
   *
   * @return ascending from 0
   */
  public long sequence() {
    return newest.sequence();
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
    settle(checkpoints.settle());
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
    reclaim();
    return newWriteSet(options.durableCommits() ? log.maxOperations(space.livePages()) : 0);
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
    if (newest.catalogue() == checkpoints.durable().catalogue()) {
      return null;
    }
    Checkpoints.Run run = checkpoints.begin(newest, null, log.pages());
    Checkpoints.start(run, options.checkpoints());
    settle(checkpoints.settle());
    return () -> Checkpoints.await(run);
  }

  /** Gives back what the checkpoint on its way has made free, if it is through. */
  public void settle() {
    settle(checkpoints.settle());
  }

  /** Waits for the checkpoint on its way; it may have found out that the store has failed. */
  private void finishRunning() {
    settle(checkpoints.finish());
    requireWritable();
  }

  private void settle(Checkpoints.@Nullable Settled settled) {
    if (settled == null) {
      return;
    }
    if (newest == settled.begun()) {
      newest = settled.written();
      if (states.current() != newest) {
        states.publish(newest);
      }
      newestSealed = null;
    }
    reclaim();
    checkpoints.truncate(settled.before());
    if (cache.dirty() > cache.budget() / 2) {
      spilled += checkpoints.spillRetained();
    }
  }

  private WriteSet newWriteSet(int logLimit) {
    OperationLog operations = new OperationLog(logLimit, options.trace());
    return new WriteSet(cache, space, writer, operations, checkpoints.nextEpoch(), true);
  }

  /**
   * Makes the write set the newest state. Where this throws, it has been rolled back.
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
    spilled += pages.spilled();
    if (pages.isEmpty() && catalogue == newest.catalogue()) {
      // It may have read what is not durable yet.
      return newestSealed;
    }
    try {
      requireWritable();
    } catch (StoreFailedException e) {
      pages.rollBack();
      throw e;
    }
    State next = new State(newest.sequence() + 1, catalogue, nextCollectionId);
    if (!options.durableCommits()) {
      seal(next, pages);
      states.publish(next);
      return null;
    }
    OperationLog operations = pages.log();
    SealedCommit commit = operations.isFull() ? null : add(next, operations.toBytes());
    if (commit != null) {
      seal(next, pages);
      newestSealed = commit;
    } else {
      checkpoint(
          next,
          pages,
          operations.isFull()
              ? log.pages()
              : log.grownPages(operations.length(), space.countLive()));
    }
    return commit;
  }

  private @Nullable SealedCommit add(State next, byte[] operations) {
    SealedCommit commit = log.add(next, operations);
    if (commit == null && checkpoints.isRunning()) {
      // It is about to make room in the ring.
      settle(checkpoints.finish());
      commit = log.add(next, operations);
    }
    return commit;
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

  private void seal(State next, WriteSet pages) {
    space.freed(next.sequence(), pages.freed());
    newest = next;
  }

  /**
   * Undoes a write set.
   *
   * @param pages the write set
   */
  public void rollBack(WriteSet pages) {
    spilled += pages.spilled();
    pages.rollBack();
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
    if (newest.catalogue() != checkpoints.durable().catalogue() || log.pages() != ringPages) {
      checkpoint(newest, null, ringPages);
    }
  }

  /** Gives back pages that nothing reaches any more; for the holder of the writer slot. */
  private void reclaim() {
    space.reclaim(Math.min(states.oldestRead(), checkpoints.read()));
  }

  /**
   * Makes a state durable and publishes it, with all sealed commits that it builds on.
   *
   * @param state the newest state, or the one that a write set makes of it
   * @param pages the write set, if there is one; rolled back where this throws
   * @param ringPages how long the ring is to be; 0 for none
   */
  private void checkpoint(State state, @Nullable WriteSet pages, int ringPages) {
    try {
      finishRunning();
      Checkpoints.await(checkpoints.begin(state, pages, ringPages));
    } catch (RuntimeException | Error e) {
      settle(checkpoints.settle());
      if (pages != null) {
        pages.rollBack();
      }
      throw e;
    }
    if (pages != null) {
      seal(state, pages);
    }
    settle(checkpoints.settle());
  }

  /** Begins a step of a compaction, without a commit ring; for the holder of the writer slot. */
  Compaction beginCompaction(long maxPages) {
    checkpoint(0);
    reclaim();
    OperationLog none = new OperationLog(0, options.trace());
    WriteSet pages = new WriteSet(cache, space, writer, none, checkpoints.nextEpoch(), false);
    return new Compaction(
        this, space, pages, checkpoints.durable(), Math.min(maxPages, cache.budget() / 4));
  }

  /** Makes a step of a compaction durable, or rolls it back, and cuts the free tail off. */
  void commit(Compaction step, Catalogue catalogue) {
    if (step.prepare()) {
      Catalogue moved = catalogue.moved(step.limit());
      State next = new State(newest.sequence() + 1, moved, newest.nextCollectionId());
      checkpoint(next, step.pages(), 0);
    }
    checkpoints.truncateAll();
  }

  /**
   * Tells whether the store may be written.
   *
   * @return false where it was opened for reading only, or an earlier write failed
   */
  public boolean isWritable() {
    return !options.readOnly() && !health.isFailed();
  }

  /**
   * Throws where the store must not be written.
   *
   * @throws IllegalStateException where it was opened for reading only
   * @throws StoreFailedException where an earlier write failed
   */
  public void requireWritable() {
    if (options.readOnly()) {
      throw new IllegalStateException(
          file.name() + ": the store is open for reading only; open it without readOnly");
    }
    health.require();
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
        spilled,
        writer.cut(),
        checkpoints.count(),
        states.snapshots(),
        space.held(),
        states.oldestNanos());
  }

  /**
   * Ends all snapshots, makes the newest state durable, and closes the file; for the holder of the
   * writer slot. After a failure nothing is written.
   */
  @Override
  public void close() {
    try {
      boolean hasWork = isWritable();
      // Whatever becomes of it, its thread must not meet a closed file.
      settle(checkpoints.finish());
      if (hasWork) {
        requireWritable();
        SealedCommit sealed = newestSealed;
        if (sealed != null && log.pages() > 0) {
          // Decided whether the checkpoint succeeds or not: somebody may wait for it.
          log.await(sealed);
        }
        states.closeAll();
        reclaim();
        if (newest.catalogue() != checkpoints.durable().catalogue() || log.pages() != 0) {
          Checkpoints.Run last = checkpoints.beginLast(newest);
          try {
            Checkpoints.await(last);
          } finally {
            settle(checkpoints.settle());
          }
        }
        checkpoints.truncateAll();
      }
    } finally {
      states.closeAll();
      try {
        file.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, file.name() + ": cannot close the file", e);
      }
    }
  }
}
