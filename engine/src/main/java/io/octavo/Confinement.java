package io.octavo;

import io.octavo.memory.Memory;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Confines a write transaction to one thread at a time. A thread enters for a change and leaves
 * after it; if a thread tries to enter while another thread is inside, the second thread is
 * refused, and the transaction can no longer be committed. A callback, for example a source of
 * entries, may enter again in the same thread.
 *
 * <p>Reads do not enter. They compare the state before and after. So any number of reads run at the
 * same time, and a read that overlaps a change is detected.
 *
 * <p>To enter takes one atomic step; to leave takes a plain store. That is enough: the second
 * thread sets the {@link #outcome} of the transaction by an atomic step, and a commit must set the
 * outcome too. So either the commit came first, or nothing is committed. The first thread learns of
 * the overlap when it leaves, or, if it was leaving at that moment, by its next call.
 */
final class Confinement {
  private static final String ADVICE =
      "; use it in one thread at a time: collect in parallel and put in one thread, or use"
          + " Store.map, which many threads can change at once";

  /** A thread is inside and changes the transaction. */
  private static final long CHANGING = 1;

  /** A thread is opening a collection; threads that read other collections are not affected. */
  private static final long OPENING = 2;

  /**
   * A thread takes a snapshot, which changes nothing that reads see. A thread that comes for a
   * change meanwhile waits, instead of being refused.
   */
  private static final long VISITING = 4;

  private static final long ALL = CHANGING | OPENING | VISITING;

  /** The time after which a visitor that does not leave is treated as any other thread: 10 s. */
  private static final long MOST_NANOS = 10_000_000_000L;

  /** The time for which a thread that comes for a change lets a visitor go first: 1 ms. */
  private static final long COURTESY_NANOS = 1_000_000;

  /** The time for which a thread sleeps that waits for a visitor: 5 microseconds. */
  private static final long SHORT_NANOS = 5_000;

  /** The time for which a visitor sleeps between its attempts: 50 microseconds. */
  private static final long VISITOR_NANOS = 50_000;

  /** The outcome of a transaction that commits. */
  private static final Object SEALED = new Object();

  /** Shared by all read transactions, which never enter. */
  static final Confinement OF_READERS = new Confinement();

  private static final AtomicLongFieldUpdater<Confinement> STATE =
      AtomicLongFieldUpdater.newUpdater(Confinement.class, "state");

  private static final AtomicReferenceFieldUpdater<Confinement, @Nullable Object> OUTCOME =
      AtomicReferenceFieldUpdater.newUpdater(Confinement.class, Object.class, "outcome");

  /**
   * The outcome of a transaction in which two threads met, with the exception of the second thread.
   */
  private record Overlap(ConcurrentModificationException first) {}

  /** The three lowest bits are the flags above; the other bits count the changes. */
  private volatile long state;

  /** Null until decided once: the failure of the transaction, or {@link #SEALED}. */
  private volatile @Nullable Object outcome;

  /**
   * The thread inside. Read without order: a thread may see a stale value, but never its own thread
   * by mistake.
   */
  private @Nullable Thread inside;

  /** The number of times that the thread has entered. */
  private int depth;

  /** A thread that waits to take a snapshot, null if none does. */
  private volatile @Nullable Thread visitor;

  /** See {@link #beforeReentry}. */
  private @Nullable Runnable beforeReentry;

  /**
   * Enters for a change. {@link #leave} or {@link #leaveFailed} must follow.
   *
   * @throws ConcurrentModificationException if another thread is inside, or was in an earlier call
   * @throws IllegalStateException if the transaction has failed or commits
   */
  void enter() {
    enter(CHANGING);
  }

  /**
   * Enters to open a collection. Reads may overlap, changes may not. {@link #leave} or {@link
   * #leaveFailed} must follow. The caller ensures that one thread at a time opens a collection.
   */
  void enterToOpen() {
    enter(OPENING);
  }

  private void enter(long mode) {
    settle();
    if (visitor != null) {
      letVisitorIn();
    }
    if (!tryEnter(mode) && !tryEnterAfterVisit(mode)) {
      throw overlap();
    }
    // After the atomic step: a thread that was refused while this thread was leaving has set the
    // outcome by now.
    if (outcome != null) {
      depart();
      throw over();
    }
  }

  /**
   * Notes what is to be done before the thread inside reads or changes the transaction again, from
   * a callback of a change: the change may hold back what that call must see. For the thread
   * inside.
   *
   * @param settle what to do, null for nothing
   * @return what was noted before
   */
  @Nullable Runnable beforeReentry(@Nullable Runnable settle) {
    Runnable before = beforeReentry;
    beforeReentry = settle;
    return before;
  }

  /** Does what is to be done before a call from inside; nothing for other threads. */
  void settle() {
    Runnable settle = beforeReentry;
    if (settle != null && isInside()) {
      try {
        settle.run();
      } catch (RuntimeException | Error e) {
        // The callback may catch the exception.
        fail(e);
        throw e;
      }
    }
  }

  /** Enters to end the transaction, even if it has failed. {@link #depart} must follow. */
  boolean tryEnter() {
    return tryEnter(CHANGING) || tryEnterAfterVisit(CHANGING);
  }

  /**
   * Waits for threads that take snapshots, and enters. Returns false if another thread is inside
   * for a change, or a visitor does not leave.
   */
  private boolean tryEnterAfterVisit(long mode) {
    long begun = System.nanoTime();
    while ((state & (CHANGING | OPENING)) == 0) {
      if (tryEnter(mode)) {
        return true;
      }
      if (System.nanoTime() - begun > MOST_NANOS) {
        return false;
      }
      LockSupport.parkNanos(this, SHORT_NANOS);
    }
    return false;
  }

  /**
   * Gives a visitor the time to enter: in a loop of changes the transaction is idle only for
   * nanoseconds.
   */
  private void letVisitorIn() {
    Thread waiting = visitor;
    if (waiting == null || inside == Thread.currentThread()) {
      return;
    }
    LockSupport.unpark(waiting);
    long begun = System.nanoTime();
    while (visitor == waiting && System.nanoTime() - begun < COURTESY_NANOS) {
      LockSupport.parkNanos(this, SHORT_NANOS);
    }
    if (visitor == waiting) {
      // The thread is late, and will say so again if it still waits.
      visitor = null;
    }
  }

  /**
   * Enters to take a snapshot: waits while other threads are inside. {@link #leave} or {@link
   * #leaveFailed} must follow. Interrupts do not end the wait.
   *
   * @param isEnded whether the transaction has ended: then the method need not have entered when it
   *     returns
   * @throws IllegalStateException if this thread is inside, in a callback of a change; or if the
   *     transaction has failed or commits
   */
  void enterToVisit(BooleanSupplier isEnded) {
    if (isInside()) {
      throw new IllegalStateException(
          "snapshot: a call of this thread that changes the transaction has not returned");
    }
    boolean interrupted = false;
    try {
      while (outcome == null && !isEnded.getAsBoolean() && !tryEnter(VISITING)) {
        visitor = Thread.currentThread();
        // The thread inside may have left in between.
        if (outcome == null && !tryEnter(VISITING)) {
          LockSupport.parkNanos(this, VISITOR_NANOS);
          interrupted |= Thread.interrupted();
        } else {
          break;
        }
      }
    } finally {
      if (visitor == Thread.currentThread()) {
        visitor = null;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (outcome != null) {
      depart();
      throw over();
    }
  }

  private boolean tryEnter(long mode) {
    Thread thread = Thread.currentThread();
    if (inside == thread) {
      depth++;
      return true;
    }
    long seen;
    do {
      seen = state;
      if ((seen & ALL) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | mode));
    // No call that can fail comes between: the state must not be set without the thread.
    inside = thread;
    depth = 1;
    // A thread that sees the changes must also see the state, which was set before.
    Memory.storeStoreFence();
    return true;
  }

  /** Leaves, in every state of the transaction. Does nothing if this thread is not inside. */
  void depart() {
    if (inside != Thread.currentThread()) {
      return;
    }
    if (depth > 1) {
      depth--;
      return;
    }
    long seen = state;
    // No calls from here on: a call could fail on a full stack, and then no thread could enter
    // again.
    inside = null;
    state = (seen & CHANGING) == 0 ? seen & ~ALL : (seen | ALL) + 1;
  }

  /**
   * Leaves after a change. If this method throws, {@link #leaveFailed} must follow.
   *
   * @throws ConcurrentModificationException if another thread tried to enter meanwhile
   */
  void leave() {
    // Before depart: if leave throws, the thread is still inside. The next call reports an overlap
    // that occurs between this check and depart.
    if (outcome instanceof Overlap overlap) {
      throw again(overlap);
    }
    depart();
  }

  /**
   * Leaves after a change that threw. Returns the exception to throw: the cause, or that of an
   * overlap.
   */
  Throwable leaveFailed(Throwable cause) {
    depart();
    if (outcome instanceof Overlap overlap && !(cause instanceof Error)) {
      ConcurrentModificationException e = again(overlap);
      if (cause != e.getCause() && cause.getCause() != e.getCause()) {
        e.addSuppressed(cause);
      }
      return e;
    }
    return cause;
  }

  /**
   * Returns whether this thread is inside: in a callback of a change, or after an Error in leave.
   */
  boolean isInside() {
    return inside == Thread.currentThread();
  }

  /**
   * Begins a read.
   *
   * @return the argument for {@link #endRead}
   * @throws ConcurrentModificationException if another thread is inside
   */
  long beginRead() {
    long seen = state;
    if ((seen & CHANGING) != 0) {
      if (!isInside()) {
        throw overlappedRead();
      }
      settle();
    }
    return seen | OPENING | VISITING;
  }

  /**
   * Ends a read, before its result is used.
   *
   * @param begun the result of {@link #beginRead}
   * @throws ConcurrentModificationException if another thread has changed the transaction since
   */
  void endRead(long begun) {
    // All reads of data come before the read of the state.
    Memory.acquireFence();
    if ((state | OPENING | VISITING) != begun) {
      throw overlappedRead();
    }
  }

  /** Records a failure, unless the outcome is decided. */
  void fail(Throwable cause) {
    OUTCOME.compareAndSet(this, null, cause);
  }

  /**
   * Decides that the transaction commits. Threads that try to enter later are refused.
   *
   * @throws ConcurrentModificationException if two threads met
   * @throws IllegalStateException if the transaction has failed
   */
  void seal() {
    if (!OUTCOME.compareAndSet(this, null, SEALED)) {
      depart();
      throw over();
    }
  }

  /** Returns whether the outcome is decided: the transaction has failed, or commits. */
  boolean isOver() {
    return outcome != null;
  }

  boolean isOverlapped() {
    return outcome instanceof Overlap;
  }

  /** Returns the exception for calls after the outcome is decided. */
  RuntimeException over() {
    Object found = outcome;
    if (found instanceof Overlap overlap) {
      return again(overlap);
    }
    if (found instanceof Throwable failure) {
      return new IllegalStateException(
          "an earlier call failed, the transaction can only be closed: " + failure, failure);
    }
    return new IllegalStateException("the transaction has ended");
  }

  /**
   * Records an overlap as {@link #overlap} does; returns null if the outcome was decided before.
   */
  @Nullable RuntimeException overlapped() {
    return outcome == null ? overlap() : null;
  }

  /** Records that another thread is inside. Returns the exception for this thread. */
  private RuntimeException overlap() {
    ConcurrentModificationException e =
        new ConcurrentModificationException(
            "another thread is inside this write transaction, which has failed and can only be"
                + " closed"
                + ADVICE);
    return OUTCOME.compareAndSet(this, null, new Overlap(e)) || outcome != SEALED ? e : over();
  }

  private static ConcurrentModificationException again(Overlap overlap) {
    return new ConcurrentModificationException(
        "several threads were inside this write transaction at once, which has failed and can only"
            + " be closed"
            + ADVICE,
        overlap.first());
  }

  private static ConcurrentModificationException overlappedRead() {
    return new ConcurrentModificationException(
        "another thread changed the write transaction during this read; other threads can read"
            + " from it while nothing changes"
            + ADVICE);
  }
}
