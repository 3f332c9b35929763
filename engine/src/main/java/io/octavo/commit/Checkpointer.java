package io.octavo.commit;

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
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Makes states durable, one at a time.
 *
 * <p>{@link #begin} and {@link #end} belong to the holder of the writer slot: begin allocates
 * places and freezes the free space, end frees the places that became unreachable. The work between
 * them, building and writing the pages, runs on any thread: on a thread of its own while
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
  private volatile LastCheckpoint durable;

  /** The checkpoint that has begun and not ended, null if there is none. */
  private @Nullable Checkpoint running;

  /** Continues from the last checkpoint in the file. */
  Checkpointer(
      Storage storage,
      Space space,
      States states,
      CommitLog log,
      LastCheckpoint durable,
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

  /** Returns the reserve for a full disk. */
  Reserve reserve() {
    return reserve;
  }

  /** Returns the last checkpoint. Any thread. */
  LastCheckpoint durable() {
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

  /** Returns the trace of changes of the store, null if there is none. */
  @Nullable TraceWriter trace() {
    return trace;
  }

  /** Returns whether another process reads a checkpoint of a range; true if that is unknown. */
  boolean isPinned(long first, long last) {
    try {
      return file.isPinned(first, last);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": pages of readers stay taken", e);
      return true;
    }
  }

  /** Returns whether a checkpoint has begun and not ended. */
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
   * @param isRingMoved whether a ring of the same length moves to a lower place, if there is one
   */
  Checkpoint begin(
      State state, @Nullable WriteTransaction own, int ringPages, boolean isRingMoved) {
    return begin(state, own, ringPages, isRingMoved, false);
  }

  /**
   * Begins the last checkpoint of an open store. All snapshots must be closed.
   *
   * @param state the newest state
   */
  Checkpoint beginLast(State state) {
    return begin(state, null, 0, false, true);
  }

  private Checkpoint begin(
      State state,
      @Nullable WriteTransaction own,
      int ringPages,
      boolean isRingMoved,
      boolean isLast) {
    Checkpoint checkpoint = new Checkpoint(this, storage, space, state, own);
    running = checkpoint;
    if (isLast) {
      checkpoint.placeTrees();
    }
    checkpoint.placeCatalogue();
    if (ringPages != log.pages() || isRingMoved) {
      checkpoint.placeRing(ringPages, reserve);
    }
    checkpoint.placeSpace();
    if (trace != null && !isLast) {
      trace.checkpoint(own != null);
    }
    if (own != null && own.log().hasPuts()) {
      checkpoint.filePages = reserve.afterPut(state.catalogue());
    }
    checkpoint.isPlaced = true;
    return checkpoint;
  }

  /**
   * Writes a checkpoint in the background. If no thread is available, the first thread that waits
   * for the checkpoint writes it.
   */
  void start(Checkpoint checkpoint, Executor executor) {
    checkpoint.isShared = true;
    try {
      executor.execute(checkpoint.task);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": no thread for a checkpoint", e);
    }
  }

  /**
   * Returns the running checkpoint if it has been written or never will be, otherwise null. For the
   * holder of the writer slot, which must {@link #end} it.
   */
  @Nullable Checkpoint ended() {
    Checkpoint checkpoint = running;
    return checkpoint != null && checkpoint.isEnded() ? checkpoint : null;
  }

  /** Ends a checkpoint: frees the places that became unreachable, or undoes the allocations. */
  void end(Checkpoint checkpoint) {
    if (checkpoint.written != null) {
      checkpoint.done();
    } else {
      checkpoint.undo();
    }
    running = null;
    Throwable failure = checkpoint.failure;
    // The caller that wrote its own checkpoint gets an exception instead.
    if (failure != null && checkpoint.written == null && checkpoint.isShared) {
      LOG.log(
          System.Logger.Level.WARNING,
          file.name() + ": a checkpoint could not be written; another one will be tried",
          failure);
    }
  }

  /**
   * Waits for the running checkpoint, if there is one. Ignores a failure of the checkpoint, but
   * throws if the wait fails: no other checkpoint may begin before.
   */
  void finish() {
    Checkpoint checkpoint = running;
    if (checkpoint != null && checkpoint.isShared) {
      try {
        checkpoint.await();
      } catch (RuntimeException | Error e) {
        // The failure is reported by the end of the checkpoint, and to its caller.
        if (!checkpoint.isEnded()) {
          throw e;
        }
      }
    }
  }

  /** Writes a checkpoint and makes it durable. Any thread. */
  void write(Checkpoint checkpoint) {
    CheckpointEvent event = Events.begin(CheckpointEvent::new);
    long before = writer.written();
    try {
      writeAndForce(checkpoint);
    } catch (RuntimeException | Error e) {
      checkpoint.failure = e;
      throw e;
    }
    if (event != null && event.shouldCommit()) {
      event.store = file.name();
      event.epoch = durable.meta().epoch();
      event.pages = writer.written() - before;
      event.commit();
    }
  }

  private void writeAndForce(Checkpoint checkpoint) {
    health.require();
    ownership.requireNow();
    // This writes no page that a durable state reaches, so a failure leaves the store as it was.
    Catalogue built = checkpoint.write();
    writer.grow(checkpoint.filePages);
    State state = checkpoint.state();
    State written = new State(state.sequence(), built, state.nextCollectionId(), state.features());
    try {
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      health.cause = e;
      throw health.exception();
    }
    log.exclusively(() -> switchTo(checkpoint, written));
  }

  /** Makes the checkpoint durable by its meta page. No record is written meanwhile. */
  private void switchTo(Checkpoint checkpoint, State written) {
    // Before the meta page: a reader that finds it has no further record to expect.
    log.writeSealed();
    Meta last = checkpoint.before();
    long sequence = written.sequence();
    LastCheckpoint made =
        checkpoint.durable(written.catalogue(), log.extent(sequence, last.ring()));
    Meta next = made.meta();
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
      checkpoint.written = written;
      // Publish before the threads that wait for these commits continue: they must see their own
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
    List<Frame> images = new ArrayList<>();
    int spilled = 0;
    for (IntList pages : space.retained().pages()) {
      for (int i = 0; i < pages.size(); i++) {
        Frame frame = loader.whole(cache.get(pages.get(i)));
        if (frame != null && frame.dirty && frame.level == 0) {
          Frame image = Images.of(frame, true);
          // A failed checkpoint may have stored the checksum of this image in the parent: with the
          // epoch of the image.
          PageHeader.seal(image.bytes, Math.max(1, PageHeader.epoch(image.bytes)));
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
