package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageParts.Piece;
import io.octavo.memory.Memory;
import io.octavo.page.ByteText;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Divides a page of the catalogue into its parts, for {@link PageParts}. */
final class CatalogueParts {
  private static final int SLOTS_MAX = CataloguePage.CAPACITY / SlotWord.LENGTH;

  private CatalogueParts() {}

  static void add(byte[] page, PartList parts) {
    int count = Math.min(PageHeader.count(page), SLOTS_MAX);
    List<Piece> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int start = SlotWord.get(page, i);
      int end = recordEnd(page, start);
      parts
          .as(Role.SLOT, i)
          .bits(SlotWord.offset(i), SlotWord.LENGTH, "slot " + i, "record at " + start);
      if (end < 0) {
        parts.note("           record " + i + " is not within the page");
      } else {
        records.add(new Piece(i, start, end));
      }
    }
    records.sort(Piece.BY_START);
    int offset = SlotWord.offset(count);
    Role room = Role.FREE;
    for (Piece record : records) {
      parts.as(room).zeros(offset, record.start(), room == Role.FREE ? "unused" : "hole");
      record(page, record, parts);
      offset = Math.max(offset, record.end());
      room = Role.GAP;
    }
    parts.as(room).zeros(offset, PageHeader.PAGE_SIZE, room == Role.FREE ? "unused" : "hole");
  }

  /** Returns the end of the record at an offset, or -1 if the record exceeds the page. */
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

  private static void record(byte[] page, Piece record, PartList parts) {
    int fields = fields(page, record.start());
    parts.as(Role.RECORD, record.index());
    parts.number(record.start(), Byte.BYTES, "name length", "record " + record.index());
    String name = new String(CataloguePage.name(page, record.start()), StandardCharsets.UTF_8);
    if (!name.isEmpty()) {
      parts.part(record.start() + 1, fields, "name", ByteText.quote(name));
    }
    parts.number(fields + CataloguePage.ID, Integer.BYTES, "id");
    int type = Memory.getByte(page, fields + CataloguePage.TYPE);
    parts.number(fields + CataloguePage.TYPE, Byte.BYTES, "type", CatalogueRecord.typeName(type));
    parts.number(fields + CataloguePage.TYPE_VERSION, Byte.BYTES, "type version");
    CodecNames codecs = CataloguePage.codecs(page, fields);
    parts.number(fields + CataloguePage.KEY_CODEC, Short.BYTES, "key codec", codec(codecs.key()));
    parts.number(
        fields + CataloguePage.VALUE_CODEC, Short.BYTES, "value codec", codec(codecs.value()));
    parts.to(Memory.getInt(page, fields + CataloguePage.ROOT_NUMBER));
    parts.number(fields + CataloguePage.ROOT_NUMBER, Integer.BYTES, "root number");
    parts.bits(fields + CataloguePage.ROOT_CRC, Integer.BYTES, "root crc", "");
    parts.number(fields + CataloguePage.ROOT_LEVEL, Byte.BYTES, "root level");
    parts.signed(fields + CataloguePage.ENTRIES, "entries");
    parts.signed(fields + CataloguePage.CREATED, "created");
    parts.number(fields + CataloguePage.TAIL_LENGTH, Short.BYTES, "tail length");
    int tail = fields + CataloguePage.TAIL;
    if (tail < record.end()) {
      String hex = PartList.hexBytes(page, tail, record.end());
      String units = type == CatalogueRecord.SERIES ? units(page, tail, record.end()) : "";
      parts.part(tail, record.end(), "tail", units.isEmpty() ? hex : hex + ": " + units);
    }
  }

  /** Returns the units of a series as text, nothing if they are unknown. */
  private static String units(byte[] page, int tail, int end) {
    byte[] bytes = new byte[end - tail];
    Memory.buffer(page, tail, end).get(bytes);
    try {
      return SeriesUnits.of(bytes).text();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String codec(String name) {
    return name.isEmpty() ? "" : ByteText.quote(name);
  }
}
