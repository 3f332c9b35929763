package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.Pager;
import io.octavo.error.StoreFullException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Options out of range, and stores that reach their limit. */
class LimitsTest {
  private static final long MEBIBYTE = 1 << 20;

  private final HeapFile file = new HeapFile();

  private Store open(StoreOptions options) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(5, 6));
    }
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    StoreOptions options = StoreOptions.defaults();
    for (long bytes : new long[] {Long.MIN_VALUE, -1, 0, MEBIBYTE - 1}) {
      assertThatThrownBy(() -> options.cacheBytes(bytes))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("cacheBytes=" + bytes + " is less than 1048576");
    }
    for (long bytes : new long[] {Long.MIN_VALUE, -1, 0, 65_535}) {
      assertThatThrownBy(() -> options.maxBytes(bytes))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("maxBytes=" + bytes + " is less than 65536");
    }
  }

  @Test
  void optionsAreKeptAndNeverChanged() {
    StoreOptions defaults = StoreOptions.defaults();
    StoreOptions changed =
        defaults
            .cacheBytes(2 * MEBIBYTE)
            .durability(Durability.CHECKPOINT)
            .readOnly(true)
            .maxBytes(MEBIBYTE);
    assertThat(changed.cacheBytes()).isEqualTo(2 * MEBIBYTE);
    assertThat(changed.durability()).isEqualTo(Durability.CHECKPOINT);
    assertThat(changed.readOnly()).isTrue();
    assertThat(changed.maxBytes()).isEqualTo(MEBIBYTE);
    assertThat(defaults.durability()).isEqualTo(Durability.SYNC);
    assertThat(defaults.readOnly()).isFalse();
    assertThat(defaults.maxBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(defaults.cacheBytes()).isBetween(MEBIBYTE, 1024 * MEBIBYTE);
  }

  @ParameterizedTest
  @EnumSource
  void theGreatestLimitsWork(Durability durability) {
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(Long.MAX_VALUE)
            .maxBytes(Long.MAX_VALUE)
            .durability(durability);
    try (Store store = open(options)) {
      store.write(tx -> tx.longMap("m").put(1, 1));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionThatPassesTheLimitIsRolledBackAndTheStoreGoesOn(Durability durability) {
    StoreOptions options = StoreOptions.defaults().maxBytes(MEBIBYTE).durability(durability);
    try (Store store = open(options)) {
      fill(store, 0, 10_000);
      for (int round = 0; round < 5; round++) {
        assertThatThrownBy(() -> fill(store, 1_000_000, 200_000))
            .isExactlyInstanceOf(StoreFullException.class)
            .hasMessageContaining(": the store has reached its limit of 128 pages")
            .hasMessageContaining("delete something or raise StoreOptions.maxBytes");
        assertThat(size(store)).isEqualTo(10_000);
        fill(store, 0, 100);
        assertThat(store.check().problems()).isEmpty();
      }
    }
    assertThat(file.length()).isLessThanOrEqualTo(MEBIBYTE);
    try (Store store = open(options.maxBytes(2 * MEBIBYTE))) {
      assertThat(size(store)).isEqualTo(10_000);
      fill(store, 1_000_000, 100_000);
      assertThat(size(store)).isEqualTo(110_000);
    }
  }

  /** Commits that were accepted are there after a close, however full the store was. */
  @ParameterizedTest
  @EnumSource
  void aFullStoreKeepsWhatItHasCommitted(Durability durability) {
    for (long pages = 8; pages < 40; pages++) {
      HeapFile full = new HeapFile();
      Pager.create(full, new UUID(5, 6));
      StoreOptions options =
          StoreOptions.defaults().maxBytes(pages * PageHeader.PAGE_SIZE).durability(durability);
      long committed = 0;
      try (Store store = EngineAccess.open(full, null, options, new TreeLimits(4, 4))) {
        committed = fillUntilFull(store);
      }
      try (Store store = EngineAccess.open(full, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
        assertThat(size(store)).as("%d pages", pages).isEqualTo(committed);
        assertThat(store.check().problems()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFullStoreCanBeEmptied(Durability durability) {
    for (long pages = 8; pages < 40; pages++) {
      HeapFile full = new HeapFile();
      Pager.create(full, new UUID(5, 6));
      StoreOptions options =
          StoreOptions.defaults().maxBytes(pages * PageHeader.PAGE_SIZE).durability(durability);
      try (Store store = EngineAccess.open(full, null, options, new TreeLimits(4, 4))) {
        long committed = fillUntilFull(store);
        int ring = ringPages(full);
        store.write(tx -> tx.longMap("m").clear());
        store.checkpoint();
        long again = fillUntilFull(store);
        // Four entries a leaf and four children a branch leave three entries a page. A front has
        // pages of its own, more or fewer.
        long expected = committed + 3L * (ring - ringPages(full));
        assertThat(again).as("%d pages", pages).isBetween(expected - 16, expected + 16);
      }
    }
  }

  /** Counts the pages that the commit ring takes from the limit. */
  private static int ringPages(HeapFile file) {
    return new FileImage(file.content()).meta().ring().pages();
  }

  private static long fillUntilFull(Store store) {
    for (long key = 0; ; key++) {
      long next = key;
      Throwable thrown = catchThrowable(() -> fill(store, next, 1));
      if (thrown != null) {
        assertThat(thrown).isExactlyInstanceOf(StoreFullException.class);
        return key;
      }
    }
  }

  private static void fill(Store store, long from, int count) {
    store.write(
        tx -> {
          LongMap map = tx.longMap("m");
          for (long key = from; key < from + count; key++) {
            map.put(key, key);
          }
        });
  }

  private static long size(Store store) {
    return store.read(tx -> tx.longMap("m").size());
  }
}
