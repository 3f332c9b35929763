package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a store should hold after a transaction. A successor shares maps until it changes them.
 * Contents are compared by a hash of all entries, so that one walk through a store shows which of
 * many it holds.
 */
public final class Content {
  private final TreeMap<String, TreeMap<Long, Long>> maps = new TreeMap<>();
  private final Set<String> own = new HashSet<>();

  /** Returns the contents that a transaction changes. */
  public Content successor() {
    Content successor = new Content();
    successor.maps.putAll(maps);
    return successor;
  }

  /** Returns whether there is a collection of a name. */
  public boolean exists(String name) {
    return maps.containsKey(name);
  }

  /** Returns the model of a collection to look at; an empty one where there is none. */
  public NavigableMap<Long, Long> read(String name) {
    return Collections.unmodifiableNavigableMap(maps.getOrDefault(name, new TreeMap<>()));
  }

  /** Returns the model of a collection to change; a new one where there is none. */
  public NavigableMap<Long, Long> write(String name) {
    TreeMap<Long, Long> map = maps.get(name);
    if (map == null || own.add(name)) {
      map = map == null ? new TreeMap<>() : new TreeMap<>(map);
      own.add(name);
      maps.put(name, map);
    }
    return map;
  }

  /** Drops a collection. Returns whether there was one of the name. */
  public boolean drop(String name) {
    own.remove(name);
    return maps.remove(name) != null;
  }

  /** Renames a collection. Returns whether there is one of the first name. */
  public boolean rename(String from, String to) {
    TreeMap<Long, Long> map = maps.remove(from);
    if (map != null) {
      own.remove(from);
      own.remove(to);
      maps.put(to, map);
    }
    return map != null;
  }

  /** Hashes all collections. */
  public long hash() {
    long sum = 0;
    for (Map.Entry<String, TreeMap<Long, Long>> named : maps.entrySet()) {
      sum += Family.of(named.getKey()).hash(named.getValue(), named.getKey());
    }
    return sum;
  }

  /**
   * Hashes what a transaction sees.
   *
   * @param most entries of a collection after which a walk is given up: a wrong tree may lead in a
   *     circle
   */
  public static long hash(Transaction transaction, int most) {
    long sum = 0;
    for (String name : transaction.names()) {
      sum += Family.of(name).hash(transaction, name, most);
    }
    return sum;
  }

  /** A walk that does not go up, or does not end. */
  public static final class OutOfOrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfOrderException(String message) {
      super(message);
    }
  }
}
