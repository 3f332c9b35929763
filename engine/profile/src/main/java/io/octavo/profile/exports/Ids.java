package io.octavo.profile.exports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns ids from 0 to objects, in the order of arrival. */
final class Ids<T> {
  private final Map<T, Integer> ids = new HashMap<>();
  private final List<T> all = new ArrayList<>();

  int of(T thing) {
    Integer known = ids.putIfAbsent(thing, all.size());
    if (known != null) {
      return known;
    }
    all.add(thing);
    return all.size() - 1;
  }

  /** Returns the objects in the order of their ids. */
  List<T> all() {
    return all;
  }
}
