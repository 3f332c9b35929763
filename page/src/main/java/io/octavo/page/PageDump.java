package io.octavo.page;

import io.octavo.memory.Memory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Shows a page to a person: every byte with its place, its name and its meaning. FORMAT.md is the
 * legend.
 *
 * <p>Damaged pages are what a dump is wanted for, so every page of the right size can be shown:
 * counts are cut at what can fit, offsets at the ends of the page, and the rule that is broken
 * stands in the first line.
 */
public final class PageDump {
  private static final int SLOTS_MAX = LeafPage.CAPACITY / SlotWord.LENGTH;
  private static final int RANGES_PER_LINE = 8;

  private PageDump() {}

  /**
   * Shows a page in one line.
   *
   * @param page the page, sound or not
   * @return place, kind, owner, level, epoch, count and the first broken rule
   */
  public static String summary(byte[] page) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    StringBuilder line = new StringBuilder("page ");
    line.append(Integer.toUnsignedString(PageHeader.number(page))).append(": ").append(name(kind));
    if (PageHeader.owner(page) != 0) {
      line.append(" of collection ").append(Integer.toUnsignedString(PageHeader.owner(page)));
    }
    line.append(", level ").append(PageHeader.level(page));
    line.append(", epoch ").append(PageHeader.epoch(page));
    line.append(", count ").append(PageHeader.count(page));
    boolean hasHeap = kind == PageKind.LEAF || kind == PageKind.CATALOGUE || isBytes(kind);
    if (hasHeap) {
      line.append(", ").append(PageHeader.free(page)).append(" bytes free");
    }
    Violation violation = PageCheck.check(page);
    return line.append(violation == null ? "" : ", breaks " + violation).toString();
  }

  /**
   * Shows a page byte by byte.
   *
   * @param page the page, sound or not
   * @return lines, the first of which is the {@link #summary}
   */
  public static String dump(byte[] page) {
    DumpLines lines = new DumpLines(page);
    lines.title(summary(page));
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    header(page, kind, lines);
    if (kind == PageKind.LEAF) {
      leaf(page, lines);
    } else if (kind == PageKind.BRANCH) {
      branch(page, lines);
    } else if (isBytes(kind)) {
      BytesDump.write(page, lines);
    } else if (kind == PageKind.OVERFLOW) {
      overflow(page, lines);
    } else if (kind == PageKind.CATALOGUE) {
      CatalogueDump.write(page, lines);
    } else if (kind == PageKind.SPACE_BRANCH || kind == PageKind.CATALOGUE_BRANCH) {
      children(page, lines);
    } else if (kind == PageKind.SPACE) {
      space(page, lines);
    } else if (kind == PageKind.META) {
      meta(page, lines);
    } else {
      lines.rows(PageHeader.LENGTH, PageHeader.PAGE_SIZE);
    }
    return lines.toString();
  }

  private static String name(@Nullable PageKind kind) {
    return kind == null ? "unknown kind" : kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static boolean isBytes(@Nullable PageKind kind) {
    return kind == PageKind.BYTES_LEAF || kind == PageKind.BYTES_BRANCH;
  }

  private static void header(byte[] page, @Nullable PageKind kind, DumpLines lines) {
    int crc = PageHeader.computeCrc(page, PageCheck.salt(page));
    boolean right = crc == PageHeader.crc(page);
    lines.bits(
        PageHeader.CRC,
        Integer.BYTES,
        "crc",
        right ? "right" : "the bytes give " + DumpLines.hex(crc, Integer.BYTES));
    lines.number(PageHeader.NUMBER, Integer.BYTES, "number");
    lines.signed(PageHeader.EPOCH, "epoch");
    lines.number(PageHeader.OWNER, Integer.BYTES, "owner");
    lines.number(PageHeader.KIND, Byte.BYTES, "kind", name(kind));
    lines.number(PageHeader.VERSION, Byte.BYTES, "version");
    lines.number(PageHeader.LEVEL, Byte.BYTES, "level");
    boolean loose = (PageHeader.flags(page) & PageHeader.LOOSE) != 0;
    lines.bits(PageHeader.FLAGS, Byte.BYTES, "flags", loose ? "loose" : "");
    lines.number(PageHeader.COUNT, Short.BYTES, "count");
    lines.number(PageHeader.HEAP_BOUND, Short.BYTES, "heap bound");
    lines.number(PageHeader.FREE, Short.BYTES, "free");
    lines.number(PageHeader.RESERVED, Short.BYTES, "reserved");
    if (isBytes(kind)) {
      BytesDump.header(lines);
      return;
    }
    lines.signed(PageHeader.KEY_BASE, kind == PageKind.OVERFLOW ? "piece" : "key base");
    lines.signed(PageHeader.SPECIFIC, kind == PageKind.LEAF ? "value base" : "specific");
  }

  private static void leaf(byte[] page, DumpLines lines) {
    int count = Math.min(PageHeader.count(page), SLOTS_MAX);
    List<Piece> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(page, i);
      int end = SlotWord.end(slot);
      lines.bits(SlotWord.offset(i), SlotWord.LENGTH, "slot " + i, slotMeaning(page, slot));
      entries.add(new Piece(i, end - EntryCodec.size(page, slot), end));
    }
    entries.sort(Piece.BY_START);
    int offset = SlotWord.offset(count);
    String gap = "unused";
    for (Piece entry : entries) {
      gap(page, offset, entry.start(), gap, lines);
      entry(page, entry, offset > entry.start(), lines);
      offset = Math.max(offset, entry.end());
      gap = "hole";
    }
    gap(page, offset, PageHeader.PAGE_SIZE, gap, lines);
  }

  private static String slotMeaning(byte[] page, int slot) {
    int lengths = lengths(page, slot);
    return "end "
        + SlotWord.end(slot)
        + ", code "
        + SlotWord.code(slot)
        + ": key "
        + keyLength(lengths)
        + ", value "
        + valueLength(lengths);
  }

  /** Holes of a loose page and the gap that they were cut from hold what stood there before. */
  static void gap(byte[] page, int from, int to, String name, DumpLines lines) {
    if ((PageHeader.flags(page) & PageHeader.LOOSE) == 0) {
      lines.zeros(from, to, name);
    } else if (from < to) {
      lines.line(from, to, name, (to - from) + " bytes");
    }
  }

  private static void entry(byte[] page, Piece entry, boolean overlaps, DumpLines lines) {
    int slot = SlotWord.get(page, entry.index());
    int lengths = lengths(page, slot);
    boolean fallback = SlotWord.code(slot) == SizeCode.FALLBACK;
    int keyEnd = fallback ? entry.end() - 1 : entry.end();
    int valueEnd = keyEnd - keyLength(lengths);
    int valueStart = valueEnd - valueLength(lengths);
    StringBuilder bytes = new StringBuilder();
    if (valueStart > entry.start()) {
      bytes.append(lines.hexBytes(entry.start(), valueStart)).append(" | ");
    }
    bytes.append(lines.hexBytes(valueStart, valueEnd)).append(" | ");
    bytes.append(lines.hexBytes(valueEnd, keyEnd));
    if (fallback) {
      bytes.append(" | ").append(lines.hexBytes(keyEnd, entry.end()));
    }
    bytes.append("   ").append(LeafPage.key(page, entry.index()));
    bytes.append(" -> ").append(LeafPage.value(page, entry.index()));
    bytes.append(overlaps ? ", over what stands before" : "");
    lines.line(entry.start(), entry.end(), "entry " + entry.index(), bytes.toString());
  }

  /** Gives the nibbles of an entry's lengths, wherever they stand. */
  private static int lengths(byte[] page, int slot) {
    return SlotWord.code(slot) == SizeCode.FALLBACK
        ? Memory.getByte(page, SlotWord.end(slot) - 1)
        : SizeCode.lengths(slot);
  }

  private static int keyLength(int lengths) {
    return (lengths >>> 4 & 7) + 1;
  }

  private static int valueLength(int lengths) {
    return (lengths & 7) + 1;
  }

  private static void branch(byte[] page, DumpLines lines) {
    int count = Math.min(PageHeader.count(page), BranchPage.MAX_COUNT);
    int group = BranchPage.GROUP;
    keys(page, BranchPage.TOP, group, group * group, count, "top", lines);
    keys(page, BranchPage.MIDDLE, group * group, group, count, "middle", lines);
    keys(page, BranchPage.SEPARATORS, BranchPage.MAX_COUNT, 1, count, "separator", lines);
    for (int i = 0; i < count; i++) {
      child(BranchPage.child(page, i), BranchPage.CHILDREN + i * Long.BYTES, i, lines);
    }
    lines.zeros(BranchPage.CHILDREN + count * Long.BYTES, BranchPage.END, "padding");
    lines.zeros(BranchPage.END, PageHeader.PAGE_SIZE, "unused");
  }

  /**
   * Shows an area of separators, each of which stands for some of the page's; runs of padding once.
   */
  private static void keys(
      byte[] page, int area, int places, int ratio, int count, String name, DumpLines lines) {
    int padding = 0;
    for (int i = 0; i <= places; i++) {
      int offset = area + i * Long.BYTES;
      boolean used = i * ratio < count;
      if (i < places && !used && Memory.getLong(page, offset) == Long.MAX_VALUE) {
        padding++;
        continue;
      }
      if (padding > 0) {
        lines.line(offset - padding * Long.BYTES, offset, "padding", padding + " places");
        padding = 0;
      }
      if (i < places) {
        lines.signed(offset, name + " " + i);
      }
    }
  }

  private static void child(long child, int offset, int index, DumpLines lines) {
    int crc = BranchPage.crc(child);
    lines.line(
        offset,
        offset + Long.BYTES,
        "child " + index,
        "page " + Integer.toUnsignedString(BranchPage.number(child)),
        crc == 0 ? "crc not known" : "crc " + DumpLines.hex(crc, Integer.BYTES));
  }

  private static void overflow(byte[] page, DumpLines lines) {
    int end = PageHeader.LENGTH + Math.min(PageHeader.count(page), OverflowPage.CAPACITY);
    lines.rows(PageHeader.LENGTH, end);
    lines.zeros(end, PageHeader.PAGE_SIZE, "unused");
  }

  private static void children(byte[] page, DumpLines lines) {
    int count = Math.min(PageHeader.count(page), ChildrenPage.MAX_COUNT);
    for (int i = 0; i < count; i++) {
      child(ChildrenPage.child(page, i), ChildrenPage.offset(i), i, lines);
    }
    lines.zeros(ChildrenPage.offset(count), PageHeader.PAGE_SIZE, "unused");
  }

  private static void space(byte[] page, DumpLines lines) {
    long[] words = SpacePage.words(page);
    int used = 0;
    for (long word : words) {
      used += Long.bitCount(word);
    }
    lines.line(PageHeader.LENGTH, PageHeader.PAGE_SIZE, "bitmap", used + " pages in use");
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
        lines.title("          " + ranges);
        ranges.setLength(0);
      }
    }
  }

  /** Finds the next set or clear bit, or {@link SpacePage#PAGES}. */
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

  private static void meta(byte[] page, DumpLines lines) {
    boolean magic = MetaPage.magic(page) == MetaPage.MAGIC;
    lines.bits(MetaPage.MAGIC_OFFSET, Long.BYTES, "magic", magic ? "Octavo" : "not Octavo");
    lines.number(MetaPage.FORMAT, Integer.BYTES, "format");
    lines.number(MetaPage.PAGE_BYTES, Integer.BYTES, "page bytes");
    UUID storeId = MetaPage.storeId(page);
    lines.line(MetaPage.STORE_ID, MetaPage.COMPATIBLE, "store id", storeId.toString());
    lines.bits(MetaPage.COMPATIBLE, Long.BYTES, "compatible", "");
    lines.bits(MetaPage.READ_ONLY_COMPATIBLE, Long.BYTES, "read-only comp.", "");
    lines.bits(MetaPage.INCOMPATIBLE, Long.BYTES, "incompatible", "");
    lines.number(MetaPage.PAGE_COUNT, Integer.BYTES, "page count");
    lines.number(MetaPage.NEXT_COLLECTION, Integer.BYTES, "next collection");
    root(page, MetaPage.CATALOGUE, "catalogue", lines);
    root(page, MetaPage.SPACE, "space", lines);
    lines.signed(MetaPage.SEQUENCE, "sequence");
    lines.number(MetaPage.RING_START, Integer.BYTES, "ring start");
    lines.number(MetaPage.RING_PAGES, Integer.BYTES, "ring pages");
    lines.signed(MetaPage.RING_REPLAY, "ring replay");
    lines.signed(MetaPage.RING_GENERATION, "ring generation");
    lines.zeros(MetaPage.END, PageHeader.PAGE_SIZE, "unused");
  }

  private static void root(byte[] page, int offset, String name, DumpLines lines) {
    PageRef root = MetaPage.ref(page, offset);
    lines.line(
        offset,
        offset + 3 * Integer.BYTES,
        name,
        "page " + Integer.toUnsignedString(root.number()),
        root.equals(PageRef.NONE)
            ? "no root"
            : "crc "
                + DumpLines.hex(root.crc(), Integer.BYTES)
                + ", level "
                + Integer.toUnsignedString(root.level()));
  }

  /**
   * An entry or a record by its place.
   *
   * @param index its slot
   * @param start its first byte
   * @param end the byte after its last
   */
  record Piece(int index, int start, int end) {
    static final Comparator<Piece> BY_START =
        Comparator.comparingInt(Piece::start).thenComparingInt(Piece::index);
  }
}
