package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Pager;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints on their way while transactions go on. */
@Timeout(120)
class BackgroundCheckpointTest {
  private static final TreeLimits LIMITS = new TreeLimits(4, 5);

  private final HeapFile file = new HeapFile();
  private final Queue<Runnable> held = new ArrayDeque<>();

  private Store open(Executor executor) {
    return open(executor, StoreOptions.defaults());
  }

  private Store open(Executor executor, StoreOptions options) {
    return open(executor, options, LIMITS);
  }

  private Store open(Executor executor, StoreOptions options, TreeLimits limits) {
    Pager.create(file, new UUID(2, 2));
    return Store.open(file, null, options, limits, executor::execute);
  }

  private static void put(Store store, long key, long value) {
    store.write(tx -> tx.longMap("m").put(key, value));
  }

  private static void requireRange(Store store, long count) {
    store.read(
        tx -> {
          LongMap map = tx.longMap("m");
          assertThat(map.size()).isEqualTo(count);
          for (long key = 0; key < count; key++) {
            assertThat(map.get(key, -1)).isEqualTo(key);
          }
          return true;
        });
    CheckReport report = store.check();
    assertThat(report.problems()).isEmpty();
  }

  private void requireRecovered(long count) {
    try (Store store =
        Store.open(new HeapFile(file.content()), null, StoreOptions.defaults(), LIMITS)) {
      requireRange(store, count);
    }
  }

  /** A checkpoint puts images in the places of pages whose arrays a snapshot may have found. */
  @Test
  void anArrayThatAnImageReplacesIsNotUsedAgainBesideASnapshot() {
    try (Store store = open(held::add)) {
      for (long key = 0; key < 100; key++) {
        put(store, key, key);
      }
      held.clear();
      store.write(
          tx -> {
            for (long key = 0; key < 100; key++) {
              tx.longMap("m").put(key, ~key);
              tx.longMap("m").put(key, key);
            }
          });
      store.beginCheckpoint();
      // The checkpoint does not contain the state that the snapshot reads.
      put(store, 100, 100);
      try (Transaction snapshot = store.beginRead()) {
        LongCursor cursor = snapshot.longMap("m").cursor();
        assertThat(cursor.next()).isTrue();
        held.remove().run();
        // Copies a leaf. The array of the first leaf is the first to be used again.
        put(store, 50, -1);
        for (long key = 1; key <= 100; key++) {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.key()).isEqualTo(key);
          assertThat(cursor.value()).isEqualTo(key);
        }
      }
      put(store, 50, 50);
      requireRange(store, 101);
    }
    requireRecovered(101);
  }

  /** What the store writes itself is no other owner, whatever the moment. */
  @Test
  void aTransactionSpillsWhileTheMetaPageIsWritten() {
    try (Store store = open(held::add, StoreOptions.defaults().cacheBytes(1 << 20))) {
      put(store, 0, 0);
      put(store, 1, 1);
      store.beginCheckpoint();
      try (Transaction open = store.beginWrite()) {
        AtomicBoolean isMetaWritten = new AtomicBoolean();
        file.setFault(
            (call, position) -> {
              isMetaWritten.compareAndSet(
                  false, call == Call.WRITE && position < 2 * PageHeader.PAGE_SIZE);
              if (isMetaWritten.get() && call == Call.FORCE) {
                file.heal();
                for (long key = 2; key < 2_000; key++) {
                  open.longMap("m").put(key, key);
                }
              }
            });
        while (!held.isEmpty()) {
          held.remove().run();
        }
        open.commit();
      }
      assertThat(store.stats().pageSpills()).isPositive();
      requireRange(store, 2_000);
    }
  }

  /** The pages of both may fill three quarters of the memory, and a few more in a transaction. */
  @Test
  void transactionsDoNotFillTheMemoryBesideACheckpointThatDoesNotEnd() {
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1 << 20).durability(Durability.CHECKPOINT);
    try (Store store = open(held::add, options)) {
      long most = store.stats().cacheLimit() / 4 * 3 + 12 * PageHeader.PAGE_SIZE;
      for (long key = 0; key < 2_000; key++) {
        put(store, key, key);
        assertThat(store.stats().dirtyBytes()).as("%d keys", key).isLessThan(most);
      }
      requireRange(store, 2_000);
    }
  }

  @Test
  void commitsGoOnBesideACheckpointAndSurviveIt() {
    try (Store store = open(held::add)) {
      for (long key = 0; key < 100; key++) {
        put(store, key, key);
      }
      held.clear();
      long before = store.stats().checkpoints();
      store.beginCheckpoint();
      assertThat(held).hasSize(1);
      for (long key = 100; key < 120; key++) {
        put(store, key, key);
      }
      assertThat(store.stats().checkpoints()).isEqualTo(before);
      requireRecovered(120);
      try (Transaction open = store.beginWrite()) {
        open.longMap("m").put(1_000, 1);
        held.remove().run();
        requireRecovered(120);
      }
      put(store, 120, 120);
      assertThat(store.stats().checkpoints()).isEqualTo(before + 1);
      requireRecovered(121);
      requireRange(store, 121);
    }
    requireRecovered(121);
  }

  /** A roll back gives up the checkpoint of its own commit, and none that runs beside it. */
  @Test
  void aTransactionIsRolledBackWhileACheckpointIsWritten() {
    try (Store store = open(held::add)) {
      for (long key = 0; key < 100; key++) {
        put(store, key, key);
      }
      held.clear();
      long before = store.stats().checkpoints();
      store.beginCheckpoint();
      file.setFault(
          (call, position) -> {
            if (call == Call.FORCE) {
              file.heal();
              try (Transaction open = store.beginWrite()) {
                open.longMap("m").put(1_000, 1);
              }
              for (long key = 100; key < 120; key++) {
                put(store, key, key);
              }
            }
          });
      held.remove().run();
      put(store, 120, 120);
      assertThat(store.stats().checkpoints()).isEqualTo(before + 1);
      requireRecovered(121);
      requireRange(store, 121);
    }
    requireRecovered(121);
  }

  /** The check of a thread that has the writer slot waits for no checkpoint on its way. */
  @Test
  void aCheckKeepsToOneCheckpointWhileTheNextOneEnds() {
    try (Store store = open(held::add)) {
      for (long key = 0; key < 100; key++) {
        put(store, key, key);
      }
      store.checkpoint();
      held.clear();
      for (long key = 100; key < 150; key++) {
        long value = key;
        store.write(tx -> tx.longMap("map " + value).put(value, value));
      }
      int moments = 0;
      for (boolean isEnded = false; !isEnded; moments++) {
        put(store, 1_000 + moments, moments);
        store.beginCheckpoint();
        Runnable checkpoint = held.remove();
        int[] reads = {moments};
        file.setFault(
            (call, position) -> {
              if (call == Call.READ && reads[0]-- == 0) {
                checkpoint.run();
              }
            });
        try (Transaction open = store.beginWrite()) {
          open.longMap("m").put(-1, 1);
          assertThat(store.check().problems()).as("ended at read %d", moments).isEmpty();
        }
        isEnded = reads[0] >= 0;
        file.heal();
        if (isEnded) {
          checkpoint.run();
        }
      }
      assertThat(moments).isGreaterThan(100);
    }
  }

  @Test
  void aTransactionThatNeedsRoomInTheRingRunsTheCheckpointItself() {
    TreeLimits limits = new TreeLimits(4, 5, new RingLimits(2, 64, 64));
    try (Store store = open(held::add, StoreOptions.defaults(), limits)) {
      // Each of these commits takes a good part of what the ring can ever hold.
      for (long commit = 1; commit <= 40; commit++) {
        long value = commit * -0x123456789L;
        store.write(
            tx -> {
              for (long key = 0; key < 9_000; key++) {
                tx.longMap("m").put(key, value);
              }
            });
      }
      assertThat(held).isNotEmpty();
      requireSame(store, 40 * -0x123456789L);
    }
    try (Store store =
        Store.open(new HeapFile(file.content()), null, StoreOptions.defaults(), LIMITS)) {
      requireSame(store, 40 * -0x123456789L);
    }
  }

  private static void requireSame(Store store, long value) {
    store.read(
        tx -> {
          for (long key = 0; key < 9_000; key++) {
            assertThat(tx.longMap("m").get(key, -1)).isEqualTo(value);
          }
          return true;
        });
  }

  @Test
  void aCheckpointThatCannotBeWrittenIsDoneAgainLater() {
    try (Store store = open(held::add)) {
      for (long key = 0; key < 50; key++) {
        put(store, key, key);
      }
      store.beginCheckpoint();
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE) {
              throw new IOException("Input/output error");
            }
          });
      held.remove().run();
      put(store, 50, 50);
      assertThatThrownBy(store::checkpoint)
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(StoreFailedException.class);
      put(store, 51, 51);
      requireRecovered(52);
      file.heal();
      store.checkpoint();
      requireRange(store, 52);
    }
    requireRecovered(52);
  }

  @Test
  void aForceThatFailsInACheckpointEndsWriting() {
    Store store = open(held::add);
    put(store, 0, 1);
    put(store, 0, 0);
    store.beginCheckpoint();
    file.setFault(
        (call, position) -> {
          if (call == Call.FORCE) {
            throw new IOException("Input/output error");
          }
        });
    held.remove().run();
    assertThatThrownBy(() -> put(store, 1, 1)).isInstanceOf(StoreFailedException.class);
    long kept = store.read(tx -> tx.longMap("m").get(0, -1));
    assertThat(kept).isZero();
    long writes = file.writes();
    store.close();
    assertThat(file.writes()).isEqualTo(writes);
    file.heal();
    requireRecovered(1);
  }

  @Test
  void closingEndsACheckpointThatNobodyRan() {
    Store store = open(held::add);
    for (long key = 0; key < 40; key++) {
      put(store, key, key);
    }
    store.beginCheckpoint();
    put(store, 40, 40);
    store.close();
    requireRecovered(41);
    held.remove().run();
    requireRecovered(41);
  }

  @Test
  void pagesOfACheckpointAreKeptWhileCommitsShareRecords() throws InterruptedException {
    int threads = 8;
    AtomicBoolean done = new AtomicBoolean();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    AtomicLongArray acknowledged = new AtomicLongArray(threads);
    try (Store store = open(checkpoint -> new Thread(checkpoint).start())) {
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int own = i;
        Thread writer =
            new Thread(
                () -> {
                  SplittableRandom random = new SplittableRandom(own);
                  try {
                    for (long number = 1; !done.get(); number++) {
                      long written = number;
                      long other = random.nextInt(3_000);
                      store.write(
                          tx -> {
                            tx.longMap("m").put(-1 - own, written);
                            tx.longMap("m").put(other, written);
                          });
                      acknowledged.set(own, number);
                    }
                  } catch (RuntimeException | Error e) {
                    failures.add(e);
                  }
                });
        writers.add(writer);
        writer.start();
      }
      try {
        for (int round = 0; round < 150 && failures.isEmpty(); round++) {
          store.checkpoint();
          if (round % 10 == 0) {
            requireAcknowledged(acknowledged);
          }
        }
      } finally {
        done.set(true);
        for (Thread writer : writers) {
          writer.join();
        }
      }
      assertThat(failures).isEmpty();
      assertThat(store.check().problems()).isEmpty();
    }
    requireAcknowledged(acknowledged);
  }

  private void requireAcknowledged(AtomicLongArray acknowledged) {
    long[] least = new long[acknowledged.length()];
    for (int i = 0; i < least.length; i++) {
      least[i] = acknowledged.get(i);
    }
    try (Store store =
        Store.open(new HeapFile(file.content()), null, StoreOptions.defaults(), LIMITS)) {
      assertThat(store.check().problems()).isEmpty();
      store.read(
          tx -> {
            for (int i = 0; i < least.length; i++) {
              assertThat(tx.longMap("m").get(-1 - i, 0)).isGreaterThanOrEqualTo(least[i]);
            }
            return true;
          });
    }
  }

  @Test
  void aFileThatSomethingElseWroteIsNotWrittenOver() {
    Store store = open(held::add);
    put(store, 0, 1);
    put(store, 0, 0);
    byte[] foreign = file.content();
    try (Store other = Store.open(new HeapFile(foreign), null, StoreOptions.defaults(), LIMITS)) {
      put(other, 1, 1);
    }
    HeapFile written = new HeapFile(foreign);
    try (Store other = Store.open(written, null, StoreOptions.defaults(), LIMITS)) {
      put(other, 2, 2);
    }
    byte[] newer = written.content();
    int metas = 4 * PageHeader.PAGE_SIZE;
    try {
      file.write(ByteBuffer.wrap(newer, 0, metas), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThatThrownBy(store::checkpoint)
        .isInstanceOf(StoreFailedException.class)
        .hasMessageContaining("written by something else");
    store.close();
    byte[] left = file.content();
    for (int i = 0; i < metas; i++) {
      assertThat(left[i]).isEqualTo(newer[i]);
    }
  }

  @Test
  void aFileOrLockThatWasTakenAwayEndsWriting(@TempDir Path directory) throws IOException {
    for (String removed : List.of("a.oct", "a.oct.lock")) {
      Path path = directory.resolve("a.oct");
      Files.deleteIfExists(path);
      Store store = Store.open(path);
      put(store, 0, 1);
      put(store, 0, 0);
      Files.delete(directory.resolve(removed));
      assertThatThrownBy(store::checkpoint)
          .isInstanceOf(StoreFailedException.class)
          .hasMessageContaining(removed + " was removed");
      assertThatThrownBy(() -> put(store, 1, 1)).isInstanceOf(StoreFailedException.class);
      store.close();
    }
  }
}
