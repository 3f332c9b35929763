package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.check.StoreCheck;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pairs beside a model, and what they promise of their ids. */
final class PairTableTest {
  private static final String TABLE = "pairs";

  /** Kinds of values, each of which makes other blocks. */
  private static final List<IntToLongFunction> FAMILIES =
      List.of(
          i -> i,
          i -> -i * 7L,
          i -> (long) i << 32,
          i -> PairTable.pair(i % 300, i / 300),
          i -> PairTable.pair(i * 31 % 30_000, i * 17 % 30_000),
          i -> Long.reverse(i),
          i -> 0x7F00_0000_0000L + i * 0x9E37_79B9L % 1_000_003 * 16,
          i -> i * 0x9E37_79B9_7F4A_7C15L,
          i -> i % 2 == 0 ? Long.MIN_VALUE + i : Long.MAX_VALUE - i);

  private HeapFile file = new HeapFile();
  private final List<Long> model = new ArrayList<>();

  private Store open(TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private void create() {
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    model.clear();
  }

  @Test
  void tablesDoWhatListsDo() {
    Long only = Long.getLong("octavo.seed");
    Effort.seeds(18)
        .filter(seed -> only == null || seed == only)
        .forEach(
            seed -> {
              try {
                compare(new Random(seed), seed % 3 == 0 ? new TreeLimits(3, 4) : TreeLimits.PAGE);
              } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                    "replay with: mvn -pl engine -am test -Dtest=PairTableTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Doctavo.seed="
                        + seed,
                    e);
              }
            });
  }

  private void compare(Random random, TreeLimits limits) {
    create();
    IntToLongFunction family = FAMILIES.get(random.nextInt(FAMILIES.size()));
    for (int round = 0; round < 3; round++) {
      try (Store store = open(limits)) {
        for (int commit = 0; commit < 6; commit++) {
          List<Long> before = List.copyOf(model);
          try (Transaction reader = store.beginRead();
              Transaction tx = store.beginWrite()) {
            change(tx, random, family);
            verify(tx.pairs(TABLE), random);
            if (random.nextInt(4) == 0) {
              model.clear();
              model.addAll(before);
            } else {
              tx.commit();
            }
            List<Long> after = List.copyOf(model);
            model.clear();
            model.addAll(before);
            verify(reader.pairs(TABLE), random);
            model.clear();
            model.addAll(after);
          }
        }
        try (Transaction tx = store.beginRead()) {
          verify(tx.pairs(TABLE), random);
        }
        if (random.nextBoolean()) {
          store.checkpoint();
          assertThat(store.check().problems()).isEmpty();
        }
      }
    }
  }

  private void change(Transaction tx, Random random, IntToLongFunction family) {
    if (random.nextInt(12) == 0 && tx.drop(TABLE)) {
      model.clear();
    }
    PairTable table = tx.pairs(TABLE);
    if (random.nextInt(10) == 0) {
      table.clear();
      model.clear();
    }
    Map<Long, Integer> ids = new HashMap<>();
    model.forEach(value -> ids.put(value, ids.size()));
    for (int i = random.nextInt(random.nextInt(3_000) + 1); i >= 0; i--) {
      long value =
          random.nextInt(4) == 0 && !model.isEmpty()
              ? model.get(random.nextInt(model.size()))
              : family.applyAsLong(random.nextInt(5_000));
      Integer id = ids.putIfAbsent(value, model.size());
      assertThat(table.find(value)).isEqualTo(id == null ? PairTable.ABSENT : id);
      assertThat(table.intern(value)).isEqualTo(id == null ? model.size() : id);
      if (id == null) {
        model.add(value);
      }
      if (i % 100 == 0) {
        verify(table, random);
      }
    }
  }

  private void verify(PairTable table, Random random) {
    assertThat(table.size()).isEqualTo(model.size());
    long[] values = new long[random.nextInt(700) + 1];
    int from = random.nextInt(model.size() + 1);
    int read = table.read(from, values);
    assertThat(read).isEqualTo(Math.min(values.length, model.size() - from));
    for (int i = 0; i < read; i++) {
      assertThat(values[i]).isEqualTo(model.get(from + i));
    }
    for (int i = 0; i < 20 && !model.isEmpty(); i++) {
      int id = random.nextInt(model.size());
      assertThat(table.get(id)).isEqualTo(model.get(id));
      assertThat(table.find(model.get(id))).isEqualTo(id);
    }
    for (int id : new int[] {-1, model.size(), Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> table.get(id)).isInstanceOf(IndexOutOfBoundsException.class);
    }
    List<Long> all = new ArrayList<>();
    table.forEach((id, value) -> all.add(value));
    assertThat(all).isEqualTo(model);
  }

  @Test
  void idsOfARolledBackTransactionAreGivenAgain() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> tx.pairs(TABLE).intern(5));
      try (Transaction tx = store.beginWrite()) {
        IntStream.range(0, 1_000).forEach(i -> tx.pairs(TABLE).intern(100 + i));
      }
      try (Transaction tx = store.beginWrite()) {
        assertThat(tx.pairs(TABLE).find(100)).isEqualTo(PairTable.ABSENT);
        assertThat(tx.pairs(TABLE).intern(7)).isEqualTo(1);
        assertThat(tx.pairs(TABLE).intern(100)).isEqualTo(2);
        assertThat(tx.pairs(TABLE).get(1)).isEqualTo(7);
        tx.commit();
      }
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void equalValuesMakeEqualPagesHoweverTheyAreCommitted() {
    for (IntToLongFunction family : FAMILIES) {
      List<byte[]> once = pages(family, 20_000);
      List<byte[]> often = pages(family, 777);
      assertThat(often).hasSameSizeAs(once);
      for (int i = 0; i < once.size(); i++) {
        assertThat(often.get(i)).isEqualTo(once.get(i));
      }
    }
  }

  /** Returns what is behind the page numbers of the pages of a list, in their order. */
  private List<byte[]> pages(IntToLongFunction family, int commits) {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      int next = 0;
      while (next < 20_000) {
        int from = next;
        int to = Math.min(20_000, from + commits);
        store.write(
            tx ->
                IntStream.range(from, to)
                    .forEach(i -> tx.pairs(TABLE).intern(family.applyAsLong(i))));
        next = to;
      }
      assertThat(store.check().problems()).isEmpty();
    }
    List<byte[]> pages = new ArrayList<>();
    Pager pager =
        Pager.open(
            file,
            new PagerOptions(
                1 << 20, true, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null));
    StoreCheck.of(
        pager.durable(),
        new StoreCheck.Visitor() {
          @Override
          public void page(PageRef ref, int owner, byte[] page) {
            if (PageHeader.kindCode(page) == PageKind.LIST.code()) {
              byte[] bytes = new byte[PageHeader.PAGE_SIZE - PageHeader.COUNT];
              Memory.get(page, PageHeader.COUNT, bytes, 0, bytes.length);
              pages.add(bytes);
            }
          }

          @Override
          public void damaged(PageRef ref, int owner, String problem) {
            throw new AssertionError(problem);
          }
        });
    pager.close();
    return pages;
  }

  @Test
  void theFirstTableSetsTheFeatureAndIsReplayed() {
    create();
    HeapFile crashed;
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(tx -> tx.longMap("longs").put(1, 1));
      store.write(tx -> tx.pairs(TABLE).intern(1, 2));
      store.write(tx -> tx.pairs(TABLE).intern(3, 4));
      store.write(tx -> tx.pairs("second").intern(5, 6));
      crashed = new HeapFile(file.content());
    }
    file = crashed;
    try (Store store = open(TreeLimits.PAGE)) {
      try (Transaction tx = store.beginRead()) {
        assertThat(tx.pairs(TABLE).find(PairTable.pair(3, 4))).isEqualTo(1);
        assertThat(tx.pairs("second").get(0)).isEqualTo(PairTable.pair(5, 6));
        assertThat(tx.names()).containsExactly("longs", TABLE, "second");
      }
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void namesOfIndexesAreTheStores() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      assertThatThrownBy(() -> tx.longMap("\0index 5"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("reserved");
      assertThatThrownBy(() -> tx.longMap("a").put(tx.pairs("a").size(), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a table of pairs");
    }
  }

  @Test
  void halvesAreThoseOfThePair() {
    for (int high : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      for (int low : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThat(PairTable.high(PairTable.pair(high, low))).isEqualTo(high);
        assertThat(PairTable.low(PairTable.pair(high, low))).isEqualTo(low);
      }
    }
  }
}
