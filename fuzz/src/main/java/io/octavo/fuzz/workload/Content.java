package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a store should hold after a transaction. A successor shares maps until it changes them.
 * Contents are compared by a hash of all entries, so that one walk through a store tells which of
 * many it holds.
 */
public final class Content {
  private final TreeMap<String, TreeMap<Long, Long>> maps = new TreeMap<>();
  private final Set<String> own = new HashSet<>();

  public Content successor() {
    Content successor = new Content();
    successor.maps.putAll(maps);
    return successor;
  }

  public boolean exists(String name) {
    return maps.containsKey(name);
  }

  Set<String> names() {
    return maps.keySet();
  }

  public NavigableMap<Long, Long> write(String name) {
    TreeMap<Long, Long> map = maps.get(name);
    if (map == null || own.add(name)) {
      map = map == null ? new TreeMap<>() : new TreeMap<>(map);
      own.add(name);
      maps.put(name, map);
    }
    return map;
  }

  public boolean drop(String name) {
    own.remove(name);
    return maps.remove(name) != null;
  }

  public void rename(String from, String to) {
    TreeMap<Long, Long> map = maps.remove(from);
    if (map != null) {
      own.remove(from);
      own.remove(to);
      maps.put(to, map);
    }
  }

  int size() {
    int size = 0;
    for (TreeMap<Long, Long> map : maps.values()) {
      size += map.size();
    }
    return size;
  }

  public long hash() {
    long sum = 0;
    for (Map.Entry<String, TreeMap<Long, Long>> named : maps.entrySet()) {
      sum += Hashes.mix(named.getKey().hashCode());
      if (Timed.isName(named.getKey())) {
        sum += Timed.hash(named.getValue(), named.getKey().hashCode());
        continue;
      }
      if (Profiled.isName(named.getKey())) {
        sum += Profiled.hash(named.getValue(), named.getKey().hashCode());
        continue;
      }
      for (Map.Entry<Long, Long> entry : named.getValue().entrySet()) {
        sum +=
            Interned.isName(named.getKey())
                ? Hashes.mix(
                    named.getKey().hashCode(),
                    Interned.hash(
                        named.getKey(), named.getValue(), entry.getKey(), entry.getValue()))
                : hash(named.getKey(), entry.getKey(), entry.getValue());
      }
    }
    return sum;
  }

  private static long hash(String name, long key, long value) {
    long seed = name.hashCode();
    if (Lists.isName(name)) {
      long[] ids = Lists.ids(value);
      return Hashes.mix(seed, Lists.hash(Lists.key(key), ids, ids.length));
    }
    return Strings.isName(name)
        ? Hashes.mix(seed, Strings.hash(Strings.key(key), Strings.value(value)))
        : Hashes.mix(Hashes.mix(seed, key), value);
  }

  /**
   * Hashes what a transaction sees.
   *
   * @param most entries after which a walk is given up: a wrong tree may lead in a circle
   */
  public static long hash(Transaction transaction, int most) {
    long sum = 0;
    int count = 0;
    for (String name : transaction.names()) {
      if (Profiled.isName(name)) {
        sum += Profiled.hash(transaction, name, most);
        continue;
      }
      long seed = name.hashCode();
      sum += Hashes.mix(seed);
      if (Interned.isName(name)) {
        sum += Interned.hash(transaction, name, seed, most);
        continue;
      }
      if (Timed.isName(name)) {
        sum += Timed.hash(transaction.series(name), seed, most);
        continue;
      }
      if (Lists.isName(name)) {
        sum += Lists.hash(transaction.postings(name), seed, most);
        continue;
      }
      if (Strings.isName(name)) {
        sum += Strings.hash(transaction.bytesMap(name), seed, most);
        continue;
      }
      LongMap map = transaction.longMap(name);
      long last = Long.MIN_VALUE;
      for (LongCursor cursor = map.cursor(); cursor.next(); ) {
        long key = cursor.key();
        if (key <= last && last != Long.MIN_VALUE) {
          throw new OutOfOrderException("map " + name + ": " + key + " comes behind " + last);
        }
        last = key;
        sum += Hashes.mix(Hashes.mix(seed, key), cursor.value());
        if (++count > most) {
          throw new OutOfOrderException("map " + name + ": more than " + most + " entries");
        }
      }
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
