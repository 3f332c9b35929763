package io.octavo.page.meta;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A page of the catalogue: slots of 16-bit offsets behind the header, and records from the end of
 * the page down, in the order of their names as unsigned bytes. FORMAT.md, section "Catalogue".
 *
 * <p>A catalogue page is never changed in memory: it is decoded when it is loaded and built when it
 * is written.
 */
public final class CataloguePage {
  /** The bytes for slots and records. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - PageHeader.LENGTH;

  /** Fields of a record, by their offset from the end of the name. */
  public static final int ID = 0;

  public static final int TYPE = ID + Integer.BYTES;
  public static final int TYPE_VERSION = TYPE + Byte.BYTES;
  public static final int KEY_CODEC = TYPE_VERSION + Byte.BYTES;
  public static final int VALUE_CODEC = KEY_CODEC + Short.BYTES;
  public static final int ROOT_NUMBER = VALUE_CODEC + Short.BYTES;
  public static final int ROOT_CRC = ROOT_NUMBER + Integer.BYTES;
  public static final int ROOT_LEVEL = ROOT_CRC + Integer.BYTES;
  public static final int ENTRIES = ROOT_LEVEL + Byte.BYTES;
  public static final int CREATED = ENTRIES + Long.BYTES;
  public static final int TAIL_LENGTH = CREATED + Long.BYTES;
  public static final int TAIL = TAIL_LENGTH + Short.BYTES;

  private CataloguePage() {}

  /**
   * Returns the length of a record in bytes, with its slot.
   *
   * @throws IllegalArgumentException if its name or its tail is invalid
   */
  public static int size(CatalogueRecord record) {
    if (record.tail().length > CatalogueRecord.MAX_TAIL) {
      throw new IllegalArgumentException(
          "tail of " + record.tail().length + " bytes; " + CatalogueRecord.MAX_TAIL + " fit");
    }
    return SlotWord.LENGTH
        + 1
        + CatalogueRecord.encodeName(record.name()).length
        + TAIL
        + record.tail().length;
  }

  /**
   * Writes records into a page.
   *
   * @param page the page, which is overwritten
   * @param records records that fit, sorted by name
   */
  public static void build(byte[] page, int number, List<CatalogueRecord> records) {
    PageHeader.format(page, PageKind.CATALOGUE, 0, number, 0);
    int bound = PageHeader.PAGE_SIZE;
    for (int i = 0; i < records.size(); i++) {
      CatalogueRecord record = records.get(i);
      bound -= size(record) - SlotWord.LENGTH;
      if (bound < SlotWord.offset(records.size())) {
        throw new IllegalArgumentException("records=" + records.size() + " do not fit a page");
      }
      SlotWord.put(page, i, bound);
      write(page, bound, record);
    }
    PageHeader.setCount(page, records.size());
    PageHeader.setHeapBound(page, bound);
    PageHeader.setFree(page, bound - SlotWord.offset(records.size()));
  }

  private static void write(byte[] page, int offset, CatalogueRecord record) {
    byte[] name = CatalogueRecord.encodeName(record.name());
    Memory.putByte(page, offset, name.length);
    Memory.buffer(page, offset + 1, offset + 1 + name.length).put(name);
    int fields = offset + 1 + name.length;
    Memory.putInt(page, fields + ID, record.id());
    Memory.putByte(page, fields + TYPE, record.type());
    Memory.putByte(page, fields + TYPE_VERSION, record.typeVersion());
    Memory.putChar(page, fields + KEY_CODEC, record.keyCodec());
    Memory.putChar(page, fields + VALUE_CODEC, record.valueCodec());
    Memory.putInt(page, fields + ROOT_NUMBER, record.root().number());
    Memory.putInt(page, fields + ROOT_CRC, record.root().crc());
    Memory.putByte(page, fields + ROOT_LEVEL, record.root().level());
    Memory.putLong(page, fields + ENTRIES, record.entries());
    Memory.putLong(page, fields + CREATED, record.created());
    byte[] tail = record.tail();
    Memory.putChar(page, fields + TAIL_LENGTH, tail.length);
    Memory.buffer(page, fields + TAIL, fields + TAIL + tail.length).put(tail);
  }

  /**
   * Reads the records of a page.
   *
   * @param page a page that {@code PageCheck} has found sound
   * @return its records in order
   */
  public static List<CatalogueRecord> records(byte[] page) {
    int count = PageHeader.count(page);
    List<CatalogueRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      records.add(record(page, SlotWord.get(page, i)));
    }
    return records;
  }

  private static CatalogueRecord record(byte[] page, int offset) {
    byte[] name = name(page, offset);
    int fields = offset + 1 + name.length;
    int tailLength = Memory.getChar(page, fields + TAIL_LENGTH);
    return new CatalogueRecord(
        new String(name, StandardCharsets.UTF_8),
        Memory.getInt(page, fields + ID),
        Memory.getByte(page, fields + TYPE),
        Memory.getByte(page, fields + TYPE_VERSION),
        Memory.getChar(page, fields + KEY_CODEC),
        Memory.getChar(page, fields + VALUE_CODEC),
        new PageRef(
            Memory.getInt(page, fields + ROOT_NUMBER),
            Memory.getInt(page, fields + ROOT_CRC),
            Memory.getByte(page, fields + ROOT_LEVEL)),
        Memory.getLong(page, fields + ENTRIES),
        Memory.getLong(page, fields + CREATED),
        bytes(page, fields + TAIL, tailLength));
  }

  /** Reads the codecs of a record whose fields start at an offset. */
  public static CodecNames codecs(byte[] page, int fields) {
    int tailLength = Memory.getChar(page, fields + TAIL_LENGTH);
    return CodecNames.of(
        Memory.getChar(page, fields + KEY_CODEC),
        Memory.getChar(page, fields + VALUE_CODEC),
        bytes(page, fields + TAIL, tailLength));
  }

  /** Reads the name of the record at an offset. */
  public static byte[] name(byte[] page, int offset) {
    return bytes(page, offset + 1, Memory.getByte(page, offset));
  }

  private static byte[] bytes(byte[] page, int offset, int length) {
    byte[] bytes = new byte[length];
    Memory.buffer(page, offset, offset + length).get(bytes);
    return bytes;
  }

  /** Compares names in the order of the catalogue. */
  public static int compareNames(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  /**
   * Orders names as the catalogue does: by the unsigned bytes of their UTF-8 form.
   *
   * @return negative, zero or positive
   */
  public static int compareNames(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        // UTF-8 orders the characters that UTF-16 writes as surrogates above all others.
        boolean isAbove = Character.isSurrogate(a);
        return isAbove == Character.isSurrogate(b) ? a - b : isAbove ? 1 : -1;
      }
    }
    return left.length() - right.length();
  }
}
