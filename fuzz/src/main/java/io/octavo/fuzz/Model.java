package io.octavo.fuzz;

import io.octavo.Transaction;
import io.octavo.fuzz.workload.Family;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a store should hold. A successor shares the collections of the state that it comes from
 * until it changes them, so that every state can be kept. Not thread-safe.
 */
final class Model {
  private static final Comparator<String> BY_UTF_8 =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  /** Items of which each is looked for after a commit. */
  private static final int MOST_FOUND = 300;

  private final TreeMap<String, Collection> collections = new TreeMap<>(BY_UTF_8);
  private final Set<String> own = new HashSet<>();

  /** What a collection should hold. */
  interface Collection {
    /** Returns a copy that can be changed. */
    Collection copy();

    /** Compares all that a transaction sees of the collection. */
    void requireSame(Transaction transaction, String name);
  }

  private record Longs(NavigableMap<Long, Long> map) implements Collection {
    @Override
    public Longs copy() {
      return new Longs(new TreeMap<>(map));
    }

    @Override
    public void requireSame(Transaction transaction, String name) {
      Comparison.sameAll(transaction.longMap(name), map);
    }
  }

  /** A value, once put, is changed by nobody. */
  private record Strings(NavigableMap<byte[], byte[]> map) implements Collection {
    @Override
    public Strings copy() {
      return new Strings(new TreeMap<>(map));
    }

    @Override
    public void requireSame(Transaction transaction, String name) {
      StringComparison.sameAll(transaction.bytesMap(name), map);
    }
  }

  private record Postings(NavigableMap<Long, NavigableSet<Long>> lists) implements Collection {
    @Override
    public Postings copy() {
      NavigableMap<Long, NavigableSet<Long>> copy = new TreeMap<>();
      lists.forEach((key, ids) -> copy.put(key, new TreeSet<>(ids)));
      return new Postings(copy);
    }

    @Override
    public void requireSame(Transaction transaction, String name) {
      PostingSteps.sameAll(transaction.postings(name), lists);
    }
  }

  /** The ids of interned items, by the numbers that stand for the items. */
  private record Items(NavigableMap<Long, Long> ids) implements Collection {
    @Override
    public Items copy() {
      return new Items(new TreeMap<>(ids));
    }

    @Override
    public void requireSame(Transaction transaction, String name) {
      Family family = Family.of(name);
      long found = family.hash(transaction, name, Integer.MAX_VALUE);
      Comparison.same("items of " + name, found, family.hash(ids, name));
      int wrong = family.countWrong(transaction, name, MOST_FOUND);
      Comparison.same("items of " + name + " that are not found", wrong, 0);
    }
  }

  Model successor() {
    Model successor = new Model();
    successor.collections.putAll(collections);
    return successor;
  }

  /** Returns all names, in their order. */
  Set<String> names() {
    return collections.keySet();
  }

  /** Compares all that a transaction sees of all collections. */
  void requireSame(Transaction transaction) {
    collections.forEach((name, collection) -> collection.requireSame(transaction, name));
  }

  /** Returns a collection to change; an empty one where there is none of that name. */
  private <C extends Collection> C write(Class<C> type, String name, C empty) {
    Collection present = collections.getOrDefault(name, empty);
    if (own.add(name)) {
      present = present.copy();
    }
    collections.put(name, present);
    return type.cast(present);
  }

  /** Returns a series to change; a new one where there is none of that name. */
  ModelSeries writeSeries(String name) {
    return write(ModelSeries.class, name, new ModelSeries(List.of()));
  }

  /** Returns the ids of interned items to change; none where there are none of that name. */
  NavigableMap<Long, Long> writeInterned(String name) {
    return write(Items.class, name, new Items(new TreeMap<>())).ids();
  }

  /** Returns posting lists to change; new ones where there are none of that name. */
  NavigableMap<Long, NavigableSet<Long>> writePostings(String name) {
    return write(Postings.class, name, new Postings(new TreeMap<>())).lists();
  }

  /** Returns a map of byte strings to change; a new one where there is none of that name. */
  NavigableMap<byte[], byte[]> writeStrings(String name) {
    return write(Strings.class, name, new Strings(new TreeMap<>(Arrays::compareUnsigned))).map();
  }

  /** Returns a map to look at; an empty one where there is none of that name. */
  NavigableMap<Long, Long> read(String name) {
    Collection present = collections.getOrDefault(name, new Longs(new TreeMap<>()));
    return Collections.unmodifiableNavigableMap(((Longs) present).map());
  }

  /** Returns a map to change; a new one where there is none of that name. */
  NavigableMap<Long, Long> write(String name) {
    return write(Longs.class, name, new Longs(new TreeMap<>())).map();
  }

  boolean drop(String name) {
    own.remove(name);
    return collections.remove(name) != null;
  }

  boolean exists(String name) {
    return collections.containsKey(name);
  }

  /** Renames a collection, which there is. */
  void rename(String from, String to) {
    Collection renamed = collections.remove(from);
    if (renamed != null) {
      collections.put(to, renamed);
    }
    if (own.remove(from)) {
      own.add(to);
    }
  }
}
