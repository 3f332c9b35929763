package io.octavo.page.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.check.PageCheck;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the sections of FORMAT.md about lists and the code together. */
class ListFormatTest {
  private static FormatText format = new FormatText("");

  @BeforeAll
  static void read() throws IOException {
    format = FormatText.read();
  }

  /** Gives each row of a table, and the block that it shows. */
  private static void forEachBlock(
      String section, String[] columns, BiConsumer<List<String>, byte[]> action) {
    List<List<String>> rows = format.table(section, columns);
    assertThat(rows).isNotEmpty();
    int column = Arrays.asList(columns).indexOf("bytes");
    for (List<String> row : rows) {
      byte[] bytes = FormatTest.parse(row.get(column).replace("|", ""));
      byte[] block = Memory.allocate(bytes.length);
      Memory.put(block, 0, bytes, 0, bytes.length);
      action.accept(row, block);
    }
  }

  @Test
  void thePairsOfTheTextAreReadFromTheirBytes() {
    forEachBlock(
        "Pair blocks",
        ListExamples.PAIRS,
        (row, block) -> {
          long[] pairs = ListExamples.pairs(row.get(0));
          int length = Memory.length(block);
          assertThat(PairBlock.length(block, 0, length, pairs.length)).isEqualTo(length);
          long[] read = new long[pairs.length];
          PairBlock.decode(block, 0, pairs.length, read, 0);
          assertThat(read).as("%s", row).isEqualTo(pairs);
        });
  }

  @Test
  void theTextsOfTheTextAreReadFromTheirBytes() {
    forEachBlock(
        "Text blocks",
        ListExamples.TEXTS,
        (row, block) -> {
          String[] texts = row.get(0).split(", ", -1);
          int length = Memory.length(block);
          assertThat(TextBlock.length(block, 0, length, texts.length)).isEqualTo(length);
          byte[][] read = new byte[texts.length][];
          TextBlock.decode(block, 0, texts.length, read, 0);
          assertThat(Arrays.stream(read).map(text -> new String(text, StandardCharsets.UTF_8)))
              .containsExactly(texts);
        });
  }

  @Test
  void theNodesOfTheTextAreReadFromTheirBytes() {
    forEachBlock(
        "Node blocks",
        ListExamples.NODES,
        (row, block) -> {
          int first = Integer.parseInt(row.get(0));
          int[][] nodes = ListExamples.nodes(row.get(1));
          int count = nodes[0].length;
          int length = Memory.length(block);
          assertThat(NodeBlock.length(block, 0, length, first, count)).isEqualTo(length);
          int[][] read = new int[2][count];
          NodeBlock.decode(block, 0, first, count, read[0], read[1], 0);
          assertThat(read).as("%s", row).isDeepEqualTo(nodes);
        });
  }

  @Test
  void thePageOfTheTextIsSound() {
    byte[] page = ListExamples.page();
    assertThat(PageCheck.checkStored(page, 27)).isNull();
    assertThat(ListPage.first(page)).isEqualTo(1_000);
    assertThat(ListPage.form(page)).isEqualTo(ListForm.PAIRS);
    assertThat(PairBlock.get(page, ListPage.start(page, 1), 1, 0)).isEqualTo(5);
  }

  @Test
  void formsAndLimitsAreThoseOfTheText() {
    List<List<String>> rows = format.table("List pages", "form", "block", "items of a block");
    assertThat(rows).hasSameSizeAs(ListForm.values());
    for (ListForm form : ListForm.values()) {
      assertThat(ListForm.of(form.code())).isEqualTo(form);
      List<String> row = rows.get(form.code() - 1);
      assertThat(row.get(0)).isEqualTo("" + form.code());
      assertThat(row.get(1)).containsIgnoringCase(form.name());
      assertThat(row.get(2)).isEqualTo("1 to " + form.maxItems());
    }
    assertThat(ListForm.of(0)).isNull();
    assertThat(ListForm.of(ListForm.values().length + 1)).isNull();
    assertThat(format.section("List pages"))
        .contains("| " + ListPage.ITEMS + " | 4 | items | u32, items of the page, 1 to 65,535 |")
        .contains("| " + ListPage.FORM + " | 4 | form |")
        .contains("block i is at offset " + ListPage.entry(0) + " + " + ListPage.ENTRY + " i");
    assertThat(ListPage.MAX_ITEMS).isEqualTo(65_535);
    assertThat(format.section("Text blocks"))
        .contains(String.format("at most %,d bytes each", TextBlock.MAX_TEXT))
        .contains(String.format("at most %,d bytes.", TextBlock.MAX_LENGTH));
  }
}
