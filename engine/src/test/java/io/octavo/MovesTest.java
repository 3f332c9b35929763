package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Pager;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreException;
import io.octavo.file.NoSpaceException;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file of a store that stays open is little longer than what its use requires. */
@Timeout(240)
class MovesTest {
  private static final long SEED = 1;
  private static final int KEYS = 40_000;
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().cacheBytes(64 << 20).compactOnClose(Duration.ZERO);
  private static final StoreOptions NEVER = OPTIONS.compactWhileOpen(0);

  /** Leaves with few entries: many pages by few changes, and a checkpoint after few commits. */
  private static final TreeLimits LIMITS = new TreeLimits(16, 64, new RingLimits(8, 32, 32));

  private final SplittableRandom random = new SplittableRandom(SEED);
  private HeapFile file = new HeapFile();
  private final Queue<Runnable> begun = new ArrayDeque<>();

  private Store create(StoreOptions options) {
    Pager.create(file, new UUID(1, 1));
    return open(options);
  }

  private Store open(StoreOptions options) {
    return Store.open(file, null, options, LIMITS, begun::add);
  }

  private void load(Store store) {
    for (int from = 0; from < KEYS; from += 1000) {
      put(store, from, 1000, 1);
    }
    checkpoint(store);
  }

  private static void put(Store store, int from, int count, int step) {
    store.write(
        tx -> {
          for (int i = 0; i < count; i++) {
            tx.longMap("m").put(from + (long) i * step, 1);
          }
        });
  }

  private void checkpoint(Store store) {
    runBegun();
    store.checkpoint();
    runBegun();
  }

  private void runBegun() {
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
  }

  /** Commits, with each checkpoint beside the ten commits after its begin. */
  private void commits(int count, IntConsumer commit) {
    for (int i = 0; i < count; i++) {
      commit.accept(i);
      if (i % 10 == 0) {
        runBegun();
      }
    }
  }

  private double ratio(Store store) {
    StoreStats stats = store.stats();
    long contents = stats.liveBytes() - stats.ringBytes();
    return (file.length() - stats.ringBytes() - stats.reserveBytes()) / (double) contents;
  }

  private void overwrite(Store store, int keys, int count) {
    store.write(
        tx -> {
          for (int i = 0; i < count; i++) {
            tx.longMap("m").put(random.nextInt(keys), random.nextLong());
          }
        });
  }

  private static void requireWhole(Store store, long entries) {
    assertThat(store.check().problems()).isEmpty();
    assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(entries);
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC", "CHECKPOINT"})
  void twoVersionsWhereACheckpointChangesAll(Durability durability) {
    try (Store store = create(OPTIONS.durability(durability).cacheBytes(24 << 20))) {
      load(store);
      commits(600, i -> overwrite(store, KEYS, 100));
      // A commit changes a sixth of the leaves, beside the two versions.
      assertThat(ratio(store)).isLessThan(2.5);
      runBegun();
      requireWhole(store, KEYS);
    }
  }

  @Test
  void littleMoreThanTheContentsWhereACheckpointChangesAQuarter() {
    try (Store store = create(OPTIONS)) {
      load(store);
      commits(1500, i -> overwrite(store, KEYS / 4, 30));
      assertThat(ratio(store)).isLessThan(1.5);
      runBegun();
      requireWhole(store, KEYS);
    }
  }

  @Test
  void singleDurableCommits() {
    try (Store store = create(OPTIONS)) {
      load(store);
      commits(4000, i -> overwrite(store, KEYS, 1));
      assertThat(ratio(store)).isLessThan(1.5);
      runBegun();
      requireWhole(store, KEYS);
    }
  }

  @Test
  void aQueue() {
    try (Store store = create(OPTIONS)) {
      commits(
          2500,
          i ->
              store.write(
                  tx -> {
                    for (int j = 0; j < 10; j++) {
                      tx.bytesMap("q").put(key(10 * i + j), new byte[100]);
                      tx.bytesMap("q").remove(key(10 * i + j - 10_000));
                    }
                  }));
      assertThat(ratio(store)).isLessThan(1.5);
      runBegun();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** Deletes nine keys in ten and goes on with a few changes. */
  private void delete(Store store) {
    load(store);
    commits(
        KEYS / 100,
        i ->
            store.write(
                tx -> {
                  for (int key = 100 * i; key < 100 * i + 100; key++) {
                    if (key % 10 > 0) {
                      tx.longMap("m").remove(key);
                    }
                  }
                }));
    checkpoint(store);
  }

  private void change(Store store) {
    store.write(
        tx -> {
          for (int i = 0; i < 5; i++) {
            tx.longMap("m").put(random.nextInt(KEYS / 100) * 10L, random.nextLong());
          }
        });
  }

  /** Opens a store whose file is ten times as long as its contents. */
  private Store loose(StoreOptions options) {
    try (Store store = create(NEVER)) {
      delete(store);
    }
    return open(options);
  }

  @Test
  void deletingGivesTheTailBack() {
    try (Store store = create(OPTIONS)) {
      delete(store);
      commits(600, i -> change(store));
      checkpoint(store);
      assertThat(ratio(store)).isLessThan(2);
      assertThat(store.stats().movedBytes()).isGreaterThan(0);
      requireWhole(store, KEYS / 10);
    }
  }

  /** The ring is so long that the commits after the deletions do not fill half of it. */
  @Test
  void aFileThatIsMuchTooLongIsShortenedSoon() {
    TreeLimits limits = new TreeLimits(16, 64, new RingLimits(256, 256, 4096));
    Pager.create(file, new UUID(1, 1));
    try (Store store = Store.open(file, null, OPTIONS, limits, begun::add)) {
      load(store);
      commits(1500, i -> overwrite(store, KEYS, 1));
      delete(store);
      assertThat(store.stats().ringBytes()).isEqualTo(8 << 20);
      assertThat(ratio(store)).isGreaterThan(4);
      commits(900, i -> change(store));
      assertThat(store.stats().ringBytes()).isEqualTo(4 << 20);
      assertThat(ratio(store)).isLessThan(4);
      requireWhole(store, KEYS / 10);
    }
  }

  @Test
  void neverMeansNever() {
    try (Store store = create(NEVER)) {
      delete(store);
      commits(600, i -> change(store));
      checkpoint(store);
      assertThat(ratio(store)).isGreaterThan(4);
      assertThat(store.stats().movedBytes()).isZero();
    }
  }

  @Test
  void movesAreAtMostTheirShareOfTheWrites() {
    try (Store store = loose(OPTIONS)) {
      StoreStats before = store.stats();
      commits(600, i -> change(store));
      checkpoint(store);
      StoreStats after = store.stats();
      long moved = after.movedBytes() - before.movedBytes();
      long written = (after.pageWrites() - before.pageWrites()) * PageHeader.PAGE_SIZE;
      assertThat(moved).isPositive().isLessThan(written / 7);
    }
  }

  @Test
  void snapshotsKeepWhatTheyRead() {
    try (Store store = loose(OPTIONS.compactWhileOpen(100))) {
      try (Transaction before = store.beginRead()) {
        commits(600, i -> change(store));
        checkpoint(store);
        assertThat(store.stats().movedBytes()).isPositive();
        for (int key = 0; key < KEYS; key += 10) {
          assertThat(before.longMap("m").get(key, 0)).isEqualTo(1);
        }
      }
      commits(400, i -> change(store));
      checkpoint(store);
      requireWhole(store, KEYS / 10);
    }
  }

  /** A page that cannot be read is not moved, and no commit fails for that. */
  @Test
  void aPageThatCannotBeReadStays() {
    try (Store store = create(NEVER)) {
      store.write(tx -> tx.longMap("other").put(1, 1));
      delete(store);
    }
    try (Store store = open(OPTIONS.compactWhileOpen(100))) {
      for (int i = 0; i < 3; i++) {
        long value = i;
        store.write(tx -> tx.longMap("other").put(1, value));
        checkpoint(store);
      }
      file.setFault(
          (call, position) -> {
            if (call == HeapFile.Call.READ && position >= 4 * PageHeader.PAGE_SIZE) {
              throw new IOException("unreadable");
            }
          });
      commits(400, i -> store.write(tx -> tx.longMap("other").put(i % 3, i)));
      file.heal();
      commits(400, i -> change(store));
      checkpoint(store);
      assertThat(store.stats().movedBytes()).isPositive();
      requireWhole(store, KEYS / 10);
    }
  }

  /** Every sampled call fails once or for ever: acknowledged commits are kept. */
  @Test
  void failingCallsLoseNothing() {
    loose(OPTIONS).close();
    byte[] content = file.content();
    for (int failing = 0; failing < 40; failing++) {
      MovesTest run = new MovesTest();
      run.file = new HeapFile(content);
      Store store = run.open(OPTIONS.compactWhileOpen(100));
      boolean isForEver = failing % 2 == 0;
      long from = run.file.writes() + failing * 11L;
      run.file.setFault(
          (call, position) -> {
            boolean isHit = isForEver ? run.file.writes() > from : run.file.writes() == from + 1;
            if (isHit && call != HeapFile.Call.READ) {
              throw new NoSpaceException("the disk is full");
            }
          });
      long[] acknowledged = {1};
      try {
        run.commits(
            300,
            i -> {
              store.write(
                  tx -> {
                    tx.longMap("m").put(run.random.nextInt(KEYS / 100) * 10L, 1);
                    tx.longMap("m").put(0, i + 2);
                  });
              acknowledged[0] = i + 2L;
            });
        run.checkpoint(store);
      } catch (StoreException e) {
        assertThat(e).hasStackTraceContaining("the disk is full");
      }
      try {
        store.close();
      } catch (StoreException e) {
        assertThat(e).isNotNull();
      }
      run.file.heal();
      run.begun.clear();
      try (Store again = run.open(OPTIONS)) {
        requireWhole(again, KEYS / 10);
        assertThat(again.readLong(tx -> tx.longMap("m").get(0, -1)))
            .isBetween(acknowledged[0], acknowledged[0] + 1);
      }
    }
  }

  /** The process is killed before any of some calls: each commit that returned is there. */
  @Test
  void aKillLosesNothing() {
    List<byte[]> images = new ArrayList<>();
    List<Long> acknowledged = new ArrayList<>();
    long[] last = {-1};
    try (Store store = loose(OPTIONS.compactWhileOpen(100))) {
      int[] calls = {0};
      file.setFault(
          (call, position) -> {
            if (call != HeapFile.Call.READ && calls[0]++ % 23 == 0 && images.size() < 80) {
              images.add(file.content());
              acknowledged.add(last[0]);
            }
          });
      commits(
          600,
          i -> {
            store.write(
                tx -> {
                  tx.longMap("m").put(random.nextInt(KEYS / 10) * 10L, 1);
                  tx.longMap("m").put(0, i);
                });
            last[0] = i;
          });
      assertThat(store.stats().movedBytes()).isPositive();
    }
    assertThat(images).hasSizeGreaterThan(30);
    for (int i = 0; i < images.size(); i++) {
      HeapFile killed = new HeapFile(images.get(i));
      long least = acknowledged.get(i);
      try (Store store = Store.open(killed, null, OPTIONS, LIMITS)) {
        requireWhole(store, KEYS / 10);
        if (least >= 0) {
          assertThat(store.readLong(tx -> tx.longMap("m").get(0, -1))).isBetween(least, least + 1);
        }
      }
    }
  }

  @Test
  void wrongSharesAreRefused() {
    assertThatThrownBy(() -> OPTIONS.compactWhileOpen(-1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("compactWhileOpen=-1 is not from 0 to 100");
    assertThatThrownBy(() -> OPTIONS.compactWhileOpen(101))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("compactWhileOpen=101 is not from 0 to 100");
    assertThat(StoreOptions.defaults().compactWhileOpen()).isEqualTo(12);
  }
}
