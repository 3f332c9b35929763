package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file on disk.
 *
 * <p>An interrupt closes a {@link FileChannel} for every thread that uses it. Reads and writes here
 * are positional and so can be repeated: the channel is opened again, the interrupt is kept for the
 * caller. A force cannot be repeated, because the first failure of the disk is reported once; it
 * goes through an {@link AsynchronousFileChannel}, which interrupts do not close.
 */
public final class ChannelFile implements StoreFile {
  private final Path path;
  private final Set<OpenOption> options;
  private final Object reopening = new Object();
  private volatile FileChannel channel;
  private final @Nullable AsynchronousFileChannel forcing;
  private volatile boolean closed;

  private ChannelFile(Path path, boolean writable) throws IOException {
    this.path = path;
    this.options =
        writable
            ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
            : Set.of(StandardOpenOption.READ);
    this.channel = FileChannel.open(path, options);
    try {
      this.forcing = writable ? AsynchronousFileChannel.open(path, StandardOpenOption.WRITE) : null;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Opens a file.
   *
   * @param path an existing file; for writing, not a symbolic link
   * @param writable whether it will be written
   * @return the open file
   * @throws IOException where it cannot be opened
   */
  public static ChannelFile open(Path path, boolean writable) throws IOException {
    return new ChannelFile(path, writable);
  }

  /**
   * Creates an empty file that only its owner can use.
   *
   * @param path a path that names nothing yet
   * @throws IOException where it cannot be created
   */
  public static void create(Path path) throws IOException {
    Files.createFile(path, OwnerOnly.attributes(path));
  }

  /**
   * Makes the name of a new file durable, where the system can.
   *
   * @param path the file
   * @throws IOException where its directory cannot be forced
   */
  public static void forceDirectory(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null
        || !directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      // Windows opens no directories and needs no force of them.
      return;
    }
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    int start = target.position();
    return uninterrupted(
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

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    int start = source.position();
    uninterrupted(
        open -> {
          source.position(start);
          while (source.hasRemaining()) {
            open.write(source, position + source.position() - start);
          }
          return source.position() - start;
        });
  }

  @Override
  public void force() throws IOException {
    if (forcing == null) {
      throw new IOException("opened for reading only");
    }
    forcing.force(false);
  }

  @Override
  public long length() throws IOException {
    return uninterrupted(FileChannel::size);
  }

  @Override
  public void truncate(long length) throws IOException {
    uninterrupted(open -> open.truncate(length));
  }

  @Override
  public void close() throws IOException {
    synchronized (reopening) {
      closed = true;
      channel.close();
      if (forcing != null) {
        forcing.close();
      }
    }
  }

  private interface Io<R> {
    R on(FileChannel open) throws IOException;
  }

  /** Repeats positional work on a new channel as often as an interrupt closes the old one. */
  private <R> R uninterrupted(Io<R> io) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel open = channel;
        try {
          return io.on(open);
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
    synchronized (reopening) {
      if (closed) {
        throw cause;
      }
      if (channel == broken) {
        channel = FileChannel.open(path, options);
      }
    }
  }
}
