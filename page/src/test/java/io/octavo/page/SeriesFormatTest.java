package io.octavo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.NaiveSamples;
import io.octavo.packed.SampleBlock;
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
        .contains("form 1", "start 45", "difference base", "difference low parts");
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
        format.table(
            "Series leaves", "narrow offset", "bytes", "wide offset", "bytes", "field", "meaning");
    byte[] narrow = SeriesSamples.leaf();
    byte[] wide = SeriesSamples.wideLeaf();
    List<String> fields = List.of("first", "least", "greatest", "excess", "end", "entries");
    assertThat(rows).hasSameSizeAs(fields);
    for (int i = 0; i < fields.size(); i++) {
      List<String> row = rows.get(i);
      assertThat(row.get(4)).isEqualTo(fields.get(i));
      assertThat(row.subList(0, 2)).isEqualTo(place(narrow, i, Integer.BYTES));
      assertThat(row.subList(2, 4)).isEqualTo(place(wide, i, Long.BYTES));
    }
    assertThat(format.section("Series leaves"))
        .contains("| " + SeriesDirectory.FORM + " | 1 | form |")
        .contains("| " + (SeriesDirectory.FORM + 1) + " | 7 | unused |")
        .contains(
            "at offset " + SeriesDirectory.DIRECTORY + " + " + SeriesDirectory.NARROW_ENTRY + " i")
        .contains("at " + SeriesDirectory.DIRECTORY + " + " + SeriesDirectory.WIDE_ENTRY + " i")
        .contains("1 to " + SampleBlock.MAX_COUNT);
  }

  /** Returns where a field of an entry stands, and its bytes. */
  private static List<String> place(byte[] page, int field, int length) {
    boolean isNumber = field <= SeriesDirectory.EXCESS;
    int offset =
        isNumber
            ? SeriesDirectory.field(page, 0, field)
            : SeriesDirectory.endField(page, 0)
                + (field - SeriesDirectory.EXCESS - 1) * Short.BYTES;
    return List.of(
        "" + (offset - SeriesDirectory.entry(page, 0)), "" + (isNumber ? length : Short.BYTES));
  }
}
