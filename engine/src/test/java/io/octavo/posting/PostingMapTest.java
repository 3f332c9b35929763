package io.octavo.posting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.TreeLimits;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What posting lists promise beside what sets do: limits, errors, room, and what is touched. */
class PostingMapTest {
  private static final String MAP = "postings";

  private final HeapFile file = newFile();

  private static HeapFile newFile() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  private Store open() {
    return open(StoreOptions.defaults());
  }

  private Store open(StoreOptions options) {
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  private static void change(Store store, Consumer<PostingMap> change) {
    store.write(tx -> change.accept(tx.postings(MAP)));
  }

  private static long[] ids(long from, long to, long step) {
    return LongStream.iterate(from, id -> id < to, id -> id + step).toArray();
  }

  private static long entries(Store store) {
    return store.read(
        tx -> {
          CatalogueRecord record = EngineAccess.find(tx, MAP);
          return record == null ? 0 : record.entries();
        });
  }

  @Test
  void aNameBelongsToOneType() {
    try (Store store = open()) {
      store.write(
          tx -> {
            tx.postings("p").add(1, 2);
            tx.longMap("l").put(1, 2);
            tx.bytesMap("b").put(new byte[1], new byte[1]);
            String postings = "name=p is posting lists, not ";
            assertThatThrownBy(() -> tx.longMap("p")).hasMessage(postings + "a map of longs");
            assertThatThrownBy(() -> tx.bytesMap("p"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(postings + "a map of byte strings");
            assertThatThrownBy(() -> tx.map("p", Codecs.STRING, Codecs.LONG))
                .hasMessage(
                    "name=p is a collection of posting lists, not a map from STRING to LONG");
            assertThatThrownBy(() -> tx.postings("l"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name=l is a map of longs, not posting lists");
            assertThatThrownBy(() -> tx.postings("b"))
                .hasMessage("name=b is a map of byte strings, not posting lists");
            assertThat(tx.postings("p")).isSameAs(tx.postings("p"));
          });
    }
  }

  @Test
  void idsThatDoNotAscendAreRefusedAndNothingIsChanged() {
    try (Store store = open()) {
      change(
          store,
          map -> {
            map.addAll(1, new long[] {5, 5, 7});
            assertThatThrownBy(() -> map.addAll(1, new long[] {1, 9, 8}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ids[2]=8 is below ids[1]=9");
            assertThatThrownBy(() -> map.addAll(new long[2], new long[3]))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("ids.length=3 is not keys.length=2");
            assertThatThrownBy(() -> map.removeAll(1, new long[] {7, 5}))
                .hasMessage("ids[1]=5 is below ids[0]=7");
            assertThatThrownBy(() -> map.addAll(1, new long[3], 2, 4))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> map.removeAll(1, new long[3], -1, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(map.count(1)).isEqualTo(2);
            // What is not asked for need not ascend.
            assertThat(map.addAll(1, new long[] {9, 1, 2, 0}, 1, 3)).isEqualTo(2);
            assertThat(map.addAll(2, new long[0])).isZero();
            assertThat(map.removeAll(1, new long[] {1, 1, 3})).isEqualTo(1);
            assertThat(map.size()).isEqualTo(1);
          });
    }
  }

  @Test
  void aListEndsWithItsLastId() {
    try (Store store = open()) {
      change(
          store,
          map -> {
            assertThat(map.isEmpty()).isTrue();
            assertThat(map.size()).isZero();
            assertThat(map.removeList(1)).isZero();
            assertThat(map.remove(1, 1)).isFalse();
            assertThat(map.add(1, 1)).isTrue();
            assertThat(map.add(1, 1)).isFalse();
            map.addAll(2, ids(0, 5_000, 3));
            assertThat(map.size()).isEqualTo(2);
            assertThat(map.remove(1, 1)).isTrue();
            assertThat(map.size()).isEqualTo(1);
            assertThat(map.removeAll(2, ids(0, 5_000, 1))).isEqualTo(1_667);
            assertThat(map.isEmpty()).isTrue();
            map.addAll(3, ids(0, 5_000, 1));
            assertThat(map.removeList(3)).isEqualTo(5_000);
            assertThat(map.isEmpty()).isTrue();
          });
      assertThat(entries(store)).isZero();
    }
  }

  @Test
  void readersRefuseChangesAndHandlesEnd() {
    try (Store store = open()) {
      change(store, map -> map.addAll(1, ids(0, 2_000, 2)));
      Transaction ended = store.beginRead();
      PostingMap map = ended.postings(MAP);
      List<Runnable> changes =
          List.of(
              () -> map.add(1, 1),
              () -> map.addAll(1, new long[1]),
              () -> map.remove(1, 2),
              () -> map.removeAll(1, new long[1]),
              () -> map.removeList(1),
              map::clear,
              () -> map.load(PostingModelTest.lists(new TreeMap<>())));
      for (Runnable change : changes) {
        assertThatThrownBy(change::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("only reads");
      }
      assertThat(ended.postings("none").cursor(1).next()).isFalse();
      assertThat(ended.postings("none").lists().next()).isFalse();
      PostingCursor cursor = map.cursor(1);
      PostingCursor both = PostingCursor.intersection(map.cursor(1), map.cursor(1));
      PostingListCursor lists = map.lists();
      assertThat(cursor.next() && both.next() && lists.next()).isTrue();
      ended.close();
      for (Runnable read :
          List.<Runnable>of(
              () -> map.contains(1, 1),
              () -> map.count(1),
              map::size,
              map::isEmpty,
              () -> map.cursor(1),
              map::lists,
              map::keys,
              cursor::next,
              cursor::id,
              () -> cursor.seek(9),
              () -> cursor.nextBlock(new long[9]),
              both::next,
              () -> both.nextBlock(new long[9]),
              lists::next,
              lists::key,
              lists::count,
              () -> lists.nextBlock(new long[9]))) {
        assertThatThrownBy(read::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("the transaction has ended");
      }
      try (Transaction tx = store.beginWrite()) {
        PostingMap dropped = tx.postings(MAP);
        PostingCursor behind = dropped.cursor(1);
        assertThat(behind.next()).isTrue();
        tx.drop(MAP);
        assertThatThrownBy(() -> dropped.add(1, 1)).hasMessageContaining("was dropped");
        assertThatThrownBy(behind::next).hasMessageContaining("was dropped");
        assertThat(tx.postings(MAP).isEmpty()).isTrue();
        tx.postings(MAP).add(9, 9);
        tx.rename(MAP, "other");
        assertThat(tx.postings("other").contains(9, 9)).isTrue();
      }
    }
  }

  @Test
  void aCursorStandsOnAnIdOrOnNone() {
    try (Store store = open()) {
      change(store, map -> map.addAll(1, ids(0, 3_000, 3)));
      try (Transaction tx = store.beginRead()) {
        PostingMap map = tx.postings(MAP);
        PostingCursor cursor = map.cursor(1);
        assertThat(cursor.count()).isEqualTo(1_000);
        assertThatThrownBy(cursor::id).hasMessageContaining("is not on an id");
        assertThat(cursor.seek(-5)).isTrue();
        assertThat(cursor.id()).isZero();
        assertThat(cursor.seek(2_000)).isTrue();
        assertThat(cursor.id()).isEqualTo(2_001);
        assertThat(cursor.seek(5)).isTrue();
        assertThat(cursor.id()).as("it goes forward only").isEqualTo(2_001);
        long[] into = new long[2];
        assertThat(cursor.nextBlock(into)).isEqualTo(2);
        assertThat(into).containsExactly(2_004, 2_007);
        assertThat(cursor.id()).isEqualTo(2_007);
        assertThatThrownBy(() -> cursor.nextBlock(new long[0]))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(cursor.seek(2_998)).isFalse();
        assertThatThrownBy(cursor::id).hasMessageContaining("is not on an id");
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.seek(0)).isFalse();
        assertThat(cursor.nextBlock(into)).isZero();
        PostingCursor none = map.cursor(2);
        assertThat(none.count()).isZero();
        assertThat(none.seek(Long.MIN_VALUE)).isFalse();
        assertThatThrownBy(PostingCursor::intersection).hasMessageContaining("no cursor given");
        assertThatThrownBy(PostingCursor::union).hasMessageContaining("no cursor given");
        PostingListCursor lists = map.lists();
        assertThatThrownBy(lists::key).hasMessageContaining("is not on a list");
        assertThat(lists.seek(1) && lists.key() == 1).isTrue();
        assertThat(lists.seek(2)).isFalse();
        assertThat(lists.seek(Long.MIN_VALUE) && lists.key() == 1).isTrue();
      }
    }
  }

  @Test
  void appendedIdsLeaveFullBlocks() {
    try (Store store = open()) {
      change(
          store,
          map -> {
            for (int id = 0; id < 100_000; id++) {
              map.add(id % 2, id);
            }
            for (int from = 0; from < 50_000; from += 70) {
              map.addAll(2, ids(from, Math.min(from + 70, 50_000), 1));
            }
          });
      // Of each list the full blocks, what is left, and the head; and the number of lists.
      assertThat(entries(store)).isEqualTo(3 * (50_000 / 512 + 1 + 1) + 1);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void idsInAnyOrderLeaveBlocksThatAreHalfFull() {
    try (Store store = open()) {
      Random random = new Random(1);
      change(
          store,
          map -> {
            for (int i = 0; i < 40_000; i++) {
              map.add(5, random.nextInt(1_000_000_000));
            }
          });
      assertThat(entries(store)).isLessThan(2 * 40_000 / 256);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void blocksThatBecomeSmallAreJoined() {
    try (Store store = open()) {
      change(store, map -> map.addAll(1, ids(0, 100_000, 1)));
      change(
          store,
          map -> {
            long[] most = LongStream.range(0, 50_000).filter(id -> id % 50 != 0).toArray();
            assertThat(map.removeAll(1, most)).isEqualTo(49_000);
            for (int id = 50_000; id < 100_000; id++) {
              assertThat(map.remove(1, id) || id % 50 == 0).isTrue();
              if (id % 50 == 0) {
                map.add(1, id);
              }
            }
            assertThat(map.count(1)).isEqualTo(2_000);
          });
      // Head, number of lists, and blocks that are a quarter full at least.
      assertThat(entries(store)).isLessThan(2 + 2_000 / 128);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void anAppendedIdTouchesOnlyTheLastBlock() {
    try (Store store = open(StoreOptions.defaults().cacheBytes(64 << 20))) {
      Random random = new Random(1);
      long[] ids = random.longs(1_000_000).sorted().toArray();
      change(store, map -> map.addAll(1, ids));
      store.checkpoint();
      long loaded = store.stats().pageWrites();
      change(store, map -> map.add(1, Long.MAX_VALUE));
      store.checkpoint();
      // The last leaf and that of the head, what is above them, and pages of the store itself.
      assertThat(store.stats().pageWrites() - loaded).isLessThan(16);
    }
  }

  @Test
  void roundsOfRemovingAndAddingDoNotLengthenTheFile() {
    try (Store store = open()) {
      Random random = new Random(1);
      NavigableMap<Long, NavigableSet<Long>> model = new TreeMap<>();
      change(
          store,
          map -> {
            for (long key = 0; key < 8; key++) {
              long[] ids = random.longs(100L << key, 0, 1 << 20).sorted().distinct().toArray();
              model.put(key, new TreeSet<>(Arrays.stream(ids).boxed().toList()));
              map.addAll(key, ids);
            }
          });
      long most = 0;
      for (int round = 0; round < 100; round++) {
        List<long[]> removed = new ArrayList<>();
        change(
            store,
            map -> {
              for (long key = 0; key < 8; key++) {
                int keeps = random.nextInt(4);
                long[] ids = PostingModelTest.array(model.getOrDefault(key, new TreeSet<>()));
                long[] some = Arrays.stream(ids).filter(id -> random.nextInt(4) >= keeps).toArray();
                assertThat(map.removeAll(key, some)).isEqualTo(some.length);
                removed.add(some);
              }
            });
        change(
            store,
            map -> {
              for (int key = 0; key < 8; key++) {
                assertThat(map.addAll(key, removed.get(key))).isEqualTo(removed.get(key).length);
              }
            });
        if (round == 20) {
          store.checkpoint();
          most = entries(store);
        }
      }
      store.checkpoint();
      assertThat(entries(store)).isLessThanOrEqualTo(most * 5 / 4);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void aSortedSourceIsLoadedIntoFullBlocks() {
    try (Store store = open()) {
      NavigableMap<Long, NavigableSet<Long>> lists = new TreeMap<>();
      Random random = new Random(1);
      for (long key = -20; key < 20; key++) {
        long count = key == 3 ? 100_000 : random.nextInt(2_000);
        lists.put(key, new TreeSet<>(random.longs(count).boxed().toList()));
      }
      lists.put(99L, new TreeSet<>());
      change(store, map -> map.load(PostingModelTest.lists(lists)));
      assertThat(store.check().problems()).isEmpty();
      store.read(
          tx -> {
            PostingMap map = tx.postings(MAP);
            lists.forEach((key, ids) -> assertThat(map.count(key)).isEqualTo(ids.size()));
            return map.size();
          });
      // Lists that are there already are joined.
      change(
          store,
          map -> {
            map.load(PostingModelTest.lists(new TreeMap<>(lists.headMap(-15L))));
            assertThat(map.count(-20)).isEqualTo(lists.get(-20L).size());
          });
      try (Transaction tx = store.beginWrite()) {
        PostingMap map = tx.postings("other");
        assertThatThrownBy(() -> map.load(new Unsorted(new long[] {2, 1}, new long[] {1})))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("list 1 is not above its predecessor, 2");
        assertThatThrownBy(map::size).isInstanceOf(IllegalStateException.class);
      }
      try (Transaction tx = store.beginWrite()) {
        PostingMap map = tx.postings("other");
        assertThatThrownBy(() -> map.load(new Unsorted(new long[] {7}, new long[] {1, 1})))
            .hasMessage("list 7: id 1 is not above its predecessor, 1");
      }
    }
  }

  private static final class Unsorted implements PostingLists {
    private final long[] keys;
    private final long[] ids;
    private int at = -1;
    private boolean isRead;

    Unsorted(long[] keys, long[] ids) {
      this.keys = keys;
      this.ids = ids;
    }

    @Override
    public boolean next() {
      isRead = false;
      return ++at < keys.length;
    }

    @Override
    public long key() {
      return keys[at];
    }

    @Override
    public int nextBlock(long[] into) {
      if (isRead) {
        return 0;
      }
      isRead = true;
      System.arraycopy(ids, 0, into, 0, ids.length);
      return ids.length;
    }
  }

  @Test
  void copiesAndCompactionKeepLists(@TempDir Path directory) {
    Path copy = directory.resolve("copy.oct");
    Path backup = directory.resolve("backup.oct");
    try (Store store = open()) {
      change(
          store,
          map -> {
            for (int key = 0; key < 300; key++) {
              map.addAll(key, ids(key, key * 100L + 1, 7));
            }
          });
      change(
          store,
          map -> {
            for (int key = 0; key < 250; key++) {
              map.removeList(key);
            }
          });
      store.compactTo(copy);
      store.backupTo(backup);
      store.compact(1 << 20);
      requireLists(store);
    }
    for (Path path : List.of(copy, backup)) {
      try (Store store = Store.open(path, StoreOptions.defaults())) {
        requireLists(store);
      }
    }
  }

  private static void requireLists(Store store) {
    assertThat(store.check().problems()).isEmpty();
    long size =
        store.read(
            tx -> {
              PostingMap map = tx.postings(MAP);
              for (int key = 250; key < 300; key++) {
                long[] expected = ids(key, key * 100L + 1, 7);
                long[] found = new long[expected.length + 600];
                PostingCursor cursor = map.cursor(key);
                int count = 0;
                for (int n = 1; n > 0; count += n) {
                  long[] block = new long[600];
                  n = cursor.nextBlock(block);
                  System.arraycopy(block, 0, found, count, n);
                }
                assertThat(Arrays.copyOf(found, count)).isEqualTo(expected);
              }
              return map.size();
            });
    assertThat(size).isEqualTo(50);
  }

  /** Neither a step nor a block of any cursor makes an object. */
  @Test
  void readingMakesNoObjects() {
    try (Store store = open(StoreOptions.defaults().cacheBytes(64 << 20))) {
      change(
          store,
          map -> {
            for (int key = 0; key < 3; key++) {
              map.addAll(key, ids(key, 400_000, key + 2));
            }
          });
      try (Transaction tx = store.beginRead()) {
        PostingMap map = tx.postings(MAP);
        long[] into = new long[512];
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
          long before = allocated();
          PostingCursor list = map.cursor(0);
          while (list.next()) {
            into[0] += list.id();
          }
          PostingCursor both = PostingCursor.intersection(map.cursor(0), map.cursor(1));
          PostingCursor any = PostingCursor.union(both, map.cursor(2));
          while (any.nextBlock(into) > 0) {
            into[0]++;
          }
          least = Math.min(least, allocated() - before);
        }
        assertThat(least).isLessThan(64 << 10);
      }
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** A block that has become small joins its neighbour only where both leave room in one. */
  @Test
  void blocksOfDistantIdsAreNotJoined() {
    long[] ids = new Random(8).longs(240, 0, 1L << 62).distinct().sorted().toArray();
    try (Store store = open()) {
      change(store, map -> map.addAll(1, ids));
      // Two blocks of up to 992 bytes, a head, and the number of lists.
      assertThat(entries(store)).isEqualTo(4);
      change(store, map -> map.removeAll(1, Arrays.copyOfRange(ids, 160, ids.length)));
      assertThat(entries(store)).isEqualTo(4);
      change(store, map -> map.removeAll(1, Arrays.copyOf(ids, 115)));
      assertThat(entries(store)).isEqualTo(2);
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.readLong(tx -> tx.postings(MAP).count(1))).isEqualTo(45);
    }
  }
}
