package io.octavo.salvage;

import java.util.List;

/**
 * The result of a salvage.
 *
 * @param maps all collections of the new store
 * @param losses the damage found
 * @param commits number of readable commits after the last checkpoint
 * @param replayed number of these commits that are completely in the new store
 */
public record SalvageReport(List<SalvagedMap> maps, List<Loss> losses, int commits, int replayed) {
  /**
   * Creates a report with copies of the lists.
   *
   * @param maps all collections of the new store
   * @param losses the damage found
   * @param commits number of readable commits after the last checkpoint
   * @param replayed number of these commits that are completely in the new store
   */
  public SalvageReport {
    maps = List.copyOf(maps);
    losses = List.copyOf(losses);
  }

  /**
   * Returns whether the new store is complete.
   *
   * @return false if entries are, or may be, lost
   */
  public boolean isWhole() {
    return losses.stream().noneMatch(Loss::isLost);
  }
}
