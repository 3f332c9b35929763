package io.octavo;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The right to write, held by one transaction at a time, first come, first served. It is not bound
 * to the thread that took it, but that thread is known: it would wait for itself for ever.
 */
final class WriterSlot {
  private final Semaphore semaphore = new Semaphore(1, true);
  private volatile @Nullable Thread taker;

  void acquire(String call) {
    refuseTaker(call);
    semaphore.acquireUninterruptibly();
    taker = Thread.currentThread();
  }

  boolean tryAcquire(String call, Duration timeout) {
    refuseTaker(call);
    long deadline = System.nanoTime() + saturatedNanos(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (semaphore.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            taker = Thread.currentThread();
            return true;
          }
          return false;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Durations beyond some 146 years would overflow the clock. */
  private static long saturatedNanos(Duration timeout) {
    try {
      return Math.min(timeout.toNanos(), Long.MAX_VALUE / 2);
    } catch (ArithmeticException e) {
      return timeout.isNegative() ? 0 : Long.MAX_VALUE / 2;
    }
  }

  /** Takes the slot whoever asks; for a store whose transactions have all been ended. */
  void acquireForClose() {
    semaphore.acquireUninterruptibly();
  }

  void release() {
    taker = null;
    semaphore.release();
  }

  boolean isHeldByThisThread() {
    return taker == Thread.currentThread();
  }

  /** Throws where this thread began the open write transaction. */
  void refuseTaker(String call) {
    if (isHeldByThisThread()) {
      throw new IllegalStateException(
          call + ": this thread began the write transaction that is open; end it first");
    }
  }
}
