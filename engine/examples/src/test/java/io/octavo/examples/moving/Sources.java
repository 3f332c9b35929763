package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.map.BytesCursor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the tests fill the stores of other libraries with, and how they look at the copies. */
final class Sources {
  static final long SEED = 20_260_131;

  private static final int COUNT = 3_000;

  private Sources() {}

  /** Returns entries in the order of unsigned bytes: short and long values, and empty ones. */
  static SortedMap<byte[], byte[]> bytes() {
    Random random = new Random(SEED);
    SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < COUNT; i++) {
      entries.put(bytes(random, 1 + random.nextInt(40)), value(random, i));
    }
    return entries;
  }

  static byte[] value(Random random, int i) {
    return bytes(random, i % 1_000 == 7 ? 200_000 : i % 10 == 3 ? 0 : random.nextInt(100));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Returns longs in their order, of all lengths and both signs. */
  static SortedSet<Long> longs() {
    Random random = new Random(SEED);
    SortedSet<Long> longs = new TreeSet<>();
    longs.addAll(Arrays.asList(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE));
    while (longs.size() < COUNT) {
      longs.add(random.nextLong() >> random.nextInt(64));
    }
    return longs;
  }

  /** Asserts that a map of byte strings has these entries, byte for byte and in their order. */
  static void assertBytes(Path file, String name, SortedMap<byte[], byte[]> entries) {
    HexFormat hex = HexFormat.of();
    try (Store store = Store.open(file)) {
      store.view(
          tx -> {
            BytesCursor cursor = tx.bytesMap(name).cursor();
            entries.forEach(
                (key, value) -> {
                  assertThat(cursor.next())
                      .as("seed %d, key %s", SEED, hex.formatHex(key))
                      .isTrue();
                  assertThat(cursor.key()).as("seed %d", SEED).isEqualTo(key);
                  assertThat(cursor.value())
                      .as("seed %d, key %s", SEED, hex.formatHex(key))
                      .isEqualTo(value);
                });
            assertThat(cursor.next()).as("seed %d", SEED).isFalse();
          });
    }
  }

  /** Asserts that a map by codecs has these entries, in their order. */
  static <K, V> void assertEntries(
      Path file, String name, Codec<K> keys, Codec<V> values, Map<K, V> entries) {
    try (Store store = Store.open(file)) {
      store.view(
          tx -> {
            Iterator<Map.Entry<K, V>> found = tx.map(name, keys, values).entrySet().iterator();
            entries.forEach(
                (key, value) -> {
                  Map.Entry<K, V> entry = found.next();
                  assertThat(entry.getKey()).as("seed %d", SEED).isEqualTo(key);
                  assertThat(entry.getValue()).as("seed %d, key %s", SEED, key).isEqualTo(value);
                });
            assertThat(found.hasNext()).as("seed %d", SEED).isFalse();
          });
    }
  }

  /** Asserts that a store has no map. */
  static void assertNothing(Path file) {
    try (Store store = Store.open(file)) {
      assertThat(store.read((Transaction tx) -> tx.names())).isEmpty();
    }
  }
}
