package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.OrderedMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of the views beside a {@link ConcurrentSkipListMap}: the same calls, on ranges of
 * ranges and descending maps, give the same results or throw the same.
 */
class MapModelTest {
  private static final int ROUNDS = 30;
  private static final int CALLS = 400;

  private record Kind<K>(String name, Codec<K> codec, Function<SplittableRandom, K> keys) {}

  private static final Kind<Long> LONGS = new Kind<>("longs", Codecs.LONG, MapModelTest::longKey);
  private static final Kind<String> STRINGS =
      new Kind<>("strings", Codecs.STRING, MapModelTest::stringKey);
  private static final Kind<String> UTF8 =
      new Kind<>(
          "utf8",
          Codecs.UTF8,
          random -> stringKey(random).replace('\uD83D', 'y').replace('\uDE00', 'z'));

  private static Long longKey(SplittableRandom random) {
    long[] ends = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
    return random.nextInt(6) == 0 ? ends[random.nextInt(4)] : random.nextInt(-20, 20);
  }

  static String stringKey(SplittableRandom random) {
    StringBuilder key = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      key.append(
          new char[] {0, 'a', 'b', '\u00E9', '\uD83D', '\uDE00', '\uFFFF'}[random.nextInt(7)]);
    }
    return key.toString();
  }

  private static Long value(SplittableRandom random) {
    return (long) random.nextInt(4);
  }

  /** A call of a method, the same on both maps. */
  interface Call<K> {
    Object on(NavigableMap<K, Long> map, SplittableRandom random);
  }

  private static Object nullable(Object result) {
    return result == null ? "null" : result;
  }

  private static <K> void putAll(NavigableMap<K, Long> map, Map<K, Long> some, boolean isLoaded) {
    if (isLoaded && map instanceof OrderedMap<K, Long> ordered) {
      ordered.load(some.entrySet().iterator());
    } else {
      map.putAll(some);
    }
  }

  static <K> List<Call<K>> calls(Function<SplittableRandom, K> keys) {
    List<Call<K>> calls = new ArrayList<>();
    calls.add((map, random) -> map.get(keys.apply(random)));
    calls.add((map, random) -> map.getOrDefault(keys.apply(random), -1L));
    calls.add((map, random) -> map.containsKey(keys.apply(random)));
    calls.add((map, random) -> map.containsValue(value(random)));
    for (int i = 0; i < 6; i++) {
      calls.add((map, random) -> map.put(keys.apply(random), value(random)));
    }
    calls.add((map, random) -> map.putIfAbsent(keys.apply(random), value(random)));
    calls.add((map, random) -> map.remove(keys.apply(random)));
    calls.add((map, random) -> map.remove(keys.apply(random), value(random)));
    calls.add((map, random) -> map.remove(keys.apply(random), null));
    calls.add((map, random) -> map.replace(keys.apply(random), value(random)));
    calls.add((map, random) -> map.replace(keys.apply(random), value(random), value(random)));
    calls.add(
        (map, random) ->
            map.compute(
                keys.apply(random),
                (key, old) -> random.nextBoolean() ? null : old == null ? 1L : (old + 1) % 4));
    calls.add(
        (map, random) ->
            map.computeIfAbsent(
                keys.apply(random), key -> random.nextBoolean() ? null : value(random)));
    calls.add(
        (map, random) ->
            map.computeIfPresent(
                keys.apply(random), (key, old) -> random.nextBoolean() ? null : 3 - old));
    calls.add(
        (map, random) ->
            map.merge(
                keys.apply(random),
                value(random),
                (old, add) -> random.nextBoolean() ? null : (old + add) % 4));
    calls.add(
        (map, random) ->
            map.compute(
                keys.apply(random),
                (key, old) -> {
                  throw new IllegalCallerException("the function throws " + old);
                }));
    calls.add(
        (map, random) -> {
          map.replaceAll((key, old) -> (old + key.hashCode() & 3L) % 4);
          return map;
        });
    calls.add(
        (map, random) -> {
          Map<K, Long> some = new TreeMap<>(map.comparator());
          for (int i = random.nextInt(3); i > 0; i--) {
            some.put(keys.apply(random), value(random));
          }
          some.keySet().removeIf(key -> !isInside(map, key));
          putAll(map, some, random.nextBoolean());
          return map;
        });
    calls.add((map, random) -> map.size());
    calls.add((map, random) -> map.isEmpty());
    calls.add((map, random) -> map.hashCode());
    calls.add((map, random) -> map.toString());
    calls.add((map, random) -> map.equals(new TreeMap<>(map)));
    calls.add((map, random) -> map.equals(Map.of(keys.apply(random), value(random))));
    calls.add((map, random) -> map.lowerEntry(keys.apply(random)));
    calls.add((map, random) -> map.floorEntry(keys.apply(random)));
    calls.add((map, random) -> map.ceilingEntry(keys.apply(random)));
    calls.add((map, random) -> map.higherEntry(keys.apply(random)));
    calls.add((map, random) -> map.lowerKey(keys.apply(random)));
    calls.add((map, random) -> map.floorKey(keys.apply(random)));
    calls.add((map, random) -> map.ceilingKey(keys.apply(random)));
    calls.add((map, random) -> map.higherKey(keys.apply(random)));
    calls.add((map, random) -> map.firstEntry());
    calls.add((map, random) -> map.lastEntry());
    calls.add((map, random) -> map.firstKey());
    calls.add((map, random) -> map.lastKey());
    calls.add((map, random) -> map.pollFirstEntry());
    calls.add((map, random) -> map.pollLastEntry());
    calls.add((map, random) -> removing(map.entrySet().iterator(), random));
    calls.add((map, random) -> removing(map.values().iterator(), random));
    calls.add((map, random) -> map.values().remove(value(random)));
    calls.add((map, random) -> map.values().contains(value(random)));
    calls.add((map, random) -> map.values().removeIf(old -> random.nextInt(5) == 0));
    calls.add((map, random) -> map.values().removeAll(List.of(value(random))));
    calls.add((map, random) -> map.values().retainAll(List.of(0L, 1L, value(random))));
    calls.add((map, random) -> List.of(map.values().toArray()));
    calls.add((map, random) -> entries(map, keys, random, Collection::contains));
    calls.add((map, random) -> entries(map, keys, random, Collection::remove));
    calls.add((map, random) -> map.entrySet().removeIf(entry -> random.nextInt(5) == 0));
    calls.add((map, random) -> List.of(map.entrySet().toArray(new Object[0])));
    calls.add((map, random) -> map.entrySet().stream().collect(Collectors.toList()));
    calls.add(
        (map, random) -> {
          List<Object> seen = new ArrayList<>();
          map.forEach((key, old) -> seen.add(List.of(key, old)));
          return seen;
        });
    calls.add(
        (map, random) -> {
          map.entrySet().iterator().next().setValue(1L);
          return "set";
        });
    calls.add((map, random) -> order(map.comparator(), keys, random));
    for (Function<NavigableMap<K, Long>, NavigableSet<K>> set :
        List.<Function<NavigableMap<K, Long>, NavigableSet<K>>>of(
            NavigableMap::navigableKeySet,
            NavigableMap::descendingKeySet,
            map -> (NavigableSet<K>) map.keySet())) {
      keySetCalls(keys)
          .forEach(call -> calls.add((map, random) -> call.on(set.apply(map), random)));
    }
    if (calls.size() < 120) {
      throw new AssertionError(calls.size());
    }
    return calls;
  }

  private interface SetCall<K> {
    Object on(NavigableSet<K> set, SplittableRandom random);
  }

  private static <K> List<SetCall<K>> keySetCalls(Function<SplittableRandom, K> keys) {
    return List.of(
        (set, random) -> set.contains(keys.apply(random)),
        (set, random) -> set.remove(keys.apply(random)),
        (set, random) -> set.size() + " " + set.isEmpty() + " " + set.hashCode() + " " + set,
        (set, random) -> set.lower(keys.apply(random)),
        (set, random) -> set.floor(keys.apply(random)),
        (set, random) -> set.ceiling(keys.apply(random)),
        (set, random) -> set.higher(keys.apply(random)),
        (set, random) -> set.first(),
        (set, random) -> set.last(),
        (set, random) -> set.pollFirst(),
        (set, random) -> set.pollLast(),
        (set, random) -> set.add(keys.apply(random)),
        (set, random) -> removing(set.iterator(), random),
        (set, random) -> removing(set.descendingIterator(), random),
        (set, random) -> removing(set.descendingSet().iterator(), random),
        (set, random) -> new ArrayList<>(set.headSet(keys.apply(random))),
        (set, random) -> new ArrayList<>(set.tailSet(keys.apply(random))),
        (set, random) -> new ArrayList<>(set.subSet(keys.apply(random), keys.apply(random))),
        (set, random) -> new ArrayList<>(set.headSet(keys.apply(random), random.nextBoolean())),
        (set, random) -> new ArrayList<>(set.tailSet(keys.apply(random), random.nextBoolean())),
        (set, random) ->
            new ArrayList<>(
                set.subSet(
                    keys.apply(random),
                    random.nextBoolean(),
                    keys.apply(random),
                    random.nextBoolean())),
        (set, random) -> set.removeAll(List.of(keys.apply(random), keys.apply(random))),
        (set, random) -> set.removeIf(key -> random.nextInt(5) == 0),
        (set, random) -> set.containsAll(List.of(keys.apply(random), keys.apply(random))),
        (set, random) -> set.equals(new ConcurrentSkipListMap<>(new TreeMap<K, Long>()).keySet()),
        (set, random) -> order(set.comparator(), keys, random),
        (set, random) ->
            set.spliterator().hasCharacteristics(Spliterator.SORTED | Spliterator.DISTINCT));
  }

  private static <K> boolean isInside(NavigableMap<K, Long> map, K key) {
    try {
      map.headMap(key);
      return map.tailMap(key, true) != null && map.headMap(key, true) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns how a comparator orders, not which it is. */
  private static <K> Object order(
      Comparator<? super K> comparator,
      Function<SplittableRandom, K> keys,
      SplittableRandom random) {
    return comparator == null
        ? "natural"
        : Integer.signum(comparator.compare(keys.apply(random), keys.apply(random)));
  }

  private static <T> List<T> removing(Iterator<T> iterator, SplittableRandom random) {
    List<T> seen = new ArrayList<>();
    while (iterator.hasNext()) {
      seen.add(iterator.next());
      if (random.nextInt(8) == 0) {
        iterator.remove();
      }
    }
    return seen;
  }

  private interface Query {
    boolean of(Collection<?> entries, Object entry);
  }

  private static <K> Object entries(
      NavigableMap<K, Long> map,
      Function<SplittableRandom, K> keys,
      SplittableRandom random,
      Query query) {
    return query.of(
        map.entrySet(), new AbstractMap.SimpleEntry<>(keys.apply(random), value(random)));
  }

  /** Takes a part of a map, or turns it round. */
  private static <K> NavigableMap<K, Long> part(
      NavigableMap<K, Long> map, Function<SplittableRandom, K> keys, SplittableRandom random) {
    K key = keys.apply(random);
    return switch (random.nextInt(7)) {
      case 0 -> map.descendingMap();
      case 1 -> map.headMap(key, random.nextBoolean());
      case 2 -> map.tailMap(key, random.nextBoolean());
      case 3 -> (NavigableMap<K, Long>) map.headMap(key);
      case 4 -> (NavigableMap<K, Long>) map.tailMap(key);
      case 5 -> (NavigableMap<K, Long>) map.subMap(key, keys.apply(random));
      default -> map.subMap(key, random.nextBoolean(), keys.apply(random), random.nextBoolean());
    };
  }

  private static Object outcome(java.util.function.Supplier<Object> call) {
    try {
      Object result = nullable(call.get());
      return result instanceof Map<?, ?> map ? map.toString() : result;
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  /** Makes one call on a part of both maps. */
  static <K> void call(
      NavigableMap<K, Long> map,
      NavigableMap<K, Long> model,
      List<Call<K>> calls,
      Function<SplittableRandom, K> keys,
      SplittableRandom random) {
    NavigableMap<K, Long> part = map;
    NavigableMap<K, Long> modelPart = model;
    for (int depth = random.nextInt(4); depth > 0; depth--) {
      long seed = random.nextLong();
      try {
        modelPart = part(modelPart, keys, new SplittableRandom(seed));
      } catch (IllegalArgumentException e) {
        NavigableMap<K, Long> last = part;
        assertThat(outcome(() -> part(last, keys, new SplittableRandom(seed))))
            .isEqualTo(e.getClass());
        continue;
      }
      part = part(part, keys, new SplittableRandom(seed));
    }
    int number = random.nextInt(calls.size());
    long seed = random.nextLong();
    NavigableMap<K, Long> ours = part;
    NavigableMap<K, Long> theirs = modelPart;
    Object expected = outcome(() -> calls.get(number).on(theirs, new SplittableRandom(seed)));
    Object found = outcome(() -> calls.get(number).on(ours, new SplittableRandom(seed)));
    assertThat(found).as("call %d on %s", number, theirs).isEqualTo(expected);
    assertThat(new ArrayList<>(map.entrySet()))
        .as("after call %d", number)
        .isEqualTo(new ArrayList<>(model.entrySet()));
  }

  private static <K> NavigableMap<K, Long> model(Kind<K> kind) {
    Comparator<? super K> order = kind.codec().comparator();
    return new ConcurrentSkipListMap<>(order == Comparator.naturalOrder() ? null : order);
  }

  private static void forEachSeed(Consumer<SplittableRandom> property) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      try {
        property.accept(new SplittableRandom(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
    }
  }

  private static <K> void live(Kind<K> kind) {
    List<Call<K>> calls = calls(kind.keys());
    forEachSeed(
        random -> {
          NavigableMap<K, Long> model = model(kind);
          try (Store store = Store.inMemory()) {
            ConcurrentNavigableMap<K, Long> map = store.map("m", kind.codec(), Codecs.LONG);
            for (int i = 0; i < CALLS; i++) {
              call(map, model, calls, kind.keys(), random);
            }
          }
        });
  }

  private static <K> void inTransactions(Kind<K> kind) {
    List<Call<K>> calls = calls(kind.keys());
    forEachSeed(
        random -> {
          NavigableMap<K, Long> model = model(kind);
          try (Store store = Store.inMemory()) {
            for (int i = 0; i < CALLS / 40; i++) {
              store.write(
                  tx -> {
                    NavigableMap<K, Long> map = tx.map("m", kind.codec(), Codecs.LONG);
                    for (int j = 0; j < 40; j++) {
                      call(map, model, calls, kind.keys(), random);
                    }
                  });
              try (Transaction tx = store.beginRead()) {
                assertThat(tx.map("m", kind.codec(), Codecs.LONG)).isEqualTo(model);
              }
            }
          }
        });
  }

  private static <K> void reopened(Kind<K> kind, Path directory) {
    List<Call<K>> calls = calls(kind.keys());
    NavigableMap<K, Long> model = model(kind);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 40; i++) {
      StoreOptions options =
          StoreOptions.defaults().durability(i % 2 == 0 ? Durability.SYNC : Durability.CHECKPOINT);
      try (Store store = Store.open(directory.resolve(kind.name()), options)) {
        ConcurrentNavigableMap<K, Long> map = store.map("m", kind.codec(), Codecs.LONG);
        assertThat(map).isEqualTo(model);
        for (int j = 0; j < 40; j++) {
          call(map, model, calls, kind.keys(), random);
        }
        assertThat(store.check().problems()).isEmpty();
      }
    }
  }

  @Test
  void liveMapsOfLongs() {
    live(LONGS);
  }

  @Test
  void liveMapsOfStrings() {
    live(STRINGS);
  }

  @Test
  void liveMapsOfStringsByCodePoints() {
    live(UTF8);
  }

  @Test
  void mapsOfLongsInTransactions() {
    inTransactions(LONGS);
  }

  @Test
  void mapsOfStringsInTransactions() {
    inTransactions(STRINGS);
  }

  @Test
  void mapsOfLongsInAReopenedFile(@TempDir Path directory) {
    reopened(LONGS, directory);
  }

  @Test
  void mapsOfStringsInAReopenedFile(@TempDir Path directory) {
    reopened(STRINGS, directory);
  }

  /**
   * An iterator knows its next entry; what follows that is what the map holds when it is asked for.
   */
  @Test
  void anIteratorMeetsWhatIsThereWhenItGetsThere() {
    forEachSeed(
        random -> {
          try (Store store = Store.inMemory()) {
            NavigableMap<Long, Long> live = store.map("m", Codecs.LONG, Codecs.LONG);
            iterate(live, random);
            store.write(tx -> iterate(tx.map("t", Codecs.LONG, Codecs.LONG), random));
          }
        });
  }

  private static void iterate(NavigableMap<Long, Long> map, SplittableRandom random) {
    NavigableMap<Long, Long> model = new TreeMap<>();
    for (long i = 0; i < 100; i++) {
      model.put(random.nextLong(1000), i);
    }
    map.putAll(model);
    Iterator<Map.Entry<Long, Long>> entries = map.entrySet().iterator();
    Map.Entry<Long, Long> next = copy(model.firstEntry());
    while (entries.hasNext()) {
      Map.Entry<Long, Long> entry = entries.next();
      assertThat(entry).isEqualTo(next);
      next = copy(model.higherEntry(entry.getKey()));
      for (int i = Math.max(0, random.nextInt(12) - 8); i > 0; i--) {
        Long key = random.nextLong(1000);
        if (random.nextBoolean()) {
          assertThat(map.remove(key)).isEqualTo(model.remove(key));
        } else {
          assertThat(map.put(key, 7L)).isEqualTo(model.put(key, 7L));
        }
      }
      if (random.nextInt(9) == 0) {
        entries.remove();
        model.remove(entry.getKey());
      }
    }
    assertThat(next).isNull();
    assertThat(map).isEqualTo(model);
  }

  private static Map.Entry<Long, Long> copy(Map.Entry<Long, Long> entry) {
    return entry == null ? null : Map.entry(entry.getKey(), entry.getValue());
  }

  /** Null and what is of another type end as in the model, whatever the method. */
  @Test
  void nullsAndOtherTypesAreRefusedAsByTheModel() {
    NavigableMap<Long, Long> model = new ConcurrentSkipListMap<>(Map.of(1L, 2L));
    List<Function<NavigableMap<Object, Object>, Object>> calls = new ArrayList<>();
    for (Object key : Arrays.asList(null, "other", 1L)) {
      for (Object value : Arrays.asList(null, "other", 2L)) {
        calls.add(map -> map.remove(key, value));
        calls.add(map -> map.entrySet().contains(new AbstractMap.SimpleEntry<>(key, value)));
        calls.add(map -> map.entrySet().remove(new AbstractMap.SimpleEntry<>(key, value)));
        if (!(value instanceof String)) {
          calls.add(map -> map.put(key, value));
          calls.add(map -> map.putIfAbsent(key, value));
          calls.add(map -> map.replace(key, value));
          calls.add(map -> map.replace(key, value, 3L));
          calls.add(map -> map.merge(key, value, (a, b) -> 4L));
          calls.add(map -> map.replace(key, 5L, value));
        }
      }
      calls.add(map -> map.get(key));
      calls.add(map -> map.getOrDefault(key, 1L));
      calls.add(map -> map.containsKey(key));
      calls.add(map -> map.containsValue(key));
      calls.add(map -> map.values().contains(key));
      calls.add(map -> map.keySet().contains(key));
      calls.add(map -> map.keySet().remove(key));
      calls.add(map -> map.floorKey(key));
      calls.add(map -> map.higherEntry(key));
      calls.add(map -> map.headMap(key).size());
      calls.add(map -> map.subMap(key, true, key, true).size());
      calls.add(map -> map.computeIfAbsent(key, k -> 1L));
      calls.add(map -> map.computeIfPresent(key, (k, v) -> 1L));
      calls.add(map -> map.compute(key, (k, v) -> 1L));
      calls.add(map -> map.compute(key, null));
      calls.add(map -> map.remove(key));
    }
    calls.add(map -> map.computeIfAbsent(1L, null));
    Object other = "other";
    calls.add(map -> ((Collection<?>) map.entrySet()).containsAll(List.of(other)));
    calls.add(map -> map.equals(other));
    calls.add(
        map -> {
          map.forEach(null);
          return 1;
        });
    calls.add(
        map -> {
          map.replaceAll((key, value) -> null);
          return 1;
        });
    try (Store store = Store.inMemory()) {
      NavigableMap<Long, Long> map = store.map("m", Codecs.LONG, Codecs.LONG);
      map.put(1L, 2L);
      for (int i = 0; i < calls.size(); i++) {
        int number = i;
        Object expected = outcome(() -> calls.get(number).apply(untyped(model)));
        assertThat(outcome(() -> calls.get(number).apply(untyped(map))))
            .as("call %d", number)
            .isEqualTo(expected);
        assertThat(map).as("after call %d", number).isEqualTo(model);
        assertThat(Objects.hash(map)).isEqualTo(Objects.hash(model));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static NavigableMap<Object, Object> untyped(NavigableMap<?, ?> map) {
    return (NavigableMap<Object, Object>) map;
  }
}
