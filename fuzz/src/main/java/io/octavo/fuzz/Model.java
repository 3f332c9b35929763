package io.octavo.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** Byte strings; a value, once put, is changed by nobody. */
  private final TreeMap<String, NavigableMap<byte[], byte[]>> strings = new TreeMap<>(BY_UTF_8);

  /** Posting lists. */
  private final TreeMap<String, NavigableMap<Long, NavigableSet<Long>>> postings =
      new TreeMap<>(BY_UTF_8);

  /** Interned items, in the order of their ids; an item, once added, is changed by nobody. */
  private final TreeMap<String, Map<Object, Integer>> interned = new TreeMap<>(BY_UTF_8);

  private final TreeMap<String, ModelSeries> series = new TreeMap<>(BY_UTF_8);

  private final Set<String> own = new HashSet<>();

  Model successor() {
    Model successor = new Model();
    successor.maps.putAll(maps);
    successor.strings.putAll(strings);
    successor.postings.putAll(postings);
    successor.interned.putAll(interned);
    successor.series.putAll(series);
    return successor;
  }

  /** Returns all names, in their order. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(BY_UTF_8);
    names.addAll(maps.keySet());
    names.addAll(strings.keySet());
    names.addAll(postings.keySet());
    names.addAll(interned.keySet());
    names.addAll(series.keySet());
    return names;
  }

  Set<String> longNames() {
    return maps.keySet();
  }

  Set<String> stringNames() {
    return strings.keySet();
  }

  Set<String> postingNames() {
    return postings.keySet();
  }

  Set<String> internedNames() {
    return interned.keySet();
  }

  Set<String> seriesNames() {
    return series.keySet();
  }

  /** Returns a series to look at; an empty one where there is none of that name. */
  ModelSeries readSeries(String name) {
    return series.getOrDefault(name, new ModelSeries(List.of()));
  }

  /** Returns a series to change; a new one where there is none of that name. */
  ModelSeries writeSeries(String name) {
    ModelSeries values = readSeries(name);
    if (!series.containsKey(name) || own.add(name)) {
      values = values.copy();
      own.add(name);
      series.put(name, values);
    }
    return values;
  }

  /** Returns interned items to look at, which there are. */
  Map<Object, Integer> readInterned(String name) {
    return Collections.unmodifiableMap(interned.getOrDefault(name, new LinkedHashMap<>()));
  }

  /** Returns interned items to change; none where there are none of that name. */
  Map<Object, Integer> writeInterned(String name) {
    Map<Object, Integer> ids = interned.get(name);
    if (ids == null || own.add(name)) {
      ids = ids == null ? new LinkedHashMap<>() : new LinkedHashMap<>(ids);
      own.add(name);
      interned.put(name, ids);
    }
    return ids;
  }

  /** Returns posting lists to look at; none if there are none of that name. */
  NavigableMap<Long, NavigableSet<Long>> readPostings(String name) {
    return Collections.unmodifiableNavigableMap(postings.getOrDefault(name, new TreeMap<>()));
  }

  /** Returns posting lists to change; new ones where there are none of that name. */
  NavigableMap<Long, NavigableSet<Long>> writePostings(String name) {
    NavigableMap<Long, NavigableSet<Long>> lists = postings.get(name);
    if (lists == null || own.add(name)) {
      NavigableMap<Long, NavigableSet<Long>> copy = new TreeMap<>();
      if (lists != null) {
        lists.forEach((key, ids) -> copy.put(key, new TreeSet<>(ids)));
      }
      lists = copy;
      own.add(name);
      postings.put(name, lists);
    }
    return lists;
  }

  /** Returns a map of byte strings to look at; an empty one where there is none of that name. */
  NavigableMap<byte[], byte[]> readStrings(String name) {
    NavigableMap<byte[], byte[]> map = strings.get(name);
    return Collections.unmodifiableNavigableMap(map == null ? newStrings() : map);
  }

  /** Returns a map of byte strings to change; a new one where there is none of that name. */
  NavigableMap<byte[], byte[]> writeStrings(String name) {
    NavigableMap<byte[], byte[]> map = strings.get(name);
    if (map == null || own.add(name)) {
      NavigableMap<byte[], byte[]> copy = newStrings();
      if (map != null) {
        copy.putAll(map);
      }
      map = copy;
      own.add(name);
      strings.put(name, map);
    }
    return map;
  }

  private static NavigableMap<byte[], byte[]> newStrings() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** Returns a map to look at; an empty one where there is none of that name. */
  NavigableMap<Long, Long> read(String name) {
    TreeMap<Long, Long> map = maps.get(name);
    return Collections.unmodifiableNavigableMap(map == null ? new TreeMap<>() : map);
  }

  /** Returns a map to change; a new one where there is none of that name. */
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
    return maps.remove(name) != null
        || strings.remove(name) != null
        || postings.remove(name) != null
        || interned.remove(name) != null
        || series.remove(name) != null;
  }

  boolean exists(String name) {
    return names().contains(name);
  }

  void rename(String from, String to) {
    TreeMap<Long, Long> map = maps.remove(from);
    if (map != null) {
      maps.put(to, map);
    } else if (strings.containsKey(from)) {
      strings.put(to, strings.remove(from));
    } else if (postings.containsKey(from)) {
      postings.put(to, postings.remove(from));
    } else if (series.containsKey(from)) {
      series.put(to, series.remove(from));
    } else {
      interned.put(to, interned.remove(from));
    }
    if (own.remove(from)) {
      own.add(to);
    }
  }
}
