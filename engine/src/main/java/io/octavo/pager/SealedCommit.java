package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A commit whose state is made, on which the next transaction may build, but which nobody sees
 * before it is durable.
 */
public final class SealedCommit {
  private final State state;
  private final byte[] operations;
  private volatile boolean durable;

  /** Its own thread, and those that committed nothing but read what it wrote. */
  private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();

  private volatile @Nullable StoreFailedException failure;

  SealedCommit(State state, byte[] operations) {
    this.state = state;
    this.operations = operations;
  }

  State state() {
    return state;
  }

  byte[] operations() {
    return operations;
  }

  boolean isDecided() {
    return durable || failure != null;
  }

  /** Gives why it is not known whether the commit is durable. */
  @Nullable StoreFailedException failure() {
    return failure;
  }

  void setDurable() {
    durable = true;
    wake();
  }

  void fail(StoreFailedException cause) {
    failure = cause;
    wake();
  }

  /** Names a thread that is going to wait. */
  void addWaiter(Thread thread) {
    waiters.add(thread);
  }

  /** Wakes the threads that wait; false where there is none yet. */
  boolean wake() {
    waiters.forEach(LockSupport::unpark);
    return !waiters.isEmpty();
  }
}
