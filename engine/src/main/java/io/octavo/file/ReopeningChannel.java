package io.octavo.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel for positional work that outlives interrupts: an interrupt closes a {@link FileChannel}
 * for every thread that uses it, so it is opened again and the work repeated. The interrupt is kept
 * for the caller.
 */
final class ReopeningChannel {
  private final Opener opener;
  private final ReentrantLock reopening = new ReentrantLock();
  private volatile FileChannel channel;
  private volatile boolean closed;

  ReopeningChannel(Opener opener) throws IOException {
    this.opener = opener;
    this.channel = opener.open();
  }

  /** Opens the channel, and opens it again. */
  interface Opener {
    FileChannel open() throws IOException;

    /** Does what is due when an interrupt has closed the channel, before it is opened again. */
    void closed() throws IOException;
  }

  /**
   * Work that does the same when it is repeated.
   *
   * @param <R> its result
   */
  interface Work<R> {
    R on(FileChannel open) throws IOException;
  }

  /** Does work, as often as an interrupt closes the channel under it. */
  <R> R run(Work<R> work) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel open = channel;
        if (closed) {
          throw new ClosedChannelException();
        }
        try {
          return work.on(open);
        } catch (ClosedChannelException e) {
          // An interrupt of this thread, or of another that used the channel at the same time.
          interrupted |= e instanceof ClosedByInterruptException && Thread.interrupted();
          reopen(open, e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void reopen(FileChannel broken, ClosedChannelException cause) throws IOException {
    reopening.lock();
    try {
      if (closed) {
        throw cause;
      }
      if (channel == broken) {
        // It is marked as closed before its descriptor is; this waits until it is.
        broken.close();
        opener.closed();
        channel = opener.open();
      }
    } finally {
      reopening.unlock();
    }
  }

  /** Ends the work; gives the channel, to be closed. */
  FileChannel end() {
    reopening.lock();
    try {
      closed = true;
      return channel;
    } finally {
      reopening.unlock();
    }
  }
}
