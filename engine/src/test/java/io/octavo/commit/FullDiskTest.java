package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreFullException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageHeader;
import io.octavo.posting.PostingMap;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A device without a free byte takes nothing more, and lets everything be removed. */
@Timeout(120)
class FullDiskTest {
  private static final int LISTS = 20;

  private HeapFile file = new HeapFile();
  private long cacheBytes = 64 << 20;
  private final SplittableRandom random = new SplittableRandom(1);

  /** The keys that each map must hold. */
  private final List<Long> longs = new ArrayList<>();

  private final List<Long> strings = new ArrayList<>();
  private final List<Long> lists = new ArrayList<>();

  private Store open(Durability durability) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(cacheBytes).durability(durability);
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  /** Makes a store of all kinds of collections, 1.5 MiB, and closes it. */
  private void create(Durability durability) {
    Pager.create(file, new UUID(1, 1));
    try (Store store = open(durability)) {
      store.write(
          tx -> {
            for (int i = 0; i < 30_000; i++) {
              long key = random.nextLong();
              tx.longMap("longs").put(key, random.nextLong());
              longs.add(key);
            }
            for (int i = 0; i < 2_500; i++) {
              long key = random.nextLong();
              // Some are kept in pages of their own.
              tx.bytesMap("strings").put(bytes(key), new byte[i % 200 == 0 ? 9_000 : i % 300]);
              strings.add(key);
            }
            for (long list = 0; list < LISTS; list++) {
              tx.postings("lists").addAll(list, ids(list));
              lists.add(list);
            }
          });
    }
    Collections.shuffle(longs, new Random(1));
    Collections.shuffle(strings, new Random(2));
    Collections.shuffle(lists, new Random(3));
  }

  private static byte[] bytes(long key) {
    return Long.toHexString(key).getBytes(StandardCharsets.UTF_8);
  }

  private static long[] ids(long list) {
    return LongStream.range(0, 5_000)
        .map(id -> id * (list + 1) * 37 + id % 11)
        .distinct()
        .sorted()
        .toArray();
  }

  private void requireContents(Store store) {
    try (Transaction tx = store.beginRead()) {
      assertThat(tx.longMap("longs").size()).isEqualTo(longs.size());
      assertThat(longs).allMatch(tx.longMap("longs")::contains);
      assertThat(tx.bytesMap("strings").size()).isEqualTo(strings.size());
      assertThat(strings).allMatch(key -> tx.bytesMap("strings").contains(bytes(key)));
      assertThat(tx.postings("lists").keys().count()).isEqualTo(lists.size());
    }
    assertThat(store.check().problems()).isEmpty();
  }

  /** Puts until the disk is full. */
  private void fill(Store store) {
    assertThatThrownBy(
            () -> {
              while (true) {
                long key = random.nextLong();
                store.write(tx -> tx.longMap("longs").put(key, key));
                longs.add(key);
              }
            })
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("remove");
  }

  /** Commits of one durability in a usual build, which take half a minute in all of them. */
  static Stream<Durability> durabilities() {
    return Effort.isLong() ? Stream.of(Durability.values()) : Stream.of(Durability.SYNC);
  }

  @ParameterizedTest
  @MethodSource("durabilities")
  void everyEntryCanBeRemoved(Durability durability) {
    create(durability);
    file.fillDisk();
    int round = 0;
    while (!longs.isEmpty() || !strings.isEmpty() || !lists.isEmpty()) {
      try (Store store = open(durability)) {
        requireContents(store);
        if (round == 0) {
          fill(store);
          requireContents(store);
        } else if (file.length() < 1 << 20) {
          // So small a store has no reserve.
          file.makeRoom();
        }
        for (int i = 0; i < 700 << round; i++) {
          remove(store);
          if (i % 200 == 0) {
            store.checkpoint();
          }
        }
        if (round % 2 == 1) {
          store.compact(Long.MAX_VALUE);
        }
        requireContents(store);
      }
      round++;
    }
    try (Store store = open(durability)) {
      for (String name : List.of("longs", "strings", "lists")) {
        store.write(tx -> assertThat(tx.drop(name)).isTrue());
      }
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** The ring is made of room that is left beside the reserve, however little that is. */
  @Test
  void everyEntryOfAMapWithAFrontCanBeRemoved() {
    cacheBytes = 1 << 20;
    everyEntryCanBeRemoved(Durability.SYNC);
  }

  @Test
  void aRingIsNotMadeOfTheReserve() {
    create(Durability.CHECKPOINT);
    byte[] content = file.content();
    for (int pages = 0; pages < 16; pages++) {
      file = new HeapFile(content);
      file.fillDisk((long) pages * PageHeader.PAGE_SIZE);
      try (Store store = open(Durability.SYNC)) {
        long reserve = store.stats().reserveBytes();
        assertThat(reserve).isPositive();
        store.write(tx -> tx.longMap("longs").put(1, 1));
        assertThat(store.stats().reserveBytes()).as("%d pages", pages).isEqualTo(reserve);
        store.write(tx -> assertThat(tx.longMap("longs").remove(1)).isTrue());
        assertThat(store.stats().reserveBytes()).as("%d pages", pages).isEqualTo(reserve);
      }
    }
  }

  /** However small the store is: what it has taken is there, and it can be closed. */
  @ParameterizedTest
  @MethodSource("durabilities")
  void aLoadThatReachesTheEndOfTheDiskKeepsWhatItHasCommitted(Durability durability) {
    for (int pages = 4; pages < 400; pages += 1 + pages / 3) {
      for (int batch : new int[] {1, 40, 3_000}) {
        file = new HeapFile();
        longs.clear();
        Pager.create(file, new UUID(1, 1));
        file.fillDisk((long) pages * PageHeader.PAGE_SIZE);
        try (Store store = open(durability)) {
          load(store, batch);
        }
        try (Store store = open(durability)) {
          requireLongs(store, pages + " pages, by " + batch);
        }
        // Copies of the pages for two checkpoints, and a ring, take the rest.
        long least = (pages / 12 - 4L) * PageHeader.PAGE_SIZE / 16 - batch;
        assertThat(longs.size()).as("%d pages, by %d", pages, batch).isGreaterThan((int) least);
      }
    }
  }

  /** Zeros would make the first load of a store write twice as much. */
  @Test
  void aNewFileIsNotExtendedWhileTheDiskHasAmpleRoom(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("new.oct");
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    try (Store store = Store.open(path, options)) {
      long before = Files.size(path);
      for (long key = 0; key < 50_000; key++) {
        long added = key;
        store.write(tx -> tx.longMap("longs").put(added, added));
      }
      assertThat(store.stats().liveBytes()).isGreaterThan(5 * before);
      assertThat(Files.size(path)).isEqualTo(before);
    }
  }

  /** The disk becomes full after it has claimed to have ample room. */
  @Test
  void aRingThatFindsNoRoomIsLeftOut() {
    Pager.create(file, new UUID(1, 1));
    file.claimsAmpleRoom = true;
    file.fillDisk(7 * PageHeader.PAGE_SIZE);
    try (Store store = open(Durability.SYNC)) {
      for (long key = 0; key < 20; key++) {
        long added = key;
        store.write(tx -> tx.longMap("longs").put(added, added));
      }
      assertThat(store.stats().ringBytes()).isZero();
    }
    try (Store store = open(Durability.SYNC)) {
      assertThat(store.<Long>read(tx -> tx.longMap("longs").size())).isEqualTo(20);
    }
  }

  private void load(Store store, int batch) {
    assertThatThrownBy(
            () -> {
              while (true) {
                List<Long> keys = random.longs(batch).boxed().toList();
                store.write(tx -> keys.forEach(key -> tx.longMap("longs").put(key, key)));
                longs.addAll(keys);
              }
            })
        .isInstanceOf(StoreFullException.class);
    requireLongs(store, "after the wall, by " + batch);
  }

  private void requireLongs(Store store, String what) {
    try (Transaction tx = store.beginRead()) {
      assertThat(tx.longMap("longs").size()).as(what).isEqualTo(longs.size());
      assertThat(longs).as(what).allMatch(tx.longMap("longs")::contains);
    }
    assertThat(store.check().problems()).as(what).isEmpty();
  }

  private void remove(Store store) {
    int kind = random.nextInt(20);
    if (kind == 0 && !lists.isEmpty()) {
      long list = lists.get(0);
      long[] ids = ids(list);
      store.write(
          tx -> {
            PostingMap map = tx.postings("lists");
            int count = random.nextInt(1, 2_000);
            map.removeAll(
                list, random.ints(count, 0, ids.length).sorted().mapToLong(i -> ids[i]).toArray());
            if (random.nextInt(10) == 0) {
              map.removeList(list);
            }
            if (map.count(list) == 0) {
              lists.remove(0);
            }
          });
    } else if (kind < 5 && !strings.isEmpty()) {
      long key = strings.remove(strings.size() - 1);
      store.write(tx -> assertThat(tx.bytesMap("strings").remove(bytes(key))).isTrue());
    } else if (!longs.isEmpty()) {
      List<Long> last = longs.subList(Math.max(0, longs.size() - kind % 4), longs.size());
      store.write(tx -> last.forEach(key -> assertThat(tx.longMap("longs").remove(key)).isTrue()));
      last.clear();
    }
  }
}
