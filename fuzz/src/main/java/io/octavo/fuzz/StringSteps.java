package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.Transaction;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesPairs;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an {@link Execution} does to the maps of byte strings of an open transaction. */
final class StringSteps implements Steps {
  /** Names of maps of byte strings; none of them is that of a map of longs. */
  static final List<String> NAMES = List.of("strings", "\u00FFtrings");

  /** Entries of which some are 2,000 bytes long. */
  private static final int MOST_ENTRIES = 600;

  private final BytesMap map;
  private final NavigableMap<byte[], byte[]> model;
  private final StringFamily family;
  private final SplittableRandom random;
  private final long mostWaiting;

  StringSteps(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    int index = operation.map() % NAMES.size();
    String name = NAMES.get(index);
    StringFamily[] families = StringFamily.values();
    this.map = transaction.bytesMap(name);
    this.model = working.writeStrings(name);
    this.family = families[(int) Math.floorMod(scenario.seed() + index, (long) families.length)];
    this.random = new SplittableRandom(operation.a());
    TreeLimits limits = scenario.limits();
    this.mostWaiting = limits.frontBytes(Scenario.MOST_CACHE) / limits.changeBytes(0);
  }

  /** Changes and reads. */
  @Override
  public void change(int count) {
    boolean grows = random.nextInt(3) > 0;
    for (int i = 0; i < count; i++) {
      byte[] key = family.draw(random);
      int drawn = random.nextInt(grows ? 100 : 40);
      if (drawn < 20) {
        byte[] near = model.ceilingKey(key);
        remove(near == null ? key : near);
      } else if (drawn < 22) {
        removeRange(key, random.nextInt(8) == 0 ? null : family.draw(random));
      } else if (drawn < 32) {
        StringComparison.sameAround(map, model, key);
      } else if (model.size() < MOST_ENTRIES) {
        putIn(random.nextInt(12), key);
      }
    }
    if (random.nextInt(100) == 0) {
      map.clear();
      model.clear();
    } else if (random.nextInt(20) == 0 && model.size() < MOST_ENTRIES) {
      switch (random.nextInt(3)) {
        case 0 -> load(count);
        case 1 -> putAll(count);
        default -> removeAll(count);
      }
    }
    same("size", map.size(), (long) model.size());
    Comparison.near(map.estimatedSize(), model.size(), mostWaiting);
  }

  /** Removes a key; one with an odd last byte without asking whether it was there. */
  private void remove(byte[] key) {
    boolean expected = model.remove(key) != null;
    if (key.length == 0 || key[key.length - 1] % 2 == 0) {
      same("remove", map.remove(key), expected);
    } else {
      map.delete(key);
    }
  }

  private void removeRange(byte[] from, byte @Nullable [] to) {
    NavigableMap<byte[], byte[]> range = range(from, to);
    long expected = range.size();
    range.clear();
    same("removeRange", map.removeRange(from, to), expected);
  }

  private NavigableMap<byte[], byte[]> range(byte[] from, byte @Nullable [] to) {
    if (to == null) {
      return model.tailMap(from, true);
    }
    return Arrays.compareUnsigned(from, to) > 0
        ? new TreeMap<>(Arrays::compareUnsigned)
        : model.subMap(from, true, to, false);
  }

  private void putIn(int way, byte[] key) {
    byte[] value = StringFamily.value(key, random);
    byte[] present = model.get(key);
    switch (way) {
      case 0 -> {
        same("putIfAbsent", map.putIfAbsent(key, value), present == null);
        model.putIfAbsent(key, value);
      }
      case 1 -> {
        same("replace", map.replace(key, value), present != null);
        model.computeIfPresent(key, (k, old) -> value);
      }
      case 2 -> {
        byte[] expected = present == null || random.nextInt(4) == 0 ? value : present.clone();
        boolean isSame = Arrays.equals(present, expected);
        same("compareAndSet", map.compareAndSet(key, expected, value), isSame);
        if (isSame) {
          model.put(key, value);
        }
      }
      case 3, 4, 5 -> {
        putStream(key, value);
        model.put(key, value);
      }
      case 6 -> {
        map.put(key, ByteBuffer.wrap(value));
        model.put(key, value);
      }
      default -> {
        map.put(key, value);
        model.put(key, value);
      }
    }
  }

  private void putStream(byte[] key, byte[] value) {
    try {
      map.put(key, new ByteArrayInputStream(value), value.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts keys, some of them twice. */
  private void putAll(int count) {
    byte[][] keys = keys(count);
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      values[i] = StringFamily.value(keys[i], random);
      model.put(keys[i], values[i]);
    }
    map.putAll(keys, values);
  }

  private byte[][] keys(int count) {
    byte[][] keys = new byte[count][];
    Arrays.setAll(keys, i -> family.draw(random));
    return keys;
  }

  private void removeAll(int count) {
    byte[][] keys = keys(count);
    for (int i = 0; i < count; i++) {
      byte[] near = model.ceilingKey(keys[i]);
      keys[i] = near == null || i % 4 == 0 ? keys[i] : near;
    }
    long before = model.size();
    Arrays.asList(keys).forEach(model::remove);
    same("removeAll", map.removeAll(keys), before - model.size());
  }

  private void load(int count) {
    TreeMap<byte[], byte[]> added = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      byte[] key = family.draw(random);
      added.put(key, StringFamily.value(key, random));
    }
    Iterator<Map.Entry<byte[], byte[]>> entries = added.entrySet().iterator();
    map.load(
        new BytesPairs() {
          private Map.@Nullable Entry<byte[], byte[]> entry;

          @Override
          public boolean next() {
            entry = entries.hasNext() ? entries.next() : null;
            return entry != null;
          }

          @Override
          public byte[] key() {
            return entry == null ? new byte[0] : entry.getKey();
          }

          @Override
          public byte[] value() {
            return entry == null ? new byte[0] : entry.getValue();
          }
        });
    model.putAll(added);
  }

  /** Moves a cursor, with writes of the same transaction between. */
  @Override
  public void walk(int count) {
    byte[] from = random.nextInt(3) == 0 ? new byte[0] : family.draw(random);
    byte[] to = random.nextInt(3) == 0 ? null : family.draw(random);
    BytesCursor cursor = map.cursor(from, to);
    ModelCursor<byte[]> expected =
        new ModelCursor<>(
            Arrays::compareUnsigned,
            from,
            entries ->
                to != null ? entries.lowerKey(to) : entries.isEmpty() ? null : entries.lastKey());
    for (int i = 0; i < count; i++) {
      byte[] key = family.draw(random);
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> same("next", cursor.next(), expected.next(model));
        case 4, 5, 6 -> same("previous", cursor.previous(), expected.previous(model));
        case 7 -> same("seek", cursor.seek(key), expected.seek(model, key));
        case 8 -> same("seekLast", cursor.seekLast(), expected.seekLast(model));
        case 9 -> removeNear(expected.key(), key);
        default -> putNear(expected.key(), key);
      }
      requireEntry(cursor, expected.key());
    }
  }

  private void removeNear(byte @Nullable [] on, byte[] key) {
    remove(on != null && random.nextBoolean() ? on : key);
  }

  private void putNear(byte @Nullable [] on, byte[] key) {
    byte[] near = on == null || random.nextBoolean() ? key : on;
    if (on != null && random.nextInt(4) == 0 && on.length < BytesMap.MAX_KEY) {
      near = Arrays.copyOf(on, on.length + 1);
    }
    if (model.size() < MOST_ENTRIES) {
      putIn(7, near);
    }
  }

  private void requireEntry(BytesCursor cursor, byte @Nullable [] on) {
    if (on == null) {
      Comparison.refuses("key of a cursor on no entry", cursor::key);
      return;
    }
    StringComparison.sameBytes("key of a cursor", cursor.key(), on);
    byte[] value = model.get(on);
    if (value == null) {
      Comparison.refuses("value of an entry that was removed", cursor::value);
    } else {
      StringComparison.sameBytes("value of a cursor", cursor.value(), value);
    }
  }
}
