package io.octavo;

import java.util.List;

/**
 * What {@link Store#check} found.
 *
 * @param problems a sentence for each problem, empty if the store is sound
 * @param pages how many pages were read
 */
public record CheckReport(List<String> problems, long pages) {
  /**
   * Copies the list.
   *
   * @param problems a sentence for each problem
   * @param pages how many pages were read
   */
  public CheckReport {
    problems = List.copyOf(problems);
  }

  /**
   * Returns whether the store is sound.
   *
   * @return true if there is no problem
   */
  public boolean ok() {
    return problems.isEmpty();
  }
}
