package io.octavo;

import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a store from a process of its own. */
final class OpeningProgram {
  static final int LOCKED = 3;

  private OpeningProgram() {}

  public static void main(String[] arguments) throws IOException {
    try (Store store = Store.open(Path.of(arguments[1]))) {
      System.out.println("open");
      System.out.flush();
      if (arguments[0].equals("hold") && System.in.read() >= 0) {
        store.checkpoint();
      }
    } catch (StoreLockedException e) {
      System.exit(LOCKED);
    }
  }
}
