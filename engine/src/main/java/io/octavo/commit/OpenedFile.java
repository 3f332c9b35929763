package io.octavo.commit;

import io.octavo.cache.MetaPages;
import io.octavo.error.StoreException;
import io.octavo.file.ChannelFile;
import io.octavo.file.DraftFile;
import io.octavo.file.Lease;
import io.octavo.file.StoreFile;
import io.octavo.file.StoreLock;
import io.octavo.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The file of a store, open and locked; created first if there was none. If an Error keeps it from
 * being closed, ending the lease lets the next open of the process close it.
 */
public final class OpenedFile extends Lease implements AutoCloseable {
  private @Nullable StoreLock lock;
  private @Nullable StoreFile file;

  private OpenedFile() {}

  /**
   * Locks and opens a file, and creates it unless it is read-only: then another process may write
   * meanwhile, and the store reads a {@link PinnedFile}.
   *
   * @param path the file; its directory must exist
   * @param readOnly whether it is never written
   * @return the open file, whose contents have not been read
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws StoreException if it cannot be opened for another reason
   */
  public static OpenedFile of(Path path, boolean readOnly) {
    return of(path, readOnly, false);
  }

  /**
   * Locks and opens a file, as far as it can be locked, and creates it unless it is read-only.
   *
   * @param path the file; its directory must exist
   * @param readOnly whether it is never written
   * @param unlocked true to write where the file system cannot lock, and to read without keeping a
   *     writer out
   * @return the open file, whose contents have not been read
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws StoreException if it cannot be opened for another reason
   */
  public static OpenedFile of(Path path, boolean readOnly, boolean unlocked) {
    return of(path, readOnly ? StoreLock.Use.READ : StoreLock.Use.WRITE, unlocked, null);
  }

  /**
   * Locks and opens a damaged file for reading, while no other process writes. The contents may be
   * anything.
   *
   * @param unlocked true to read without keeping a writer out
   * @throws StoreException as {@link #of}
   */
  public static OpenedFile ofDamaged(Path path, boolean unlocked) {
    return of(path, StoreLock.Use.SALVAGE, unlocked, null);
  }

  /**
   * Locks, creates and opens a file.
   *
   * @param path the file; its directory must exist
   * @param storeId identity of the new store
   * @throws StoreException as {@link #of}
   */
  public static OpenedFile create(Path path, UUID storeId) {
    return of(path, StoreLock.Use.WRITE, false, storeId);
  }

  private static OpenedFile of(
      Path path, StoreLock.Use use, boolean unlocked, @Nullable UUID storeId) {
    OpenedFile opened = new OpenedFile();
    try {
      opened.open(path, use, unlocked, storeId);
      return opened;
    } catch (RuntimeException | Error e) {
      opened.isReleased = true;
      release(opened, e);
      throw e;
    }
  }

  private void open(Path path, StoreLock.Use use, boolean unlocked, @Nullable UUID storeId) {
    boolean readOnly = use != StoreLock.Use.WRITE;
    try {
      Path real = resolve(path, readOnly);
      if (use != StoreLock.Use.SALVAGE) {
        refuseForeign(real);
      }
      lockAndOpen(real, use, unlocked, storeId);
    } catch (AccessDeniedException e) {
      throw new StoreException(
          path
              + (readOnly ? ": no permission to read " : ": no permission to write ")
              + e.getFile()
              + (readOnly || !Files.exists(path)
                  ? ""
                  : "; to read the store, open it with readOnly(true)"),
          e);
    } catch (IOException e) {
      throw new StoreException(path + ": cannot open the store: " + e, e);
    }
  }

  private void lockAndOpen(Path real, StoreLock.Use use, boolean unlocked, @Nullable UUID storeId)
      throws IOException {
    StoreLock locked = StoreLock.acquire(real, use, unlocked, this);
    lock = locked;
    boolean readOnly = use != StoreLock.Use.WRITE;
    if (!readOnly && !Files.exists(real)) {
      createNew(real, storeId);
    }
    open(real, readOnly, locked, storeId);
  }

  /** Throws if the file belongs to another program, before a sidecar is created next to it. */
  private static void refuseForeign(Path path) throws IOException {
    if (!StoreLock.hasSidecar(path) && Files.exists(path) && Files.size(path) > 0) {
      byte[] head = Memory.allocate(MetaPages.BYTES);
      ByteBuffer target = Memory.buffer(head, 0, MetaPages.BYTES).slice();
      if (StoreLock.peek(path, target)) {
        MetaPages.refuseForeign(path.toString(), head, target.position());
      }
    }
  }

  private static void release(OpenedFile opened, Throwable failure) {
    try {
      opened.close();
    } catch (Exception | Error e) {
      failure.addSuppressed(e);
    }
  }

  /** Resolves a path, so that each file has one name. */
  private static Path resolve(Path path, boolean readOnly) throws IOException {
    if (Files.isDirectory(path)) {
      throw new StoreException(path + ": is a directory; name a file in it");
    }
    if (Files.exists(path)) {
      if (!Files.isRegularFile(path)) {
        throw new StoreException(path + ": is not a regular file; name one that can be a store");
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
   * Creates a store, unless another process creates it first: the lock of the sidecar may not
   * prevent that.
   */
  private static void createNew(Path path, @Nullable UUID storeId) throws IOException {
    try {
      DraftFile.create(path, draft -> fill(draft, storeId));
    } catch (FileAlreadyExistsException e) {
      // Use the existing file.
    }
  }

  private static void fill(Path path, @Nullable UUID storeId) throws IOException {
    try (StoreFile file = ChannelFile.open(path, true)) {
      create(file, storeId);
    }
  }

  private static void create(StoreFile file, @Nullable UUID storeId) {
    Pager.create(file, storeId == null ? UUID.randomUUID() : storeId);
  }

  /**
   * Opens the file. An empty file is filled in place: after a crash it has no sound meta page, and
   * never held data. The name of an empty file may not be durable, so the directory is forced.
   */
  private void open(Path path, boolean readOnly, StoreLock locked, @Nullable UUID storeId)
      throws IOException {
    StoreFile opened = ChannelFile.open(path, !readOnly, locked);
    file = opened;
    if (!readOnly && opened.length() == 0) {
      create(opened, storeId);
      ChannelFile.forceDirectory(path);
    }
  }

  /** Returns the open file, which {@link #close} closes. */
  public StoreFile file() {
    StoreFile present = file;
    if (present == null) {
      throw new IllegalStateException("nothing has been opened");
    }
    return present;
  }

  /** Closes the file and releases the lock. Further calls complete a failed close. */
  @Override
  public void close() throws IOException {
    StoreFile opened = file;
    StoreLock locked = lock;
    try {
      if (opened != null) {
        opened.close();
      }
    } finally {
      if (locked != null) {
        locked.close();
      }
    }
  }
}
