package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.Seeds;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Samples;
import io.octavo.page.format.FormatExamples;
import io.octavo.page.tree.BranchPage;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The pages of the store itself that are not the catalogue: children, space, meta. */
class StorePagesTest {
  private final byte[] page = PageHeader.newPage();

  @Test
  void childrenComeBackInTheirOrderAtEveryCount() {
    for (PageKind kind : new PageKind[] {PageKind.SPACE_BRANCH, PageKind.CATALOGUE_BRANCH}) {
      ChildrenPage.format(page, kind, 2, 19);
      for (int i = 0; i < ChildrenPage.MAX_COUNT; i++) {
        ChildrenPage.append(page, BranchPage.childOf(4 + i, i + 1));
        assertThat(PageHeader.count(page)).isEqualTo(i + 1);
        assertThat(PageCheck.check(page)).isNull();
      }
      for (int i = 0; i < ChildrenPage.MAX_COUNT; i++) {
        assertThat(ChildrenPage.child(page, i)).isEqualTo(BranchPage.childOf(4 + i, i + 1));
      }
    }
  }

  @Test
  void bitmapsComeBackAndCountTheirBits() {
    Seeds.forEach(
        20,
        random -> {
          long[] words = new long[SpacePage.WORDS];
          int used = 0;
          for (int i = 0; i < words.length; i++) {
            words[i] = random.nextInt(3) == 0 ? random.nextLong() : -random.nextInt(2);
            used += Long.bitCount(words[i]);
          }
          int index = random.nextInt(Integer.MAX_VALUE / SpacePage.PAGES + 1);
          SpacePage.build(page, 21, index, words);
          assertThat(PageCheck.check(page)).isNull();
          assertThat(SpacePage.words(page)).isEqualTo(words);
          assertThat(PageHeader.count(page)).isEqualTo(used);
          assertThat(PageHeader.keyBase(page)).isEqualTo(SpacePage.firstPage(index));
        });
  }

  @Test
  void bitZeroIsTheLowestOfTheFirstByte() {
    long[] words = new long[SpacePage.WORDS];
    words[0] = 1;
    words[1] = 1L << 9;
    SpacePage.build(page, 21, 0, words);
    assertThat(Memory.getByte(page, PageHeader.LENGTH)).isEqualTo(1);
    assertThat(Memory.getByte(page, PageHeader.LENGTH + 9)).isEqualTo(2);
  }

  @Test
  void everyBitOfAFullBitmapIsCounted() {
    long[] words = new long[SpacePage.WORDS];
    Arrays.fill(words, -1);
    SpacePage.build(page, 21, 0, words);
    assertThat(PageHeader.count(page)).isEqualTo(SpacePage.PAGES);
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void theFirstPageOfTheLastBitmapIsAPageNumber() {
    int last = Integer.MAX_VALUE / SpacePage.PAGES;
    assertThat(SpacePage.firstPage(last)).isLessThanOrEqualTo(Integer.MAX_VALUE);
    assertThat(SpacePage.firstPage(last + 1)).isGreaterThan(Integer.MAX_VALUE);
  }

  private static Meta meta(long epoch, Meta.Ring ring) {
    return new Meta(
        UUID.fromString("f0e1d2c3-b4a5-9687-7869-5a4b3c2d1e0f"),
        1,
        1L << 63,
        -1,
        epoch,
        Integer.MAX_VALUE,
        new PageRef(Integer.MAX_VALUE - 1, -1, BranchPage.MAX_LEVEL),
        new PageRef(4, 1, 0),
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        ring);
  }

  @Test
  void whatAMetaPageSaysComesBack() {
    Meta.Ring ring = new Meta.Ring(100, 512, 512 * 8192L, Long.MAX_VALUE);
    for (int number = 0; number < MetaPage.COUNT; number++) {
      for (Meta.Ring each : new Meta.Ring[] {ring, Meta.Ring.NONE}) {
        Meta meta = meta(Long.MAX_VALUE - 1 + number % 2, each);
        MetaPage.build(page, number, meta);
        boolean slot = MetaPage.slot(meta.epoch()) == number % MetaPage.SLOTS;
        assertThat(PageCheck.checkStored(page, number) == null).isEqualTo(slot);
        assertThat(MetaPage.read(page)).isEqualTo(meta);
        assertThat(MetaPage.magic(page)).isEqualTo(MetaPage.MAGIC);
        assertThat(MetaPage.formatVersion(page)).isEqualTo(MetaPage.FORMAT_VERSION);
      }
    }
  }

  @Test
  void epochsWriteTheSlotsInTurn() {
    assertThat(MetaPage.slot(1)).isEqualTo(1);
    assertThat(MetaPage.slot(2)).isZero();
    assertThat(MetaPage.slot(Long.MAX_VALUE)).isEqualTo(1);
  }

  @Test
  void theCopiesOfASlotDifferInNumberAndChecksumOnly() {
    byte[] copy = PageHeader.newPage();
    MetaPage.build(page, 1, meta(7, Meta.Ring.NONE));
    MetaPage.build(copy, 3, meta(7, Meta.Ring.NONE));
    Memory.copy(page, 0, copy, 0, PageHeader.EPOCH);
    assertThat(copy).isEqualTo(page);
  }

  @Test
  void aMetaPageIsIntactUntilAByteChangesWhateverItsVersion() {
    MetaPage.build(page, 1, meta(7, Meta.Ring.NONE));
    assertThat(MetaPage.isIntact(page)).isTrue();
    Memory.putInt(page, MetaPage.FORMAT, 2);
    assertThat(MetaPage.isIntact(page)).isFalse();
    Samples.repairCrc(page);
    assertThat(MetaPage.isIntact(page)).isTrue();
    assertThat(PageCheck.checkStored(page, 1)).isNotNull();
  }

  @Test
  void theStoreIdStandsAsItIsPrinted() {
    MetaPage.build(page, 1, meta(7, Meta.Ring.NONE));
    assertThat(FormatExamples.hex(page, MetaPage.STORE_ID, MetaPage.COMPATIBLE).replace(" ", ""))
        .isEqualToIgnoringCase(meta(7, Meta.Ring.NONE).storeId().toString().replace("-", ""));
  }

  @Test
  void theMagicIsDamagedByEveryTextConversion() {
    String bytes =
        FormatExamples.hex(FormatExamples.meta(), MetaPage.MAGIC_OFFSET, MetaPage.FORMAT);
    assertThat(bytes).isEqualTo("D7 4F 43 54 0D 0A 1A 0A");
  }

  @Test
  void noPageIsTheReferenceToPageZero() {
    assertThat(PageRef.NONE.isNone()).isTrue();
    assertThat(new PageRef(4, 1, 0).isNone()).isFalse();
  }
}
