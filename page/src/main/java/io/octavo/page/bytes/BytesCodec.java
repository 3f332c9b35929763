package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.SlotWord;

/**
 * The entries of a {@link BytesPage}: value, rest of the key and lengths, which are read backward
 * from the end. FORMAT.md, section "Byte strings".
 */
public final class BytesCodec {
  private BytesCodec() {}

  /** Returns the number of bytes for a length without a size code. */
  static int lengthBytes(int length) {
    return length < 0x80 ? 1 : 2;
  }

  /**
   * Locates the fields of an entry. Bits 0 to 15: end of the rest of the key; bits 16 to 31: length
   * of the suffix; bits 32 to 47: stored length of the value; bits 48 to 63: nonzero if the value
   * is {@link BytesPage#LARGE}.
   */
  public static long fields(byte[] page, int slot) {
    int end = SlotWord.end(slot);
    int code = SlotWord.code(slot);
    int suffix;
    if (code == 0) {
      suffix = Memory.getByte(page, --end);
      if (suffix >= 0x80) {
        suffix = (suffix & 0x7F) << Byte.SIZE | Memory.getByte(page, --end);
      }
    } else {
      suffix = Memory.getChar(page, BytesPage.LEAST) + code - 1;
      int value = Memory.getChar(page, BytesPage.VALUE);
      if (value != BytesPage.ANY) {
        return end | (long) suffix << 16 | (long) value << 32;
      }
    }
    int value = Memory.getByte(page, --end);
    if (value >= 0x80) {
      value = (value & 0x7F) << Byte.SIZE | Memory.getByte(page, --end);
    }
    return value == BytesPage.LARGE
        ? end | (long) suffix << 16 | (long) BytesPage.REFERENCE << 32 | 1L << 48
        : end | (long) suffix << 16 | (long) value << 32;
  }

  /** Returns the offset after the rest of the key. */
  public static int restEnd(long fields) {
    return (int) fields & 0xFFFF;
  }

  /** Returns the length of the suffix. */
  public static int suffixLength(long fields) {
    return (int) fields >>> 16;
  }

  /** Returns the length of the rest of the key, which is in the entry. */
  public static int restLength(long fields) {
    return Math.max(0, suffixLength(fields) - BytesPage.HEAD);
  }

  /** Returns the stored length of the value. */
  public static int valueLength(long fields) {
    return (int) (fields >>> 32) & 0xFFFF;
  }

  public static boolean isLarge(long fields) {
    return fields >>> 48 != 0;
  }

  public static int valueStart(long fields) {
    return restEnd(fields) - restLength(fields) - valueLength(fields);
  }

  /** Returns the length of an entry, padding included. */
  public static int size(byte[] page, int slot) {
    return BytesPage.even(SlotWord.end(slot) - valueStart(fields(page, slot)));
  }

  /** Returns the size code of an entry, 0 if no size code fits its lengths. */
  static int codeOf(byte[] page, int suffix, int value, boolean large) {
    int least = Memory.getChar(page, BytesPage.LEAST);
    return codeOf(least, Memory.getChar(page, BytesPage.VALUE), suffix, value, large);
  }

  /** Returns the size code of an entry of a page with these fields. */
  static int codeOf(int least, int fixed, int suffix, int value, boolean large) {
    int code = suffix - least + 1;
    boolean fits =
        code >= 1
            && code <= BytesPage.CODES
            && (fixed == BytesPage.ANY || (fixed == value && !large));
    return fits ? code : 0;
  }

  /** Returns the length of an entry before it is rounded up to an even number. */
  static int entryLength(int code, int fixed, int suffix, int value, boolean large) {
    int lengths = 0;
    if (code == 0) {
      lengths += lengthBytes(suffix);
    }
    if (code == 0 || fixed == BytesPage.ANY) {
      lengths += lengthBytes(large ? BytesPage.LARGE : value);
    }
    return lengths + Math.max(0, suffix - BytesPage.HEAD) + value;
  }

  /** Returns the length of an entry of a page with this size code, padding included. */
  static int size(byte[] page, int code, int suffix, int value, boolean large) {
    int fixed = Memory.getChar(page, BytesPage.VALUE);
    return BytesPage.even(entryLength(code, fixed, suffix, value, large));
  }

  /** Writes an entry, from its end down, and its slot word. */
  static void write(
      byte[] page,
      int index,
      int slot,
      int size,
      byte[] suffixes,
      int suffixFrom,
      int suffix,
      byte[] values,
      int valueFrom,
      int valueLength,
      boolean large) {
    int at = writeLengths(page, slot, suffix, valueLength, large);
    int rest = Math.max(0, suffix - BytesPage.HEAD);
    at -= rest;
    if (rest > 0) {
      Memory.put(page, at, suffixes, suffixFrom + BytesPage.HEAD, rest);
    }
    at -= valueLength;
    Memory.put(page, at, values, valueFrom, valueLength);
    pad(page, at, SlotWord.end(slot) - size);
    Memory.putChar(page, BytesPage.slotOffset(index), slot);
  }

  /** Writes the lengths at the end of an entry. Returns their first byte. */
  static int writeLengths(byte[] page, int slot, int suffix, int valueLength, boolean large) {
    int at = SlotWord.end(slot);
    boolean isCoded = SlotWord.code(slot) != 0;
    if (!isCoded) {
      at = writeLength(page, at, suffix);
    }
    if (!isCoded || Memory.getChar(page, BytesPage.VALUE) == BytesPage.ANY) {
      at = writeLength(page, at, large ? BytesPage.LARGE : valueLength);
    }
    return at;
  }

  /** Writes the padding byte of an entry of an odd length. */
  static void pad(byte[] page, int valueStart, int entryStart) {
    if (valueStart > entryStart) {
      Memory.putByte(page, entryStart, 0);
    }
  }

  private static int writeLength(byte[] page, int end, int length) {
    if (length < 0x80) {
      Memory.putByte(page, end - 1, length);
      return end - 1;
    }
    Memory.putByte(page, end - 1, length >>> Byte.SIZE | 0x80);
    Memory.putByte(page, end - 2, length);
    return end - 2;
  }

  /** Returns the head of a key: the first bytes after the prefix, then zeros if there are fewer. */
  static int headOf(byte[] key, int from, int to) {
    if (to - from >= BytesPage.HEAD) {
      return Memory.bigEndianInt(key, from);
    }
    int head = 0;
    for (int i = from; i < from + BytesPage.HEAD; i++) {
      head = head << Byte.SIZE | (i < to ? key[i] & 0xFF : 0);
    }
    return head;
  }

  /** Writes the bytes of a suffix that are in its head. */
  static void putHead(byte[] key, int from, int head, int suffix) {
    if (suffix >= BytesPage.HEAD) {
      Memory.putBigEndianInt(key, from, head);
    } else {
      for (int i = 0; i < suffix; i++) {
        key[from + i] = (byte) (head >>> (Integer.SIZE - Byte.SIZE - i * Byte.SIZE));
      }
    }
  }
}
