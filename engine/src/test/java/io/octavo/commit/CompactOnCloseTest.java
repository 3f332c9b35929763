package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.file.NoSpaceException;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongPairs;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that is closed leaves a file that is little longer than its contents. */
@Timeout(120)
class CompactOnCloseTest {
  private static final int KEYS = 100_000;
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(8 << 20);

  /** Leaves with few entries: many pages by few changes. */
  private static final TreeLimits LIMITS = new TreeLimits(64, 64);

  private static Store open(HeapFile file, StoreOptions options) {
    return EngineAccess.open(file, null, options, LIMITS);
  }

  /** Makes a store whose last quarter of the pages is in use, and leaves it open. */
  private static Store filled(HeapFile file, StoreOptions options) {
    Pager.create(file, new UUID(1, 1));
    Store store = open(file, options);
    store.write(tx -> tx.longMap("m").load(new Ascending()));
    store.checkpoint();
    store.write(tx -> tx.longMap("m").removeRange(0, KEYS - KEYS / 4 - 1));
    return store;
  }

  private static final class Ascending implements LongPairs {
    private long key = -1;

    @Override
    public boolean next() {
      return ++key < KEYS;
    }

    @Override
    public long key() {
      return key;
    }

    @Override
    public long value() {
      return 1;
    }
  }

  private static long requireWhole(HeapFile file) {
    try (Store store = open(file, OPTIONS.compactOnClose(Duration.ZERO))) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(KEYS / 4);
      return store.stats().liveBytes();
    }
  }

  @Test
  void freePagesAreGivenBack() {
    HeapFile file = new HeapFile();
    filled(file, OPTIONS).close();
    long length = file.length();
    long live = requireWhole(file);
    assertThat(length).isLessThan(live + live / 4 + (1 << 20));

    HeapFile loose = new HeapFile();
    filled(loose, OPTIONS.compactOnClose(Duration.ZERO)).close();
    assertThat(loose.length()).isGreaterThan(2 * live);
    requireWhole(loose);
  }

  /** Every call of the compaction fails once, for ever or with a full disk: nothing is lost. */
  @Test
  void aFailureLosesNothingAndIsNoFailureOfTheClose() {
    HeapFile whole = new HeapFile();
    Store store = filled(whole, OPTIONS);
    long before = whole.writes();
    store.close();
    long calls = whole.writes() - before;
    HeapFile unchanged = new HeapFile();
    store = filled(unchanged, OPTIONS.compactOnClose(Duration.ZERO));
    before = unchanged.writes();
    store.close();
    long closing = unchanged.writes() - before;
    assertThat(calls).isGreaterThan(closing + 4);
    for (long failing = closing; failing < calls; failing += 1 + (calls - closing) / 40) {
      for (boolean forEver : new boolean[] {false, true}) {
        HeapFile file = new HeapFile();
        Store open = filled(file, OPTIONS);
        long from = file.writes() + failing;
        file.setFault(
            (call, position) -> {
              boolean isHit = forEver ? file.writes() > from : file.writes() == from + 1;
              if (isHit && call != HeapFile.Call.READ) {
                throw new NoSpaceException("the disk is full");
              }
            });
        open.close();
        assertThat(file.isClosed()).isTrue();
        file.heal();
        requireWhole(file);
      }
    }
  }

  /** The process is killed before any call of the compaction. */
  @Test
  void aKillLosesNothing() {
    HeapFile file = new HeapFile();
    Store store = filled(file, OPTIONS);
    List<byte[]> images = new ArrayList<>();
    file.setFault(
        (call, position) -> {
          if (call != HeapFile.Call.READ && images.size() < 60) {
            images.add(file.content());
          }
        });
    store.close();
    assertThat(images.size()).isGreaterThan(10);
    images.forEach(image -> requireWhole(new HeapFile(image)));
  }

  @Test
  void aStoreOfFewFreePagesIsLeftAlone() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    try (Store store = open(file, OPTIONS)) {
      store.write(tx -> tx.longMap("m").put(1, 1));
    }
    long writes = file.writes();
    open(file, OPTIONS).close();
    assertThat(file.writes() - writes).isLessThan(6);
    assertThat(file.length()).isLessThan(16 * PageHeader.PAGE_SIZE);
  }

  @Test
  void wrongTimesAreRefused() {
    assertThatThrownBy(() -> OPTIONS.compactOnClose(Duration.ofNanos(-1)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("compactOnClose=PT-0.000000001S is not from 0 to one day");
    assertThat(OPTIONS.compactOnClose()).isEqualTo(Duration.ofSeconds(1));
  }
}
