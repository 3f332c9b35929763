package io.octavo.command.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal that ends the process stop work first: the end of the process waits until this is
 * closed, or for some time.
 */
public final class AtExit implements AutoCloseable {
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;

  /**
   * Begins the work.
   *
   * @param stop asks the work to stop
   * @param millis the time for which the end of the process waits
   */
  public AtExit(Runnable stop, long millis) {
    hook = new Thread(() -> stopAndWait(stop, millis), "octavo-exit");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stopAndWait(Runnable stop, long millis) {
    stop.run();
    try {
      var unused = ended.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the work. */
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending.
    }
  }
}
