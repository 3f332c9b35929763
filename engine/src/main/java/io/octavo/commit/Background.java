package io.octavo.commit;

import java.util.concurrent.Executor;

/**
 * Runs the background work of a store. As an executor it runs checkpoints, perhaps late or never: a
 * thread that must wait for a checkpoint runs it.
 */
@FunctionalInterface
public interface Background extends Executor {
  /**
   * Runs a task after a time. The default never runs a task: a store whose commits are all awaited
   * needs no timer.
   *
   * @param nanos the time, from 0
   */
  default void after(long nanos, Runnable task) {}

  /** {@return the time of the clock of {@link #after}, as {@link System#nanoTime}} */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** Starts no further work, and does not wait for work that runs. */
  default void close() {}
}
