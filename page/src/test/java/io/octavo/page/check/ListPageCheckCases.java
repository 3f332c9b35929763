package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheckTest.Case;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.util.List;
import java.util.function.Consumer;

/** The damages of {@link PageCheckTest} to pages of lists, behind the header. */
final class ListPageCheckCases {
  private static final String PAIRS = "list of pairs";
  private static final String TEXTS = "list of texts";
  private static final String NODES = "list of nodes";

  private ListPageCheckCases() {}

  private static Consumer<byte[]> u16(int offset, int value) {
    return page -> Memory.putChar(page, offset, value);
  }

  private static Consumer<byte[]> u32(int offset, int value) {
    return page -> Memory.putInt(page, offset, value);
  }

  private static Consumer<byte[]> base(long first) {
    return page -> PageHeader.setKeyBase(page, first);
  }

  /** Adds to a u16. */
  private static Consumer<byte[]> add(int offset, int more) {
    return page -> Memory.putChar(page, offset, Memory.getChar(page, offset) + more);
  }

  /** Replaces a page by one of other blocks with the same header. */
  private static Consumer<byte[]> of(ListForm form, long first, Consumer<byte[]> blocks) {
    return page -> {
      ListPage.format(page, 26, 3, first, form);
      blocks.accept(page);
      Memory.putLong(page, PageHeader.EPOCH, 9);
    };
  }

  /** Replaces a page by one of a block of these bytes, and zeros behind them. */
  private static Consumer<byte[]> raw(
      ListForm form, long first, int items, int length, int... bytes) {
    byte[] block = Memory.allocate(length);
    for (int i = 0; i < bytes.length; i++) {
      Memory.putByte(block, i, bytes[i]);
    }
    return of(form, first, page -> ListPage.append(page, block, 0, length, items));
  }

  /** Changes a byte of the last block. */
  private static Consumer<byte[]> u8(int place, int value) {
    return page -> Memory.putByte(page, PageHeader.heapBound(page) + place, value);
  }

  static void add(List<Case> cases) {
    for (String sample : new String[] {PAIRS, TEXTS, NODES}) {
      directory(cases, sample);
    }
    Consumer<byte[]> last =
        page -> PageHeader.setKeyBase(page, Integer.MAX_VALUE - ListPage.items(page) + 1L);
    cases.add(new Case(NODES, Rule.R31, "an index that is no int", last));
    Consumer<byte[]> full =
        of(
            ListForm.PAIRS,
            0,
            page -> {
              for (int left = ListPage.MAX_ITEMS; left > 0; left -= 256) {
                ListSamples.appendPairs(page, new long[Math.min(left, 256)]);
              }
            });
    Consumer<byte[]> one = full.andThen(u32(ListPage.ITEMS, ListPage.MAX_ITEMS + 1));
    cases.add(new Case(PAIRS, Rule.R31, "one item more than a page may have", one));
    pairs(cases);
    texts(cases);
    nodes(cases);
  }

  private static void directory(List<Case> cases, String sample) {
    int second = ListPage.entry(1);
    cases.add(new Case(sample, Rule.R10, "too many blocks", u16(PageHeader.COUNT, 2_037)));
    cases.add(new Case(sample, Rule.R10, "most blocks", u16(PageHeader.COUNT, 0xFFFF)));
    cases.add(new Case(sample, Rule.R10, "no block", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(sample, Rule.R10, "heap behind the page", u16(PageHeader.HEAP_BOUND, 8193)));
    cases.add(new Case(sample, Rule.R10, "heap in the directory", u16(PageHeader.HEAP_BOUND, 50)));
    cases.add(new Case(sample, Rule.R11, "one byte free too many", add(PageHeader.FREE, 1)));
    for (int form : new int[] {0, 4, 0x101, -1}) {
      cases.add(new Case(sample, Rule.R31, "form " + form, u32(ListPage.FORM, form)));
    }
    cases.add(new Case(sample, Rule.R31, "a negative key base", base(-1)));
    cases.add(new Case(sample, Rule.R31, "a key base that is no int", base(1L << 32)));
    cases.add(new Case(sample, Rule.R31, "an end before the end", add(ListPage.entry(0), -1)));
    cases.add(new Case(sample, Rule.R31, "a first place", add(ListPage.entry(0) + 2, 1)));
    cases.add(new Case(sample, Rule.R31, "a block behind the page", u16(second, 8193)));
    cases.add(new Case(sample, Rule.R31, "an empty block", u16(second, 8192)));
    cases.add(new Case(sample, Rule.R31, "a block below the heap", u16(second, 100)));
    cases.add(new Case(sample, Rule.R31, "a block of no items", u16(second + 2, 0)));
    cases.add(new Case(sample, Rule.R31, "a block of too many items", add(second + 2, 257)));
    cases.add(
        new Case(sample, Rule.R31, "more items than a page has", u32(ListPage.ITEMS, 65_536)));
    cases.add(new Case(sample, Rule.R31, "a negative number of items", u32(ListPage.ITEMS, -1)));
    cases.add(new Case(sample, Rule.R31, "items of the last block", u32(ListPage.ITEMS, 0)));
    Consumer<byte[]> more = page -> Memory.putInt(page, ListPage.ITEMS, ListPage.items(page) + 256);
    cases.add(new Case(sample, Rule.R31, "too many items of the last block", more));
    cases.add(new Case(sample, Rule.R32, "a block that is too long", add(second, -1)));
    cases.add(new Case(sample, Rule.R32, "a block that is too short", add(second, 1)));
    Consumer<byte[]> gap = page -> Memory.putByte(page, ListPage.entry(ListPage.blocks(page)), 1);
    cases.add(new Case(sample, Rule.R16, "a byte behind the directory", gap));
    Consumer<byte[]> below = page -> Memory.putByte(page, PageHeader.heapBound(page) - 1, 1);
    cases.add(new Case(sample, Rule.R16, "a byte below the blocks", below));
  }

  private static void pairs(List<Case> cases) {
    // Two columns, each a head, a base and five bits.
    Consumer<byte[]> two =
        of(
            ListForm.PAIRS,
            0,
            page -> ListSamples.appendPairs(page, 0L, (31L << 32) | 31, 0L, 1L, 2L));
    Consumer<byte[]> highest = page -> Memory.putInt(page, PageHeader.heapBound(page) + 1, -1);
    cases.add(new Case(PAIRS, Rule.R32, "bits of the head", two.andThen(u8(0, 0x45))));
    cases.add(new Case(PAIRS, Rule.R32, "a width of 33", two.andThen(u8(0, 33))));
    cases.add(new Case(PAIRS, Rule.R32, "a number above u32", two.andThen(highest)));
    cases.add(new Case(PAIRS, Rule.R32, "an unused bit", two.andThen(u8(8, 0x80))));
    // One item, whose difference of 33 bits is 0.
    Consumer<byte[]> wide = raw(ListForm.PAIRS, 0, 1, 15, 33);
    cases.add(new Case(PAIRS, Rule.R32, "a number of 33 bits", wide));
    // A table of two numbers for the upper halves.
    Consumer<byte[]> table =
        of(
            ListForm.PAIRS,
            0,
            page -> {
              long[] pairs = new long[64];
              for (int i = 0; i < pairs.length; i++) {
                pairs[i] = (i % 3 == 0 ? 1L << 62 : 5L << 32) + 77;
              }
              ListSamples.appendPairs(page, pairs);
            });
    cases.add(new Case(PAIRS, Rule.R32, "numbers of a table", table.andThen(u8(1, 2))));
    cases.add(new Case(PAIRS, Rule.R32, "a table that descends", table.andThen(u8(9, 0))));
    cases.add(
        new Case(
            PAIRS,
            Rule.R32,
            "a place behind the table",
            table.andThen(ListPageCheckCases::shorten)));
  }

  /** Removes the last number of the table, and the bytes of it from the page. */
  private static void shorten(byte[] page) {
    int start = PageHeader.heapBound(page);
    int length = PageHeader.PAGE_SIZE - start;
    byte[] block = Memory.allocate(length);
    Memory.copy(page, start, block, 0, 2 + Integer.BYTES);
    int rest = length - 2 - 2 * Integer.BYTES;
    Memory.copy(page, start + 2 + 2 * Integer.BYTES, block, 2 + Integer.BYTES, rest);
    Memory.putByte(block, 1, 0);
    ListPage.removeLast(page);
    ListPage.append(page, block, 0, length - Integer.BYTES, 64);
  }

  private static void texts(List<Case> cases) {
    Consumer<byte[]> three =
        of(ListForm.TEXTS, 0, page -> ListSamples.appendTexts(page, "ab", "abc", "b"));
    cases.add(new Case(TEXTS, Rule.R32, "a first text that shares", three.andThen(u8(0, 1))));
    cases.add(new Case(TEXTS, Rule.R32, "more shared than there is", three.andThen(u8(4, 3))));
    cases.add(new Case(TEXTS, Rule.R32, "a text behind its block", three.andThen(u8(8, 2))));
    cases.add(new Case(TEXTS, Rule.R32, "a block behind its texts", three.andThen(u8(8, 0))));
    Consumer<byte[]> twoBytes = raw(ListForm.TEXTS, 0, 1, 3, 0, 0x81, 0);
    cases.add(new Case(TEXTS, Rule.R32, "a length of two bytes", twoBytes));
    Consumer<byte[]> text = raw(ListForm.TEXTS, 0, 1, 3 + 4_001, 0, 0xA1, 0x1F);
    cases.add(new Case(TEXTS, Rule.R32, "a text of 4,001 bytes", text));
    // Texts of 2,048 and 1,979 bytes.
    Consumer<byte[]> block =
        raw(ListForm.TEXTS, 0, 2, 4_033, 0, 0x80, 0x10)
            .andThen(u8(3 + 2_048 + 1, 0xBB))
            .andThen(u8(3 + 2_048 + 2, 0x0F));
    cases.add(new Case(TEXTS, Rule.R32, "a block of 4,033 bytes", block));
  }

  private static void nodes(List<Case> cases) {
    // Widths 2 and 1, chain 0b011, frames 1 2 3, distance 1.
    Consumer<byte[]> three =
        of(
            ListForm.NODES,
            0,
            page -> ListSamples.appendNodes(page, new int[] {-1, 0, -1}, new int[] {1, 2, 3}));
    Consumer<byte[]> frames = raw(ListForm.NODES, 0, 1, 7, 32, 0, 1);
    cases.add(new Case(NODES, Rule.R32, "frames of 32 bits", frames));
    Consumer<byte[]> distances = raw(ListForm.NODES, 9, 1, 7, 0, 32, 0);
    cases.add(new Case(NODES, Rule.R32, "distances of 32 bits", distances));
    Consumer<byte[]> width = raw(ListForm.NODES, 9, 1, 3, 0, 5, 1);
    cases.add(new Case(NODES, Rule.R32, "a width of no distances", width));
    cases.add(new Case(NODES, Rule.R32, "a bit behind the chain", three.andThen(u8(2, 0x0B))));
    cases.add(new Case(NODES, Rule.R32, "a bit behind the frames", three.andThen(u8(3, 0x80))));
    cases.add(new Case(NODES, Rule.R32, "a bit behind the distances", three.andThen(u8(4, 0x42))));
    Consumer<byte[]> none = three.andThen(u8(2, 0x02)).andThen(u8(4, 0x02));
    cases.add(new Case(NODES, Rule.R32, "a parent below none", none));
    Consumer<byte[]> below = raw(ListForm.NODES, 1, 1, 4, 0, 1, 0, 1);
    cases.add(new Case(NODES, Rule.R32, "a parent below none of node 1", below));
    // A distance of 2^31 - 1, which no node has.
    Consumer<byte[]> far = raw(ListForm.NODES, 0, 1, 7, 0, 31, 0, 0xFF, 0xFF, 0xFF, 0x7F);
    cases.add(new Case(NODES, Rule.R32, "a parent far below none", far));
  }
}
