package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.Varint;
import io.octavo.page.PagePart.Role;
import io.octavo.page.PageParts.Piece;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Takes a {@link SeriesLeaf} apart, for {@link PageParts}. */
final class SeriesParts {
  private static final int PER_LINE = 4;

  /** The parts of a frame, in the order of {@link SampleBlock#ends}. */
  private static final String[] FRAME = {"kind", "base", "exceptions", "low parts", "high parts"};

  /** The place of the form of the values, and of the first value, among the parts of a block. */
  private static final int FORM = FRAME.length;

  private static final int START = FORM + 1;

  private final byte[] page;
  private final PartList parts;
  private final int directoryEnd;

  private SeriesParts(byte[] page, PartList parts) {
    this.page = page;
    this.parts = parts;
    int most = SeriesLeaf.CAPACITY / SeriesDirectory.entryLength(SeriesDirectory.isWide(page));
    directoryEnd = SeriesDirectory.entry(page, Math.min(SeriesLeaf.blocks(page), most));
  }

  static void add(byte[] page, PartList parts) {
    boolean isWide = SeriesDirectory.isWide(page);
    parts.number(SeriesDirectory.FORM, Byte.BYTES, "directory form", isWide ? "wide" : "narrow");
    parts.as(Role.GAP).zeros(SeriesDirectory.FORM + 1, SeriesDirectory.DIRECTORY, "unused");
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
    for (int i = 0; SeriesDirectory.entry(page, i) < directoryEnd; i++) {
      summary(i);
      // In a damaged page, no entry for the block behind need be there.
      boolean isLast = SeriesDirectory.entry(page, i + 1) == directoryEnd;
      int start = isLast ? PageHeader.heapBound(page) : SeriesLeaf.end(page, i + 1);
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
    PartList within = new PartList(page).as(Role.SLOT, block);
    int length = SeriesDirectory.isWide(page) ? Long.BYTES : Integer.BYTES;
    within.number(SeriesDirectory.field(page, block, SeriesDirectory.FIRST), length, "first time");
    within.number(SeriesDirectory.field(page, block, SeriesDirectory.LEAST), length, "least value");
    within.number(
        SeriesDirectory.field(page, block, SeriesDirectory.GREATEST), length, "greatest value");
    within.number(SeriesDirectory.field(page, block, SeriesDirectory.EXCESS), length, "excess");
    int end = SeriesDirectory.endField(page, block);
    within.number(end, Short.BYTES, "end");
    within.number(end + Short.BYTES, Short.BYTES, "entries");
    int entries = SeriesLeaf.entries(page, block);
    long least = SeriesLeaf.least(page, block);
    BigInteger excess = new BigInteger(Long.toUnsignedString(SeriesLeaf.excess(page, block)));
    BigInteger sum = BigInteger.valueOf(least).multiply(BigInteger.valueOf(entries)).add(excess);
    parts
        .as(Role.SLOT, block)
        .part(
            SeriesDirectory.entry(page, block),
            SeriesDirectory.entry(page, block + 1),
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
            within.toList());
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
    frame(block.start(), ends, 0, "gap ", entries - 1, index, within);
    boolean isPlain = ends[START] == ends[FORM];
    within
        .as(Role.LENGTHS, index)
        .part(ends[FORM] - 1, ends[FORM], "value form", isPlain ? "plain" : "differences");
    if (!isPlain) {
      long start = Varint.get(page, Memory.index(ends[FORM]));
      within
          .as(Role.KEY, index)
          .part(ends[FORM], ends[START], "value start", Long.toUnsignedString(start));
    }
    String name = isPlain ? "value " : "difference ";
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
              case 2, 4 -> highs + " of " + highWidth + " bits";
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
