package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.PageCache;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.catalogue.State;
import io.octavo.error.StoreException;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.snapshot.States;
import io.octavo.space.Space;
import io.octavo.space.WriteSet;
import org.jspecify.annotations.Nullable;

/**
 * The newest state, which readers may not see yet, and the transaction that builds on it. Belongs
 * to the holder of the writer slot.
 *
 * <p>A transaction ends in one of two ways: {@link #link} makes it the newest commit by assignments
 * that cannot fail, or it is rolled back. If a roll back, the end of a checkpoint or the release of
 * pages fails, the store fails.
 */
final class Head {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());

  private final String name;
  private final boolean isLogged;
  private final PageCache cache;
  private final Space space;
  private final States states;
  private final Health health;
  private final CommitLog log;
  private final Checkpoints checkpoints;

  private State state;
  private volatile SealedCommit commit;

  /** The transaction that has begun and is neither committed nor rolled back; null if none is. */
  private @Nullable WriteTransaction open;

  private long spilled;

  /**
   * Begins with the state of an opened file, and publishes it.
   *
   * @param isLogged whether commits are recorded in the ring
   */
  Head(
      String name,
      boolean isLogged,
      PageCache cache,
      Space space,
      States states,
      Health health,
      CommitLog log,
      Checkpoints checkpoints,
      State state) {
    this.name = name;
    this.isLogged = isLogged;
    this.cache = cache;
    this.space = space;
    this.states = states;
    this.health = health;
    this.log = log;
    this.checkpoints = checkpoints;
    this.state = state;
    this.commit = SealedCommit.found(state.sequence());
    log.follow(commit);
    space.retained().follow(commit);
    states.publish(state);
  }

  State state() {
    return state;
  }

  /** Returns the commit of the newest state. */
  SealedCommit commit() {
    return commit;
  }

  /**
   * Opens a snapshot of the open transaction, for the thread inside the transaction.
   *
   * @param catalogue the collections as the transaction has changed them
   */
  Snapshot openSnapshot(WriteTransaction transaction, Catalogue catalogue) {
    CatalogueEdit edit = transaction.catalogue();
    return states.open(new State(edit.base(), catalogue, edit.nextId(), edit.features()));
  }

  /** Returns the state that a transaction makes. */
  State next(Catalogue catalogue, CatalogueEdit edit) {
    return new State(state.sequence() + 1, catalogue, edit.nextId(), edit.features());
  }

  /** Returns whether the newest state differs from the last checkpoint. */
  boolean isAheadOfCheckpoint() {
    return state.catalogue() != checkpoints.durable().catalogue();
  }

  /** Returns the number of pages that were spilled. */
  long spilled() {
    return spilled;
  }

  /**
   * Returns about how many pages only snapshots may still reach: freed pages that are not reclaimed
   * yet. Any thread.
   */
  long held() {
    WriteTransaction running = open;
    int ofRunning = running == null ? 0 : running.writeSet().retained();
    return space.retained().count(commit) + ofRunning;
  }

  WriteTransaction begin(WriteTransaction transaction) {
    open = transaction;
    return transaction;
  }

  /**
   * Ends a transaction that changed nothing: its commit is the newest commit, which it may have
   * read.
   */
  void joins(WriteTransaction transaction) {
    transaction.commit = commit;
    open = null;
  }

  /**
   * Makes a transaction the newest commit.
   *
   * @param next the state of the transaction
   * @param logged the operations for the record, null if the commit gets no record
   */
  void link(State next, byte @Nullable [] logged, WriteTransaction transaction) {
    WriteSet pages = transaction.writeSet();
    SealedCommit made = commit.follow(next, logged, pages.made(), pages.own(), pages.freed());
    // The commit happens with this assignment. Nothing below can fail: there are no calls and no
    // allocations.
    commit.next = made;
    commit = made;
    state = next;
    transaction.commit = made;
    open = null;
  }

  /** Publishes a commit that need not be durable first, or that its own checkpoint made durable. */
  void show(WriteTransaction transaction) {
    if (!isLogged) {
      log.follow(commit);
    }
    if ((!transaction.mustBeDurable || !commit.isLogged())
        && states.current().sequence() < state.sequence()) {
      states.publish(state);
    }
  }

  /** Publishes a replayed commit of the ring. */
  void publishReplayed() {
    log.follow(commit);
    states.publish(state);
  }

  /** Ends a transaction: rolls it back unless it is committed, and notifies its log. */
  void end(WriteTransaction transaction) {
    try {
      if (open == transaction) {
        rollBack(transaction.writeSet());
        open = null;
      }
      transaction.writeSet().end();
      transaction.notifyLog();
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
  }

  private void rollBack(WriteSet pages) {
    pages.rollBack();
    spilled += pages.spilled();
    if (pages.kept().size() > 0) {
      space.retained().keep(pages);
    }
  }

  void countSpilled(WriteTransaction transaction) {
    spilled += transaction.writeSet().spilled();
  }

  /**
   * Takes over a checkpoint that has been written, or undoes one that has failed, and reclaims
   * pages that are free by then. Does nothing while a checkpoint is being written.
   */
  void completeCheckpoint() {
    try {
      Checkpoints.Run run = checkpoints.ended();
      if (run == null) {
        return;
      }
      if (run.written == null) {
        checkpoints.keepWhole();
      }
      takeOver(run);
    } catch (StoreException e) {
      // Pages of a checkpoint that has failed cannot be kept. Another call tries again.
      throw e;
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
    if (cache.changed() > cache.budget() / 2 && !health.isFailed()) {
      spillRetained();
    }
  }

  private void takeOver(Checkpoints.Run run) {
    State written = run.written;
    WriteTransaction own = run.own();
    if (written != null) {
      if (own != null && own.commit == null) {
        link(run.begun(), null, own);
      }
      if (state == run.begun()) {
        state = written;
      }
      if (state == written) {
        states.publish(written);
      }
    }
    checkpoints.end(run);
    reclaim();
    checkpoints.truncate(run.before());
  }

  /** Spills pages to make room in memory. If that fails, another call tries again. */
  private void spillRetained() {
    try {
      spilled += checkpoints.spillRetained();
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, name + ": pages of snapshots cannot be spilled", e);
    }
  }

  /** Reclaims pages that no state reaches any more. */
  void reclaim() {
    long[] read = states.read();
    try {
      space.retained().reclaim(read);
    } catch (RuntimeException | Error e) {
      health.cause = e;
      throw e;
    }
    assert open != null || space.isEachTakenPageReached()
        : "I13: a page is taken that nothing reaches";
  }
}
