package io.octavo.command.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.Seeds;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.Samples;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The parts that all pictures of a page are made of. */
class PagePartsTest {
  @Test
  void thePartsOfASoundPageCoverEveryByteOnce() {
    Samples.all()
        .forEach(
            (name, page) -> {
              assertCovered(name, PageParts.of(page), 0, PageHeader.PAGE_SIZE);
            });
  }

  /** Parts follow each other without a gap, and what consists of parts does so completely. */
  private static void assertCovered(String name, List<PagePart> parts, int from, int to) {
    List<PagePart> sorted = new ArrayList<>(parts);
    sorted.removeIf(part -> part.role() == Role.NOTE);
    sorted.sort(Comparator.comparingInt(PagePart::from).thenComparingInt(PagePart::to));
    int next = from;
    for (PagePart part : sorted) {
      assertThat(part.from()).as("%s: %s", name, part).isEqualTo(next);
      if (!part.parts().isEmpty()) {
        assertCovered(name + ", " + part.name(), part.parts(), part.from(), part.to());
      }
      next = part.to();
    }
    assertThat(next).as(name).isEqualTo(to);
  }

  @Test
  void sumsAreThoseOfTheParts() {
    Samples.all()
        .forEach(
            (name, page) -> {
              PageUse use = new PageUse();
              use.add(page);
              Map<Role, Long> expected = new EnumMap<>(Role.class);
              sum(PageParts.of(page), expected);
              long total = 0;
              for (Role role : Role.values()) {
                assertThat(use.bytes(role))
                    .as("%s %s", name, role)
                    .isEqualTo(expected.getOrDefault(role, 0L));
                total += use.bytes(role);
              }
              assertThat(total).as(name).isEqualTo(PageHeader.PAGE_SIZE);
            });
  }

  private static void sum(List<PagePart> parts, Map<Role, Long> sums) {
    for (PagePart part : parts) {
      if (part.role() == Role.ENTRY) {
        sum(part.parts(), sums);
      } else {
        sums.merge(part.role(), (long) part.length(), Long::sum);
      }
    }
  }

  @Test
  void everyFieldSaysWhatItIs() {
    Samples.all()
        .forEach(
            (name, page) -> {
              for (PagePart part : PageParts.of(page)) {
                boolean saysItself = part.role() == Role.NOTE || part.role() == Role.DATA;
                assertThat(part.help().isEmpty()).as("%s: %s", name, part).isEqualTo(saysItself);
                part.parts().forEach(inner -> assertThat(inner.help()).isNotEmpty());
              }
            });
  }

  @Test
  void referencesNameThePageThatTheyLeadTo() {
    byte[] branch = Samples.branch(20);
    assertThat(PageParts.of(branch).stream().filter(part -> part.role() == Role.CHILD))
        .hasSize(20)
        .allMatch(part -> part.page() == BranchPage.number(BranchPage.child(branch, part.index())));
    byte[] bytesBranch = Samples.bytesBranch(20);
    assertThat(PageParts.of(bytesBranch).stream().flatMap(part -> part.parts().stream()))
        .filteredOn(part -> part.role() == Role.CHILD)
        .hasSize(20)
        .allMatch(
            part -> part.page() == BranchPage.number(BytesPage.child(bytesBranch, part.index())));
  }

  @Test
  void damagedPagesHavePartsWithinThePage() {
    Seeds.forEach(
        30,
        random -> {
          for (byte[] page : Samples.all().values()) {
            for (int i = random.nextInt(20); i >= 0; i--) {
              int offset = random.nextInt(random.nextBoolean() ? 100 : PageHeader.PAGE_SIZE);
              Memory.putByte(page, offset, random.nextInt(256));
            }
            PageParts.of(page).forEach(PagePartsTest::assertWithin);
          }
        });
  }

  private static void assertWithin(PagePart part) {
    assertThat(part.from()).isBetween(0, part.to());
    assertThat(part.to()).isLessThanOrEqualTo(PageHeader.PAGE_SIZE);
    part.parts().forEach(PagePartsTest::assertWithin);
  }

  @Test
  void aRingIsShownRecordByRecordAlsoWhereOneIsLongerThanAPage() {
    UUID storeId = new UUID(1, 2);
    OperationLog log = new OperationLog(1 << 20);
    log.create(3, CatalogueRecord.LONG_MAP, "a\nb");
    for (int i = 0; i < 3000; i++) {
      log.put(3, i * 1000L, -i);
    }
    log.removeBytesRange(4, new byte[] {1, 2}, null);
    byte[] record = RingRecord.build(List.of(log.toBytes(), new byte[0]), 12, 5, 7, storeId);
    byte[] ring = Memory.allocate(4 * PageHeader.PAGE_SIZE);
    Memory.copy(record, 0, ring, 0, Memory.length(record));
    PageRef space = new PageRef(4, 1, 0);
    Meta.Ring extent = new Meta.Ring(20, 4, 0, 5);
    Meta meta = new Meta(storeId, 0, 0, 0, 9, 30, PageRef.NONE, space, 1, 12, extent);

    StringBuilder text = new StringBuilder();
    for (int page = 0; page < 4; page++) {
      List<PagePart> parts = RingParts.of(ring, meta, page);
      assertCovered("page " + page, parts, 0, PageHeader.PAGE_SIZE);
      parts.forEach(
          part -> text.append(part.value()).append(' ').append(part.meaning()).append('\n'));
    }
    assertThat(text)
        .contains("commit 12, contained in the checkpoint\n", "commit 13\n")
        .contains("select 3 \ncreate longs \"a\\nb\" \nput 0 0 \nput 1000 -1 \n")
        .contains("put 2999000 -2999 \n", "remove-bytes-range \"\\x01\\x02\" end \n");
    assertThat(RingParts.of(ring, meta, 0))
        .filteredOn(part -> part.name().equals("operation"))
        .extracting(PagePart::help)
        .containsOnly("An operation of a commit.");
    Memory.putByte(ring, 100, 99);
    assertThat(RingParts.of(ring, meta, 0)).extracting(PagePart::name).contains("no record");
  }
}
