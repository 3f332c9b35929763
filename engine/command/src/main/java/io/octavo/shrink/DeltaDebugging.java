package io.octavo.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds few units that still fail among many that do: ddmin, from Zeller and Hildebrandt,
 * Simplifying and Isolating Failure-Inducing Input, IEEE Transactions on Software Engineering 28
 * (2002). None of what is left can be left out alone.
 */
final class DeltaDebugging {
  /** Parts of more than this are tried by what they leave only: few units seldom fail alone. */
  private static final int MOST_ALONE = 8;

  private DeltaDebugging() {}

  /**
   * Leaves units out as long as the rest fails.
   *
   * @param units what fails
   * @param fails tells whether some of them, in their order, fail
   * @return those that are left
   */
  static <T> List<T> minimize(List<T> units, Predicate<List<T>> fails) {
    List<T> present = units;
    int parts = 2;
    while (!present.isEmpty()) {
      parts = Math.min(parts, present.size());
      List<T> smaller = parts <= MOST_ALONE && parts > 1 ? alone(present, parts, fails) : null;
      if (smaller != null) {
        present = smaller;
        parts = 2;
        continue;
      }
      // All parts that can be left out now, from the end: what is behind depends on what is before.
      int before = present.size();
      present = without(present, parts, fails);
      if (parts >= before) {
        if (present.size() == before) {
          break;
        }
        continue;
      }
      parts = present.size() < before ? Math.max(2, parts / 2) : 2 * parts;
    }
    return present;
  }

  private static <T> @Nullable List<T> alone(List<T> units, int parts, Predicate<List<T>> fails) {
    for (int part = parts - 1; part >= 0; part--) {
      List<T> some = units.subList(bound(units, part, parts), bound(units, part + 1, parts));
      if (fails.test(some)) {
        return some;
      }
    }
    return null;
  }

  private static <T> List<T> without(List<T> units, int parts, Predicate<List<T>> fails) {
    List<T> present = units;
    for (int part = parts - 1; part >= 0; part--) {
      int from = bound(units, part, parts);
      int to = bound(units, part + 1, parts);
      // Only what is behind the part may have gone.
      List<T> rest = new ArrayList<>(present.subList(0, from));
      rest.addAll(present.subList(to, present.size()));
      if (fails.test(rest)) {
        present = rest;
      }
    }
    return present;
  }

  private static <T> int bound(List<T> units, int part, int parts) {
    return (int) ((long) units.size() * part / parts);
  }
}
