package io.octavo.file;

import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a store file: exclusive for a store that writes, shared among stores that only
 * read.
 *
 * <p>The operating system's lock is taken on a sidecar file, {@code NAME.lock}, which nothing else
 * opens: closing any descriptor of a file drops all locks that its process holds on it, so the data
 * file itself cannot carry the lock. Within the process a registry decides before the sidecar is
 * touched, for the same reason. The sidecar stays when the store is closed.
 */
public final class StoreLock implements AutoCloseable {
  private static final Map<Path, StoreLock> HELD = new HashMap<>();
  private static final int MAX_HOLDER = 256;

  private final Path path;
  private final boolean exclusive;
  private final @Nullable FileChannel channel;
  private final @Nullable FileIdentity sidecar;
  private int holders = 1;

  private StoreLock(Path path, boolean exclusive, @Nullable FileChannel channel)
      throws IOException {
    this.path = path;
    this.exclusive = exclusive;
    this.channel = channel;
    this.sidecar = channel == null ? null : FileIdentity.of(sidecarOf(path));
  }

  private static Path sidecarOf(Path path) {
    return path.resolveSibling(path.getFileName() + ".lock");
  }

  /**
   * Makes sure that the sidecar is still there: in place of one that was removed another process
   * could make and lock a new one.
   *
   * @throws IOException where it was removed or replaced
   */
  void requireHeld() throws IOException {
    if (sidecar != null) {
      sidecar.requireUnchanged();
    }
  }

  /**
   * Takes the lock of a store file.
   *
   * @param path the store file, absolute and free of symbolic links; it need not exist
   * @param exclusive true for a store that writes
   * @return the lock, to be closed once
   * @throws StoreLockedException where another store holds it; the message names the holder
   * @throws IOException where the sidecar cannot be made
   */
  public static StoreLock acquire(Path path, boolean exclusive) throws IOException {
    synchronized (HELD) {
      StoreLock held = HELD.get(path);
      if (held != null) {
        if (exclusive || held.exclusive) {
          throw locked(path, "this process has it open");
        }
        held.holders++;
        return held;
      }
      // An interrupt that is pending here would close the channel as soon as it is used.
      boolean interrupted = Thread.interrupted();
      try {
        StoreLock lock = new StoreLock(path, exclusive, lockSidecar(path, exclusive));
        HELD.put(path, lock);
        return lock;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static @Nullable FileChannel lockSidecar(Path path, boolean exclusive)
      throws IOException {
    FileChannel channel;
    try {
      channel = openSidecar(sidecarOf(path));
    } catch (FileSystemException e) {
      if (exclusive) {
        throw e;
      }
      // A reader does without a lock where it cannot make one: nobody can write there either.
      return null;
    }
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, !exclusive);
      if (lock == null) {
        String holder = readHolder(channel);
        throw locked(path, holder.isEmpty() ? "another process has it open" : holder);
      }
      if (exclusive) {
        writeHolder(channel);
      } else {
        // Who wrote last has gone; a writer that is refused must not take him for the holder.
        channel.truncate(0);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openSidecar(Path sidecar) throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(sidecar, options, OwnerOnly.attributes(sidecar));
  }

  private static String readHolder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_HOLDER);
    while (text.hasRemaining() && channel.read(text, text.position()) > 0) {}
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  private static void writeHolder(FileChannel channel) throws IOException {
    String holder =
        "process "
            + ProcessHandle.current().pid()
            + " has it open since "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS)
            + "\n";
    byte[] text = holder.getBytes(StandardCharsets.UTF_8);
    channel.write(ByteBuffer.wrap(text), 0);
    // Only where there is something to cut: it takes longer than all the rest.
    if (channel.size() > text.length) {
      channel.truncate(text.length);
    }
  }

  private static StoreLockedException locked(Path path, String holder) {
    return new StoreLockedException(
        path + ": the store is in use (" + holder + "); close it there first", null);
  }

  /** Gives the lock back; the last holder of a shared lock releases it. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      holders--;
      if (holders == 0) {
        HELD.remove(path);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }
}
