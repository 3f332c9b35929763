package io.octavo.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds few failing units among many: ddmin, from Zeller and Hildebrandt, Simplifying and Isolating
 * Failure-Inducing Input, IEEE Transactions on Software Engineering 28 (2002). If any single unit
 * of the result is left out, the rest no longer fails.
 */
final class DeltaDebugging {
  /** If there are more parts than this, parts are not tried alone: few units seldom fail alone. */
  private static final int MOST_ALONE = 8;

  private DeltaDebugging() {}

  /**
   * Removes units as long as the rest fails.
   *
   * @param units the failing units
   * @param fails returns whether some of the units, in their order, fail
   * @return the remaining units
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
      // Remove every part that is not needed, from the end: later units depend on earlier ones.
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
      // Parts removed so far were after this one, so its bounds are still right.
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
