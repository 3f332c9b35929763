package io.octavo.command.web;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.file.StoreThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The option of all commands that serve a page to browsers of this machine. */
public final class ServedPage {
  /** A paragraph of the help of each. */
  public static final String ENDS =
      "Only browsers of this machine reach it, and only by the whole address. It ends with the"
          + " command: by Control-C, or at the end of standard input if the command has no"
          + " terminal.";

  /** Another paragraph. */
  public static final String FOLLOWS =
      "Another process can write the store meanwhile. While the newest data are in sight, the page"
          + " follows: later data appear at its right edge. A button has it stay, or follow again.";

  private static final int MOST_PORT = 65_535;
  private static final int GLANCE_MILLIS = 50;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port, 0 to 65535; default: one that is free.")
  int port;

  /** Throws if there cannot be such a port. */
  public void require() {
    if (port < 0 || port > MOST_PORT) {
      throw new Failure(Failure.USAGE, "--port=" + port + " is not from 0 to " + MOST_PORT);
    }
  }

  /** Prints the address, and serves until the command is to end. */
  public void serve(Streams streams, Store store, Viewed viewed) throws IOException {
    try (ViewServer server = new ViewServer(viewed, port)) {
      streams.line("%s", server.address());
      streams.out().flush();
      CountDownLatch ended = new CountDownLatch(1);
      if (!streams.screen().showsErrors()) {
        StoreThreads.daemon(() -> readAll(streams, ended), "octavo-view-input").start();
      }
      while (!streams.isStopped().getAsBoolean()
          && !ended.await(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
        // Looks for commits also while no page asks, so that a writer can reuse what they free.
        store.beginRead().close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void readAll(Streams streams, CountDownLatch ended) {
    try {
      streams.in().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As at its end.
    } finally {
      ended.countDown();
    }
  }
}
