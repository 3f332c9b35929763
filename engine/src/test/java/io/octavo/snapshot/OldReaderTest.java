package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.tree.TreeLimits;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers cost the pages that they see changed, never the commits that pass by. */
class OldReaderTest {
  private static final int ENTRIES = 60_000;

  private final HeapFile file = new HeapFile();

  private Store open(Durability durability, int entries) {
    Pager.create(file, new UUID(1, 1));
    StoreOptions options = StoreOptions.defaults().durability(durability).cacheBytes(1 << 20);
    Store store = EngineAccess.open(file, null, options, TreeLimits.PAGE);
    store.write(tx -> put(tx, 0, entries, 7));
    store.checkpoint();
    return store;
  }

  private static void put(Transaction tx, long first, int count, long value) {
    for (long key = first; key < first + count; key++) {
      tx.longMap("m").put(key, value);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneIdleReaderDoesNotMakeTheFileLonger(Durability durability) {
    try (Store store = open(durability, ENTRIES);
        Transaction idle = store.beginRead()) {
      StoreStats once = store.stats();
      long contents = once.liveBytes() - once.ringBytes();
      for (int commit = 0; commit < 3_000; commit++) {
        long key = commit;
        store.write(tx -> tx.longMap("m").put(key % ENTRIES, -key));
      }
      store.checkpoint();
      // The states of the reader, of the newest commit and of the last checkpoint; a ring that has
      // been lengthened has left the places of its shorter forms.
      StoreStats stats = store.stats();
      assertThat(stats.fileBytes() - stats.freeBytes() - stats.ringBytes())
          .isLessThan(4 * contents);
      assertThat(file.length()).isLessThan(4 * contents + 2 * stats.ringBytes());
      assertThat(idle.longMap("m").get(5, 0)).isEqualTo(7);
      assertThat(stats.readerBytes()).isLessThanOrEqualTo(contents);
    }
  }

  /** With readers of random ages, at most the pages that their states had are held. */
  @Test
  void readersHoldAtMostThePagesOfTheirStates() {
    Effort.forEachSeed(OldReaderTest.class, 6, seed -> new OldReaderTest().holdAtMost(seed));
  }

  private void holdAtMost(long seed) {
    Random random = new Random(seed);
    Durability[] durabilities = Durability.values();
    try (Store store = open(durabilities[random.nextInt(durabilities.length)], ENTRIES)) {
      // The bytes of the state that each reader sees.
      Map<Transaction, Long> readers = new LinkedHashMap<>();
      for (int commit = 0; commit < 1_500; commit++) {
        if (readers.size() < 4 && random.nextInt(8) == 0) {
          readers.put(store.beginRead(), store.stats().liveBytes());
        } else if (random.nextInt(200) == 0) {
          closeOne(readers, random);
        }
        change(store, readers, random);
        if (random.nextInt(300) == 0) {
          store.compact(1 << 18);
        }
        StoreStats stats = store.stats();
        long seen = readers.values().stream().mapToLong(Long::longValue).sum();
        // What the last commit has freed counts until the next one begins.
        assertThat(stats.readerBytes()).isLessThanOrEqualTo(seen + stats.liveBytes());
      }
      readers.keySet().forEach(reader -> assertThat(count(reader)).isGreaterThanOrEqualTo(ENTRIES));
      readers.keySet().forEach(Transaction::close);
      store.write(tx -> put(tx, 0, 1, 8));
      store.checkpoint();
      assertThat(store.stats().readerBytes()).isZero();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void closeOne(Map<Transaction, Long> readers, Random random) {
    if (!readers.isEmpty()) {
      Transaction reader = List.copyOf(readers.keySet()).get(random.nextInt(readers.size()));
      readers.remove(reader);
      assertThat(count(reader)).isGreaterThanOrEqualTo(ENTRIES);
      reader.close();
    }
  }

  /** Reads each page of the map. */
  private static int count(Transaction reader) {
    int count = 0;
    for (LongCursor cursor = reader.longMap("m").cursor(); cursor.next(); ) {
      count++;
    }
    return count;
  }

  /** Commits changes or rolls them back, sometimes with a snapshot of the transaction. */
  private static void change(Store store, Map<Transaction, Long> readers, Random random) {
    long first = random.nextInt(ENTRIES);
    int count = 1 + random.nextInt(random.nextInt(20) == 0 ? 2_000 : 3);
    try (Transaction tx = store.beginWrite()) {
      put(tx, first, count, random.nextInt());
      if (readers.size() < 4 && random.nextInt(30) == 0) {
        readers.put(tx.snapshot(), store.stats().liveBytes());
        put(tx, first, count, random.nextInt());
      }
      if (random.nextInt(10) > 0) {
        tx.commit();
      }
    }
  }

  @Test
  void aThreadThatHasCommittedCanBeCollectedWhileAReaderIsOpen() throws InterruptedException {
    try (Store store = open(Durability.SYNC, 100);
        Transaction idle = store.beginRead()) {
      // The first commit makes the ring, so that the second one waits for its record.
      commit(store, 1);
      WeakReference<Thread> thread = new WeakReference<>(commit(store, 2));
      commit(store, 3);
      for (int round = 0; round < 200 && thread.get() != null; round++) {
        System.gc();
      }
      assertThat(thread.get()).isNull();
      assertThat(idle.longMap("m").size()).isEqualTo(100);
    }
  }

  private static Thread commit(Store store, long value) throws InterruptedException {
    Thread thread = new Thread(() -> store.write(tx -> put(tx, 0, 1, value)));
    thread.start();
    thread.join();
    return thread;
  }
}
