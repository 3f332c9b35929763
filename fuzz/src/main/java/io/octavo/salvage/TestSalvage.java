package io.octavo.salvage;

import io.octavo.Store;
import io.octavo.error.FormatException;
import io.octavo.file.StoreFile;
import java.util.List;

/**
 * What {@link Salvage} does, from any file and into memory: a door to its package, on the class
 * path only.
 */
public final class TestSalvage {
  private TestSalvage() {}

  /**
   * Takes what is left of a store.
   *
   * @param damaged the file of the store; closed by the caller
   * @param target an empty store that receives all maps
   * @return what is or may be lost, a line for each
   */
  public static List<String> salvage(StoreFile damaged, Store target) {
    try {
      return Salvage.copy(damaged, target, pages -> {}).losses().stream()
          .filter(Loss::isLost)
          .map(Loss::toString)
          .toList();
    } catch (FormatException e) {
      return List.of("all: " + e.getMessage());
    }
  }
}
