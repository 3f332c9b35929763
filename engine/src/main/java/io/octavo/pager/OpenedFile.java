package io.octavo.pager;

import io.octavo.error.StoreException;
import io.octavo.file.ChannelFile;
import io.octavo.file.DraftFile;
import io.octavo.file.StoreFile;
import io.octavo.file.StoreLock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/** The file of a store, open and locked; created first where there was none. */
public final class OpenedFile implements AutoCloseable {
  private final StoreFile file;
  private final StoreLock lock;

  private OpenedFile(StoreFile file, StoreLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * Locks and opens a file, and creates it unless it is only to be read.
   *
   * @param path the file; its directory must exist
   * @param readOnly whether it is never written
   * @return the open file; what is in it has not been looked at
   * @throws io.octavo.error.StoreLockedException where another store has the file open
   * @throws StoreException where it cannot be opened for another reason
   */
  public static OpenedFile of(Path path, boolean readOnly) {
    return of(path, readOnly, false);
  }

  /**
   * Locks and opens a file, as far as it can be locked, and creates it unless it is only to be
   * read.
   *
   * @param path the file; its directory must exist
   * @param readOnly whether it is never written
   * @param unlocked true to write where the file system cannot lock, and to read without keeping a
   *     writer out
   * @return the open file; what is in it has not been looked at
   * @throws io.octavo.error.StoreLockedException where another store has the file open
   * @throws StoreException where it cannot be opened for another reason
   */
  public static OpenedFile of(Path path, boolean readOnly, boolean unlocked) {
    return of(path, readOnly, unlocked, UUID.randomUUID());
  }

  /**
   * Locks, creates and opens a file.
   *
   * @param path the file; its directory must exist
   * @param storeId identity of the new store
   * @return the open file
   * @throws StoreException as {@link #of}
   */
  public static OpenedFile create(Path path, UUID storeId) {
    return of(path, false, false, storeId);
  }

  private static OpenedFile of(Path path, boolean readOnly, boolean unlocked, UUID storeId) {
    try {
      Path real = resolve(path, readOnly);
      StoreLock lock = StoreLock.acquire(real, !readOnly, unlocked);
      try {
        if (!readOnly && !Files.exists(real)) {
          createNew(real, storeId);
        }
        return new OpenedFile(open(real, readOnly, lock, storeId), lock);
      } catch (IOException | RuntimeException | Error e) {
        release(lock, e);
        throw e;
      }
    } catch (AccessDeniedException e) {
      throw new StoreException(
          path + ": no permission to " + (readOnly ? "read" : "write") + " " + e.getFile(), e);
    } catch (IOException e) {
      throw new StoreException(path + ": cannot open the store: " + e, e);
    }
  }

  private static void release(AutoCloseable resource, Throwable failure) {
    try {
      resource.close();
    } catch (Exception | Error e) {
      failure.addSuppressed(e);
    }
  }

  /** Finds the file behind a path, so that each file is known by one name. */
  private static Path resolve(Path path, boolean readOnly) throws IOException {
    if (Files.isDirectory(path)) {
      throw new StoreException(path + ": is a directory; name a file in it");
    }
    if (Files.exists(path)) {
      if (!Files.isRegularFile(path)) {
        throw new StoreException(path + ": is no regular file; name one that can be a store");
      }
      if (readOnly && Files.size(path) == 0) {
        throw missing(path, "is empty");
      }
      return path.toRealPath();
    }
    if (readOnly) {
      throw missing(path, "does not exist");
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new StoreException(
          path + ": is a symbolic link to nothing; a store is not created through a link");
    }
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new StoreException(path + ": the directory does not exist; create it first");
    }
    return directory.toRealPath().resolve(path.getFileName());
  }

  private static StoreException missing(Path path, String what) {
    return new StoreException(path + ": " + what + "; open it without readOnly to create a store");
  }

  /** Creates a store; another process may be faster where names do not keep it out. */
  private static void createNew(Path path, UUID storeId) throws IOException {
    try {
      DraftFile.create(path, draft -> fill(draft, storeId));
    } catch (FileAlreadyExistsException e) {
      // The one that is there will do.
    }
  }

  private static void fill(Path path, UUID storeId) throws IOException {
    try (StoreFile file = ChannelFile.open(path, true)) {
      Pager.create(file, storeId);
    }
  }

  /**
   * Opens the file. An empty one is filled where it is: a crash leaves a file without a sound meta
   * page, which holds nothing yet. Nobody knows whether its name is durable.
   */
  private static StoreFile open(Path path, boolean readOnly, StoreLock lock, UUID storeId)
      throws IOException {
    StoreFile file = ChannelFile.open(path, !readOnly, lock);
    try {
      if (!readOnly && file.length() == 0) {
        Pager.create(file, storeId);
        ChannelFile.forceDirectory(path);
      }
      return file;
    } catch (IOException | RuntimeException | Error e) {
      release(file, e);
      throw e;
    }
  }

  /**
   * Gives the open file.
   *
   * @return the file, to be closed by whoever uses it
   */
  public StoreFile file() {
    return file;
  }

  /** Lets the lock go; the file itself is closed by the pager. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
