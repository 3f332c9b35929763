package io.octavo.file;

import io.octavo.event.Events;
import io.octavo.event.ForceEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A file on disk. Reads and writes are positional and so can be repeated after an interrupt; a
 * force cannot, because a failure of the disk is reported once, so it goes through an {@link
 * AsynchronousFileChannel}, which interrupts do not close.
 */
public final class ChannelFile implements StoreFile {
  private static final boolean IS_MAC = System.getProperty("os.name", "").startsWith("Mac");

  private static final boolean IS_WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

  private final Path path;
  private final FileIdentity identity;
  private final @Nullable StoreLock lock;

  /** The locked file, null for a draft that no other code knows. */
  private final @Nullable LockedFile locked;

  private final ReopeningChannel data;
  private final @Nullable AsynchronousFileChannel forcing;
  private @Nullable ReopeningChannel durable;
  private volatile boolean closed;

  private ChannelFile(Path path, boolean writable, @Nullable StoreLock lock) throws IOException {
    this.path = path;
    this.lock = lock;
    this.locked = lock == null ? null : lock.lockData();
    this.identity = locked == null ? FileIdentity.of(path) : locked.identity();
    this.data =
        reopening(
            writable
                ? Set.of(
                    StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    try {
      this.forcing = writable ? openToForce() : null;
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, () -> letGo(data.end()));
      throw e;
    }
  }

  private ReopeningChannel reopening(Set<OpenOption> options) throws IOException {
    return new ReopeningChannel(
        new ReopeningChannel.Opener() {
          @Override
          public FileChannel open() throws IOException {
            return locked == null ? FileChannel.open(path, options) : locked.open(options);
          }

          @Override
          public void closed() throws IOException {
            if (locked == null) {
              identity.requireUnchanged();
            } else {
              locked.retake();
            }
          }
        });
  }

  private AsynchronousFileChannel openToForce() throws IOException {
    return locked == null
        ? AsynchronousFileChannel.open(path, StandardOpenOption.WRITE)
        : locked.openToForce();
  }

  /**
   * Opens a file that nobody else knows.
   *
   * @param path an existing file; for writing, not a symbolic link
   * @param writable whether it will be written
   * @return the open file
   * @throws IOException if it cannot be opened
   */
  public static ChannelFile open(Path path, boolean writable) throws IOException {
    return new ChannelFile(path, writable, null);
  }

  /**
   * Locks and opens the file of a store.
   *
   * @param path an existing file, absolute and no symbolic link
   * @param writable whether it will be written
   * @param lock the lock of its name, to be closed after the file
   * @return the open file
   * @throws io.octavo.error.StoreLockedException if another store has it open by another name
   * @throws io.octavo.error.StoreException if the file system cannot lock
   * @throws IOException if it cannot be opened
   */
  public static ChannelFile open(Path path, boolean writable, StoreLock lock) throws IOException {
    return new ChannelFile(path, writable, lock);
  }

  /**
   * Creates an empty file that only its owner can use.
   *
   * @param path a path that names nothing yet
   * @throws IOException if it cannot be created
   */
  public static void create(Path path) throws IOException {
    Files.createFile(path, OwnerOnly.attributes(path));
  }

  /**
   * Makes the name of a new file durable, where the system can.
   *
   * @param path the file
   * @throws IOException if its directory cannot be forced
   */
  public static void forceDirectory(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null
        || !directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      // On Windows directories cannot be opened and need no force.
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
  public void requireOwned() throws IOException {
    identity.requireUnchanged();
    if (lock != null) {
      lock.renew();
    }
  }

  @Override
  public long locksLost() {
    return lock == null ? 0 : lock.lost();
  }

  @Override
  public long locksRetaken() {
    return lock == null ? 0 : lock.retaken();
  }

  /** Throws if the lock is lost: another process may be writing. */
  private void requireHeld() throws IOException {
    if (locked != null) {
      locked.requireHeld();
    }
  }

  private AsynchronousFileChannel requireWritable() throws IOException {
    if (forcing == null) {
      throw new IOException("opened for reading only");
    }
    if (closed) {
      throw new ClosedChannelException();
    }
    requireHeld();
    return forcing;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    requireHeld();
    int start = target.position();
    return data.run(
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

  /** On Windows, reads of one channel wait for each other. */
  @Override
  public boolean readsAhead() {
    return !IS_WINDOWS;
  }

  @Override
  public void readAhead(long position, int length) {
    ReadAhead.run(
        () -> {
          try {
            if (!closed) {
              read(ByteBuffer.allocate(length), position);
            }
          } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // The read that needs the bytes reports what is wrong.
          }
        });
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    requireWritable();
    write(data, source, position);
  }

  private static void write(ReopeningChannel channel, ByteBuffer source, long position)
      throws IOException {
    int start = source.position();
    channel.run(
        open -> {
          source.position(start);
          while (source.hasRemaining()) {
            open.write(source, position + source.position() - start);
          }
          return source.position() - start;
        });
  }

  /**
   * Writes through a channel of its own with O_DSYNC, which waits for these bytes only. Where that
   * does not reach the medium, as on macOS, the file is forced.
   */
  @Override
  public void writeDurable(ByteBuffer source, long position) throws IOException {
    if (IS_MAC) {
      write(source, position);
      force();
      return;
    }
    requireWritable();
    ForceEvent event = Events.begin(ForceEvent::new);
    long bytes = source.remaining();
    write(durableChannel(), source, position);
    tell(event, bytes);
  }

  private void tell(@Nullable ForceEvent event, long bytes) {
    if (event != null && event.shouldCommit()) {
      event.store = name();
      event.bytes = bytes;
      event.commit();
    }
  }

  private synchronized ReopeningChannel durableChannel() throws IOException {
    if (durable == null) {
      durable =
          reopening(
              Set.of(
                  StandardOpenOption.WRITE, StandardOpenOption.DSYNC, LinkOption.NOFOLLOW_LINKS));
    }
    return durable;
  }

  @Override
  public void force() throws IOException {
    AsynchronousFileChannel channel = requireWritable();
    ForceEvent event = Events.begin(ForceEvent::new);
    channel.force(false);
    tell(event, 0);
  }

  @Override
  public void noteDurable(String state) throws IOException {
    if (lock != null) {
      lock.durable(note(state));
    }
  }

  @Override
  public boolean isNotedDurable(String state) throws IOException {
    return lock != null && lock.durable().equals(note(state));
  }

  /**
   * Adds to a state what tells whether the file has been changed since, by any program: the time of
   * its last change, which programs cannot set where the system has one, its length and its key.
   */
  private String note(String state) throws IOException {
    boolean hasChangeTime = path.getFileSystem().supportedFileAttributeViews().contains("unix");
    Map<String, Object> attributes =
        Files.readAttributes(
            path,
            hasChangeTime ? "unix:ctime,size" : "lastModifiedTime,size",
            LinkOption.NOFOLLOW_LINKS);
    Object changed = attributes.get(hasChangeTime ? "ctime" : "lastModifiedTime");
    return state
        + " "
        + (changed instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : changed)
        + " "
        + attributes.get("size")
        + " "
        + identity.key();
  }

  @Override
  public long length() throws IOException {
    return data.run(FileChannel::size);
  }

  @Override
  public void truncate(long length) throws IOException {
    requireWritable();
    data.run(open -> open.truncate(length));
  }

  /**
   * Ends all work. The channels of a store's file are closed with its lock: closing one would drop
   * the locks of other stores of this process that read the same file.
   */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    List<AutoCloseable> channels = new ArrayList<>();
    channels.add(() -> letGo(data.end()));
    if (forcing != null) {
      channels.add(() -> letGo(forcing));
    }
    if (durable != null) {
      ReopeningChannel present = durable;
      channels.add(() -> letGo(present.end()));
    }
    Closing.all(channels);
  }

  private void letGo(Channel channel) throws IOException {
    if (locked == null) {
      channel.close();
    } else {
      locked.retire(channel);
    }
  }
}
