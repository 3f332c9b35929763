package io.octavo;

import io.octavo.memory.Memory;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a write transaction to one thread at a time. A change is entered and left; if a thread
 * tries to enter while another thread is inside, the second thread is refused, and the transaction
 * can no longer be committed. A callback, for example a source of entries, may enter again in the
 * same thread.
 *
 * <p>Reads do not enter. They compare the state before and after, so that any number of them run
 * side by side, and one that a change overlaps is noticed.
 *
 * <p>To enter takes one atomic step, to leave a store. That suffices because the two that meet need
 * not agree at once: the second one sets the {@link #outcome} of the transaction by an atomic step,
 * and a commit has to set it as well. So either the commit came first, or nothing is committed, and
 * the first one learns why when it leaves, or by its next call if it was just leaving.
 */
final class Confinement {
  private static final String ADVICE =
      "; use it in one thread at a time: collect in parallel and put in one thread, or use"
          + " Store.map, which many threads can change at once";

  /** A thread is inside, to change something. */
  private static final long CHANGING = 1;

  /** A thread is opening a collection; threads that read other collections are not affected. */
  private static final long OPENING = 2;

  /** The outcome of a transaction that commits. */
  private static final Object SEALED = new Object();

  /** Shared by all read transactions, which never enter. */
  static final Confinement OF_READERS = new Confinement();

  private static final AtomicLongFieldUpdater<Confinement> STATE =
      AtomicLongFieldUpdater.newUpdater(Confinement.class, "state");

  private static final AtomicReferenceFieldUpdater<Confinement, @Nullable Object> OUTCOME =
      AtomicReferenceFieldUpdater.newUpdater(Confinement.class, Object.class, "outcome");

  /** That two threads met, and what the second one was told. */
  private record Overlap(ConcurrentModificationException first) {}

  /** The two lowest bits as above; those above them count the changes. */
  private volatile long state;

  /** Null, or once and for all: why the transaction failed, or that its commit has begun. */
  private volatile @Nullable Object outcome;

  /** The thread inside. Read without order: a thread may see a stale value, but never itself. */
  private @Nullable Thread inside;

  /** How often that thread has entered. */
  private int depth;

  /**
   * Enters, to change something; {@link #leave} or {@link #leaveFailed} follows.
   *
   * @throws ConcurrentModificationException if another thread is inside, or was in an earlier call
   * @throws IllegalStateException if the transaction has failed or commits
   */
  void enter() {
    enter(CHANGING);
  }

  /**
   * Enters to open a collection: not while another thread changes anything, but beside any reads.
   * {@link #leave} or {@link #leaveFailed} follows. Callers see to it that one thread at a time
   * opens.
   */
  void enterToOpen() {
    enter(OPENING);
  }

  private void enter(long mode) {
    if (!tryEnter(mode)) {
      throw overlap();
    }
    // After the atomic step: who met this thread when it was leaving has said so by now.
    if (outcome != null) {
      depart();
      throw over();
    }
  }

  /** Enters to end the transaction, also one that has failed; {@link #depart} follows. */
  boolean tryEnter() {
    return tryEnter(CHANGING);
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
      if ((seen & (CHANGING | OPENING)) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | mode));
    // Nothing that could fail stands between: the state must not be without its thread.
    inside = thread;
    depth = 1;
    // Who sees a change sees the state too, which was set before.
    Memory.storeStoreFence();
    return true;
  }

  /** Leaves, whatever has become of the transaction; done again where an Error has ended it. */
  void depart() {
    if (inside != Thread.currentThread()) {
      return;
    }
    if (depth > 1) {
      depth--;
      return;
    }
    long seen = state;
    // No call stands below: on a full stack it could fail, and nobody could enter again.
    inside = null;
    state = (seen & CHANGING) == 0 ? seen - OPENING : (seen | CHANGING | OPENING) + 1;
  }

  /**
   * Leaves after a change. Where this throws, {@link #leaveFailed} follows.
   *
   * @throws ConcurrentModificationException if another thread tried to enter meanwhile
   */
  void leave() {
    // First, so that a call of leave that throws has not left. An overlap that comes between the
    // check and the departure is reported by the next call.
    if (outcome instanceof Overlap overlap) {
      throw again(overlap);
    }
    depart();
  }

  /** Leaves after a change that threw; gives what is to be thrown: the same, or an overlap. */
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

  /** Returns whether this thread is inside: it was called from there, or an Error kept it there. */
  boolean isInside() {
    return inside == Thread.currentThread();
  }

  /**
   * Begins a read.
   *
   * @return what {@link #endRead} needs
   * @throws ConcurrentModificationException if another thread is inside
   */
  long beginRead() {
    long seen = state;
    if ((seen & CHANGING) != 0 && !isInside()) {
      throw overlappedRead();
    }
    return seen | OPENING;
  }

  /**
   * Ends a read, before its result is used.
   *
   * @param begun what {@link #beginRead} gave
   * @throws ConcurrentModificationException if another thread has changed anything since
   */
  void endRead(long begun) {
    // What was read was read before the state is.
    Memory.acquireFence();
    if ((state | OPENING) != begun) {
      throw overlappedRead();
    }
  }

  /** Notes a failure; the first one counts. */
  void fail(Throwable cause) {
    OUTCOME.compareAndSet(this, null, cause);
  }

  /**
   * Decides that the transaction commits. From here on who tries to enter comes too late.
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

  /** Returns whether nothing can be done any more: the transaction has failed, or commits. */
  boolean isOver() {
    return outcome != null;
  }

  boolean isOverlapped() {
    return outcome instanceof Overlap;
  }

  /** Tells why nothing can be done any more, where that is so. */
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

  /** Does what {@link #overlap} does, unless the transaction had failed or commits: then null. */
  @Nullable RuntimeException overlapped() {
    return outcome == null ? overlap() : null;
  }

  /** Notes that another thread is inside, and gives what this one is to be told. */
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
