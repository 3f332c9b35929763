package io.octavo.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel for positional I/O that survives interrupts. An interrupt closes a {@link FileChannel}
 * for every thread that uses it; the channel is then opened again and the I/O repeated. The
 * caller's interrupt status is preserved.
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

  /** Opens the channel, for the first time and after an interrupt. */
  interface Opener {
    FileChannel open() throws IOException;

    /** Called after an interrupt has closed the channel, before it is opened again. */
    void closed() throws IOException;
  }

  /**
   * Idempotent I/O on a channel.
   *
   * @param <R> its result
   */
  interface Work<R> {
    R on(FileChannel open) throws IOException;
  }

  /** Performs the I/O, and repeats it after each interrupt that closes the channel. */
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
          // This thread was interrupted, or another thread that used the channel.
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
        // The channel is marked as closed before its descriptor is closed; this call waits until
        // that has happened.
        broken.close();
        opener.closed();
        channel = opener.open();
      }
    } finally {
      reopening.unlock();
    }
  }

  /** Ends the use of the channel. Returns the channel, for the caller to close. */
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
