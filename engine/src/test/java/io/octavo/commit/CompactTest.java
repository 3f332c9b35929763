package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.CompactProgress;
import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.fixture.Effort;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A compaction in place makes the file as short as its contents, and changes nothing else. */
@Timeout(120)
class CompactTest {
  private static final long PAGE = PageHeader.PAGE_SIZE;
  private static final int MAPS = 5;

  private final HeapFile file = new HeapFile();

  private Store open(StoreOptions options, TreeLimits limits) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return EngineAccess.open(file, null, options, limits);
  }

  static LongStream seeds() {
    return Effort.seeds(2);
  }

  private static void compact(Store store, long budget) {
    CompactProgress progress = store.compact(budget);
    while (progress.hasMore()) {
      long before = progress.remainingBytes();
      progress = store.compact(budget);
      assertThat(progress.remainingBytes()).isLessThanOrEqualTo(before);
    }
    assertThat(progress.remainingBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatWasEmptiedEndsInTwelvePages(Durability durability) {
    StoreOptions options = StoreOptions.defaults().durability(durability);
    for (int way = 0; way < 3; way++) {
      try (Store store = open(options, TreeLimits.PAGE)) {
        store.write(
            tx -> {
              for (long key = 0; key < 300_000; key++) {
                tx.longMap("m").put(key, key);
              }
            });
        for (long key = 0; key < 100; key++) {
          long next = key;
          store.write(tx -> tx.longMap("m").put(next, -1));
        }
        int chosen = way;
        store.write(
            tx -> {
              switch (chosen) {
                case 0 -> tx.longMap("m").clear();
                case 1 -> tx.longMap("m").removeRange(Long.MIN_VALUE, Long.MAX_VALUE);
                default -> tx.drop("m");
              }
            });
        compact(store, 1 << 20);
        assertThat(file.length()).isLessThanOrEqualTo(96 << 10);
        assertThat(store.check().problems()).isEmpty();
      }
      assertThat(file.length()).isLessThanOrEqualTo(96 << 10);
    }
  }

  @Test
  void aLargeStoreShrinksToItsLiveSize(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("large.oct");
    SplittableRandom random = new SplittableRandom(7);
    int count = 11_000_000;
    try (Store store = Store.open(path, StoreOptions.defaults().cacheBytes(32 << 20))) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            for (long key = 0; key < count; key++) {
              map.put(key * 1_000, key << 20);
            }
          });
      assertThat(Files.size(path)).isGreaterThan(100_000_000);
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            for (long key = 0; key < count; key += 1_000) {
              long kept = random.nextInt(900);
              map.removeRange(key * 1_000, (key + kept) * 1_000 - 1);
              map.removeRange((key + kept + 100) * 1_000, (key + 1_000) * 1_000 - 1);
            }
          });
      store.checkpoint();
      long returned = 0;
      long moved = 0;
      CompactProgress progress;
      do {
        progress = store.compact(4 << 20);
        returned += progress.returnedBytes();
        moved += progress.movedBytes();
        assertThat(progress.movedBytes()).isLessThanOrEqualTo((4 << 20) + 8 * PAGE);
      } while (progress.hasMore());
      long live = store.stats().liveBytes();
      assertThat(returned).isGreaterThan(70_000_000);
      assertThat(moved).isLessThan(2 * live);
      assertThat(Files.size(path)).isLessThanOrEqualTo(live + 16 * PAGE);
      assertThat(live).isLessThan(25_000_000);
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(count / 10);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void contentsAgreeWithAModelWhateverHappensBetweenTwoSteps(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Durability[] levels = Durability.values();
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(1 << 20)
            .durability(levels[random.nextInt(levels.length)]);
    List<TreeMap<Long, Long>> model = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      model.add(new TreeMap<>());
    }
    for (int opening = 0; opening < 3; opening++) {
      List<Transaction> readers = new ArrayList<>();
      List<List<TreeMap<Long, Long>>> read = new ArrayList<>();
      try (Store store = open(options, FileImage.TINY)) {
        for (int round = 0; round < 40; round++) {
          change(store, model, random);
          if (random.nextInt(4) == 0) {
            readers.add(store.beginRead());
            read.add(model.stream().map(map -> new TreeMap<>(map)).toList());
          }
          int steps = random.nextInt(4);
          for (int step = 0; step < steps; step++) {
            store.compact(PAGE << random.nextInt(8));
          }
          for (int i = 0; i < readers.size(); i++) {
            assertEqual(readers.get(i), read.get(i), seed);
          }
          if (readers.size() > 3) {
            int closed = random.nextInt(readers.size());
            readers.remove(closed).close();
            read.remove(closed);
          }
          assertThat(store.check().problems()).as("seed %d, round %d", seed, round).isEmpty();
        }
        readers.forEach(Transaction::close);
        compact(store, PAGE << random.nextInt(8));
        try (Transaction tx = store.beginRead()) {
          assertEqual(tx, model, seed);
        }
        long live = store.stats().liveBytes();
        // The reserve has 24 pages and a few more if a map has a front.
        assertThat(file.length()).as("seed %d", seed).isLessThanOrEqualTo(live + 32 * PAGE);
      }
    }
  }

  private static void change(
      Store store, List<? extends NavigableMap<Long, Long>> model, SplittableRandom random) {
    store.write(
        tx -> {
          int chosen = random.nextInt(MAPS);
          LongMap map = tx.longMap("map" + "x".repeat(chosen * 50) + chosen);
          NavigableMap<Long, Long> expected = model.get(chosen);
          if (random.nextInt(3) == 0) {
            long from = random.nextLong(2_000);
            long to = from + random.nextLong(1_000);
            map.removeRange(from, to);
            expected.subMap(from, true, to, true).clear();
          }
          int puts = random.nextInt(200);
          for (int i = 0; i < puts; i++) {
            long key = random.nextLong(2_000);
            long value = random.nextLong();
            map.put(key, value);
            expected.put(key, value);
          }
        });
  }

  private static void assertEqual(
      Transaction tx, List<? extends Map<Long, Long>> model, long seed) {
    for (int i = 0; i < MAPS; i++) {
      Map<Long, Long> found = new TreeMap<>();
      for (LongCursor c = tx.longMap("map" + "x".repeat(i * 50) + i).cursor(); c.next(); ) {
        found.put(c.key(), c.value());
      }
      assertThat(found).as("seed %d, map %d", seed, i).isEqualTo(model.get(i));
    }
  }

  @Test
  void aReaderHoldsTheFileUntilItIsClosed() {
    try (Store store = open(StoreOptions.defaults(), FileImage.TINY)) {
      store.write(
          tx -> {
            for (long key = 0; key < 2_000; key++) {
              tx.longMap("m").put(key, key);
            }
          });
      Transaction reader = store.beginRead();
      store.write(tx -> tx.longMap("m").removeRange(10, 1_990));
      long held = file.length();
      int calls = 0;
      while (store.compact(1 << 20).hasMore()) {
        assertThat(++calls).isLessThan(100);
      }
      assertThat(file.length()).isGreaterThanOrEqualTo(held * 9 / 10);
      assertThat(store.stats().readerBytes()).isGreaterThan(held / 2);
      assertThat(reader.longMap("m").get(1_000, -1)).isEqualTo(1_000);
      reader.close();
      assertThat(store.stats().readerBytes()).isZero();
      compact(store, 1 << 20);
      assertThat(file.length()).isLessThan(40 * PAGE);
    }
  }

  @Test
  void readersAndWritersGoOnMeanwhile() throws InterruptedException {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    AtomicBoolean over = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (Store store = open(options, FileImage.TINY)) {
      List<Thread> threads = new ArrayList<>();
      store.write(tx -> rewrite(tx.longMap("m"), new SplittableRandom(11), 4_000));
      for (int i = 0; i < 3; i++) {
        int number = i;
        Thread thread =
            new Thread(
                () -> {
                  SplittableRandom random = new SplittableRandom(number);
                  try {
                    while (!over.get()) {
                      if (number == 0) {
                        store.write(tx -> rewrite(tx.longMap("m"), random, 50));
                      } else {
                        store.read(tx -> assertThat(sum(tx.longMap("m"))).isZero());
                      }
                    }
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (int i = 0; i < Effort.times(150) && failure.get() == null; i++) {
        store.compact(PAGE * (1 + i % 40));
      }
      over.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.readLong(tx -> sum(tx.longMap("m")))).isZero();
    }
  }

  /** Puts pairs of entries whose values cancel each other out, and removes others. */
  private static void rewrite(LongMap map, SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      long key = random.nextLong(4_000);
      long value = random.nextLong();
      map.put(key, value);
      map.put(~key, -value);
      long gone = random.nextLong(4_000);
      map.remove(gone);
      map.remove(~gone);
    }
  }

  private static long sum(LongMap map) {
    long sum = 0;
    for (LongCursor c = map.cursor(); c.next(); ) {
      sum += c.value();
    }
    return sum;
  }

  @Test
  void namesAtTheEndOfTheFileAreMovedToo() {
    try (Store store = open(StoreOptions.defaults(), FileImage.TINY)) {
      store.write(
          tx -> {
            for (long key = 0; key < 2_000; key++) {
              tx.longMap("a").put(key, key);
            }
          });
      store.write(
          tx -> {
            for (int i = 0; i < 200; i++) {
              tx.longMap("b" + "x".repeat(200) + i);
            }
          });
      store.write(tx -> tx.longMap("a").clear());
      compact(store, 1 << 20);
      assertThat(file.length()).isLessThanOrEqualTo(store.stats().liveBytes() + 16 * PAGE);
      assertThat(store.<Integer>read(tx -> tx.names().size())).isEqualTo(201);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /**
   * The pages of the store itself need room below the limit too: where trees left none, because
   * readers hold what is free, a step that moves no page of a tree would still move those.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void aStepThatFindsNoRoomForTreesFindsAllElseInItsPlace(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> names = new ArrayList<>();
    for (int i = 120 + random.nextInt(20); i >= 0; i--) {
      names.add("x".repeat(200) + i);
    }
    try (Store store = open(StoreOptions.defaults().cacheBytes(64 << 20), FileImage.TINY)) {
      for (String name : names) {
        long count = name.endsWith("0") ? 2_000 : 1;
        store.write(
            tx -> {
              for (long key = 0; key < count; key++) {
                tx.longMap(name).put(key, key);
              }
            });
      }
      store.write(tx -> thin(tx, names, random));
      int moving = 0;
      try (Transaction reader = store.beginRead()) {
        store.write(tx -> thin(tx, names, random));
        CompactProgress progress = store.compact(16 << 20);
        while (progress.movedBytes() > 0) {
          assertThat(++moving).isLessThan(1_000);
          CompactProgress next = store.compact(16 << 20);
          assertThat(next.remainingBytes() < progress.remainingBytes())
              .as("%s, then %s", progress, next)
              .isEqualTo(next.movedBytes() > 0);
          progress = next;
        }
        assertThat(progress.hasMore()).isFalse();
        assertThat(reader.names()).hasSize(names.size());
      }
      assertThat(moving).isPositive();
      compact(store, 16 << 20);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void thin(Transaction tx, List<String> names, SplittableRandom random) {
    for (String name : names) {
      for (long from = 0; name.endsWith("0") && from < 2_000; from += 100) {
        tx.longMap(name).removeRange(from, from + random.nextInt(100));
      }
    }
  }

  @Test
  void aStoreThatIsCompactIsNotWrittenTo() {
    try (Store store = open(StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(tx -> tx.longMap("m").put(1, 1));
      compact(store, 1 << 20);
      long writes = file.writes();
      CompactProgress again = store.compact(1 << 20);
      assertThat(again).isEqualTo(new CompactProgress(0, 0, 0, false));
      assertThat(file.writes()).isEqualTo(writes);
    }
  }

  @Test
  void wrongCallsAreRefused() {
    try (Store store = open(StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertThatThrownBy(() -> store.compact(PAGE - 1))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("maxBytes=8191 is less than a page, 8192");
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("m").put(1, 1);
        assertThatThrownBy(() -> store.compact(PAGE))
            .isExactlyInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith("compact: ");
      }
    }
    try (Store store = open(StoreOptions.defaults().readOnly(true), TreeLimits.PAGE)) {
      assertThatThrownBy(() -> store.compact(PAGE))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessageContaining("reading only");
    }
  }
}
