package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks a page against the rules of FORMAT.md that concern the page alone. For any bytes, the
 * result is a {@link Violation} or null.
 */
public final class PageCheck {
  /** The lowest page that is no meta page. */
  private static final int FIRST_CHILD = MetaPage.COUNT;

  private static final byte[] NO_SALT = {};

  private PageCheck() {}

  /**
   * Checks a page as it was read from a place of the file.
   *
   * @return the first rule that it breaks, or null
   */
  public static @Nullable Violation checkStored(byte[] page, int number) {
    int crc = PageHeader.computeCrc(page, salt(page));
    if (crc != PageHeader.crc(page)) {
      return hex(Rule.R1, PageHeader.CRC, PageHeader.crc(page), crc);
    }
    if (PageHeader.number(page) != number) {
      return number(Rule.R2, PageHeader.NUMBER, PageHeader.number(page), number);
    }
    boolean place = number >= 0 && number < MetaPage.COUNT;
    if (place != (PageHeader.kindCode(page) == PageKind.META.code())) {
      String expected = place ? "a meta page" : "any but a meta page";
      return of(Rule.R3, PageHeader.KIND, Integer.toString(PageHeader.kindCode(page)), expected);
    }
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (kind == null || !kind.hasLayout()) {
      return unknownKind(page);
    }
    if (PageHeader.epoch(page) < 1) {
      return of(Rule.R8, PageHeader.EPOCH, Long.toString(PageHeader.epoch(page)), "at least 1");
    }
    Violation violation = check(page, kind, 0);
    return violation != null ? violation : childChecksums(page);
  }

  /** Returns the salt of the checksum of a page. */
  public static byte[] salt(byte[] page) {
    boolean meta = PageHeader.kindCode(page) == PageKind.META.code();
    return meta ? MetaPage.salt(page) : NO_SALT;
  }

  /** Finds a child with a checksum of 0, which means "unknown" in memory and is illegal on disk. */
  private static @Nullable Violation childChecksums(byte[] page) {
    int kind = PageHeader.kindCode(page);
    boolean branch = TreePage.isOfLongs(page);
    if (kind == PageKind.BYTES_BRANCH.code()) {
      return BytesCheck.childChecksums(page);
    }
    if (!branch
        && kind != PageKind.SPACE_BRANCH.code()
        && kind != PageKind.CATALOGUE_BRANCH.code()) {
      return null;
    }
    for (int i = 0; i < PageHeader.count(page); i++) {
      long child = branch ? BranchPage.child(page, i) : ChildrenPage.child(page, i);
      if (BranchPage.crc(child) == 0) {
        int offset = branch ? BranchPage.CHILDREN + i * Long.BYTES : ChildrenPage.offset(i);
        return of(Rule.R19, offset, "a child without checksum", "its CRC32C");
      }
    }
    return null;
  }

  /**
   * Checks the structure of a page, also of one in memory that is {@linkplain PageHeader#LOOSE
   * loose}; without checksum, number and epoch.
   *
   * @return the first rule that it breaks, or null
   */
  public static @Nullable Violation check(byte[] page) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (kind == null || !kind.hasLayout()) {
      return unknownKind(page);
    }
    boolean canBeLoose =
        kind == PageKind.LEAF || kind == PageKind.BYTES_LEAF || kind == PageKind.BYTES_BRANCH;
    return check(page, kind, canBeLoose ? PageHeader.LOOSE : 0);
  }

  private static Violation unknownKind(byte[] page) {
    int code = PageHeader.kindCode(page);
    PageKind kind = PageKind.of(code);
    String found = kind == null ? Integer.toString(code) : kind.toString();
    return of(Rule.R3, PageHeader.KIND, found, "a kind of this version");
  }

  /** Checks the rest of the header, in the order of FORMAT.md, and then the bytes after it. */
  private static @Nullable Violation check(byte[] page, PageKind kind, int allowedFlags) {
    int version = Memory.getByte(page, PageHeader.VERSION);
    if (version != PageHeader.CURRENT_VERSION) {
      return number(Rule.R4, PageHeader.VERSION, version, PageHeader.CURRENT_VERSION);
    }
    int reserved = Memory.getChar(page, PageHeader.RESERVED);
    if (reserved != 0) {
      return number(Rule.R5, PageHeader.RESERVED, reserved, 0);
    }
    int flags = PageHeader.flags(page);
    if ((flags & ~allowedFlags) != 0) {
      return number(Rule.R5, PageHeader.FLAGS, flags, 0);
    }
    Violation violation = level(page, kind);
    if (violation == null) {
      violation = owner(page, kind);
    }
    return violation != null ? violation : content(page, kind);
  }

  private static @Nullable Violation level(byte[] page, PageKind kind) {
    int level = PageHeader.level(page);
    boolean inner =
        kind == PageKind.BRANCH
            || kind == PageKind.SUMMED_BRANCH
            || kind == PageKind.BYTES_BRANCH
            || kind == PageKind.SPACE_BRANCH
            || kind == PageKind.CATALOGUE_BRANCH;
    boolean fits = inner ? level >= 1 && level <= BranchPage.MAX_LEVEL : level == 0;
    String expected = inner ? "1 to " + BranchPage.MAX_LEVEL : "0";
    return fits ? null : of(Rule.R6, PageHeader.LEVEL, Integer.toString(level), expected);
  }

  private static @Nullable Violation owner(byte[] page, PageKind kind) {
    int owner = PageHeader.owner(page);
    boolean collection =
        switch (kind) {
          case LEAF, BRANCH, PACKED_LEAF, SUMMED_BRANCH, BYTES_LEAF, BYTES_BRANCH, OVERFLOW, LIST ->
              true;
          default -> false;
        };
    boolean fits = collection == (owner != 0);
    String expected = collection ? "a collection" : "0";
    return fits ? null : of(Rule.R7, PageHeader.OWNER, Integer.toUnsignedString(owner), expected);
  }

  private static @Nullable Violation content(byte[] page, PageKind kind) {
    return switch (kind) {
      case LEAF -> leaf(page);
      case BRANCH, SUMMED_BRANCH -> BranchCheck.check(page);
      case BYTES_LEAF, BYTES_BRANCH -> BytesCheck.check(page);
      case OVERFLOW -> overflow(page);
      case LIST -> ListPageCheck.check(page);
      case CATALOGUE -> catalogue(page);
      case CATALOGUE_BRANCH, SPACE_BRANCH -> children(page);
      case SPACE -> space(page);
      case META -> meta(page);
      case PACKED_LEAF -> SeriesCheck.check(page);
      case POSTING_BLOCK -> unknownKind(page);
    };
  }

  private static @Nullable Violation overflow(byte[] page) {
    int length = PageHeader.count(page);
    if (length < 1 || length > OverflowPage.CAPACITY) {
      return of(
          Rule.R10, PageHeader.COUNT, Integer.toString(length), "1 to " + OverflowPage.CAPACITY);
    }
    Violation violation = unused(page, PageHeader.HEAP_BOUND, PageHeader.KEY_BASE);
    if (violation == null) {
      violation = unused(page, PageHeader.SPECIFIC, PageHeader.LENGTH);
    }
    return violation != null
        ? violation
        : unused(page, PageHeader.LENGTH + length, PageHeader.PAGE_SIZE);
  }

  private static @Nullable Violation leaf(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int slotsEnd = SlotWord.offset(count);
    if (slotsEnd > heapBound || heapBound > PageHeader.PAGE_SIZE || heapBound % 2 != 0) {
      return of(
          Rule.R10,
          PageHeader.HEAP_BOUND,
          heapBound + " with " + count + " entries",
          slotsEnd + " to " + PageHeader.PAGE_SIZE + ", even");
    }
    boolean loose = (PageHeader.flags(page) & PageHeader.LOOSE) != 0;
    Violation violation = loose ? looseEntries(page) : entriesInOrder(page);
    return violation != null ? violation : keys(page);
  }

  /** Checks the form on disk: entries are adjacent, from the end of the page down. */
  private static @Nullable Violation entriesInOrder(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int end = PageHeader.PAGE_SIZE;
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(page, i);
      if (SlotWord.end(slot) != end) {
        return number(Rule.R12, SlotWord.offset(i), SlotWord.end(slot), end);
      }
      Violation violation = fallback(page, slot);
      if (violation != null) {
        return violation;
      }
      end -= EntryCodec.size(page, slot);
      if (end < heapBound) {
        return of(Rule.R12, SlotWord.offset(i), Integer.toString(end), "not below " + heapBound);
      }
    }
    if (end != heapBound) {
      return number(Rule.R12, PageHeader.HEAP_BOUND, heapBound, end);
    }
    int slotsEnd = SlotWord.offset(count);
    if (PageHeader.free(page) != heapBound - slotsEnd) {
      return number(Rule.R11, PageHeader.FREE, PageHeader.free(page), heapBound - slotsEnd);
    }
    return unused(page, slotsEnd, heapBound);
  }

  /** Checks the form of a loose page: entries are within the heap and do not overlap. */
  private static @Nullable Violation looseEntries(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    BitSet taken = new BitSet(PageHeader.PAGE_SIZE);
    int used = 0;
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(page, i);
      int end = SlotWord.end(slot);
      int size = EntryCodec.size(page, slot);
      if (end - size < heapBound) {
        return of(
            Rule.R12, SlotWord.offset(i), Integer.toString(end - size), "not below " + heapBound);
      }
      Violation violation = fallback(page, slot);
      if (violation != null) {
        return violation;
      }
      int next = taken.nextSetBit(end - size);
      if (next >= 0 && next < end) {
        return of(Rule.R12, SlotWord.offset(i), "an entry over another", "a place of its own");
      }
      taken.set(end - size, end);
      used += size;
    }
    int free = PageHeader.PAGE_SIZE - SlotWord.offset(count) - used;
    return PageHeader.free(page) == free
        ? null
        : number(Rule.R11, PageHeader.FREE, PageHeader.free(page), free);
  }

  private static @Nullable Violation fallback(byte[] page, int slot) {
    if (SlotWord.code(slot) != SizeCode.FALLBACK) {
      return null;
    }
    int offset = SlotWord.end(slot) - 1;
    int lengths = Memory.getByte(page, offset);
    if ((lengths & 0x88) != 0) {
      return of(Rule.R13, offset, "0x" + Integer.toHexString(lengths), "spare bits zero");
    }
    boolean padded = ((lengths >>> 4) + (lengths & 7)) % 2 == 0;
    int start = offset + 1 - EntryCodec.size(page, slot);
    return padded ? unused(page, start, start + 1) : null;
  }

  private static @Nullable Violation keys(byte[] page) {
    int count = PageHeader.count(page);
    // The greatest stored key, for a comparison of unsigned numbers: the distance from the key base
    // to MAX_VALUE.
    long most = (Long.MAX_VALUE - PageHeader.keyBase(page)) ^ Long.MIN_VALUE;
    long last = 0;
    for (int i = 0; i < count; i++) {
      long key = EntryCodec.key(page, SlotWord.get(page, i)) ^ Long.MIN_VALUE;
      if (key > most) {
        return of(Rule.R15, SlotWord.offset(i), "a key above 2^63 - 1", "base + key in a long");
      }
      if (i > 0 && key <= last) {
        return of(
            Rule.R14,
            SlotWord.offset(i),
            Long.toUnsignedString(key ^ Long.MIN_VALUE),
            "more than " + Long.toUnsignedString(last ^ Long.MIN_VALUE));
      }
      last = key;
    }
    return null;
  }

  static @Nullable Violation child(long child, int offset) {
    int number = BranchPage.number(child);
    return number >= FIRST_CHILD
        ? null
        : of(Rule.R19, offset, Integer.toUnsignedString(number), FIRST_CHILD + " to 2147483647");
  }

  private static @Nullable Violation children(byte[] page) {
    int count = PageHeader.count(page);
    if (count < 1 || count > ChildrenPage.MAX_COUNT) {
      return of(
          Rule.R17, PageHeader.COUNT, Integer.toString(count), "1 to " + ChildrenPage.MAX_COUNT);
    }
    Violation violation = unused(page, PageHeader.HEAP_BOUND, PageHeader.LENGTH);
    for (int i = 0; i < count && violation == null; i++) {
      violation = child(ChildrenPage.child(page, i), ChildrenPage.offset(i));
    }
    return violation != null
        ? violation
        : unused(page, ChildrenPage.offset(count), PageHeader.PAGE_SIZE);
  }

  private static @Nullable Violation space(byte[] page) {
    Violation violation = unused(page, PageHeader.HEAP_BOUND, PageHeader.KEY_BASE);
    if (violation == null) {
      violation = unused(page, PageHeader.SPECIFIC, PageHeader.LENGTH);
    }
    if (violation != null) {
      return violation;
    }
    int used = 0;
    int last = 0;
    long[] words = SpacePage.words(page);
    for (int i = 0; i < words.length; i++) {
      long word = words[i];
      used += Long.bitCount(word);
      last = word == 0 ? last : (i + 1) * Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
    }
    if (PageHeader.count(page) != used) {
      return number(Rule.R21, PageHeader.COUNT, PageHeader.count(page), used);
    }
    long first = PageHeader.keyBase(page);
    if (first < 0 || first > Integer.MAX_VALUE || first % SpacePage.PAGES != 0) {
      return of(
          Rule.R21, PageHeader.KEY_BASE, Long.toString(first), "a multiple of " + SpacePage.PAGES);
    }
    return first + last <= Integer.MAX_VALUE
        ? null
        : of(
            Rule.R21,
            SpacePage.wordOffset(last / Long.SIZE),
            "page " + (first + last) + " in use",
            "none above " + Integer.MAX_VALUE);
  }

  private static @Nullable Violation catalogue(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int slotsEnd = SlotWord.offset(count);
    if (count < 1 || slotsEnd > heapBound || heapBound > PageHeader.PAGE_SIZE) {
      return of(
          Rule.R10,
          PageHeader.HEAP_BOUND,
          heapBound + " with " + count + " records",
          slotsEnd + " to " + PageHeader.PAGE_SIZE);
    }
    int end = PageHeader.PAGE_SIZE;
    byte[] lastName = {};
    for (int i = 0; i < count; i++) {
      int start = SlotWord.get(page, i);
      if (start < heapBound || start >= end) {
        return of(
            Rule.R12, SlotWord.offset(i), Integer.toString(start), heapBound + " to " + (end - 1));
      }
      Violation violation = record(page, start, end);
      if (violation != null) {
        return violation;
      }
      byte[] name = CataloguePage.name(page, start);
      if (CataloguePage.compareNames(lastName, name) >= 0) {
        return of(Rule.R14, start, "a name not above the one before", "ascending names");
      }
      lastName = name;
      end = start;
    }
    if (end != heapBound) {
      return number(Rule.R12, PageHeader.HEAP_BOUND, heapBound, end);
    }
    if (PageHeader.free(page) != heapBound - slotsEnd) {
      return number(Rule.R11, PageHeader.FREE, PageHeader.free(page), heapBound - slotsEnd);
    }
    Violation violation = unused(page, PageHeader.KEY_BASE, PageHeader.LENGTH);
    return violation != null ? violation : unused(page, slotsEnd, heapBound);
  }

  private static @Nullable Violation record(byte[] page, int start, int end) {
    int nameLength = Memory.getByte(page, start);
    int fields = start + 1 + nameLength;
    int tail = fields + CataloguePage.TAIL;
    if (nameLength == 0
        || tail > end
        || tail + Memory.getChar(page, fields + CataloguePage.TAIL_LENGTH) != end) {
      return of(Rule.R20, start, "lengths that do not fill the record", "a record to " + end);
    }
    byte[] name = CataloguePage.name(page, start);
    byte[] again = new String(name, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    if (CataloguePage.compareNames(name, again) != 0) {
      return of(Rule.R20, start + 1, "a name that is not UTF-8", "UTF-8");
    }
    if (end - tail > CatalogueRecord.MAX_TAIL) {
      return of(Rule.R20, tail, (end - tail) + " bytes of tail", "1024 at most");
    }
    int id = Memory.getInt(page, fields + CataloguePage.ID);
    boolean isFront =
        CatalogueRecord.isFrontType(Memory.getByte(page, fields + CataloguePage.TYPE));
    if (isFront ? id >= 0 : id < 1 || id > CatalogueRecord.MAX_ID) {
      return of(
          Rule.R20,
          fields + CataloguePage.ID,
          "identifier " + Integer.toUnsignedString(id),
          isFront ? "2147483648 or more" : "1 to " + CatalogueRecord.MAX_ID);
    }
    PageRef root =
        new PageRef(
            Memory.getInt(page, fields + CataloguePage.ROOT_NUMBER),
            Memory.getInt(page, fields + CataloguePage.ROOT_CRC),
            Memory.getByte(page, fields + CataloguePage.ROOT_LEVEL));
    long entries = Memory.getLong(page, fields + CataloguePage.ENTRIES);
    if (entries < 0 || root.isNone() != (entries == 0)) {
      return of(
          Rule.R20, fields + CataloguePage.ENTRIES, entries + " entries", "entries or no root");
    }
    return root(root, fields + CataloguePage.ROOT_NUMBER, true);
  }

  private static @Nullable Violation root(PageRef root, int offset, boolean optional) {
    boolean none = optional && root.equals(PageRef.NONE);
    boolean fits =
        root.number() >= FIRST_CHILD
            && root.crc() != 0
            && root.level() >= 0
            && root.level() <= BranchPage.MAX_LEVEL;
    return none || fits ? null : of(Rule.R19, offset, root.toString(), "a page of the file");
  }

  private static @Nullable Violation meta(byte[] page) {
    if (MetaPage.magic(page) != MetaPage.MAGIC) {
      return of(
          Rule.R22,
          MetaPage.MAGIC_OFFSET,
          "0x" + Long.toHexString(MetaPage.magic(page)),
          "0x" + Long.toHexString(MetaPage.MAGIC));
    }
    if (MetaPage.formatVersion(page) != MetaPage.FORMAT_VERSION) {
      return number(
          Rule.R22, MetaPage.FORMAT, MetaPage.formatVersion(page), MetaPage.FORMAT_VERSION);
    }
    int pageBytes = Memory.getInt(page, MetaPage.PAGE_BYTES);
    if (pageBytes != PageHeader.PAGE_SIZE) {
      return number(Rule.R22, MetaPage.PAGE_BYTES, pageBytes, PageHeader.PAGE_SIZE);
    }
    if (PageHeader.number(page) % MetaPage.SLOTS != MetaPage.slot(PageHeader.epoch(page))) {
      return of(
          Rule.R22, PageHeader.EPOCH, "epoch " + PageHeader.epoch(page), "one of the page's slot");
    }
    int pageCount = Memory.getInt(page, MetaPage.PAGE_COUNT);
    if (pageCount <= FIRST_CHILD) {
      return of(Rule.R22, MetaPage.PAGE_COUNT, "" + pageCount, "more than " + FIRST_CHILD);
    }
    if (Memory.getInt(page, MetaPage.NEXT_COLLECTION) < 1) {
      return of(Rule.R22, MetaPage.NEXT_COLLECTION, "0 or a negative number", "1 or more");
    }
    if (Memory.getLong(page, MetaPage.SEQUENCE) < 0) {
      return of(Rule.R22, MetaPage.SEQUENCE, "a negative number", "0 or more");
    }
    Violation violation = metaRoot(page, MetaPage.CATALOGUE, true);
    if (violation == null) {
      violation = metaRoot(page, MetaPage.SPACE, false);
    }
    if (violation == null) {
      violation = ring(page, pageCount);
    }
    if (violation == null) {
      violation = unused(page, PageHeader.COUNT, PageHeader.LENGTH);
    }
    return violation != null ? violation : unused(page, MetaPage.END, PageHeader.PAGE_SIZE);
  }

  private static @Nullable Violation metaRoot(byte[] page, int offset, boolean optional) {
    PageRef root = MetaPage.ref(page, offset);
    int pageCount = Memory.getInt(page, MetaPage.PAGE_COUNT);
    return root.number() < pageCount
        ? root(root, offset, optional)
        : of(Rule.R19, offset, root.toString(), "a page below " + pageCount);
  }

  private static @Nullable Violation ring(byte[] page, int pageCount) {
    Meta.Ring ring = MetaPage.read(page).ring();
    boolean none = ring.start() == 0 && ring.pages() == 0 && ring.replayOffset() == 0;
    boolean fits =
        ring.start() >= FIRST_CHILD
            && ring.pages() >= 1
            && ring.pages() <= MetaPage.MAX_RING_PAGES
            && ring.pages() <= pageCount - ring.start()
            && ring.replayOffset() >= 0
            && ring.replayOffset() <= (long) ring.pages() * PageHeader.PAGE_SIZE
            && ring.replayOffset() % RingRecord.BLOCK == 0;
    if (!none && !fits) {
      return of(Rule.R22, MetaPage.RING_START, ring.toString(), "an extent of the file, or none");
    }
    return ring.generation() >= 0
        ? null
        : of(Rule.R22, MetaPage.RING_GENERATION, "a negative number", "0 or more");
  }

  static @Nullable Violation unused(byte[] page, int from, int to) {
    int offset = Memory.findNonZero(page, from, to);
    return offset < 0
        ? null
        : of(Rule.R16, offset, "0x" + Integer.toHexString(Memory.getByte(page, offset)), "0");
  }

  static Violation number(Rule rule, int offset, int found, int expected) {
    return of(rule, offset, Integer.toUnsignedString(found), Integer.toUnsignedString(expected));
  }

  private static Violation hex(Rule rule, int offset, int found, int expected) {
    return of(
        rule, offset, "0x" + Integer.toHexString(found), "0x" + Integer.toHexString(expected));
  }

  static Violation of(Rule rule, int offset, String found, String expected) {
    return new Violation(rule, offset, found, expected);
  }
}
