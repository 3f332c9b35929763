package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.file.KeptFile;
import io.octavo.fixture.Effort;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.TreeType;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Maps of byte strings with a front, beside a model. */
final class BytesFrontTest {
  private static final TreeLimits LIMITS = new TreeLimits(5, 5);
  private static final int TRANSACTIONS = 60;

  private static Store open(KeptFile file, Durability durability, TreeLimits limits) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    return EngineAccess.open(file, null, options, limits);
  }

  private static Store open(KeptFile file, Durability durability) {
    return open(file, durability, LIMITS);
  }

  private static KeptFile newFile() {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  private static NavigableMap<byte[], byte[]> newModel() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /**
   * Returns how many changes wait in the front of a map; -1 if it has none. In a write transaction.
   */
  private static long pending(Transaction tx, String name) {
    CatalogueRecord map = EngineAccess.find(tx, name);
    if (map == null) {
      return -1;
    }
    CatalogueRecord puts = part(tx, CatalogueRecord.frontOf(map.id()));
    CatalogueRecord deleted = part(tx, CatalogueRecord.deletedOf(map.id()));
    assertThat(puts == null).isEqualTo(deleted == null);
    return puts == null || deleted == null ? -1 : puts.entries() + deleted.entries();
  }

  private static CatalogueRecord part(Transaction tx, String name) {
    return TreeType.frontOf(EngineAccess.changes(tx).catalogue(), name);
  }

  @Test
  void aMapWithAFrontIsAsItsModel() {
    Effort.forEachSeed(BytesFrontTest.class, 40, BytesFrontTest::compareWithModel);
  }

  private static void compareWithModel(long seed) {
    Random random = new Random(seed);
    int range = 50 + random.nextInt(800);
    Durability[] all = Durability.values();
    Durability durability = all[random.nextInt(all.length)];
    NavigableMap<byte[], byte[]> model = newModel();
    KeptFile file = newFile();
    Store store = open(file, durability);
    boolean hadFront = false;
    try {
      for (int i = 0; i < TRANSACTIONS; i++) {
        NavigableMap<byte[], byte[]> before = new TreeMap<>(model);
        try (Transaction tx = store.beginWrite();
            Transaction earlier = store.beginRead()) {
          BytesMap map = tx.bytesMap("m");
          for (int step = random.nextInt(30); step >= 0; step--) {
            change(map, model, random, range);
          }
          verify(map, model, random, range);
          verify(earlier.bytesMap("m"), before, random, range);
          if (random.nextInt(5) == 0) {
            model = before;
          } else {
            tx.commit();
          }
        }
        if (random.nextInt(10) == 0) {
          store.close();
          store = open(file, durability);
        }
        if (random.nextInt(10) == 0 && durability == Durability.SYNC) {
          try (Store recovered = open(new KeptFile(file.content()), durability)) {
            verify(recovered, model, random, range);
          }
        }
        hadFront |= store.writeResult(tx -> pending(tx, "m") > 0);
      }
      verify(store, model, random, range);
      assertThat(hadFront).as("a front").isTrue();
    } finally {
      store.close();
    }
  }

  /** Returns a key, some of which are prefixes of others. */
  private static byte[] key(Random random, int range) {
    int number = random.nextInt(range);
    String text = Integer.toString(number, 36);
    return (number % 7 == 0 ? "common prefix/" + text : text).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(int number) {
    return String.format(Locale.ROOT, "%05d", number).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] value(Random random) {
    int most =
        switch (random.nextInt(12)) {
          case 0 -> 20_000;
          case 1 -> BytesPage.MAX_ENTRY + 1;
          case 2 -> 1;
          default -> 20;
        };
    byte[] value = new byte[random.nextInt(most)];
    random.nextBytes(value);
    return value;
  }

  private static byte[][] keys(Random random, int range) {
    byte[][] keys = new byte[random.nextInt(20)][];
    Arrays.setAll(keys, i -> key(random, range));
    return keys;
  }

  private static void change(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    byte[] key = key(random, range);
    byte[] value = value(random);
    switch (random.nextInt(20)) {
      case 0 -> {
        map.delete(key);
        model.remove(key);
      }
      case 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key) != null);
      case 2 ->
          assertThat(map.putIfAbsent(key, value)).isEqualTo(model.putIfAbsent(key, value) == null);
      case 3 -> assertThat(map.replace(key, value)).isEqualTo(model.replace(key, value) != null);
      case 4 -> {
        byte[] present = model.get(key);
        byte[] expected = present == null || random.nextInt(3) == 0 ? value(random) : present;
        boolean isSame = present != null && Arrays.equals(present, expected);
        assertThat(map.compareAndSet(key, expected, value)).isEqualTo(isSame);
        if (isSame) {
          model.put(key, value);
        }
      }
      case 5 -> putAll(map, model, random, range);
      case 6 -> removeAll(map, model, random, range);
      case 7 -> removeRange(map, model, random, range);
      case 8 -> {
        if (random.nextInt(100) == 0) {
          map.clear();
          model.clear();
        }
      }
      case 9 -> {
        byte[] last = model.isEmpty() ? key : BytesMap.successor(model.lastKey());
        putAndReuse(map, last, value, random);
        model.put(last, value);
      }
      case 10 -> load(map, model, random, range);
      case 11, 12 -> {
        stream(map, key, value, random.nextBoolean());
        model.put(key, value);
      }
      default -> put(map, model, key, value, random);
    }
  }

  private static void put(
      BytesMap map, NavigableMap<byte[], byte[]> model, byte[] key, byte[] value, Random random) {
    putAndReuse(map, key, value, random);
    model.put(key, value);
  }

  private static void putAll(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    byte[][] keys = keys(random, range);
    byte[][] values = new byte[keys.length][];
    Arrays.setAll(values, i -> value(random));
    map.putAll(keys, values);
    for (int i = 0; i < keys.length; i++) {
      model.put(keys[i], values[i]);
    }
  }

  private static void removeAll(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    byte[][] keys = keys(random, range);
    long size = model.size();
    Arrays.stream(keys).forEach(model::remove);
    if (random.nextBoolean()) {
      assertThat(map.removeAll(keys)).isEqualTo(size - model.size());
    } else {
      map.deleteAll(keys);
    }
  }

  /** Puts an entry, and then changes the arrays, which the map has copied. */
  private static void putAndReuse(BytesMap map, byte[] key, byte[] value, Random random) {
    byte[] given = key.clone();
    byte[] givenValue = value.clone();
    map.put(given, givenValue);
    Arrays.fill(given, (byte) (random.nextBoolean() ? 0 : -1));
    Arrays.fill(givenValue, (byte) 1);
  }

  private static void removeRange(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    byte[] from = key(random, range);
    byte[] to = random.nextInt(20) == 0 ? null : model.higherKey(key(random, range));
    if (to != null && random.nextInt(4) > 0) {
      // A short range.
      to = model.higherKey(from);
      for (int i = random.nextInt(10); to != null && i > 0; i--) {
        to = model.higherKey(to);
      }
    }
    boolean isEmpty = to != null && Arrays.compareUnsigned(from, to) >= 0;
    NavigableMap<byte[], byte[]> gone =
        isEmpty
            ? newModel()
            : to == null ? model.tailMap(from, true) : model.subMap(from, true, to, false);
    assertThat(map.removeRange(from, to)).isEqualTo(gone.size());
    gone.clear();
  }

  private static void stream(BytesMap map, byte[] key, byte[] value, boolean isBuffer) {
    if (isBuffer) {
      map.put(key, ByteBuffer.wrap(value));
      return;
    }
    try {
      map.put(key, new ByteArrayInputStream(value), value.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void load(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    NavigableMap<byte[], byte[]> pairs = newModel();
    boolean isBehind = random.nextBoolean() && !model.isEmpty();
    for (int i = random.nextInt(20); i > 0; i--) {
      byte[] key = key(random, range);
      if (isBehind) {
        byte[] last = model.lastKey();
        byte[] longer = Arrays.copyOf(last, last.length + key.length);
        System.arraycopy(key, 0, longer, last.length, key.length);
        key = longer.length > 100 ? key : longer;
      }
      pairs.put(key, value(random));
    }
    Iterator<Map.Entry<byte[], byte[]>> source = pairs.entrySet().iterator();
    map.load(
        new BytesPairs() {
          private Map.Entry<byte[], byte[]> entry;

          @Override
          public boolean next() {
            boolean isThere = source.hasNext();
            entry = isThere ? source.next() : entry;
            if (random.nextInt(10) == 0 && isThere) {
              // The source may use the map.
              assertThat(map.contains(entry.getKey())).isEqualTo(model.containsKey(entry.getKey()));
            }
            return isThere;
          }

          @Override
          public byte[] key() {
            return entry.getKey();
          }

          @Override
          public byte[] value() {
            return entry.getValue();
          }
        });
    model.putAll(pairs);
  }

  private static void verify(
      Store store, NavigableMap<byte[], byte[]> model, Random random, int range) {
    store.read(
        tx -> {
          verify(tx.bytesMap("m"), model, random, range);
          return true;
        });
    assertThat(store.check().problems()).isEmpty();
  }

  private static void verify(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    Iterator<Map.Entry<byte[], byte[]>> entries = model.entrySet().iterator();
    for (BytesCursor cursor = map.cursor(); cursor.next(); ) {
      verify(cursor, entries.next());
    }
    assertThat(entries.hasNext()).isFalse();
    entries = model.descendingMap().entrySet().iterator();
    for (BytesCursor cursor = map.cursor(); cursor.previous(); ) {
      verify(cursor, entries.next());
    }
    assertThat(entries.hasNext()).isFalse();
    verifyBatches(map.cursor(), model, random);
    byte[] prefix = Arrays.copyOf(key(random, range), 1);
    verifyBatches(map.prefix(prefix), withPrefix(model, prefix), random);
    assertThat(map.size()).isEqualTo(model.size());
    assertThat(map.estimatedSize()).isNotNegative();
    for (int i = 0; i < 20; i++) {
      byte[] key = key(random, range);
      verify(map, key, model.get(key), random);
      verify(map.floor(key), model.floorEntry(key));
      verify(map.ceiling(key), model.ceilingEntry(key));
      verify(map.lower(key), model.lowerEntry(key));
      verify(map.higher(key), model.higherEntry(key));
    }
    verify(map.first(), model.firstEntry());
    verify(map.last(), model.lastEntry());
    walk(map, model, random, range);
  }

  private static void verify(BytesMap map, byte[] key, byte[] expected, Random random) {
    assertThat(map.get(key)).isEqualTo(expected);
    assertThat(map.contains(key)).isEqualTo(expected != null);
    int length = expected == null ? -1 : expected.length;
    assertThat(map.length(key)).isEqualTo(length);
    byte[] part = new byte[random.nextInt(30)];
    assertThat(map.get(key, part, 0)).isEqualTo(length);
    ByteBuffer buffer = ByteBuffer.allocate(part.length);
    assertThat(map.get(key, buffer)).isEqualTo(length);
    assertThat(map.show(key, -1, (all, at, page, from, count) -> {})).isEqualTo(length);
    try (InputStream stream = map.open(key)) {
      assertThat(stream == null ? null : stream.readAllBytes()).isEqualTo(expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (expected != null) {
      byte[] head = Arrays.copyOf(expected, Math.min(part.length, length));
      assertThat(Arrays.copyOf(part, head.length)).isEqualTo(head);
      assertThat(Arrays.copyOf(buffer.array(), buffer.position())).isEqualTo(head);
    }
  }

  private static NavigableMap<byte[], byte[]> withPrefix(
      NavigableMap<byte[], byte[]> model, byte[] prefix) {
    NavigableMap<byte[], byte[]> part = newModel();
    model.tailMap(prefix, true).entrySet().stream()
        .takeWhile(e -> e.getKey().length > 0 && e.getKey()[0] == prefix[0])
        .forEach(e -> part.put(e.getKey(), e.getValue()));
    return part;
  }

  /** Reads by batches, and now and then by a single step. */
  private static void verifyBatches(
      BytesCursor cursor, NavigableMap<byte[], byte[]> model, Random random) {
    BytesBatch batch = BytesBatch.create();
    Iterator<Map.Entry<byte[], byte[]>> entries = model.entrySet().iterator();
    while (random.nextInt(10) == 0 && cursor.next()) {
      verify(cursor, entries.next());
    }
    int most = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(50);
    while (cursor.next(batch, most)) {
      Map.Entry<byte[], byte[]> entry = null;
      assertThat(batch.size()).isLessThanOrEqualTo(most);
      for (int i = 0; i < batch.size(); i++) {
        entry = entries.next();
        int key = batch.keyOffset(i);
        int value = batch.valueOffset(i);
        assertThat(Arrays.copyOfRange(batch.keys(), key, key + batch.keyLength(i)))
            .isEqualTo(entry.getKey());
        assertThat(Arrays.copyOfRange(batch.values(), value, value + batch.valueLength(i)))
            .isEqualTo(entry.getValue());
      }
      verify(cursor, entry);
    }
    assertThat(entries.hasNext()).isFalse();
    assertThat(batch.size()).isZero();
  }

  private static void verify(BytesCursor cursor, Map.Entry<byte[], byte[]> expected) {
    assertThat(cursor.key()).isEqualTo(expected.getKey());
    assertThat(cursor.value()).isEqualTo(expected.getValue());
    byte[] into = new byte[expected.getKey().length + 1];
    assertThat(cursor.key(into, 1)).isEqualTo(expected.getKey().length);
    assertThat(Arrays.copyOfRange(into, 1, into.length)).isEqualTo(expected.getKey());
    assertThat(cursor.value(into, 0)).isEqualTo(expected.getValue().length);
  }

  private static void verify(BytesEntry found, Map.Entry<byte[], byte[]> expected) {
    assertThat(found == null).isEqualTo(expected == null);
    if (expected != null) {
      assertThat(found.key()).isEqualTo(expected.getKey());
      assertThat(found.value()).isEqualTo(expected.getValue());
    }
  }

  /** Moves a cursor to and fro. */
  private static void walk(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, int range) {
    byte[] one = key(random, range);
    byte[] other = key(random, range);
    boolean isAscending = Arrays.compareUnsigned(one, other) <= 0;
    byte[] from = isAscending ? one : other;
    byte[] to = isAscending ? other : one;
    NavigableMap<byte[], byte[]> part = model.subMap(from, true, to, false);
    BytesCursor cursor = map.cursor(from, to);
    byte[] at = null;
    int end = -1; // before the first, on, after the last
    for (int i = 0; i < 30; i++) {
      Map.Entry<byte[], byte[]> next;
      boolean found;
      int endThen = 1;
      switch (random.nextInt(8)) {
        case 0 -> {
          byte[] key = key(random, range);
          boolean isBehind = Arrays.compareUnsigned(key, to) >= 0;
          boolean isBefore = Arrays.compareUnsigned(key, from) < 0;
          next = isBehind ? null : isBefore ? part.firstEntry() : part.ceilingEntry(key);
          found = cursor.seek(key);
        }
        case 1 -> {
          next = part.lastEntry();
          found = cursor.seekLast();
        }
        case 2, 3 -> {
          next = end == 0 ? part.lowerEntry(at) : end > 0 || i == 0 ? part.lastEntry() : null;
          found = cursor.previous();
          endThen = -1;
        }
        default -> {
          next = end == 0 ? part.higherEntry(at) : end < 0 ? part.firstEntry() : null;
          found = cursor.next();
        }
      }
      assertThat(found).isEqualTo(next != null);
      end = found ? 0 : endThen;
      at = found ? next.getKey() : null;
      if (found) {
        verify(cursor, next);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] numbered(int number) {
    return bytes("%06d".formatted(number));
  }

  @Test
  void aCursorGoesOnWhenTheMapGetsAFrontAndWhenASweepMovesEntries() throws IOException {
    try (Store store = open(newFile(), Durability.CHECKPOINT);
        Transaction tx = store.beginWrite()) {
      BytesMap map = tx.bytesMap("m");
      for (int key = 0; key < 10; key++) {
        map.put(numbered(key * 1_000), bytes("first"));
      }
      BytesCursor cursor = map.cursor();
      byte[] expected = numbered(0);
      Random random = new Random(7);
      while (Arrays.compareUnsigned(expected, numbered(9_000)) < 0) {
        assertThat(cursor.seek(expected)).isTrue();
        assertThat(cursor.key()).isEqualTo(expected);
        map.put(numbered(random.nextInt(9_000)), bytes("second"));
        map.put(numbered(random.nextInt(9_000)), new byte[5_000]);
        byte[] next = map.higher(expected).key();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(next);
        map.delete(next);
        assertThatThrownBy(cursor::value).hasMessageContaining("was removed");
        assertThatThrownBy(cursor::open).hasMessageContaining("was removed");
        assertThatThrownBy(() -> cursor.value(new byte[1], 0)).hasMessageContaining("was removed");
        assertThat(cursor.key()).isEqualTo(next);
        map.put(next, bytes("third"));
        assertThat(cursor.value()).isEqualTo(bytes("third"));
        assertThat(cursor.open().readAllBytes()).isEqualTo(bytes("third"));
        expected = next;
      }
      assertThat(pending(tx, "m")).isNotNegative();
    }
  }

  @Test
  void aDroppedMapHasNoFrontAndARenamedOneKeepsIt() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      store.write(
          tx -> {
            for (String name : new String[] {"a", "b"}) {
              BytesMap map = tx.bytesMap(name);
              Random random = new Random(1);
              for (int i = 0; i < 200; i++) {
                map.put(numbered(random.nextInt(1 << 20)), new byte[i % 50 == 0 ? 5_000 : 5]);
              }
            }
          });
      long size = store.<Long>read(tx -> tx.bytesMap("a").size());
      store.write(tx -> tx.rename("a", "c"));
      assertThat(store.<Long>writeResult(tx -> pending(tx, "c"))).isPositive();
      assertThat(store.<Long>read(tx -> tx.bytesMap("c").size())).isEqualTo(size);
      store.write(tx -> tx.drop("c"));
      store.write(tx -> tx.bytesMap("c").put(bytes("k"), bytes("v")));
      assertThat(store.<Long>read(tx -> tx.bytesMap("c").size())).isEqualTo(1);
      assertThat(store.check().problems()).isEmpty();
      // Two maps, and the large values and the front of b.
      assertThat(
              store.<Integer>writeResult(
                  tx -> EngineAccess.changes(tx).catalogue().records().size()))
          .isEqualTo(5);
    }
  }

  @Test
  void aStreamThatEndsEarlyIsRefused() {
    try (Store store = open(newFile(), Durability.CHECKPOINT)) {
      store.write(
          tx -> {
            for (int i = 0; i < 200; i++) {
              tx.bytesMap("m").put(numbered(i * 7919 % 1000), new byte[5]);
            }
          });
      for (int length : new int[] {10, 10_000, 100_000}) {
        try (Transaction tx = store.beginWrite()) {
          BytesMap map = tx.bytesMap("m");
          assertThatThrownBy(
                  () -> map.put(numbered(3), new ByteArrayInputStream(new byte[9]), length))
              .isInstanceOf(EOFException.class)
              .hasMessageContaining("ended after 9 of " + length);
        }
      }
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void aCheckReportsAKeyThatIsBothPutAndDeleted() {
    try (Store store = open(newFile(), Durability.CHECKPOINT)) {
      store.write(
          tx -> {
            for (int i = 0; i < 200; i++) {
              tx.bytesMap("m").put(numbered(i * 7919 % 1000), new byte[5]);
            }
          });
      store.write(
          tx -> {
            int id = EngineAccess.find(tx, "m").id();
            BytesTree puts =
                EngineAccess.changes(tx).bytesTree(part(tx, CatalogueRecord.frontOf(id)));
            BytesTreeCursor cursor = new BytesTreeCursor(puts, new byte[0], null);
            assertThat(cursor.next()).isTrue();
            EngineAccess.changes(tx)
                .bytesTree(part(tx, CatalogueRecord.deletedOf(id)))
                .put(cursor.key(), new byte[1], BytesTreeWriter.Put.ALWAYS);
          });
      store.checkpoint();
      assertThat(store.check().problems())
          .anyMatch(problem -> problem.contains("R38") && problem.contains("put and deleted"))
          .anyMatch(problem -> problem.contains("R38") && problem.contains("has a value"));
    }
  }

  @Test
  void aFrontHoldsAQuarterOfTheCache() {
    try (Store store = open(newFile(), Durability.CHECKPOINT, TreeLimits.PAGE)) {
      Random random = new Random(3);
      long greatest = 0;
      for (int i = 0; i < 200; i++) {
        store.write(
            tx -> {
              BytesMap map = tx.bytesMap("m");
              for (int j = 0; j < 100; j++) {
                map.put(numbered(random.nextInt(900_000)), new byte[random.nextInt(200)]);
                map.delete(numbered(random.nextInt(900_000)));
              }
            });
        long held = store.<Long>writeResult(BytesFrontTest::heldBytes);
        long counted = store.<Long>writeResult(BytesFrontTest::countedBytes);
        assertThat(counted).isEqualTo(held);
        greatest = Math.max(greatest, held);
      }
      assertThat(greatest).isBetween((1L << 18) - (1 << 16), (1L << 18) + 300);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Counts the changes of the front of the map, with 10 bytes beside each. */
  private static long heldBytes(Transaction tx) {
    int id = EngineAccess.find(tx, "m").id();
    long bytes = 0;
    for (String name : new String[] {CatalogueRecord.frontOf(id), CatalogueRecord.deletedOf(id)}) {
      CatalogueRecord record = part(tx, name);
      if (record != null) {
        BytesTree tree = EngineAccess.changes(tx).bytesTree(record);
        BytesTreeCursor cursor = new BytesTreeCursor(tree, new byte[0], null);
        while (cursor.next()) {
          bytes += cursor.key().length + cursor.value().length + 10;
        }
      }
    }
    return bytes;
  }

  private static long countedBytes(Transaction tx) {
    CatalogueRecord puts = part(tx, CatalogueRecord.frontOf(EngineAccess.find(tx, "m").id()));
    return puts == null ? 0 : ByteBuffer.wrap(puts.tail()).getLong();
  }

  @Test
  void aSweepCountsTheLeavesOfTheMainTreeThatItWrites() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      store.write(
          tx -> {
            for (int i = 0; i < 100; i++) {
              tx.bytesMap("m").put(key(i), key(i));
            }
          });
      assertThat(store.stats().sweptBytes()).isZero();
      // The thirteenth change makes the front full, and four of the first leaf are moved.
      store.write(
          tx -> {
            for (int i = 0; i < 13; i++) {
              tx.bytesMap("m").put(key(i), key(-i));
            }
          });
      assertThat(store.stats().sweptChanges()).isEqualTo(4);
      assertThat(store.stats().sweptBytes()).isEqualTo(PageHeader.PAGE_SIZE);
      assertThat(store.stats().pageSpills()).isOne();
    }
  }
}
