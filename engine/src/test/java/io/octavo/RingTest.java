package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.HeapFile.Call;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.page.Meta;
import io.octavo.page.MetaPage;
import io.octavo.page.PageHeader;
import io.octavo.pager.Pager;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commit ring: what is in the file of a store that nobody has closed. */
@Timeout(120)
class RingTest {
  private static final int PAGE = PageHeader.PAGE_SIZE;
  private static final int BLOCK = 4096;
  private static final TreeLimits LIMITS = new TreeLimits(8, 6);
  private static final StoreOptions SYNC = StoreOptions.defaults();
  private static final StoreOptions READ_ONLY = SYNC.readOnly(true);

  /** Names, contents. */
  private static final class Model extends TreeMap<String, TreeMap<Long, Long>> {
    private static final long serialVersionUID = 1;

    Model copy() {
      Model copy = new Model();
      forEach((name, map) -> copy.put(name, new TreeMap<>(map)));
      return copy;
    }
  }

  private final HeapFile file = new HeapFile();

  private Store open(StoreOptions options) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return Store.open(file, null, options, LIMITS);
  }

  private static Meta meta(byte[] content) {
    return new FileImage(content).meta();
  }

  private static int ringPages(HeapFile file) {
    return meta(file.content()).ring().pages();
  }

  private static void put(Store store, long key, long value) {
    store.write(tx -> tx.longMap("m").put(key, value));
  }

  private static long get(Store store, long key) {
    return store.<Long, RuntimeException>read(tx -> tx.longMap("m").get(key, -1));
  }

  private static Model contents(Store store) {
    return store.read(
        tx -> {
          Model model = new Model();
          for (String name : tx.names()) {
            TreeMap<Long, Long> map = new TreeMap<>();
            for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
              map.put(c.key(), c.value());
            }
            assertThat(tx.longMap(name).size()).isEqualTo(map.size());
            model.put(name, map);
          }
          return model;
        });
  }

  /** Opens a copy of what a kill leaves: for reading, for writing, and once more. */
  private static void assertRecovers(byte[] killed, Model expected) {
    HeapFile image = new HeapFile(killed);
    try (Store store = Store.open(image, null, READ_ONLY, LIMITS)) {
      assertThat(contents(store)).isEqualTo(expected);
    }
    assertThat(image.writes()).isZero();
    assertThat(image.content()).isEqualTo(killed);
    assertThat(recover(image)).isEqualTo(expected);
  }

  /** Recovers a file, goes on with it, and gives what it held. */
  private static Model recover(HeapFile image) {
    Meta before = meta(image.content());
    Model found;
    try (Store store = Store.open(image, null, SYNC, LIMITS)) {
      Meta.Ring ring = meta(image.content()).ring();
      assertThat(ring.pages()).isZero();
      int recoveries = before.ring().pages() > 0 ? 1 : 0;
      assertThat(ring.generation()).isEqualTo(before.ring().generation() + recoveries);
      found = contents(store);
      assertThat(store.check().problems()).isEmpty();
      assertThat(contents(store)).isEqualTo(found);
      store.write(tx -> tx.longMap("afterwards").put(1, 2));
      store.write(tx -> tx.longMap("afterwards").put(3, 4));
    }
    try (Store store = Store.open(image, null, SYNC, LIMITS)) {
      Model after = contents(store);
      assertThat(after.remove("afterwards")).isEqualTo(new TreeMap<>(Map.of(1L, 2L, 3L, 4L)));
      assertThat(after).isEqualTo(found);
      assertThat(store.check().problems()).isEmpty();
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "GROUP"})
  void everyCommitSurvivesAKillWithoutACheckpoint(Durability durability) {
    try (Store store = open(SYNC.durability(durability).groupDelay(Duration.ZERO))) {
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
  @ParameterizedTest
  @EnumSource(names = {"SYNC", "GROUP"})
  void everyOperationGoesThroughTheRingAndBack(Durability durability) {
    String[] names = {
      "a", "\0", "\u00E4".repeat(127) + "x", "z".repeat(255), "\uD834\uDD1E".repeat(63), "m"
    };
    for (long seed = 1; seed <= 3; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      HeapFile seeded = new HeapFile();
      Pager.create(seeded, new UUID(seed, 1));
      StoreOptions options = SYNC.durability(durability).groupDelay(Duration.ZERO);
      Model model = new Model();
      try (Store store = Store.open(seeded, null, options, LIMITS)) {
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
    try (Store store = open(SYNC)) {
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
  void aSmallCommitIsOneDurableWriteAndNothingElse() {
    try (Store store = open(SYNC)) {
      put(store, 1, 1);
      List<Call> calls = new ArrayList<>();
      file.setFault((call, position) -> calls.add(call));
      put(store, 1, 2);
      put(store, 2, 2);
      assertThat(calls).containsExactly(Call.WRITE_DURABLE, Call.WRITE_DURABLE);
      file.heal();
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
    try (Store store = open(SYNC)) {
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
    try (Store store = open(SYNC)) {
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

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "GROUP"})
  void largeCommitsGoByCheckpointAndMixWithSmallOnes(Durability durability) {
    SplittableRandom random = new SplittableRandom(3);
    Model model = new Model();
    model.put("m", new TreeMap<>());
    TreeMap<Long, Long> map = model.get("m");
    Store store =
        Store.open(
            created(),
            null,
            SYNC.durability(durability).groupDelay(Duration.ZERO),
            TreeLimits.PAGE);
    int large = 0;
    for (int commit = 0; commit < 24; commit++) {
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
        try (Store again = Store.open(image, null, SYNC, TreeLimits.PAGE)) {
          assertThat(contents(again).equals(model)).isTrue();
          assertThat(again.check().problems()).isEmpty();
        }
      }
    }
    store.close();
    assertThat(large).isGreaterThan(1);
  }

  private HeapFile created() {
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  @Test
  void commitsThatNeedNotBeDurableMakeNoRing() {
    List<Call> calls = new ArrayList<>();
    try (Store store = open(SYNC.durability(Durability.CHECKPOINT))) {
      file.setFault(
          (call, position) -> {
            if (call != Call.READ) {
              calls.add(call);
            }
          });
      for (long commit = 0; commit < 200; commit++) {
        put(store, commit, commit);
      }
      assertThat(calls).isEmpty();
      store.checkpoint();
      put(store, 1, 1);
      assertThat(ringPages(file)).isZero();
    }
    assertThat(calls).doesNotContain(Call.WRITE_DURABLE);
    assertThat(ringPages(file)).isZero();
  }

  /** The ring of another session is done again and let go, whatever the new one is like. */
  @Test
  void aRingIsRecoveredBySessionsOfEveryDurability() {
    try (Store store = open(SYNC)) {
      put(store, 1, 1);
      put(store, 2, 2);
    }
    for (Durability durability : Durability.values()) {
      Store killed = open(SYNC);
      put(killed, 3, 3);
      long value = durability.name().hashCode();
      put(killed, 4, value);
      HeapFile image = new HeapFile(file.content());
      assertThat(ringPages(image)).isPositive();
      try (Store store = Store.open(image, null, SYNC.durability(durability), LIMITS)) {
        assertThat(ringPages(image)).isZero();
        assertThat(get(store, 4)).isEqualTo(value);
      }
      killed.close();
    }
  }

  @Test
  void aReadOnlyOpenSeesAllCommitsOfAStoreThatWasNotClosedAndWritesNothing() {
    Model model = new Model();
    model.put("m", new TreeMap<>());
    try (Store store = open(SYNC)) {
      for (long commit = 0; commit < 11; commit++) {
        put(store, commit, commit);
        model.get("m").put(commit, commit);
      }
      byte[] killed = file.content();
      HeapFile image = new HeapFile(killed);
      try (Store reader = Store.open(image, null, READ_ONLY, LIMITS)) {
        assertThat(contents(reader)).isEqualTo(model);
        assertThat(reader.stats().commits()).isEqualTo(11);
        assertThat(reader.check().problems()).isEmpty();
        assertThatThrownBy(reader::beginWrite).isExactlyInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reader::checkpoint).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(reader.stats().pageWrites()).isZero();
      }
      assertThat(image.writes()).isZero();
      assertThat(image.content()).isEqualTo(killed);
    }
  }

  /**
   * Fills the longest ring almost to the point of a checkpoint; gives the file as a kill leaves it.
   */
  private byte[] killedWithFullRing(Model model) {
    SplittableRandom random = new SplittableRandom(5);
    TreeMap<Long, Long> map = new TreeMap<>();
    model.put("m", map);
    HeapFile made = created();
    Store store = Store.open(made, null, SYNC, TreeLimits.PAGE);
    store.write(
        tx -> {
          for (long key = 0; key < 120_000; key++) {
            tx.longMap("m").put(key * 11, key);
            map.put(key * 11, key);
          }
        });
    byte[] killed = {};
    for (int commit = 0; commit < 24; commit++) {
      store.write(
          tx -> {
            for (int i = 0; i < 45_000; i++) {
              long key = random.nextInt(1_320_000);
              tx.longMap("m").put(key, i);
              map.put(key, (long) i);
            }
          });
      Meta meta = meta(made.content());
      if (meta.ring().pages() == 512 && store.stats().commits() - meta.sequence() == 6) {
        killed = made.content();
        break;
      }
    }
    made.setFault(
        (call, position) -> {
          throw new IOException("killed");
        });
    assertThatThrownBy(store::close).isInstanceOf(StoreException.class);
    assertThat(killed).isNotEmpty();
    return killed;
  }

  @Test
  void aFullRingIsRecoveredWithTheSmallestCache() {
    Model model = new Model();
    byte[] killed = killedWithFullRing(model);
    HeapFile image = new HeapFile(killed);
    StoreOptions tiny = SYNC.cacheBytes(1 << 20);
    try (Store store = Store.open(image, null, tiny, TreeLimits.PAGE)) {
      assertThat(contents(store).equals(model)).isTrue();
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.stats().cacheBytes()).isLessThanOrEqualTo(store.stats().cacheLimit());
      assertThat(ringPages(image)).isZero();
    }
    // Where nothing can be written, all of it has to fit the memory.
    HeapFile untouched = new HeapFile(killed);
    assertThatThrownBy(() -> Store.open(untouched, null, tiny.readOnly(true), TreeLimits.PAGE))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageStartingWith("heap: was not closed, and what has to be recovered does not fit")
        .hasMessageContaining("cacheBytes=1048576; raise it, or open the store for writing once");
    assertThat(untouched.isClosed()).isTrue();
    assertThat(untouched.writes()).isZero();
    assertThat(untouched.content()).isEqualTo(killed);
    StoreOptions roomy = SYNC.cacheBytes(256 << 20).readOnly(true);
    try (Store store = Store.open(untouched, null, roomy, TreeLimits.PAGE)) {
      assertThat(contents(store).equals(model)).isTrue();
    }
    assertThat(untouched.writes()).isZero();
  }

  /**
   * Moments of a recovery in many steps, picked from all of them, at which the process is killed.
   */
  @Test
  @Timeout(300)
  void aRecoveryThatIsKilledIsDoneAgain() {
    Model model = new Model();
    byte[] killed = killedWithFullRing(model);
    HeapFile image = new HeapFile(killed);
    List<byte[]> moments = new ArrayList<>();
    int[] writes = {0};
    int[] seen = {0};
    Set<Long> steps = new HashSet<>();
    SplittableRandom choice = new SplittableRandom(6);
    image.setFault(
        (call, position) -> {
          // What lies between is data pages in great numbers, to free places.
          boolean isMeta = call == Call.WRITE && position < (long) MetaPage.COUNT * PAGE;
          if (call != Call.READ && (isMeta || call != Call.WRITE || writes[0]++ % 50 == 0)) {
            if (isMeta) {
              steps.add(epoch(image.content()));
            }
            int place = seen[0]++ < 3 ? moments.size() : choice.nextInt(seen[0]);
            if (place == moments.size()) {
              moments.add(image.content());
            } else if (place < 3) {
              moments.set(place, image.content());
            }
          }
        });
    Store.open(image, null, SYNC.cacheBytes(1 << 20), TreeLimits.PAGE).close();
    assertThat(seen[0]).isGreaterThan(20);
    assertThat(steps).as("checkpoints on the way").hasSizeGreaterThan(3);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < moments.size(); i++) {
      HeapFile again = new HeapFile(moments.get(i));
      long cache = random.nextBoolean() ? 1 << 20 : 64 << 20;
      try (Store store = Store.open(again, null, SYNC.cacheBytes(cache), TreeLimits.PAGE)) {
        assertThat(contents(store).equals(model)).as("moment %d", i).isTrue();
        assertThat(store.check().problems()).as("moment %d", i).isEmpty();
      }
    }
  }

  private static long epoch(byte[] content) {
    return meta(content).epoch();
  }

  /** The same with all writes, of a small store; and torn ones. */
  @Test
  void aSmallRecoveryThatIsKilledAtAnyWriteIsDoneAgain() {
    Model model = new Model();
    model.put("m", new TreeMap<>());
    byte[] killed;
    try (Store store = open(SYNC)) {
      for (long commit = 0; commit < 30; commit++) {
        put(store, commit, commit);
        model.get("m").put(commit, commit);
      }
      killed = file.content();
    }
    int moments = 0;
    for (int number = 1; ; number++) {
      int nth = number;
      int[] calls = {0};
      HeapFile image = new HeapFile(killed);
      image.setFault(
          (call, position) -> {
            if (call != Call.READ && ++calls[0] >= nth) {
              throw new HeapFile.Torn("killed", calls[0] == nth ? nth * 997 % PAGE : 0);
            }
          });
      Throwable thrown = catchThrowable(() -> Store.open(image, null, SYNC, LIMITS).close());
      if (thrown == null) {
        break;
      }
      moments++;
      assertRecovers(image.content(), model);
    }
    assertThat(moments).isGreaterThan(10);
  }

  /** Finds where the records behind the checkpoint begin in the file, oldest first. */
  private static List<Integer> records(byte[] content) {
    Meta meta = meta(content);
    List<Integer> places = new ArrayList<>();
    int from = meta.ring().start() * PAGE;
    int to = from + meta.ring().pages() * PAGE;
    for (int at = from + (int) meta.ring().replayOffset(); at < to; at += BLOCK) {
      if (ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(at) == 0) {
        break;
      }
      places.add(at);
    }
    return places;
  }

  @Test
  void damageOfTheNewestRecordCostsThatCommitAndOfAnOlderOneIsRefused() {
    byte[] killed;
    Model all = new Model();
    all.put("m", new TreeMap<>());
    try (Store store = open(SYNC)) {
      for (long commit = 0; commit < 9; commit++) {
        put(store, commit, commit);
        all.get("m").put(commit, commit);
      }
      killed = file.content();
    }
    Model allButLast = all.copy();
    allButLast.get("m").remove(8L);
    List<Integer> records = records(killed);
    assertThat(records).hasSize(8);
    for (int index = 0; index < records.size(); index++) {
      for (int at : new int[] {0, 3, 4, 8, 16, 24, 32, 36, 40, 44, 46}) {
        byte[] damaged = killed.clone();
        damaged[records.get(index) + at] ^= 16;
        if (index == records.size() - 1) {
          assertRecovers(damaged, allButLast);
          continue;
        }
        for (StoreOptions options : List.of(SYNC, READ_ONLY)) {
          HeapFile image = new HeapFile(damaged);
          assertThatThrownBy(() -> Store.open(image, null, options, LIMITS))
              .as("record %d, byte %d", index, at)
              .isExactlyInstanceOf(CorruptionException.class)
              .hasMessageContaining("R27")
              .hasMessageContaining("no record of commit " + (index + 2))
              .hasMessageContaining("commit " + (index + 3) + " was written after it");
        }
      }
      // Zeros behind the operations are not looked at.
      byte[] padded = killed.clone();
      padded[records.get(index) + BLOCK - 1] ^= 16;
      assertRecovers(padded, all);
    }
    // Sectors that were never written.
    for (int index = 0; index < records.size() - 1; index++) {
      byte[] lost = killed.clone();
      Arrays.fill(lost, records.get(index), records.get(index) + BLOCK, (byte) 0);
      assertThatThrownBy(() -> Store.open(new HeapFile(lost), null, SYNC, LIMITS))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R27");
    }
  }

  /**
   * Wherever the write of a long record is cut off: the commit is there as a whole or not at all.
   */
  @Test
  void aTornRecordIsNoCommit() {
    Model before = new Model();
    before.put("m", new TreeMap<>());
    Model after;
    byte[] old;
    byte[] whole;
    try (Store store = open(SYNC)) {
      put(store, 1, 1);
      put(store, 2, 2);
      before.get("m").put(1L, 1L);
      before.get("m").put(2L, 2L);
      after = before.copy();
      old = file.content();
      store.write(
          tx -> {
            SplittableRandom random = new SplittableRandom(1);
            for (long key = 0; key < 1_000; key++) {
              long value = random.nextLong();
              tx.longMap("m").put(key, value);
              after.get("m").put(key, value);
            }
          });
      whole = file.content();
    }
    int from = records(old).get(records(old).size() - 1) + BLOCK;
    int to = whole.length;
    while (whole[to - 1] == old[Math.min(to, old.length) - 1] && to > from) {
      to--;
    }
    assertThat(to - from).isBetween(10_000, 20_000);
    for (int end = from; end < to; end += 512) {
      byte[] first = old.clone();
      System.arraycopy(whole, from, first, from, end - from);
      assertRecovers(first, before);
      byte[] last = whole.clone();
      System.arraycopy(old, from, last, from, Math.min(to, end + 512) - from);
      assertRecovers(last, before);
    }
    assertRecovers(whole, after);
  }

  @Test
  void aStoreWithoutRoomForARingWorksWithoutOne() {
    for (long pages = 8; pages < 40; pages++) {
      HeapFile small = new HeapFile();
      Pager.create(small, new UUID(1, 1));
      StoreOptions options = SYNC.maxBytes(pages * PAGE);
      try (Store store = Store.open(small, null, options, LIMITS)) {
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
      Store store = Store.open(full, null, options, LIMITS);
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
          try (Store again = Store.open(image, null, smaller, LIMITS)) {
            assertThat(contents(again)).isEqualTo(model);
            assertThat(again.check().problems()).isEmpty();
          }
        }
      }
      store.close();
    }
  }

  @Test
  void theDelayOfAGroupIsZeroToOneSecond() {
    for (Duration delay :
        List.of(
            Duration.ofNanos(-1),
            Duration.ofSeconds(1).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE))) {
      assertThatThrownBy(() -> SYNC.groupDelay(delay))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("groupDelay=" + delay + " is not in 0 to 1 s");
    }
    for (Duration delay : List.of(Duration.ZERO, Duration.ofNanos(1), Duration.ofSeconds(1))) {
      assertThat(SYNC.groupDelay(delay).groupDelay()).isEqualTo(delay);
    }
    assertThat(SYNC.groupDelay()).isEqualTo(Duration.ofNanos(200_000));
    assertThat(SYNC.groupDelay(Duration.ofMillis(3)).readOnly(true).maxBytes(1 << 20).groupDelay())
        .isEqualTo(Duration.ofMillis(3));
  }

  /** A file of the system, with its own channel for durable writes. */
  @Test
  void aKilledStoreOnDiskIsRecovered(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("a.oct");
    Path copy = directory.resolve("b.oct");
    try (Store store = Store.open(path)) {
      for (long commit = 0; commit < 30; commit++) {
        put(store, commit, commit);
      }
      Files.copy(path, copy);
      try (Store again = Store.open(copy, READ_ONLY)) {
        assertThat(get(again, 29)).isEqualTo(29);
      }
      try (Store again = Store.open(copy)) {
        for (long key = 0; key < 30; key++) {
          assertThat(get(again, key)).isEqualTo(key);
        }
        assertThat(again.check().problems()).isEmpty();
      }
    }
  }
}
