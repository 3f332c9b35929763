package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.page.PageDump.Piece;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Shows a {@link BytesPage}; the part of {@link PageDump} for it. */
final class BytesDump {
  /** Of longer fields the first bytes are shown. */
  private static final int SHOWN = 32;

  private BytesDump() {}

  /** Shows what stands in place of the bases of other pages. */
  static void header(DumpLines lines) {
    lines.number(BytesPage.PREFIX, Short.BYTES, "prefix length");
    lines.number(BytesPage.LEAST, Short.BYTES, "least suffix");
    lines.number(BytesPage.VALUE, Short.BYTES, "value length");
    lines.zeros(BytesPage.VALUE + Short.BYTES, PageHeader.LENGTH, "rest");
  }

  static void write(byte[] page, DumpLines lines) {
    int count = Math.min(PageHeader.count(page), BytesPage.MAX_COUNT);
    int slotsEnd = BytesPage.slotOffset(count);
    List<Piece> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int slot = BytesPage.slot(page, i);
      long fields = fields(page, slot);
      int end = SlotWord.end(slot);
      int start = end - BytesPage.even(end - BytesCodec.valueStart(fields));
      lines.line(
          BytesPage.slotOffset(i),
          BytesPage.slotOffset(i + 1),
          "slot " + i,
          slotMeaning(page, i, fields));
      if (start < PageHeader.LENGTH) {
        lines.title("           entry " + i + " does not lie in the page");
      } else if (start == end) {
        lines.title("           entry " + i + " has no bytes: " + text(page, i));
      } else {
        entries.add(new Piece(i, start, end));
      }
    }
    entries.sort(Piece.BY_START);
    int prefix = Math.min(BytesPage.prefixLength(page), PageHeader.PAGE_SIZE - slotsEnd);
    int offset = slotsEnd;
    String gap = "unused";
    for (Piece entry : entries) {
      PageDump.gap(page, offset, entry.start(), gap, lines);
      entry(page, entry, offset > entry.start(), lines);
      offset = Math.max(offset, entry.end());
      gap = "hole";
    }
    int start = PageHeader.PAGE_SIZE - prefix;
    PageDump.gap(page, offset, BytesPage.heapEnd(prefix), gap, lines);
    lines.zeros(Math.max(offset, BytesPage.heapEnd(prefix)), start, "padding");
    if (prefix > 0) {
      byte[] bytes = new byte[prefix];
      Memory.get(page, start, bytes, 0, prefix);
      lines.line(start, PageHeader.PAGE_SIZE, "prefix", quote(bytes));
    }
  }

  /** Reads where the fields of an entry are; those of lengths that no page can have are nowhere. */
  private static long fields(byte[] page, int slot) {
    boolean isCoded = SlotWord.code(slot) != 0;
    if (isCoded && Memory.getChar(page, BytesPage.LEAST) > BytesPage.CAPACITY) {
      // What is read would run from one field into the next.
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
        + DumpLines.hex(BytesPage.head(page, index) & 0xFFFF_FFFFL, Integer.BYTES);
  }

  private static void entry(byte[] page, Piece entry, boolean overlaps, DumpLines lines) {
    long fields = BytesCodec.fields(page, BytesPage.slot(page, entry.index()));
    int valueStart = BytesCodec.valueStart(fields);
    int restEnd = BytesCodec.restEnd(fields);
    int restStart = restEnd - BytesCodec.restLength(fields);
    int[] bounds = {entry.start(), valueStart, restStart, restEnd, entry.end()};
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i + 1 < bounds.length; i++) {
      if (bounds[i] < bounds[i + 1]) {
        bytes.append(bytes.isEmpty() ? "" : " | ").append(hex(lines, bounds[i], bounds[i + 1]));
      }
    }
    bytes.append("   ").append(text(page, entry.index()));
    bytes.append(overlaps ? ", over what stands before" : "");
    lines.line(entry.start(), entry.end(), "entry " + entry.index(), bytes.toString());
  }

  private static String hex(DumpLines lines, int from, int to) {
    return to - from <= SHOWN
        ? lines.hexBytes(from, to)
        : lines.hexBytes(from, from + SHOWN) + " ... " + (to - from) + " bytes";
  }

  /** Shows key and value as a reader takes them. */
  private static String text(byte[] page, int index) {
    byte[] key = new byte[BytesPage.keyLength(page, index)];
    if (BytesPage.prefixLength(page) <= BytesPage.CAPACITY) {
      BytesPage.copyKey(page, index, key, 0);
    }
    return quote(key) + " -> " + value(page, index);
  }

  private static String value(byte[] page, int index) {
    if (BytesPage.isLarge(page, index)) {
      return BytesPage.referenceLength(page, index)
          + " bytes from piece "
          + BytesPage.referencePiece(page, index);
    }
    if (PageHeader.level(page) == 0 || BytesPage.valueLength(page, index) != Long.BYTES) {
      return BytesPage.valueLength(page, index) + " bytes";
    }
    long child = BytesPage.child(page, index);
    int crc = BranchPage.crc(child);
    return "page "
        + Integer.toUnsignedString(BranchPage.number(child))
        + (crc == 0 ? ", crc not known" : ", crc " + DumpLines.hex(crc, Integer.BYTES));
  }

  private static String quote(byte[] bytes) {
    String text = new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.ISO_8859_1);
    return DumpLines.quote(text) + (bytes.length > SHOWN ? " ... " + bytes.length + " bytes" : "");
  }
}
