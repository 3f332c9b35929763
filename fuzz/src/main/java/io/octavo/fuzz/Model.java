package io.octavo.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a store should hold. A successor shares the maps of the state that it comes from until it
 * changes them, so that every state can be kept. Not thread-safe.
 */
final class Model {
  private static final Comparator<String> BY_UTF_8 =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private final TreeMap<String, TreeMap<Long, Long>> maps = new TreeMap<>(BY_UTF_8);
  private final Set<String> own = new HashSet<>();

  Model successor() {
    Model successor = new Model();
    successor.maps.putAll(maps);
    return successor;
  }

  Set<String> names() {
    return maps.keySet();
  }

  /** Gives a map to look at; an empty one where there is none of that name. */
  NavigableMap<Long, Long> read(String name) {
    TreeMap<Long, Long> map = maps.get(name);
    return Collections.unmodifiableNavigableMap(map == null ? new TreeMap<>() : map);
  }

  /** Gives a map to change; a new one where there is none of that name. */
  NavigableMap<Long, Long> write(String name) {
    TreeMap<Long, Long> map = maps.get(name);
    if (map == null || own.add(name)) {
      map = map == null ? new TreeMap<>() : new TreeMap<>(map);
      own.add(name);
      maps.put(name, map);
    }
    return map;
  }

  boolean drop(String name) {
    own.remove(name);
    return maps.remove(name) != null;
  }

  boolean exists(String name) {
    return maps.containsKey(name);
  }

  void rename(String from, String to) {
    maps.put(to, maps.remove(from));
    if (own.remove(from)) {
      own.add(to);
    }
  }

  long entries() {
    long entries = 0;
    for (Map<Long, Long> map : maps.values()) {
      entries += map.size();
    }
    return entries;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Model that && maps.equals(that.maps);
  }

  @Override
  public int hashCode() {
    return maps.hashCode();
  }
}
