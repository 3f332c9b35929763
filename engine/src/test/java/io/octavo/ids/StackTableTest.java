package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Stacks beside a model, and what they promise of their ids and their index. */
final class StackTableTest {
  private static final String TABLE = "stacks";

  /** The most nodes of an index that takes half of 1 MiB. */
  private static final int MOST_NODES = 91_750;

  private HeapFile file = new HeapFile();

  /** The nodes as parent and frame, and their ids. */
  private final List<Long> model = new ArrayList<>();

  private final Map<Long, Integer> ids = new HashMap<>();

  private Store open(TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private void create() {
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    reset(List.of());
  }

  private void reset(List<Long> nodes) {
    model.clear();
    ids.clear();
    nodes.forEach(this::add);
  }

  private int add(long node) {
    Integer known = ids.putIfAbsent(node, model.size());
    if (known == null) {
      model.add(node);
      return model.size() - 1;
    }
    return known;
  }

  @Test
  void tablesDoWhatListsDo() {
    Long only = Long.getLong("octavo.seed");
    Effort.seeds(30)
        .filter(seed -> only == null || seed == only)
        .forEach(
            seed -> {
              try {
                compare(new Random(seed), seed % 3 == 0 ? new TreeLimits(3, 4) : TreeLimits.PAGE);
              } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                    "replay with: mvn -pl engine -am test -Dtest=StackTableTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Doctavo.seed="
                        + seed,
                    e);
              }
            });
  }

  private void compare(Random random, TreeLimits limits) {
    create();
    for (int round = 0; round < 3; round++) {
      try (Store store = open(limits)) {
        for (int commit = 0; commit < 6; commit++) {
          List<Long> before = List.copyOf(model);
          try (Transaction reader = store.beginRead();
              Transaction tx = store.beginWrite()) {
            change(tx, random);
            verify(tx.stacks(TABLE), random);
            if (random.nextInt(3) == 0) {
              reset(before);
            } else {
              tx.commit();
            }
            List<Long> after = List.copyOf(model);
            reset(before);
            verify(reader.stacks(TABLE), random);
            reset(after);
          }
        }
        try (Transaction tx = store.beginRead()) {
          verify(tx.stacks(TABLE), random);
        }
        if (random.nextBoolean()) {
          store.checkpoint();
          assertThat(store.check().problems()).isEmpty();
        }
      }
    }
  }

  private void change(Transaction tx, Random random) {
    if (random.nextInt(12) == 0 && tx.drop(TABLE)) {
      reset(List.of());
    }
    StackTable table = tx.stacks(TABLE);
    if (random.nextInt(6) == 0) {
      table.clear();
      reset(List.of());
    }
    int[] stack = new int[40];
    int frames = 1 + random.nextInt(random.nextBoolean() ? 5 : 1 << 20);
    for (int i = random.nextInt(random.nextInt(300) + 1); i >= 0; i--) {
      int kept = random.nextInt(stack.length);
      for (int at = kept; at < stack.length; at++) {
        stack[at] = random.nextInt(frames);
      }
      int from = random.nextInt(5) == 0 ? random.nextInt(stack.length) : 0;
      int to = from + random.nextInt(stack.length - from + 1);
      int expected = StackTable.NONE;
      for (int at = from; at < to; at++) {
        expected = add(PairTable.pair(expected, stack[at]));
      }
      int found;
      if (random.nextInt(4) == 0) {
        found = StackTable.NONE;
        for (int at = from; at < to; at++) {
          found = table.intern(found, stack[at]);
        }
      } else {
        found = table.intern(random.nextInt(3), stack, from, to);
      }
      assertThat(found).isEqualTo(expected);
      if (to > from) {
        int[] resolved = new int[to - from];
        assertThat(table.resolve(found, resolved)).isEqualTo(to - from);
        assertThat(resolved).isEqualTo(Arrays.copyOfRange(stack, from, to));
      }
    }
  }

  private void verify(StackTable table, Random random) {
    assertThat(table.size()).isEqualTo(model.size());
    int from = random.nextInt(model.size() + 1);
    int[] parents = new int[random.nextInt(700) + 1];
    int[] frames = new int[parents.length];
    int read = table.read(from, parents, frames);
    assertThat(read).isEqualTo(Math.min(parents.length, model.size() - from));
    for (int i = 0; i < read; i++) {
      assertThat(PairTable.pair(parents[i], frames[i])).isEqualTo(model.get(from + i));
    }
    for (int i = 0; i < 20 && !model.isEmpty(); i++) {
      int id = random.nextInt(model.size());
      assertThat(table.parent(id)).isEqualTo(PairTable.high(model.get(id)));
      assertThat(table.frame(id)).isEqualTo(PairTable.low(model.get(id)));
      int depth = 0;
      for (int at = id; at != StackTable.NONE; at = PairTable.high(model.get(at))) {
        depth++;
      }
      assertThat(table.depth(id)).isEqualTo(depth);
      int[] part = new int[random.nextInt(depth + 1)];
      assertThat(table.resolve(id, part)).isEqualTo(depth);
      int at = id;
      for (int place = part.length - 1; place >= 0; place--) {
        assertThat(part[place]).isEqualTo(PairTable.low(model.get(at)));
        at = PairTable.high(model.get(at));
      }
    }
  }

  @Test
  void wrongArgumentsChangeNothing() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      StackTable table = tx.stacks(TABLE);
      int outer = table.intern(StackTable.NONE, 3);
      assertThatThrownBy(() -> table.intern(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> table.intern(-2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> table.intern(outer, -1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1");
      assertThatThrownBy(() -> table.intern(1, new int[] {1, 2, -5}, 0, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("frame 2 is -5");
      assertThatThrownBy(() -> table.intern(1, new int[65_536], 0, 65_536))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("table stacks: a stack of 65536 frames is deeper than 65535");
      assertThatThrownBy(() -> table.depth(7)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(table.depth(StackTable.NONE)).isZero();
      assertThat(table.intern(1, new int[0], 0, 0)).isEqualTo(StackTable.NONE);
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.depth(table.intern(1, IntStream.range(0, 65_535).toArray(), 0, 65_535)))
          .isEqualTo(65_535);
      tx.commit();
    }
  }

  @Test
  void anIndexThatDoesNotFitIsRefusedBeforeAnythingChanges() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      try (Transaction tx = store.beginWrite()) {
        StackTable table = tx.stacks(TABLE);
        // 131,072 slots fill the half of 1 MiB; the next array is twice as long.
        IntStream.range(0, 91_000).forEach(i -> table.intern(StackTable.NONE, i));
        int size = table.size();
        assertThatThrownBy(
                () -> IntStream.range(size, 100_000).forEach(i -> table.intern(StackTable.NONE, i)))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("cacheBytes=1048576")
            .hasMessageContaining("1048576 bytes");
        assertThat(store.stats().indexBytes()).isEqualTo(512 << 10);
        tx.longMap("others").put(1, 2);
        tx.commit();
      }
      store.write(tx -> tx.pairs("pairs").intern(1));
      // The refusal did not cost the index.
      assertThat(store.stats().indexBytes()).isEqualTo(512 << 10);
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store store = open(TreeLimits.PAGE)) {
      assertThat(store.stats().indexBytes()).isZero();
      try (Transaction tx = store.beginRead()) {
        assertThat(tx.stacks(TABLE).size()).isGreaterThan(91_000);
        assertThat(tx.stacks(TABLE).frame(90_000)).isEqualTo(90_000);
      }
      assertThat(store.stats().indexBytes()).isZero();
    }
  }

  @Test
  void aFullIndexFindsWhatTheTableHas() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(
          tx -> {
            IntStream.range(0, 10).forEach(i -> tx.pairs("addresses").intern(1_000 + i));
            StackTable table = tx.stacks(TABLE);
            table.intern(1, new int[] {3, 4, 5}, 0, 3);
            IntStream.range(3, MOST_NODES).forEach(i -> table.intern(StackTable.NONE, 1_000 + i));
            refuseNewNodes(tx);
          });
      store.write(this::refuseNewNodes);
    }
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(this::refuseNewNodes);
      assertThat(store.stats().indexBytes()).isEqualTo(512 << 10);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private void refuseNewNodes(Transaction tx) {
    StackTable table = tx.stacks(TABLE);
    PairTable addresses = tx.pairs("addresses");
    for (int round = 0; round < 2; round++) {
      assertThat(table.intern(StackTable.NONE, 1_007)).isEqualTo(7);
      assertThat(table.intern(1, 5)).isEqualTo(2);
      assertThat(table.intern(round, new int[] {3, 4, 5}, 0, 3)).isEqualTo(2);
      assertThat(table.intern(2, new long[] {1_003, 1_004, 1_005}, 0, 3, addresses)).isEqualTo(2);
      assertRefused(() -> table.intern(StackTable.NONE, 4));
      assertRefused(() -> table.intern(0, new int[] {3, 4, 6, 7}, 0, 4));
      assertRefused(() -> table.intern(2, new long[] {1_003, 1_005}, 0, 2, addresses));
      assertRefused(() -> table.intern(2, new long[] {1_003, 1_004, 77}, 0, 3, addresses));
      assertThat(table.size()).isEqualTo(MOST_NODES);
      assertThat(addresses.size()).isEqualTo(10);
    }
  }

  private static void assertRefused(ThrowingCallable intern) {
    assertThatThrownBy(intern)
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("cacheBytes=1048576");
  }

  @Test
  void aTableOfTwentyCachesIsReadWithinOne() {
    create();
    int[] stack = new int[50];
    try (Store store =
        EngineAccess.open(
            file, null, StoreOptions.defaults().cacheBytes(64 << 20), TreeLimits.PAGE)) {
      Random random = new Random(1);
      store.write(
          tx -> {
            StackTable table = tx.stacks(TABLE);
            for (int i = 0; i < 112_000; i++) {
              Arrays.setAll(stack, at -> random.nextInt(Integer.MAX_VALUE));
              stack[0] = i;
              table.intern(1, stack, 0, stack.length);
            }
            assertThat(store.stats().indexBytes()).isBetween(1L, 12L * table.size());
          });
    }
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginRead()) {
      assertThat(store.stats().fileBytes()).isGreaterThan(20 << 20);
      StackTable table = tx.stacks(TABLE);
      Random random = new Random(1);
      int[] resolved = new int[stack.length];
      for (int i = 0; i < 112_000; i++) {
        Arrays.setAll(stack, at -> random.nextInt(Integer.MAX_VALUE));
        if (i % 64 == 0) {
          stack[0] = i;
          int leaf = (i + 1) * stack.length - 1;
          assertThat(table.resolve(leaf, resolved)).isEqualTo(stack.length);
          assertThat(resolved).isEqualTo(stack);
        }
      }
      int[] parents = new int[10 * stack.length];
      int[] frames = new int[parents.length];
      for (int from = 0; from < table.size(); from += parents.length) {
        assertThat(table.read(from, parents, frames)).isEqualTo(parents.length);
        assertThat(parents[stack.length]).isEqualTo(StackTable.NONE);
        assertThat(frames[stack.length]).isEqualTo(from / stack.length + 1);
      }
      for (int i = 0; i < 5_000; i++) {
        int outermost = random.nextInt(112_000);
        table.resolve((outermost + 1) * stack.length - 1, resolved);
        assertThat(resolved[0]).isEqualTo(outermost);
      }
      assertThat(store.stats().cacheBytes()).isLessThanOrEqualTo(1 << 20);
      assertThat(store.stats().indexBytes()).isZero();
    }
  }

  /** The array of an index has a limit that a restart must not lower. */
  @Test
  void aFullIndexIsBuiltAgainAfterAnOpen() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(
          tx -> {
            StackTable table = tx.stacks(TABLE);
            IntStream.range(0, 91_000).forEach(i -> table.intern(StackTable.NONE, i));
          });
    }
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      assertThat(tx.stacks(TABLE).intern(StackTable.NONE, 7)).isEqualTo(7);
      assertThat(tx.stacks(TABLE).intern(StackTable.NONE, 91_000)).isEqualTo(91_000);
    }
  }

  /** The table of pairs gives ids from 0, which are frames of stacks already. */
  @Test
  void anAddressThatIsNewMayHaveAFrameThatTheStacksHave() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      StackTable table = tx.stacks(TABLE);
      int root = table.intern(StackTable.NONE, 0);
      int node = table.intern(root, 1);
      PairTable addresses = tx.pairs("addresses");
      assertThat(table.intern(1, new long[] {10, 11}, 0, 2, addresses)).isEqualTo(node);
      assertThat(table.intern(2, new long[] {10, 11, 12}, 0, 3, addresses)).isEqualTo(2);
      addresses.clear();
      assertThat(table.intern(1, new long[] {20, 21, 22}, 0, 3, addresses)).isEqualTo(2);
      assertThat(table.size()).isEqualTo(3);
    }
  }

  @Test
  void addressesAreAddedAgainAfterAClearOfTheirTable() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      PairTable addresses = tx.pairs("addresses");
      StackTable table = tx.stacks(TABLE);
      long[] stack = {11, 12, 13};
      table.intern(1, stack, 0, 3, addresses);
      addresses.clear();
      int node = table.intern(1, stack, 0, 3, addresses);
      assertThat(addresses.get(table.frame(node))).isEqualTo(13);
      assertThat(addresses.size()).isEqualTo(3);
    }
  }

  @Test
  void ofLongStacksOnlyTheOuterFramesAreRemembered() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      StackTable table = tx.stacks(TABLE);
      int[] stack = IntStream.range(0, 3_000).toArray();
      int first = table.intern(1, stack, 0, 3_000);
      assertThat(table.intern(1, stack, 0, 3_000)).isEqualTo(first);
      stack[2_000] = 7;
      int second = table.intern(1, stack, 0, 3_000);
      int[] resolved = new int[3_000];
      assertThat(table.resolve(second, resolved)).isEqualTo(3_000);
      assertThat(resolved).isEqualTo(stack);
      assertThat(table.size()).isEqualTo(4_000);
    }
  }

  @Test
  void aClearThatIsRolledBackLeavesNoIndexOfOtherNodes() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(
          tx -> IntStream.range(0, 100).forEach(i -> tx.stacks(TABLE).intern(StackTable.NONE, i)));
      try (Transaction tx = store.beginWrite()) {
        tx.stacks(TABLE).clear();
        IntStream.range(0, 500).forEach(i -> tx.stacks(TABLE).intern(StackTable.NONE, 1_000 + i));
      }
      store.write(
          tx ->
              IntStream.range(0, 100)
                  .forEach(
                      i -> assertThat(tx.stacks(TABLE).intern(StackTable.NONE, i)).isEqualTo(i)));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void addressesBecomeIdsOfPairs() {
    create();
    try (Store store = open(TreeLimits.PAGE)) {
      try (Transaction tx = store.beginWrite()) {
        PairTable addresses = tx.pairs("addresses");
        StackTable table = tx.stacks(TABLE);
        long[] stack = {0x7F00_0000_1000L, 0x7F00_0000_2000L, 0x7F00_0000_3000L};
        int first = table.intern(1, stack, 0, 3, addresses);
        stack[2] = -1;
        int second = table.intern(1, stack, 0, 3, addresses);
        assertThat(table.parent(first)).isEqualTo(table.parent(second));
        int[] frames = new int[3];
        table.resolve(second, frames);
        assertThat(Arrays.stream(frames).mapToLong(addresses::get).toArray()).isEqualTo(stack);
        assertThat(table.intern(1, new int[] {0, 1, 2}, 0, 3)).isEqualTo(first);
        tx.commit();
      }
      try (Transaction tx = store.beginRead()) {
        assertThat(tx.pairs("addresses").size()).isEqualTo(4);
        assertThat(tx.stacks(TABLE).size()).isEqualTo(4);
      }
    }
  }
}
