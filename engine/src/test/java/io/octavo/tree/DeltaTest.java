package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.commit.Pager;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Leaves that are kept as lists of changes, if the page that they were copied from is damaged. */
class DeltaTest {
  private static final int KEYS = 12_000;

  /** Some 600 leaves, and memory for 126 pages. */
  private static final TreeLimits LIMITS = new TreeLimits(20, 60);

  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);

  private final HeapFile file = new HeapFile();

  /** Changes a byte of each leaf in the file; a second call restores them. */
  private void damageLeaves() throws IOException {
    for (long page = 0; page < file.length(); page += PageHeader.PAGE_SIZE) {
      ByteBuffer bytes = ByteBuffer.allocate(PageHeader.PAGE_SIZE);
      file.read(bytes, page);
      if (bytes.get(PageHeader.KIND) == PageKind.LEAF.code()) {
        int last = PageHeader.PAGE_SIZE - 1;
        file.write(ByteBuffer.wrap(new byte[] {(byte) ~bytes.get(last)}), page + last);
      }
    }
  }

  /** The commits stay in the ring, and what is in memory is read. */
  @Test
  void aDamagedBaseFailsTheCheckpointAndLosesNoCommit() throws IOException {
    Pager.create(file, new UUID(3, 3));
    Store store = EngineAccess.open(file, null, OPTIONS, LIMITS);
    store.write(tx -> LongStream.range(0, KEYS).forEach(key -> tx.longMap("longs").put(key, key)));
    store.checkpoint();
    for (long i = 0; i < 7; i++) {
      long from = i;
      store.write(
          tx -> {
            for (long key = from; key < KEYS; key += 7) {
              tx.longMap("longs").put(key, ~key);
            }
          });
    }
    StoreStats stats = store.stats();
    assertThat(stats.leafReductions()).isPositive();
    assertThat(stats.deltaBytes()).isPositive();
    damageLeaves();
    int damaged = 0;
    for (long key = 0; key < KEYS; key++) {
      long sought = key;
      try {
        assertThat(store.<Long>read(tx -> tx.longMap("longs").get(sought, 0))).isEqualTo(~key);
      } catch (CorruptionException e) {
        damaged++;
      }
    }
    assertThat(damaged).isBetween(1, KEYS - 1);
    store.write(tx -> tx.longMap("other").put(1, 2));
    assertThatThrownBy(store::checkpoint).isInstanceOf(CorruptionException.class);
    assertThatThrownBy(store::close).isInstanceOf(CorruptionException.class);
    damageLeaves();
    try (Store healed = EngineAccess.open(file, null, OPTIONS, LIMITS)) {
      healed.view(
          tx -> {
            LongMap longs = tx.longMap("longs");
            LongStream.range(0, KEYS).forEach(key -> assertThat(longs.get(key, 0)).isEqualTo(~key));
            assertThat(tx.longMap("other").get(1, 0)).isEqualTo(2);
          });
    }
  }
}
