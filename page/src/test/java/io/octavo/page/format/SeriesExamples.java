package io.octavo.page.format;

import io.octavo.memory.Memory;
import io.octavo.packed.NaiveSamples;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The examples of leaves of series and of their blocks in FORMAT.md, as the code makes them. */
final class SeriesExamples {
  static final String[] BLOCKS = {"times", "values", "bytes", "parts"};

  static final String[] TAILS = {"text", "tail"};

  private static final String[] FIELDS = {
    "first time", "bytes before", "missing entries", "least value", "greatest value", "excess"
  };

  private SeriesExamples() {}

  static String tailRow(List<String> row) {
    byte[] tail = SeriesUnits.parse(row.get(0)).tail();
    return "`" + HexFormat.ofDelimiter(" ").withUpperCase().formatHex(tail) + "`";
  }

  /** The page of the example. */
  static byte[] page() {
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, 28, 8);
    long[] times = numbers("1000, 1010, 1020, 1500, 1500");
    long[] values = numbers("200, 190, 205, -40, -38");
    SampleEncoder encoder = new SampleEncoder();
    SeriesLeaf.append(page, times, values, 0, 3, encoder);
    SeriesLeaf.append(page, times, values, 3, 2, encoder);
    PageHeader.seal(page, 9);
    return page;
  }

  static String pageBlock() {
    byte[] page = page();
    FormatExamples.Block block = new FormatExamples.Block(page);
    block.header("specific");
    for (int i = 0; i < FIELDS.length; i++) {
      block.row(SeriesDirectory.WIDTHS + i, Byte.BYTES, "width of " + FIELDS[i]);
    }
    int unused = SeriesDirectory.WIDTHS + SeriesDirectory.FIELDS;
    block.row(unused, SeriesDirectory.DIRECTORY - unused, "unused");
    int length = SeriesDirectory.rowLength(SeriesDirectory.widths(page));
    for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
      block.row(SeriesDirectory.row(page, i), length, "block " + i + ": row");
    }
    int offset = PageHeader.heapBound(page);
    for (int i = SeriesLeaf.blocks(page) - 1; i >= 0; i--) {
      NaiveSamples read = NaiveSamples.read(page, offset, SeriesLeaf.entries(page, i), 0, 0);
      for (int part = 0; part < read.parts().size(); part++) {
        int bytes = read.lengths().get(part);
        block.row(offset, bytes, "block " + i + ": " + read.parts().get(part));
        offset += bytes;
      }
    }
    return block.toString();
  }

  static String row(List<String> row) {
    long[] times = numbers(row.get(0));
    long[] values = numbers(row.get(1));
    byte[] block = Memory.allocate(SampleBlock.MAX_LENGTH);
    SampleEncoder encoder = new SampleEncoder();
    encoder.plan(times, values, 0, times.length);
    encoder.write(block, 0);
    NaiveSamples read = NaiveSamples.read(block, 0, times.length, times[0], encoder.least());
    List<String> parts = new ArrayList<>();
    int offset = 0;
    for (int length : read.lengths()) {
      parts.add(FormatExamples.hex(block, offset, offset + length));
      offset += length;
    }
    return "`" + String.join(" \\| ", parts) + "` | " + String.join(", ", read.parts());
  }

  /** Reads {@code 1, 2, 10 to 40 by 10, 3 times 7}. */
  static long[] numbers(String text) {
    return Arrays.stream(text.split(", ", -1))
        .flatMapToLong(
            part -> {
              String[] words = part.split(" times ", -1);
              return words.length == 1
                  ? Arrays.stream(PackedExamples.ids(part))
                  : Arrays.stream(new long[Integer.parseInt(words[0])])
                      .map(zero -> Long.parseLong(words[1]));
            })
        .toArray();
  }
}
