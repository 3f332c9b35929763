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
 * A file on disk. Reads and writes are positional, and are repeated after an interrupt. A force
 * cannot be repeated, because a failure of the disk is reported once, so it uses an {@link
 * AsynchronousFileChannel}, which interrupts do not close.
 */
public final class ChannelFile implements StoreFile {
  private static final boolean IS_MAC = System.getProperty("os.name", "").startsWith("Mac");

  private static final boolean IS_WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

  /** Ample room is this many times the needed room. */
  private static final int AMPLE = 16;

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private static final Set<OpenOption> READ_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final Set<OpenOption> WRITE_DURABLY =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.DSYNC, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final FileIdentity identity;
  private final @Nullable StoreLock lock;

  /** The locked file, null for a private draft. */
  private final @Nullable LockedFile locked;

  private final ReopeningChannel data;
  private final @Nullable AsynchronousFileChannel forcing;

  /** For durable writes; null if nothing is written, or if the file is forced instead. */
  private final @Nullable ReopeningChannel durable;

  private volatile boolean closed;

  /** Opens all channels of the file, because later there may be no descriptor. */
  private ChannelFile(Path path, boolean writable, @Nullable StoreLock lock) throws IOException {
    this.path = path;
    this.lock = lock;
    this.locked = lock == null ? null : lock.lockData();
    this.identity = locked == null ? FileIdentity.of(path) : locked.identity();
    this.data = locked == null ? reopening(writable ? READ_WRITE : READ) : locked.content();
    AsynchronousFileChannel toForce = null;
    try {
      toForce = writable ? openToForce() : null;
      this.durable = writable && !IS_MAC ? reopening(WRITE_DURABLY) : null;
    } catch (IOException | RuntimeException | Error e) {
      AsynchronousFileChannel opened = toForce;
      Closing.after(e, () -> letGo(opened));
      Closing.after(e, this::letGoData);
      throw e;
    }
    this.forcing = toForce;
  }

  private ReopeningChannel reopening(Set<OpenOption> options) throws IOException {
    return locked == null ? ReopeningChannel.of(identity, options) : locked.reopening(options);
  }

  private AsynchronousFileChannel openToForce() throws IOException {
    return locked == null
        ? AsynchronousFileChannel.open(path, StandardOpenOption.WRITE)
        : locked.openToForce();
  }

  /**
   * Opens a private file.
   *
   * @param path an existing file; for writing, not a symbolic link
   * @param writable whether it will be written
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
   * @throws io.octavo.error.StoreLockedException if another store has it open by another name
   * @throws io.octavo.error.StoreException if the file system cannot lock
   * @throws IOException if it cannot be opened
   */
  public static ChannelFile open(Path path, boolean writable, StoreLock lock) throws IOException {
    return new ChannelFile(path, writable, lock);
  }

  /**
   * Makes the name of a new file durable, where the system can.
   *
   * @throws IOException if its directory cannot be forced
   */
  public static void forceDirectory(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null
        || !directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      // On Windows directories cannot be opened and need no force.
      return;
    }
    try (AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
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
  public boolean hasAmpleRoom(long bytes) {
    long usable = NoSpaceException.usable(path);
    return usable < Long.MAX_VALUE && usable / AMPLE >= bytes;
  }

  @Override
  public long locksLost() {
    return lock == null ? 0 : lock.lost();
  }

  @Override
  public long locksRetaken() {
    return lock == null ? 0 : lock.retaken();
  }

  @Override
  public @Nullable Pin pin(long epoch) throws IOException {
    requireUsable();
    return locked == null ? () -> {} : locked.pin(epoch);
  }

  @Override
  public boolean isPinned(long first, long last) throws IOException {
    return locked != null && locked.isPinned(first, last);
  }

  /** Throws if the file is closed, or the lock is lost: another process may be writing. */
  private void requireUsable() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (locked != null) {
      locked.requireHeld();
    }
  }

  private AsynchronousFileChannel requireWritable() throws IOException {
    if (forcing == null) {
      throw new IOException("opened for reading only");
    }
    requireUsable();
    return forcing;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    requireUsable();
    return data.read(target, position);
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
            // The read that needs the bytes reports the failure.
          }
        });
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    requireWritable();
    data.write(source, position);
  }

  /**
   * Writes through a channel of its own with O_DSYNC, which waits for these bytes only. If that
   * does not reach the medium, as on macOS, the file is forced.
   */
  @Override
  public void writeDurable(ByteBuffer source, long position) throws IOException {
    if (durable == null) {
      write(source, position);
      force();
      return;
    }
    requireWritable();
    ForceEvent event = Events.begin(ForceEvent::new);
    long bytes = source.remaining();
    durable.write(source, position);
    tell(event, bytes);
  }

  private void tell(@Nullable ForceEvent event, long bytes) {
    if (event != null && event.shouldCommit()) {
      event.store = name();
      event.bytes = bytes;
      event.commit();
    }
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
   * Adds fields to a state that any later change of the file changes: the time of the last change,
   * which programs cannot set if the system has one, the length and the key.
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
    requireUsable();
    return data.run(FileChannel::size);
  }

  @Override
  public void truncate(long length) throws IOException {
    requireWritable();
    data.run(open -> open.truncate(length));
  }

  /**
   * Closes the file. The channels of the file of a store are closed with its lock: closing one
   * would drop the locks of other stores of this process that read the same file.
   */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    List<AutoCloseable> channels = new ArrayList<>();
    channels.add(this::letGoData);
    channels.add(() -> letGo(forcing));
    if (durable != null) {
      channels.add(() -> letGo(durable.end()));
    }
    Closing.all(channels);
  }

  /** The channel of a locked file is also that of other stores. */
  private void letGoData() throws IOException {
    if (locked == null) {
      letGo(data.end());
    }
  }

  private void letGo(@Nullable Channel channel) throws IOException {
    if (channel == null) {
      return;
    }
    if (locked == null) {
      channel.close();
    } else {
      locked.retire(channel);
    }
  }
}
