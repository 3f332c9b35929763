package io.octavo.posting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.tree.BytesTreeWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Damaged posting lists: what is refused, what is answered, and what {@code check} says. */
class PostingDamageTest {
  private static final String MAP = "p";
  private static final int LISTS = 7;

  private static HeapFile file() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(3, 7));
    return file;
  }

  private static long[] ids(SplittableRandom random, int list) {
    return switch (list) {
      case 0 -> LongStream.range(0, 3_000).toArray();
      case 1 -> random.longs(2_000).sorted().toArray();
      case 2 -> random.longs(700, -5_000, 5_000).sorted().distinct().toArray();
      case 3 -> random.longs(100, 0, 1L << 40).sorted().distinct().toArray();
      default -> random.longs(list - 3, 0, 1_000).sorted().distinct().toArray();
    };
  }

  private static FileImage sample(long seed) {
    HeapFile file = file();
    try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY)) {
      store.write(
          tx -> {
            for (int list = 0; list < LISTS; list++) {
              tx.postings(MAP).addAll(list, ids(new SplittableRandom(seed + list), list));
            }
          });
    }
    return new FileImage(file.content());
  }

  /** Reads everything in every way; ids that are given ascend, whatever the bytes are. */
  private static void read(Store store) {
    store.read(
        tx -> {
          PostingMap map = tx.postings(MAP);
          long[] into = new long[PackedBlock.MAX_COUNT];
          long most = 0;
          for (long list = -1; list < LISTS + 1; list++) {
            map.count(list);
            map.contains(list, 17);
            PostingCursor cursor = map.cursor(list);
            boolean isFirst = true;
            long last = 0;
            while (cursor.next()) {
              if (!isFirst && cursor.id() <= last) {
                throw new AssertionError("list " + list + ": " + cursor.id() + " behind " + last);
              }
              isFirst = false;
              last = cursor.id();
              most++;
            }
            PostingCursor skips = map.cursor(list);
            for (long id = -6_000; id < 6_000 && skips.seek(id); id += 611) {
              skips.id();
            }
          }
          PostingCursor[] cursors = new PostingCursor[3];
          Arrays.setAll(cursors, map::cursor);
          PostingCursor any = PostingCursor.union(cursors);
          PostingCursor all =
              PostingCursor.intersection(any, map.cursor(2), map.cursor(0), map.cursor(3));
          while (PostingCursor.difference(all, map.cursor(4)).nextBlock(into) > 0) {
            most++;
          }
          for (PostingListCursor lists = map.lists(); lists.next(); ) {
            while (lists.nextBlock(into) > 0) {
              most++;
            }
          }
          return most + map.size();
        });
  }

  private static void write(Store store) {
    store.write(
        tx -> {
          PostingMap map = tx.postings(MAP);
          for (int list = 0; list < LISTS; list++) {
            map.add(list, 5);
            map.addAll(list, LongStream.range(-100, 900).toArray());
            map.removeAll(list, LongStream.range(0, 500).toArray());
          }
          map.removeList(1);
        });
  }

  /** Bytes of entries changed under right checksums, as a forger would. */
  @Test
  void changedEntriesAreRefusedOrReadAsOtherIds() {
    int refused = 0;
    int reported = 0;
    for (int seed = 0; seed < 150; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      FileImage image = sample(1);
      Integer[] leaves = image.live(PageKind.BYTES_LEAF).toArray(Integer[]::new);
      int number = leaves[random.nextInt(leaves.length)];
      byte[] page = image.page(number);
      for (int i = random.nextInt(3); i >= 0; i--) {
        int bound = PageHeader.heapBound(page);
        int at =
            bound + random.nextInt(Math.min(PageHeader.PAGE_SIZE - bound, 1 << random.nextInt(14)));
        Memory.putByte(page, at, random.nextInt(256));
      }
      image.replace(number, page).sealAgain();
      String what = "seed " + seed;
      int[] found =
          assertTimeoutPreemptively(
              Duration.ofMinutes(2), () -> useDamaged(image, what), what + " hangs");
      refused += found[0];
      reported += found[1];
    }
    assertThat(refused).isGreaterThan(50);
    assertThat(reported).isGreaterThan(75);
  }

  /** Uses a damaged store; gives how often it was refused, and whether a check tells of damage. */
  private static int[] useDamaged(FileImage image, String what) {
    int refused = 0;
    int reported = 0;
    try (Store store = image.open()) {
      reported += store.check().ok() ? 0 : 1;
      try {
        read(store);
      } catch (CorruptionException e) {
        refused++;
      }
      try {
        write(store);
      } catch (CorruptionException e) {
        refused++;
      }
    } catch (CorruptionException e) {
      refused++;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(what + ": " + e, e);
    }
    return new int[] {refused, reported};
  }

  /** Entries of the tree itself, as a program with a mistake would leave them. */
  private static final class Raw {
    private final BytesTreeWriter tree;

    Raw(Transaction tx) {
      this.tree =
          EngineAccess.changes(tx).bytesTree(Objects.requireNonNull(EngineAccess.find(tx, MAP)));
    }

    void put(byte[] key, byte[] value) {
      tree.put(key, value, BytesTreeWriter.Put.ALWAYS);
    }

    void remove(byte[] key) {
      assertThat(tree.remove(key)).isTrue();
    }

    void block(long list, long... ids) {
      byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
      int length = new BlockEncoder().encodeRest(ids, 0, ids.length, block, 0);
      byte[] value = new byte[length];
      Memory.get(block, 0, value, 0, length);
      put(PostingKeys.block(list, ids[0]), value);
    }
  }

  /** Makes a mistake; check must tell it, and using the lists must not do harm. */
  private static void isReported(String said, Consumer<Raw> mistake) {
    try (Store store = EngineAccess.open(file(), null, StoreOptions.defaults(), FileImage.TINY)) {
      store.write(
          tx -> {
            PostingMap map = tx.postings(MAP);
            map.addAll(1, LongStream.range(0, 1_200).toArray());
            map.addAll(2, new long[] {4, 5, 6});
            map.addAll(3, LongStream.range(0, 600).toArray());
          });
      store.checkpoint();
      assertThat(store.check().problems()).isEmpty();
      store.write(tx -> mistake.accept(new Raw(tx)));
      store.checkpoint();
      assertThat(store.check().problems())
          .as(said)
          .anyMatch(problem -> problem.contains("R30") && problem.contains(said));
      try {
        read(store);
        write(store);
      } catch (CorruptionException e) {
        assertThat(e.rule()).as(said).matches("R(29|30) .*");
        assertThat(e.page()).isPositive();
      }
    }
  }

  @Test
  void mistakesInEntriesAreReported() {
    byte[] one = PostingKeys.head(1);
    isReported("no head", raw -> raw.remove(one));
    isReported("its head says 1200 in 4", raw -> raw.put(one, PostingKeys.numbers(1_200, 4)));
    isReported("its head says 1199 in 3", raw -> raw.put(one, PostingKeys.numbers(1_199, 3)));
    isReported("numbers that count", raw -> raw.put(one, new byte[] {9}));
    isReported("numbers that count", raw -> raw.put(one, new byte[] {9, 3, 1}));
    isReported("numbers that count", raw -> raw.put(one, new byte[40]));
    isReported("numbers that count", raw -> raw.put(PostingKeys.lists(), new byte[0]));
    isReported("3 lists, 4 are", raw -> raw.put(PostingKeys.lists(), PostingKeys.numbers(4)));
    isReported("3 lists, 0 are", raw -> raw.remove(PostingKeys.lists()));
    isReported("4 lists, 3 are", raw -> raw.block(7, 1, 2));
    isReported(
        "1 blocks and a head", raw -> raw.put(PostingKeys.head(2), PostingKeys.numbers(3, 2)));
    isReported("begins with 511 behind 511", raw -> raw.block(1, 511, 512));
    isReported("begins with 512 behind 600", raw -> raw.block(1, 0, 600));
    isReported("has 688 ids in 2", raw -> raw.remove(PostingKeys.block(1, 512)));
    byte[] block = PostingKeys.block(1, 512);
    isReported("from 512 on is damaged", raw -> raw.put(block, new byte[] {1}));
    isReported("from 512 on is damaged", raw -> raw.put(block, new byte[3_900]));
    isReported("from 512 on is damaged", raw -> raw.put(block, new byte[] {5, 2, 9, 9, 9}));
    isReported("is large", raw -> raw.put(block, new byte[5_000]));
    isReported("no list and no block", raw -> raw.put(Arrays.copyOf(block, 9), new byte[0]));
    isReported("no list and no block", raw -> raw.put(new byte[] {(byte) 0xC0, 1}, new byte[0]));
    isReported(
        "no list and no block", raw -> raw.put(new byte[] {one[0], (byte) 0xFF}, new byte[0]));
    isReported("no list and no block", raw -> raw.put(new byte[1_900], new byte[0]));
    isReported("1 blocks and a head", raw -> raw.tree.removeRange(block, PostingKeys.head(2)));
  }

  @Test
  void aHeadWithoutBlocksIsRefusedByWriters() {
    try (Store store = EngineAccess.open(file(), null, StoreOptions.defaults(), FileImage.TINY)) {
      try (Transaction tx = store.beginWrite()) {
        PostingMap map = tx.postings(MAP);
        new Raw(tx).put(PostingKeys.head(1), PostingKeys.numbers(7, 2));
        assertThatThrownBy(() -> map.add(1, 5))
            .isInstanceOf(CorruptionException.class)
            .hasMessageContaining("R30")
            .hasMessageContaining("no block of list 1");
        assertThatThrownBy(() -> map.count(1)).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void aDamagedPageIsReportedAndRefused() {
    FileImage image = sample(1);
    for (PageKind kind : new PageKind[] {PageKind.BYTES_LEAF, PageKind.BYTES_BRANCH}) {
      for (int page : image.live(kind)) {
        try (Store store = image.copy().damage(page).open()) {
          assertThat(store.check().problems()).isNotEmpty().noneMatch(p -> p.contains("R30"));
          assertThatThrownBy(() -> read(store))
              .isExactlyInstanceOf(CorruptionException.class)
              .hasFieldOrPropertyWithValue("page", (long) page);
        }
      }
    }
  }
}
