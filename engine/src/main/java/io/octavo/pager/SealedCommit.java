package io.octavo.pager;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A commit whose state is made. The next transaction may build on it; readers see it when it is
 * durable, or at once if it or a later commit need not be durable first.
 *
 * <p>The commits of a store are a chain: a transaction is committed by the one assignment that
 * links it to the commit before it. Whoever has to do something for each commit goes along the
 * chain as far as it has come: the log that writes records, the space that gives back what commits
 * have freed.
 */
public final class SealedCommit {
  /** Before all commits. */
  static final SealedCommit NONE = new SealedCommit(0, null, null, new IntList(), 0);

  private static final byte[] NOTHING = {};

  private final long sequence;
  private final IntList freed;
  private final long freedTotal;

  /** What the log needs until it is durable: the state to show then, and what the record holds. */
  private volatile @Nullable State state;

  private volatile byte @Nullable [] operations;

  /** Its own thread, and those that committed nothing but read what it wrote. */
  private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();

  /** The next commit; set by the holder of the writer slot. */
  volatile @Nullable SealedCommit next;

  private SealedCommit(
      long sequence,
      @Nullable State state,
      byte @Nullable [] operations,
      IntList freed,
      long freedBefore) {
    this.sequence = sequence;
    this.state = state;
    this.operations = operations;
    this.freed = freed;
    this.freedTotal = freedBefore + freed.size();
  }

  /** Makes the beginning of a chain: the commit that an open found. */
  static SealedCommit found(long sequence) {
    return new SealedCommit(sequence, null, null, new IntList(), 0);
  }

  /**
   * Makes the next commit, not linked yet.
   *
   * @param made its state
   * @param logged what its record is to hold, null if it gets none
   * @param pages pages of the state before that it has freed; snapshots may still read them
   */
  SealedCommit follow(State made, byte @Nullable [] logged, IntList pages) {
    return new SealedCommit(
        made.sequence(), logged == null ? null : made, logged, pages, freedTotal);
  }

  /** {@return its number} */
  public long sequence() {
    return sequence;
  }

  IntList freed() {
    return freed;
  }

  /** Counts the pages that this commit and all before it have freed. */
  long freedTotal() {
    return freedTotal;
  }

  /** Returns whether a record is to be written for it. */
  boolean isLogged() {
    return operations != null;
  }

  byte[] operations() {
    byte[] present = operations;
    return present == null ? NOTHING : present;
  }

  @Nullable State state() {
    return state;
  }

  /** Lets go what was needed until it is durable: the chain may be kept for long by a snapshot. */
  void logged() {
    operations = null;
    state = null;
  }

  /** Names a thread that is going to wait. */
  void addWaiter(Thread thread) {
    waiters.add(thread);
  }

  /** Wakes the threads that wait; false if there is none yet. */
  boolean wake() {
    waiters.forEach(LockSupport::unpark);
    return !waiters.isEmpty();
  }
}
