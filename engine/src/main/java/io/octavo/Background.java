package io.octavo;

import java.util.concurrent.Executor;

/**
 * Where a store has done what nobody waits for. As an executor it runs checkpoints; it may run them
 * late or never, because a thread that has to wait for one runs it.
 */
@FunctionalInterface
interface Background extends Executor {
  /**
   * Runs a task once some time has passed. This one never does: a store whose commits are all
   * awaited needs no clock.
   *
   * @param nanos the time, from 0
   */
  default void after(long nanos, Runnable task) {}

  /** Returns the time of the clock that {@link #after} goes by, as {@link System#nanoTime}. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** Starts nothing more; does not wait for what has been started. */
  default void close() {}
}
