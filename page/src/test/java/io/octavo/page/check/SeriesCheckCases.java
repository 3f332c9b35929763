package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheckTest.Case;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import java.util.List;
import java.util.function.Consumer;

/** The damages of {@link PageCheckTest} to leaves of series, behind the header. */
final class SeriesCheckCases {
  private static final String NARROW = "series leaf";
  private static final String WIDE = "wide series leaf";

  private SeriesCheckCases() {}

  private static Consumer<byte[]> u8(int offset, int value) {
    return page -> Memory.putByte(page, offset, value);
  }

  private static Consumer<byte[]> u16(int offset, int value) {
    return page -> Memory.putChar(page, offset, value);
  }

  private static Consumer<byte[]> i64(int offset, long value) {
    return page -> Memory.putLong(page, offset, value);
  }

  /** Sets a number of a row. */
  private static Consumer<byte[]> set(int block, int field, long number) {
    return page -> SeriesDirectory.put(page, block, field, number);
  }

  /** Adds to a number of a row. */
  static Consumer<byte[]> number(int block, int field, long more) {
    return page -> {
      long number = SeriesDirectory.number(page, block, field) + more;
      SeriesDirectory.put(page, block, field, number);
    };
  }

  /** Adds to a number of all rows. */
  private static Consumer<byte[]> numbers(int field, long more) {
    return page -> {
      for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
        number(i, field, more).accept(page);
      }
    };
  }

  /** Replaces a page by one with the same header and one block, of so many equal entries. */
  private static Consumer<byte[]> one(long widths, int entries, int... bytes) {
    return page -> {
      SeriesLeaf.format(page, 28, 3);
      Memory.putLong(page, PageHeader.EPOCH, 9);
      SeriesDirectory.setBases(page, widths, 0, 0);
      int start = PageHeader.PAGE_SIZE - bytes.length;
      for (int i = 0; i < bytes.length; i++) {
        Memory.putByte(page, start + i, bytes[i]);
      }
      SeriesDirectory.putRow(page, 0, 0, 0, SampleBlock.MAX_COUNT - entries, 0, 0, 0);
      SeriesDirectory.setBlocks(page, 1, start);
    };
  }

  private static Consumer<byte[]> one(int entries, int... bytes) {
    return one(
        SeriesDirectory.widths(0, 0, SampleBlock.MAX_COUNT - entries, 0, 0, 0), entries, bytes);
  }

  private static Consumer<byte[]> empty() {
    return page -> {
      SeriesLeaf.format(page, 28, 3);
      Memory.putLong(page, PageHeader.EPOCH, 9);
    };
  }

  static void add(List<Case> cases) {
    for (String sample : new String[] {NARROW, WIDE}) {
      heap(cases, sample);
      directory(cases, sample);
    }
    Consumer<byte[]> late = i64(PageHeader.KEY_BASE, Long.MAX_VALUE - 5);
    cases.add(new Case(NARROW, Rule.R35, "times that wrap", late));
    Consumer<byte[]> high = i64(PageHeader.SPECIFIC, Long.MAX_VALUE);
    cases.add(new Case(NARROW, Rule.R35, "least values that wrap", high));
    Consumer<byte[]> wrap =
        page -> {
          long widths = SeriesDirectory.widths(page);
          widths = SeriesDirectory.withWidth(widths, SeriesDirectory.GREATEST, Long.SIZE);
          SeriesDirectory.rewrite(page, widths, PageHeader.specific(page));
          SeriesDirectory.put(page, 1, SeriesDirectory.GREATEST, -1);
        };
    cases.add(new Case(WIDE, Rule.R35, "a greatest value that wraps", wrap));
    for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
      long widths = SeriesDirectory.widths(0, 0, 126, 0, 0, 0);
      int more = SeriesDirectory.width(widths, field) + 1;
      if (more <= SeriesDirectory.MOST_MISSING) {
        Consumer<byte[]> wider = one(SeriesDirectory.withWidth(widths, field, more), 2, 0, 0, 0);
        cases.add(new Case(WIDE, Rule.R35, "a width without need of field " + field, wider));
      }
    }
    Consumer<byte[]> behind =
        one(2, 0, 0, 0).andThen(page -> Memory.putByte(page, SeriesDirectory.DIRECTORY, 0xFE));
    cases.add(new Case(NARROW, Rule.R16, "a bit behind a row", behind));
    Consumer<byte[]> base = empty().andThen(i64(PageHeader.KEY_BASE, 1));
    cases.add(new Case(NARROW, Rule.R35, "a key base without blocks", base));
    Consumer<byte[]> least = empty().andThen(i64(PageHeader.SPECIFIC, 1));
    cases.add(new Case(NARROW, Rule.R35, "a least value without blocks", least));
    Consumer<byte[]> wide = empty().andThen(u8(SeriesDirectory.WIDTHS, 1));
    cases.add(new Case(NARROW, Rule.R35, "a width without blocks", wide));
    Consumer<byte[]> heap = empty().andThen(u16(PageHeader.HEAP_BOUND, 8191));
    cases.add(new Case(NARROW, Rule.R10, "a heap without blocks", heap));
    blocks(cases);
  }

  private static void heap(List<Case> cases, String sample) {
    cases.add(new Case(sample, Rule.R10, "too many blocks", u16(PageHeader.COUNT, 4100)));
    cases.add(new Case(sample, Rule.R10, "most blocks", u16(PageHeader.COUNT, 0xFFFF)));
    cases.add(new Case(sample, Rule.R10, "no block", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(sample, Rule.R10, "heap behind the page", u16(PageHeader.HEAP_BOUND, 8193)));
    cases.add(new Case(sample, Rule.R10, "heap in the directory", u16(PageHeader.HEAP_BOUND, 60)));
    Consumer<byte[]> free = page -> PageHeader.setFree(page, PageHeader.free(page) + 1);
    cases.add(new Case(sample, Rule.R11, "one byte free too many", free));
    int unused = SeriesDirectory.WIDTHS + SeriesDirectory.FIELDS;
    cases.add(new Case(sample, Rule.R16, "a byte behind the widths", u8(unused, 1)));
    cases.add(
        new Case(sample, Rule.R16, "a byte of the widths", u8(SeriesDirectory.DIRECTORY - 1, 1)));
    Consumer<byte[]> gap =
        page -> Memory.putByte(page, SeriesDirectory.row(page, SeriesLeaf.blocks(page)), 1);
    cases.add(new Case(sample, Rule.R16, "a byte behind the directory", gap));
    Consumer<byte[]> below = page -> Memory.putByte(page, PageHeader.heapBound(page) - 1, 1);
    cases.add(new Case(sample, Rule.R16, "a byte below the blocks", below));
  }

  private static void directory(List<Case> cases, String sample) {
    int before = SeriesDirectory.BEFORE;
    int missing = SeriesDirectory.MISSING;
    for (int field = 0; field < SeriesDirectory.FIELDS; field++) {
      Consumer<byte[]> width = u8(SeriesDirectory.WIDTHS + field, 65);
      cases.add(new Case(sample, Rule.R35, "65 bits of field " + field, width));
    }
    Consumer<byte[]> most = u8(SeriesDirectory.WIDTHS + before, 14);
    cases.add(new Case(sample, Rule.R35, "14 bits of bytes before", most));
    Consumer<byte[]> all = u8(SeriesDirectory.WIDTHS + missing, 8);
    cases.add(new Case(sample, Rule.R35, "8 bits of missing entries", all));
    cases.add(new Case(sample, Rule.R35, "an end before the end", number(0, before, 1)));
    cases.add(new Case(sample, Rule.R35, "an empty block", set(1, before, 0)));
    cases.add(new Case(sample, Rule.R32, "a block that is too long", number(1, before, 1)));
    cases.add(new Case(sample, Rule.R32, "a block that is too short", number(1, before, -1)));
    Consumer<byte[]> base = number(0, SeriesDirectory.FIRST, 1);
    cases.add(new Case(sample, Rule.R35, "a base that is not the first time", base));
    Consumer<byte[]> descent =
        page -> {
          long first = SeriesDirectory.number(page, 3, SeriesDirectory.FIRST);
          number(
                  2,
                  SeriesDirectory.FIRST,
                  first + 1 - SeriesDirectory.number(page, 2, SeriesDirectory.FIRST))
              .accept(page);
        };
    cases.add(new Case(sample, Rule.R35, "blocks that descend", descent));
    Consumer<byte[]> least = numbers(SeriesDirectory.LEAST, 1);
    cases.add(new Case(sample, Rule.R35, "a base that is no least value", least));
  }

  private static void blocks(List<Case> cases) {
    cases.add(new Case(NARROW, Rule.R35, "a block without entries", one(0, 0, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a width of no gaps", one(1, 0, 1, 0)));
    cases.add(new Case(NARROW, Rule.R32, "an unused bit", one(2, 0, 1, 2, 0)));
    cases.add(new Case(NARROW, Rule.R32, "form 32", one(2, 32, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "no values", one(2, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a byte too many", one(2, 0, 0, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a base of 0", one(2, 0, 0x40, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a long base", one(2, 0, 0x40, 0x81, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a long start", one(2, 1, 0, 0x81, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "no exceptions", one(2, 0, 0x80, 0, 0, 0)));
    Consumer<byte[]> place = one(2, 0, 0x80, 0, 1, 1, 0);
    cases.add(new Case(NARROW, Rule.R32, "an exception behind the gaps", place));
    Consumer<byte[]> twice = one(3, 0, 0x80, 0, 2, 1, 1, 0);
    cases.add(new Case(NARROW, Rule.R32, "two exceptions at a place", twice));
    Consumer<byte[]> wide = one(2, 0, 0x81, 64, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    cases.add(new Case(NARROW, Rule.R32, "an exception of 65 bits", wide));
    cases.add(new Case(NARROW, Rule.R32, "too few ones", one(3, 2, 0, 1, 0)));
    cases.add(new Case(NARROW, Rule.R32, "too many ones", one(3, 2, 0, 7, 0)));
    cases.add(new Case(NARROW, Rule.R32, "centered, and not in unary", one(3, 4, 0, 3, 0)));
    cases.add(new Case(NARROW, Rule.R32, "unary exceptions", one(3, 2, 0x80, 0, 1, 0, 3, 0)));
    cases.add(new Case(NARROW, Rule.R32, "unary of no gaps", one(1, 2, 0, 0)));
  }
}
