package io.octavo.fuzz;

import io.octavo.Store;
import io.octavo.command.salvage.Loss;
import io.octavo.command.salvage.Salvage;
import io.octavo.command.salvage.SalvageTarget;
import io.octavo.commit.DamagedFile;
import io.octavo.file.StoreFile;
import java.util.List;

/**
 * What {@code octavo salvage} does, from any file and into memory. The command exports no package,
 * so this works on the class path only.
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
    return target.writeResult(
        transaction -> {
          Salvage salvage = new Salvage(new DamagedFile(damaged), new SalvageTarget(transaction));
          if (!salvage.run()) {
            return List.of("all: the file holds nothing of Octavo's");
          }
          return salvage.losses().stream().filter(Loss::isLost).map(Loss::text).toList();
        });
  }
}
