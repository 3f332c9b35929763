package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageRef;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogueRecordTest {
  private static final CatalogueRecord RECORD =
      new CatalogueRecord("m", 1, 2, 3, 4, 5, new PageRef(6, 7, 0), 8, 9, new byte[] {10});

  @Test
  void recordsAreEqualIfAllOfThemIs() {
    CatalogueRecord copy =
        new CatalogueRecord("m", 1, 2, 3, 4, 5, new PageRef(6, 7, 0), 8, 9, new byte[] {10});
    assertThat(copy).isEqualTo(RECORD).hasSameHashCodeAs(RECORD);
    PageRef root = RECORD.root();
    byte[] tail = RECORD.tail();
    List<CatalogueRecord> others =
        List.of(
            RECORD.named("n"),
            new CatalogueRecord("m", 2, 2, 3, 4, 5, root, 8, 9, tail),
            new CatalogueRecord("m", 1, 3, 3, 4, 5, root, 8, 9, tail),
            new CatalogueRecord("m", 1, 2, 4, 4, 5, root, 8, 9, tail),
            RECORD.described(5, 5, tail),
            RECORD.described(4, 6, tail),
            RECORD.with(PageRef.NONE, 8),
            RECORD.with(root, 9),
            new CatalogueRecord("m", 1, 2, 3, 4, 5, root, 8, 10, tail),
            RECORD.described(4, 5, new byte[] {11}));
    assertThat(others).doesNotContain(RECORD).doesNotHaveDuplicates();
    assertThat(RECORD).isNotEqualTo("m");
  }

  @Test
  void eachTypeHasAWordOfItsOwn() {
    Set<String> words = new HashSet<>();
    for (int type = CatalogueRecord.LONG_MAP; type <= CatalogueRecord.INDEX; type++) {
      assertThat(words.add(CatalogueRecord.typeName(type))).isTrue();
    }
    assertThat(words).noneMatch(word -> word.startsWith("type "));
    assertThat(CatalogueRecord.typeName(99)).isEqualTo("type 99");
  }

  @Test
  void aCollectionIsTheStoresOwnByTypeAndName() {
    String pieces = CatalogueRecord.piecesOf(7);
    String index = CatalogueRecord.indexOf(7);
    assertThat(empty(pieces, CatalogueRecord.PIECES).isOwn()).isTrue();
    assertThat(empty(index, CatalogueRecord.INDEX).isOwn()).isTrue();
    assertThat(empty("m", CatalogueRecord.PIECES).isOwn()).isFalse();
    assertThat(empty("m", CatalogueRecord.INDEX).isOwn()).isFalse();
    assertThat(empty(pieces, CatalogueRecord.LONG_MAP).isOwn()).isFalse();
    assertThat(empty(index, CatalogueRecord.LONG_MAP).isOwn()).isFalse();
  }

  @Test
  void aTypeOfAnotherVersionIsAnotherOne() {
    CatalogueRecord record = empty("m", CatalogueRecord.SERIES);
    assertThat(record.isOf(CatalogueRecord.SERIES)).isTrue();
    assertThat(record.isOf(CatalogueRecord.STACKS)).isFalse();
    assertThat(RECORD.isOf(RECORD.type())).isFalse();
  }

  @Test
  void listsAndSeriesAreAFeature() {
    for (int type = CatalogueRecord.LONG_MAP; type <= CatalogueRecord.INDEX; type++) {
      boolean isList = type >= CatalogueRecord.STRINGS && type != CatalogueRecord.INDEX;
      assertThat(empty("m", type).features()).isEqualTo(isList ? Meta.LISTS : 0);
    }
  }

  @Test
  void aPartIsOfTheCollectionThatItsNameSays() {
    Map<Integer, String> names =
        Map.of(
            CatalogueRecord.PIECES, CatalogueRecord.piecesOf(7),
            CatalogueRecord.INDEX, CatalogueRecord.indexOf(7),
            CatalogueRecord.LONG_FRONT, CatalogueRecord.frontOf(7),
            CatalogueRecord.BYTES_FRONT, CatalogueRecord.deletedOf(7));
    names.forEach(
        (type, name) -> {
          CatalogueRecord part = empty(name, type);
          boolean isFront = type >= CatalogueRecord.LONG_FRONT;
          assertThat(part.isOwn()).isTrue();
          assertThat(part.isPartOf(7)).isTrue();
          assertThat(part.isPartOf(77)).isFalse();
          assertThat(part.isFront()).isEqualTo(isFront);
          assertThat(part.features()).isEqualTo(isFront ? Meta.FRONTS : 0);
          assertThat(empty(name, CatalogueRecord.LONG_MAP).isOwn()).isFalse();
          assertThat(empty(name, CatalogueRecord.LONG_MAP).isPartOf(7)).isFalse();
          assertThat(empty("m", type).isOwn()).isFalse();
          assertThat(CatalogueRecord.typeName(type)).doesNotContain("type");
        });
    for (int type : new int[] {CatalogueRecord.LONG_FRONT, CatalogueRecord.BYTES_FRONT}) {
      assertThat(empty(CatalogueRecord.frontOf(7), type).isOwn()).isTrue();
      assertThat(empty(CatalogueRecord.deletedOf(7), type).isOwn()).isTrue();
    }
  }

  private static CatalogueRecord empty(String name, int type) {
    return CatalogueRecord.empty(name, 1, type, 1);
  }
}
