package io.octavo.pager;

import io.octavo.error.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The newest state, ahead of what readers see, and the transaction that builds on it. Belongs to
 * the holder of the writer slot.
 *
 * <p>A transaction ends in one of two ways: {@link #link} makes it the newest commit by assignments
 * that cannot fail, or it is rolled back. What an Error keeps one thread from finishing, the next
 * one that comes finishes by {@link #completeIfDone}.
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

  /** The transaction that has begun last and has not ended; the next one may have to end it. */
  private @Nullable WriteTransaction open;

  /** The one that has begun last, until its log has been told how it ended. */
  private @Nullable WriteTransaction untold;

  private long spilled;

  /**
   * Begins with the state that an open found, and shows it to readers.
   *
   * @param isLogged whether a commit is durable by a record of the ring
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
    space.follow(commit);
    states.publish(state);
  }

  State state() {
    return state;
  }

  /** Returns the commit that made the state. */
  SealedCommit commit() {
    return commit;
  }

  /** Returns the state that a transaction makes. */
  State next(Catalogue catalogue, int nextCollectionId) {
    return new State(state.sequence() + 1, catalogue, nextCollectionId);
  }

  /** Returns whether the last checkpoint is not the newest state. */
  boolean isAheadOfCheckpoint() {
    return state.catalogue() != checkpoints.durable().catalogue();
  }

  /** Counts the pages that were written before their commit. */
  long spilled() {
    return spilled;
  }

  /** Returns how many freed pages have not been given back; any thread. */
  long held() {
    return commit.freedTotal() - space.countReclaimed();
  }

  WriteTransaction begin(WriteTransaction transaction) {
    untold = transaction;
    open = transaction;
    return transaction;
  }

  /** Ends a transaction that changed nothing: it joins the newest commit, of which it may know. */
  void joins(WriteTransaction transaction) {
    transaction.commit = commit;
    open = null;
  }

  /**
   * Makes a transaction the newest commit.
   *
   * @param next its state
   * @param logged what its record is to hold, null if it gets none
   */
  void link(State next, byte @Nullable [] logged, WriteTransaction transaction) {
    SealedCommit made = commit.follow(next, logged, transaction.writeSet().freed());
    // This is the moment that decides: there is nothing below that can fail, no call, no object.
    commit.next = made;
    commit = made;
    state = next;
    transaction.commit = made;
    open = null;
  }

  /** Shows a commit that need not be durable first. */
  void show(WriteTransaction transaction) {
    if (!isLogged) {
      log.follow(commit);
    }
    if (!transaction.mustBeDurable && states.current().sequence() < state.sequence()) {
      states.publish(state);
    }
  }

  /** Shows a commit of the ring that was done again. */
  void publishReplayed() {
    log.follow(commit);
    states.publish(state);
  }

  /** Returns what has become of a commit that threw. */
  boolean isCommitted(WriteTransaction transaction) {
    if (transaction.commit == null && checkpoints.isOf(transaction)) {
      completeCheckpoint();
    }
    return transaction.commit != null;
  }

  /** Ends a transaction: undoes it where it is no commit, and tells its log before the next one. */
  void end(WriteTransaction transaction) {
    rollBack(transaction);
    transaction.writeSet().end();
    if (untold == transaction) {
      transaction.tellLog();
      untold = null;
    }
  }

  private void rollBack(WriteTransaction transaction) {
    // A later transaction has undone it already, where it is not the open one.
    if (open == transaction && !isCommitted(transaction)) {
      transaction.writeSet().rollBack();
      spilled += transaction.writeSet().spilled();
      open = null;
    }
  }

  void countSpilled(WriteTransaction transaction) {
    spilled += transaction.writeSet().spilled();
  }

  /**
   * Does what has to be done when something has ended, and was not done by whoever ended it: undoes
   * a transaction that has not become a commit, takes over what a checkpoint has made durable and
   * gives back what it has made free. Without an open transaction of the caller's.
   */
  void completeIfDone() {
    WriteTransaction left = untold;
    if (left != null) {
      end(left);
    }
    completeCheckpoint();
  }

  /** Does the part of {@link #completeIfDone} that may be done beside a transaction. */
  void completeCheckpoint() {
    Checkpoints.Run run = checkpoints.ended();
    if (run == null) {
      return;
    }
    State written = run.written();
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
    if (cache.dirty() > cache.budget() / 2 && !health.isFailed()) {
      spillRetained();
    }
  }

  /** Makes room in memory, where that can be had; what is not written now is another time. */
  private void spillRetained() {
    try {
      spilled += checkpoints.spillRetained();
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, name + ": pages of snapshots cannot be spilled", e);
    }
  }

  /** Gives back pages that nothing reaches any more. */
  void reclaim() {
    space.reclaim(Math.min(states.oldestRead(), checkpoints.read()));
    assert space.reclaimed() <= states.oldestRead() : "I1: pages are free that a snapshot reads";
  }
}
