package io.octavo.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel for positional work that outlives interrupts: an interrupt closes a {@link FileChannel}
 * for every thread that uses it, so it is opened again and the work repeated. The interrupt is kept
 * for the caller.
 */
final class ReopeningChannel implements AutoCloseable {
  private final Path path;
  private final Set<OpenOption> options;
  private final ReentrantLock reopening = new ReentrantLock();
  private volatile FileChannel channel;
  private boolean closed;

  ReopeningChannel(Path path, Set<OpenOption> options) throws IOException {
    this.path = path;
    this.options = options;
    this.channel = FileChannel.open(path, options);
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
        channel = FileChannel.open(path, options);
      }
    } finally {
      reopening.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    reopening.lock();
    try {
      closed = true;
      channel.close();
    } finally {
      reopening.unlock();
    }
  }
}
