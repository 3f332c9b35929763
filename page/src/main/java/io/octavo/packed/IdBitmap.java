package io.octavo.packed;

import io.octavo.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * The body of a {@link PackedBlock} whose ids are dense: a bit for each number from the first id to
 * the last, the lowest bit of the first byte for the first id. FORMAT.md, section "Packed blocks".
 *
 * <p>Offsets are those of {@link Memory}. Reading loads up to seven bytes behind the last bit.
 */
public final class IdBitmap {
  /** The bits that are read at a time: a long has them from any bit of a byte on. */
  private static final int STEP = 56;

  private IdBitmap() {}

  /**
   * Returns the length of a bitmap.
   *
   * @param span the distance from the first id to the last, unsigned
   */
  static long length(long span) {
    return (span >>> 3) + 1;
  }

  /** Writes a bitmap. Returns the byte after it. */
  static int write(long[] ids, int from, int count, byte[] to, int offset) {
    long first = ids[from];
    int end = offset + (int) length(ids[from + count - 1] - first);
    Memory.zero(to, offset, end);
    long bits = 0;
    int place = 0;
    for (int i = from; i < from + count; i++) {
      int bit = (int) (ids[i] - first);
      if (bit >>> 6 != place) {
        Memory.putLong(to, offset + place * Long.BYTES, bits);
        bits = 0;
        place = bit >>> 6;
      }
      bits |= 1L << bit;
    }
    for (int at = offset + place * Long.BYTES; at < end; at++) {
      Memory.putByte(to, at, (int) bits);
      bits >>>= Byte.SIZE;
    }
    return end;
  }

  /**
   * Reads all ids.
   *
   * @return whether their number, the first and the last are right
   */
  static boolean decode(
      byte[] from, int offset, long first, long last, int count, long[] into, int at) {
    int found = and(from, offset, first, from, offset, first, first, last, into, at, count);
    return found == count && into[at] == first && into[at + count - 1] == last;
  }

  /**
   * Moves the ids of an array that a bitmap has, or lacks, to lower indexes.
   *
   * @param first its first id
   * @param start the index of the first id; none is outside of the bitmap
   * @param to the index after the last id
   * @param target the index that the first of these ids is moved to, at most the start
   * @return the index after the last id that was moved
   */
  public static int keep(
      byte[] from,
      int offset,
      long first,
      long[] ids,
      int start,
      int to,
      int target,
      boolean isSet) {
    int unset = isSet ? 0 : 1;
    int out = target;
    for (int i = start; i < to; i++) {
      long id = ids[i];
      int bit = (int) (id - first);
      ids[out] = id;
      out += ((Memory.getByte(from, offset + (bit >>> 3)) >>> (bit & 7)) & 1) ^ unset;
    }
    return out;
  }

  /**
   * Reads or counts the ids that two bitmaps have.
   *
   * @param left the block of memory of the one
   * @param leftOffset the first byte of its bitmap
   * @param leftFirst its first id
   * @param right the block of memory of the other
   * @param rightOffset the first byte of its bitmap
   * @param rightFirst its first id
   * @param least the least id to read; neither bitmap begins above it
   * @param greatest the greatest id to read; neither bitmap ends below it
   * @param into receives the ids; null if they are only counted
   * @param at the index of the first
   * @param most the greatest number of ids
   * @return the number of ids, {@link PackedBlock#DAMAGED} if that is above the greatest
   */
  public static int and(
      byte[] left,
      int leftOffset,
      long leftFirst,
      byte[] right,
      int rightOffset,
      long rightFirst,
      long least,
      long greatest,
      long @Nullable [] into,
      int at,
      int most) {
    int out = at;
    int leftBit = (int) (least - leftFirst);
    int rightBit = (int) (least - rightFirst);
    int bits = (int) (greatest - least) + 1;
    for (int bit = 0; bit < bits; bit += STEP) {
      long word =
          word(left, leftOffset, leftBit + bit)
              & word(right, rightOffset, rightBit + bit)
              & BitPacking.mask(Math.min(STEP, bits - bit));
      int end = out + Long.bitCount(word);
      if (end > at + most) {
        return PackedBlock.DAMAGED;
      }
      if (into != null) {
        put(word, least + bit, into, out, end, at + most);
      }
      out = end;
    }
    return out - at;
  }

  /** Writes the places of the bits of a word above a base, and nothing from a limit on. */
  private static void put(long word, long base, long[] into, int from, int to, int limit) {
    long rest = word;
    int i = from;
    // By fours, of which the last may write more than there are, the loop ends as predicted.
    for (; i < to && i + 4 <= limit; i += 4) {
      into[i] = base + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      into[i + 1] = base + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      into[i + 2] = base + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      into[i + 3] = base + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
    }
    for (; i < to; i++) {
      into[i] = base + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
    }
  }

  private static long word(byte[] from, int offset, int bit) {
    return Memory.getLong(from, offset + (bit >>> 3)) >>> (bit & 7);
  }
}
