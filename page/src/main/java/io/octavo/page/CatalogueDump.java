package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.page.PageDump.Piece;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The part of {@link PageDump} that shows a page of the catalogue. */
final class CatalogueDump {
  private static final int SLOTS_MAX = CataloguePage.CAPACITY / SlotWord.LENGTH;

  private CatalogueDump() {}

  static void write(byte[] page, DumpLines lines) {
    int count = Math.min(PageHeader.count(page), SLOTS_MAX);
    List<Piece> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int start = SlotWord.get(page, i);
      int end = recordEnd(page, start);
      lines.bits(SlotWord.offset(i), SlotWord.LENGTH, "slot " + i, "record at " + start);
      if (end < 0) {
        lines.title("           record " + i + " does not lie in the page");
      } else {
        records.add(new Piece(i, start, end));
      }
    }
    records.sort(Piece.BY_START);
    int offset = SlotWord.offset(count);
    String gap = "unused";
    for (Piece record : records) {
      lines.zeros(offset, record.start(), gap);
      record(page, record, lines);
      offset = Math.max(offset, record.end());
      gap = "hole";
    }
    lines.zeros(offset, PageHeader.PAGE_SIZE, gap);
  }

  /** Gives the end of the record that starts at an offset, or -1 where it leaves the page. */
  private static int recordEnd(byte[] page, int start) {
    if (start >= PageHeader.PAGE_SIZE) {
      return -1;
    }
    int tail = fields(page, start) + CataloguePage.TAIL;
    if (tail > PageHeader.PAGE_SIZE) {
      return -1;
    }
    int end = tail + Memory.getChar(page, tail - Short.BYTES);
    return end > PageHeader.PAGE_SIZE ? -1 : end;
  }

  private static int fields(byte[] page, int start) {
    return start + 1 + Memory.getByte(page, start);
  }

  private static void record(byte[] page, Piece record, DumpLines lines) {
    int fields = fields(page, record.start());
    lines.number(record.start(), Byte.BYTES, "name length", "record " + record.index());
    String name = new String(CataloguePage.name(page, record.start()), StandardCharsets.UTF_8);
    if (!name.isEmpty()) {
      lines.line(record.start() + 1, fields, "name", DumpLines.quote(name));
    }
    lines.number(fields + CataloguePage.ID, Integer.BYTES, "id");
    lines.number(fields + CataloguePage.TYPE, Byte.BYTES, "type");
    lines.number(fields + CataloguePage.TYPE_VERSION, Byte.BYTES, "type version");
    CodecNames codecs = CataloguePage.codecs(page, fields);
    lines.number(fields + CataloguePage.KEY_CODEC, Short.BYTES, "key codec", codec(codecs.key()));
    lines.number(
        fields + CataloguePage.VALUE_CODEC, Short.BYTES, "value codec", codec(codecs.value()));
    lines.number(fields + CataloguePage.ROOT_NUMBER, Integer.BYTES, "root number");
    lines.bits(fields + CataloguePage.ROOT_CRC, Integer.BYTES, "root crc", "");
    lines.number(fields + CataloguePage.ROOT_LEVEL, Byte.BYTES, "root level");
    lines.signed(fields + CataloguePage.ENTRIES, "entries");
    lines.signed(fields + CataloguePage.CREATED, "created");
    lines.number(fields + CataloguePage.TAIL_LENGTH, Short.BYTES, "tail length");
    int tail = fields + CataloguePage.TAIL;
    if (tail < record.end()) {
      lines.line(tail, record.end(), "tail", lines.hexBytes(tail, record.end()));
    }
  }

  private static String codec(String name) {
    return name.isEmpty() ? "" : DumpLines.quote(name);
  }
}
