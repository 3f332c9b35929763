package io.octavo.file;

import io.octavo.error.StoreException;
import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that stores of this process have locked: one that writes, or any number that read.
 *
 * <p>A process loses its locks on a file when it closes any descriptor of the file. So within the
 * process a registry decides before a descriptor is opened, and none is closed before the last
 * store lets the file go. The registry knows files by what the system knows them by, and is shared
 * by all class loaders: a system property for each open file, guarded by a string constant, which
 * is one object for all of them.
 */
final class LockedFile {
  /** The monitor of all class loaders; a class of its own would have one for each. */
  private static final Object MONITOR = "io.octavo.file.LockedFile";

  private static final String PROPERTY = "io.octavo.open.";

  private static final Map<String, LockedFile> HELD = new HashMap<>();

  /** Channels of files that may be those of stores of another class loader. */
  private static final List<AutoCloseable> STRAYS = new ArrayList<>();

  private final Path store;
  private final FileIdentity identity;
  private final boolean isExclusive;
  private final FileChannel channel;
  private final List<Channel> retired = new ArrayList<>();

  /** The stores that have the file, also those that have let it go without telling. */
  private final List<Lease> holders = new ArrayList<>();

  private @Nullable LockedBytes bytes;
  private boolean isStray;
  private long lost;
  private long retaken;
  private volatile @Nullable IOException failure;

  /**
   * How a file is to be locked.
   *
   * @param isExclusive true for a store that writes
   * @param isWritable whether its descriptor can write
   * @param mayGoUnlocked whether the store does without, as {@code StoreOptions.unlocked} says
   */
  record Mode(boolean isExclusive, boolean isWritable, boolean mayGoUnlocked) {
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

  /** Makes an empty file where there is none; not while a store opens or closes it. */
  static void createMissing(Path path) throws IOException {
    synchronized (MONITOR) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        try {
          ChannelFile.create(path);
        } catch (FileAlreadyExistsException e) {
          // Another process was faster.
        }
      }
    }
  }

  /**
   * Reads the beginning of a file, unless a store of this process has the file.
   *
   * @param path the file, absolute and no symbolic link
   * @param head where to
   * @return false if a store has the file, and nothing was read
   */
  static boolean peek(Path path, ByteBuffer head) throws IOException {
    synchronized (MONITOR) {
      FileIdentity identity = FileIdentity.of(path);
      if (HELD.containsKey(identity.key())
          || System.getProperty(PROPERTY + identity.key()) != null) {
        return false;
      }
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      boolean isSame = false;
      try {
        while (head.hasRemaining() && channel.read(head, head.position()) > 0) {}
        identity.requireUnchanged();
        isSame = true;
      } finally {
        if (isSame) {
          channel.close();
        } else {
          // It may be the file of a store by now, whose lock would be dropped.
          STRAYS.add(channel);
        }
      }
      return true;
    }
  }

  /**
   * Locks a file for a store.
   *
   * @param store the file of the store, for messages
   * @param path the file to lock, absolute and no symbolic link
   * @param lease ends when the store has let the file go, or an Error kept it from that
   * @return the file, to be {@linkplain #leave let go}
   * @throws StoreLockedException if another store has the file
   * @throws StoreException if the file system cannot lock, and it must
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
        throw locked(store, "this process has it open");
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
    // Notes come first, so that leaving undoes whatever was done.
    holders.add(lease);
    HELD.put(identity.key(), this);
    System.setProperty(PROPERTY + identity.key(), identity.path().toString());
    // Before that it could have been another file that was opened.
    identity.requireUnchanged();
    try {
      lock(mode);
    } catch (OverlappingFileLockException e) {
      // Whose lock that is nobody knows; it would be dropped with this descriptor.
      STRAYS.add(channel);
      isStray = true;
      throw e;
    }
  }

  private boolean hasHolders() {
    holders.removeIf(lease -> !lease.isHeld);
    return !holders.isEmpty();
  }

  private void lock(Mode mode) throws IOException {
    if (bytes != null) {
      return;
    }
    LockedBytes taken;
    try {
      taken = LockedBytes.take(channel, identity.key(), !isExclusive);
    } catch (IOException | UnsupportedOperationException e) {
      if (mode.mayGoUnlocked() || (!isExclusive && isReadOnlyMedium(identity.path()))) {
        return;
      }
      throw new StoreException(
          store
              + ": the file system cannot lock files ("
              + e.getMessage()
              + "); where no other process opens the store, StoreOptions.unlocked does without",
          e);
    }
    if (taken == null) {
      throw locked(store, otherHolder());
    }
    if (mode.mayGoUnlocked() && !isExclusive) {
      taken.release();
    } else {
      bytes = taken;
    }
  }

  private String otherHolder() {
    if (identity.path().equals(store)) {
      return isExclusive
          ? "another process only reads it, or has it open by another name"
          : "another process writes to it";
    }
    String holder = HolderText.read(channel);
    return holder.isEmpty() ? "another process has it open" : holder;
  }

  /** Returns whether nobody at all can write where a file is. */
  static boolean isReadOnlyMedium(Path path) throws IOException {
    return Files.getFileStore(path).isReadOnly();
  }

  private static StoreLockedException locked(Path store, String holder) {
    return locked(store, holder, null);
  }

  private static StoreLockedException locked(Path store, String holder, @Nullable Throwable cause) {
    return new StoreLockedException(
        store + ": the store is in use (" + holder + "); close it there first", cause);
  }

  /** The channel that the lock is taken through; not to be closed. */
  FileChannel channel() {
    return channel;
  }

  /** Throws where the lock is known to be lost to another process. */
  void requireHeld() throws IOException {
    IOException known = failure;
    if (known != null) {
      throw new IOException(known.getMessage(), known);
    }
  }

  /** Locks the file anew; throws where it has been lost to another process, or was replaced. */
  void renew() throws IOException {
    requireHeld();
    identity.requireUnchanged();
    synchronized (this) {
      LockedBytes present = bytes;
      if (present != null && !present.renew()) {
        lost++;
        IOException e =
            new IOException(
                identity.path()
                    + ": another process took the lock, which this process lost when it closed"
                    + " the file");
        failure = e;
        throw e;
      }
    }
  }

  /** Locks the file anew after a channel was closed, which has dropped the lock. */
  synchronized void retake() throws IOException {
    if (bytes != null) {
      renew();
      lost++;
      retaken++;
    }
  }

  /** Counts how often the lock is known to have been lost. */
  synchronized long lost() {
    return lost;
  }

  /** Counts how often it was taken again after that. */
  synchronized long retaken() {
    return retaken;
  }

  /** Opens a channel of this file and of no other that is found under its path. */
  FileChannel open(Set<OpenOption> options) throws IOException {
    identity.requireUnchanged();
    FileChannel opened = FileChannel.open(identity.path(), options);
    requireSame(opened, opened::tryLock, !options.contains(StandardOpenOption.WRITE));
    return opened;
  }

  /** Opens a channel to force this file, and no other that is found under its path. */
  AsynchronousFileChannel openToForce() throws IOException {
    identity.requireUnchanged();
    AsynchronousFileChannel opened =
        AsynchronousFileChannel.open(identity.path(), StandardOpenOption.WRITE);
    requireSame(opened, opened::tryLock, false);
    return opened;
  }

  /**
   * Makes sure that a channel is of this file: between a look at the path and the opening another
   * file may have got the name. As that can be the file of another store of this process, the
   * channel is not closed at once.
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

  /** Closes a channel of this file when no store of the process has it open any more. */
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

  /** What the file is known by. */
  FileIdentity identity() {
    return identity;
  }

  /** Lets the file go for one store; further calls do nothing, or what an Error left undone. */
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
    try {
      Closing.all(retired);
    } finally {
      // As long as it is there, the next one that comes does all of this again.
      if (retired.stream().noneMatch(Channel::isOpen)) {
        System.clearProperty(PROPERTY + identity.key());
        HELD.remove(identity.key());
      }
    }
  }
}
