package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import org.jspecify.annotations.Nullable;

/** Checks the contents of a {@link SeriesLeaf} against the rules of FORMAT.md. */
public final class SeriesCheck {
  /** The fields of the directory, and the most bits of each. */
  private static final String[] FIELDS = {
    "first time", "bytes before", "missing entries", "least value", "greatest value", "excess"
  };

  private static final int[] MOST_WIDTHS = {
    Long.SIZE,
    SeriesDirectory.MOST_BEFORE,
    SeriesDirectory.MOST_MISSING,
    Long.SIZE,
    Long.SIZE,
    Long.SIZE
  };

  private SeriesCheck() {}

  /** Checks all rules that need no decoded blocks. */
  static @Nullable Violation check(byte[] page) {
    Violation violation = widths(page);
    if (violation != null) {
      return violation;
    }
    int count = SeriesLeaf.blocks(page);
    int heapBound = PageHeader.heapBound(page);
    int directoryEnd = SeriesDirectory.row(page, count);
    boolean isEmpty = count == 0;
    if (directoryEnd > heapBound
        || heapBound > PageHeader.PAGE_SIZE
        || isEmpty != (heapBound == PageHeader.PAGE_SIZE)) {
      return PageCheck.of(
          Rule.R10,
          PageHeader.HEAP_BOUND,
          heapBound + " with " + count + " blocks",
          directoryEnd + " to " + PageHeader.PAGE_SIZE);
    }
    if (PageHeader.free(page) != heapBound - directoryEnd) {
      return PageCheck.number(
          Rule.R11, PageHeader.FREE, PageHeader.free(page), heapBound - directoryEnd);
    }
    for (int i = 0; i < count && violation == null; i++) {
      violation = place(page, i);
      if (violation == null) {
        violation = numbers(page, i);
      }
    }
    if (violation == null) {
      violation = bases(page);
    }
    for (int i = 0; i < count && violation == null; i++) {
      violation =
          block(
              page,
              SeriesLeaf.start(page, i),
              SeriesLeaf.end(page, i),
              SeriesLeaf.entries(page, i));
    }
    return violation != null ? violation : PageCheck.unused(page, directoryEnd, heapBound);
  }

  /** Checks that the widths are possible. */
  public static @Nullable Violation widths(byte[] page) {
    long widths = SeriesDirectory.widths(page);
    for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
      int width = SeriesDirectory.width(widths, field);
      if (width > MOST_WIDTHS[field]) {
        return PageCheck.of(
            Rule.R35,
            SeriesDirectory.WIDTHS + field,
            width + " bits of " + FIELDS[field],
            "0 to " + MOST_WIDTHS[field]);
      }
    }
    return PageCheck.unused(
        page, SeriesDirectory.WIDTHS + SeriesDirectory.FIELDS, SeriesDirectory.DIRECTORY);
  }

  private static @Nullable Violation place(byte[] page, int block) {
    int offset = SeriesDirectory.place(page, block, SeriesDirectory.BEFORE);
    int end = SeriesLeaf.end(page, block);
    if (block == 0 && end != PageHeader.PAGE_SIZE) {
      return PageCheck.number(Rule.R35, offset, end, PageHeader.PAGE_SIZE);
    }
    if (SeriesLeaf.start(page, block) >= end) {
      return PageCheck.of(
          Rule.R35,
          offset,
          "a block from " + SeriesLeaf.start(page, block) + " to " + end,
          "a block of one byte or more");
    }
    int entries = SeriesLeaf.entries(page, block);
    return entries >= 1 && entries <= SampleBlock.MAX_COUNT
        ? null
        : PageCheck.of(
            Rule.R35,
            offset + Short.BYTES,
            "a block of " + entries + " entries",
            "1 to " + SampleBlock.MAX_COUNT);
  }

  /** Checks that first times ascend, and that no greatest value is below the least. */
  private static @Nullable Violation numbers(byte[] page, int block) {
    long before = block == 0 ? PageHeader.keyBase(page) : SeriesLeaf.first(page, block - 1);
    if (SeriesLeaf.first(page, block) < before) {
      return wrong(page, block, SeriesDirectory.FIRST, SeriesLeaf.first(page, block), before);
    }
    long least = SeriesLeaf.least(page, block);
    return SeriesLeaf.greatest(page, block) < least
        ? wrong(page, block, SeriesDirectory.GREATEST, SeriesLeaf.greatest(page, block), least)
        : null;
  }

  private static Violation wrong(byte[] page, int block, int field, long found, long least) {
    return PageCheck.of(
        Rule.R35,
        SeriesDirectory.place(page, block, field),
        FIELDS[field] + " " + found,
        "not below " + least);
  }

  /** Checks that the base of the numbers of entries is the least of them. */
  private static @Nullable Violation bases(byte[] page) {
    int blocks = SeriesLeaf.blocks(page);
    long base = blocks == 0 ? 0 : SeriesLeaf.first(page, 0);
    long least = blocks == 0 ? 0 : SeriesDirectory.leastOfAll(page);
    if (PageHeader.keyBase(page) != base) {
      return PageCheck.of(
          Rule.R35, PageHeader.KEY_BASE, "key base " + PageHeader.keyBase(page), "" + base);
    }
    if (PageHeader.specific(page) != least) {
      return PageCheck.of(
          Rule.R35, PageHeader.SPECIFIC, "least value " + PageHeader.specific(page), "" + least);
    }
    return needed(page, least);
  }

  /** Checks that no row has unneeded bits, nor bits after its numbers. */
  private static @Nullable Violation needed(byte[] page, long least) {
    long widths = SeriesDirectory.widths(page);
    long needed = SeriesDirectory.neededWidths(page, least);
    for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
      int width = SeriesDirectory.width(widths, field);
      int enough = SeriesDirectory.width(needed, field);
      if (width != enough) {
        return PageCheck.of(
            Rule.R35,
            SeriesDirectory.WIDTHS + field,
            width + " bits of " + FIELDS[field],
            enough + ", which suffice");
      }
    }
    for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
      int last = SeriesDirectory.row(page, i + 1) - 1;
      int used = SeriesDirectory.rowBits(widths) & 7;
      if (used != 0 && Memory.getByte(page, last) >>> used != 0) {
        return PageCheck.of(Rule.R16, last, "bits behind the row of block " + i, "zeros");
      }
    }
    return null;
  }

  /** Checks a block whose place and number of entries are known to be possible. */
  public static @Nullable Violation block(byte[] page, int start, int end, int entries) {
    int length = SampleBlock.length(page, start, end, entries);
    return length == end - start
        ? null
        : PageCheck.of(
            Rule.R32,
            start,
            length < 0 ? "a damaged block" : "a block of " + length + " bytes",
            "a block of " + (end - start) + " bytes");
  }

  /**
   * Checks that times do not descend, and that the directory is that of the blocks.
   *
   * @param page a leaf with which {@link PageCheck} finds nothing wrong
   * @return the first rule that it breaks, or null
   */
  public static @Nullable Violation contents(byte[] page) {
    long[] times = new long[SampleBlock.MAX_COUNT];
    long[] values = new long[SampleBlock.MAX_COUNT];
    long last = Long.MIN_VALUE;
    for (int block = 0; block < SeriesLeaf.blocks(page); block++) {
      int start = SeriesLeaf.start(page, block);
      int entries = SeriesLeaf.entries(page, block);
      SeriesLeaf.times(page, block, times);
      for (int i = 0; i < entries; i++) {
        if (times[i] < last) {
          return PageCheck.of(Rule.R35, start, "time " + times[i], "not before " + last);
        }
        last = times[i];
      }
      SeriesLeaf.values(page, block, values);
      Violation violation = values(page, block, values, entries);
      if (violation != null) {
        return violation;
      }
    }
    return null;
  }

  private static @Nullable Violation values(byte[] page, int block, long[] values, int entries) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    long sum = 0;
    for (int i = 0; i < entries; i++) {
      least = Math.min(least, values[i]);
      greatest = Math.max(greatest, values[i]);
      sum += values[i];
    }
    if (SampleEncoder.most(values, 0, entries) < entries) {
      return PageCheck.of(
          Rule.R35, SeriesLeaf.start(page, block), "values of an excess above u64", "fewer values");
    }
    Violation violation =
        field(page, block, SeriesDirectory.LEAST, SeriesLeaf.least(page, block), least);
    if (violation == null) {
      violation =
          field(page, block, SeriesDirectory.GREATEST, SeriesLeaf.greatest(page, block), greatest);
    }
    return violation != null
        ? violation
        : field(
            page,
            block,
            SeriesDirectory.EXCESS,
            SeriesLeaf.excess(page, block),
            sum - entries * least);
  }

  private static @Nullable Violation field(
      byte[] page, int block, int field, long found, long expected) {
    return found == expected
        ? null
        : PageCheck.of(
            Rule.R35,
            SeriesDirectory.place(page, block, field),
            FIELDS[field] + " " + text(field, found),
            text(field, expected));
  }

  private static String text(int field, long number) {
    return field == SeriesDirectory.EXCESS ? Long.toUnsignedString(number) : Long.toString(number);
  }
}
