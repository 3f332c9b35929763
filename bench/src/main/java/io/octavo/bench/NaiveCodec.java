package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.SizeCode;

/** The entry format byte by byte, as one would write it first: the reference for speed. */
final class NaiveCodec {
  private NaiveCodec() {}

  static long key(byte[] page, int slot) {
    int end = lengthsEnd(slot);
    int lengths = lengths(page, slot);
    return read(page, end, (lengths >>> 4) + 1);
  }

  static long value(byte[] page, int slot) {
    int lengths = lengths(page, slot);
    int end = lengthsEnd(slot) - (lengths >>> 4) - 1;
    return read(page, end, (lengths & 7) + 1);
  }

  private static int lengthsEnd(int slot) {
    return SlotWord.code(slot) == SizeCode.FALLBACK ? SlotWord.end(slot) - 1 : SlotWord.end(slot);
  }

  private static int lengths(byte[] page, int slot) {
    if (SlotWord.code(slot) == SizeCode.FALLBACK) {
      return Memory.getByte(page, SlotWord.end(slot) - 1);
    }
    return SizeCode.lengths(SlotWord.code(slot));
  }

  private static long read(byte[] page, int end, int length) {
    long number = 0;
    for (int i = 1; i <= length; i++) {
      number = number << Byte.SIZE | Memory.getByte(page, end - i);
    }
    return number;
  }

  /** Writes what {@link io.octavo.page.longs.EntryCodec#write} writes. */
  static void write(byte[] page, int end, long key, long value, int encoding) {
    int keyLength = SizeCode.keyLength(encoding);
    int valueLength = SizeCode.valueLength(encoding);
    int keyEnd = end;
    if (SizeCode.code(encoding) == SizeCode.FALLBACK) {
      keyEnd--;
      Memory.putByte(page, keyEnd, (keyLength - 1) << 4 | (valueLength - 1));
    }
    int valueEnd = keyEnd - keyLength;
    int start = valueEnd - valueLength;
    write(page, valueEnd, keyLength, key);
    write(page, start, valueLength, value);
    if (start > end - SizeCode.size(encoding)) {
      Memory.putByte(page, start - 1, 0);
    }
  }

  private static void write(byte[] page, int start, int length, long number) {
    long rest = number;
    for (int i = 0; i < length; i++) {
      Memory.putByte(page, start + i, (int) rest);
      rest >>>= Byte.SIZE;
    }
  }
}
