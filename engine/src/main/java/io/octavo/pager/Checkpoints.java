package io.octavo.pager;

import io.octavo.error.StoreException;
import io.octavo.event.CheckpointEvent;
import io.octavo.event.Events;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.PageHeader;
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
 * <p>{@link #begin} and {@link #end} belong to the holder of the writer slot: one takes places from
 * the free space and freezes it, the other gives back what is no longer reached. What lies between
 * them, building and writing the pages, runs wherever it is put: on a thread of its own while
 * transactions go on, or on that of whoever waits for it first.
 */
final class Checkpoints {
  private static final System.Logger LOG = System.getLogger(Checkpoints.class.getName());

  /** A free tail of the file is cut off when it is this long and a tenth of the file. */
  private static final long MIN_TRUNCATION = 8L << 20;

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

  /** A checkpoint on its way. */
  static final class Run {
    private final State state;
    private final Checkpoint pages;
    private final DurableCheckpoint last;
    private final @Nullable WriteTransaction own;
    private final FutureTask<Void> task;
    private Meta.@Nullable Ring ring;

    /** How long the file must be, for a commit that may not use the reserve. */
    private long filePages;

    private boolean isPlaced;

    /** Whether others than the thread that began it may write it. */
    private boolean isShared;

    private volatile @Nullable State written;
    private volatile @Nullable Throwable failure;

    private Run(
        Checkpoints all,
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

    /** Returns the state that it was begun with. */
    State begun() {
      return state;
    }

    /** Returns the same state with checksums and places, once it is durable. */
    @Nullable State written() {
      return written;
    }

    /** Returns the write set that made the state, where the commit waits for this checkpoint. */
    @Nullable WriteTransaction own() {
      return own;
    }

    /** Returns the meta page of the checkpoint before. */
    Meta before() {
      return last.meta();
    }
  }

  /** Goes on from what the file holds. */
  Checkpoints(
      StoreFile file,
      PageCache cache,
      PageLoader loader,
      PageWriter writer,
      Reserve reserve,
      Space space,
      States states,
      Ownership ownership,
      CommitLog log,
      DurableCheckpoint durable,
      @Nullable TraceWriter trace) {
    this.file = file;
    this.cache = cache;
    this.loader = loader;
    this.writer = writer;
    this.reserve = reserve;
    this.space = space;
    this.states = states;
    this.health = ownership.health();
    this.ownership = ownership;
    this.log = log;
    this.durable = durable;
    ownership.wrote(durable.meta());
    this.trace = trace;
  }

  /** Returns the last checkpoint; any thread. */
  DurableCheckpoint durable() {
    return durable;
  }

  /** Puts another meta page in place of that of the last checkpoint; while none is on its way. */
  void setMeta(Meta meta) {
    durable = durable.with(meta);
    ownership.wrote(meta);
  }

  /** Returns the number of the checkpoint after the last one that is durable. */
  long nextEpoch() {
    return durable.meta().epoch() + 1;
  }

  boolean isRunning() {
    return running != null;
  }

  /**
   * Returns the number of the state whose pages a checkpoint on its way reads, {@link
   * Long#MAX_VALUE} where there is none. Readers may never see that state: commits that share a
   * record are published together.
   */
  long read() {
    Run run = running;
    return run == null ? Long.MAX_VALUE : run.state.sequence();
  }

  /**
   * Begins a checkpoint, none other being on its way. Where this throws, {@link #ended} gives it,
   * to be undone.
   *
   * @param state the newest state
   * @param own the transaction that made it, where no reader can look at its pages yet
   * @param ringPages how long the ring is to be; 0 for none. While the checkpoint is on its way
   *     commits may be sealed only if the ring stays
   * @return the checkpoint, to be run
   */
  Run begin(State state, @Nullable WriteTransaction own, int ringPages) {
    return begin(state, own, ringPages, false);
  }

  /**
   * Begins the last checkpoint of an open store, all snapshots being closed.
   *
   * @param state the newest state
   * @return the checkpoint, to be run
   */
  Run beginLast(State state) {
    return begin(state, null, 0, true);
  }

  private Run begin(State state, @Nullable WriteTransaction own, int ringPages, boolean isLast) {
    DurableCheckpoint last = durable;
    Checkpoint pages =
        new Checkpoint(
            cache,
            loader,
            space,
            own == null ? null : own.writeSet(),
            state.catalogue(),
            last.meta().epoch() + 1);
    Run run = new Run(this, state, pages, last, own);
    // From here on it is ended by whoever comes next, if not by this thread.
    running = run;
    if (isLast) {
      pages.placeTrees();
    }
    pages.placeCatalogue(last.catalogue());
    if (ringPages != log.pages()) {
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
   * Has a checkpoint written beside the threads that commit. Where there is no thread for it, who
   * waits for it writes it.
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
   * Waits until a checkpoint has been written, or writes it where nobody has begun to. An interrupt
   * does not end the wait and is kept.
   *
   * @throws StoreException if it failed
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

  /** Returns whether the checkpoint on its way is that of a commit, to be {@link #ended}. */
  boolean isOf(WriteTransaction own) {
    Run run = running;
    return run != null && run.own == own;
  }

  /**
   * Returns the checkpoint on its way, if it has been written or will never be; for the holder of
   * the writer slot, who is to {@link #end} it.
   *
   * @return the checkpoint, null if there is none
   */
  @Nullable Run ended() {
    Run run = running;
    if (run == null) {
      return null;
    }
    if (!run.isShared) {
      // Whoever began it writes it at once, or never: an Error came between.
      run.task.cancel(false);
    }
    return run.isPlaced && !run.task.isDone() ? null : run;
  }

  /** Ends a checkpoint: gives back the places that are no longer reached, or those that it took. */
  void end(Run run) {
    if (run.written != null) {
      run.pages.done();
    } else {
      run.pages.undo();
    }
    running = null;
    Throwable failure = run.failure;
    // A commit that waits for its checkpoint is told by an exception.
    if (failure != null && run.written == null && run.own == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          file.name() + ": a checkpoint could not be written; another one will be tried",
          failure);
    }
  }

  /**
   * Waits for the checkpoint on its way. A failure of the checkpoint is not one of this call; a
   * failure to wait is, because no other checkpoint may begin while one is on its way.
   */
  void finish() {
    Run run = running;
    if (run != null && run.isShared) {
      try {
        await(run);
      } catch (RuntimeException | Error e) {
        // Whoever asked for the checkpoint is told, and its end reports the failure.
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
      event.commit();
    }
  }

  private void writeAndForce(Run run) {
    health.require();
    ownership.requireNow();
    // Nothing that a durable state reaches is touched by this, so a failure leaves all as it was.
    Catalogue built = run.pages.write(writer);
    writer.grow(run.filePages);
    State written = new State(run.state.sequence(), built, run.state.nextCollectionId());
    try {
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      health.cause = e;
      throw health.exception();
    }
    log.exclusively(() -> switchTo(run, written));
  }

  /** Makes the checkpoint what a crash goes back to; no record is written meanwhile. */
  private void switchTo(Run run, State written) {
    Meta last = run.last.meta();
    long sequence = written.sequence();
    Meta.Ring ring = run.ring;
    Meta next =
        new Meta(
            last.storeId(),
            last.compatible(),
            last.readOnlyCompatible(),
            last.incompatible(),
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
    health.require();
    ownership.requireNow();
    assert !health.isFailed() : "I9: a meta page is written after a failure";
    ownership.willWrite(last, next);
    try {
      MetaPages.write(file, next);
      file.force();
      ownership.wrote(next);
      durable = made;
      run.written = written;
      // Before the threads that wait for these commits go on: they must see what they committed.
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
   * Writes changed leaves that only snapshots still reach, so that they can be evicted: no
   * checkpoint will write them. Their numbers are theirs until the last of these snapshots is
   * closed. Nothing durable refers to them, and their parents never learn the checksums. Not while
   * a checkpoint is on its way, which may hold the same leaves.
   *
   * @return how many were written
   */
  int spillRetained() {
    List<Frame> images = new ArrayList<>();
    for (IntList pages : space.retained()) {
      for (int i = 0; i < pages.size(); i++) {
        Frame frame = cache.get(pages.get(i));
        if (frame != null && frame.dirty && frame.level == 0) {
          Frame image = Images.of(frame, true);
          // A checkpoint that failed may have told the parent the checksum of these bytes as they
          // are in that epoch.
          PageHeader.seal(image.bytes, Math.max(1, PageHeader.epoch(image.bytes)));
          cache.put(image);
          images.add(image);
        }
      }
    }
    writer.write(images);
    images.forEach(cache::markClean);
    cache.shrink(cache.budget());
    return images.size();
  }

  /** Cuts the free tail off where it is long enough. */
  void truncate(Meta before) {
    truncate(before, MIN_TRUNCATION);
  }

  /** Cuts the whole free tail off. */
  void truncateAll() {
    truncate(durable.meta(), 1);
  }

  /** Cuts off never a page that one of the two last checkpoints or a snapshot reaches. */
  private void truncate(Meta before, long least) {
    DurableCheckpoint last = durable;
    int used = Math.max(last.meta().pageCount(), before.pageCount());
    reserve.fill(last.catalogue());
    long kept = Math.max(Math.max(space.takenPages(), used), reserve.pages(last.catalogue()));
    writer.truncate(kept, least);
  }
}
