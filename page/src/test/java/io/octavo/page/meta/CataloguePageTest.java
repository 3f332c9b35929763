package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.Seeds;
import io.octavo.page.check.PageCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CataloguePageTest {
  private final byte[] page = PageHeader.newPage();

  private static CatalogueRecord named(String name) {
    return CatalogueRecord.empty(name, 1, CatalogueRecord.LONG_MAP, 1);
  }

  private static CatalogueRecord tailed(String name, int tailLength) {
    byte[] tail = new byte[tailLength];
    Arrays.fill(tail, (byte) 0xFF);
    return new CatalogueRecord(name, 1, 2, 3, 4, 5, PageRef.NONE, 0, 6, tail);
  }

  private static CatalogueRecord random(SplittableRandom random) {
    StringBuilder name = new StringBuilder();
    for (int i = 1 + random.nextInt(20); i > 0; i--) {
      int bound = new int[] {0x80, 0x800, 0x10000, 0x110000}[random.nextInt(4)];
      int codePoint = random.nextInt(bound);
      boolean surrogate = codePoint >= 0xD800 && codePoint < 0xE000;
      name.appendCodePoint(surrogate ? 'x' : codePoint);
    }
    byte[] tail = new byte[random.nextInt(3) == 0 ? random.nextInt(200) : 0];
    random.nextBytes(tail);
    boolean empty = random.nextInt(3) == 0;
    PageRef root =
        empty
            ? PageRef.NONE
            : new PageRef(4 + random.nextInt(1000), 1 + random.nextInt(1000), random.nextInt(13));
    int type = random.nextInt(256);
    int id = 1 + random.nextInt(CatalogueRecord.MAX_ID);
    return new CatalogueRecord(
        name.toString(),
        CatalogueRecord.isFrontType(type) ? CatalogueRecord.FRONT | id : id,
        type,
        random.nextInt(256),
        random.nextInt(65536),
        random.nextInt(65536),
        root,
        empty ? 0 : 1 + random.nextLong(Long.MAX_VALUE - 1),
        random.nextLong(),
        tail);
  }

  @Test
  void recordsComeBackAsTheyWere() {
    Seeds.forEach(
        200,
        random -> {
          TreeMap<String, CatalogueRecord> map = new TreeMap<>(CataloguePage::compareNames);
          int size = 0;
          for (int i = random.nextInt(60); i >= 0; i--) {
            CatalogueRecord record = random(random);
            int more = CataloguePage.size(record);
            if (size + more <= CataloguePage.CAPACITY
                && map.putIfAbsent(record.name(), record) == null) {
              size += more;
            }
          }
          List<CatalogueRecord> records = new ArrayList<>(map.values());
          CataloguePage.build(page, 20, records);
          PageHeader.seal(page, 1);
          assertThat(PageCheck.checkStored(page, 20)).isNull();
          assertThat(CataloguePage.records(page)).isEqualTo(records);
          assertThat(PageHeader.free(page)).isEqualTo(CataloguePage.CAPACITY - size);
        });
  }

  @Test
  void aPageIsFilledToTheLastByte() {
    List<CatalogueRecord> records = new ArrayList<>();
    int size = 0;
    for (char c = 'a';
        size + CataloguePage.size(tailed("a", 1024)) <= CataloguePage.CAPACITY;
        c++) {
      records.add(tailed(String.valueOf(c), CatalogueRecord.MAX_TAIL));
      size += CataloguePage.size(records.get(records.size() - 1));
    }
    int rest = CataloguePage.CAPACITY - size;
    records.add(tailed("z", rest - CataloguePage.size(named("z"))));
    CataloguePage.build(page, 20, records);
    assertThat(PageHeader.free(page)).isZero();
    assertThat(PageCheck.check(page)).isNull();
    assertThat(CataloguePage.records(page)).isEqualTo(records);
    records.set(records.size() - 1, tailed("z", rest - CataloguePage.size(named("z")) + 1));
    assertThatThrownBy(() -> CataloguePage.build(page, 20, records))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("records=" + records.size());
  }

  @Test
  void namesOfOneTo255BytesFit() {
    for (int length = 1; length <= CatalogueRecord.MAX_NAME; length++) {
      CatalogueRecord record = named("n".repeat(length));
      CataloguePage.build(page, 20, List.of(record));
      assertThat(PageCheck.check(page)).isNull();
      assertThat(CataloguePage.records(page)).containsExactly(record);
    }
  }

  @Test
  void otherNamesAreRefused() {
    for (String name : new String[] {"", "n".repeat(256), "\u00FC".repeat(128), "a\uD800b"}) {
      assertThatThrownBy(() -> CatalogueRecord.encodeName(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("name=" + name);
    }
    assertThat(CatalogueRecord.encodeName("\u00FC".repeat(127) + "a")).hasSize(255);
  }

  @Test
  void aTailBeyondTheLimitIsRefused() {
    CatalogueRecord record = tailed("a", CatalogueRecord.MAX_TAIL + 1);
    assertThatThrownBy(() -> CataloguePage.build(page, 20, List.of(record)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1025");
  }

  @Test
  void namesAreInTheOrderOfTheirUnsignedBytes() {
    // UTF-16 would put the last but one behind the last: a surrogate is below U+FFFD.
    List<String> order =
        List.of("", "A", "a", "a\u0000", "ab", "b", "\u00FC", "\uFFFD", "\uD83D\uDE00");
    List<String> sorted = new ArrayList<>(order);
    sorted.sort(Comparator.reverseOrder());
    sorted.sort(CataloguePage::compareNames);
    assertThat(sorted).isEqualTo(order);
    byte[] high = "\u00FC".getBytes(StandardCharsets.UTF_8);
    assertThat(CataloguePage.compareNames(new byte[] {'z'}, high)).isNegative();
    assertThat(CataloguePage.compareNames(high, high)).isZero();
  }

  @Test
  void recordsAreEqualWhereAllTheirFieldsAre() {
    CatalogueRecord record = tailed("a", 3);
    assertThat(record).isEqualTo(tailed("a", 3)).hasSameHashCodeAs(tailed("a", 3));
    PageRef root = new PageRef(5, 6, 7);
    List<CatalogueRecord> others =
        List.of(
            tailed("a", 4),
            tailed("b", 3),
            new CatalogueRecord("a", 9, 2, 3, 4, 5, PageRef.NONE, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 9, 3, 4, 5, PageRef.NONE, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 9, 4, 5, PageRef.NONE, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 3, 9, 5, PageRef.NONE, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 3, 4, 9, PageRef.NONE, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 3, 4, 5, root, 0, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 3, 4, 5, PageRef.NONE, 9, 6, record.tail()),
            new CatalogueRecord("a", 1, 2, 3, 4, 5, PageRef.NONE, 0, 9, record.tail()));
    assertThat(others).doesNotContain(record);
    assertThat(record.equals((Object) "a")).isFalse();
  }

  @Test
  void aRecordChangesItsRootOrItsNameAndNothingElse() {
    CatalogueRecord record = tailed("a", 3);
    PageRef root = new PageRef(5, 6, 7);
    assertThat(record.with(root, 8))
        .isEqualTo(new CatalogueRecord("a", 1, 2, 3, 4, 5, root, 8, 6, record.tail()));
    assertThat(record.named("b")).isEqualTo(tailed("b", 3));
  }
}
