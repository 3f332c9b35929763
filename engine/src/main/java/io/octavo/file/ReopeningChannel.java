package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel for positional I/O that survives interrupts. An interrupt during the I/O closes a
 * {@link FileChannel} for every thread that uses it; the channel is then opened again and the I/O
 * repeated. The caller's interrupt status is preserved.
 */
final class ReopeningChannel {
  /**
   * The time of attempts to reopen the channel: another thread may have the closed descriptor, and
   * the process may have no other for a moment.
   */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private static final long PAUSE_NANOS = 1_000_000;

  private final Path path;
  private final Opener opener;
  private final ReentrantLock reopening = new ReentrantLock();
  private volatile FileChannel channel;
  private volatile boolean closed;

  ReopeningChannel(Path path, Opener opener) throws IOException {
    this.path = path;
    this.opener = opener;
    this.channel = opener.open();
  }

  /**
   * Opens a file that is not locked.
   *
   * @param identity the file, which its path must still name after an interrupt
   */
  static ReopeningChannel of(FileIdentity identity, Set<OpenOption> options) throws IOException {
    Path path = identity.path();
    return new ReopeningChannel(
        path,
        new Opener() {
          @Override
          public FileChannel open() throws IOException {
            return FileChannel.open(path, options);
          }

          @Override
          public void closed() throws IOException {
            identity.requireUnchanged();
          }
        });
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

  /**
   * Reads until the buffer is full or the file ends. Returns the number of bytes read.
   *
   * @param position first byte in the file
   */
  int read(ByteBuffer target, long position) throws IOException {
    int start = target.position();
    return run(
        open -> {
          target.position(start);
          while (target.hasRemaining()) {
            if (open.read(target, position + target.position() - start) < 0) {
              break;
            }
          }
          return target.position() - start;
        });
  }

  /**
   * Writes the whole buffer.
   *
   * @param position first byte in the file
   */
  void write(ByteBuffer source, long position) throws IOException {
    int start = source.position();
    run(
        open -> {
          source.position(start);
          while (source.hasRemaining()) {
            writePart(open, source, position + source.position() - start);
          }
          return source.position() - start;
        });
  }

  private void writePart(FileChannel open, ByteBuffer source, long position) throws IOException {
    try {
      open.write(source, position);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      int bytes = source.remaining();
      throw NoSpaceException.orOther(e, path, bytes, position + bytes > open.size());
    }
  }

  /** Performs the I/O, and repeats it after each interrupt that closes the channel. */
  <R> R run(Work<R> work) throws IOException {
    // An interrupt that is pending would close the channel at once.
    boolean interrupted = Thread.interrupted();
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
          interrupted |= Thread.interrupted();
          reopen(open, e, System.nanoTime() + PATIENCE_NANOS);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void reopen(FileChannel broken, ClosedChannelException cause, long deadline)
      throws IOException {
    while (!tryReopen(broken, cause, deadline)) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Returns false if the channel cannot be opened, for another attempt. */
  private boolean tryReopen(FileChannel broken, ClosedChannelException cause, long deadline)
      throws IOException {
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
      return true;
    } catch (FileSystemException e) {
      if (System.nanoTime() - deadline > 0) {
        throw e;
      }
      return false;
    } finally {
      reopening.unlock();
    }
  }

  /** Ends the use of the channel, and returns it for the caller to close. */
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
