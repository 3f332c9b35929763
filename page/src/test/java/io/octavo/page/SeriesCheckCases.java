package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.page.PageCheckTest.Case;
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

  /** Adds to a u16 behind the four numbers of an entry. */
  private static Consumer<byte[]> add(int block, int field, int more) {
    return page -> {
      int offset = SeriesDirectory.endField(page, block) + field;
      Memory.putChar(page, offset, Memory.getChar(page, offset) + more);
    };
  }

  /** Sets a u16 behind the four numbers of an entry. */
  private static Consumer<byte[]> set(int block, int field, int value) {
    return page -> Memory.putChar(page, SeriesDirectory.endField(page, block) + field, value);
  }

  /** Adds to a number of an entry. */
  static Consumer<byte[]> number(int block, int field, long more) {
    return page -> {
      int offset = SeriesDirectory.field(page, block, field);
      if (SeriesDirectory.isWide(page)) {
        Memory.putLong(page, offset, Memory.getLong(page, offset) + more);
      } else {
        Memory.putInt(page, offset, (int) (Memory.getInt(page, offset) + more));
      }
    };
  }

  /** Adds to a number of all entries. */
  private static Consumer<byte[]> numbers(int field, long more) {
    return page -> {
      for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
        number(i, field, more).accept(page);
      }
    };
  }

  /** Replaces a page by one with the same header and one block, of so many equal entries. */
  private static Consumer<byte[]> one(boolean isWide, int entries, int... bytes) {
    return page -> {
      SeriesLeaf.format(page, 28, 3);
      Memory.putLong(page, PageHeader.EPOCH, 9);
      SeriesDirectory.setBases(page, isWide, 0, 0);
      int start = PageHeader.PAGE_SIZE - bytes.length;
      for (int i = 0; i < bytes.length; i++) {
        Memory.putByte(page, start + i, bytes[i]);
      }
      int entry = SeriesDirectory.DIRECTORY;
      SeriesDirectory.putEntry(page, entry, isWide, 0, 0, 0, 0, PageHeader.PAGE_SIZE, entries);
      SeriesDirectory.setBlocks(page, 1, start);
    };
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
        page -> Memory.putLong(page, SeriesDirectory.field(page, 1, SeriesDirectory.GREATEST), -1);
    cases.add(new Case(WIDE, Rule.R35, "a greatest value that wraps", wrap));
    Consumer<byte[]> narrow = one(true, 2, 0, 0, 0);
    cases.add(new Case(WIDE, Rule.R35, "a wide form without need", narrow));
    Consumer<byte[]> base = empty().andThen(i64(PageHeader.KEY_BASE, 1));
    cases.add(new Case(NARROW, Rule.R35, "a key base without blocks", base));
    Consumer<byte[]> least = empty().andThen(i64(PageHeader.SPECIFIC, 1));
    cases.add(new Case(NARROW, Rule.R35, "a least value without blocks", least));
    Consumer<byte[]> wide = empty().andThen(page -> SeriesDirectory.setBases(page, true, 0, 0));
    cases.add(new Case(NARROW, Rule.R35, "a wide form without blocks", wide));
    Consumer<byte[]> heap = empty().andThen(u16(PageHeader.HEAP_BOUND, 8191));
    cases.add(new Case(NARROW, Rule.R10, "a heap without blocks", heap));
    blocks(cases);
  }

  private static void heap(List<Case> cases, String sample) {
    cases.add(new Case(sample, Rule.R10, "too many blocks", u16(PageHeader.COUNT, 410)));
    cases.add(new Case(sample, Rule.R10, "most blocks", u16(PageHeader.COUNT, 0xFFFF)));
    cases.add(new Case(sample, Rule.R10, "no block", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(sample, Rule.R10, "heap behind the page", u16(PageHeader.HEAP_BOUND, 8193)));
    cases.add(new Case(sample, Rule.R10, "heap in the directory", u16(PageHeader.HEAP_BOUND, 60)));
    Consumer<byte[]> free = page -> PageHeader.setFree(page, PageHeader.free(page) + 1);
    cases.add(new Case(sample, Rule.R11, "one byte free too many", free));
    cases.add(
        new Case(sample, Rule.R16, "a byte behind the form", u8(SeriesDirectory.FORM + 1, 1)));
    cases.add(
        new Case(sample, Rule.R16, "a byte of the form", u8(SeriesDirectory.DIRECTORY - 1, 1)));
    Consumer<byte[]> gap =
        page -> Memory.putByte(page, SeriesDirectory.entry(page, SeriesLeaf.blocks(page)), 1);
    cases.add(new Case(sample, Rule.R16, "a byte behind the directory", gap));
    Consumer<byte[]> below = page -> Memory.putByte(page, PageHeader.heapBound(page) - 1, 1);
    cases.add(new Case(sample, Rule.R16, "a byte below the blocks", below));
  }

  private static void directory(List<Case> cases, String sample) {
    int entries = Short.BYTES;
    cases.add(new Case(sample, Rule.R35, "form 2", u8(SeriesDirectory.FORM, 2)));
    cases.add(new Case(sample, Rule.R35, "an end before the end", add(0, 0, -1)));
    cases.add(new Case(sample, Rule.R35, "a block behind the page", set(1, 0, 8193)));
    cases.add(new Case(sample, Rule.R35, "an empty block", set(1, 0, 8192)));
    cases.add(new Case(sample, Rule.R35, "a block below the heap", set(1, 0, 100)));
    cases.add(new Case(sample, Rule.R35, "a block without entries", set(1, entries, 0)));
    cases.add(new Case(sample, Rule.R35, "too many entries", set(1, entries, 129)));
    cases.add(new Case(sample, Rule.R32, "a block that is too long", add(1, 0, -1)));
    cases.add(new Case(sample, Rule.R32, "a block that is too short", add(1, 0, 1)));
    Consumer<byte[]> base = number(0, SeriesDirectory.FIRST, 1);
    cases.add(new Case(sample, Rule.R35, "a base that is not the first time", base));
    Consumer<byte[]> before =
        page -> {
          long first = SeriesDirectory.number(page, 3, SeriesDirectory.FIRST);
          number(
                  2,
                  SeriesDirectory.FIRST,
                  first + 1 - SeriesDirectory.number(page, 2, SeriesDirectory.FIRST))
              .accept(page);
        };
    cases.add(new Case(sample, Rule.R35, "blocks that descend", before));
    Consumer<byte[]> least = numbers(SeriesDirectory.LEAST, 1);
    cases.add(new Case(sample, Rule.R35, "a base that is no least value", least));
  }

  private static void blocks(List<Case> cases) {
    cases.add(new Case(NARROW, Rule.R32, "a width of no gaps", one(false, 1, 1, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "an unused bit", one(false, 2, 1, 2, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "values of form 2", one(false, 2, 0, 2, 0)));
    cases.add(new Case(NARROW, Rule.R32, "no values", one(false, 2, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a byte too many", one(false, 2, 0, 0, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a base of 0", one(false, 2, 0x40, 0, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a long base", one(false, 2, 0x40, 0x81, 0, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "a long start", one(false, 2, 0, 1, 0x81, 0, 0)));
    cases.add(new Case(NARROW, Rule.R32, "no exceptions", one(false, 2, 0x80, 0, 0, 0, 0)));
    Consumer<byte[]> place = one(false, 2, 0x80, 0, 1, 1, 0, 0);
    cases.add(new Case(NARROW, Rule.R32, "an exception behind the gaps", place));
    Consumer<byte[]> twice = one(false, 3, 0x80, 0, 2, 1, 1, 0, 0);
    cases.add(new Case(NARROW, Rule.R32, "two exceptions at a place", twice));
    Consumer<byte[]> wide = one(false, 2, 0x81, 64, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    cases.add(new Case(NARROW, Rule.R32, "an exception of 65 bits", wide));
  }
}
