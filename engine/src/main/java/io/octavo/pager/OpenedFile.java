package io.octavo.pager;

import io.octavo.error.StoreException;
import io.octavo.file.ChannelFile;
import io.octavo.file.DraftFile;
import io.octavo.file.StoreFile;
import io.octavo.file.StoreLock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
    return of(path, readOnly, UUID.randomUUID());
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
    return of(path, false, storeId);
  }

  private static OpenedFile of(Path path, boolean readOnly, UUID storeId) {
    try {
      Path real = resolve(path, readOnly);
      StoreLock lock = StoreLock.acquire(real, !readOnly);
      try {
        if (!readOnly && (!Files.exists(real) || Files.size(real) == 0)) {
          fillNew(real, storeId);
        }
        return new OpenedFile(ChannelFile.open(real, !readOnly, lock), lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (AccessDeniedException e) {
      throw new StoreException(
          path + ": no permission to " + (readOnly ? "read" : "write") + " " + e.getFile(), e);
    } catch (IOException e) {
      throw new StoreException(path + ": cannot open the store: " + e, e);
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

  /**
   * Creates a store. An empty file is filled where it is: a crash leaves a file without a sound
   * meta page, which holds nothing yet.
   */
  private static void fillNew(Path path, UUID storeId) throws IOException {
    if (Files.exists(path)) {
      fill(path, storeId);
      return;
    }
    DraftFile.create(path, draft -> fill(draft, storeId));
  }

  private static void fill(Path path, UUID storeId) throws IOException {
    try (StoreFile file = ChannelFile.open(path, true)) {
      Pager.create(file, storeId);
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
