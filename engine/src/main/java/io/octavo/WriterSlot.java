package io.octavo;

import io.octavo.error.StoreBusyException;
import io.octavo.file.Lease;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The right to write, held by one transaction at a time, first come, first served. It is not bound
 * to the thread that took it, but that thread is known: it would wait for itself for ever.
 *
 * <p>A claim is given back by one assignment, not even a call, and giving it back twice does
 * nothing. Whoever waits looks again from time to time, so that nobody is left waiting by an Error
 * that kept another thread from waking him. No lock of the JDK can be given back twice, so this is
 * not one of them.
 */
final class WriterSlot {
  private static final AtomicReferenceFieldUpdater<WriterSlot, @Nullable Claim> HOLDER =
      AtomicReferenceFieldUpdater.newUpdater(WriterSlot.class, Claim.class, "holder");

  private static final long PARK_NANOS = 50_000_000;

  private final Queue<Claim> waiting;
  private volatile @Nullable Claim holder;

  WriterSlot() {
    this(new ConcurrentLinkedQueue<>());
  }

  /** Has those that wait stand in a queue of the caller's. */
  WriterSlot(Queue<Claim> waiting) {
    this.waiting = waiting;
  }

  /** Somebody's wish to write, and then the right to. */
  static final class Claim extends Lease {
    private final Thread taker = Thread.currentThread();
    private volatile boolean isWaiting = true;

    /** When it became the right to write, of the clock of the system. */
    private volatile long takenAt;
  }

  /** Waits for the slot; refused where this thread holds it. */
  Claim acquire(String call) {
    refuseTaker(call);
    return acquireForClose();
  }

  /** Takes the slot if nobody has it or waits for it; else null. */
  @Nullable Claim tryAcquire(String call) {
    refuseTaker(call);
    return acquire(0, false);
  }

  /**
   * Waits for the slot, at most for some time and until this thread is interrupted; null if the
   * time was too short.
   */
  @Nullable Claim tryAcquire(String call, Duration timeout) throws InterruptedException {
    refuseTaker(call);
    Claim claim = acquire(saturatedNanos(timeout), true);
    if (claim == null && Thread.interrupted()) {
      throw new InterruptedException(call + ": interrupted while another thread writes");
    }
    return claim;
  }

  /**
   * Waits for the slot, at most for some time and until this thread is interrupted.
   *
   * @throws StoreBusyException if the time was too short
   */
  Claim acquire(String call, Duration timeout) throws InterruptedException {
    Claim claim = tryAcquire(call, timeout);
    if (claim == null) {
      throw new StoreBusyException(busy(call, timeout), null);
    }
    return claim;
  }

  /** Virtual threads have no name of their own. */
  private static String nameOf(Thread thread) {
    return thread.getName().isEmpty() ? thread.toString() : thread.getName();
  }

  private String busy(String call, Duration timeout) {
    Claim present = holder;
    String holding =
        present != null && present.isHeld
            ? "thread "
                + nameOf(present.taker)
                + " has held the writer slot for "
                + Duration.ofNanos(System.nanoTime() - present.takenAt)
            : "other threads waited before this one";
    return call
        + ": no turn to write within timeout="
        + timeout
        + ": "
        + holding
        + "; nothing was changed, try again or wait for longer";
  }

  /** Durations beyond some 146 years would overflow the clock. */
  static long saturatedNanos(Duration timeout) {
    return Math.max(0, Math.min(TimeUnit.NANOSECONDS.convert(timeout), Long.MAX_VALUE / 2));
  }

  /** Takes the slot whoever asks; for a store whose transactions have all been ended. */
  Claim acquireForClose() {
    Claim claim;
    do {
      claim = acquire(Long.MAX_VALUE / 2, false);
    } while (claim == null);
    return claim;
  }

  private @Nullable Claim acquire(long nanos, boolean isInterruptible) {
    long deadline = System.nanoTime() + nanos;
    Claim claim = new Claim();
    boolean interrupted = isInterruptible && Thread.interrupted();
    try {
      waiting.add(claim);
      while (!(interrupted && isInterruptible) && !take(claim)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          break;
        }
        LockSupport.parkNanos(this, Math.min(left, PARK_NANOS));
        interrupted |= Thread.interrupted();
      }
      claim.isWaiting = false;
      waiting.remove(claim);
      if (holder == claim) {
        return claim;
      }
      // This thread may have been woken in place of the next.
      wakeNext();
      return null;
    } catch (RuntimeException | Error e) {
      claim.isWaiting = false;
      claim.isHeld = false;
      waiting.remove(claim);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes the slot if it is free and nobody has waited for longer. */
  private boolean take(Claim claim) {
    Claim first = waiting.peek();
    while (first != null && !first.isWaiting) {
      waiting.remove(first);
      first = waiting.peek();
    }
    Claim present = holder;
    if (first != claim || (present != null && present.isHeld)) {
      return false;
    }
    claim.takenAt = System.nanoTime();
    return HOLDER.compareAndSet(this, present, claim);
  }

  /** Wakes whoever waits for longest, after a claim has been given back. */
  void wakeNext() {
    Claim next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next.taker);
    }
  }

  boolean isHeldByThisThread() {
    Claim present = holder;
    return present != null && present.isHeld && present.taker == Thread.currentThread();
  }

  /** Throws where this thread began the open write transaction. */
  void refuseTaker(String call) {
    if (isHeldByThisThread()) {
      throw new IllegalStateException(
          call + ": this thread began the write transaction that is open; end it first");
    }
  }
}
