package io.octavo.fuzz;

import io.octavo.Transaction;
import java.util.List;

/** What an {@link Execution} does to the collections of one type, other than maps of longs. */
interface Steps {
  /** Returns the names of the collections that a scenario has in place of byte strings. */
  static List<String> names(Scenario scenario) {
    if (InternSteps.isFor(scenario)) {
      return InternSteps.NAMES;
    }
    if (SeriesSteps.isFor(scenario)) {
      return SeriesSteps.NAMES;
    }
    return PostingSteps.isFor(scenario) ? PostingSteps.NAMES : StringSteps.NAMES;
  }

  /** Returns what to do to the collections that a scenario has in place of byte strings. */
  static Steps of(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    if (InternSteps.isFor(scenario)) {
      return new InternSteps(scenario, transaction, working, operation);
    }
    if (SeriesSteps.isFor(scenario)) {
      return new SeriesSteps(scenario, transaction, working, operation);
    }
    return PostingSteps.isFor(scenario)
        ? new PostingSteps(scenario, transaction, working, operation)
        : new StringSteps(scenario, transaction, working, operation);
  }

  /**
   * Changes and reads.
   *
   * @param count how much
   */
  void change(int count);

  /**
   * Reads one thing after the other, with changes of the same transaction between.
   *
   * @param count how much
   */
  void walk(int count);
}
