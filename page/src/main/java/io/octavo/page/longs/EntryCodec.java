package io.octavo.page.longs;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;

/**
 * One entry of a leaf: value, key and, where the size code is the fallback, a byte with both
 * lengths, in this order. FORMAT.md, section "Entry".
 *
 * <p>Reading goes backward from the end by loads of eight bytes; bytes in front of the field belong
 * to other entries, the slots or the header and are shifted out. Entries begin behind the header of
 * {@value PageHeader#LENGTH} bytes, and the largest entry ends at least {@value SizeCode#MAX_ENTRY}
 * bytes behind its start, so in a sound page no such load leaves the page; in a damaged one it ends
 * in the guard bytes. One branch that is nearly always taken the same way is faster than none: 936
 * against 2,107 ns in the article that the format comes from, and so measured here.
 */
public final class EntryCodec {
  private EntryCodec() {}

  /**
   * Reads the key of an entry.
   *
   * @return the key relative to the page's base
   */
  public static long key(byte[] page, int slot) {
    int end = SlotWord.end(slot);
    int fields;
    if (SlotWord.code(slot) != SizeCode.FALLBACK) {
      fields = SizeCode.fields(slot);
    } else {
      end--;
      fields = SizeCode.fieldsOf(Memory.getByte(page, end));
    }
    return keyBefore(page, end, fields);
  }

  /** Reads the key, given the offset after it and the {@link SizeCode#fields} of the entry. */
  static long keyBefore(byte[] page, int end, int fields) {
    return Memory.getLong(page, end - Long.BYTES) >>> fields;
  }

  /**
   * Reads the value of an entry.
   *
   * @return the value relative to the page's base
   */
  public static long value(byte[] page, int slot) {
    int end = SlotWord.end(slot);
    int fields;
    if (SlotWord.code(slot) != SizeCode.FALLBACK) {
      fields = SizeCode.fields(slot);
    } else {
      end--;
      fields = SizeCode.fieldsOf(Memory.getByte(page, end));
    }
    return valueBefore(page, end, fields);
  }

  /**
   * Reads the value, given the offset after the key and the {@link SizeCode#fields} of the entry.
   */
  static long valueBefore(byte[] page, int end, int fields) {
    return Memory.getLong(page, end - (fields >>> 16) - Long.BYTES) >>> (fields >>> 8);
  }

  /** Returns the length of an entry in bytes, even, 2 to {@value SizeCode#MAX_ENTRY}. */
  public static int size(byte[] page, int slot) {
    if (SlotWord.code(slot) != SizeCode.FALLBACK) {
      return SizeCode.sizeOf(slot);
    }
    int lengths = Memory.getByte(page, SlotWord.end(slot) - 1);
    return SizeCode.fallbackSize((lengths >>> 4 & 7) + 1, (lengths & 7) + 1);
  }

  /**
   * Writes an entry without a branch: a header byte that the key overwrites if it is not needed, a
   * padding byte that the value overwrites, and two stores of eight bytes, each combined with the
   * bytes below.
   *
   * @param end the byte after the entry
   * @param key the key relative to the page's base
   * @param value the value relative to the page's base
   * @param encoding the {@link SizeCode#encoding} of the two
   */
  public static void write(byte[] page, int end, long key, long value, int encoding) {
    int keyBits = SizeCode.keyLength(encoding) * 8;
    int valueBits = SizeCode.valueLength(encoding) * 8;
    int keyEnd = end - SizeCode.headerLength(encoding);
    int valueEnd = keyEnd - SizeCode.keyLength(encoding);
    long below = Memory.getLong(page, valueEnd - Long.BYTES);
    // MAX_VALUE >>> (bits - 1) keeps the low 64 - bits bits, and none for 64 of them.
    long valueWord = value << (64 - valueBits) | (below & Long.MAX_VALUE >>> (valueBits - 1));
    long keyWord = key << (64 - keyBits) | (valueWord >>> 1) >>> (keyBits - 1);
    int lengths = SizeCode.nibbles(keyBits >>> 3, valueBits >>> 3);
    Memory.putByte(page, end - SizeCode.size(encoding), 0);
    Memory.putByte(page, end - 1, lengths);
    Memory.putLong(page, valueEnd - Long.BYTES, valueWord);
    Memory.putLong(page, keyEnd - Long.BYTES, keyWord);
  }
}
