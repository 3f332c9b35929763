package io.octavo.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesMapTest {
  private static final String MAP = "strings";

  private HeapFile file = newFile();
  private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);

  private Store open(TreeLimits limits) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    return EngineAccess.open(file, null, options, limits);
  }

  private static HeapFile newFile() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  private static byte @Nullable [] get(Store store, String key) {
    try (Transaction tx = store.beginRead()) {
      return tx.bytesMap(MAP).get(bytes(key));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"2,4", "5,5", "2036,472"})
  void aMapDoesWhatATreeMapDoes(int leaf, int branch) throws IOException {
    TreeLimits limits = new TreeLimits(leaf, branch);
    for (long seed = 1; seed <= 6; seed++) {
      Random random = new Random(seed);
      file = newFile();
      model.clear();
      for (int round = 0; round < 6; round++) {
        try (Store store = open(limits)) {
          for (int commit = 0; commit < 5; commit++) {
            NavigableMap<byte[], byte[]> before = new TreeMap<>(model);
            String context = "seed " + seed + ", round " + round + ", commit " + commit;
            try (Transaction tx = store.beginWrite()) {
              BytesMap map = tx.bytesMap(MAP);
              for (int i = random.nextInt(60); i >= 0; i--) {
                step(map, random, context);
              }
              verify(map, random, context);
              if (random.nextInt(5) == 0) {
                model.clear();
                model.putAll(before);
              } else {
                tx.commit();
              }
            }
            try (Transaction tx = store.beginRead()) {
              verify(tx.bytesMap(MAP), random, context);
            }
            if (random.nextInt(3) == 0) {
              store.checkpoint();
              assertThat(store.check().problems()).as(context).isEmpty();
            }
          }
        }
      }
    }
  }

  private void step(BytesMap map, Random random, String context) {
    byte[] key = key(random);
    byte[] value = value(random);
    switch (random.nextInt(12)) {
      case 0, 1 -> assertThat(map.remove(key)).as(context).isEqualTo(model.remove(key) != null);
      case 2 -> {
        byte[] to = random.nextInt(4) == 0 ? null : key(random);
        NavigableMap<byte[], byte[]> range = range(key, to);
        assertThat(map.removeRange(key, to)).as(context).isEqualTo(range.size());
        range.clear();
      }
      case 3 -> {
        assertThat(map.putIfAbsent(key, value)).isEqualTo(!model.containsKey(key));
        model.putIfAbsent(key, value);
      }
      case 4 -> {
        assertThat(map.replace(key, value)).isEqualTo(model.containsKey(key));
        model.computeIfPresent(key, (k, old) -> value);
      }
      case 5 -> {
        byte[] present = model.get(key);
        assertThat(map.compareAndSet(key, bytes("none"), value)).isFalse();
        if (present != null) {
          assertThat(map.compareAndSet(key, present, value)).isTrue();
          model.put(key, value);
        }
      }
      case 6 -> {
        if (random.nextInt(30) == 0) {
          map.clear();
          model.clear();
        }
      }
      default -> {
        map.put(key, value);
        model.put(key, value);
      }
    }
  }

  private NavigableMap<byte[], byte[]> range(byte[] from, byte @Nullable [] to) {
    if (to != null && Arrays.compareUnsigned(from, to) > 0) {
      return new TreeMap<>(Arrays::compareUnsigned);
    }
    return to == null ? model.tailMap(from, true) : model.subMap(from, true, to, false);
  }

  private static byte[] key(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> bytes("x".repeat(random.nextInt(BytesMap.MAX_KEY + 1)));
      case 1 -> bytes("long" + "y".repeat(1900) + random.nextInt(30));
      case 2, 3 -> new byte[random.nextInt(6)];
      default -> bytes("user/" + random.nextInt(8) + "/" + random.nextInt(30));
    };
  }

  private static byte[] value(Random random) {
    int length =
        switch (random.nextInt(12)) {
          case 0 -> random.nextInt(5000);
          case 1 -> random.nextInt(3) == 0 ? random.nextInt(200_000) : 4000;
          case 2, 3 -> random.nextInt(300);
          default -> random.nextInt(20);
        };
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  private void verify(BytesMap map, Random random, String context) {
    assertThat(map.size()).as(context).isEqualTo(model.size());
    BytesCursor cursor = map.cursor();
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      assertThat(cursor.next()).as(context).isTrue();
      assertThat(cursor.key()).as(context).isEqualTo(entry.getKey());
      assertThat(cursor.value()).as(context).isEqualTo(entry.getValue());
    }
    assertThat(cursor.next()).as(context).isFalse();
    for (Map.Entry<byte[], byte[]> entry : model.descendingMap().entrySet()) {
      assertThat(cursor.previous()).as(context).isTrue();
      assertThat(cursor.key()).as(context).isEqualTo(entry.getKey());
    }
    assertThat(cursor.previous()).as(context).isFalse();
    for (int i = 0; i < 20; i++) {
      byte[] key = key(random);
      assertThat(map.get(key)).as(context).isEqualTo(model.get(key));
      assertThat(map.contains(key)).as(context).isEqualTo(model.containsKey(key));
      assertThat(map.length(key)).isEqualTo(model.containsKey(key) ? model.get(key).length : -1);
      same(map.floor(key), model.floorEntry(key), context);
      same(map.lower(key), model.lowerEntry(key), context);
      same(map.ceiling(key), model.ceilingEntry(key), context);
      same(map.higher(key), model.higherEntry(key), context);
      byte[] to = random.nextInt(4) == 0 ? null : key(random);
      List<byte[]> keys = new ArrayList<>();
      for (BytesCursor c = map.cursor(key, to); c.next(); ) {
        keys.add(c.key());
      }
      assertThat(keys).as(context).containsExactlyElementsOf(range(key, to).keySet());
      BytesCursor back = map.cursor(key, to);
      NavigableMap<byte[], byte[]> range = range(key, to);
      assertThat(back.seekLast()).as(context).isEqualTo(!range.isEmpty());
      if (!range.isEmpty()) {
        assertThat(back.key()).as(context).isEqualTo(range.lastKey());
      }
    }
  }

  private static void same(
      @Nullable BytesEntry entry, Map.@Nullable Entry<byte[], byte[]> expected, String context) {
    if (entry == null || expected == null) {
      assertThat(entry == null).as(context).isEqualTo(expected == null);
    } else {
      assertThat(entry)
          .as(context)
          .isEqualTo(new BytesEntry(expected.getKey(), expected.getValue()));
    }
  }

  @Test
  void sortedAndRandomLoadsAreKept() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 30_000; i++) {
      model.put(bytes("key " + random.nextInt(1_000_000)), bytes("value " + i));
    }
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> model.forEach(tx.bytesMap("sorted")::put));
      List<byte[]> keys = new ArrayList<>(model.keySet());
      Collections.shuffle(keys, random);
      store.write(tx -> keys.forEach(key -> tx.bytesMap("random").put(key, model.get(key))));
      for (String name : List.of("sorted", "random")) {
        try (Transaction tx = store.beginRead()) {
          int count = 0;
          for (BytesCursor cursor = tx.bytesMap(name).cursor(); cursor.next(); count++) {
            assertThat(cursor.value()).isEqualTo(model.get(cursor.key()));
          }
          assertThat(count).isEqualTo(model.size());
        }
      }
      assertThat(store.check().problems()).isEmpty();
      store.write(
          tx -> {
            for (byte[] key : keys) {
              assertThat(tx.bytesMap("random").remove(key)).isTrue();
            }
          });
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void largeValuesGoThroughStreams() throws IOException {
    byte[] value = new byte[3_000_000];
    new Random(3).nextBytes(value);
    try (Store store = open(TreeLimits.PAGE)) {
      store.writeThrowing(
          tx -> {
            BytesMap map = tx.bytesMap(MAP);
            map.put(bytes("stream"), new ByteArrayInputStream(value), value.length);
            map.put(bytes("buffer"), ByteBuffer.wrap(value, 5, 100_000));
            map.put(bytes("small"), new ByteArrayInputStream(value), 10);
          });
      try (Transaction tx = store.beginRead()) {
        BytesMap map = tx.bytesMap(MAP);
        try (InputStream stream = map.open(bytes("stream"))) {
          assertThat(stream).isNotNull();
          assertThat(stream.readAllBytes()).isEqualTo(value);
        }
        ByteBuffer into = ByteBuffer.allocate(2_000_000);
        assertThat(map.get(bytes("stream"), into)).isEqualTo(value.length);
        assertThat(into.array()).isEqualTo(Arrays.copyOf(value, 2_000_000));
        assertThat(map.get(bytes("buffer"))).isEqualTo(Arrays.copyOfRange(value, 5, 100_005));
        assertThat(map.get(bytes("small"))).isEqualTo(Arrays.copyOf(value, 10));
        byte[] part = new byte[100];
        assertThat(map.get(bytes("stream"), part, 90)).isEqualTo(value.length);
        assertThat(Arrays.copyOfRange(part, 90, 100)).isEqualTo(Arrays.copyOf(value, 10));
      }
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store store = open(TreeLimits.PAGE)) {
      assertThat(get(store, "stream")).isEqualTo(value);
      assertThat(store.read(Transaction::names)).containsExactly(MAP);
      store.write(tx -> assertThat(tx.drop(MAP)).isTrue());
      assertThat(store.check().problems()).isEmpty();
      store.compact(Long.MAX_VALUE);
    }
    assertThat(file.content().length).isLessThan(100_000);
  }

  @Test
  void aStreamThatEndsEarlyRollsBack() throws IOException {
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> tx.bytesMap(MAP).put(bytes("a"), bytes("b")));
      long pages = store.check().pages();
      for (int length : new int[] {100, 5000, 100_000}) {
        InputStream early = new ByteArrayInputStream(new byte[length - 1]);
        assertThatThrownBy(
                () -> store.writeThrowing(tx -> tx.bytesMap(MAP).put(bytes("a"), early, length)))
            .isInstanceOf(EOFException.class)
            .hasMessageContaining((length - 1) + " of " + length + " bytes");
      }
      InputStream muchTooShort = new ByteArrayInputStream(new byte[10_000]);
      assertThatThrownBy(
              () ->
                  store.writeThrowing(
                      tx -> tx.bytesMap(MAP).put(bytes("a"), muchTooShort, 100_000)))
          .hasMessageContaining("10000 of 100000 bytes");
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.check().pages()).isEqualTo(pages);
      assertThat(get(store, "a")).isEqualTo(bytes("b"));
    }
  }

  @Test
  void wrongArgumentsAreRefused() throws IOException {
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> tx.longMap("longs").put(1, 2));
      store.write(tx -> tx.bytesMap(MAP).put(bytes("a"), bytes("b")));
      try (Transaction tx = store.beginWrite()) {
        BytesMap map = tx.bytesMap(MAP);
        byte[] tooLong = new byte[BytesMap.MAX_KEY + 1];
        assertThatThrownBy(() -> map.put(tooLong, bytes("")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("map " + MAP + ": key.length=2001 is more than 2000 bytes");
        assertThat(map.get(tooLong)).isNull();
        assertThat(map.remove(tooLong)).isFalse();
        assertThatThrownBy(() -> map.put(bytes("a"), InputStream.nullInputStream(), -1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tx.bytesMap("longs"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("not a map of byte strings");
        assertThatThrownBy(() -> tx.longMap(MAP)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tx.bytesMap("\0values 1"))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.get(bytes("a"), new byte[3], 4))
            .isInstanceOf(IndexOutOfBoundsException.class);
        tx.commit();
      }
      try (Transaction tx = store.beginRead()) {
        assertThatThrownBy(() -> tx.bytesMap(MAP).put(bytes("a"), bytes("b")))
            .isInstanceOf(IllegalStateException.class);
        assertThat(tx.bytesMap("absent").get(bytes("a"))).isNull();
      }
    }
  }

  /**
   * Behind a change the cursor searches its key again: it must neither repeat nor pass over one.
   */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aCursorBesideChangesMeetsEachKeyOnce(boolean isForward) {
    for (int seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      model.clear();
      try (Store store = Store.inMemory();
          Transaction tx = store.beginWrite()) {
        BytesMap map = tx.bytesMap(MAP);
        for (int i = 0; i < 100; i++) {
          change(map, shortKey(random), true);
        }
        BytesCursor cursor = map.cursor();
        byte[] expected = isForward ? model.firstKey() : model.lastKey();
        while (expected != null) {
          assertThat(isForward ? cursor.next() : cursor.previous()).as("seed %d", seed).isTrue();
          assertThat(cursor.key()).as("seed %d", seed).isEqualTo(expected);
          for (int i = random.nextInt(3); i > 0; i--) {
            // The key itself, one beside it, or any.
            byte[] key = random.nextBoolean() ? shortKey(random) : expected;
            change(map, random.nextInt(4) == 0 ? Arrays.copyOf(key, key.length + 1) : key, false);
          }
          expected = isForward ? model.higherKey(expected) : model.lowerKey(expected);
        }
        assertThat(isForward ? cursor.next() : cursor.previous()).as("seed %d", seed).isFalse();
      }
    }
  }

  private static byte[] shortKey(Random random) {
    byte[] key = new byte[random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(4) - 1);
    }
    return key;
  }

  /** Puts a key, or removes one that is there. */
  private void change(BytesMap map, byte[] key, boolean isPut) {
    if (isPut || model.remove(key) == null) {
      map.put(key, key);
      model.put(key, key);
    } else {
      assertThat(map.remove(key)).isTrue();
    }
  }

  @Test
  void aStreamSkipsForwardOnly() throws IOException {
    byte[] value = new byte[20_000];
    new Random(4).nextBytes(value);
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> tx.bytesMap(MAP).put(bytes("a"), value));
      try (Transaction tx = store.beginRead();
          InputStream in = tx.bytesMap(MAP).open(bytes("a"))) {
        assertThat(in.skip(9_000)).isEqualTo(9_000);
        assertThat(in.skip(-1)).isZero();
        assertThat(in.skip(Long.MIN_VALUE)).isZero();
        assertThat(in.skip(0)).isZero();
        assertThat(in.available()).isEqualTo(11_000);
        assertThat(in.readNBytes(3)).isEqualTo(Arrays.copyOfRange(value, 9_000, 9_003));
        assertThat(in.skip(Long.MAX_VALUE)).isEqualTo(10_997);
        assertThat(in.skip(1)).isZero();
        assertThat(in.available()).isZero();
        assertThat(in.read()).isEqualTo(-1);
      }
    }
  }
}
