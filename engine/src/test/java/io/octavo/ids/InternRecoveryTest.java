package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.collection.Recovery;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageKind;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits of a ring about tables of strings and tables, some of which no store would write. */
final class InternRecoveryTest {
  private static final int STRINGS = 1;
  private static final int STRINGS_INDEX = 2;
  private static final int PAIRS = 3;
  private static final int STACKS = 5;
  private static final int NEXT = 6;

  private static final PagerOptions BESIDE =
      new PagerOptions(
          1 << 20, false, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);

  private static HeapFile killed(Consumer<OperationLog> operations) {
    OperationLog log = new OperationLog(1 << 16);
    operations.accept(log);
    ForgedFile file = new ForgedFile();
    return new HeapFile(
        file.withRing(log.toBytes())
            .withNextCollection(NEXT)
            .bytes(
                file.catalogue(
                    record(CatalogueRecord.indexOf(STRINGS), STRINGS_INDEX, 9),
                    record(CatalogueRecord.indexOf(PAIRS), PAIRS + 1, 9),
                    record("d", STRINGS, CatalogueRecord.STRINGS),
                    record("p", PAIRS, CatalogueRecord.PAIRS),
                    record("s", STACKS, CatalogueRecord.STACKS))));
  }

  private static CatalogueRecord record(String name, int id, int type) {
    return CatalogueRecord.empty(name, id, type, 1);
  }

  private static Store open(HeapFile file, boolean isReadOnly) {
    StoreOptions options = StoreOptions.defaults().readOnly(isReadOnly);
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  static Stream<Map.Entry<String, Consumer<OperationLog>>> wrong() {
    byte[] string = {1};
    return Map.<String, Consumer<OperationLog>>ofEntries(
            Map.entry("a pair with a value", log -> log.put(PAIRS, 7, 1)),
            Map.entry("a string with a value", log -> log.putBytes(STRINGS, string, string)),
            Map.entry("a long string", log -> log.putBytes(STRINGS, new byte[4_001], new byte[0])),
            Map.entry("a parent that is absent", log -> log.put(STACKS, 0, 1)),
            Map.entry("a parent below none", log -> log.put(STACKS, -2, 1)),
            Map.entry(
                "a node as its parent",
                log -> {
                  log.put(STACKS, -1, 1);
                  log.put(STACKS, 1, 1);
                }),
            Map.entry("a frame below 0", log -> log.put(STACKS, -1, -1)),
            Map.entry("a frame above the last", log -> log.put(STACKS, -1, 1L << 31)),
            Map.entry("a long in a table of strings", log -> log.put(STRINGS, 1, 0)),
            Map.entry("a string among pairs", log -> log.putBytes(PAIRS, string, new byte[0])),
            Map.entry("a string among stacks", log -> log.putBytes(STACKS, string, new byte[0])),
            Map.entry("a pair removed", log -> log.remove(PAIRS, 1)),
            Map.entry("pairs removed", log -> log.removeRange(PAIRS, 1, 2)),
            Map.entry("a stack removed", log -> log.remove(STACKS, 1)),
            Map.entry("stacks removed", log -> log.removeRange(STACKS, 1, 2)),
            Map.entry("a string removed", log -> log.removeBytes(STRINGS, string)),
            Map.entry("strings removed", log -> log.removeBytesRange(STRINGS, string, null)),
            Map.entry("an entry of an index", log -> log.put(STRINGS_INDEX, 1, 1)),
            Map.entry("an entry of an index removed", log -> log.remove(STRINGS_INDEX, 1)),
            Map.entry("an index cleared", log -> log.clear(STRINGS_INDEX)),
            Map.entry("an index dropped", log -> log.drop(STRINGS_INDEX)),
            Map.entry("an index renamed", log -> log.rename(STRINGS_INDEX, "x")),
            Map.entry("an index created", log -> log.create(NEXT, CatalogueRecord.INDEX, "x")),
            Map.entry(
                "an index created of itself",
                log -> log.create(NEXT, CatalogueRecord.INDEX, CatalogueRecord.indexOf(NEXT))),
            Map.entry(
                "an identifier given twice",
                log -> {
                  log.create(NEXT, CatalogueRecord.PAIRS, "x");
                  log.create(NEXT + 1, CatalogueRecord.PAIRS, "y");
                }),
            Map.entry(
                "a name of an index taken",
                log -> {
                  log.create(NEXT, CatalogueRecord.LONG_MAP, CatalogueRecord.indexOf(NEXT + 1));
                  log.create(NEXT + 1, CatalogueRecord.PAIRS, "y");
                }))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey());
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatNoStoreWritesIsRefusedAndNothingIsLost(Map.Entry<String, Consumer<OperationLog>> row) {
    HeapFile file = killed(row.getValue());
    byte[] before = file.content();
    for (boolean isReadOnly : List.of(true, false)) {
      assertThatThrownBy(() -> open(file, isReadOnly).close())
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R27 (commit ring)")
          .hasMessageContaining("commit 2");
    }
    assertThatThrownBy(() -> Recovery.beside(file, BESIDE).close())
        .isExactlyInstanceOf(CorruptionException.class);
    assertThat(file.content()).isEqualTo(before);
  }

  @Test
  void whatStoresWriteIsRecovered() {
    HeapFile file =
        killed(
            log -> {
              log.putBytes(STRINGS, new byte[] {5}, new byte[0]);
              log.put(PAIRS, 7, 0);
              log.put(PAIRS, 7, 0);
              log.put(STACKS, -1, Integer.MAX_VALUE);
              log.put(STACKS, 0, 3);
              log.create(NEXT, CatalogueRecord.PAIRS, "x");
              log.create(NEXT + 2, CatalogueRecord.STRINGS, "y");
            });
    for (boolean isReadOnly : List.of(true, false)) {
      try (Store store = open(file, isReadOnly)) {
        store.read(
            tx -> {
              assertThat(tx.strings("d").find(new byte[] {5})).isZero();
              assertThat(tx.pairs("p").find(7)).isZero();
              assertThat(tx.pairs("p").size()).isEqualTo(1);
              assertThat(tx.stacks("s").depth(1)).isEqualTo(2);
              assertThat(tx.pairs("x").size()).isZero();
              assertThat(tx.strings("y").size()).isZero();
              return true;
            });
        assertThat(store.check().problems()).isEmpty();
      }
    }
  }

  /** A replay builds no index of stacks, so only a check can see a node that is there twice. */
  @Test
  void aNodeThatIsThereTwiceIsFoundByACheck() {
    HeapFile file =
        killed(
            log -> {
              log.put(STACKS, -1, 3);
              log.put(STACKS, -1, 3);
            });
    try (Store store = open(file, false)) {
      assertThat(store.check().problems()).anyMatch(problem -> problem.contains("R34"));
    }
  }

  /** Earlier versions did not reserve the names of indexes. */
  @Test
  void aMapOfAnEarlierVersionIsNotReplacedByAnIndex() {
    String name = CatalogueRecord.indexOf(NEXT);
    ForgedFile forged = new ForgedFile();
    HeapFile file =
        new HeapFile(
            forged
                .withNextCollection(NEXT)
                .bytes(
                    forged.catalogue(
                        CatalogueRecord.empty(name, 1, CatalogueRecord.LONG_MAP, 1)
                            .with(forged.leaf(1, 7), 1))));
    try (Store store = open(file, false)) {
      assertThatThrownBy(() -> store.write(tx -> tx.pairs("p").intern(1)))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("rename");
      store.read(tx -> assertThat(tx.longMap(name).get(7, 0)).isEqualTo(7));
      store.write(tx -> tx.longMap(name).put(8, 8));
      store.write(tx -> tx.rename(name, "m"));
      store.write(tx -> tx.pairs("p").intern(1));
      store.read(tx -> assertThat(tx.longMap("m").get(7, 0)).isEqualTo(7));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void aDamagedPageOfAListIsFoundByEveryWayToReadIt() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    try (Store store = open(file, false)) {
      store.write(tx -> tx.pairs("p").intern(3, 4));
    }
    FileImage image = new FileImage(file.content());
    List<Integer> pages = image.live(PageKind.LIST);
    assertThat(pages).hasSize(1);
    try (Store store = image.damage(pages.get(0)).open()) {
      assertThat(store.check().problems()).isNotEmpty();
      for (Consumer<PairTable> read :
          List.<Consumer<PairTable>>of(
              table -> table.get(0),
              table -> table.read(0, new long[1]),
              table -> table.forEach((id, value) -> {}))) {
        assertThatThrownBy(() -> store.read(tx -> accept(read, tx)))
            .isExactlyInstanceOf(CorruptionException.class);
      }
      assertThatThrownBy(() -> store.write(tx -> tx.pairs("p").intern(5)))
          .isExactlyInstanceOf(CorruptionException.class);
    }
  }

  private static boolean accept(Consumer<PairTable> read, Transaction tx) {
    read.accept(tx.pairs("p"));
    return true;
  }
}
