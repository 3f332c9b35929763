package io.octavo.transaction;

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
 * The right to write, held by one transaction at a time, in the order of requests; but a thread
 * that has just released the slot may acquire it again if no thread has waited for four
 * milliseconds, because a wake-up takes longer than a short commit. The slot is not bound to the
 * thread that acquired it, but remembers that thread, which must not wait for itself.
 *
 * <p>A claim is released by one assignment, without a call, so that a release cannot fail. Waiting
 * threads look again from time to time, because a release may wake nobody.
 */
public final class WriterSlot {
  private static final AtomicReferenceFieldUpdater<WriterSlot, @Nullable Claim> HOLDER =
      AtomicReferenceFieldUpdater.newUpdater(WriterSlot.class, Claim.class, "holder");

  private static final long PARK_NANOS = 50_000_000;

  /** The time that a thread may wait while another one acquires the slot repeatedly. */
  private static final long PASSED_NANOS = 4_000_000;

  private final Queue<Claim> waiting;
  private volatile @Nullable Claim holder;

  /** Makes a free slot. */
  public WriterSlot() {
    this(new ConcurrentLinkedQueue<>());
  }

  /** Makes a slot with a queue. */
  WriterSlot(Queue<Claim> waiting) {
    this.waiting = waiting;
  }

  /** A request for the slot, and then the right to write. */
  public static final class Claim extends Lease {
    /** Null after the release, so that an idle store refers to no thread. */
    private @Nullable Thread taker = Thread.currentThread();

    private volatile boolean isWaiting = true;

    private final long takerId = Thread.currentThread().getId();

    private final long since = System.nanoTime();

    /** The time at which the claim was granted, as {@link System#nanoTime}. */
    private volatile long takenAt;
  }

  /**
   * Waits for the slot.
   *
   * @param call the call that needs the slot, for messages
   * @throws IllegalStateException if this thread began the open write transaction
   */
  public Claim acquire(String call) {
    refuseTaker(call);
    return acquireForClose();
  }

  /**
   * Acquires the slot if it is free and no thread waits for it.
   *
   * @param call the call that needs the slot, for messages
   * @return the claim, null if not acquired
   * @throws IllegalStateException if this thread began the open write transaction
   */
  public @Nullable Claim tryAcquire(String call) {
    refuseTaker(call);
    return acquire(0, false);
  }

  /**
   * Waits for the slot until a timeout or an interrupt.
   *
   * @param call the call that needs the slot, for messages
   * @param timeout the longest time to wait
   * @return the claim, null after the timeout
   * @throws InterruptedException if the thread was interrupted
   * @throws IllegalStateException if this thread began the open write transaction
   */
  public @Nullable Claim tryAcquire(String call, Duration timeout) throws InterruptedException {
    refuseTaker(call);
    Claim claim = acquire(saturatedNanos(timeout), true);
    if (claim == null && Thread.interrupted()) {
      throw new InterruptedException(call + ": interrupted while another thread writes");
    }
    return claim;
  }

  /** Virtual threads may have an empty name. */
  static String nameOf(Thread thread) {
    return thread.getName().isEmpty() ? thread.toString() : thread.getName();
  }

  /** Returns the exception for a timeout. */
  public StoreBusyException busy(String call, Duration timeout) {
    Claim present = holder;
    Thread taker = present == null || present.isReleased ? null : present.taker;
    String holding =
        present != null && taker != null
            ? "thread "
                + nameOf(taker)
                + " has held the writer slot for "
                + Duration.ofNanos(System.nanoTime() - present.takenAt)
            : "other threads waited before this one";
    return new StoreBusyException(
        call
            + ": no turn to write within timeout="
            + timeout
            + ": "
            + holding
            + "; nothing was changed, try again or wait for longer",
        null);
  }

  /**
   * Returns a duration in ns, from 0 to about 146 years, so that sums with the clock do not
   * overflow.
   */
  public static long saturatedNanos(Duration timeout) {
    return Math.max(0, Math.min(TimeUnit.NANOSECONDS.convert(timeout), Long.MAX_VALUE / 2));
  }

  /**
   * Waits for the slot, even if this thread holds it; for a store whose transactions have all
   * ended.
   */
  public Claim acquireForClose() {
    Claim claim;
    do {
      claim = acquire(Long.MAX_VALUE / 2, false);
    } while (claim == null);
    return claim;
  }

  private @Nullable Claim acquire(long nanos, boolean isInterruptible) {
    Claim claim = new Claim();
    long deadline = claim.since + nanos;
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
      // The wake-up may have been meant for the next thread.
      wakeNext();
      return null;
    } catch (RuntimeException | Error e) {
      claim.isWaiting = false;
      claim.isReleased = true;
      waiting.remove(claim);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Acquires the slot if it is free and this thread is the next. */
  private boolean take(Claim claim) {
    Claim first = waiting.peek();
    while (first != null && !first.isWaiting) {
      waiting.remove(first);
      first = waiting.peek();
    }
    Claim present = holder;
    if (present != null && !present.isReleased) {
      return false;
    }
    long now = System.nanoTime();
    boolean isAgain = present != null && present.takerId == claim.takerId;
    if (first != null && first != claim && !(isAgain && now - first.since < PASSED_NANOS)) {
      return false;
    }
    claim.takenAt = now;
    return HOLDER.compareAndSet(this, present, claim);
  }

  /** Forgets the thread of a released claim, and wakes the thread that has waited longest. */
  public void wakeNext() {
    Claim present = holder;
    if (present != null && present.isReleased) {
      present.taker = null;
    }
    Claim next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next.taker);
    }
  }

  /** {@return whether this thread began the open write transaction} */
  public boolean isHeldByThisThread() {
    Claim present = holder;
    return present != null && !present.isReleased && present.taker == Thread.currentThread();
  }

  /**
   * Throws if this thread began the open write transaction.
   *
   * @param call the refused call, for messages
   */
  public void refuseTaker(String call) {
    if (isHeldByThisThread()) {
      throw new IllegalStateException(
          call + ": this thread began the write transaction that is open; end it first");
    }
  }
}
