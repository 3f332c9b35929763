package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.ids.StringTable;
import io.octavo.map.LongCursor;
import io.octavo.map.LongEntry;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Snapshots of open write transactions. The fuzz module compares many of them with a model. */
class TransactionSnapshotTest {
  private static final String MAP = "longs";

  private final HeapFile file = new HeapFile();

  private Store open(long cacheBytes) {
    Pager.create(file, new UUID(3, 3));
    StoreOptions options = StoreOptions.defaults().cacheBytes(cacheBytes);
    return EngineAccess.open(file, null, options, new TreeLimits(20, 30));
  }

  @Test
  void aSnapshotSeesTheChangesSoFar() {
    try (Store store = open(1 << 24);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap(MAP);
      map.put(1, 1);
      try (Transaction snapshot = tx.snapshot()) {
        map.put(1, 2);
        map.put(2, 2);
        tx.longMap("later").put(1, 1);
        assertThat(snapshot.longMap(MAP).get(1, 0)).isEqualTo(1);
        assertThat(snapshot.longMap(MAP).size()).isEqualTo(1);
        assertThat(snapshot.names()).containsExactly(MAP);
        tx.commit();
        assertThat(snapshot.longMap(MAP).get(1, 0)).isEqualTo(1);
      }
      assertThat(store.<Long>read(reader -> reader.longMap(MAP).get(1, 0))).isEqualTo(2);
    }
  }

  @Test
  void aSnapshotOutlivesTheRollBackAndItsPagesAreFreedAfterIt() {
    try (Store store = open(1 << 24)) {
      store.write(tx -> tx.longMap(MAP).put(0, 0));
      Transaction snapshot;
      try (Transaction tx = store.beginWrite()) {
        for (int key = 0; key < 1_000; key++) {
          tx.longMap(MAP).put(key, key + 1L);
        }
        snapshot = tx.snapshot();
        tx.longMap(MAP).clear();
      }
      for (int i = 0; i < 5; i++) {
        long value = i;
        store.write(tx -> tx.longMap(MAP).put(7, value));
      }
      store.checkpoint();
      assertThat(store.stats().readerBytes()).isGreaterThan(50 * 8192);
      for (int key = 0; key < 1_000; key++) {
        assertThat(snapshot.longMap(MAP).get(key, 0)).isEqualTo(key + 1L);
      }
      snapshot.close();
      store.write(tx -> tx.longMap(MAP).put(8, 8));
      try (Transaction tx = store.beginWrite()) {
        assertThat(tx.longMap(MAP).size()).isEqualTo(3);
      }
      assertThat(store.stats().readerBytes()).isZero();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Each sees its own count, however many are open, and however they are closed. */
  @Test
  void aSnapshotEveryHundredPuts() {
    try (Store store = open(1 << 20);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap(MAP);
      List<Transaction> open = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        map.put(i * 7919L % 20_011, i);
        if (i % 100 == 99) {
          Transaction snapshot = tx.snapshot();
          assertThat(snapshot.longMap(MAP).size()).isEqualTo(i + 1);
          if (i % 1_000 == 999) {
            open.add(snapshot);
          } else {
            snapshot.close();
          }
          if (open.size() > 4) {
            open.remove(i % 3).close();
          }
        }
      }
      for (Transaction snapshot : open) {
        long size = snapshot.longMap(MAP).size();
        long sum = snapshot.longMap(MAP).entries().mapToLong(LongEntry::value).sum();
        assertThat(sum).isEqualTo(size * (size - 1) / 2);
        snapshot.close();
      }
      map.put(1, 1);
      assertThat(store.stats().readerBytes()).isZero();
      tx.commit();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** The pages of closed snapshots are used again while the transaction is open. */
  @Test
  void closedSnapshotsTakeNoSpace() {
    try (Store store = open(1 << 24);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap(MAP);
      for (int key = 0; key < 1_000; key++) {
        map.put(key, 0);
      }
      long before = store.stats().liveBytes();
      Transaction old = tx.snapshot();
      for (int i = 0; i < 2_000; i++) {
        map.put(i % 1_000, i);
        try (Transaction snapshot = tx.snapshot()) {
          assertThat(snapshot.longMap(MAP).get(i % 1_000, -1)).isEqualTo(i);
        }
      }
      assertThat(store.stats().readerBytes()).isLessThan(2 * before);
      assertThat(old.longMap(MAP).get(3, -1)).isZero();
      old.close();
      tx.commit();
    }
  }

  @Test
  void itemsThatNoPageHasAreSeen() {
    try (Store store = open(1 << 24);
        Transaction tx = store.beginWrite()) {
      for (int i = 0; i < 3; i++) {
        tx.strings("texts").intern("text " + i);
        tx.pairs("pairs").intern(i);
        tx.stacks("stacks").intern(i - 1, i);
        tx.series("series").add(i, i);
      }
      try (Transaction snapshot = tx.snapshot()) {
        tx.strings("texts").intern("later");
        tx.pairs("pairs").clear();
        tx.stacks("stacks").intern(2, 9);
        tx.series("series").add(1, 1);
        assertThat(snapshot.strings("texts").text(2)).isEqualTo("text 2");
        assertThat(snapshot.strings("texts").find("text 1")).isEqualTo(1);
        assertThat(snapshot.strings("texts").find("later")).isEqualTo(StringTable.ABSENT);
        assertThat(snapshot.pairs("pairs").get(1)).isEqualTo(1);
        assertThat(snapshot.stacks("stacks").depth(2)).isEqualTo(3);
        assertThat(snapshot.stacks("stacks").size()).isEqualTo(3);
        assertThat(snapshot.series("series").summary(0, 5).count()).isEqualTo(3);
      }
    }
  }

  @Test
  void otherThreadsReadSnapshotsOfABusyTransaction() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Store store = open(1 << 20);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap(MAP);
      List<Future<?>> readers = new ArrayList<>();
      for (long i = 0; i < 20_000L * Effort.times(1); i++) {
        // The entries are 0 to i, each with its key as value.
        map.put(i, i);
        if (i % 500 == 0) {
          Transaction snapshot = tx.snapshot();
          readers.add(threads.submit(() -> requireKeys(snapshot)));
        }
      }
      for (Future<?> reader : readers) {
        reader.get(1, TimeUnit.MINUTES);
      }
      tx.commit();
      assertThat(store.check().problems()).isEmpty();
    } finally {
      threads.shutdown();
    }
  }

  private static void requireKeys(Transaction snapshot) {
    try (snapshot) {
      LongMap map = snapshot.longMap(MAP);
      long next = 0;
      for (LongCursor cursor = map.cursor(); cursor.next(); next++) {
        assertThat(cursor.key()).isEqualTo(next);
        assertThat(cursor.value()).isEqualTo(next);
      }
      assertThat(next).isEqualTo(map.size());
    }
  }

  @Test
  void aSnapshotNeedsAnOpenWriteTransactionOutsideOfItsCallbacks() {
    try (Store store = open(1 << 24)) {
      try (Transaction reader = store.beginRead()) {
        assertThatThrownBy(reader::snapshot)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("only reads");
      }
      Transaction tx = store.beginWrite();
      tx.map("map", Codecs.LONG, Codecs.STRING)
          .computeIfAbsent(
              1L,
              key -> {
                assertThatThrownBy(tx::snapshot)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has not returned");
                return "value";
              });
      Transaction snapshot = tx.snapshot();
      tx.commit();
      assertThatThrownBy(tx::snapshot).isInstanceOf(IllegalStateException.class);
      assertThat(snapshot.names()).containsExactly("map");
      snapshot.close();
    }
  }

  @Test
  void closingTheStoreEndsItsSnapshots() {
    Store store = open(1 << 24);
    Transaction tx = store.beginWrite();
    tx.longMap(MAP).put(1, 1);
    Transaction snapshot = tx.snapshot();
    store.close();
    assertThatThrownBy(() -> snapshot.longMap(MAP).get(1, 0))
        .isInstanceOf(IllegalStateException.class);
    snapshot.close();
  }
}
