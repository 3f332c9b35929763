package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.TreeLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fronts that break a rule (R20, R38). */
final class FrontCheckTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);
  private static final int MAP = 5;
  private static final int PUTS = CatalogueRecord.FRONT | MAP;
  private static final int DELETED = CatalogueRecord.DELETED | MAP;

  private final ForgedFile file = new ForgedFile().withNextCollection(MAP + 1);

  private static List<String> check(byte[] bytes) {
    try (Store store = EngineAccess.open(new HeapFile(bytes), null, READ_ONLY, TreeLimits.PAGE)) {
      return store.check().problems();
    }
  }

  private static CatalogueRecord record(String name, int id, int type, PageRef root, int entries) {
    return CatalogueRecord.empty(name, id, type, 1).with(root, entries);
  }

  private CatalogueRecord map() {
    return record("m", MAP, CatalogueRecord.LONG_MAP, file.leaf(MAP, 1, 2, 3), 3);
  }

  private CatalogueRecord puts(long... keys) {
    PageRef root = keys.length == 0 ? PageRef.NONE : file.leaf(PUTS, keys);
    String name = CatalogueRecord.frontOf(MAP);
    return record(name, PUTS, CatalogueRecord.LONG_FRONT, root, keys.length);
  }

  private CatalogueRecord deleted(long... keys) {
    PageRef root = keys.length == 0 ? PageRef.NONE : file.leaf(DELETED, keys);
    String name = CatalogueRecord.deletedOf(MAP);
    return record(name, DELETED, CatalogueRecord.LONG_FRONT, root, keys.length);
  }

  private List<String> check(CatalogueRecord... records) {
    return check(file.bytes(file.catalogue(records)));
  }

  @Test
  void aFrontIsSound() {
    assertThat(check(deleted(), puts(2, 7), map())).isEmpty();
  }

  @Test
  void aPartWithoutItsMap() {
    assertThat(check(deleted(), puts(2)))
        .anyMatch(text -> text.contains("R38") && text.contains("of the front of no map"));
  }

  @Test
  void aPartOfACollectionThatHasNoFront() {
    CatalogueRecord pairs = record("p", MAP, CatalogueRecord.POSTINGS, PageRef.NONE, 0);
    assertThat(check(deleted(), puts(2), pairs))
        .anyMatch(text -> text.contains("R38") && text.contains("of the front of no map"));
  }

  @Test
  void aPartWithoutTheOther() {
    assertThat(check(puts(2), map()))
        .anyMatch(text -> text.contains("R38") && text.contains("has no other part"));
  }

  @Test
  void aKeyThatIsBothPutAndDeleted() {
    assertThat(check(deleted(2), puts(2), map()))
        .anyMatch(text -> text.contains("R38") && text.contains("key 2 is both put and deleted"));
  }

  @Test
  void aPositionOfAnotherLength() {
    CatalogueRecord odd = puts(2).described(0, 0, new byte[3]);
    assertThat(check(deleted(), odd, map()))
        .anyMatch(text -> text.contains("R20") && text.contains("a position of 3 bytes"));
  }

  @Test
  void codecs() {
    CatalogueRecord odd = puts(2).described(0, 1, new byte[0]);
    assertThat(check(deleted(), odd, map()))
        .anyMatch(text -> text.contains("R20") && text.contains("has no codecs"));
  }

  @Test
  void anIdentifierOfAUsualCollection() {
    CatalogueRecord odd =
        record(CatalogueRecord.frontOf(MAP), 7, CatalogueRecord.LONG_FRONT, PageRef.NONE, 0);
    byte[] bytes = file.bytes(file.catalogue(odd, map()));
    assertThatThrownBy(() -> check(bytes))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("R20")
        .hasMessageContaining("2147483648 or more");
  }
}
