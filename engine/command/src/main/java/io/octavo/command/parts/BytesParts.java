package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageParts.Piece;
import io.octavo.memory.Memory;
import io.octavo.page.ByteText;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesCodec;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.tree.BranchPage;
import java.util.ArrayList;
import java.util.List;

/** Divides a {@link BytesPage} into its parts, for {@link PageParts}. */
final class BytesParts {
  /** The number of bytes of a long field that are shown. */
  private static final int SHOWN = 32;

  private BytesParts() {}

  /** Adds the fields that replace the bases of other pages. */
  static void header(PartList parts) {
    parts.number(BytesPage.PREFIX, Short.BYTES, "prefix length");
    parts.number(BytesPage.LEAST, Short.BYTES, "least suffix");
    parts.number(BytesPage.VALUE, Short.BYTES, "value length");
    parts.zeros(BytesPage.VALUE + Short.BYTES, PageHeader.LENGTH, "rest");
  }

  static void add(byte[] page, PartList parts) {
    int count = Math.min(PageHeader.count(page), BytesPage.MAX_COUNT);
    int slotsEnd = BytesPage.slotOffset(count);
    List<Piece> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int slot = BytesPage.slot(page, i);
      long fields = fields(page, slot);
      int end = SlotWord.end(slot);
      int start = end - BytesPage.even(end - BytesCodec.valueStart(fields));
      parts.as(Role.SLOT, i);
      parts.part(
          BytesPage.slotOffset(i),
          BytesPage.slotOffset(i + 1),
          "slot " + i,
          slotMeaning(page, i, fields));
      if (start < PageHeader.LENGTH) {
        parts.note("           entry " + i + " is not within the page");
      } else if (start == end) {
        parts.note(
            "           entry " + i + " has no bytes: " + key(page, i) + " -> " + value(page, i));
      } else {
        entries.add(new Piece(i, start, end));
      }
    }
    entries.sort(Piece.BY_START);
    int prefix = Math.min(BytesPage.prefixLength(page), PageHeader.PAGE_SIZE - slotsEnd);
    int offset = slotsEnd;
    Role room = Role.FREE;
    for (Piece entry : entries) {
      PageParts.gap(page, offset, entry.start(), room, parts);
      entry(page, entry, offset > entry.start(), parts);
      offset = Math.max(offset, entry.end());
      room = Role.GAP;
    }
    int start = PageHeader.PAGE_SIZE - prefix;
    PageParts.gap(page, offset, BytesPage.heapEnd(prefix), room, parts);
    parts.as(Role.PADDING).zeros(Math.max(offset, BytesPage.heapEnd(prefix)), start, "padding");
    if (prefix > 0) {
      byte[] bytes = new byte[prefix];
      Memory.get(page, start, bytes, 0, prefix);
      parts.as(Role.PREFIX).part(start, PageHeader.PAGE_SIZE, "prefix", quote(bytes));
    }
  }

  /** Locates the fields of an entry. Fields of impossible lengths are outside of the page. */
  private static long fields(byte[] page, int slot) {
    boolean isCoded = SlotWord.code(slot) != 0;
    if (isCoded && Memory.getChar(page, BytesPage.LEAST) > BytesPage.CAPACITY) {
      // The length would overflow into the next field of the result.
      return SlotWord.end(slot) | (2L * PageHeader.PAGE_SIZE) << 16;
    }
    return BytesCodec.fields(page, slot);
  }

  private static String slotMeaning(byte[] page, int index, long fields) {
    int slot = BytesPage.slot(page, index);
    return "end "
        + SlotWord.end(slot)
        + ", code "
        + SlotWord.code(slot)
        + ": suffix "
        + BytesCodec.suffixLength(fields)
        + ", value "
        + (BytesCodec.isLarge(fields) ? "large" : "" + BytesCodec.valueLength(fields))
        + ", head "
        + PartList.hex(BytesPage.head(page, index) & 0xFFFF_FFFFL, Integer.BYTES);
  }

  private static void entry(byte[] page, Piece entry, boolean overlaps, PartList parts) {
    int index = entry.index();
    int slot = BytesPage.slot(page, index);
    EntrySpan span = new EntrySpan();
    span.readBytes(slot, BytesCodec.fields(page, slot));
    PartList within = new PartList(page);
    String value = value(page, index);
    if (span.start < span.value) {
      within.as(Role.PADDING, index).part(span.start, span.value, "padding", "");
    }
    if (span.value < span.key) {
      boolean isChild = isChild(page, index);
      within.as(isChild ? Role.CHILD : Role.VALUE, index);
      within.to(isChild ? BranchPage.number(BytesPage.child(page, index)) : 0);
      within.part(span.value, span.key, isChild ? "child" : "value", shown(page, index, value));
    }
    if (span.key < span.lengths) {
      byte[] rest = new byte[Math.min(span.lengths, PageHeader.PAGE_SIZE) - span.key];
      Memory.get(page, span.key, rest, 0, rest.length);
      within.as(Role.KEY, index).part(span.key, span.lengths, "rest of the key", quote(rest));
    }
    if (span.lengths < span.end) {
      within.as(Role.LENGTHS, index).part(span.lengths, span.end, "lengths", "");
    }
    PageParts.entry(span, index, key(page, index) + " -> " + value, overlaps, within, parts);
  }

  /** Returns the key as text. */
  private static String key(byte[] page, int index) {
    byte[] key = new byte[BytesPage.keyLength(page, index)];
    if (BytesPage.prefixLength(page) <= BytesPage.CAPACITY) {
      BytesPage.copyKey(page, index, key, 0);
    }
    return quote(key);
  }

  private static boolean isChild(byte[] page, int index) {
    return PageHeader.level(page) > 0
        && !BytesPage.isLarge(page, index)
        && BytesPage.valueLength(page, index) == Long.BYTES;
  }

  /** Returns a description of the value: its reference, or its length. */
  private static String value(byte[] page, int index) {
    if (BytesPage.isLarge(page, index)) {
      return BytesPage.referenceLength(page, index)
          + " bytes from piece "
          + BytesPage.referencePiece(page, index);
    }
    if (!isChild(page, index)) {
      return BytesPage.valueLength(page, index) + " bytes";
    }
    long child = BytesPage.child(page, index);
    int crc = BranchPage.crc(child);
    return "page "
        + Integer.toUnsignedString(BranchPage.number(child))
        + (crc == 0 ? ", crc unknown" : ", crc " + PartList.hex(crc, Integer.BYTES));
  }

  /** Returns the first bytes of a value as text, or the reference. */
  private static String shown(byte[] page, int index, String value) {
    if (BytesPage.isLarge(page, index) || isChild(page, index)) {
      return value;
    }
    byte[] bytes = new byte[BytesPage.valueLength(page, index)];
    BytesPage.copyValue(page, index, bytes, 0, bytes.length);
    return quote(bytes);
  }

  private static String quote(byte[] bytes) {
    return ByteText.quote(bytes, SHOWN);
  }
}
