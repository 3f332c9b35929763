package io.octavo.commit;

import io.octavo.cache.Delta;
import io.octavo.cache.Frame;
import io.octavo.cache.Health;
import io.octavo.cache.Images;
import io.octavo.cache.IntList;
import io.octavo.cache.MetaPages;
import io.octavo.cache.Ownership;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageWriter;
import io.octavo.cache.Storage;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.error.StoreException;
import io.octavo.event.CheckpointEvent;
import io.octavo.event.Events;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.snapshot.States;
import io.octavo.space.Space;
import io.octavo.trace.TraceWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Makes states durable, one after the other.
 *
 * <p>{@link #begin} and {@link #end} belong to the holder of the writer slot: begin allocates
 * places and freezes the free space, end frees the places that are no longer reached. The work
 * between them, building and writing the pages, runs on any thread: on a thread of its own while
 * transactions go on, or on the first thread that waits for the checkpoint.
 */
final class Checkpointer {
  private static final System.Logger LOG = System.getLogger(Checkpointer.class.getName());

  private final Storage storage;
  private final StoreFile file;
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter writer;
  private final Reserve reserve;
  private final Space space;
  private final States states;
  private final Health health;
  private final Ownership ownership;
  private final CommitLog log;
  private final @Nullable TraceWriter trace;
  private volatile DurableCheckpoint durable;
  private @Nullable Run running;

  /** A checkpoint that has begun and not ended. */
  static final class Run {
    private final State state;
    private final Checkpoint pages;
    private final DurableCheckpoint last;
    private final @Nullable WriteTransaction own;
    private final FutureTask<Void> task;
    private Meta.@Nullable Ring ring;

    /** The least length of the file in pages, for a commit that may not use the reserve. */
    private long filePages;

    private boolean isPlaced;

    /** Whether threads other than the one that began the checkpoint may write it. */
    private boolean isShared;

    /** The same state with checksums and places; null before the checkpoint is durable. */
    volatile @Nullable State written;

    private volatile @Nullable Throwable failure;

    private Run(
        Checkpointer all,
        State state,
        Checkpoint pages,
        DurableCheckpoint last,
        @Nullable WriteTransaction own) {
      this.state = state;
      this.pages = pages;
      this.last = last;
      this.own = own;
      this.task = new FutureTask<>(() -> all.write(this), null);
    }

    /** Returns the state when the checkpoint began. */
    State begun() {
      return state;
    }

    /** Returns the transaction that waits for this checkpoint, null if none does. */
    @Nullable WriteTransaction own() {
      return own;
    }

    /** Returns the meta page of the previous checkpoint. */
    Meta before() {
      return last.meta();
    }
  }

  /** Continues from the last checkpoint in the file. */
  Checkpointer(
      Storage storage,
      Space space,
      States states,
      CommitLog log,
      DurableCheckpoint durable,
      @Nullable TraceWriter trace) {
    this.storage = storage;
    this.file = storage.file();
    this.cache = storage.cache();
    this.loader = storage.loader();
    this.writer = storage.writer();
    this.ownership = storage.ownership();
    this.health = storage.health();
    this.space = space;
    this.reserve = new Reserve(space, writer);
    this.states = states;
    this.log = log;
    this.durable = durable;
    ownership.wrote(durable.meta());
    this.trace = trace;
  }

  /** Returns the pages that are kept back for a full disk. */
  Reserve reserve() {
    return reserve;
  }

  /** Returns the last checkpoint. Any thread. */
  DurableCheckpoint durable() {
    return durable;
  }

  /** Replaces the meta page of the last checkpoint, while no checkpoint runs. */
  void setMeta(Meta meta) {
    durable = durable.with(meta);
    ownership.wrote(meta);
  }

  /** Returns the epoch of the next checkpoint. */
  long nextEpoch() {
    return durable.meta().epoch() + 1;
  }

  boolean isRunning() {
    return running != null;
  }

  /**
   * Begins a checkpoint. No other checkpoint may be running. If this method throws, {@link #ended}
   * returns the checkpoint, to be undone by {@link #end}.
   *
   * @param state the newest state
   * @param own the transaction that made the state, if no reader can see its pages yet
   * @param ringPages the new length of the ring in pages; 0 for none. While the checkpoint runs,
   *     commits may be sealed only if the ring does not change
   * @param isRingMoved whether a ring that keeps its length gets a lower place, if there is one
   * @return the checkpoint, to be run
   */
  Run begin(State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    return begin(state, own, ringPages, isRingMoved, false);
  }

  /**
   * Begins the last checkpoint of an open store. All snapshots must be closed.
   *
   * @param state the newest state
   * @return the checkpoint, to be run
   */
  Run beginLast(State state) {
    return begin(state, null, 0, false, true);
  }

  private Run begin(
      State state,
      @Nullable WriteTransaction own,
      int ringPages,
      boolean isRingMoved,
      boolean isLast) {
    DurableCheckpoint last = durable;
    Checkpoint pages =
        new Checkpoint(
            storage,
            space,
            own == null ? null : own.writeSet(),
            state.catalogue(),
            last.meta().epoch() + 1);
    Run run = new Run(this, state, pages, last, own);
    running = run;
    spillRetainedDeltas(own);
    if (isLast) {
      pages.placeTrees();
    }
    pages.placeCatalogue(last.catalogue());
    if (ringPages != log.pages() || isRingMoved) {
      run.ring = pages.placeRing(last.meta().ring(), ringPages, reserve);
    }
    pages.placeSpace(last.bitmaps(), last.spaceBranches());
    if (trace != null && !isLast) {
      trace.checkpoint(own != null);
    }
    if (own != null && own.log().hasPuts()) {
      run.filePages = reserve.afterPut(state.catalogue());
    }
    run.isPlaced = true;
    return run;
  }

  /**
   * Writes a checkpoint in the background. If no thread can be had, the first thread that waits for
   * the checkpoint writes it.
   */
  void start(Run run, Executor executor) {
    run.isShared = true;
    try {
      executor.execute(run.task);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": no thread for a checkpoint", e);
    }
  }

  /**
   * Waits until a checkpoint has been written, or writes it if no thread has begun to. An interrupt
   * does not end the wait; the interrupt status is preserved.
   *
   * @throws StoreException if the checkpoint failed
   */
  static void await(Run run) {
    run.task.run();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          run.task.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("a checkpoint threw a checked exception", cause);
  }

  /**
   * Returns the running checkpoint, if it has been written or never will be. For the holder of the
   * writer slot, who must {@link #end} it.
   *
   * @return the checkpoint, or null
   */
  @Nullable Run ended() {
    Run run = running;
    if (run == null) {
      return null;
    }
    if (!run.isShared) {
      // The thread that began it writes it at once; if it has failed before, no thread writes it.
      run.task.cancel(false);
    }
    return run.isPlaced && !run.task.isDone() ? null : run;
  }

  /** Ends a checkpoint: frees the places that are no longer reached, or undoes the allocations. */
  void end(Run run) {
    if (run.written != null) {
      run.pages.done();
    } else {
      run.pages.undo();
    }
    running = null;
    Throwable failure = run.failure;
    // Who writes a checkpoint without the help of other threads gets an exception instead.
    if (failure != null && run.written == null && run.isShared) {
      LOG.log(
          System.Logger.Level.WARNING,
          file.name() + ": a checkpoint could not be written; another one will be tried",
          failure);
    }
  }

  /**
   * Keeps leaves whole that are changed copies of pages that a failed checkpoint has not written.
   */
  void keepWhole() {
    List<Frame> reduced = new ArrayList<>();
    for (Frame frame : cache.withDeltas()) {
      Delta delta = frame.delta;
      if (delta != null && !space.isDurable(delta.base().number)) {
        if (frame.isReduced()) {
          reduced.add(frame);
        } else {
          cache.keepWhole(frame);
        }
      }
    }
    int batch = Math.max(1, cache.budget() / 8);
    for (int from = 0; from < reduced.size(); from += batch) {
      writeOrKeep(reduced.subList(from, Math.min(reduced.size(), from + batch)));
    }
  }

  /** Writes leaves to their places, because memory has no room for them; or else keeps them. */
  private void writeOrKeep(List<Frame> reduced) {
    List<Frame> leaves = new ArrayList<>();
    List<Frame> images = new ArrayList<>();
    for (Frame frame : reduced) {
      Frame leaf = loader.restored(frame);
      leaves.add(leaf);
      Frame image = Images.of(leaf, true);
      PageHeader.seal(image.bytes, nextEpoch());
      images.add(image);
    }
    try {
      writeSpilled(images);
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": leaves are kept in memory", e);
      for (int i = 0; i < leaves.size(); i++) {
        if (cache.restore(reduced.get(i), leaves.get(i))) {
          cache.keepWhole(leaves.get(i));
        }
      }
    }
  }

  /**
   * Waits for the running checkpoint, if there is one. Ignores a failure of the checkpoint, but
   * throws if the wait fails: no other checkpoint may begin before.
   */
  void finish() {
    Run run = running;
    if (run != null && run.isShared) {
      try {
        await(run);
      } catch (RuntimeException | Error e) {
        // The failure is reported by the end of the checkpoint, and to the caller that asked for
        // it.
        if (!run.task.isDone()) {
          throw e;
        }
      }
    }
  }

  private void write(Run run) {
    CheckpointEvent event = Events.begin(CheckpointEvent::new);
    long before = writer.written();
    try {
      writeAndForce(run);
    } catch (RuntimeException | Error e) {
      run.failure = e;
      throw e;
    }
    if (event != null && event.shouldCommit()) {
      event.store = file.name();
      event.epoch = durable.meta().epoch();
      event.pages = writer.written() - before;
      event.restored = run.pages.restorations();
      event.commit();
    }
  }

  private void writeAndForce(Run run) {
    health.require();
    ownership.requireNow();
    // This writes no page that a durable state reaches, so a failure leaves the store as it was.
    Catalogue built = run.pages.write();
    writer.grow(run.filePages);
    State state = run.state;
    State written = new State(state.sequence(), built, state.nextCollectionId(), state.features());
    try {
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      health.cause = e;
      throw health.exception();
    }
    log.exclusively(() -> switchTo(run, written));
  }

  /** Makes the checkpoint durable by its meta page. No record is written meanwhile. */
  private void switchTo(Run run, State written) {
    Meta last = run.last.meta();
    long sequence = written.sequence();
    Meta.Ring ring = run.ring;
    Meta next =
        new Meta(
            last.storeId(),
            last.compatible(),
            last.readOnlyCompatible(),
            written.features(),
            last.epoch() + 1,
            run.pages.pageCount(),
            written.catalogue().root(),
            run.pages.spaceRoot(),
            written.nextCollectionId(),
            sequence,
            ring != null ? ring : log.extent(sequence, last.ring()));
    DurableCheckpoint made =
        new DurableCheckpoint(
            next, written.catalogue(), run.pages.spacePlaces(), run.pages.spaceBranches());
    CommitRing nextRing = log.ringOf(next.storeId(), next.ring());
    // Afterwards, another thread may still fail the store for another reason.
    health.require();
    ownership.requireNow();
    assert !(health.cause instanceof IOException) : "I9: a meta page is written after a failure";
    ownership.willWrite(last, next);
    try {
      MetaPages.write(file, next);
      file.force();
      ownership.wrote(next);
      durable = made;
      run.written = written;
      // Publish before the threads that wait for these commits go on: they must see their own
      // changes.
      if (states.current().sequence() < sequence) {
        states.publish(written);
      }
      log.checkpointed(nextRing, sequence);
    } catch (IOException | RuntimeException | Error e) {
      health.cause = e;
      throw health.exception();
    }
  }

  /**
   * Writes changed leaves that only snapshots still reach, and that no checkpoint will write, so
   * that they can be evicted. The leaves keep their page numbers until the last of these snapshots
   * is closed. No durable page refers to them, and their parents never get the checksums. Not while
   * a checkpoint runs, because it may use the same frames.
   *
   * @return the number of leaves written
   */
  int spillRetained() {
    return spill(space.retained().pages(), false);
  }

  /**
   * Writes, as {@link #spillRetained} does, the leaves that have deltas and that the state of a
   * checkpoint does not reach: the end of the checkpoint may free their bases.
   *
   * @param own the transaction that made the state, if no reader can see it yet
   */
  private void spillRetainedDeltas(@Nullable WriteTransaction own) {
    if (cache.deltaBytes() > 0) {
      space.retained().reclaim(states.read());
      List<IntList> pages = space.retained().pages();
      if (own != null) {
        pages.add(own.writeSet().freed());
      }
      spill(pages, true);
    }
  }

  private int spill(List<IntList> lists, boolean hasDelta) {
    List<Frame> images = new ArrayList<>();
    int spilled = 0;
    for (IntList pages : lists) {
      for (int i = 0; i < pages.size(); i++) {
        Frame found = cache.get(pages.get(i));
        Frame frame = hasDelta ? found : loader.whole(found);
        if (frame != null
            && frame.dirty
            && frame.level == 0
            && (!hasDelta || frame.delta != null)) {
          Frame image =
              frame.isReduced() ? Images.of(loader.restored(frame), false) : Images.of(frame, true);
          // A checkpoint that failed may have given the parent the checksum of this image: with the
          // epoch of the image, or, if it has restored the leaf, with the epoch of the next one.
          long made = Math.max(1, PageHeader.epoch(image.bytes));
          PageHeader.seal(image.bytes, frame.delta == null ? made : nextEpoch());
          images.add(image);
          if (images.size() >= cache.budget() / 8) {
            spilled += writeSpilled(images);
          }
        }
      }
    }
    spilled += writeSpilled(images);
    cache.shrink(cache.budget());
    return spilled;
  }

  private int writeSpilled(List<Frame> images) {
    int count = images.size();
    writer.write(images);
    images.forEach(cache::settle);
    images.clear();
    return count;
  }
}
