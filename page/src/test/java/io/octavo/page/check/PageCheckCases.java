package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.PageCheckTest.Case;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import io.octavo.page.tree.TreePage;
import java.util.List;
import java.util.function.Consumer;

/** The damages of {@link PageCheckTest} behind the header, by kind. */
final class PageCheckCases {
  private static final int LAST_WORD = PageHeader.PAGE_SIZE - Long.BYTES;

  private PageCheckCases() {}

  private static Consumer<byte[]> u8(int offset, int value) {
    return page -> Memory.putByte(page, offset, value);
  }

  private static Consumer<byte[]> u16(int offset, int value) {
    return page -> Memory.putChar(page, offset, value);
  }

  private static Consumer<byte[]> u32(int offset, int value) {
    return page -> Memory.putInt(page, offset, value);
  }

  private static Consumer<byte[]> i64(int offset, long value) {
    return page -> Memory.putLong(page, offset, value);
  }

  /** Adds to a u16. */
  private static Consumer<byte[]> add(int offset, int more) {
    return page -> Memory.putChar(page, offset, Memory.getChar(page, offset) + more);
  }

  private static Consumer<byte[]> inOrder(Consumer<byte[]> first, Consumer<byte[]> second) {
    return first.andThen(second);
  }

  /** Replaces a sample by a leaf of the same number whose entries lie in the form on disk. */
  private static Consumer<byte[]> leafOf(long... keysAndValues) {
    return page -> {
      LeafPage.format(page, 17, 3);
      for (int i = 0; i < keysAndValues.length; i += 2) {
        LeafPage.insert(page, i / 2, keysAndValues[i], keysAndValues[i + 1]);
      }
      Memory.putLong(page, PageHeader.EPOCH, 9);
    };
  }

  /** Changes the lengths byte of the second entry. */
  private static Consumer<byte[]> lengths(int value) {
    return page -> Memory.putByte(page, SlotWord.end(SlotWord.get(page, 1)) - 1, value);
  }

  /** Changes the stored key of the second entry, whatever its size code. */
  private static Consumer<byte[]> key1(long key) {
    return page -> {
      int slot = SlotWord.get(page, 1);
      int end = SlotWord.end(slot);
      long value = EntryCodec.value(page, slot);
      EntryCodec.write(page, end, key, value, SizeCode.encoding(key, value));
    };
  }

  static void leaf(List<Case> cases) {
    int slot1 = SlotWord.offset(1);
    String leaf = "leaf";
    cases.add(new Case(leaf, Rule.R10, "too many slots", u16(PageHeader.COUNT, 4000)));
    cases.add(new Case(leaf, Rule.R10, "most slots", u16(PageHeader.COUNT, 0xFFFF)));
    cases.add(new Case(leaf, Rule.R10, "heap in the header", u16(PageHeader.HEAP_BOUND, 40)));
    cases.add(new Case(leaf, Rule.R10, "heap behind the page", u16(PageHeader.HEAP_BOUND, 8194)));
    cases.add(new Case(leaf, Rule.R10, "an odd heap bound", add(PageHeader.HEAP_BOUND, -1)));
    cases.add(new Case(leaf, Rule.R11, "one byte free too many", add(PageHeader.FREE, 1)));
    cases.add(new Case(leaf, Rule.R12, "an entry elsewhere", add(slot1, 16)));
    cases.add(new Case(leaf, Rule.R12, "a heap too large", add(PageHeader.HEAP_BOUND, -2)));
    cases.add(new Case(leaf, Rule.R12, "a heap too small", add(PageHeader.HEAP_BOUND, 2)));
    Consumer<byte[]> wide =
        leafOf(0, 1).andThen(page -> Samples.appendFallback(page, Long.MAX_VALUE, -1));
    cases.add(new Case(leaf, Rule.R13, "a spare bit of the key", inOrder(wide, lengths(0xF7))));
    cases.add(new Case(leaf, Rule.R13, "a spare bit of the value", inOrder(wide, lengths(0x7F))));
    Consumer<byte[]> padding =
        page -> {
          int end = SlotWord.end(SlotWord.get(page, 1));
          Memory.putByte(page, end - SizeCode.MAX_ENTRY, 1);
        };
    cases.add(new Case(leaf, Rule.R16, "a padding byte", inOrder(wide, padding)));
    Consumer<byte[]> narrow = leafOf(1, 1, 2, 2, 3, 3);
    cases.add(new Case(leaf, Rule.R14, "equal keys", inOrder(narrow, key1(0))));
    cases.add(new Case(leaf, Rule.R14, "descending keys", inOrder(narrow, key1(9))));
    Consumer<byte[]> base = i64(PageHeader.KEY_BASE, Long.MAX_VALUE - 1);
    cases.add(new Case(leaf, Rule.R15, "a base too high", inOrder(narrow, base)));
    Consumer<byte[]> least = inOrder(wide, i64(PageHeader.KEY_BASE, 1));
    cases.add(new Case(leaf, Rule.R15, "a base of one too many", least));
    cases.add(
        new Case(
            leaf,
            Rule.R16,
            "the gap's first byte",
            page -> {
              Memory.putByte(page, SlotWord.offset(PageHeader.count(page)), 1);
            }));
    cases.add(
        new Case(
            leaf,
            Rule.R16,
            "the gap's last byte",
            page -> {
              Memory.putByte(page, PageHeader.heapBound(page) - 1, 1);
            }));
  }

  static void bytes(List<Case> cases) {
    for (String sample : new String[] {"bytes leaf", "bytes branch"}) {
      cases.add(new Case(sample, Rule.R10, "too many slots", u16(PageHeader.COUNT, 1300)));
      cases.add(new Case(sample, Rule.R10, "an odd heap", add(PageHeader.HEAP_BOUND, -1)));
      cases.add(new Case(sample, Rule.R10, "a heap above", u16(PageHeader.HEAP_BOUND, 8192)));
      cases.add(new Case(sample, Rule.R11, "one byte free too many", add(PageHeader.FREE, 1)));
      cases.add(new Case(sample, Rule.R12, "an entry elsewhere", add(BytesPage.slotOffset(1), 16)));
      cases.add(new Case(sample, Rule.R12, "a heap too large", add(PageHeader.HEAP_BOUND, -2)));
      cases.add(new Case(sample, Rule.R16, "bytes behind the fields", u8(39, 1)));
      cases.add(new Case(sample, Rule.R16, "the specific field", i64(PageHeader.SPECIFIC, 1)));
      cases.add(new Case(sample, Rule.R28, "a prefix too long", u16(BytesPage.PREFIX, 2001)));
      cases.add(new Case(sample, Rule.R28, "a least too long", u16(BytesPage.LEAST, 2001)));
      cases.add(new Case(sample, Rule.R28, "values too long", u16(BytesPage.VALUE, 4033)));
      cases.add(
          new Case(
              sample,
              Rule.R14,
              "descending keys",
              u32(BytesPage.slotOffset(5) + SlotWord.LENGTH, 0)));
      cases.add(
          new Case(
              sample,
              Rule.R16,
              "the byte below the heap",
              page -> Memory.putByte(page, PageHeader.heapBound(page) - 1, 1)));
    }
    String leaf = "bytes leaf";
    cases.add(
        new Case(
            leaf,
            Rule.R16,
            "the byte before an odd prefix",
            page -> {
              int start = PageHeader.PAGE_SIZE - BytesPage.prefixLength(page);
              Memory.putByte(page, start - 1, 1);
            }));
    cases.add(
        new Case(leaf, Rule.R16, "a head behind a short key", add(BytesPage.slotOffset(0) + 2, 1)));
    cases.add(
        new Case(leaf, Rule.R29, "a piece below 0", page -> reference(page, 0, Long.MIN_VALUE)));
    cases.add(new Case(leaf, Rule.R29, "a length of 0", page -> reference(page, Long.BYTES, 0)));
    cases.add(
        new Case(
            leaf,
            Rule.R29,
            "a length above 1 GiB",
            page -> reference(page, Long.BYTES, BytesPage.MAX_VALUE + 1L)));
    cases.add(new Case(leaf, Rule.R28, "all values large", u16(BytesPage.VALUE, 4032)));
    String branch = "bytes branch";
    cases.add(new Case(branch, Rule.R28, "children of 6 bytes", u16(BytesPage.VALUE, 6)));
    cases.add(
        new Case(
            branch,
            Rule.R19,
            "a child in the meta pages",
            page -> TreePage.setChild(page, 3, BranchPage.childOf(3, 1))));
    cases.add(
        new Case(
            branch,
            Rule.R19,
            "a child without crc",
            page -> TreePage.setChild(page, 3, BranchPage.childOf(30, 0))));
    String piece = "overflow";
    cases.add(new Case(piece, Rule.R10, "no bytes", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(piece, Rule.R10, "too many bytes", u16(PageHeader.COUNT, 8145)));
    cases.add(new Case(piece, Rule.R16, "bytes behind its own", add(PageHeader.COUNT, -1)));
    cases.add(new Case(piece, Rule.R16, "a heap bound", u16(PageHeader.HEAP_BOUND, 8192)));
    cases.add(new Case(piece, Rule.R16, "the specific field", i64(PageHeader.SPECIFIC, 1)));
  }

  /** Changes a field of the first large value. */
  private static void reference(byte[] page, int field, long value) {
    int index = 0;
    while (!BytesPage.isLarge(page, index)) {
      index++;
    }
    Memory.putLong(page, BytesPage.valueOffset(page, index) + field, value);
  }

  static void branch(List<Case> cases) {
    String branch = "branch";
    int separator3 = BranchPage.SEPARATORS + 3 * Long.BYTES;
    int child3 = BranchPage.CHILDREN + 3 * Long.BYTES;
    int used = BranchPage.SEPARATORS + 20 * Long.BYTES;
    int free = BranchPage.CHILDREN + 20 * Long.BYTES;
    cases.add(new Case(branch, Rule.R17, "no child", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(branch, Rule.R17, "too many children", u16(PageHeader.COUNT, 473)));
    cases.add(new Case(branch, Rule.R16, "a heap bound", u16(PageHeader.HEAP_BOUND, 8192)));
    cases.add(new Case(branch, Rule.R16, "a key base", i64(PageHeader.KEY_BASE, 1)));
    cases.add(new Case(branch, Rule.R16, "the specific field", i64(PageHeader.SPECIFIC, 1)));
    cases.add(new Case(branch, Rule.R16, "bytes behind the children", i64(LAST_WORD, 1)));
    cases.add(new Case(branch, Rule.R16, "a child behind the last", u32(free, 1)));
    cases.add(new Case(branch, Rule.R14, "equal separators", i64(separator3, -3000)));
    cases.add(new Case(branch, Rule.R14, "descending", i64(separator3, Long.MIN_VALUE)));
    cases.add(new Case(branch, Rule.R18, "the top", i64(BranchPage.TOP, -5001)));
    cases.add(new Case(branch, Rule.R18, "the padding of the top", i64(BranchPage.TOP + 56, 0)));
    cases.add(new Case(branch, Rule.R18, "the middle", i64(BranchPage.MIDDLE + 8, 3001)));
    cases.add(new Case(branch, Rule.R18, "its padding", i64(BranchPage.MIDDLE + 504, 0)));
    cases.add(new Case(branch, Rule.R18, "padding of separators", i64(used, Long.MAX_VALUE - 1)));
    cases.add(new Case(branch, Rule.R19, "a child in the meta pages", u32(child3, 3)));
    cases.add(new Case(branch, Rule.R19, "a child behind 2^31", u32(child3, -1)));
    cases.add(new Case(branch, Rule.R19, "a child without crc", u32(child3 + 4, 0)));
    for (String children : new String[] {"space branch", "catalogue branch"}) {
      int last = ChildrenPage.offset(2);
      cases.add(new Case(children, Rule.R17, "no child", u16(PageHeader.COUNT, 0)));
      cases.add(new Case(children, Rule.R17, "too many", u16(PageHeader.COUNT, 1019)));
      cases.add(new Case(children, Rule.R16, "a field", u16(PageHeader.FREE, 1)));
      cases.add(new Case(children, Rule.R19, "no page number", u32(last, 0)));
      cases.add(new Case(children, Rule.R19, "no crc", u32(last + 4, 0)));
    }
    cases.add(new Case("space branch", Rule.R16, "behind the last", i64(LAST_WORD, 1)));
  }

  static void summedBranch(List<Case> cases) {
    String branch = "summed branch";
    int separator4 = BranchPage.SEPARATORS + 4 * Long.BYTES;
    int child3 = BranchPage.CHILDREN + 3 * Long.BYTES;
    int row4 = 4 * Long.BYTES;
    int free = 20 * Long.BYTES;
    cases.add(new Case(branch, Rule.R17, "no child", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(branch, Rule.R17, "too many children", u16(PageHeader.COUNT, 113)));
    cases.add(new Case(branch, Rule.R14, "descending", i64(separator4, -4001)));
    cases.add(new Case(branch, Rule.R18, "the middle", i64(BranchPage.MIDDLE + 8, 3001)));
    cases.add(new Case(branch, Rule.R18, "its padding", i64(BranchPage.MIDDLE + 504, 0)));
    cases.add(new Case(branch, Rule.R18, "separators", i64(BranchPage.SEPARATORS + free, 0)));
    cases.add(new Case(branch, Rule.R19, "a child in the meta pages", u32(child3, 3)));
    cases.add(new Case(branch, Rule.R19, "a child without crc", u32(child3 + 4, 0)));
    cases.add(new Case(branch, Rule.R16, "a free child", i64(BranchPage.CHILDREN + free, 1)));
    cases.add(new Case(branch, Rule.R16, "before the children", u8(SummedPage.GAP, 1)));
    cases.add(new Case(branch, Rule.R16, "bytes behind the rows", i64(LAST_WORD, 1)));
    for (int column : SummedPage.columns()) {
      cases.add(new Case(branch, Rule.R16, "a free row at " + column, i64(column + free, 1)));
    }
    int group1 = Long.BYTES;
    for (int column : SummedPage.groupColumns()) {
      cases.add(new Case(branch, Rule.R36, "a group at " + column, add(column, 1)));
      cases.add(new Case(branch, Rule.R36, "an empty group", i64(column + 5 * group1, 1)));
    }
    cases.add(new Case(branch, Rule.R36, "an early last time", i64(SummedPage.LAST + row4, -3001)));
    cases.add(new Case(branch, Rule.R36, "a late last time", i64(SummedPage.LAST + row4, -2999)));
    cases.add(new Case(branch, Rule.R36, "no entries", i64(SummedPage.COUNTS + row4, 0)));
    cases.add(new Case(branch, Rule.R36, "2^63 entries", i64(SummedPage.COUNTS + row4, 1L << 63)));
    cases.add(new Case(branch, Rule.R36, "a least value", i64(SummedPage.LEAST + row4, 95)));
  }

  static void catalogue(List<Case> cases) {
    String name = "catalogue";
    cases.add(new Case(name, Rule.R10, "no record", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(name, Rule.R10, "too many slots", u16(PageHeader.COUNT, 5000)));
    cases.add(new Case(name, Rule.R10, "a heap bound", u16(PageHeader.HEAP_BOUND, 8193)));
    cases.add(new Case(name, Rule.R11, "free", add(PageHeader.FREE, -1)));
    cases.add(new Case(name, Rule.R12, "a slot below the heap", u16(SlotWord.offset(2), 100)));
    cases.add(new Case(name, Rule.R12, "a slot out of order", u16(SlotWord.offset(1), 8191)));
    cases.add(new Case(name, Rule.R12, "a heap too large", add(PageHeader.HEAP_BOUND, -1)));
    cases.add(new Case(name, Rule.R16, "a key base", i64(PageHeader.KEY_BASE, 1)));
    cases.add(new Case(name, Rule.R16, "the gap", u8(SlotWord.offset(3), 1)));
    cases.add(new Case(name, Rule.R20, "a name of no bytes", record(1, 0, 0)));
    cases.add(new Case(name, Rule.R20, "a name too long", record(1, 0, 255)));
    cases.add(new Case(name, Rule.R20, "a name a byte longer", record(1, 0, 8)));
    cases.add(new Case(name, Rule.R20, "a name that is not UTF-8", record(1, 1, 0xC0)));
    cases.add(new Case(name, Rule.R20, "a tail too long", field(1, CataloguePage.TAIL_LENGTH, 9)));
    cases.add(new Case(name, Rule.R20, "identifier 0", field(1, CataloguePage.ID, 0)));
    cases.add(new Case(name, Rule.R20, "identifier 2^31", field(1, CataloguePage.ID + 3, 0x80)));
    cases.add(
        new Case(
            name,
            Rule.R20,
            "identifier 2^31 - 1",
            page -> {
              for (int i = 0; i < Integer.BYTES; i++) {
                field(1, CataloguePage.ID + i, i < 3 ? 0xFF : 0x7F).accept(page);
              }
            }));
    cases.add(new Case(name, Rule.R20, "entries < 0", field(1, CataloguePage.ENTRIES + 7, 0x80)));
    cases.add(new Case(name, Rule.R20, "entries without root", field(0, CataloguePage.ENTRIES, 1)));
    cases.add(
        new Case(
            name,
            Rule.R20,
            "a root without entries",
            page -> {
              field(1, CataloguePage.ENTRIES, 0).accept(page);
              field(1, CataloguePage.ENTRIES + 1, 0).accept(page);
            }));
    cases.add(new Case(name, Rule.R14, "names that descend", record(1, 1, 'A' - 32)));
    cases.add(new Case(name, Rule.R19, "a root level", field(1, CataloguePage.ROOT_LEVEL, 13)));
    cases.add(
        new Case(
            name,
            Rule.R19,
            "a root in a meta page",
            page -> {
              field(1, CataloguePage.ROOT_NUMBER, 3).accept(page);
            }));
    cases.add(new Case(name, Rule.R19, "a crc of no root", field(0, CataloguePage.ROOT_CRC, 1)));
    cases.add(
        new Case(
            name,
            Rule.R19,
            "no crc of a root",
            page -> {
              field(1, CataloguePage.ROOT_CRC, 0).accept(page);
              field(1, CataloguePage.ROOT_CRC + 1, 0).accept(page);
            }));
    cases.add(new Case(name, Rule.R20, "a tail beyond the limit", PageCheckCases::longTail));
  }

  /** Changes a byte of a record. */
  private static Consumer<byte[]> record(int index, int offset, int value) {
    return page -> Memory.putByte(page, SlotWord.get(page, index) + offset, value);
  }

  /** Changes a byte behind the name of a record. */
  private static Consumer<byte[]> field(int index, int offset, int value) {
    return page -> {
      int start = SlotWord.get(page, index);
      Memory.putByte(page, start + 1 + Memory.getByte(page, start) + offset, value);
    };
  }

  /** Makes one record with a tail that fills its room, but is longer than a tail may be. */
  private static void longTail(byte[] page) {
    CataloguePage.build(page, 20, Samples.records().subList(0, 1));
    int tail = CatalogueRecord.MAX_TAIL + 1;
    int start = SlotWord.get(page, 0);
    Memory.copy(page, start, page, start - tail, PageHeader.PAGE_SIZE - start);
    Memory.zero(page, PageHeader.PAGE_SIZE - tail, PageHeader.PAGE_SIZE);
    Memory.putChar(page, PageHeader.PAGE_SIZE - tail - Short.BYTES, tail);
    SlotWord.put(page, 0, start - tail);
    PageHeader.setHeapBound(page, start - tail);
    PageHeader.setFree(page, PageHeader.free(page) - tail);
    Memory.putLong(page, PageHeader.EPOCH, 9);
  }

  static void space(List<Case> cases) {
    String space = "space";
    cases.add(new Case(space, Rule.R16, "a heap bound", u16(PageHeader.HEAP_BOUND, 1)));
    cases.add(new Case(space, Rule.R16, "the specific field", i64(PageHeader.SPECIFIC, 1)));
    cases.add(new Case(space, Rule.R21, "a bit too many", u8(SpacePage.wordOffset(3), 1)));
    cases.add(new Case(space, Rule.R21, "a count of no bits", u16(PageHeader.COUNT, 0)));
    cases.add(new Case(space, Rule.R21, "a page between", i64(PageHeader.KEY_BASE, 65_153)));
    cases.add(new Case(space, Rule.R21, "below 0", i64(PageHeader.KEY_BASE, -65_152)));
    long behind = SpacePage.firstPage(Integer.MAX_VALUE / SpacePage.PAGES + 1);
    cases.add(new Case(space, Rule.R21, "behind 2^31", i64(PageHeader.KEY_BASE, behind)));
    cases.add(
        new Case(
            space,
            Rule.R21,
            "a page of 2^31 in use",
            page -> {
              long[] words = new long[SpacePage.WORDS];
              words[8576 / Long.SIZE] = 1L << 8576;
              int number = PageHeader.number(page);
              SpacePage.build(page, number, Integer.MAX_VALUE / SpacePage.PAGES, words);
              Memory.putLong(page, PageHeader.EPOCH, 9);
            }));
  }

  static void meta(List<Case> cases) {
    String meta = "meta";
    cases.add(new Case(meta, Rule.R22, "the magic", u8(MetaPage.MAGIC_OFFSET, 0)));
    cases.add(new Case(meta, Rule.R22, "format 0", u32(MetaPage.FORMAT, 0)));
    cases.add(new Case(meta, Rule.R22, "format 2", u32(MetaPage.FORMAT, 2)));
    cases.add(new Case(meta, Rule.R22, "pages of 4 KiB", u32(MetaPage.PAGE_BYTES, 4096)));
    cases.add(new Case(meta, Rule.R22, "the other slot's epoch", i64(PageHeader.EPOCH, 10)));
    cases.add(new Case(meta, Rule.R22, "no pages", u32(MetaPage.PAGE_COUNT, 4)));
    cases.add(new Case(meta, Rule.R22, "too many pages", u32(MetaPage.PAGE_COUNT, -1)));
    cases.add(new Case(meta, Rule.R22, "collection 0", u32(MetaPage.NEXT_COLLECTION, 0)));
    cases.add(new Case(meta, Rule.R22, "a sequence < 0", i64(MetaPage.SEQUENCE, -1)));
    cases.add(new Case(meta, Rule.R19, "a catalogue behind", u32(MetaPage.CATALOGUE, 1000)));
    cases.add(new Case(meta, Rule.R19, "a catalogue at 1", u32(MetaPage.CATALOGUE, 1)));
    cases.add(new Case(meta, Rule.R19, "no crc", u32(MetaPage.CATALOGUE + 4, 0)));
    cases.add(new Case(meta, Rule.R19, "a level of 13", u32(MetaPage.CATALOGUE + 8, 13)));
    cases.add(new Case(meta, Rule.R19, "a level below 0", u32(MetaPage.SPACE + 8, -1)));
    cases.add(
        new Case(
            meta,
            Rule.R19,
            "no space tree",
            page -> Memory.zero(page, MetaPage.SPACE, MetaPage.SEQUENCE)));
    cases.add(new Case(meta, Rule.R22, "a ring in a meta page", u32(MetaPage.RING_START, 3)));
    cases.add(new Case(meta, Rule.R22, "no start", u32(MetaPage.RING_START, 0)));
    cases.add(new Case(meta, Rule.R22, "a ring of no pages", u32(MetaPage.RING_PAGES, 0)));
    cases.add(new Case(meta, Rule.R22, "a ring behind", u32(MetaPage.RING_PAGES, 969)));
    cases.add(
        new Case(
            meta,
            Rule.R22,
            "a ring too long",
            page -> {
              Memory.putInt(page, MetaPage.PAGE_COUNT, 10_000);
              Memory.putInt(page, MetaPage.RING_PAGES, MetaPage.MAX_RING_PAGES + 1);
            }));
    cases.add(new Case(meta, Rule.R22, "replay < 0", i64(MetaPage.RING_REPLAY, -4096)));
    cases.add(new Case(meta, Rule.R22, "replay behind", i64(MetaPage.RING_REPLAY, 135_168)));
    cases.add(new Case(meta, Rule.R22, "replay between", i64(MetaPage.RING_REPLAY, 4095)));
    cases.add(new Case(meta, Rule.R22, "generation < 0", i64(MetaPage.RING_GENERATION, -1)));
    Consumer<byte[]> noStart = u32(MetaPage.RING_START, 0);
    Consumer<byte[]> noPages = u32(MetaPage.RING_PAGES, 0);
    cases.add(new Case(meta, Rule.R22, "replay only", inOrder(noStart, noPages)));
    cases.add(new Case(meta, Rule.R16, "a count", u16(PageHeader.COUNT, 1)));
    cases.add(new Case(meta, Rule.R16, "bytes behind", i64(LAST_WORD, 1)));
  }
}
