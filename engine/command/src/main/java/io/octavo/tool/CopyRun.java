package io.octavo.tool;

import io.octavo.Store;
import io.octavo.page.PageHeader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A copy of all that a store holds. The library has no call that ends a copy, but it ends with the
 * store that it reads: so the store is closed where the person at the terminal has given up, and
 * where a signal ends the process, which then waits for the unfinished file to be deleted.
 */
final class CopyRun {
  private static final long MEGABYTE = 1_000_000;

  /** How long the end of the process waits. */
  private static final long END_MILLIS = 1_000;

  private final Streams streams;
  private final Progress.Choice progressChoice;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isStopped;

  CopyRun(Streams streams, Progress.Choice progressChoice) {
    this.streams = streams;
    this.progressChoice = progressChoice;
  }

  /**
   * Opens a store and copies it.
   *
   * @param copy makes the copy, and deletes what there is of it if it fails
   */
  void run(Path file, Consumer<Store> copy) {
    streams.requireGoingOn();
    try (Store store = Stores.openToRead(file);
        Progress progress =
            progressChoice.start(streams, "copying", store.stats().liveBytes(), " MB", MEGABYTE)) {
      Thread atExit = new Thread(() -> stopAndWait(store), "octavo-exit");
      Runtime.getRuntime().addShutdownHook(atExit);
      try {
        progress.watch(() -> store.stats().pageLoads() * PageHeader.PAGE_SIZE, () -> stop(store));
        copy.accept(store);
      } catch (RuntimeException e) {
        if (isStopped) {
          throw new Failure(Failure.PROBLEM, "interrupted", e);
        }
        throw e;
      } finally {
        ended.countDown();
        release(atExit);
      }
    }
  }

  private void stop(Store store) {
    isStopped = true;
    store.close();
  }

  private void stopAndWait(Store store) {
    stop(store);
    try {
      var unused = ended.await(END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void release(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process ends.
    }
  }

  /** Returns standard output for a copy, to which nothing more is written when it is to end. */
  OutputStream output() {
    return new FilterOutputStream(streams.out()) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        streams.requireGoingOn();
        if (isStopped) {
          throw new Failure(Failure.PROBLEM, "interrupted");
        }
        out.write(bytes, from, length);
      }
    };
  }
}
