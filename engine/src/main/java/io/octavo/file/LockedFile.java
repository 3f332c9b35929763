package io.octavo.file;

import io.octavo.error.StoreException;
import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that stores of this process have locked: one store that writes, or any number of stores
 * that read. Stores that read while another process writes pin checkpoints.
 *
 * <p>A process loses its locks on a file when it closes any descriptor of the file. So a registry
 * of the process is checked before a descriptor is opened, and no descriptor is closed before the
 * last store releases the file. The registry identifies files by their file keys, and is shared by
 * all class loaders: a system property for each open file, guarded by a string constant, which is
 * one object for all class loaders.
 */
final class LockedFile {
  /** The monitor shared by all class loaders. A class would be a monitor for each class loader. */
  private static final Object MONITOR = "io.octavo.file.LockedFile";

  private static final String PROPERTY = "io.octavo.open.";

  private static final Map<String, LockedFile> HELD = new HashMap<>();

  /**
   * Channels that must not be closed: their files may be open in stores of another class loader.
   */
  private static final List<AutoCloseable> STRAYS = new ArrayList<>();

  private final Path store;
  private final FileIdentity identity;
  private final boolean isExclusive;

  /** The channel of the lock. Not for reads and writes, because an interrupt would close it. */
  private final FileChannel channel;

  private final List<Channel> retired = new ArrayList<>();

  /** The stores that have the file, including those whose lease ended without a call of leave. */
  private final List<Lease> holders = new ArrayList<>();

  private @Nullable LockedBytes bytes;

  /** The checkpoints that stores of this process read; one lock for all that read the same one. */
  private final Map<Long, Pinned> pins = new HashMap<>();

  private @Nullable ReopeningChannel content;
  private boolean isStray;
  private long lost;
  private long retaken;

  /** The known loss of the lock. */
  private volatile @Nullable String loss;

  /** The lock on a checkpoint, and the number of stores that have it. */
  private static final class Pinned {
    FileLock lock;
    int count;

    Pinned(FileLock lock) {
      this.lock = lock;
    }
  }

  /**
   * The mode of a lock.
   *
   * @param isExclusive true for a store that writes
   * @param keepsWritersOut whether no other process may write; false for a store that pins
   *     checkpoints
   * @param isWritable whether its descriptor can write
   * @param mayGoUnlocked whether the store may be opened without a lock, see {@code
   *     StoreOptions.unlocked}
   */
  record Mode(
      boolean isExclusive, boolean keepsWritersOut, boolean isWritable, boolean mayGoUnlocked) {
    Set<OpenOption> options() {
      return isWritable
          ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
          : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private LockedFile(Path store, FileIdentity identity, Mode mode) throws IOException {
    this.store = store;
    this.identity = identity;
    this.isExclusive = mode.isExclusive();
    this.channel = FileChannel.open(identity.path(), mode.options());
  }

  /**
   * Creates an empty file if it does not exist, while no store of this process opens or closes the
   * file.
   */
  static void createMissing(Path path) throws IOException {
    synchronized (MONITOR) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        try {
          Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
          // Another process has created the file first.
        }
      }
    }
  }

  /**
   * Reads the beginning of a file, unless a store of this process has the file.
   *
   * @param path the file, absolute and no symbolic link
   * @param head receives the bytes
   * @return false if a store has the file, and nothing was read
   */
  static boolean peek(Path path, ByteBuffer head) throws IOException {
    synchronized (MONITOR) {
      FileIdentity identity = FileIdentity.of(path);
      if (HELD.containsKey(identity.key())
          || System.getProperty(PROPERTY + identity.key()) != null) {
        return false;
      }
      ReopeningChannel channel =
          ReopeningChannel.of(identity, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
      boolean isSame = false;
      try {
        channel.read(head, 0);
        identity.requireUnchanged();
        isSame = true;
      } finally {
        if (isSame || !isAnyHeld()) {
          channel.end().close();
        } else {
          // The path may name the file of a store now, whose lock a close of the channel could
          // drop.
          STRAYS.add(channel.end());
        }
      }
      return true;
    }
  }

  /** Returns whether any store of this process has a file, whatever class loader it is of. */
  private static boolean isAnyHeld() {
    return System.getProperties().stringPropertyNames().stream()
        .anyMatch(name -> name.startsWith(PROPERTY));
  }

  /**
   * Locks a file for a store.
   *
   * @param store the file of the store, for messages
   * @param path the file to lock, absolute and no symbolic link
   * @param lease ends when the store has released the file, or if an Error prevented the release
   * @return the file, to be {@linkplain #leave released}
   * @throws StoreLockedException if another store has the file
   * @throws StoreException if the file system cannot lock files, and the mode requires a lock
   * @throws IOException if the file cannot be opened
   */
  static LockedFile acquire(Path store, Path path, Mode mode, Lease lease) throws IOException {
    synchronized (MONITOR) {
      FileIdentity identity = FileIdentity.of(path);
      LockedFile held = HELD.get(identity.key());
      if (held != null && !held.hasHolders()) {
        held.letGo();
        held = null;
      }
      if (held == null) {
        if (System.getProperty(PROPERTY + identity.key()) != null) {
          throw locked(store, "another class loader of this process has it open");
        }
        held = new LockedFile(store, identity, mode);
      } else if (mode.isExclusive() || held.isExclusive) {
        throw locked(
            store,
            held.isExclusive ? "this process has it open" : "this process reads it",
            "use that Store, which any number of threads may share, or close it first",
            null);
      }
      LockedFile entered = held;
      try {
        held.enter(mode, lease);
        return held;
      } catch (OverlappingFileLockException e) {
        Closing.after(e, () -> entered.leave(lease));
        throw locked(store, "something else in this process has locked it", e);
      } catch (IOException | RuntimeException | Error e) {
        Closing.after(e, () -> entered.leave(lease));
        throw e;
      }
    }
  }

  private void enter(Mode mode, Lease lease) throws IOException {
    // Registered before the steps that can fail, so that leave undoes all of them.
    holders.add(lease);
    HELD.put(identity.key(), this);
    System.setProperty(PROPERTY + identity.key(), identity.path().toString());
    // Before the registration, another file may have been opened under the path.
    identity.requireUnchanged();
    try {
      lock(mode);
    } catch (OverlappingFileLockException e) {
      // Unknown code of this process holds a lock, which closing this channel would drop.
      STRAYS.add(channel);
      isStray = true;
      throw e;
    }
    if (content == null) {
      content = reopening(mode.options());
    }
  }

  private boolean hasHolders() {
    holders.removeIf(lease -> lease.isReleased);
    return !holders.isEmpty();
  }

  private void lock(Mode mode) throws IOException {
    LockedBytes taken = bytes;
    try {
      if (taken == null) {
        taken = LockedBytes.identify(channel, identity.key(), !isExclusive);
      }
      if (taken != null
          && mode.keepsWritersOut()
          && !taken.hasBoth()
          && !taken.takeBoth(!isExclusive)) {
        taken = null;
      }
    } catch (IOException | UnsupportedOperationException e) {
      if (mode.mayGoUnlocked() || (!isExclusive && isReadOnlyMedium(identity.path()))) {
        return;
      }
      throw new StoreException(
          store
              + ": the file system cannot lock files ("
              + e.getMessage()
              + "); if no other process opens the store, use StoreOptions.unlocked",
          e);
    }
    if (taken == null) {
      throw locked(store, otherHolder());
    }
    if (bytes == null && mode.mayGoUnlocked() && !isExclusive) {
      taken.release();
    } else {
      bytes = taken;
    }
  }

  /** Returns the other process that has the file, if the system or the sidecar name it. */
  private String otherHolder() throws IOException {
    StoreUsers users = StoreUsers.of(identity.path());
    Long salvager = users == null ? null : users.salvager();
    if (salvager != null) {
      return "process " + salvager + " reads it, and keeps writers out";
    }
    Long writer = users == null ? null : users.writer();
    String other = writer == null ? "another process" : "process " + writer;
    if (identity.path().equals(store)) {
      return other + (isExclusive ? " has it open by another name" : " writes to it");
    }
    ReopeningChannel sidecar =
        reopening(Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    String holder = SidecarLine.HOLDER.read(sidecar);
    retired.add(sidecar.end());
    return holder.isEmpty() ? other + " has it open" : holder;
  }

  /** Returns whether a file is on a read-only file system. */
  private static boolean isReadOnlyMedium(Path path) throws IOException {
    return Files.getFileStore(path).isReadOnly();
  }

  private static StoreLockedException locked(Path store, String holder) {
    return locked(store, holder, null);
  }

  private static StoreLockedException locked(Path store, String holder, @Nullable Throwable cause) {
    return locked(store, holder, "close it there first", cause);
  }

  private static StoreLockedException locked(
      Path store, String holder, String advice, @Nullable Throwable cause) {
    return new StoreLockedException(
        store + ": the store is in use (" + holder + "); " + advice, cause);
  }

  /** Returns the channel for the content, which all stores of the file share. */
  ReopeningChannel content() {
    return Objects.requireNonNull(content, "a file that was not entered");
  }

  /** Throws if another process is known to have taken the lock. */
  void requireHeld() throws IOException {
    String known = loss;
    if (known != null) {
      throw new FileLostException(known);
    }
  }

  /**
   * Locks the file again. Throws if another process has taken the lock, or the file was replaced.
   */
  void renew() throws IOException {
    requireHeld();
    identity.requireUnchanged();
    synchronized (this) {
      LockedBytes present = bytes;
      if (present != null && !present.renew()) {
        lost++;
        loss =
            identity.path()
                + ": another process took the lock, which this process lost when it closed the file";
        requireHeld();
      }
    }
  }

  /** Locks the file again after a channel was closed, which has dropped the lock. */
  synchronized void retake() throws IOException {
    LockedBytes present = bytes;
    if (present != null) {
      renew();
      for (Pinned pinned : pins.values()) {
        // If a writer checks for pins at this moment, the checkpoint is no longer the last one, and
        // its pages may be reused: their checksums then fail.
        FileLock lock = present.renew(pinned.lock);
        pinned.lock = lock == null ? pinned.lock : lock;
      }
      lost++;
      retaken++;
    }
  }

  /** Pins a checkpoint, see {@link StoreFile#pin}. */
  synchronized StoreFile.@Nullable Pin pin(long epoch) throws IOException {
    LockedBytes present = bytes;
    if (present == null) {
      return () -> {};
    }
    Pinned pinned = pins.get(epoch);
    if (pinned == null) {
      FileLock lock;
      try {
        lock = present.pin(epoch);
      } catch (OverlappingFileLockException e) {
        throw new IOException("something else in this process has locked it", e);
      }
      if (lock == null) {
        return null;
      }
      pinned = new Pinned(lock);
      pins.put(epoch, pinned);
    }
    pinned.count++;
    return new StoreFile.Pin() {
      private boolean isClosed;

      @Override
      public void close() throws IOException {
        synchronized (LockedFile.this) {
          if (!isClosed) {
            isClosed = true;
            unpin(epoch);
          }
        }
      }
    };
  }

  private void unpin(long epoch) throws IOException {
    Pinned pinned = pins.get(epoch);
    if (pinned != null && --pinned.count == 0) {
      pins.remove(epoch);
      // If the file was released, its channel is closed, and with it the lock.
      if (pinned.lock.isValid()) {
        pinned.lock.release();
      }
    }
  }

  /** Returns whether another process has pinned a checkpoint, see {@link StoreFile#isPinned}. */
  synchronized boolean isPinned(long first, long last) throws IOException {
    LockedBytes present = bytes;
    return present != null && present.isPinned(first, last);
  }

  /** Returns the number of known losses of the lock. */
  synchronized long lost() {
    return lost;
  }

  /** Returns how often a lost lock was acquired again. */
  synchronized long retaken() {
    return retaken;
  }

  /**
   * Opens a channel to this file, to be {@linkplain #retire retired}. Throws if the path names
   * another file.
   */
  ReopeningChannel reopening(Set<OpenOption> options) throws IOException {
    return new ReopeningChannel(
        identity.path(),
        new ReopeningChannel.Opener() {
          @Override
          public FileChannel open() throws IOException {
            return LockedFile.this.open(options);
          }

          @Override
          public void closed() throws IOException {
            retake();
          }
        });
  }

  private FileChannel open(Set<OpenOption> options) throws IOException {
    identity.requireUnchanged();
    FileChannel opened = FileChannel.open(identity.path(), options);
    requireSame(opened, opened::tryLock, !options.contains(StandardOpenOption.WRITE));
    return opened;
  }

  /** Opens a channel to force this file. Throws if the path names another file. */
  AsynchronousFileChannel openToForce() throws IOException {
    identity.requireUnchanged();
    AsynchronousFileChannel opened =
        AsynchronousFileChannel.open(identity.path(), StandardOpenOption.WRITE);
    requireSame(opened, opened::tryLock, false);
    return opened;
  }

  /**
   * Throws unless a channel is open to this file: another file may have the name since the check of
   * the path. That file may belong to another store of this process, so the channel is not closed
   * at once.
   */
  private void requireSame(Channel opened, LockedBytes.LockAttempt attempt, boolean isShared)
      throws IOException {
    try {
      LockedBytes present = bytes;
      if (present == null) {
        identity.requireUnchanged();
      } else if (!present.isSameFile(attempt, isShared)) {
        throw identity.replaced();
      }
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, () -> retire(opened));
      throw e;
    }
  }

  /** Closes a channel to this file as soon as no store of this process has the file open. */
  void retire(Channel opened) throws IOException {
    synchronized (MONITOR) {
      LockedFile held = HELD.get(identity.key());
      if (held == null) {
        opened.close();
      } else {
        held.retired.add(opened);
      }
    }
  }

  /** Returns the identity of the file. */
  FileIdentity identity() {
    return identity;
  }

  /** Releases the file for one store. A further call completes a failed one. */
  void leave(Lease lease) throws IOException {
    synchronized (MONITOR) {
      holders.remove(lease);
      if (!hasHolders()) {
        letGo();
      }
    }
  }

  private void letGo() throws IOException {
    if (HELD.get(identity.key()) != this) {
      return;
    }
    if (!isStray) {
      retired.add(channel);
    }
    if (content != null) {
      retired.add(content.end());
    }
    try {
      Closing.all(retired);
    } finally {
      // While the file is registered, the next store that leaves repeats this cleanup.
      if (retired.stream().noneMatch(Channel::isOpen)) {
        System.clearProperty(PROPERTY + identity.key());
        HELD.remove(identity.key());
      }
    }
  }
}
