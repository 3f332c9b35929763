package io.octavo.fuzz.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written, rolled back or replaced takes no memory of changed pages. */
final class HeldMemoryTest {
  private static final TreeLimits LIMITS = new TreeLimits(4, 4);

  private final FaultFile file = FaultFile.empty();

  @BeforeEach
  void create() {
    TestStores.create(file, new UUID(13, 13));
  }

  private static void fill(Transaction tx, int entries, long value) {
    LongStream.range(0, entries).forEach(key -> tx.longMap("m").put(key, value));
  }

  @Test
  void pagesThatNothingReachesAreForgotten() {
    try (Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS, checkpoint -> {})) {
      // Few enough entries that the map has no front, which begins with a checkpoint.
      store.write(tx -> fill(tx, 20, 1));
      store.checkpoint();
      long made = store.stats().checkpoints();
      store.checkpoint();
      assertThat(store.stats().checkpoints()).isEqualTo(made);
      store.write(tx -> fill(tx, 1, 2));
      long dirty = store.stats().dirtyBytes();
      try (Transaction tx = store.beginWrite()) {
        fill(tx, 1_000, 3);
      }
      assertThat(store.stats().dirtyBytes()).isEqualTo(dirty);
      for (int i = 0; i < 50; i++) {
        int value = i;
        store.write(tx -> fill(tx, 1, value));
      }
      // Those of the last commit, and of the one before, which the next transaction gives back.
      assertThat(store.stats().dirtyBytes()).isLessThanOrEqualTo(2 * dirty);
    }
  }

  @Test
  void pagesThatOnlySnapshotsReachAreWrittenOnceTheyCanBe() {
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1 << 20).durability(Durability.CHECKPOINT);
    LogLines unused = new LogLines();
    try (unused;
        Store store = TestStores.open(file, options, LIMITS)) {
      // The file has room for the commits, so that only the checkpoint writes.
      store.write(tx -> fill(tx, 1_000, 0));
      store.write(tx -> tx.longMap("m").removeRange(100, 1_000));
      store.checkpoint();
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, true));
      List<Transaction> readers = new ArrayList<>();
      long limit = store.stats().cacheLimit();
      for (int i = 1; store.stats().dirtyBytes() < limit / 4 * 3; i++) {
        int value = i;
        store.write(tx -> fill(tx, 30, value));
        readers.add(store.beginRead());
      }
      file.plan(null);
      store.checkpoint();
      assertThat(store.stats().dirtyBytes()).isLessThanOrEqualTo(limit / 2);
      for (int i = 0; i < readers.size(); i++) {
        try (Transaction reader = readers.get(i)) {
          assertThat(reader.longMap("m").get(20, 0)).isEqualTo(i + 1);
        }
      }
    }
  }

  @Test
  void whatWasRecoveredIsInACheckpoint() {
    FaultFile crashed;
    long made;
    try (Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS)) {
      store.write(tx -> fill(tx, 1, 1));
      store.write(tx -> fill(tx, 10, 2));
      made = store.stats().checkpoints();
      crashed = FaultFile.of(file.live().copy());
    }
    try (Store store = TestStores.open(crashed, StoreOptions.defaults(), LIMITS)) {
      assertThat(store.stats().checkpoints()).isGreaterThan(made);
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(10);
    }
  }
}
