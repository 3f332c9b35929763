package io.octavo.pager;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.OperationLog;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.Rule;
import java.io.IOException;
import java.util.ArrayList;
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

  /** A free tail of the file is cut off when it is this long and a tenth of the file. */
  private static final long MIN_TRUNCATION = 8L << 20;

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
  private volatile Durable durable;

  /** The newest state, on which the next transaction builds; ahead of what readers see. */
  private State newest;

  /** The commit that made the newest state, where it may not be durable yet. */
  private @Nullable SealedCommit newestSealed;

  private final List<byte[]> logged;
  private long checkpoints;
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
    this.space = new Space(maxPages, cache::remove);
    this.states = new States();
    this.health = new Health(file.name());
    this.log = new CommitLog(file, health, options.groupDelayNanos(), states::publish);
    Metas.Found found = Metas.read(file, loader, options.readOnly());
    Meta meta = found.meta();
    this.durable = Durable.read(loader, meta);
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
        clearOtherSlot();
      }
    }
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
    return new WriteSet(cache, space, writer, new OperationLog(0), nextEpoch(), false);
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
        durable.meta().ring().start(),
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
      Meta.Ring old = durable.meta().ring();
      Meta.Ring next = new Meta.Ring(old.start(), old.pages(), 0, old.generation() + 1);
      durable = durable.with(durable.meta().withRing(next));
      checkpoint(0);
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
   * Makes the same state durable in the other slot too, where a copy was cut off. Such a copy may
   * lack no more than its last bytes: the next write there could make it whole if it was cut off as
   * well, and bring back a state whose pages have been given out anew.
   */
  private void clearOtherSlot() throws IOException {
    Meta next = durable.meta().withEpoch(durable.meta().epoch() + 1);
    Metas.write(file, next);
    file.force();
    durable = durable.with(next);
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
   * @return its pages, for the writer those of its write set included
   */
  public Pages pages(@Nullable Snapshot snapshot, int owner) {
    return new Pages(loader, cache, owner, snapshot);
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

  /**
   * Begins a transaction; for the holder of the writer slot.
   *
   * @return an empty write set
   * @throws StoreFailedException where an earlier failure keeps the store from writing
   */
  public WriteSet beginWrite() {
    requireWritable();
    boolean isFull = cache.dirty() > cache.budget() / 2;
    if (log.isFilling()) {
      checkpoint(log.grownPages(0));
    } else if (isFull) {
      checkpoint();
    }
    reclaim();
    if (isFull) {
      spillRetained();
    }
    return newWriteSet(options.durableCommits() ? CommitLog.MAX_OPERATIONS : 0);
  }

  /**
   * Writes changed leaves that only snapshots still reach, so that they can be evicted: no
   * checkpoint will write them. Their numbers are theirs until the last of these snapshots is
   * closed. Nothing durable refers to them, and their parents never learn the checksums.
   */
  private void spillRetained() {
    List<Frame> images = new ArrayList<>();
    for (IntList pages : space.retained()) {
      for (int i = 0; i < pages.size(); i++) {
        Frame frame = cache.get(pages.get(i));
        if (frame != null && frame.dirty && frame.level == 0) {
          Frame image = Images.leaf(frame, true);
          PageHeader.seal(image.bytes, nextEpoch());
          cache.put(image);
          images.add(image);
        }
      }
    }
    writer.write(images);
    images.forEach(cache::markClean);
    cache.shrink(cache.budget());
    spilled += images.size();
  }

  private long nextEpoch() {
    return durable.meta().epoch() + 1;
  }

  private WriteSet newWriteSet(int logLimit) {
    return new WriteSet(cache, space, writer, new OperationLog(logLimit), nextEpoch(), true);
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
    SealedCommit commit = operations.isFull() ? null : log.add(next, operations.toBytes());
    if (commit != null) {
      seal(next, pages);
      newestSealed = commit;
    } else {
      checkpoint(
          next, pages, operations.isFull() ? log.pages() : log.grownPages(operations.length()));
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
    requireWritable();
    if (newest.catalogue() != durable.catalogue() || durable.meta().ring().pages() != ringPages) {
      checkpoint(newest, newWriteSet(0), ringPages);
    }
  }

  /** Gives back pages that nothing reaches any more; for the holder of the writer slot. */
  private void reclaim() {
    space.reclaim(states.oldestRead());
  }

  /**
   * Makes a state durable and publishes it, with all sealed commits that it builds on.
   *
   * @param state the newest state, or the one that a write set makes of it
   * @param pages the write set, or an empty one; rolled back where this throws
   * @param ringPages how long the ring is to be; 0 for none
   */
  private void checkpoint(State state, WriteSet pages, int ringPages) {
    log.exclusively(() -> writeCheckpoint(state, pages, ringPages));
  }

  private void writeCheckpoint(State state, WriteSet pages, int ringPages) {
    Durable last = durable;
    Checkpoint checkpoint = new Checkpoint(cache, loader, space, pages, nextEpoch());
    Meta next;
    Catalogue built;
    try {
      health.require();
      built = checkpoint.buildCatalogue(state.catalogue(), last.catalogue());
      Meta.Ring extent = log.extent(ringPages, state.sequence());
      if (extent == null) {
        extent = checkpoint.buildRing(last.meta().ring(), ringPages);
      }
      checkpoint.buildSpace(last.bitmaps(), last.spaceBranches());
      checkpoint.writePages(writer);
      next = metaOf(state, built.root(), checkpoint.spaceRoot(), extent);
    } catch (StoreException e) {
      // Nothing that a durable state reaches has been touched.
      pages.rollBack();
      throw e;
    } catch (RuntimeException | Error e) {
      pages.rollBack();
      throw health.fail(e);
    }
    try {
      file.force();
      Metas.write(file, next);
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      pages.rollBack();
      throw health.fail(e);
    }
    durable = new Durable(next, built, checkpoint.spacePlaces(), checkpoint.spaceBranches());
    space.checkpointed(durable.bitmaps());
    checkpoints++;
    seal(new State(state.sequence(), built, state.nextCollectionId()), pages);
    // Before the threads that wait for these commits go on: they must see what they committed.
    states.publish(newest);
    newestSealed = null;
    log.checkpointed(next.storeId(), next.ring(), state.sequence());
    reclaim();
    truncate(last.meta(), MIN_TRUNCATION);
  }

  private Meta metaOf(State state, PageRef catalogue, PageRef bitmaps, Meta.Ring ring) {
    Meta last = durable.meta();
    return new Meta(
        last.storeId(),
        last.compatible(),
        last.readOnlyCompatible(),
        last.incompatible(),
        nextEpoch(),
        space.livePages(),
        catalogue,
        bitmaps,
        state.nextCollectionId(),
        state.sequence(),
        ring);
  }

  /** Cuts the free tail off, never a page that one of two checkpoints or a snapshot reaches. */
  private void truncate(Meta last, long least) {
    int used = Math.max(durable.meta().pageCount(), last.pageCount());
    writer.truncate(Math.max(space.takenPages(), used), least);
  }

  /** Begins a step of a compaction, without a commit ring; for the holder of the writer slot. */
  Compaction beginCompaction(long maxPages) {
    checkpoint(0);
    reclaim();
    WriteSet pages = new WriteSet(cache, space, writer, new OperationLog(0), nextEpoch(), false);
    return new Compaction(this, space, pages, durable, Math.min(maxPages, cache.budget() / 4));
  }

  /** Makes a step of a compaction durable, or rolls it back, and cuts the free tail off. */
  void commit(Compaction step, Catalogue catalogue) {
    if (step.prepare()) {
      Catalogue moved = catalogue.moved(step.limit());
      State next = new State(newest.sequence() + 1, moved, newest.nextCollectionId());
      checkpoint(next, step.pages(), 0);
    }
    truncate(durable.meta(), 1);
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
    return durable.meta();
  }

  /**
   * Gives the collections that the last checkpoint made durable; for the holder of the writer slot.
   *
   * @return their catalogue
   */
  public Catalogue durableCatalogue() {
    return durable.catalogue();
  }

  /**
   * Reads a page from the file, past the cache, held to the rules of its kind.
   *
   * @param ref where it is and what it must be
   * @param owner the collection, 0 for the store itself
   * @return its bytes
   */
  public byte[] readDurable(PageRef ref, int owner) {
    return loader.read(ref.number(), ref.crc(), ref.level(), owner);
  }

  /**
   * Counts.
   *
   * @return counters as they are about now
   */
  public PagerStats stats() {
    Meta last = durable.meta();
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
        checkpoints,
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
      if (!options.readOnly() && !health.isFailed()) {
        checkpoint(0);
        states.closeAll();
        reclaim();
        truncate(durable.meta(), 1);
      }
      states.closeAll();
    } finally {
      try {
        file.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, file.name() + ": cannot close the file", e);
      }
    }
  }
}
