package io.octavo.salvage;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.OpenedFile;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.file.DraftFile;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.file.StoreLock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Copies the remains of a damaged store to a new one.
 *
 * <pre>{@code
 * SalvageReport report = Salvage.copy(Path.of("orders.oct"), Path.of("saved.oct"));
 * if (!report.isWhole()) {
 *   report.losses().forEach(loss -> log.warning(loss.toString()));
 * }
 * }</pre>
 *
 * <p>Trees are read from their roots as far as references are sound. For unreadable pages, the file
 * is searched for leaves with the same keys, which may be of an earlier state. Then the commits of
 * the ring are replayed as far as possible.
 */
public final class Salvage {
  private Salvage() {}

  /**
   * Copies the remains of a store.
   *
   * @param file the damaged store, which is not changed
   * @param target a file that does not exist; created when the copy is complete
   * @return a report of what was found and lost
   * @throws io.octavo.error.FormatException if the file contains nothing of a store, or has an
   *     unsupported version
   * @throws io.octavo.error.StoreLockedException if another store has the file open
   * @throws StoreException if the file cannot be read, or if the target exists or cannot be written
   */
  public static SalvageReport copy(Path file, Path target) {
    return copy(file, target, StoreOptions.defaults(), pages -> {});
  }

  /**
   * Copies the remains of a store as {@link #copy(Path, Path)} does, and reports its progress.
   *
   * @param file the damaged store
   * @param target a file that does not exist
   * @param options options for reading the file without locks, and for the new store, which needs
   *     no durability before it is closed
   * @param progress receives the number of pages read so far, repeated reads included; an exception
   *     that it throws ends the copy
   * @return a report of what was found and lost
   * @throws StoreException as {@link #copy(Path, Path)}
   */
  public static SalvageReport copy(
      Path file, Path target, StoreOptions options, LongConsumer progress) {
    try (OpenedFile damaged = OpenedFile.ofDamaged(file, options.unlocked())) {
      if (Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      Path directory = target.toAbsolutePath().getParent();
      if (directory == null || !Files.isDirectory(directory)) {
        throw new StoreException(target + ": the directory does not exist; create it first");
      }
      SalvageReport[] report = new SalvageReport[1];
      DraftFile.create(target, draft -> report[0] = fill(damaged.file(), draft, options, progress));
      return report[0];
    } catch (FileAlreadyExistsException e) {
      throw new StoreException(target + ": exists; name a file that does not exist", e);
    } catch (IOException | StoreFullException e) {
      throw NoSpaceException.ofCopy(target.toString(), e);
    }
  }

  private static SalvageReport fill(
      StoreFile damaged, Path draft, StoreOptions options, LongConsumer progress)
      throws IOException {
    try (Store store = Store.open(draft, options.durability(Durability.CHECKPOINT))) {
      return copy(damaged, store, progress);
    } finally {
      Files.deleteIfExists(StoreLock.sidecarOf(draft));
    }
  }

  /** Copies the remains of a store to an empty store. */
  static SalvageReport copy(StoreFile damaged, Store target, LongConsumer progress) {
    return target.writeResult(
        transaction -> new SalvageRun(damaged, new SalvageTarget(transaction), progress).run());
  }
}
