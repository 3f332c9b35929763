package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.SharedCache;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores with one memory for their pages. */
class SharedCacheTest {
  private static final int MIB = 1 << 20;

  @TempDir Path directory;

  private Store open(String name, SharedCache cache) {
    return Store.open(directory.resolve(name), StoreOptions.defaults().sharedCache(cache));
  }

  private static void fill(Store store, int keys) {
    store.write(
        tx -> LongStream.range(0, keys).forEach(key -> tx.longMap("m").put(key, key * key)));
  }

  private static long sum(Store store) {
    return store.read(
        tx -> {
          long sum = 0;
          for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
            sum += c.value();
          }
          return sum;
        });
  }

  /** The transactions change pages by turns, on one thread: a store that waited would not end. */
  @Test
  void noStoreWaitsForOpenTransactionsOfOthers() {
    int count = 64;
    SharedCache cache = SharedCache.of(64L * MIB);
    List<Store> stores = new ArrayList<>();
    List<Transaction> open = new ArrayList<>();
    Random random = new Random(1);
    byte[] key = new byte[16];
    byte[] value = new byte[1_000];
    try {
      for (int i = 0; i < count; i++) {
        stores.add(open(i + ".oct", cache));
        open.add(stores.get(i).beginWrite());
      }
      assertThat(cache.stores()).isEqualTo(count);
      for (int round = 0; round < 8; round++) {
        for (Transaction tx : open) {
          BytesMap map = tx.bytesMap("m");
          for (int i = 0; i < 200; i++) {
            random.nextBytes(key);
            map.put(key, value);
          }
        }
        // The branches of a store are beside its share: some pages for each store.
        assertThat(cache.heldBytes()).isLessThan(66L * MIB);
      }
      assertThat(cache.heldBytes()).isGreaterThan(44L * MIB);
      open.forEach(Transaction::commit);
      for (Store store : stores) {
        assertThat(store.<Long>read(tx -> tx.bytesMap("m").size())).isEqualTo(1_600);
      }
    } finally {
      open.forEach(Transaction::close);
      stores.forEach(Store::close);
    }
    assertThat(cache.stores()).isZero();
    assertThat(cache.heldBytes()).isZero();
  }

  @Test
  void cleanPagesTakeWhatOthersLeave() {
    SharedCache cache = SharedCache.of(4L * MIB);
    try (Store reader = open("reader.oct", cache)) {
      fill(reader, 400_000);
      reader.checkpoint();
      sum(reader);
      long whole = reader.stats().cacheBytes();
      assertThat(whole).isBetween(3L * MIB, 4L * MIB);
      try (Store writer = open("writer.oct", cache)) {
        try (Transaction tx = writer.beginWrite()) {
          LongMap map = tx.longMap("m");
          Random random = new Random(2);
          for (int i = 0; i < 200_000; i++) {
            map.put(random.nextLong(), i);
          }
          // The writer has its share, and the reader what is left.
          assertThat(writer.stats().cacheBytes()).isBetween(3L * MIB / 2, 9L * MIB / 4);
          assertThat(reader.stats().cacheBytes()).isBetween(3L * MIB / 2, 5L * MIB / 2);
          assertThat(cache.heldBytes()).isLessThan(9L * MIB / 2);
          sum(reader);
          assertThat(cache.heldBytes()).isLessThan(9L * MIB / 2);
          assertThat(writer.stats().dirtyBytes()).isPositive();
        }
      }
      sum(reader);
      long loads = reader.stats().pageLoads();
      sum(reader);
      assertThat(reader.stats().pageLoads()).isEqualTo(loads);
      assertThat(reader.stats().cacheBytes()).isGreaterThanOrEqualTo(whole);
    }
  }

  /**
   * A share that shrinks below what an open transaction has changed makes the transaction spill.
   */
  @Test
  void aTransactionGivesBackWhatAnotherStoreGets() {
    SharedCache cache = SharedCache.of(4L * MIB);
    try (Store first = open("first.oct", cache);
        Transaction tx = first.beginWrite()) {
      LongMap map = tx.longMap("m");
      Random random = new Random(3);
      for (int i = 0; i < 220_000; i++) {
        map.put(random.nextLong(), i);
      }
      assertThat(first.stats().dirtyBytes()).isGreaterThan(5L * MIB / 2);
      try (Store second = open("second.oct", cache)) {
        fill(second, 200_000);
        LongStream.range(0, 50).forEach(key -> map.put(key, 1));
        assertThat(first.stats().dirtyBytes()).isLessThan(9L * MIB / 4);
        assertThat(cache.heldBytes()).isLessThan(9L * MIB / 2);
      }
      assertThat(map.size()).isEqualTo(220_050);
      // The other store is closed, and its share is there again.
      for (int i = 0; i < 20_000; i++) {
        map.put(random.nextLong(), i);
      }
      assertThat(first.stats().dirtyBytes()).isGreaterThan(5L * MIB / 2);
      tx.commit();
    }
  }

  /** Readers and writers of some stores at once, each store beside its model. */
  @Test
  void storesOnThreadsOfTheirOwnHoldWhatTheyWereGiven() throws Exception {
    SharedCache cache = SharedCache.of(2L * MIB);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long seed = i;
        runs.add(threads.submit(() -> runBesideModel(cache, seed)));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(cache.stores()).isZero();
  }

  private void runBesideModel(SharedCache cache, long seed) {
    Random random = new Random(seed);
    TreeMap<Long, Long> model = new TreeMap<>();
    for (int life = 0; life < 3; life++) {
      try (Store store = open("model" + seed + ".oct", cache)) {
        for (int commit = 0; commit < 10; commit++) {
          store.write(
              tx -> {
                LongMap map = tx.longMap("m");
                for (int i = 0; i < 2_000; i++) {
                  long key = random.nextInt(200_000);
                  if (random.nextInt(4) == 0) {
                    map.remove(key);
                    model.remove(key);
                  } else {
                    map.put(key, i);
                    model.put(key, (long) i);
                  }
                }
              });
          store.view(
              tx -> {
                LongMap map = tx.longMap("m");
                for (int i = 0; i < 500; i++) {
                  long key = random.nextInt(200_000);
                  assertThat(map.get(key, -1))
                      .as("seed %s", seed)
                      .isEqualTo(model.getOrDefault(key, -1L));
                }
              });
        }
        TreeMap<Long, Long> read = new TreeMap<>();
        store.view(tx -> tx.longMap("m").entries().forEach(e -> read.put(e.key(), e.value())));
        assertThat(read).as("seed %s", seed).isEqualTo(model);
      }
    }
  }

  @Test
  void aStoreThatCannotBeOpenedLeavesTheCache() throws Exception {
    SharedCache cache = SharedCache.of(2L * MIB);
    Path file = directory.resolve("damaged.oct");
    try (Store store = open("damaged.oct", cache)) {
      fill(store, 10);
    }
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 0, bytes.length / 2, (byte) 7);
    Files.write(file, bytes);
    assertThatThrownBy(() -> open("damaged.oct", cache)).isInstanceOf(StoreException.class);
    assertThat(cache.stores()).isZero();
  }

  @Test
  void aTraceNeedsMemoryOfItsOwn() {
    SharedCache cache = SharedCache.of(2L * MIB);
    StoreOptions options =
        StoreOptions.defaults().sharedCache(cache).recordTo(directory.resolve("a.trace"));
    assertThatThrownBy(() -> Store.open(directory.resolve("a.oct"), options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shared cache");
    assertThat(cache.stores()).isZero();
  }

  @Test
  void aCacheTellsWhatItHas() {
    assertThatThrownBy(() -> SharedCache.of(MIB - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytes=1048575");
    SharedCache cache = SharedCache.of(2L * MIB);
    try (Store store = open("a.oct", cache)) {
      fill(store, 1_000);
      assertThat(cache)
          .hasToString("SharedCache[bytes=2097152, held=" + cache.heldBytes() + ", stores=1]");
      assertThat(StoreOptions.defaults().sharedCache(cache).toString()).contains(cache.toString());
      assertThat(cache.bytes()).isEqualTo(2L * MIB);
    }
  }
}
