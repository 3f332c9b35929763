package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.HeapFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SpacePage;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check names each broken rule of a forged file, and no rule that no page breaks. */
final class ForgedCheckTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  private final ForgedFile file = new ForgedFile();

  private static List<String> check(byte[] bytes) {
    try (Store store = EngineAccess.open(new HeapFile(bytes), null, READ_ONLY, TreeLimits.PAGE)) {
      return store.check().problems();
    }
  }

  private static CatalogueRecord record(String name, int id, int type, PageRef root, long entries) {
    return CatalogueRecord.empty(name, id, type, 1).with(root, entries);
  }

  /** A store with a collection of each type, of which the maps have several pages. */
  private static FileImage store() {
    HeapFile heap = new HeapFile();
    Pager.create(heap, new UUID(7, 7));
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(
          tx ->
              IntStream.range(0, 3_000)
                  .forEach(
                      i -> {
                        byte[] key = {(byte) (i >> 8), (byte) i};
                        tx.longMap("longs").put(i, i);
                        tx.bytesMap("strings").put(key, new byte[i % 300 == 0 ? 9_000 : 9]);
                        tx.bytesMap("others").put(key, new byte[i % 300 == 1 ? 9_000 : 9]);
                        tx.postings("lists").add(i % 3, i);
                        tx.strings("dictionary").intern("string " + i);
                        tx.pairs("pairs").intern(i * 77L);
                        tx.stacks("stacks").intern(i / 2 - 1, i);
                        tx.series("series").add(i, i);
                      }));
    }
    return new FileImage(heap.content());
  }

  @Test
  void bitmapsThatDoNotFollowEachOtherAreReported() {
    PageRef first = file.bitmap(0, IntStream.range(0, 9).toArray());
    PageRef space = file.children(PageKind.SPACE_BRANCH, first, file.bitmap(2));
    // Page 4 is a bitmap too, but nothing refers to it.
    assertThat(check(file.bytes(PageRef.NONE, space)))
        .anyMatch(
            problem ->
                problem.startsWith("bitmap 6 begins with page 130304, expected page 65152")
                    && problem.contains("R21"));
  }

  @Test
  void bitmapsThatBeginLateAreReported() {
    assertThat(check(file.bytes(PageRef.NONE, file.bitmap(1))))
        .anyMatch(problem -> problem.contains("begins with page 65152, expected page 0 (R21"));
  }

  /** A number of a page that no file can have must not demand all memory. */
  @Test
  void bitmapsOfPagesFarBehindTheEndAreReported() {
    int index = Integer.MAX_VALUE / SpacePage.PAGES;
    int bit = Integer.MAX_VALUE % SpacePage.PAGES;
    PageRef first = file.bitmap(0, IntStream.range(0, 9).toArray());
    PageRef space = file.children(PageKind.SPACE_BRANCH, first, file.bitmap(index, bit));
    assertThat(check(file.bytes(PageRef.NONE, space)))
        .anyMatch(problem -> problem.contains("R21"))
        .anyMatch(problem -> problem.contains("page 2147483647 is marked in use behind the end"));
  }

  /** A page that a map shares with nobody, and what is wrong with another map. */
  @ParameterizedTest
  @ValueSource(strings = {"dictionary", "pairs"})
  void damageOfAMapDoesNotHideAnIndexThatIsWrong(String name) {
    FileImage image = store();
    image.changeRecord(
        CatalogueRecord.indexOf(image.record(name).id()), record -> record.with(PageRef.NONE, 0));
    List<String> alone = check(image.sealAgain().bytes());
    assertThat(alone).anyMatch(problem -> problem.contains("R33"));
    image.damage(image.record("longs").root().number());
    assertThat(check(image.bytes())).anyMatch(problem -> problem.contains("R33"));
  }

  @Test
  void damageOfAMapDoesNotHideWrongCountsAndReferencesOfOthers() {
    FileImage image = store();
    UnaryOperator<CatalogueRecord> more = r -> r.with(r.root(), r.entries() + 1);
    for (String name : List.of("strings", "stacks", "series", "lists")) {
      image.changeRecord(name, more);
    }
    image.changeRecord(
        CatalogueRecord.piecesOf(image.record("others").id()),
        record -> record.with(PageRef.NONE, 0));
    image.sealAgain();
    image.damage(image.record("longs").root().number());
    List<String> problems = check(image.bytes());
    for (String name : List.of("strings", "stacks", "series", "lists")) {
      assertThat(problems)
          .anyMatch(problem -> problem.contains("map " + name + " has") && problem.contains("R24"));
    }
    assertThat(problems).anyMatch(problem -> problem.contains("R29"));
    assertThat(problems).noneMatch(problem -> problem.contains("map longs has"));
  }

  /** What depends on the damaged page is left out. */
  @ParameterizedTest
  @ValueSource(
      strings = {"longs", "strings", "lists", "dictionary", "pairs", "stacks", "series", "values"})
  void damageIsReportedOnceAndNothingThatFollowsFromIt(String name) {
    FileImage image = store();
    String damaged =
        name.equals("values") ? CatalogueRecord.piecesOf(image.record("strings").id()) : name;
    image.damage(image.record(damaged).root().number());
    assertThat(check(image.bytes())).singleElement().asString().contains("breaks rule R1");
  }

  @Test
  void twoNodesOfOneFrameAreReportedBesideDamage() {
    HeapFile heap = new HeapFile();
    Pager.create(heap, new UUID(7, 7));
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(
          tx -> {
            tx.longMap("longs").put(1, 1);
            tx.stacks("stacks").intern(-1, 5);
            tx.stacks("stacks").intern(-1, 7);
          });
    }
    FileImage image = new FileImage(heap.content());
    int number = image.record("stacks").root().number();
    byte[] page = image.page(number);
    int last = PageHeader.PAGE_SIZE - 1;
    // The only block ends with two frames of three bits, 5 and 7.
    assertThat(Memory.getByte(page, last)).isEqualTo(0b111_101);
    Memory.putByte(page, last, 0b111_111);
    image.replace(number, page).sealAgain();
    assertThat(check(image.bytes())).singleElement().asString().contains("R34");
    image.damage(image.record("longs").root().number());
    assertThat(check(image.bytes())).hasSize(2).anyMatch(problem -> problem.contains("R34"));
  }

  @Test
  void aReferenceBehindTheEndBreaksItsRuleAndNotThatOfTheLength() {
    CatalogueRecord record = record("m", 5, CatalogueRecord.LONG_MAP, new PageRef(90, 1, 0), 1);
    byte[] bytes = file.bytes(file.catalogue(record));
    assertThat(check(bytes))
        .singleElement()
        .asString()
        .contains("page 90 is behind", "(R19, child)");
    try (Store store = EngineAccess.open(new HeapFile(bytes), null, READ_ONLY, TreeLimits.PAGE)) {
      assertThatThrownBy(() -> store.readLong(tx -> tx.longMap("m").get(1, 0)))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R19 (child)");
    }
  }

  /** The pages of a later type are of kinds that this version knows, or a flag would say so. */
  @ParameterizedTest
  @ValueSource(strings = {"longs", "lists", "stacks", "series", "dictionary", "pairs"})
  void aCollectionOfAnUnknownTypeIsSoundAndStaysWhereItIs(String name) {
    FileImage image = store();
    image.changeRecord(name, record -> ForgedCheckTest.typed(record, 77)).sealAgain();
    assertThat(check(image.bytes())).isEmpty();
    CatalogueRecord before = image.record(name);
    HeapFile heap = new HeapFile(image.bytes());
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(tx -> tx.drop("others"));
      while (store.compact(1 << 20).hasMore()) {}
      assertThat(store.check().problems()).isEmpty();
    }
    assertThat(new FileImage(heap.content()).record(name)).isEqualTo(before);
    image.damage(before.root().number());
    assertThat(check(image.bytes())).singleElement().asString().contains("breaks rule R1");
  }

  @Test
  void largeValuesOfAnUnknownTypeAreNotComparedWithReferences() {
    FileImage image = store();
    image.changeRecord("strings", record -> ForgedCheckTest.typed(record, 77)).sealAgain();
    assertThat(check(image.bytes())).isEmpty();
  }

  /** The name alone does not make the pages of another type the pieces of the values. */
  @Test
  void largeValuesWithoutPiecesAreReportedBesideAnUnknownTypeOfTheirName() {
    FileImage image = store();
    String name = CatalogueRecord.piecesOf(image.record("strings").id());
    image.changeRecord(name, record -> ForgedCheckTest.typed(record, 77)).sealAgain();
    assertThat(check(image.bytes())).isNotEmpty().allMatch(problem -> problem.contains("R29"));
  }

  private static CatalogueRecord typed(CatalogueRecord record, int type) {
    return new CatalogueRecord(
        record.name(),
        record.id(),
        type,
        record.typeVersion(),
        record.keyCodec(),
        record.valueCodec(),
        record.root(),
        record.entries(),
        record.created(),
        record.tail());
  }

  @Test
  void aNameOfLargeValuesDoesNotMakeAMapOne() {
    CatalogueRecord map = record("b", 2, CatalogueRecord.BYTES_MAP, PageRef.NONE, 0);
    CatalogueRecord other =
        record(CatalogueRecord.piecesOf(2), 3, CatalogueRecord.LONG_MAP, file.leaf(3, 1, 2), 2);
    HeapFile heap = new HeapFile(file.bytes(file.catalogue(other, map)));
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      byte[] large = new byte[9_000];
      assertThatThrownBy(() -> store.write(tx -> tx.bytesMap("b").put(large, large)))
          .isExactlyInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store.write(tx -> tx.bytesMap("b").put(new byte[1], large)))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("which the large values of b needs, is taken; rename that map");
      assertThat(store.<Object>read(Transaction::names)).hasToString("[\0values 2, b]");
      store.write(tx -> tx.bytesMap("b").put(new byte[1], new byte[10]));
      store.write(tx -> tx.drop("b"));
      assertThat(store.readLong(tx -> tx.longMap(other.name()).size())).isEqualTo(2);
      store.write(tx -> tx.rename(other.name(), "mine"));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void theNumberOfListsIsAbsentIfThereIsNone() {
    PageRef leaf = file.emptyKeyLeaf(5, new byte[] {0});
    CatalogueRecord record = record("p", 5, CatalogueRecord.POSTINGS, leaf, 1);
    assertThat(check(file.bytes(file.catalogue(record))))
        .singleElement()
        .asString()
        .contains("R30");
  }
}
