package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.check.PageCheck;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes a page apart: every byte with its place, its name and its meaning. Text, pictures and
 * statistics are made of the result, so that the bytes are read in one place.
 *
 * <p>Damaged pages are what a picture is wanted for, so every page of the right size can be taken
 * apart: counts are cut at what can fit, offsets at the ends of the page. Entries of a damaged page
 * may overlap.
 */
public final class PageParts {
  private static final int SLOTS_MAX = LeafPage.CAPACITY / SlotWord.LENGTH;
  private static final int RANGES_PER_LINE = 8;

  private PageParts() {}

  /**
   * Takes a page apart.
   *
   * @param page the page, sound or not
   * @return its parts: header, slots, then the others in the order of their bytes
   */
  public static List<PagePart> of(byte[] page) {
    PartList parts = new PartList(page);
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    header(page, kind, parts);
    if (kind == PageKind.LEAF) {
      leaf(page, parts);
    } else if (kind == PageKind.BRANCH || kind == PageKind.SUMMED_BRANCH) {
      branch(page, parts);
    } else if (isBytes(kind)) {
      BytesParts.add(page, parts);
    } else if (kind == PageKind.OVERFLOW) {
      overflow(page, parts);
    } else if (kind == PageKind.LIST) {
      ListParts.add(page, parts);
    } else if (kind == PageKind.PACKED_LEAF) {
      SeriesParts.add(page, parts);
    } else if (kind == PageKind.CATALOGUE) {
      CatalogueParts.add(page, parts);
    } else if (kind == PageKind.SPACE_BRANCH || kind == PageKind.CATALOGUE_BRANCH) {
      children(page, parts);
    } else if (kind == PageKind.SPACE) {
      space(page, parts);
    } else if (kind == PageKind.META) {
      meta(page, parts);
    } else {
      parts.as(Role.DATA).rows(PageHeader.LENGTH, PageHeader.PAGE_SIZE);
    }
    return parts.toList();
  }

  static boolean isBytes(@Nullable PageKind kind) {
    return kind == PageKind.BYTES_LEAF || kind == PageKind.BYTES_BRANCH;
  }

  private static void header(byte[] page, @Nullable PageKind kind, PartList parts) {
    int crc = PageHeader.computeCrc(page, PageCheck.salt(page));
    boolean right = crc == PageHeader.crc(page);
    parts.bits(
        PageHeader.CRC,
        Integer.BYTES,
        "crc",
        right ? "right" : "computed " + PartList.hex(crc, Integer.BYTES));
    parts.number(PageHeader.NUMBER, Integer.BYTES, "number");
    parts.signed(PageHeader.EPOCH, "epoch");
    parts.number(PageHeader.OWNER, Integer.BYTES, "owner");
    parts.number(PageHeader.KIND, Byte.BYTES, "kind", PageKind.name(kind));
    parts.number(PageHeader.VERSION, Byte.BYTES, "version");
    parts.number(PageHeader.LEVEL, Byte.BYTES, "level");
    boolean loose = (PageHeader.flags(page) & PageHeader.LOOSE) != 0;
    parts.bits(PageHeader.FLAGS, Byte.BYTES, "flags", loose ? "loose" : "");
    parts.number(PageHeader.COUNT, Short.BYTES, "count");
    parts.number(PageHeader.HEAP_BOUND, Short.BYTES, "heap bound");
    parts.number(PageHeader.FREE, Short.BYTES, "free");
    parts.number(PageHeader.RESERVED, Short.BYTES, "reserved");
    if (isBytes(kind)) {
      BytesParts.header(parts);
      return;
    }
    parts.signed(PageHeader.KEY_BASE, kind == PageKind.OVERFLOW ? "piece" : "key base");
    if (kind == PageKind.LIST) {
      ListParts.header(page, parts);
      return;
    }
    boolean hasValues = kind == PageKind.LEAF || kind == PageKind.PACKED_LEAF;
    parts.signed(PageHeader.SPECIFIC, hasValues ? "value base" : "specific");
  }

  private static void leaf(byte[] page, PartList parts) {
    int count = Math.min(PageHeader.count(page), SLOTS_MAX);
    List<Piece> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(page, i);
      int end = SlotWord.end(slot);
      parts
          .as(Role.SLOT, i)
          .bits(SlotWord.offset(i), SlotWord.LENGTH, "slot " + i, slotMeaning(page, slot));
      entries.add(new Piece(i, end - EntryCodec.size(page, slot), end));
    }
    entries.sort(Piece.BY_START);
    int offset = SlotWord.offset(count);
    Role room = Role.FREE;
    EntrySpan span = new EntrySpan();
    for (Piece entry : entries) {
      gap(page, offset, entry.start(), room, parts);
      span.readLongs(page, entry.index());
      entry(page, entry.index(), span, offset > entry.start(), parts);
      offset = Math.max(offset, entry.end());
      room = Role.GAP;
    }
    gap(page, offset, PageHeader.PAGE_SIZE, room, parts);
  }

  private static String slotMeaning(byte[] page, int slot) {
    int nibbles = EntrySpan.nibbles(page, slot);
    return "end "
        + SlotWord.end(slot)
        + ", code "
        + SlotWord.code(slot)
        + ": key "
        + EntrySpan.keyLength(nibbles)
        + ", value "
        + EntrySpan.valueLength(nibbles);
  }

  /** Adds a gap or a hole. In a loose page, both may hold old bytes. */
  static void gap(byte[] page, int from, int to, Role room, PartList parts) {
    String name = room == Role.FREE ? "unused" : "hole";
    if ((PageHeader.flags(page) & PageHeader.LOOSE) == 0) {
      parts.as(room).zeros(from, to, name);
    } else if (from < to) {
      parts.as(room).part(from, to, name, (to - from) + " bytes");
    }
  }

  private static void entry(
      byte[] page, int index, EntrySpan span, boolean overlaps, PartList parts) {
    PartList within = new PartList(page);
    if (span.value > span.start) {
      within.as(Role.PADDING, index).part(span.start, span.value, "padding", "");
    }
    String key = Long.toString(LeafPage.key(page, index));
    String value = Long.toString(LeafPage.value(page, index));
    within.as(Role.VALUE, index).part(span.value, span.key, "value", value);
    within.as(Role.KEY, index).part(span.key, span.lengths, "key", key);
    if (span.lengths < span.end) {
      within
          .as(Role.LENGTHS, index)
          .bits(span.lengths, Byte.BYTES, "lengths", lengthsMeaning(page, span));
    }
    entry(span, index, key + " -> " + value, overlaps, within, parts);
  }

  private static String lengthsMeaning(byte[] page, EntrySpan span) {
    int nibbles = Memory.getByte(page, span.lengths);
    return "key " + EntrySpan.keyLength(nibbles) + ", value " + EntrySpan.valueLength(nibbles);
  }

  static void entry(
      EntrySpan span, int index, String says, boolean overlaps, PartList within, PartList parts) {
    String meaning = overlaps ? says + ", overlaps earlier bytes" : says;
    parts
        .as(Role.ENTRY, index)
        .part(span.start, span.end, "entry " + index, "", meaning, within.toList());
  }

  private static void branch(byte[] page, PartList parts) {
    int capacity = BranchPage.capacity(page);
    int count = Math.min(PageHeader.count(page), capacity);
    int group = BranchPage.GROUP;
    keys(page, BranchPage.TOP, group, group * group, count, "top", parts);
    keys(page, BranchPage.MIDDLE, group * group, group, count, "middle", parts);
    keys(page, BranchPage.SEPARATORS, capacity, 1, count, "separator", parts);
    boolean isSummed = BranchPage.isSummed(page);
    if (isSummed) {
      column(SummedPage.COUNTS, count, "entries below", parts);
      column(SummedPage.SUM_LOW, count, "sum below, low half", parts);
      column(SummedPage.SUM_HIGH, count, "sum below, high half", parts);
      groups(SummedPage.GROUP_COUNTS, count, "entries of group", parts);
      groups(SummedPage.GROUP_SUM_LOW, count, "sum of group, low half", parts);
      groups(SummedPage.GROUP_SUM_HIGH, count, "sum of group, high half", parts);
      parts.as(Role.GAP).zeros(SummedPage.GAP, BranchPage.CHILDREN, "unused");
    }
    for (int i = 0; i < count; i++) {
      child(BranchPage.child(page, i), BranchPage.CHILDREN + i * Long.BYTES, i, parts);
    }
    int end = BranchPage.CHILDREN + capacity * Long.BYTES;
    parts.as(Role.FREE).zeros(BranchPage.CHILDREN + count * Long.BYTES, end, "padding");
    if (isSummed) {
      column(SummedPage.LEAST, count, "least below", parts);
      column(SummedPage.GREATEST, count, "greatest below", parts);
      column(SummedPage.LAST, count, "last time below", parts);
      groups(SummedPage.GROUP_LEAST, count, "least of group", parts);
      groups(SummedPage.GROUP_GREATEST, count, "greatest of group", parts);
      end = SummedPage.END;
    }
    parts.as(Role.GAP).zeros(end, PageHeader.PAGE_SIZE, "unused");
  }

  /** Adds a column of the rows of a branch of a series. */
  private static void column(int area, int count, String name, PartList parts) {
    column(area, count, SummedPage.MAX_COUNT, name, parts);
  }

  /** Adds a column of what the rows of so many children add up to, by groups. */
  private static void groups(int area, int count, String name, PartList parts) {
    int used = (count + SummedPage.GROUP - 1) / SummedPage.GROUP;
    column(area, used, SummedPage.GROUPS, name, parts);
  }

  private static void column(int area, int used, int most, String name, PartList parts) {
    for (int i = 0; i < used; i++) {
      parts.as(Role.VALUE, i).signed(area + i * Long.BYTES, name + " " + i);
    }
    parts.as(Role.FREE).zeros(area + used * Long.BYTES, area + most * Long.BYTES, "padding");
  }

  /**
   * Adds an area of separators, each of which repeats a separator of the page; runs of padding are
   * one part.
   */
  private static void keys(
      byte[] page, int area, int places, int ratio, int count, String name, PartList parts) {
    int padding = 0;
    for (int i = 0; i <= places; i++) {
      int offset = area + i * Long.BYTES;
      boolean used = i * ratio < count;
      if (i < places && !used && Memory.getLong(page, offset) == Long.MAX_VALUE) {
        padding++;
        continue;
      }
      if (padding > 0) {
        parts
            .as(Role.FREE)
            .part(offset - padding * Long.BYTES, offset, "padding", padding + " places");
        padding = 0;
      }
      if (i < places) {
        parts.as(Role.SEPARATOR, i * ratio).signed(offset, name + " " + i);
      }
    }
  }

  private static void child(long child, int offset, int index, PartList parts) {
    int crc = BranchPage.crc(child);
    parts.as(Role.CHILD, index).to(BranchPage.number(child));
    parts.part(
        offset,
        offset + Long.BYTES,
        "child " + index,
        "page " + Integer.toUnsignedString(BranchPage.number(child)),
        crc == 0 ? "crc unknown" : "crc " + PartList.hex(crc, Integer.BYTES));
  }

  private static void overflow(byte[] page, PartList parts) {
    int end = PageHeader.LENGTH + Math.min(PageHeader.count(page), OverflowPage.CAPACITY);
    parts.as(Role.DATA).rows(PageHeader.LENGTH, end);
    parts.as(Role.FREE).zeros(end, PageHeader.PAGE_SIZE, "unused");
  }

  private static void children(byte[] page, PartList parts) {
    int count = Math.min(PageHeader.count(page), ChildrenPage.MAX_COUNT);
    for (int i = 0; i < count; i++) {
      child(ChildrenPage.child(page, i), ChildrenPage.offset(i), i, parts);
    }
    parts.as(Role.FREE).zeros(ChildrenPage.offset(count), PageHeader.PAGE_SIZE, "unused");
  }

  private static void space(byte[] page, PartList parts) {
    long[] words = SpacePage.words(page);
    int used = 0;
    for (long word : words) {
      used += Long.bitCount(word);
    }
    parts
        .as(Role.BITMAP)
        .part(
            PageHeader.LENGTH,
            PageHeader.PAGE_SIZE,
            "bitmap",
            used + " pages in use",
            "",
            runs(page, words));
    StringBuilder ranges = new StringBuilder();
    int inLine = 0;
    for (int bit = nextBit(words, 0, true); bit < SpacePage.PAGES; ) {
      int end = nextBit(words, bit, false);
      long first = PageHeader.keyBase(page) + bit;
      ranges.append(' ').append(Long.toUnsignedString(first));
      if (end - bit > 1) {
        ranges.append('-').append(Long.toUnsignedString(first + (end - bit - 1)));
      }
      bit = nextBit(words, end, true);
      if (++inLine % RANGES_PER_LINE == 0 || bit >= SpacePage.PAGES) {
        parts.note("          " + ranges);
        ranges.setLength(0);
      }
    }
  }

  /**
   * Divides the bytes of a bitmap into runs of the same content: all in use, or all free. Other
   * words are runs of their own.
   */
  private static List<PagePart> runs(byte[] page, long[] words) {
    PartList runs = new PartList(page);
    for (int from = 0; from < SpacePage.WORDS; ) {
      int to = from + 1;
      while (to < SpacePage.WORDS && words[from] == words[to] && isUniform(words[from])) {
        to++;
      }
      long first = PageHeader.keyBase(page) + (long) from * Long.SIZE;
      int used = Long.bitCount(words[from]);
      String says = !isUniform(words[from]) ? used + " in use" : used == 0 ? "free" : "in use";
      runs.as(used == 0 ? Role.FREE : Role.BITMAP)
          .part(
              SpacePage.wordOffset(from),
              SpacePage.wordOffset(to),
              "pages "
                  + Long.toUnsignedString(first)
                  + " to "
                  + Long.toUnsignedString(first + (long) (to - from) * Long.SIZE - 1),
              says);
      from = to;
    }
    return runs.toList();
  }

  private static boolean isUniform(long word) {
    return word == 0 || word == -1;
  }

  /** Returns the index of the next bit that is set or clear, or {@link SpacePage#PAGES}. */
  private static int nextBit(long[] words, int from, boolean set) {
    int bit = from;
    while (bit < SpacePage.PAGES) {
      long word = set ? words[bit / Long.SIZE] : ~words[bit / Long.SIZE];
      long rest = word >>> bit;
      if (rest != 0) {
        return bit + Long.numberOfTrailingZeros(rest);
      }
      bit = (bit / Long.SIZE + 1) * Long.SIZE;
    }
    return SpacePage.PAGES;
  }

  private static void meta(byte[] page, PartList parts) {
    parts.as(Role.HEADER);
    boolean magic = MetaPage.magic(page) == MetaPage.MAGIC;
    parts.bits(MetaPage.MAGIC_OFFSET, Long.BYTES, "magic", magic ? "Octavo" : "not Octavo");
    parts.number(MetaPage.FORMAT, Integer.BYTES, "format");
    parts.number(MetaPage.PAGE_BYTES, Integer.BYTES, "page bytes");
    UUID storeId = MetaPage.storeId(page);
    parts.part(MetaPage.STORE_ID, MetaPage.COMPATIBLE, "store id", storeId.toString());
    parts.bits(MetaPage.COMPATIBLE, Long.BYTES, "compatible", "");
    parts.bits(MetaPage.READ_ONLY_COMPATIBLE, Long.BYTES, "read-only comp.", "");
    parts.bits(MetaPage.INCOMPATIBLE, Long.BYTES, "incompatible", "");
    parts.number(MetaPage.PAGE_COUNT, Integer.BYTES, "page count");
    parts.number(MetaPage.NEXT_COLLECTION, Integer.BYTES, "next collection");
    root(page, MetaPage.CATALOGUE, "catalogue", parts);
    root(page, MetaPage.SPACE, "space", parts);
    parts.signed(MetaPage.SEQUENCE, "sequence");
    parts.number(MetaPage.RING_START, Integer.BYTES, "ring start");
    parts.number(MetaPage.RING_PAGES, Integer.BYTES, "ring pages");
    parts.signed(MetaPage.RING_REPLAY, "ring replay");
    parts.signed(MetaPage.RING_GENERATION, "ring generation");
    parts.as(Role.GAP).zeros(MetaPage.END, PageHeader.PAGE_SIZE, "unused");
  }

  private static void root(byte[] page, int offset, String name, PartList parts) {
    PageRef root = MetaPage.ref(page, offset);
    parts.to(root.number());
    parts.part(
        offset,
        offset + 3 * Integer.BYTES,
        name,
        "page " + Integer.toUnsignedString(root.number()),
        root.equals(PageRef.NONE)
            ? "no root"
            : "crc "
                + PartList.hex(root.crc(), Integer.BYTES)
                + ", level "
                + Integer.toUnsignedString(root.level()));
  }

  /**
   * The place of an entry or of a record.
   *
   * @param index the index of its slot
   * @param start its first byte
   * @param end the byte after its last
   */
  record Piece(int index, int start, int end) {
    static final Comparator<Piece> BY_START =
        Comparator.comparingInt(Piece::start).thenComparingInt(Piece::index);
  }
}
