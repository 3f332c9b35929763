package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sound meta pages of another store, which a wrong write left in the file. */
class StoreIdTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);
  private static final UUID OTHER = new UUID(8, 8);

  private final FileImage sample = FileImage.sample();

  /** Replaces a meta page by one of another store, with a later epoch of the same slot. */
  private static FileImage strange(FileImage image, int number, UUID storeId) {
    Meta meta = MetaPage.read(image.page(number));
    byte[] page = PageHeader.newPage();
    MetaPage.build(
        page,
        number,
        new Meta(
            storeId,
            0,
            0,
            1,
            meta.epoch() + 100,
            meta.pageCount(),
            PageRef.NONE,
            new PageRef(meta.space().number(), 1, 0),
            meta.nextCollectionId(),
            meta.sequence(),
            Meta.Ring.NONE));
    return image.replace(number, page);
  }

  private static long values(Store store) {
    return store.read(
        tx -> {
          long count = 0;
          for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
            count += c.value() == c.key() * c.key() ? 1 : 0;
          }
          return count;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aMetaPageOfAnotherStoreIsLeftAsideReportedAndReplaced(int number) {
    HeapFile file = new HeapFile(strange(sample, number, OTHER).bytes());
    try (Store store = EngineAccess.open(file, null, READ_ONLY, FileImage.TINY)) {
      assertThat(values(store)).isEqualTo(100);
      assertThat(store.check().problems())
          .containsExactly(
              "meta page "
                  + number
                  + " is of store "
                  + OTHER
                  + ", the file of store "
                  + new UUID(3, 4)
                  + " (R37, store identity)");
    }
    assertThat(file.writes()).isZero();
    try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), FileImage.TINY)) {
      assertThat(values(store)).isEqualTo(100);
      store.write(tx -> tx.longMap("n").put(5, 6));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Which no writer makes: the text says which one counts. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ofTwoCopiesOfOneEpochThatDifferTheLowerPageCounts(int emptied) {
    int number = MetaPage.slot(sample.meta().epoch()) + emptied * MetaPage.SLOTS;
    Meta meta = MetaPage.read(sample.page(number));
    byte[] page = PageHeader.newPage();
    MetaPage.build(
        page,
        number,
        new Meta(
            meta.storeId(),
            0,
            0,
            0,
            meta.epoch(),
            meta.pageCount(),
            PageRef.NONE,
            meta.space(),
            meta.nextCollectionId(),
            meta.sequence(),
            Meta.Ring.NONE));
    try (Store store = sample.replace(number, page).open(READ_ONLY)) {
      assertThat(store.<Object>read(Transaction::names))
          .hasToString(emptied == 0 ? "[]" : "[m, n]");
    }
  }

  @Test
  void theIdentityOfMostPagesIsTaken() {
    strange(sample, 0, OTHER);
    strange(sample, 3, new UUID(9, 9));
    try (Store store = sample.open()) {
      assertThat(values(store)).isEqualTo(100);
    }
  }

  @Test
  void asManyPagesOfTwoStoresAreDamage() {
    FileImage both = strange(strange(sample.copy(), 1, OTHER), 3, OTHER);
    FileImage two = strange(sample.copy(), 2, OTHER).damage(0).damage(3);
    for (StoreOptions options : List.of(StoreOptions.defaults(), READ_ONLY)) {
      assertThatThrownBy(() -> both.open(options))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessage(
              "heap: page 1 breaks rule R37 (store identity) at byte 64: found store "
                  + OTHER
                  + ", expected store "
                  + new UUID(3, 4)
                  + " as in page 0; the file is damaged: restore a backup, or save what can be"
                  + " read by octavo salvage");
      assertThatThrownBy(() -> two.open(options))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasFieldOrPropertyWithValue("page", 2L)
          .hasFieldOrPropertyWithValue("rule", "R37 (store identity)");
    }
  }
}
