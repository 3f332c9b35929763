package io.octavo.page.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.NaiveSamples;
import io.octavo.packed.SampleBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.SeriesCheck;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesSamples;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the sections of FORMAT.md about series and the code together. */
class SeriesFormatTest {
  private static FormatText format = new FormatText("");

  @BeforeAll
  static void read() throws IOException {
    format = FormatText.read();
  }

  @Test
  void theSamplesOfTheTextAreReadFromTheirBytes() {
    List<List<String>> rows = format.table("Sample blocks", SeriesExamples.BLOCKS);
    StringBuilder shown = new StringBuilder();
    for (List<String> row : rows) {
      byte[] bytes = FormatTest.parse(row.get(2).replace("|", ""));
      byte[] block = Memory.allocate(bytes.length);
      Memory.put(block, 0, bytes, 0, bytes.length);
      long[] times = SeriesExamples.numbers(row.get(0));
      long[] values = SeriesExamples.numbers(row.get(1));
      int count = times.length;
      assertThat(SampleBlock.length(block, 0, bytes.length, count)).isEqualTo(bytes.length);
      long[] read = new long[count];
      SampleBlock.times(block, 0, count, times[0], read);
      assertThat(read).as("%s", row).isEqualTo(times);
      long least = Arrays.stream(values).min().orElseThrow();
      SampleBlock.values(block, 0, count, least, read);
      assertThat(read).as("%s", row).isEqualTo(values);
      NaiveSamples naive = NaiveSamples.read(block, 0, count, times[0], least);
      assertThat(naive.times()).isEqualTo(times);
      assertThat(naive.values()).isEqualTo(values);
      shown.append(row.get(3)).append(' ');
    }
    assertThat(shown.toString())
        .as("each part has an example")
        .contains("gap base", "gap 1 exceptions", "gap low parts", "gap high parts")
        .contains("form 0", "value 1 exceptions", "value low parts", "value high parts")
        .contains("form 1", "start 45", "difference base", "difference low parts")
        .contains("gap high parts in unary", "gap high parts in unary, centered")
        .contains("difference high parts in unary");
  }

  @Test
  void thePageOfTheTextIsSound() {
    byte[] page = SeriesExamples.page();
    assertThat(PageCheck.checkStored(page, 28)).isNull();
    assertThat(SeriesCheck.contents(page)).isNull();
    assertThat(SeriesLeaf.entries(page)).isEqualTo(5);
    assertThat(SeriesLeaf.last(page)).isEqualTo(1_500);
  }

  @Test
  void theFieldsOfTheDirectoryAreThoseOfTheText() {
    List<List<String>> rows =
        format.table("Series leaves", "offset of the width", "field", "most bits", "meaning");
    List<String> fields = List.of("first", "before", "missing", "least", "greatest", "excess");
    assertThat(rows).hasSameSizeAs(fields);
    for (int i = 0; i < fields.size(); i++) {
      List<String> row = rows.get(i);
      assertThat(row.get(0)).isEqualTo("" + (SeriesDirectory.WIDTHS + i));
      assertThat(row.get(1)).isEqualTo(fields.get(i));
      byte[] page = SeriesSamples.leaf();
      int most = Integer.parseInt(row.get(2));
      Memory.putByte(page, SeriesDirectory.WIDTHS + i, most + 1);
      assertThat(SeriesCheck.widths(page)).isNotNull();
      Memory.putByte(page, SeriesDirectory.WIDTHS + i, most);
      assertThat(SeriesCheck.widths(page)).isNull();
    }
    assertThat(format.section("Series leaves"))
        .contains("bytes " + (SeriesDirectory.WIDTHS + fields.size()) + " to ")
        .contains("at offset " + SeriesDirectory.DIRECTORY + " + i x ")
        .contains("1 to " + SampleBlock.MAX_COUNT);
  }

  @Test
  void theColumnsOfASummedBranchAreThoseOfTheText() {
    List<List<String>> rows =
        format.table("Summed branches", "offset", "bytes", "column", "meaning");
    int[] columns = SummedPage.columns();
    int[] groups = SummedPage.groupColumns();
    assertThat(rows).hasSize(columns.length + groups.length);
    for (int i = 0; i < rows.size(); i++) {
      boolean isOfGroups = i >= columns.length;
      int offset = isOfGroups ? groups[i - columns.length] : columns[i];
      int elements = isOfGroups ? SummedPage.GROUPS : SummedPage.MAX_COUNT;
      assertThat(rows.get(i).get(0)).isEqualTo("" + offset);
      assertThat(rows.get(i).get(1)).isEqualTo("" + elements * Long.BYTES);
    }
    assertThat(format.section("Summed branches"))
        .contains("1 to " + SummedPage.MAX_COUNT + " children")
        .contains("*group* of " + SummedPage.GROUP + " children")
        .contains("bytes " + SummedPage.GAP + "-" + (BranchPage.CHILDREN - 1))
        .contains("bytes " + SummedPage.END + "-" + (PageHeader.PAGE_SIZE - 1));
  }

  /** Reads each row of a page bit by bit, as the text tells it. */
  @Test
  void theRowsOfTheDirectoryAreThoseOfTheText() {
    for (byte[] page : List.of(SeriesSamples.leaf(), SeriesSamples.wideLeaf())) {
      int bits = 0;
      for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
        bits += Memory.getByte(page, 48 + field);
      }
      for (int block = 0; block < SeriesLeaf.blocks(page); block++) {
        int bit = (56 + block * ((bits + 7) / 8)) * 8;
        long[] row = new long[SeriesDirectory.FIELDS];
        for (int field = 0; field < row.length; field++) {
          for (int i = 0; i < Memory.getByte(page, 48 + field); i++, bit++) {
            row[field] |= (long) (Memory.getByte(page, bit / 8) >>> (bit % 8) & 1) << i;
          }
        }
        assertThat(SeriesLeaf.first(page, block)).isEqualTo(PageHeader.keyBase(page) + row[0]);
        assertThat(SeriesLeaf.end(page, block)).isEqualTo((int) (8192 - row[1]));
        assertThat(SeriesLeaf.entries(page, block)).isEqualTo((int) (128 - row[2]));
        long least = PageHeader.specific(page) + row[3];
        assertThat(SeriesLeaf.least(page, block)).isEqualTo(least);
        assertThat(SeriesLeaf.greatest(page, block)).isEqualTo(least + row[4]);
        assertThat(SeriesLeaf.excess(page, block)).isEqualTo(row[5]);
      }
    }
  }
}
