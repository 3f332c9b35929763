package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.map.LongMap;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * What an {@link Execution} does to many keys of a map of longs, in one call of the map or many.
 */
final class Batch {
  private final LongMap map;
  private final NavigableMap<Long, Long> model;
  private final KeyFamily family;
  private final Operation operation;
  private final SplittableRandom random;

  Batch(LongMap map, NavigableMap<Long, Long> model, KeyFamily family, Operation operation) {
    this.map = map;
    this.model = model;
    this.family = family;
    this.operation = operation;
    this.random = new SplittableRandom(operation.a());
  }

  private long[] keys() {
    long[] keys = new long[operation.count()];
    Arrays.setAll(keys, i -> family.draw(random));
    return keys;
  }

  /** Puts keys, some of them twice; every other time in one call. */
  void put() {
    long[] keys = keys();
    long[] values = new long[keys.length];
    Arrays.setAll(values, i -> Scenario.value(random));
    for (int i = 0; i < keys.length; i++) {
      model.put(keys[i], values[i]);
    }
    if (operation.a() % 2 == 0) {
      map.putAll(keys, values);
    } else {
      for (int i = 0; i < keys.length; i++) {
        map.put(keys[i], values[i]);
      }
    }
  }

  /** Removes some keys that are there, and some that may be, in one call; some without a count. */
  void removeAtOrAbove() {
    LongStream present =
        model.tailMap(operation.a(), true).keySet().stream()
            .limit(operation.count())
            .mapToLong(key -> key);
    long[] keys = LongStream.concat(present, Arrays.stream(keys()).limit(3)).toArray();
    for (int i = keys.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      long key = keys[i];
      keys[i] = keys[other];
      keys[other] = key;
    }
    long before = model.size();
    Arrays.stream(keys).forEach(model::remove);
    if (operation.a() % 2 == 0) {
      same("removeAll", map.removeAll(keys), before - model.size());
    } else {
      map.deleteAll(keys);
    }
  }

  /** Reads keys in one call. */
  void read() {
    long[] keys = keys();
    long[] values = new long[keys.length + 1];
    map.getAll(keys, values, -7);
    for (int i = 0; i < keys.length; i++) {
      same("getAll", values[i], model.getOrDefault(keys[i], -7L));
    }
    same("getAll behind the last", values[keys.length], 0L);
  }
}
