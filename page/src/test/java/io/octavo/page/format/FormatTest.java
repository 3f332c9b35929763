package io.octavo.page.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.NaiveBlock;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.page.ModuleFiles;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Rule;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.OperationScript;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares FORMAT.md, and the files that it leads to, with the code. */
class FormatTest {
  private static final Pattern ROW = Pattern.compile("(?m)^(\\d{4})  ((?:[0-9A-F]{2} )+)");

  private static FormatText format = new FormatText("");

  @BeforeAll
  static void rewriteExamplesWhereAskedTo() throws IOException {
    if (ModuleFiles.REWRITE) {
      for (Path file : FormatText.files()) {
        FormatText text = new FormatText(ModuleFiles.read(file));
        Files.writeString(file, text.withExamples(FormatExamples.all()));
      }
    }
    format = FormatText.read();
  }

  @Test
  void everyFieldOfTheHeaderStandsInTheText() {
    offsetsAreThoseOf(PageHeader.class, "Page header", PageHeader.LENGTH);
  }

  @Test
  void everyFieldOfAMetaPageStandsInTheText() {
    offsetsAreThoseOf(MetaPage.class, "Meta", PageHeader.PAGE_SIZE);
  }

  @Test
  void everyAreaOfABranchStandsInTheText() {
    List<List<String>> rows = offsetRows("Branch");
    // The second table of the section is the child, which is no descriptor of its own.
    int areas = rows.size() - 2;
    assertThat(offsets(rows.subList(0, areas)))
        .isEqualTo(FormatConstants.offsets(BranchPage.class));
    rowsFollowEachOther(rows.subList(0, areas), PageHeader.PAGE_SIZE);
    rowsFollowEachOther(rows.subList(areas, rows.size()), Long.BYTES);
    long child = BranchPage.childOf(0x01020304, 0x05060708);
    assertThat(child).isEqualTo(0x0506070801020304L);
  }

  @Test
  void everyFieldOfByteStringsStandsInTheText() {
    List<Integer> offsets =
        offsetRows("Byte strings").stream().map(row -> Integer.parseInt(row.get(0))).toList();
    int rest = BytesPage.VALUE + Short.BYTES;
    assertThat(offsets)
        .containsExactly(
            BytesPage.PREFIX, BytesPage.LEAST, BytesPage.VALUE, rest, 0, SlotWord.LENGTH);
    assertThat(format.section("Byte strings"))
        .contains("Keys have 0 to " + BytesPage.MAX_KEY + " bytes")
        .contains("0 to " + BytesPage.MAX_ENTRY + "; " + BytesPage.ANY)
        .contains("at offset " + BytesPage.slotOffset(0) + " + " + BytesPage.SLOT + " i");
    assertThat(format.section("Large values"))
        .contains("pieces of " + OverflowPage.CAPACITY + " bytes");
  }

  @Test
  void everyFieldOfACatalogueRecordStandsInTheText() {
    offsetsAreThoseOf(CataloguePage.class, "Catalogue", CataloguePage.TAIL);
  }

  @Test
  void everyFieldOfARingRecordStandsInTheText() {
    offsetsAreThoseOf(RingRecord.class, "Commit ring", RingRecord.LENGTH);
  }

  @Test
  void everyOperationStandsInTheTextWithItsTag() {
    Map<String, Integer> tags = new LinkedHashMap<>();
    for (List<String> row : format.table("Operations", "tag", "operation", "then", "does")) {
      String name = row.get(1).toLowerCase(Locale.ROOT).replace('_', ' ');
      tags.put(name, Integer.parseInt(row.get(0)));
    }
    assertThat(tags).isEqualTo(FormatConstants.offsets(OperationLog.class));
  }

  private static void offsetsAreThoseOf(Class<?> descriptor, String section, int end) {
    List<List<String>> rows = offsetRows(section);
    assertThat(offsets(rows)).isEqualTo(FormatConstants.offsets(descriptor));
    rowsFollowEachOther(rows, end);
  }

  private static List<List<String>> offsetRows(String section) {
    return format.table(section, "offset", "bytes", "field", "meaning");
  }

  private static Map<String, Integer> offsets(List<List<String>> rows) {
    Map<String, Integer> offsets = new LinkedHashMap<>();
    rows.forEach(row -> offsets.put(row.get(2), Integer.parseInt(row.get(0))));
    assertThat(offsets).as("names of fields occur once").hasSameSizeAs(rows);
    return offsets;
  }

  private static void rowsFollowEachOther(List<List<String>> rows, int end) {
    int offset = Integer.parseInt(rows.get(0).get(0));
    for (List<String> row : rows) {
      assertThat(Integer.parseInt(row.get(0))).as(row.get(2)).isEqualTo(offset);
      offset += Integer.parseInt(row.get(1));
    }
    assertThat(offset).isEqualTo(end);
  }

  @Test
  void everyPageKindStandsInTheTextWithItsCode() {
    List<String> rows =
        format.table("Page kinds", "code", "kind", "holds").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList();
    List<String> kinds =
        Arrays.stream(PageKind.values()).map(kind -> kind.code() + " " + kind).toList();
    assertThat(rows).isEqualTo(kinds);
  }

  @Test
  void everyRuleStandsInTheTextWithItsSubject() {
    List<String> rows =
        format.table("Rules", "rule", "subject", "says").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList();
    List<String> rules =
        Arrays.stream(Rule.values()).map(rule -> rule + " " + rule.subject()).toList();
    assertThat(rows).isEqualTo(rules);
  }

  @Test
  void theSizeCodesAreThoseOfTheText() {
    NaiveFormat naive = new NaiveFormat(format);
    assertThat(format.table("Size codes", "code", "key", "value")).hasSize(15);
    for (int code = 1; code <= 15; code++) {
      int[] lengths = naive.lengths(code);
      assertThat(SizeCode.lengths(code))
          .as("code %d", code)
          .isEqualTo(SizeCode.nibbles(lengths[0], lengths[1]));
      assertThat((lengths[0] + lengths[1]) % 2).as("code %d is of even sum", code).isZero();
    }
  }

  @Test
  void everyExampleIsWhatTheCodeMakes() {
    Map<String, String> examples = format.examples();
    assertThat(examples.keySet()).isEqualTo(FormatExamples.all().keySet());
    examples.forEach(
        (name, example) ->
            assertThat(example)
                .as("example %s of FORMAT.md%s", name, ModuleFiles.HINT)
                .isEqualTo(FormatExamples.all().get(name).apply(example)));
  }

  @Test
  void everyEntryOfTheTextIsDecodedFromItsBytes() {
    List<List<String>> rows = format.table("Entry", FormatExamples.ENTRY_COLUMNS);
    assertThat(rows).hasSizeGreaterThanOrEqualTo(8);
    for (List<String> row : rows) {
      long[] numbers = row.stream().limit(4).mapToLong(Long::parseLong).toArray();
      byte[] page = PageHeader.newPage();
      byte[] bytes = parse(row.get(7).replace("|", ""));
      int end = 4096;
      Memory.buffer(page, end - bytes.length, end).put(bytes);
      int slot = SlotWord.of(end, Integer.parseInt(row.get(5)));
      assertThat(EntryCodec.size(page, slot)).as("%s", row).isEqualTo(bytes.length);
      assertThat(numbers[0] + EntryCodec.key(page, slot)).as("%s", row).isEqualTo(numbers[2]);
      assertThat(numbers[1] + EntryCodec.value(page, slot)).as("%s", row).isEqualTo(numbers[3]);
    }
    Set<String> shown = rows.stream().map(row -> row.get(8)).collect(Collectors.toSet());
    assertThat(shown)
        .as("each way in which some pair is stored has an example; add its key and value")
        .containsExactlyInAnyOrderElementsOf(FormatExamples.ways());
  }

  @Test
  void theLeafOfTheTextIsSoundAndReadsTheSameByBothReaders() {
    byte[] page = page(format.examples().get("leaf"));
    assertThat(page).isEqualTo(FormatExamples.leaf());
    assertThat(PageCheck.checkStored(page, 17)).isNull();
    Map<Long, Long> entries = new NaiveFormat(format).readLeaf(NaiveFormat.file(page));
    assertThat(entries).hasSize(PageHeader.count(page));
    for (int i = 0; i < PageHeader.count(page); i++) {
      assertThat(entries).containsEntry(LeafPage.key(page, i), LeafPage.value(page, i));
    }
  }

  @Test
  void theSearchOfTheTextFindsTheChildThatTheCodeFinds() {
    byte[] page = FormatExamples.branch();
    assertThat(PageCheck.checkStored(page, 18)).isNull();
    int found = BranchPage.find(page, 137);
    assertThat(format.examples().get("search")).contains("\nchild " + found + "\n");
  }

  @Test
  void theRecordOfTheTextIsTheOneThatTheCodeReads() {
    byte[] page = page(format.examples().get("record"));
    assertThat(page).isEqualTo(FormatExamples.catalogue());
    assertThat(PageCheck.checkStored(page, 19)).isNull();
    assertThat(CataloguePage.records(page)).containsExactly(FormatExamples.record());
  }

  @Test
  void theFrontOfTheTextIsTheOneThatTheCodeReads() {
    byte[] page = page(format.examples().get("front"));
    assertThat(page).isEqualTo(FormatExamples.front());
    assertThat(PageCheck.checkStored(page, 19)).isNull();
    assertThat(CataloguePage.records(page)).containsExactly(FormatExamples.frontRecord());
    assertThat(FormatExamples.frontRecord().isOwn()).isTrue();
    assertThat(FormatExamples.frontRecord().isPartOf(3)).isTrue();
  }

  @Test
  void theMetaPageOfTheTextIsTheOneThatTheCodeReads() {
    byte[] page = page(format.examples().get("meta"));
    assertThat(page).isEqualTo(FormatExamples.meta());
    assertThat(PageCheck.checkStored(page, 1)).isNull();
    assertThat(MetaPage.read(page).storeId()).isEqualTo(FormatExamples.STORE_ID);
    assertThat(format.section("Meta"))
        .contains(FormatExamples.hex(page, MetaPage.MAGIC_OFFSET, MetaPage.FORMAT));
  }

  @Test
  void theRingOfTheTextIsTheOneThatTheCodeReads() {
    byte[] ring = page(format.examples().get("ring"));
    assertThat(RingRecord.isSound(ring, 0, 1, FormatExamples.STORE_ID)).isTrue();
    assertThat(RingRecord.first(ring, 0)).isEqualTo(12);
    assertThat(RingRecord.size(ring, 0)).isEqualTo(RingRecord.BLOCK);
    List<List<String>> commits = new ArrayList<>();
    RingRecord.commits(ring, 0, 12).forEach(log -> commits.add(OperationScript.read(log)));
    assertThat(commits).isEqualTo(FormatExamples.COMMITS);
  }

  @Test
  void theOperationsOfTheTextAreReadFromTheirBytes() {
    List<List<String>> rows = format.table("Operations", "operations", "bytes");
    assertThat(rows).hasSizeGreaterThanOrEqualTo(8);
    StringBuilder shown = new StringBuilder();
    for (List<String> row : rows) {
      byte[] log = parse(row.get(1).replace("|", ""));
      assertThat(String.join(", ", OperationScript.read(log))).isEqualTo(row.get(0));
      shown.append(row.get(0)).append(' ');
    }
    assertThat(shown.toString())
        .as("each operation has an example")
        .contains("put ", "remove ", "remove-range ", "clear ", "create ", "drop ", "rename ");
  }

  @Test
  void thePackedBlocksOfTheTextAreReadFromTheirBytes() {
    List<List<String>> rows = format.table("Packed blocks", PackedExamples.COLUMNS);
    StringBuilder shown = new StringBuilder();
    for (List<String> row : rows) {
      byte[] bytes = parse(row.get(1).replace("|", ""));
      byte[] block = Memory.allocate(bytes.length);
      Memory.buffer(block, 0, bytes.length).put(bytes);
      long[] ids = new long[PackedBlock.MAX_COUNT];
      int count = PackedBlock.decode(block, 0, bytes.length, ids, 0);
      assertThat(count).as("%s", row).isPositive();
      assertThat(Arrays.copyOf(ids, count)).isEqualTo(PackedExamples.ids(row.get(0)));
      assertThat(NaiveBlock.read(block).ids()).isEqualTo(PackedExamples.ids(row.get(0)));
      shown.append(row.get(2)).append(' ');
    }
    assertThat(shown.toString())
        .as("each part has an example")
        .contains("head", "first", "span", "width 0", "base", "exceptions", "low", "high");
  }

  @Test
  void thePackedBlocksThatNoWriterMakesAreTaken() {
    List<List<String>> rows = format.table("Packed blocks", "block", "ids", "taken with");
    assertThat(rows).hasSizeGreaterThanOrEqualTo(9);
    for (List<String> row : rows) {
      byte[] bytes = parse(row.get(0));
      byte[] block = Memory.allocate(bytes.length);
      Memory.buffer(block, 0, bytes.length).put(bytes);
      long[] ids = new long[PackedBlock.MAX_COUNT];
      int count = PackedBlock.decode(block, 0, bytes.length, ids, 0);
      assertThat(count).as("%s", row).isPositive();
      assertThat(Arrays.copyOf(ids, count)).as("%s", row).isEqualTo(PackedExamples.ids(row.get(1)));
    }
  }

  @Test
  void aLengthBelow128MayHaveTwoBytes() {
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, 17, 3);
    PageHeader.setCount(page, 1);
    Memory.putChar(page, BytesPage.VALUE, BytesPage.ANY);
    // The value, its length, and the length of the suffix "abc".
    byte[] entry = parse("76 01 03 80");
    int start = PageHeader.PAGE_SIZE - entry.length;
    Memory.buffer(page, start, PageHeader.PAGE_SIZE).put(entry);
    Memory.putChar(page, BytesPage.slotOffset(0), SlotWord.of(PageHeader.PAGE_SIZE, 0));
    Memory.putInt(page, BytesPage.slotOffset(0) + SlotWord.LENGTH, 0x61626300);
    PageHeader.setHeapBound(page, start);
    PageHeader.setFree(page, start - BytesPage.slotOffset(1));
    PageHeader.seal(page, 9);
    assertThat(PageCheck.checkStored(page, 17)).isNull();
    assertThat(BytesPage.key(page, 0)).isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
    assertThat(BytesPage.value(page, 0)).isEqualTo("v".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void thePostingListsOfTheTextAreReadFromTheirBytes() {
    for (List<String> row : format.table("Posting lists", PackedExamples.NUMBERS)) {
      byte[] bytes = parse(row.get(1));
      assertThat(OrderedLong.end(bytes, 0, bytes.length)).as("%s", row).isEqualTo(bytes.length);
      assertThat(OrderedLong.get(bytes, 0)).isEqualTo(Long.parseLong(row.get(0)));
    }
    for (List<String> row : format.table("Posting lists", PackedExamples.LISTS)) {
      assertThat(PackedExamples.read(Long.parseLong(row.get(0)), row.get(2)))
          .as("%s", row)
          .isEqualTo(PackedExamples.ids(row.get(1)));
    }
    assertThat(format.section("Posting lists")).contains("at most " + PackedBlock.KEPT + " bytes");
  }

  /** Builds a page from the rows of an example. */
  private static byte[] page(String example) {
    byte[] page = PageHeader.newPage();
    Matcher matcher = ROW.matcher(example);
    while (matcher.find()) {
      int offset = Integer.parseInt(matcher.group(1));
      byte[] bytes = parse(matcher.group(2));
      Memory.buffer(page, offset, offset + bytes.length).put(bytes);
    }
    return page;
  }

  static byte[] parse(String hex) {
    String[] digits = hex.replace("`", "").strip().split("\\s+", -1);
    byte[] bytes = new byte[digits.length];
    for (int i = 0; i < digits.length; i++) {
      bytes[i] = (byte) Integer.parseInt(digits[i], 16);
    }
    return bytes;
  }

  @Test
  void theLimitsOfTheTextAreThoseOfTheCode() {
    assertThat(format.section("Page header")).contains(PageHeader.LENGTH + " bytes");
    assertThat(format.section("Leaf")).contains("at most " + LeafPage.MAX_COUNT + " entries");
    assertThat(format.section("Branch"))
        .contains("level 1 to " + BranchPage.MAX_LEVEL + ", 1 to " + BranchPage.MAX_COUNT);
    assertThat(format.section("Children")).contains("1 to " + ChildrenPage.MAX_COUNT);
    assertThat(format.section("Catalogue"))
        .contains("1 to " + CatalogueRecord.MAX_NAME)
        .contains("0 to " + CatalogueRecord.MAX_TAIL);
    assertThat(format.section("Commit ring"))
        .contains("blocks of " + RingRecord.BLOCK + " bytes")
        .contains("at a multiple of " + RingRecord.ALIGNMENT + " bytes")
        .contains("at most " + MetaPage.MAX_RING_PAGES + " pages");
    assertThat(format.section("Operations")).contains("1 to " + CatalogueRecord.MAX_NAME);
    assertThat(format.section("Packed blocks"))
        .contains("1 to " + PackedBlock.MAX_COUNT + " ids")
        .contains("255 to " + (PackedBlock.MAX_COUNT - 3));
    assertThat(format.section("Space")).contains(String.format("%,d", SpacePage.PAGES));
    assertThat(format.text()).contains("Format version " + MetaPage.FORMAT_VERSION + ".");
  }

  @Test
  void theEntranceLeadsToEverySection() throws IOException {
    List<List<String>> expected = new ArrayList<>();
    for (Path file : FormatText.files()) {
      String name = "format/" + file.getFileName();
      if (!name.equals("format/FORMAT.md")) {
        for (String heading : new FormatText(ModuleFiles.read(file)).headings()) {
          String anchor =
              heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "").replace(' ', '-');
          String section = "<a id=\"" + anchor + "\"></a>" + heading;
          expected.add(List.of(section, "[" + name + "](" + name + "#" + anchor + ")"));
        }
      }
    }
    assertThat(expected).hasSizeGreaterThan(30);
    assertThat(format.table("Sections", "section", "file"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
