package io.octavo.page.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.format.FormatText;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.tree.BranchPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** For each rule that one page shows, pages that break it and no other. */
class PageCheckTest {
  /** Rules that need more than the page and its place. */
  private static final Set<Rule> BEYOND_ONE_PAGE =
      EnumSet.of(
          Rule.R9, Rule.R23, Rule.R24, Rule.R25, Rule.R26, Rule.R27, Rule.R30, Rule.R33, Rule.R34,
          Rule.R37, Rule.R38);

  /**
   * A damage and the rule that it breaks.
   *
   * @param sample the page that is damaged, of {@link Samples}
   * @param rule the rule
   * @param name what is wrong
   * @param damage what does it
   */
  record Case(String sample, Rule rule, String name, Consumer<byte[]> damage) {}

  private static Case of(String sample, Rule rule, String name, Consumer<byte[]> damage) {
    return new Case(sample, rule, name, damage);
  }

  private static Consumer<byte[]> u8(int offset, int value) {
    return page -> Memory.putByte(page, offset, value);
  }

  private static Consumer<byte[]> u16(int offset, int value) {
    return page -> Memory.putChar(page, offset, value);
  }

  private static Consumer<byte[]> u32(int offset, int value) {
    return page -> Memory.putInt(page, offset, value);
  }

  private static Consumer<byte[]> i64(int offset, long value) {
    return page -> Memory.putLong(page, offset, value);
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    header(cases);
    PageCheckCases.leaf(cases);
    PageCheckCases.branch(cases);
    PageCheckCases.summedBranch(cases);
    PageCheckCases.bytes(cases);
    ListPageCheckCases.add(cases);
    SeriesCheckCases.add(cases);
    PageCheckCases.catalogue(cases);
    PageCheckCases.space(cases);
    PageCheckCases.meta(cases);
    return cases;
  }

  private static void header(List<Case> cases) {
    for (String sample : Samples.all().keySet()) {
      cases.add(of(sample, Rule.R2, "another number", u32(PageHeader.NUMBER, 99)));
      cases.add(of(sample, Rule.R4, "version 0", u8(PageHeader.VERSION, 0)));
      cases.add(of(sample, Rule.R4, "version 2", u8(PageHeader.VERSION, 2)));
      cases.add(of(sample, Rule.R5, "a flag", u8(PageHeader.FLAGS, 0x80)));
      cases.add(of(sample, Rule.R5, "the flag of memory", u8(PageHeader.FLAGS, 1)));
      cases.add(of(sample, Rule.R5, "a reserved bit", u16(PageHeader.RESERVED, 0x8000)));
      cases.add(of(sample, Rule.R8, "epoch 0", i64(PageHeader.EPOCH, 0)));
      cases.add(of(sample, Rule.R8, "epoch -1", i64(PageHeader.EPOCH, -1)));
      boolean collection = sample.contains("leaf") || sample.equals("branch");
      collection |= sample.equals("full branch") || sample.contains("summed");
      collection |= sample.startsWith("bytes");
      collection |= sample.equals("overflow") || sample.startsWith("list");
      int owner = collection ? 0 : 1;
      cases.add(of(sample, Rule.R7, "owner " + owner, u32(PageHeader.OWNER, owner)));
      boolean inner = sample.contains("branch");
      int level = inner ? 0 : 1;
      cases.add(of(sample, Rule.R6, "level " + level, u8(PageHeader.LEVEL, level)));
      cases.add(of(sample, Rule.R6, "level 13", u8(PageHeader.LEVEL, 13)));
      cases.add(of(sample, Rule.R3, "no kind", u8(PageHeader.KIND, 0)));
      cases.add(of(sample, Rule.R3, "a kind of later", u8(PageHeader.KIND, 15)));
      boolean meta = sample.equals("meta");
      int place = meta ? PageKind.LEAF.code() : PageKind.META.code();
      cases.add(of(sample, Rule.R3, "a kind of another place", u8(PageHeader.KIND, place)));
    }
    for (int code : new int[] {12}) {
      cases.add(
          of(
              "empty leaf",
              Rule.R3,
              "reserved kind " + code,
              page -> {
                PageHeader.format(page, PageKind.META, 0, 17, 0);
                Memory.putLong(page, PageHeader.EPOCH, 1);
                Memory.putByte(page, PageHeader.KIND, code);
              }));
    }
  }

  @TestFactory
  Stream<DynamicTest> theBrokenRuleIsNamed() {
    Map<String, byte[]> samples = Samples.all();
    return cases().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.rule() + " " + each.sample() + ": " + each.name(),
                    () -> breaks(each, samples)));
  }

  private static void breaks(Case each, Map<String, byte[]> samples) {
    byte[] page = PageHeader.copyOf(samples.getOrDefault(each.sample(), new byte[0]));
    int place = PageHeader.number(page);
    assertThat(PageCheck.checkStored(page, place)).isNull();
    each.damage().accept(page);
    Samples.repairCrc(page);
    Violation violation = PageCheck.checkStored(page, place);
    assertThat(violation).as("%s", each.name()).isNotNull();
    assertThat(violation.rule()).as("%s", violation).isEqualTo(each.rule());
    assertThat(violation.offset()).isBetween(0, PageHeader.PAGE_SIZE - 1);
    assertThat(violation.toString())
        .contains(each.rule().subject())
        .contains("at byte " + violation.offset())
        .contains(violation.found())
        .contains(violation.expected());
  }

  /** A rule must not refuse the last value that FORMAT.md allows. */
  @Test
  void theExtremesAreSound() {
    isSound("branch", u8(PageHeader.LEVEL, BranchPage.MAX_LEVEL));
    isSound(
        "catalogue",
        page -> {
          int record = SlotWord.get(page, 1);
          int fields = record + 1 + Memory.getByte(page, record);
          Memory.putInt(page, fields + CataloguePage.ID, CatalogueRecord.MAX_ID);
        });
    isSound(
        "overflow",
        page -> {
          byte[] bytes = new byte[OverflowPage.CAPACITY];
          OverflowPage.build(page, 17, 3, 0, bytes, 0, bytes.length);
          Memory.putLong(page, PageHeader.EPOCH, 9);
        });
    isSound("meta", u32(MetaPage.RING_START, MetaPage.COUNT));
    isSound("meta", u32(MetaPage.RING_PAGES, 968));
    isSound("meta", i64(MetaPage.RING_REPLAY, 0));
    isSound(
        "meta",
        page -> {
          int end = Memory.getInt(page, MetaPage.RING_PAGES) * PageHeader.PAGE_SIZE;
          Memory.putLong(page, MetaPage.RING_REPLAY, end);
        });
    isSound("meta", i64(MetaPage.RING_GENERATION, 0));
    isSound(
        "meta",
        page -> {
          Memory.putInt(page, MetaPage.PAGE_COUNT, 10_000);
          Memory.putInt(page, MetaPage.RING_PAGES, MetaPage.MAX_RING_PAGES);
        });
  }

  private static void isSound(String sample, Consumer<byte[]> change) {
    byte[] page = PageHeader.copyOf(Samples.all().getOrDefault(sample, new byte[0]));
    change.accept(page);
    Samples.repairCrc(page);
    assertThat(PageCheck.checkStored(page, PageHeader.number(page))).as(sample).isNull();
  }

  @Test
  void aWrongChecksumIsReportedBeforeAllElse() {
    Samples.all()
        .forEach(
            (name, page) -> {
              PageHeader.setNumber(page, 99);
              Violation violation = PageCheck.checkStored(page, 5);
              assertThat(violation).as(name).isNotNull();
              assertThat(violation.rule()).as(name).isEqualTo(Rule.R1);
            });
  }

  /** The order of the rules of the header, with what breaks each whatever the kind is. */
  @Test
  void ofSeveralRulesOfTheHeaderTheFirstOfTheTextIsReported() throws IOException {
    List<Case> damages =
        List.of(
            of("", Rule.R2, "another number", u32(PageHeader.NUMBER, 99)),
            of("", Rule.R3, "no kind", u8(PageHeader.KIND, 0)),
            of("", Rule.R8, "epoch 0", i64(PageHeader.EPOCH, 0)),
            of("", Rule.R4, "version 2", u8(PageHeader.VERSION, 2)),
            of("", Rule.R5, "a flag", u8(PageHeader.FLAGS, 1)),
            of("", Rule.R6, "level 13", u8(PageHeader.LEVEL, 13)),
            of(
                "",
                Rule.R7,
                "an owner",
                page -> Memory.putInt(page, PageHeader.OWNER, ownerOf(page))));
    String order =
        damages.stream().map(each -> each.rule().toString()).collect(Collectors.joining(", "));
    assertThat(FormatText.read().section("What a reader checks, and when")).contains(order);
    Samples.all()
        .forEach(
            (name, sample) -> {
              for (int first = 0; first < damages.size(); first++) {
                byte[] page = PageHeader.copyOf(sample);
                int place = PageHeader.number(page);
                // From the last one on, so that the owner is decided by the kind.
                for (int i = damages.size() - 1; i >= first; i--) {
                  damages.get(i).damage().accept(page);
                }
                Samples.repairCrc(page);
                Violation violation = PageCheck.checkStored(page, place);
                assertThat(violation).isNotNull();
                assertThat(violation.rule()).as(name).isEqualTo(damages.get(first).rule());
              }
            });
  }

  /** Returns an owner that a page of the kind must not have. */
  private static int ownerOf(byte[] page) {
    return PageHeader.owner(page) == 0 ? 1 : 0;
  }

  @Test
  void everyRuleThatOnePageShowsIsTried() {
    Set<Rule> tried = cases().stream().map(Case::rule).collect(Collectors.toSet());
    tried.add(Rule.R1);
    tried.addAll(BEYOND_ONE_PAGE);
    assertThat(tried).containsExactlyInAnyOrder(Rule.values());
  }

  @Test
  void aMetaPageInTheStateOfAnotherPlaceIsNotSound() {
    byte[] page = Samples.meta();
    assertThat(PageCheck.checkStored(page, 3)).isNull();
    PageHeader.setNumber(page, 5);
    Samples.repairCrc(page);
    Violation violation = PageCheck.checkStored(page, 5);
    assertThat(violation).isNotNull();
    assertThat(violation.rule()).isEqualTo(Rule.R3);
  }

  @Test
  void aLooseLeafKeepsTheRulesOfMemory() {
    assertThat(PageCheck.check(loose())).isNull();
    looseBreaks(Rule.R11, page -> PageHeader.setFree(page, PageHeader.free(page) - 2));
    looseBreaks(Rule.R12, page -> SlotWord.put(page, 1, SlotWord.get(page, 0)));
    looseBreaks(Rule.R12, page -> PageHeader.setHeapBound(page, 8190));
    looseBreaks(Rule.R12, page -> SlotWord.put(page, 2, SlotWord.of(60, 0)));
    // An end between the others: entries that share some of their bytes.
    looseBreaks(Rule.R12, page -> SlotWord.put(page, 0, SlotWord.get(page, 0) - 16));
    looseBreaks(Rule.R10, page -> PageHeader.setHeapBound(page, PageHeader.heapBound(page) - 1));
    looseBreaks(
        Rule.R13,
        page -> {
          int slot = SlotWord.get(page, 2);
          assertThat(SlotWord.code(slot)).isEqualTo(SizeCode.FALLBACK);
          Memory.putByte(page, SlotWord.end(slot) - 1, 0x8F);
        });
  }

  /** A leaf of memory: three entries out of order, a hole, and rests in the gap. */
  private static byte[] loose() {
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, 17, 3);
    LeafPage.insert(page, 0, 0, 70_000);
    Samples.appendFallback(page, Long.MAX_VALUE, -1);
    LeafPage.insert(page, 1, 10, 70_000);
    LeafPage.insert(page, 1, 5, 70_000);
    LeafPage.remove(page, 1, 2);
    return page;
  }

  private static void looseBreaks(Rule rule, Consumer<byte[]> damage) {
    byte[] page = loose();
    damage.accept(page);
    Violation violation = PageCheck.check(page);
    assertThat(violation).as("%s", rule).isNotNull();
    assertThat(violation.rule()).as("%s", rule).isEqualTo(rule);
  }

  @Test
  void inMemoryAChildMayHaveNoChecksumYet() {
    byte[] branch = Samples.branch(3);
    BranchPage.setChild(branch, 1, BranchPage.childOf(50, 0));
    assertThat(PageCheck.check(branch)).isNull();
    byte[] children = Samples.children(PageKind.SPACE_BRANCH, 3);
    ChildrenPage.append(children, BranchPage.childOf(50, 0));
    assertThat(PageCheck.check(children)).isNull();
  }
}
