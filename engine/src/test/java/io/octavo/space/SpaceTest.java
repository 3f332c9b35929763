package io.octavo.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory and disk stay within bounds. */
@Timeout(120)
class SpaceTest {
  private static final long MEBIBYTE = 1 << 20;

  private final HeapFile file = new HeapFile();

  private Store open(Durability durability) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return EngineAccess.open(
        file,
        null,
        StoreOptions.defaults().cacheBytes(MEBIBYTE).durability(durability),
        TreeLimits.PAGE);
  }

  private static void fill(Transaction tx, int count, SplittableRandom random) {
    LongMap map = tx.longMap("m");
    for (long key = 0; key < count; key++) {
      map.put(key, random.nextLong());
    }
  }

  @Test
  void aStoreLoadedInAnyOrderIsAsLongAsWhatItHoldsWhenItIsClosed() {
    SplittableRandom random = new SplittableRandom(5);
    long[] sum = {0};
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    Pager.create(file, new UUID(1, 1));
    try (Store store = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      for (int commit = 0; commit < 100; commit++) {
        store.write(
            tx -> {
              for (int i = 0; i < 1000; i++) {
                long value = random.nextLong(1 << 20);
                tx.longMap("m").put(random.nextLong() >>> 20, value);
                sum[0] += value;
              }
            });
      }
      // Sorted keys too, and a reader, which ends with the store.
      store.write(tx -> fill(tx, 5000, random));
      store.beginRead();
    }
    try (Store store = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      StoreStats stats = store.stats();
      assertThat(stats.reserveBytes()).isEqualTo(10L * PageHeader.PAGE_SIZE);
      // Some of the reserve are free pages among the others.
      assertThat(file.length() - stats.liveBytes()).isEqualTo(stats.reserveBytes());
      assertThat(store.check().problems()).isEmpty();
      long found = 0;
      try (Transaction tx = store.beginRead()) {
        for (LongCursor cursor = tx.longMap("m").cursor(); cursor.next(); ) {
          found += cursor.key() >= 5000 ? cursor.value() : 0;
        }
      }
      assertThat(found).isEqualTo(sum[0]);
    }
  }

  @Test
  void aSortedLoadLeavesFullPagesOnAllLevels() {
    Pager.create(file, new UUID(1, 1));
    try (Store store =
        EngineAccess.open(file, null, StoreOptions.defaults(), new TreeLimits(2, 4))) {
      store.write(
          tx -> {
            for (long key = 0; key < 2000; key++) {
              tx.longMap("m").put(key, key);
            }
          });
      // A branch that is full gives one child to the next, so all but the last have three.
      long pages = 0;
      for (long level = 1000; level > 1; level = (level + 2) / 3) {
        pages += level;
      }
      // The root; the catalogue; the bitmap; four meta pages are not counted.
      assertThat(store.check().pages()).isLessThanOrEqualTo(pages + 1 + 2 + 8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionLargerThanTheCacheSpillsAndCommits(Durability durability) {
    int count = 2_000_000;
    try (Store store = open(durability)) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            for (long key = 0; key < count; key++) {
              map.put(key, key);
            }
            assertThat(store.stats().cacheBytes()).isLessThan(2 * MEBIBYTE);
          });
      StoreStats stats = store.stats();
      assertThat(stats.pageSpills()).isGreaterThan(100);
      assertThat(stats.cacheBytes()).isLessThanOrEqualTo(stats.cacheLimit());
      assertSorted(store, count);
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store store = open(durability)) {
      assertSorted(store, count);
    }
  }

  /**
   * A leaf that was spilled and evicted becomes the root, and nothing reads it before the commit.
   */
  @ParameterizedTest
  @EnumSource
  void aSpilledLeafMayBecomeTheRoot(Durability durability) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(MEBIBYTE).durability(durability);
    Pager.create(file, new UUID(1, 1));
    try (Store store = EngineAccess.open(file, null, options, new TreeLimits(2, 4))) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            for (long key = 0; key < 2000; key++) {
              map.put(key, -key);
            }
            map.removeRange(2, Long.MAX_VALUE);
          });
      assertThat(store.stats().pageSpills()).isGreaterThan(100);
      assertThat(store.readLong(tx -> tx.longMap("m").get(1, 0))).isEqualTo(-1);
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store store = EngineAccess.open(file, null, options, new TreeLimits(2, 4))) {
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(2);
    }
  }

  private static void assertSorted(Store store, int count) {
    store.read(
        tx -> {
          LongMap map = tx.longMap("m");
          assertThat(map.size()).isEqualTo(count);
          long expected = 0;
          for (LongCursor c = map.cursor(); c.next(); ) {
            if (c.key() != expected || c.value() != expected) {
              throw new AssertionError(c.key() + " instead of " + expected);
            }
            expected++;
          }
          return assertThat(expected).isEqualTo(count);
        });
  }

  @ParameterizedTest
  @EnumSource
  void rollingBackTransactionsThatSpilledFreesTheirPlaces(Durability durability) {
    SplittableRandom random = new SplittableRandom(1);
    try (Store store = open(durability)) {
      store.write(tx -> fill(tx, 10_000, random));
      long live = store.stats().liveBytes();
      long first = 0;
      for (int round = 0; round < 20; round++) {
        try (Transaction tx = store.beginWrite()) {
          fill(tx, 120_000, random);
        }
        assertThat(store.stats().liveBytes()).isLessThanOrEqualTo(live + 2 * PageHeader.PAGE_SIZE);
        first = round == 0 ? file.length() : first;
        assertThat(file.length()).isLessThanOrEqualTo(first + MEBIBYTE / 8);
      }
      assertThat(store.stats().pageSpills()).isGreaterThan(1_000);
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(10_000);
      assertThat(store.check().problems()).isEmpty();
    }
    assertThat(file.length()).isLessThan(MEBIBYTE);
  }

  @ParameterizedTest
  @EnumSource
  void deletingAndRefillingUsesTheSamePagesAgain(Durability durability) {
    SplittableRandom random = new SplittableRandom(2);
    try (Store store = open(durability)) {
      store.write(tx -> fill(tx, 50_000, random));
      store.checkpoint();
      long once = file.length();
      for (int round = 0; round < 50; round++) {
        int number = round;
        store.write(
            tx -> {
              LongMap map = tx.longMap("m");
              if (number % 3 == 0) {
                map.clear();
              } else if (number % 3 == 1) {
                assertThat(map.removeRange(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(50_000);
              } else {
                assertThat(tx.drop("m")).isTrue();
              }
              if (number % 2 == 0) {
                fill(tx, 50_000, random);
              }
            });
        if (number % 2 != 0) {
          store.write(tx -> fill(tx, 50_000, random));
        }
        assertThat(file.length()).as("round %d", round).isLessThan(once * 5 / 2);
      }
      assertThat(store.check().problems()).isEmpty();
      store.write(tx -> tx.longMap("m").clear());
      for (int i = 0; i < 2; i++) {
        // What a checkpoint writes lies behind the pages that it frees, until the next one.
        int value = i;
        store.write(tx -> tx.longMap("m").put(1, value));
        store.checkpoint();
      }
    }
    // A close cuts the free tail off: four meta pages, and some for catalogue and bitmap.
    assertThat(file.length()).isLessThan(25L * PageHeader.PAGE_SIZE);
  }

  @Test
  void theAgeOfAShortReadCountsFromTheFirstWriterThatMeetsIt() {
    try (Store store = open(Durability.CHECKPOINT)) {
      store.view(
          tx -> {
            store.write(writing -> writing.longMap("m").put(1, 1));
            assertAgesFromNow(store);
          });
      assertThat(store.stats().oldestReader()).isZero();
    }
  }

  @Test
  void theAgeOfAReaderCountsFromItsBegin() {
    try (Store store = open(Durability.CHECKPOINT);
        Transaction reader = store.beginRead()) {
      assertThat(reader.longMap("m").size()).isZero();
      assertAgesFromNow(store);
    }
  }

  /** Asserts that the age of the oldest reader is counted already. */
  private static void assertAgesFromNow(Store store) {
    long now = System.nanoTime();
    LockSupport.parkNanos(2_000_000);
    long least = System.nanoTime() - now;
    assertThat(store.stats().oldestReader()).isGreaterThanOrEqualTo(Duration.ofNanos(least));
  }

  @ParameterizedTest
  @EnumSource
  void anOldReaderHoldsItsPagesAndGivesThemBackWhenItIsClosed(Durability durability) {
    SplittableRandom random = new SplittableRandom(3);
    try (Store store = open(durability)) {
      store.write(tx -> fill(tx, 50_000, random));
      store.checkpoint();
      StoreStats once = store.stats();
      long contents = once.liveBytes() - once.ringBytes();
      Transaction old = store.beginRead();
      long sum = sum(old);
      for (int round = 0; round < 5; round++) {
        store.write(tx -> fill(tx, 50_000, random));
      }
      store.checkpoint();
      StoreStats held = store.stats();
      assertThat(held.openReaders()).isEqualTo(1);
      assertThat(held.oldestReader()).isGreaterThan(Duration.ZERO);
      assertThat(sum(old)).isEqualTo(sum);
      // Once, however often the entries were changed; all but the pages that are no tree's.
      assertThat(held.readerBytes()).isBetween(contents * 8 / 10, contents);
      old.close();
      assertThat(store.stats().openReaders()).isZero();
      store.write(tx -> tx.longMap("other").put(1, 1));
      store.checkpoint();
      StoreStats freed = store.stats();
      assertThat(freed.readerBytes()).isZero();
      assertThat(freed.freeBytes() - held.freeBytes()).isGreaterThan(contents * 8 / 10);
      long length = file.length();
      store.write(tx -> fill(tx, 50_000, random));
      assertThat(file.length()).isLessThan(length + contents / 2);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static long sum(Transaction tx) {
    long sum = 0;
    for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
      sum += c.value() * c.key();
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource
  void aFreedTailIsCutOffWhileTheStoreIsOpen(Durability durability) {
    SplittableRandom random = new SplittableRandom(4);
    try (Store store = open(durability)) {
      store.write(tx -> fill(tx, 2_000_000, random));
      store.checkpoint();
      long full = file.length();
      assertThat(full).isGreaterThan(16 * MEBIBYTE);
      store.write(tx -> tx.longMap("m").clear());
      int commits = 0;
      while (file.length() >= full / 2) {
        int value = commits++;
        store.write(tx -> tx.longMap("m").put(1, value));
        // The ring lies behind what was there when it was made: it has to fill, and to be made
        // anew, in each of two checkpoints.
        // Records that no disk is awaited for share blocks.
        int most =
            switch (durability) {
              case CHECKPOINT -> 3;
              case ASYNC -> 3_000;
              default -> 50;
            };
        assertThat(commits).isLessThanOrEqualTo(most);
        if (durability == Durability.CHECKPOINT) {
          store.checkpoint();
        }
      }
      assertThat(store.check().problems()).isEmpty();
    }
    assertThat(file.length()).isLessThan(25L * PageHeader.PAGE_SIZE);
  }

  @Test
  void aStoreInMemoryForgetsWhatItHeldWhenItIsClosed() {
    Store store = Store.inMemory(StoreOptions.defaults().cacheBytes(MEBIBYTE));
    store.write(tx -> fill(tx, 100_000, new SplittableRandom(5)));
    store.close();
    assertThatThrownBy(store::stats).isExactlyInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource
  void theNumbersOfAStoreThatIsOnlyReadAreThoseOfItsFile(Durability durability) {
    try (Store store = open(durability)) {
      store.write(tx -> fill(tx, 50_000, new SplittableRandom(6)));
      store.checkpoint();
      assertNumbers(new HeapFile(file.content()), store.stats());
      boolean hasRing = new FileImage(file.content()).meta().ring().pages() > 0;
      assertThat(hasRing).isEqualTo(durability != Durability.CHECKPOINT);
    }
    byte[] closed = file.content();
    try (Store store = open(durability)) {
      assertNumbers(new HeapFile(closed), store.stats());
    }
    assertThat(new FileImage(closed).meta().ring().pages()).isZero();
  }

  private static void assertNumbers(HeapFile content, StoreStats written) {
    StoreOptions readOnly = StoreOptions.defaults().readOnly(true);
    try (Store store = EngineAccess.open(content, null, readOnly, TreeLimits.PAGE)) {
      StoreStats read = store.stats();
      assertThat(read.commits()).isEqualTo(written.commits()).isEqualTo(1);
      assertThat(read.fileBytes()).isEqualTo(written.fileBytes());
      assertThat(read.liveBytes()).isEqualTo(written.liveBytes());
      assertThat(read.dirtyBytes()).isZero();
      assertThat(read.pageWrites()).isZero();
    }
    assertThat(content.writes()).isZero();
  }

  /** The older one is what is left where both copies of the newest meta page are damaged. */
  @Test
  void aCheckpointCutsOffNothingThatTheOneBeforeReaches() {
    long longest = 0;
    try (Store store = open(Durability.CHECKPOINT)) {
      for (int round = 0; round < 4; round++) {
        boolean isFilled = round == 0;
        long key = round;
        store.write(
            tx -> {
              if (isFilled) {
                // Long enough to be cut off at all.
                fill(tx, 1_200_000, new SplittableRandom(3));
              } else {
                tx.longMap("m").clear();
                tx.longMap("m").put(key, key);
              }
            });
        store.checkpoint();
        FileImage image = new FileImage(file.content());
        for (int number = 0; number < MetaPage.COUNT; number++) {
          assertThat(file.length())
              .as("round %d, meta page %d", round, number)
              .isGreaterThanOrEqualTo(
                  (long) MetaPage.read(image.page(number)).pageCount() * PageHeader.PAGE_SIZE);
        }
        longest = Math.max(longest, file.length());
        // Two checkpoints later nothing keeps it.
        assertThat(round < 3 || file.length() < longest / 4).isTrue();
      }
    }
  }
}
