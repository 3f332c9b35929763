package io.octavo.file;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.OpenedFile;
import io.octavo.error.StoreException;
import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens a store from a process of its own.
 *
 * <pre>
 * OpeningProgram try|hold|commit|copy|read|holdRead|holdUnlocked|holdDamaged FILE
 * </pre>
 */
final class OpeningProgram {
  static final int LOCKED = 3;
  static final int REFUSED = 4;

  /** What {@code commit} puts under 1. */
  static final long COMMITTED = 77;

  private OpeningProgram() {}

  public static void main(String[] arguments) throws IOException {
    String what = arguments[0];
    if (what.equals("holdDamaged")) {
      holdDamaged(Path.of(arguments[1]));
      return;
    }
    StoreOptions options =
        StoreOptions.defaults()
            .readOnly(what.endsWith("ead") || what.endsWith("nlocked"))
            .unlocked(what.endsWith("nlocked"));
    try (Store store = Store.open(Path.of(arguments[1]), options)) {
      if (what.equals("commit")) {
        store.write(tx -> tx.longMap("m").put(1, COMMITTED));
      }
      if (what.equals("copy")) {
        store.backupTo(Path.of(arguments[1] + ".copy"));
      }
      System.out.println("open");
      System.out.flush();
      if (what.startsWith("hold") && System.in.read() >= 0) {
        store.checkpoint();
      }
    } catch (StoreLockedException e) {
      System.out.println(e.getMessage());
      System.exit(LOCKED);
    } catch (StoreException e) {
      System.out.println(e);
      System.exit(REFUSED);
    }
  }

  /** Reads a file as a salvage does. */
  private static void holdDamaged(Path path) throws IOException {
    try (OpenedFile damaged = OpenedFile.ofDamaged(path, false)) {
      System.out.println("open");
      System.out.flush();
      if (System.in.read() >= 0) {
        System.out.println(damaged.file().length());
      }
    }
  }
}
