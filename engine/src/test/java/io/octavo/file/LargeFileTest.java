package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.SparseFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.SpacePage;
import io.octavo.tree.TreeLimits;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files of so many pages that more than one bitmap tells which are in use. */
@Timeout(120)
class LargeFileTest {
  private static final TreeLimits TINY = new TreeLimits(2, 64);

  /** Two entries a leaf: these take more pages than one bitmap covers, with some to spare. */
  private static final int COUNT = 2 * SpacePage.PAGES + 1_000;

  private final SparseFile file = new SparseFile();

  private Store open() {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(48 << 20), TINY);
  }

  private static void fill(Store store, int from, int to) {
    store.write(
        tx -> {
          LongMap map = tx.longMap("m");
          for (long key = from; key < to; key++) {
            map.put(key, ~key);
          }
        });
  }

  private static void assertHolds(Store store, long from, long to) {
    store.read(
        tx -> {
          LongMap map = tx.longMap("m");
          assertThat(map.size()).isEqualTo(to - from);
          long expected = from;
          for (LongCursor c = map.cursor(); c.next(); ) {
            if (c.key() != expected || c.value() != ~expected) {
              throw new AssertionError(c.key() + " instead of " + expected);
            }
            expected++;
          }
          return assertThat(expected).isEqualTo(to);
        });
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void aCompactionGivesUpTheBitmapsOfPagesThatAreGone() {
    try (Store store = open()) {
      fill(store, 0, COUNT);
      store.write(tx -> tx.longMap("m").removeRange(100, COUNT));
      while (store.compact(1 << 20).hasMore()) {}
      assertHolds(store, 0, 100);
      store.write(tx -> tx.longMap("m").clear());
      store.compact(1 << 20);
      assertThat(store.check().problems()).isEmpty();
      // Four meta pages, one of names, one bitmap, and nothing above it.
      assertThat(store.stats().liveBytes()).isEqualTo(6 * PageHeader.PAGE_SIZE);
    }
    assertThat(file.length()).isLessThanOrEqualTo(96 << 10);
    try (Store store = open()) {
      fill(store, 0, COUNT);
      assertHolds(store, 0, COUNT);
    }
  }

  @Test
  void theSecondBitmapComesAndGoes() {
    try (Store store = open()) {
      fill(store, 0, 1_000);
      fill(store, 1_000, COUNT);
    }
    assertThat(file.pageCount()).isGreaterThan(SpacePage.PAGES);
    int branch = new FileImage(metaPages()).meta().space().number();
    file.flip(branch);
    assertThatThrownBy(this::open)
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("page " + branch + " breaks rule R1 (checksum)");
    file.flip(branch);
    try (Store store = open()) {
      assertHolds(store, 0, COUNT);
      store.write(tx -> tx.longMap("m").removeRange(COUNT / 2, COUNT));
      fill(store, COUNT / 2, COUNT / 2 + 500);
      assertHolds(store, 0, COUNT / 2 + 500);
      store.write(tx -> tx.longMap("m").clear());
      fill(store, 0, 100);
    }
    assertThat(file.pageCount()).isLessThan(SpacePage.PAGES);
    try (Store store = open()) {
      assertHolds(store, 0, 100);
      fill(store, 100, 5_000);
      assertHolds(store, 0, 5_000);
    }
  }

  @Test
  void aTransactionThatNeedsTheSecondBitmapIsRolledBack() {
    try (Store store = open()) {
      fill(store, 0, 1_000);
      try (Transaction tx = store.beginWrite()) {
        for (long key = 0; key < COUNT; key++) {
          tx.longMap("m").put(key, ~key);
        }
      }
      fill(store, 1_000, 1_100);
      assertHolds(store, 0, 1_100);
    }
    assertThat(file.pageCount()).isLessThan(2_000);
    try (Store store = open()) {
      assertHolds(store, 0, 1_100);
    }
  }

  private byte[] metaPages() {
    byte[] bytes = new byte[4 * 8192];
    file.read(ByteBuffer.wrap(bytes), 0);
    return bytes;
  }
}
