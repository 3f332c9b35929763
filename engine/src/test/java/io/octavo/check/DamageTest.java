package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.CheckReport;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.tree.BranchPage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were damaged, or written by another version. */
class DamageTest {
  private static final int PAGE = PageHeader.PAGE_SIZE;
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  private final FileImage sample = FileImage.sample();

  private static void assertSample(Store store) {
    store.read(
        tx -> {
          assertThat(tx.names()).containsExactly("m", "n");
          long expected = 0;
          LongCursor cursor = tx.longMap("m").cursor();
          while (cursor.next()) {
            assertThat(cursor.key()).isEqualTo(expected);
            assertThat(cursor.value()).isEqualTo(expected * expected);
            expected++;
          }
          return assertThat(expected).isEqualTo(100);
        });
  }

  @Test
  void aFileOfAnotherFormatIsRefusedAndNotChanged() {
    for (int length : new int[] {1, 100, PAGE - 1, PAGE, 4 * PAGE, 5 * PAGE + 7}) {
      HeapFile file = new HeapFile(new byte[length]);
      assertThatThrownBy(
              () -> EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY))
          .isExactlyInstanceOf(FormatException.class)
          .hasMessage(
              "heap: not an Octavo file; check the path, or, if it is a damaged store,"
                  + " save what can be read by octavo salvage")
          .hasFieldOrPropertyWithValue("found", 0);
      assertThat(file.content()).isEqualTo(new byte[length]);
      assertThat(file.writes()).isZero();
      assertThat(file.isClosed()).isTrue();
    }
  }

  @Test
  void aNewerFormatVersionIsRefusedEvenWhereOnlyOneMetaPageSaysSo() {
    for (int number = 0; number < MetaPage.COUNT; number++) {
      FileImage newer = sample.copy().changeVersion(number, 2);
      assertThatThrownBy(newer::open)
          .isExactlyInstanceOf(FormatException.class)
          .hasMessage(
              "heap: format version 2, this program reads version 1; use a version of Octavo that"
                  + " knows it")
          .hasFieldOrPropertyWithValue("found", 2)
          .hasFieldOrPropertyWithValue("oldest", 1)
          .hasFieldOrPropertyWithValue("newest", 1);
    }
  }

  @Test
  void anUnknownIncompatibleFeatureIsRefused() {
    FileImage newer = sample.changeMetas(meta -> withFeatures(meta, 0, 0, 0x40));
    for (StoreOptions options : List.of(StoreOptions.defaults(), READ_ONLY)) {
      assertThatThrownBy(() -> newer.open(options))
          .isExactlyInstanceOf(FormatException.class)
          .hasMessage(
              "heap: uses features that this program does not know (0x40); use a newer version of"
                  + " Octavo");
    }
  }

  @Test
  void anUnknownFeatureThatOnlyWritersMustKnowIsRefusedForWriting() {
    FileImage newer = sample.changeMetas(meta -> withFeatures(meta, 0, 0x20, 0));
    assertThatThrownBy(newer::open)
        .isExactlyInstanceOf(FormatException.class)
        .hasMessageContaining("0x20")
        .hasMessageContaining("readOnly");
    try (Store store = newer.open(READ_ONLY)) {
      assertSample(store);
    }
  }

  @Test
  void unknownCompatibleFeaturesAreKept() {
    HeapFile file =
        new HeapFile(sample.changeMetas(meta -> withFeatures(meta, 0x10, 0, 0)).bytes());
    try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY)) {
      assertSample(store);
      store.write(tx -> tx.longMap("m").put(1, 2));
    }
    assertThat(new FileImage(file.content()).meta().compatible()).isEqualTo(0x10);
  }

  private static Meta withFeatures(Meta meta, long compatible, long readOnly, long incompatible) {
    return new Meta(
        meta.storeId(),
        compatible,
        readOnly,
        incompatible,
        meta.epoch(),
        meta.pageCount(),
        meta.catalogue(),
        meta.space(),
        meta.nextCollectionId(),
        meta.sequence(),
        meta.ring());
  }

  @Test
  void aFileThatWasCutOffIsRefusedWhereverItEnds() {
    int whole = sample.bytes().length;
    List<Integer> lengths = new ArrayList<>();
    for (int page = 0; page < sample.pages(); page++) {
      lengths.addAll(List.of(page * PAGE + 1, page * PAGE + 4095, page * PAGE + PAGE - 1));
      lengths.add(page * PAGE);
    }
    lengths.remove((Integer) 0);
    for (int length : lengths) {
      for (StoreOptions options : List.of(StoreOptions.defaults(), READ_ONLY)) {
        FileImage cut = sample.copy().truncate(length);
        Throwable thrown = catchThrowable(() -> cut.open(options));
        if (length < PAGE) {
          assertThat(thrown).as("%d bytes", length).isExactlyInstanceOf(FormatException.class);
        } else {
          assertThat(thrown)
              .as("%d bytes", length)
              .isExactlyInstanceOf(CorruptionException.class)
              .hasMessageContaining("R26 (file length)")
              .hasMessageContaining(length + " bytes in the file")
              .hasMessageContaining("cut off")
              .hasMessageContaining("restore a backup, or save what can be read by octavo salvage");
        }
      }
    }
    try (Store store = sample.copy().truncate(whole + 777).open()) {
      assertSample(store);
    }
  }

  @Test
  void anySingleDamagedMetaPageIsSurvivedAndRepaired() {
    for (int number = 0; number < MetaPage.COUNT; number++) {
      HeapFile file = new HeapFile(sample.copy().damage(number).bytes());
      try (Store store = EngineAccess.open(file, null, READ_ONLY, FileImage.TINY)) {
        assertSample(store);
      }
      assertThat(file.writes()).isZero();
      try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY)) {
        assertSample(store);
        store.write(tx -> tx.longMap("n").put(5, 6));
        store.write(tx -> tx.longMap("n").put(5, 7));
        assertThat(store.check().problems()).isEmpty();
      }
      FileImage repaired = new FileImage(file.content());
      for (int meta = 0; meta < MetaPage.COUNT; meta++) {
        assertThat(MetaPage.isIntact(repaired.page(meta))).as("meta page %d", meta).isTrue();
      }
    }
  }

  @Test
  void aFileWhoseMetaPagesAreAllDamagedIsRefused() {
    for (int number = 0; number < MetaPage.COUNT; number++) {
      sample.damage(number);
    }
    assertThatThrownBy(sample::open)
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageStartingWith("heap: page 0 breaks rule R1 (checksum) at byte 0: found 0x")
        .hasFieldOrPropertyWithValue("page", 0L)
        .hasFieldOrPropertyWithValue("rule", "R1 (checksum)")
        .hasFieldOrPropertyWithValue("offset", 0);
  }

  @Test
  void aDamagedCataloguePageIsFoundWhenTheStoreIsOpened() {
    for (FileImage image : List.of(sample, FileImage.manyMaps())) {
      for (PageKind kind : List.of(PageKind.CATALOGUE, PageKind.CATALOGUE_BRANCH)) {
        for (int page : image.live(kind)) {
          assertRefused(image.copy().damage(page), page, READ_ONLY);
          assertRefused(image.copy().damage(page), page, StoreOptions.defaults());
        }
      }
    }
    assertThat(FileImage.manyMaps().live(PageKind.CATALOGUE_BRANCH)).hasSize(1);
  }

  @Test
  void aDamagedBitmapIsFoundWhenTheStoreIsOpenedForWritingAndOtherwiseByTheCheck() {
    int bitmap = sample.live(PageKind.SPACE).get(0);
    sample.damage(bitmap);
    assertRefused(sample, bitmap, StoreOptions.defaults());
    try (Store store = sample.open(READ_ONLY)) {
      assertSample(store);
      assertThat(store.check().problems())
          .anyMatch(problem -> problem.contains("page " + bitmap + " breaks rule R1 (checksum)"));
    }
  }

  private static void assertRefused(FileImage damaged, int page, StoreOptions options) {
    assertThatThrownBy(() -> damaged.open(options))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("page " + page + " breaks rule R1 (checksum)")
        .hasMessageContaining("the file is damaged: restore a backup");
  }

  @ParameterizedTest
  @EnumSource(names = {"BRANCH", "LEAF"})
  void aDamagedPageOfATreeIsFoundByWhoeverReadsIt(PageKind kind) {
    assertThat(sample.live(kind)).isNotEmpty();
    for (int page : sample.live(kind)) {
      try (Store store = sample.copy().damage(page).open()) {
        String expected = "page " + page + " breaks rule R1 (checksum)";
        assertThatThrownBy(() -> store.read(DamageTest::scan))
            .isExactlyInstanceOf(CorruptionException.class)
            .hasMessageContaining(expected);
        assertThatThrownBy(() -> store.read(DamageTest::getAll))
            .isExactlyInstanceOf(CorruptionException.class)
            .hasMessageContaining(expected);
        CheckReport report = store.check();
        assertThat(report.ok()).isFalse();
        assertThat(report.problems())
            .anyMatch(problem -> problem.contains("page " + page + " breaks rule R1 (checksum)"))
            .noneMatch(problem -> problem.contains("nothing refers to it"));
      }
    }
  }

  @Test
  void aDamagedLeafFailsTheTransactionThatChangesItButNotTheStore() {
    int page = sample.live(PageKind.LEAF).get(3);
    try (Store store = sample.damage(page).open()) {
      Transaction tx = store.beginWrite();
      LongMap map = tx.longMap("m");
      assertThatThrownBy(
              () -> {
                for (long key = 0; key < 100; key++) {
                  map.put(key, -1);
                }
              })
          .isExactlyInstanceOf(CorruptionException.class);
      assertThatThrownBy(() -> map.put(1, 1))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the transaction can only be closed");
      assertThatThrownBy(tx::commit).isExactlyInstanceOf(IllegalStateException.class);
      tx.close();
      store.write(other -> other.longMap("n").put(7, 8));
      assertThat(store.readLong(other -> other.longMap("n").get(7, 0))).isEqualTo(8);
    }
  }

  private static long scan(Transaction tx) {
    long count = 0;
    for (String name : tx.names()) {
      for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
        count++;
      }
    }
    return count;
  }

  private static long getAll(Transaction tx) {
    long sum = tx.longMap("n").get(1, 0);
    for (long key = 0; key < 100; key++) {
      sum += tx.longMap("m").get(key, 0);
    }
    return sum;
  }

  @Test
  void aPageOfAnotherPlaceIsFoundAlthoughItsChecksumIsRight() {
    List<Integer> leaves = sample.live(PageKind.LEAF);
    byte[] moved = sample.page(leaves.get(1));
    PageHeader.setNumber(moved, leaves.get(2));
    PageHeader.seal(moved, 1);
    try (Store store = sample.replace(leaves.get(2), moved).open()) {
      assertThatThrownBy(() -> store.read(DamageTest::scan))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R9 (checksum held by the parent)");
    }
  }

  @Test
  void aLostWriteIsFoundAlthoughTheOldPageIsSound() {
    HeapFile file = new HeapFile(sample.bytes());
    try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY)) {
      store.write(tx -> tx.longMap("m").put(50, 1));
    }
    FileImage after = new FileImage(file.content());
    int lost = -1;
    for (int page : after.live(PageKind.LEAF)) {
      if (page < sample.pages()
          && PageHeader.crc(after.page(page)) != PageHeader.crc(sample.page(page))) {
        lost = page;
      }
    }
    if (lost < 0) {
      // The new leaf lies behind the old end: a page that was never written reads as zeros.
      lost =
          after.live(PageKind.LEAF).stream()
              .filter(page -> page >= sample.pages())
              .findFirst()
              .orElseThrow();
      after.replace(lost, PageHeader.newPage());
    } else {
      after.replace(lost, sample.page(lost));
    }
    try (Store store = after.open()) {
      assertThatThrownBy(() -> store.read(DamageTest::scan))
          .isExactlyInstanceOf(CorruptionException.class);
    }
  }

  @Test
  void aMapOfAnotherTypeIsRefusedByNameAndType() {
    Meta meta = sample.meta();
    byte[] page = sample.page(meta.catalogue().number());
    List<CatalogueRecord> records = new ArrayList<>();
    for (CatalogueRecord record : CataloguePage.records(page)) {
      records.add(
          new CatalogueRecord(
              record.name(),
              record.id(),
              record.name().equals("n") ? 77 : record.type(),
              record.typeVersion(),
              record.keyCodec(),
              record.valueCodec(),
              record.root(),
              record.entries(),
              record.created(),
              record.tail()));
    }
    CataloguePage.build(page, meta.catalogue().number(), records);
    int crc = PageHeader.seal(page, meta.epoch());
    sample.replace(meta.catalogue().number(), page);
    sample.changeMetas(old -> old.epoch() == meta.epoch() ? withCatalogue(old, crc) : old);
    try (Store store = sample.open()) {
      String expected = "name=n is a collection of type 77, not a map of longs";
      assertThatThrownBy(() -> store.read(tx -> tx.longMap("n")))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(expected);
      assertThatThrownBy(() -> store.write(tx -> tx.longMap("n").put(1, 1)))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(expected);
      // What is not understood is kept.
      store.write(tx -> tx.longMap("m").put(1, 1));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static Meta withCatalogue(Meta meta, int crc) {
    return new Meta(
        meta.storeId(),
        0,
        0,
        0,
        meta.epoch(),
        meta.pageCount(),
        new PageRef(meta.catalogue().number(), crc, meta.catalogue().level()),
        meta.space(),
        meta.nextCollectionId(),
        meta.sequence(),
        meta.ring());
  }

  /** Any flipped bit: the right answer or a typed exception, never another one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aFlippedBitAnywhereGivesTheRightAnswerOrATypedException(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = sample.bytes();
    for (int i = 0; i < 400; i++) {
      byte[] damaged = bytes.clone();
      int at = random.nextInt(bytes.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Throwable thrown =
          catchThrowable(
              () -> {
                try (Store store = new FileImage(damaged).open()) {
                  store.check();
                  assertSample(store);
                }
              });
      if (thrown != null) {
        assertThat(thrown)
            .as("seed %d, byte %d", seed, at)
            .isInstanceOfAny(CorruptionException.class, FormatException.class);
      }
    }
  }

  /** With all checksums repaired the structure is what the rules have to hold. */
  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6, 7})
  void aDamagedPageUnderRightChecksumsGivesNoOtherException(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      FileImage image = sample.copy();
      int number = MetaPage.COUNT + random.nextInt(image.pages() - MetaPage.COUNT);
      byte[] page = image.page(number);
      int at = offsetOfInterest(random);
      Memory.putByte(page, at, random.nextInt());
      image.replace(number, page).sealAgain();
      Throwable thrown =
          catchThrowable(
              () -> {
                try (Store store = image.open()) {
                  store.check();
                  store.read(DamageTest::scan);
                  store.write(tx -> tx.longMap("m").removeRange(10, 90));
                  store.write(tx -> tx.longMap("m").clear());
                }
              });
      if (thrown != null) {
        refused++;
        if (thrown instanceof IllegalArgumentException && hasOtherType(page)) {
          // Not damage by any rule: the map is of a type that only a newer version knows.
          assertThat(thrown)
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageMatching("name=[mn] is .+, not a map of longs");
          continue;
        }
        assertThat(thrown)
            .as("seed %d, page %d, byte %d", seed, number, at)
            .isInstanceOfAny(CorruptionException.class, FormatException.class);
      }
    }
    assertThat(refused).isBetween(20, 380);
  }

  private static boolean hasOtherType(byte[] page) {
    return PageHeader.kindCode(page) == PageKind.CATALOGUE.code()
        && CataloguePage.records(page).stream()
            .anyMatch(record -> !record.isOf(CatalogueRecord.LONG_MAP));
  }

  /** Most bytes of a page of few entries are zeros whose place nothing but one rule looks at. */
  private static int offsetOfInterest(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(PAGE);
      case 1, 2 -> PAGE - 1 - random.nextInt(64);
      case 3 -> BranchPage.SEPARATORS + random.nextInt(64);
      case 4 -> BranchPage.CHILDREN + random.nextInt(64);
      case 5 -> PageHeader.LENGTH + random.nextInt(64);
      default -> PageHeader.NUMBER + random.nextInt(PageHeader.LENGTH - PageHeader.NUMBER);
    };
  }

  @Test
  void sealingAgainChangesNothingInASoundFile() {
    assertThat(sample.copy().sealAgain().bytes()).isEqualTo(sample.bytes());
    FileImage many = FileImage.manyMaps();
    assertThat(many.copy().sealAgain().bytes()).isEqualTo(many.bytes());
  }

  @Test
  void aWrongNumberOfEntriesIsReported() {
    for (long wrong : new long[] {-1, 1}) {
      FileImage image =
          sample
              .copy()
              .changeRecord("m", record -> record.with(record.root(), record.entries() + wrong))
              .sealAgain();
      try (Store store = image.open(READ_ONLY)) {
        assertThat(store.check().problems())
            .singleElement(InstanceOfAssertFactories.STRING)
            .contains("R24", "map m has 100 entries, the catalogue says " + (100 + wrong));
      }
    }
  }

  /** Where leaves cannot be read, that entries are missing says nothing. */
  @Test
  void theNumberOfEntriesIsNotComparedWhereSomeCannotBeRead() {
    FileImage image = sample.copy();
    image.damage(image.live(PageKind.LEAF).get(0));
    try (Store store = image.open(READ_ONLY)) {
      assertThat(store.check().problems())
          .isNotEmpty()
          .noneMatch(problem -> problem.contains("R24"));
    }
  }

  @Test
  void aPageOfALaterEpochThanTheStoreIsReported() {
    for (PageKind kind : List.of(PageKind.LEAF, PageKind.BRANCH, PageKind.CATALOGUE)) {
      FileImage image = sample.copy();
      int number = image.live(kind).get(0);
      long epoch = image.meta().epoch();
      for (long later = 0; later <= 1; later++) {
        byte[] page = image.page(number);
        Memory.putLong(page, PageHeader.EPOCH, epoch + later);
        image.replace(number, page).sealAgain();
        try (Store store = image.open(READ_ONLY)) {
          assertThat(store.check().problems().stream().filter(text -> text.contains("R8")).toList())
              .as("%s, epoch %d of %d", kind, epoch + later, epoch)
              .hasSize((int) later);
        }
      }
    }
  }
}
