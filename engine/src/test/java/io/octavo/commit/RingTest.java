package io.octavo.commit;

import static io.octavo.fixture.RingFile.BLOCK;
import static io.octavo.fixture.RingFile.LIMITS;
import static io.octavo.fixture.RingFile.PAGE;
import static io.octavo.fixture.RingFile.SYNC;
import static io.octavo.fixture.RingFile.assertRecovers;
import static io.octavo.fixture.RingFile.contents;
import static io.octavo.fixture.RingFile.meta;
import static io.octavo.fixture.RingFile.open;
import static io.octavo.fixture.RingFile.put;
import static io.octavo.fixture.RingFile.ringPages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreFullException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.fixture.RingFile;
import io.octavo.fixture.RingFile.Model;
import io.octavo.map.LongPairs;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commit ring: what small commits leave in the file of a store that nobody has closed. */
@Timeout(120)
class RingTest {
  private final HeapFile file = new HeapFile();

  @Test
  void everyCommitSurvivesAKillWithoutACheckpoint() {
    try (Store store = open(file, SYNC)) {
      Model model = new Model();
      model.put("m", new TreeMap<>());
      for (long commit = 0; commit < 40; commit++) {
        put(store, commit % 7, commit);
        model.get("m").put(commit % 7, commit);
        assertRecovers(file.content(), model);
      }
      assertThat(ringPages(file)).isEqualTo(32);
      assertThat(store.stats().checkpoints()).isLessThan(8);
    }
    assertThat(ringPages(file)).isZero();
  }

  /** All operations there are, in transactions of all shapes; names as long as they may be. */
  @Test
  void everyOperationGoesThroughTheRingAndBack() {
    String[] names = {
      "a", "\0", "\u00E4".repeat(127) + "x", "z".repeat(255), "\uD834\uDD1E".repeat(63), "m"
    };
    for (long seed = 1; seed <= 3; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      HeapFile seeded = new HeapFile();
      Pager.create(seeded, new UUID(seed, 1));
      Model model = new Model();
      try (Store store = EngineAccess.open(seeded, null, SYNC, LIMITS)) {
        for (int commit = 0; commit < 150; commit++) {
          Model next = model.copy();
          try (Transaction tx = store.beginWrite()) {
            for (int i = random.nextInt(12); i > 0; i--) {
              change(tx, next, names, random);
            }
            if (random.nextInt(5) > 0) {
              tx.commit();
              model = next;
            }
          }
          if (commit % 37 == 36) {
            store.checkpoint();
          }
          if (commit % 3 == 0) {
            assertRecovers(seeded.content(), model);
          }
        }
        assertThat(contents(store)).isEqualTo(model);
      }
    }
  }

  private static void change(Transaction tx, Model model, String[] names, SplittableRandom random) {
    String name = names[random.nextInt(names.length)];
    long key = wide(random);
    long value = wide(random);
    switch (random.nextInt(11)) {
      case 0 -> {
        assertThat(tx.drop(name)).isEqualTo(model.remove(name) != null);
      }
      case 1 -> {
        String to = names[random.nextInt(names.length)];
        if (!model.containsKey(to)) {
          assertThat(tx.rename(name, to)).isEqualTo(model.containsKey(name));
          if (model.containsKey(name)) {
            model.put(to, model.remove(name));
          }
        }
      }
      case 2 -> {
        // Dropped and created again: another map of the same name.
        tx.drop(name);
        tx.longMap(name).put(key, value);
        model.put(name, new TreeMap<>(Map.of(key, value)));
      }
      case 3 -> {
        tx.longMap(name).clear();
        model.put(name, new TreeMap<>());
      }
      case 4 -> {
        TreeMap<Long, Long> map = model.computeIfAbsent(name, any -> new TreeMap<>());
        long to = wide(random);
        long least = Math.min(key, to);
        long greatest = Math.max(key, to);
        var range = map.subMap(least, true, greatest, true);
        assertThat(tx.longMap(name).removeRange(least, greatest)).isEqualTo(range.size());
        range.clear();
      }
      case 5 -> {
        TreeMap<Long, Long> map = model.computeIfAbsent(name, any -> new TreeMap<>());
        boolean isNew = map.putIfAbsent(key, value) == null;
        assertThat(tx.longMap(name).putIfAbsent(key, value)).isEqualTo(isNew);
      }
      case 6 -> {
        TreeMap<Long, Long> map = model.computeIfAbsent(name, any -> new TreeMap<>());
        assertThat(tx.longMap(name).remove(key)).isEqualTo(map.remove(key) != null);
      }
      case 7 -> {
        int count = random.nextInt(60);
        long start = random.nextInt(1_000);
        TreeMap<Long, Long> map = model.computeIfAbsent(name, any -> new TreeMap<>());
        tx.longMap(name).load(pairs(start, count, value));
        for (long i = 0; i < count; i++) {
          map.put(start + 3 * i, value);
        }
      }
      default -> {
        tx.longMap(name).put(key, value);
        model.computeIfAbsent(name, any -> new TreeMap<>()).put(key, value);
      }
    }
  }

  private static long wide(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> random.nextLong();
      default -> random.nextInt(-200, 200);
    };
  }

  private static LongPairs pairs(long start, int count, long value) {
    return new LongPairs() {
      private int index = -1;

      @Override
      public boolean next() {
        return ++index < count;
      }

      @Override
      public long key() {
        return start + 3L * index;
      }

      @Override
      public long value() {
        return value;
      }
    };
  }

  @Test
  void aTransactionThatChangesNothingWritesNothing() {
    try (Store store = open(file, SYNC)) {
      put(store, 1, 1);
      put(store, 1, 2);
      long writes = file.writes();
      long commits = store.stats().commits();
      store.write(tx -> {});
      store.write(tx -> assertThat(tx.longMap("m").get(1, 0)).isEqualTo(2));
      store.write(tx -> assertThat(tx.longMap("m").remove(9)).isFalse());
      store.write(tx -> assertThat(tx.longMap("m").putIfAbsent(1, 9)).isFalse());
      store.write(tx -> assertThat(tx.drop("none")).isFalse());
      store.write(tx -> assertThat(tx.longMap("m").removeRange(5, 9)).isZero());
      assertThat(file.writes()).isEqualTo(writes);
      assertThat(store.stats().commits()).isEqualTo(commits);
      // No page, but a name: that is a change.
      store.write(tx -> tx.longMap("empty"));
      store.write(tx -> tx.rename("empty", "renamed"));
      assertThat(store.stats().commits()).isEqualTo(commits + 2);
      Model model = new Model();
      model.put("m", new TreeMap<>(Map.of(1L, 2L)));
      model.put("renamed", new TreeMap<>());
      assertRecovers(file.content(), model);
    }
  }

  @Test
  void aSmallCommitIsOneDurableWriteAfterALookForAnotherOwner() {
    try (Store store = open(file, SYNC)) {
      put(store, 1, 1);
      List<Call> calls = new ArrayList<>();
      file.setFault(
          (call, position) -> {
            // The file may grow first, which is not forced.
            if (call != Call.WRITE || position < file.length()) {
              calls.add(call);
            }
          });
      put(store, 1, 2);
      put(store, 2, 2);
      file.heal();
      assertThat(calls).startsWith(Call.READ).endsWith(Call.WRITE_DURABLE);
      // Now and then the look is a longer one.
      calls.removeIf(call -> call == Call.READ);
      assertThat(calls).containsExactly(Call.WRITE_DURABLE, Call.WRITE_DURABLE);
    }
  }

  /** Checkpoints keep the ring as long as it is; so records go round and round it. */
  @Test
  void recordsOfAllLengthsWrapAroundTheRing() {
    SplittableRandom random = new SplittableRandom(1);
    Model model = new Model();
    model.put("m", new TreeMap<>());
    TreeMap<Long, Long> map = model.get("m");
    Set<Long> places = new HashSet<>();
    try (Store store = open(file, SYNC)) {
      put(store, 0, 0);
      map.put(0L, 0L);
      int start = meta(file.content()).ring().start();
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE) {
              places.add(position / BLOCK - start * 2L);
            }
          });
      for (int commit = 0; commit < 600; commit++) {
        int count = 1 + (random.nextInt(3) == 0 ? random.nextInt(900) : random.nextInt(30));
        store.write(
            tx -> {
              for (int i = 0; i < count; i++) {
                long key = random.nextInt(2_000);
                long value = random.nextLong();
                tx.longMap("m").put(key, value);
                map.put(key, value);
              }
            });
        if (commit % 5 == random.nextInt(5)) {
          store.checkpoint();
        }
        if (commit % 11 == 0 || (places.size() < 16 && commit % 3 == 0)) {
          assertRecovers(file.content(), model);
        }
        if (ringPages(file) > 8) {
          break;
        }
      }
      file.heal();
    }
    assertThat(places).as("blocks at which a record began").hasSizeGreaterThan(12);
    assertThat(file.length()).isGreaterThan(8L * PAGE);
  }

  /** A ring of full length wraps by itself. */
  @Test
  void thousandsOfCommitsWrapTheLongestRing() {
    Model model = new Model();
    model.put("m", new TreeMap<>());
    Set<Integer> lengths = new HashSet<>();
    int wraps = 0;
    long[] last = {0};
    boolean[] wrapped = {false};
    try (Store store = open(file, SYNC)) {
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE) {
              wrapped[0] = position < last[0];
              last[0] = position;
            }
          });
      long epoch = 0;
      for (long commit = 0; commit < 5_000; commit++) {
        put(store, commit % 50, commit);
        model.get("m").put(commit % 50, commit);
        if (store.stats().checkpoints() != epoch) {
          epoch = store.stats().checkpoints();
          lengths.add(ringPages(file));
          assertRecovers(file.content(), model);
        } else if (wrapped[0]) {
          wraps++;
          assertRecovers(file.content(), model);
        }
        wrapped[0] = false;
      }
      assertRecovers(file.content(), model);
      file.heal();
    }
    assertThat(lengths).containsExactlyInAnyOrder(8, 16, 32, 64, 128, 256, 512);
    assertThat(wraps).isGreaterThanOrEqualTo(2);
  }

  @Test
  void limitsOfATestMakeARingFullThatIsSmall() {
    TreeLimits limits = new TreeLimits(8, 6, new RingLimits(1, 2, 4));
    Set<Integer> lengths = new HashSet<>();
    Model model = new Model();
    model.put("m", new TreeMap<>());
    Store store = EngineAccess.open(RingFile.create(file), null, SYNC, limits);
    for (long commit = 0; commit < 200; commit++) {
      put(store, commit % 7, commit);
      model.get("m").put(commit % 7, commit);
      lengths.add(ringPages(file));
    }
    assertThat(lengths).contains(1, 2).allMatch(length -> length <= 4);
    assertThat(store.stats().checkpoints()).isGreaterThan(20);
    assertRecovers(file.content(), model);
    store.close();
  }

  @Test
  void largeCommitsGoByCheckpointAndMixWithSmallOnes() {
    SplittableRandom random = new SplittableRandom(3);
    Model model = new Model();
    model.put("m", new TreeMap<>());
    TreeMap<Long, Long> map = model.get("m");
    Store store = EngineAccess.open(RingFile.create(file), null, SYNC, TreeLimits.PAGE);
    int large = 0;
    for (int commit = 0; commit < 16; commit++) {
      int[] counts = {1, 20, 3_000, 40_000, 250_000};
      int count = counts[commit % 8 == 7 ? 4 : random.nextInt(4)];
      long[] records = {0};
      file.setFault((call, position) -> records[0] += call == Call.WRITE_DURABLE ? 1 : 0);
      store.write(
          tx -> {
            for (int i = 0; i < count; i++) {
              long key = random.nextInt(300_000);
              tx.longMap("m").put(key, i);
              map.put(key, (long) i);
            }
          });
      file.heal();
      if (count == 250_000) {
        assertThat(records[0]).isZero();
        large++;
      }
      if (commit % 6 == 0) {
        HeapFile image = new HeapFile(file.content());
        try (Store again = EngineAccess.open(image, null, SYNC, TreeLimits.PAGE)) {
          assertThat(contents(again).equals(model)).isTrue();
          assertThat(again.check().problems()).isEmpty();
        }
      }
    }
    store.close();
    assertThat(large).isGreaterThan(1);
  }

  @Test
  void commitsThatNeedNotBeDurableMakeNoRing() {
    List<Call> calls = new ArrayList<>();
    try (Store store = open(file, SYNC.durability(Durability.CHECKPOINT))) {
      file.setFault(
          (call, position) -> {
            if (call != Call.READ) {
              calls.add(call);
            }
          });
      for (long commit = 0; commit < 200; commit++) {
        put(store, commit, commit);
      }
      assertThat(calls).as("the file grows, and nothing is forced").containsOnly(Call.WRITE);
      store.checkpoint();
      put(store, 1, 1);
      assertThat(ringPages(file)).isZero();
    }
    assertThat(calls).doesNotContain(Call.WRITE_DURABLE);
    assertThat(ringPages(file)).isZero();
  }

  @Test
  void aStoreWithoutRoomForARingWorksWithoutOne() {
    for (long pages = 8; pages < 40; pages++) {
      HeapFile small = new HeapFile();
      Pager.create(small, new UUID(1, 1));
      StoreOptions options = SYNC.maxBytes(pages * PAGE);
      try (Store store = EngineAccess.open(small, null, options, LIMITS)) {
        int rings = 0;
        for (long commit = 0; commit < 60; commit++) {
          put(store, commit % 3, commit);
          // Two states of one map: checkpoints pass a limit that has no room for them.
          assertThat(small.length()).isLessThanOrEqualTo(Math.max(pages, 10) * PAGE);
          rings += ringPages(small) > 0 ? 1 : 0;
          Model model = new Model();
          model.put("m", new TreeMap<>());
          for (long key = Math.max(0, commit - 2); key <= commit; key++) {
            model.get("m").put(key % 3, key);
          }
          if (commit % 7 == 0) {
            assertRecovers(small.content(), model);
          }
        }
        if (pages < 16) {
          assertThat(rings).as("%d pages", pages).isZero();
        } else if (pages >= 34) {
          assertThat(rings).as("%d pages", pages).isGreaterThan(30);
        }
      }
    }
  }

  /** What has been committed is recovered, whatever the limit is now and however full the store. */
  @Test
  void theLimitDoesNotKeepAStoreFromBeingRecovered() {
    for (long pages = 16; pages < 80; pages += 3) {
      HeapFile full = new HeapFile();
      Pager.create(full, new UUID(1, 1));
      StoreOptions options = SYNC.maxBytes(pages * PAGE);
      Store store = EngineAccess.open(full, null, options, LIMITS);
      Model model = new Model();
      model.put("m", new TreeMap<>());
      SplittableRandom random = new SplittableRandom(pages);
      for (int failures = 0; failures < 3; ) {
        Model next = model.copy();
        Throwable thrown =
            catchThrowable(
                () ->
                    store.write(
                        tx -> {
                          for (int i = 0; i < 10; i++) {
                            long key = random.nextInt(1_000);
                            tx.longMap("m").put(key, i);
                            next.get("m").put(key, (long) i);
                          }
                        }));
        if (thrown == null) {
          model = next;
        } else {
          assertThat(thrown).isExactlyInstanceOf(StoreFullException.class);
          failures++;
        }
        for (long limit : new long[] {pages, 8}) {
          HeapFile image = new HeapFile(full.content());
          StoreOptions smaller = SYNC.cacheBytes(1 << 20).maxBytes(limit * PAGE);
          try (Store again = EngineAccess.open(image, null, smaller, LIMITS)) {
            assertThat(contents(again)).isEqualTo(model);
            assertThat(again.check().problems()).isEmpty();
          }
        }
      }
      store.close();
    }
  }
}
