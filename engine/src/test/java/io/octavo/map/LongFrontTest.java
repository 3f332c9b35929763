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
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.TreeType;
import io.octavo.tree.TreeLimits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Maps of longs with a front, beside a model. */
final class LongFrontTest {
  private static final TreeLimits LIMITS = new TreeLimits(5, 5);
  private static final int TRANSACTIONS = 60;

  private static Store open(KeptFile file, Durability durability) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    return EngineAccess.open(file, null, options, LIMITS);
  }

  private static KeptFile newFile() {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 1));
    return file;
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
    Effort.forEachSeed(
        LongFrontTest.class,
        40,
        seed -> {
          Random random = new Random(seed);
          int range = 20 + random.nextInt(800);
          Durability[] all = Durability.values();
          Durability durability = all[random.nextInt(all.length)];
          NavigableMap<Long, Long> model = new TreeMap<>();
          KeptFile file = newFile();
          Store store = open(file, durability);
          boolean hadFront = false;
          try {
            for (int i = 0; i < TRANSACTIONS; i++) {
              NavigableMap<Long, Long> before = new TreeMap<>(model);
              try (Transaction tx = store.beginWrite();
                  Transaction earlier = store.beginRead()) {
                LongMap map = tx.longMap("m");
                for (int step = random.nextInt(30); step >= 0; step--) {
                  change(map, model, random, range);
                }
                verify(map, model, random, range);
                verify(earlier.longMap("m"), before, random, range);
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
            assertThat(hadFront || range < 200).as("a front").isTrue();
          } finally {
            store.close();
          }
        });
  }

  private static long key(Random random, int range) {
    return (random.nextInt(range) - range / 2) * 1_000_003L;
  }

  private static void change(
      LongMap map, NavigableMap<Long, Long> model, Random random, int range) {
    long key = key(random, range);
    long value = random.nextLong() >>> random.nextInt(64);
    switch (random.nextInt(16)) {
      case 0 -> {
        map.delete(key);
        model.remove(key);
      }
      case 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key) != null);
      case 2 ->
          assertThat(map.putIfAbsent(key, value)).isEqualTo(model.putIfAbsent(key, value) == null);
      case 3 -> {
        long[] keys = random.longs(random.nextInt(20), 0, range).map(n -> n * 1_000_003L).toArray();
        long[] values = random.longs(keys.length).toArray();
        map.putAll(keys, values);
        for (int i = 0; i < keys.length; i++) {
          model.put(keys[i], values[i]);
        }
      }
      case 4 -> {
        long[] keys = random.longs(random.nextInt(20), 0, range).map(n -> n * 1_000_003L).toArray();
        long size = model.size();
        boolean counts = random.nextBoolean();
        Arrays.stream(keys).forEach(model::remove);
        if (counts) {
          assertThat(map.removeAll(keys)).isEqualTo(size - model.size());
        } else {
          map.deleteAll(keys);
        }
      }
      case 5 -> {
        long to = key + random.nextInt(30) * 1_000_003L;
        Map<Long, Long> gone = model.subMap(key, true, to, true);
        assertThat(map.removeRange(key, to)).isEqualTo(gone.size());
        gone.clear();
      }
      case 6 -> {
        if (random.nextInt(100) == 0) {
          map.clear();
          model.clear();
        }
      }
      case 7 -> {
        long last = model.isEmpty() ? 0 : model.lastKey();
        map.put(last + 1, value);
        model.put(last + 1, value);
      }
      case 8, 9 -> addTo(map, model, key, value);
      default -> {
        map.put(key, value);
        model.put(key, value);
      }
    }
  }

  private static void addTo(LongMap map, NavigableMap<Long, Long> model, long key, long delta) {
    BigInteger present = BigInteger.valueOf(model.getOrDefault(key, 0L));
    BigInteger sum = present.add(BigInteger.valueOf(delta));
    if (sum.bitLength() < Long.SIZE) {
      assertThat(map.addTo(key, delta)).isEqualTo(sum.longValue());
      model.put(key, sum.longValue());
    } else {
      assertThatThrownBy(() -> map.addTo(key, delta)).isInstanceOf(ArithmeticException.class);
    }
  }

  private static void verify(
      Store store, NavigableMap<Long, Long> model, Random random, int range) {
    store.read(
        tx -> {
          verify(tx.longMap("m"), model, random, range);
          return true;
        });
    assertThat(store.check().problems()).isEmpty();
  }

  private static void verify(
      LongMap map, NavigableMap<Long, Long> model, Random random, int range) {
    NavigableMap<Long, Long> found = new TreeMap<>();
    for (LongCursor cursor = map.cursor(); cursor.next(); ) {
      assertThat(found.put(cursor.key(), cursor.value())).isNull();
    }
    assertThat(found).isEqualTo(model);
    found.clear();
    for (LongCursor cursor = map.cursor(); cursor.previous(); ) {
      found.put(cursor.key(), cursor.value());
    }
    assertThat(found).isEqualTo(model);
    assertThat(map.size()).isEqualTo(model.size());
    long[] keys = new long[20];
    Arrays.setAll(keys, i -> key(random, range));
    long[] values = new long[keys.length];
    map.getAll(keys, values, -1);
    for (int i = 0; i < keys.length; i++) {
      long expected = model.getOrDefault(keys[i], -1L);
      assertThat(map.get(keys[i], -1)).isEqualTo(expected);
      assertThat(values[i]).isEqualTo(expected);
      assertThat(map.contains(keys[i])).isEqualTo(model.containsKey(keys[i]));
      assertThat(pair(map.floor(keys[i]))).isEqualTo(model.floorEntry(keys[i]));
      assertThat(pair(map.higher(keys[i]))).isEqualTo(model.higherEntry(keys[i]));
    }
    walk(map, model, random, range);
  }

  /** Moves a cursor to and fro. */
  private static void walk(LongMap map, NavigableMap<Long, Long> model, Random random, int range) {
    long from = key(random, range);
    long to = from + random.nextInt(range) * 1_000_003L;
    NavigableMap<Long, Long> part = model.subMap(from, true, to, true);
    LongCursor cursor = map.cursor(from, to);
    Long at = null;
    int end = -1; // before the first, on, after the last
    for (int i = 0; i < 30; i++) {
      Map.Entry<Long, Long> next;
      boolean found;
      int endThen;
      switch (random.nextInt(8)) {
        case 0 -> {
          long key = key(random, range);
          next = part.ceilingEntry(Math.max(key, from));
          next = key > to ? null : next;
          found = cursor.seek(key);
          endThen = 1;
        }
        case 1 -> {
          next = part.lastEntry();
          found = cursor.seekLast();
          endThen = 1;
        }
        case 2, 3 -> {
          next = end == 0 ? part.lowerEntry(at) : end > 0 || i == 0 ? part.lastEntry() : null;
          found = cursor.previous();
          endThen = -1;
        }
        default -> {
          next = end == 0 ? part.higherEntry(at) : end < 0 ? part.firstEntry() : null;
          found = cursor.next();
          endThen = 1;
        }
      }
      assertThat(found).isEqualTo(next != null);
      end = found ? 0 : endThen;
      at = found ? next.getKey() : null;
      if (found) {
        assertThat(cursor.key()).isEqualTo(next.getKey());
        assertThat(cursor.value()).isEqualTo(next.getValue());
      }
    }
  }

  private static Map.Entry<Long, Long> pair(LongEntry entry) {
    return entry == null ? null : Map.entry(entry.key(), entry.value());
  }

  @Test
  void aCursorGoesOnWhenTheMapGetsAFrontAndWhenASweepMovesEntries() {
    try (Store store = open(newFile(), Durability.CHECKPOINT);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap("m");
      for (long key = 0; key < 10; key++) {
        map.put(key * 1_000, key);
      }
      LongCursor cursor = map.cursor();
      long expected = 0;
      Random random = new Random(7);
      while (expected < 9_000) {
        assertThat(cursor.seek(expected)).isTrue();
        assertThat(cursor.key()).isEqualTo(expected);
        map.put(expected + 1 + random.nextInt(900), 5);
        map.put(random.nextInt(9_000), 6);
        Long next = map.higher(expected).key();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(next);
        map.delete(next);
        assertThatThrownBy(cursor::value).hasMessageContaining("was removed");
        assertThat(cursor.key()).isEqualTo(next);
        map.put(next, 7);
        assertThat(cursor.value()).isEqualTo(7);
        expected = next;
      }
      assertThat(pending(tx, "m")).isNotNegative();
    }
  }

  @Test
  void aMapThatBecomesSmallLosesItsFront() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      Random random = new Random(3);
      long[] keys = random.longs(300).toArray();
      store.write(tx -> Arrays.stream(keys).forEach(key -> tx.longMap("m").put(key, key)));
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isPositive();
      for (int i = 0; i < 2; i++) {
        // A map loses its front in a sweep, which the last deletions have not filled.
        store.write(tx -> tx.longMap("m").deleteAll(Arrays.copyOf(keys, 298)));
      }
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isEqualTo(-1);
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(2);
      store.write(tx -> Arrays.stream(keys).forEach(key -> tx.longMap("m").put(key, key)));
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isPositive();
      store.write(tx -> tx.longMap("m").clear());
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isEqualTo(-1);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** A name that precedes those of fronts. */
  @Test
  void aFrontIsFoundWhateverTheOtherNamesAre() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      store.write(
          tx -> {
            for (int i = 0; i < 300; i++) {
              tx.longMap("\0a" + i).put(1, 1);
            }
            LongMap map = tx.longMap("m");
            new Random(1).longs(200).forEach(key -> map.put(key, key));
          });
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isPositive();
      store.view(
          tx ->
              new Random(1)
                  .longs(200)
                  .forEach(k -> assertThat(tx.longMap("m").get(k, 0)).isEqualTo(k)));
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(200);
    }
  }

  @Test
  void aSortedLoadMakesNoFront() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      for (long i = 0; i < 30; i++) {
        long from = i * 10;
        store.write(
            tx -> {
              for (long key = from; key < from + 10; key++) {
                tx.longMap("m").put(key, key);
              }
            });
      }
      assertThat(store.<Long>writeResult(tx -> pending(tx, "m"))).isEqualTo(-1);
    }
  }

  @Test
  void aCursorTurnsAtTheLeastAndTheGreatestOfAllKeys() {
    try (Store store = open(newFile(), Durability.CHECKPOINT)) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            for (long key : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
              map.put(key, key);
            }
            for (long key = 40; key > 0; key--) {
              map.put(key, key);
            }
            assertThat(pending(tx, "m")).isNotNegative();
            LongCursor cursor = map.cursor();
            for (int i = 0; i < 3; i++) {
              assertThat(cursor.previous()).isTrue();
              assertThat(cursor.key()).isEqualTo(Long.MAX_VALUE);
              assertThat(cursor.next()).isFalse();
            }
            assertThat(cursor.seek(Long.MIN_VALUE)).isTrue();
            for (int i = 0; i < 3; i++) {
              assertThat(cursor.previous()).isFalse();
              assertThat(cursor.next()).isTrue();
              assertThat(cursor.key()).isEqualTo(Long.MIN_VALUE);
            }
          });
    }
  }

  @Test
  void aDroppedMapHasNoFrontAndARenamedOneKeepsIt() {
    KeptFile file = newFile();
    try (Store store = open(file, Durability.SYNC)) {
      store.write(
          tx -> {
            for (String name : new String[] {"a", "b"}) {
              LongMap map = tx.longMap(name);
              new Random(1).longs(200).forEach(key -> map.put(key, key));
            }
          });
      store.write(tx -> tx.rename("a", "c"));
      assertThat(store.<Long>writeResult(tx -> pending(tx, "c"))).isPositive();
      long both = store.writeResult(tx -> pending(tx, "b") + pending(tx, "c"));
      assertThat(store.stats().pendingChanges()).isEqualTo(both);
      assertThat(store.stats().sweptChanges()).isBetween(100L, 400L);
      assertThat(store.stats().sweeps()).isBetween(25L, 100L);
      assertThat(store.<Long>read(tx -> tx.longMap("c").size())).isEqualTo(200);
      store.write(tx -> tx.drop("c"));
      store.write(tx -> tx.longMap("c").put(1, 1));
      assertThat(store.<Long>read(tx -> tx.longMap("c").size())).isEqualTo(1);
      assertThat(store.check().problems()).isEmpty();
      assertThat(
              store.<Integer>writeResult(
                  tx -> EngineAccess.changes(tx).catalogue().records().size()))
          .isEqualTo(4);
    }
  }

  @Test
  void aSweepCountsTheLeavesOfTheMainTreeThatItWrites() {
    try (Store store = open(newFile(), Durability.SYNC)) {
      store.write(
          tx -> {
            for (int i = 0; i < 100; i++) {
              tx.longMap("m").put(10 * i, i);
            }
          });
      assertThat(store.stats().sweptBytes()).isZero();
      // The thirteenth change makes the front full, and four of the first leaf are moved.
      store.write(
          tx -> {
            for (int i = 0; i < 13; i++) {
              tx.longMap("m").put(10 * i, -i);
            }
          });
      assertThat(store.stats().sweptChanges()).isEqualTo(4);
      assertThat(store.stats().sweptBytes()).isEqualTo(PageHeader.PAGE_SIZE);
      assertThat(store.stats().pageSpills()).isOne();
    }
  }

  @Test
  void aReaderThatReplaysCommitsMovesNoChanges() {
    KeptFile file = newFile();
    try (Store store = open(file, Durability.SYNC)) {
      store.write(tx -> put(tx, 100, 1));
      store.checkpoint();
      for (int round = 0; round < 20; round++) {
        int value = round;
        store.write(tx -> put(tx, 100, value));
      }
      assertThat(store.stats().pendingChanges()).isLessThanOrEqualTo(12);
      StoreOptions reading = StoreOptions.defaults().cacheBytes(1 << 20).readOnly(true);
      try (Store reader = EngineAccess.open(new KeptFile(file.content()), null, reading, LIMITS)) {
        assertThat(reader.stats().pendingChanges()).isEqualTo(100);
        assertThat(reader.stats().pageWrites()).isZero();
        try (Transaction tx = reader.beginRead()) {
          LongMap map = tx.longMap("m");
          assertThat(map.size()).isEqualTo(100);
          assertThat(map.get(990, -1)).isEqualTo(19);
        }
      }
    }
  }

  private static void put(Transaction tx, int count, long value) {
    for (int i = 0; i < count; i++) {
      tx.longMap("m").put(10 * i, value);
    }
  }
}
