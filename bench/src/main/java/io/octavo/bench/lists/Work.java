package io.octavo.bench.lists;

import java.util.Locale;

/** What is done with a list, or with a list and the next one. */
enum Work {
  READ,
  INTERSECT,
  UNION,
  /** The ids of the list that the next one does not have. */
  DIFFERENCE,
  /** The number of ids of the intersection. */
  COUNT;

  boolean isOfPairs() {
    return this != READ;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
