package io.octavo.fuzz.method;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells whether what a call threw comes of a failure on purpose. */
final class Explanation {
  private Explanation() {}

  /**
   * Requires a failure on purpose among an exception, its causes and what they suppress.
   *
   * @param isMeant tells those on purpose
   * @throws AssertionError if there is none
   */
  static void require(Throwable thrown, Predicate<Throwable> isMeant) {
    if (!isThere(thrown, isMeant, Collections.newSetFromMap(new IdentityHashMap<>()))) {
      throw new AssertionError("an exception that no failure explains: " + thrown, thrown);
    }
  }

  private static boolean isThere(
      @Nullable Throwable thrown, Predicate<Throwable> isMeant, Set<Throwable> seen) {
    if (thrown == null || !seen.add(thrown)) {
      return false;
    }
    if (isMeant.test(thrown)) {
      return true;
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      if (isThere(suppressed, isMeant, seen)) {
        return true;
      }
    }
    return isThere(thrown.getCause(), isMeant, seen);
  }
}
