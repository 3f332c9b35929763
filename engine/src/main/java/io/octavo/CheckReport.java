package io.octavo;

import java.util.List;

/**
 * The result of {@link Store#check}.
 *
 * @param problems a sentence for each problem; empty if the store is intact
 * @param pages the number of pages read
 */
public record CheckReport(List<String> problems, long pages) {
  /**
   * Creates a report with a copy of the list.
   *
   * @param problems a sentence for each problem
   * @param pages the number of pages read
   */
  public CheckReport {
    problems = List.copyOf(problems);
  }

  /**
   * Returns whether the store is intact.
   *
   * @return true if no problem was found
   */
  public boolean ok() {
    return problems.isEmpty();
  }
}
