package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.memory.Memory;
import io.octavo.page.ByteText;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationReader;
import io.octavo.page.ring.RingRecord;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes a page of the commit ring apart. Its records may be longer than a page, so the ring is read
 * as a whole.
 */
public final class RingParts {
  /** The number of bytes of a long byte string that are shown. */
  private static final int SHOWN = 32;

  private final byte[] ring;
  private final UUID storeId;
  private final long generation;
  private final long sequence;
  private final int start;
  private final PartList parts;

  private RingParts(byte[] ring, Meta meta, int page) {
    this.ring = ring;
    this.storeId = meta.storeId();
    this.generation = meta.ring().generation();
    this.sequence = meta.sequence();
    this.start = page * PageHeader.PAGE_SIZE;
    this.parts = new PartList(ring);
  }

  /**
   * Takes a page of the ring apart.
   *
   * @param ring the bytes of the whole ring, guards around them
   * @param meta the state to which it belongs
   * @param page the page, counted from the start of the ring
   * @return the parts of the records, or of the pieces of records, that stand in the page
   */
  public static List<PagePart> of(byte[] ring, Meta meta, int page) {
    RingParts picture = new RingParts(ring, meta, page);
    picture.run();
    return picture.parts.toList();
  }

  private void run() {
    int end = start + PageHeader.PAGE_SIZE;
    for (int at = 0; at < end; ) {
      boolean isSound = RingRecord.isSound(ring, at, generation, storeId);
      int next = isSound ? RingRecord.end(ring, at, at) : RingRecord.blockFrom(at + 1);
      if (next > start) {
        if (isSound) {
          record(at, next);
        } else {
          noRecord(at, next);
        }
      }
      at = next;
    }
  }

  private void noRecord(int from, int to) {
    if (Memory.findNonZero(ring, from, to) < 0) {
      part(Role.FREE, from, to, "unused", (to - from) + " bytes", "");
    } else {
      part(
          Role.DATA,
          from,
          to,
          "no record",
          (to - from) + " bytes",
          "an old record, or a torn write");
    }
  }

  private void record(int at, int end) {
    field(at + RingRecord.CRC, Integer.BYTES, "crc", "right");
    field(at + RingRecord.USED, Integer.BYTES, "used", "");
    field(at + RingRecord.GENERATION, Long.BYTES, "generation", "");
    field(at + RingRecord.FIRST, Long.BYTES, "first", "");
    field(at + RingRecord.LAST, Long.BYTES, "last", "");
    field(at + RingRecord.PREVIOUS, Integer.BYTES, "previous", "");
    field(at + RingRecord.UNFORCED, Integer.BYTES, "unforced", "");
    int position = at + RingRecord.LENGTH;
    for (long commit = RingRecord.first(ring, at); commit <= RingRecord.last(ring, at); commit++) {
      int length = Memory.getInt(ring, position);
      String what = commit <= sequence ? ", contained in the checkpoint" : "";
      field(position, Integer.BYTES, "length", "commit " + commit + what);
      position += Integer.BYTES;
      operations(position, position + length);
      position += length;
    }
    part(Role.PADDING, position, end, "padding", (end - position) + " bytes", "");
  }

  private void operations(int from, int to) {
    byte[] operations = new byte[to - from];
    Memory.get(ring, from, operations, 0, operations.length);
    OperationReader reader = new OperationReader(operations, 0, operations.length);
    Words words = new Words(reader, from);
    try {
      reader.forEach(words);
    } catch (IllegalArgumentException e) {
      part(Role.DATA, words.end, to, "no operation", "", String.valueOf(e.getMessage()));
    }
  }

  private void field(int offset, int length, String name, String meaning) {
    long number =
        length == Long.BYTES
            ? Memory.getLong(ring, offset)
            : Memory.getInt(ring, offset) & 0xFFFF_FFFFL;
    boolean isBits = name.equals("crc") || name.equals("previous");
    String value = isBits ? PartList.hex(number, length) : Long.toString(number);
    part(Role.RECORD, offset, offset + length, name, value, meaning);
  }

  /** Adds the part of a range that is within the page. */
  private void part(Role role, int from, int to, String name, String value, String meaning) {
    if (from < start + PageHeader.PAGE_SIZE && to > start && from < to) {
      parts.as(role).part(from - start, to - start, name, value, meaning);
    }
  }

  /** Adds each operation, written as in FORMAT.md. */
  private final class Words implements OperationReader.Target {
    private final OperationReader reader;
    private final int from;
    private int end;

    Words(OperationReader reader, int from) {
      this.reader = reader;
      this.from = from;
      this.end = from;
    }

    private void add(String words) {
      int next = from + reader.position();
      part(Role.KEY, end, next, "operation", words, "");
      end = next;
    }

    private static String quote(byte[] bytes) {
      return ByteText.quote(bytes, SHOWN);
    }

    @Override
    public void select(int collection) {
      add("select " + Integer.toUnsignedString(collection));
    }

    @Override
    public void put(long key, long value) {
      add("put " + key + " " + value);
    }

    @Override
    public void remove(long key) {
      add("remove " + key);
    }

    @Override
    public void removeRange(long first, long last) {
      add("remove-range " + first + " " + last);
    }

    @Override
    public void putBytes(byte[] key, byte[] value) {
      add("put-bytes " + quote(key) + " " + quote(value));
    }

    @Override
    public void removeBytes(byte[] key) {
      add("remove-bytes " + quote(key));
    }

    @Override
    public void removeBytesRange(byte[] first, byte @Nullable [] to) {
      add("remove-bytes-range " + quote(first) + " " + (to == null ? "end" : quote(to)));
    }

    @Override
    public void clear() {
      add("clear");
    }

    @Override
    public void create(int type, String name) {
      add("create " + CatalogueRecord.typeName(type) + " " + ByteText.quote(name));
    }

    @Override
    public void describe(int keyCodec, int valueCodec, byte[] tail) {
      add("describe " + keyCodec + " " + valueCodec + " " + quote(tail));
    }

    @Override
    public void drop() {
      add("drop");
    }

    @Override
    public void rename(String name) {
      add("rename " + ByteText.quote(name));
    }
  }
}
