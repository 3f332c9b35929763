package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.command.cli.AtExit;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.page.PageHeader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A copy of a whole store, which can be interrupted. The library has no call that cancels a copy,
 * but closing the source store ends it. So the store is closed if the user interrupts the command,
 * or if a signal ends the process, which then waits until the unfinished file is deleted.
 */
final class CopyRun {
  private static final long MEGABYTE = 1_000_000;

  /** The time for which the end of the process waits. */
  private static final long END_MILLIS = 1_000;

  private final Streams streams;
  private final Progress.Choice progressChoice;
  private volatile boolean isStopped;

  CopyRun(Streams streams, Progress.Choice progressChoice) {
    this.streams = streams;
    this.progressChoice = progressChoice;
  }

  /**
   * Opens a store and copies it.
   *
   * @param copy makes the copy, and deletes an unfinished copy if it fails
   */
  void run(Path file, Consumer<Store> copy) {
    streams.requireGoingOn();
    try (Store store = Stores.openToRead(file);
        Progress progress =
            progressChoice.start(streams, "copying", store.stats().liveBytes(), " MB", MEGABYTE)) {
      AtExit atExit = new AtExit(() -> stop(store), END_MILLIS);
      try (atExit) {
        progress.watch(() -> store.stats().pageLoads() * PageHeader.PAGE_SIZE, () -> stop(store));
        copy.accept(store);
      } catch (RuntimeException e) {
        if (isStopped) {
          throw new Failure(Failure.PROBLEM, "interrupted", e);
        }
        throw e;
      }
    }
  }

  private void stop(Store store) {
    isStopped = true;
    store.close();
  }

  /** Returns standard output for a copy, which throws once the copy must end. */
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
