package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageParts.Piece;
import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.Varint;
import io.octavo.page.PageHeader;
import io.octavo.page.check.SeriesCheck;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Takes a {@link SeriesLeaf} apart, for {@link PageParts}. */
final class SeriesParts {
  private static final int PER_LINE = 4;

  /** The parts of a frame, in the order of {@link SampleBlock#ends}, behind the form. */
  private static final String[] FRAME = {"kind", "base", "exceptions", "low parts", "high parts"};

  /** The place of the first frame and of the first value among the parts of a block. */
  private static final int GAPS = 1;

  private static final int START = GAPS + FRAME.length;

  /** The fields of a row, in their order. */
  private static final String[] FIELDS = {
    "first time", "bytes before", "missing entries", "least value", "greatest value", "excess"
  };

  private final byte[] page;
  private final PartList parts;
  private final int rows;
  private final int directoryEnd;

  private SeriesParts(byte[] page, PartList parts) {
    this.page = page;
    this.parts = parts;
    int length = Math.max(SeriesDirectory.rowLength(SeriesDirectory.widths(page)), 1);
    rows = Math.min(SeriesLeaf.blocks(page), SeriesLeaf.CAPACITY / length);
    directoryEnd = SeriesDirectory.row(page, rows);
  }

  static void add(byte[] page, PartList parts) {
    for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
      int offset = SeriesDirectory.WIDTHS + field;
      parts.number(offset, Byte.BYTES, "width of " + FIELDS[field]);
    }
    int unused = SeriesDirectory.WIDTHS + SeriesDirectory.FIELDS;
    parts.as(Role.GAP).zeros(unused, SeriesDirectory.DIRECTORY, "unused");
    if (SeriesCheck.widths(page) != null) {
      parts.note("           widths that no directory has");
      parts.as(Role.DATA).rows(SeriesDirectory.DIRECTORY, PageHeader.PAGE_SIZE);
      return;
    }
    new SeriesParts(page, parts).add();
  }

  private void add() {
    List<Piece> blocks = directory();
    int offset = directoryEnd;
    Role room = Role.FREE;
    for (Piece block : blocks) {
      parts.as(room).zeros(offset, block.start(), room == Role.FREE ? "unused" : "hole");
      block(block);
      offset = Math.max(offset, block.end());
      room = Role.GAP;
    }
    parts.as(room).zeros(offset, PageHeader.PAGE_SIZE, room == Role.FREE ? "unused" : "hole");
  }

  /** Shows the directory; returns the blocks in the order of their bytes. */
  private List<Piece> directory() {
    List<Piece> blocks = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      summary(i);
      // In a damaged page, no row for the block behind need be there.
      int start = i == rows - 1 ? PageHeader.heapBound(page) : SeriesLeaf.end(page, i + 1);
      int end = SeriesLeaf.end(page, i);
      if (directoryEnd <= start && start < end && end <= PageHeader.PAGE_SIZE) {
        blocks.add(new Piece(i, start, end));
      } else {
        parts.note("           block " + i + " does not lie in the page");
      }
    }
    blocks.sort(Piece.BY_START);
    return blocks;
  }

  private void summary(int block) {
    int entries = SeriesLeaf.entries(page, block);
    long least = SeriesLeaf.least(page, block);
    BigInteger excess = new BigInteger(Long.toUnsignedString(SeriesLeaf.excess(page, block)));
    BigInteger sum = BigInteger.valueOf(least).multiply(BigInteger.valueOf(entries)).add(excess);
    parts
        .as(Role.SLOT, block)
        .part(
            SeriesDirectory.row(page, block),
            SeriesDirectory.row(page, block + 1),
            "summary " + block,
            "end " + SeriesLeaf.end(page, block),
            entries
                + " entries from "
                + SeriesLeaf.first(page, block)
                + ", values "
                + least
                + " to "
                + SeriesLeaf.greatest(page, block)
                + ", sum "
                + sum,
            List.of());
  }

  private void block(Piece block) {
    int index = block.index();
    int entries = SeriesLeaf.entries(page, index);
    boolean isSound =
        entries >= 1
            && entries <= SampleBlock.MAX_COUNT
            && SeriesCheck.block(page, block.start(), block.end(), entries) == null;
    if (!isSound) {
      parts.as(Role.DATA, index).rows(block.start(), block.end());
      parts.note("           block " + index + " is damaged");
      return;
    }
    int[] ends = SampleBlock.ends(page, block.start(), entries);
    PartList within = new PartList(page);
    boolean isPlain = SampleBlock.isPlain(page, block.start());
    String name = isPlain ? "value " : "difference ";
    within
        .as(Role.LENGTHS, index)
        .part(
            block.start(),
            ends[0],
            "form",
            "gaps "
                + SampleBlock.coding(page, block.start(), false)
                + ", "
                + name
                + SampleBlock.coding(page, block.start(), true));
    frame(ends[0], ends, GAPS, "gap ", entries - 1, index, within);
    int half = ends[START - 1];
    if (!isPlain) {
      long start = Varint.get(page, Memory.index(half));
      within
          .as(Role.KEY, index)
          .part(half, ends[START], "value start", Long.toUnsignedString(start));
    }
    frame(ends[START], ends, START + 1, name, isPlain ? entries : entries - 1, index, within);
    parts
        .as(Role.ENTRY, index)
        .part(
            block.start(),
            block.end(),
            "samples " + index,
            "",
            entries + " entries, each as time: value",
            within.toList());
    list(block, entries);
  }

  /** Shows the parts of a frame that have bytes. */
  private void frame(
      int start, int[] ends, int at, String name, int numbers, int block, PartList within) {
    int width = Memory.getByte(page, start) & SampleBlock.WIDTH_MASK;
    int exceptions = ends[at + 1];
    boolean hasExceptions = ends[at + 2] > exceptions;
    int highWidth = hasExceptions ? Memory.getByte(page, exceptions) : 0;
    int highs = hasExceptions ? Memory.getByte(page, exceptions + 1) : 0;
    int from = start;
    for (int i = 0; i < FRAME.length; i++) {
      int to = ends[at + i];
      if (to > from) {
        Role role = i == 0 || i == 2 ? Role.LENGTHS : i == 1 ? Role.KEY : Role.VALUE;
        String value =
            switch (i) {
              case 0 -> width + " bits";
              case 1 -> Long.toUnsignedString(Varint.get(page, Memory.index(from)));
              case 2, 4 ->
                  hasExceptions ? highs + " of " + highWidth + " bits" : numbers + " in unary";
              default -> numbers + " of " + width + " bits";
            };
        within.as(role, block).part(from, to, name + FRAME[i], value);
      }
      from = to;
    }
  }

  /** Lists entries behind their block, some to a line. */
  private void list(Piece block, int entries) {
    long[] times = new long[SampleBlock.MAX_COUNT];
    long[] values = new long[SampleBlock.MAX_COUNT];
    long first = SeriesLeaf.first(page, block.index());
    SampleBlock.times(page, block.start(), entries, first, times);
    long least = SeriesLeaf.least(page, block.index());
    SampleBlock.values(page, block.start(), entries, least, values);
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < entries; i++) {
      line.append("  ").append(times[i]).append(": ").append(values[i]);
      if (i % PER_LINE == PER_LINE - 1 || i == entries - 1) {
        parts.note("         " + line);
        line.setLength(0);
      }
    }
  }
}
