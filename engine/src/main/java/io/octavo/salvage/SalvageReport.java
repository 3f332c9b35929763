package io.octavo.salvage;

import java.util.List;

/**
 * What a salvage has made, and what it has not found.
 *
 * @param maps all collections of the new store
 * @param losses what was damaged
 * @param commits commits after the last checkpoint that could be read
 * @param replayed those of them that are in the new store completely
 */
public record SalvageReport(List<SalvagedMap> maps, List<Loss> losses, int commits, int replayed) {
  /**
   * Creates a report with copies of the lists.
   *
   * @param maps all collections of the new store
   * @param losses what was damaged
   * @param commits commits after the last checkpoint that could be read
   * @param replayed those of them that are in the new store completely
   */
  public SalvageReport {
    maps = List.copyOf(maps);
    losses = List.copyOf(losses);
  }

  /**
   * Returns whether the new store has all that the damaged one had.
   *
   * @return false if entries are, or may be, lost
   */
  public boolean isWhole() {
    return losses.stream().noneMatch(Loss::isLost);
  }
}
