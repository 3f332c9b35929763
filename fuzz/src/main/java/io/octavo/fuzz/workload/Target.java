package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.map.LongMap;
import java.util.NavigableMap;

/**
 * What a step changes: a map of longs, byte strings, posting lists, interned items or series that
 * stand for them, or the model of one of these.
 */
public interface Target {
  /** Puts a value. Returns the id of an interned value, the size of a series, else 0. */
  long put(long key, long value);

  boolean remove(long key);

  /** Removes a key without asking whether it was there. */
  default void delete(long key) {
    var unused = remove(key);
  }

  long removeRange(long from, long to);

  void clear();

  /** Returns the collection of a name. */
  static Target of(Transaction transaction, String name) {
    return Family.of(name).open(transaction, name);
  }

  /** Returns the model of a collection. */
  static Target of(Content content, String name) {
    return Family.of(name).model(content.write(name));
  }

  /** What a map should hold. */
  record OfModel(NavigableMap<Long, Long> map) implements Target {
    @Override
    public long put(long key, long value) {
      map.put(key, value);
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(key) != null;
    }

    @Override
    public long removeRange(long from, long to) {
      NavigableMap<Long, Long> range = map.subMap(from, true, to, true);
      long removed = range.size();
      range.clear();
      return removed;
    }

    @Override
    public void clear() {
      map.clear();
    }
  }

  /** A map beside its model: each change of the one is made to the other, and compared. */
  record Compared(Target map, Target model) implements Target {
    @Override
    public long put(long key, long value) {
      long put = map.put(key, value);
      requireSame("put", put, model.put(key, value));
      return put;
    }

    @Override
    public boolean remove(long key) {
      boolean removed = map.remove(key);
      requireSame("remove", removed, model.remove(key));
      return removed;
    }

    @Override
    public void delete(long key) {
      map.delete(key);
      model.delete(key);
    }

    @Override
    public long removeRange(long from, long to) {
      long removed = map.removeRange(from, to);
      requireSame("removeRange", removed, model.removeRange(from, to));
      return removed;
    }

    @Override
    public void clear() {
      map.clear();
      model.clear();
    }

    static void requireSame(String call, Object found, Object expected) {
      if (!found.equals(expected)) {
        throw new AssertionError(call + ": found " + found + ", expected " + expected);
      }
    }
  }

  /** The map itself. */
  record OfLongs(LongMap map) implements Target {
    @Override
    public long put(long key, long value) {
      map.put(key, value);
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(key);
    }

    @Override
    public void delete(long key) {
      map.delete(key);
    }

    @Override
    public long removeRange(long from, long to) {
      return map.removeRange(from, to);
    }

    @Override
    public void clear() {
      map.clear();
    }
  }
}
