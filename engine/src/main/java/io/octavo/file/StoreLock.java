package io.octavo.file;

import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a store file: exclusive for a store that writes, shared among salvages. A store
 * that reads beside a writer needs no such right, but identifies the data file, to pin the
 * checkpoints that it reads.
 *
 * <p>There are two locks of the operating system. The lock of the sidecar file, {@code NAME.lock},
 * also serializes the creation of the file, and the sidecar names the holder. The lock of the data
 * file covers all names of one file, and processes without rights on the sidecar. The sidecar
 * remains when the store is closed.
 */
public final class StoreLock implements AutoCloseable {
  /** The purpose of an open store file. */
  public enum Use {
    /** To write; no other process does. */
    WRITE,
    /** To read beside a writer. */
    READ,
    /** To read all present bytes, while no process writes. */
    SALVAGE
  }

  private final Path path;
  private final Use use;
  private final boolean mayGoUnlocked;
  private final Lease lease;
  private @Nullable LockedFile sidecar;
  private @Nullable LockedFile data;

  /** The durable state of the file according to its sidecar; empty for none. */
  private String durable = "";

  private StoreLock(Path path, Use use, boolean mayGoUnlocked, Lease lease) {
    this.path = path;
    this.use = use;
    this.mayGoUnlocked = mayGoUnlocked;
    this.lease = lease;
  }

  /**
   * Acquires the lock of the name of a store file.
   *
   * @param path the store file, absolute and free of symbolic links; it need not exist
   * @param use the purpose
   * @param mayGoUnlocked true to write where the file system cannot lock, and to read without
   *     keeping a writer out
   * @param lease ends with the lock; if it has ended but the lock remains because a close failed,
   *     the next acquisition in this process releases it
   * @return the lock, to be closed
   * @throws StoreLockedException if another store holds it; the message names the holder
   * @throws io.octavo.error.StoreException if the file system cannot lock
   * @throws IOException if the sidecar cannot be made
   */
  public static StoreLock acquire(Path path, Use use, boolean mayGoUnlocked, Lease lease)
      throws IOException {
    StoreLock lock = new StoreLock(path, use, mayGoUnlocked, lease);
    try {
      if (use == Use.WRITE) {
        lock.lockToWrite();
      } else if (use == Use.SALVAGE && !mayGoUnlocked) {
        lock.lockToSalvage();
      }
      return lock;
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, lock);
      throw e;
    }
  }

  /**
   * Reads the beginning of a file without a sidecar before its lock is taken, so that no sidecar is
   * created for a file that is not a store.
   *
   * @param path the store file, absolute and free of symbolic links
   * @param head receives the bytes
   * @return whether the beginning was read and the file still has no sidecar; if it has one now, it
   *     is a store, or is becoming one
   * @throws IOException if the file cannot be read
   */
  public static boolean peek(Path path, ByteBuffer head) throws IOException {
    // The process that fills an empty file has created the sidecar before. So check again.
    return LockedFile.peek(path, head) && !hasSidecar(path);
  }

  /**
   * Returns whether a file has a sidecar, because a store has been opened in it.
   *
   * @param path the store file, absolute and free of symbolic links
   */
  public static boolean hasSidecar(Path path) {
    return Files.exists(sidecarOf(path), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the path of the sidecar of a store.
   *
   * @param path the store file
   */
  public static Path sidecarOf(Path path) {
    return path.resolveSibling(path.getFileName() + ".lock");
  }

  private void lockToWrite() throws IOException {
    LockedFile locked = lockSidecar(new LockedFile.Mode(true, true, true, mayGoUnlocked));
    sidecar = locked;
    durable = SidecarLine.DURABLE.read(locked.content());
    SidecarLine.HOLDER.write(
        locked.content(),
        "process "
            + ProcessHandle.current().pid()
            + " has it open since "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** Locks the data file only, for a process that may not open or create the sidecar. */
  private void lockToSalvage() throws IOException {
    try {
      LockedFile locked = lockSidecar(new LockedFile.Mode(false, true, true, false));
      sidecar = locked;
      clear(locked);
      return;
    } catch (FileSystemException e) {
      if (!(e instanceof AccessDeniedException) && canWriteSidecar()) {
        throw e;
      }
    }
    try {
      sidecar =
          LockedFile.acquire(
              path, sidecarOf(path), new LockedFile.Mode(false, true, false, false), lease);
    } catch (AccessDeniedException | NoSuchFileException e) {
      // The lock of the data file is enough.
    }
  }

  /**
   * Returns whether the sidecar can be written, or created. The directory may be mounted read-only
   * although its file system is not.
   */
  private boolean canWriteSidecar() {
    Path directory = path.getParent();
    return Files.isWritable(hasSidecar(path) || directory == null ? sidecarOf(path) : directory);
  }

  /** Clears the stale owner, so that it is not reported as the holder. */
  private static void clear(LockedFile locked) {
    if (!SidecarLine.HOLDER.read(locked.content()).isEmpty()) {
      SidecarLine.HOLDER.write(locked.content(), "");
    }
  }

  private LockedFile lockSidecar(LockedFile.Mode mode) throws IOException {
    LockedFile.createMissing(sidecarOf(path));
    return LockedFile.acquire(path, sidecarOf(path), mode, lease);
  }

  /**
   * Locks the data file, once. The file exists by now.
   *
   * @return the locked file, released when this lock is closed
   * @throws StoreLockedException if another store holds it
   */
  LockedFile lockData() throws IOException {
    boolean isExclusive = use == Use.WRITE;
    // A store that reads without locks has no pins, so it must not begin to read while another
    // process writes.
    boolean keepsWritersOut = use != Use.READ || mayGoUnlocked;
    LockedFile locked =
        LockedFile.acquire(
            path,
            path,
            new LockedFile.Mode(isExclusive, keepsWritersOut, isExclusive, mayGoUnlocked),
            lease);
    data = locked;
    return locked;
  }

  /**
   * Acquires both locks again.
   *
   * @throws IOException if another process has acquired one of them, or the sidecar was removed or
   *     replaced: another process could then create and lock a new sidecar
   */
  void renew() throws IOException {
    if (sidecar != null) {
      sidecar.renew();
    }
    if (data != null) {
      data.renew();
    }
  }

  /** Returns the durable state of the file according to the sidecar; empty for none. */
  String durable() {
    return durable;
  }

  /** Writes the durable state of the file into the sidecar; for a store that writes. */
  void durable(String state) {
    LockedFile locked = sidecar;
    if (locked != null && use == Use.WRITE && !state.equals(durable)) {
      durable = state;
      SidecarLine.DURABLE.write(locked.content(), state);
    }
  }

  /** Returns the number of known losses of the lock. */
  long lost() {
    return (sidecar == null ? 0 : sidecar.lost()) + (data == null ? 0 : data.lost());
  }

  /** Returns how often a lost lock was acquired again. */
  long retaken() {
    return (sidecar == null ? 0 : sidecar.retaken()) + (data == null ? 0 : data.retaken());
  }

  /**
   * Releases the lock; the last holder of a shared lock unlocks the file. Further calls have no
   * effect.
   */
  @Override
  public synchronized void close() throws IOException {
    LockedFile first = data;
    LockedFile second = sidecar;
    try {
      if (first != null) {
        first.leave(lease);
      }
    } finally {
      if (second != null) {
        second.leave(lease);
      }
    }
  }
}
