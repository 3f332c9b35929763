package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Numbers of a common width, 0 to 64 bits, one behind the other without gaps. FORMAT.md, section
 * "Packed blocks".
 *
 * <p>Number i has the bits {@code i * width} and up, the lowest first; bit k is bit {@code k & 7}
 * of byte {@code k / 8}. Eight numbers thus end with a byte, whatever their width, and a few
 * numbers pay for no more than themselves.
 *
 * <p>Offsets are those of {@link Memory}. Reading loads eight bytes at a time and so up to seven
 * bytes behind the last number; they are masked off, and the guard bytes of the array make them
 * safe to load.
 */
public final class BitPacking {
  /** The greatest width. */
  public static final int MAX_WIDTH = Long.SIZE;

  /**
   * The greatest width at which a long has room for four numbers and up to seven bits of another
   * byte.
   */
  private static final int MAX_HALF_WIDTH = 15;

  /** The greatest width at which a long has four numbers, from any bit of a byte on. */
  static final int MAX_FOUR_WIDTH = (Long.SIZE - 7) / 4;

  private BitPacking() {}

  /** Returns the number of bits of an unsigned number, 0 to 64. */
  public static int width(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  /**
   * Returns the length of packed numbers in bytes.
   *
   * @param count the number of numbers, up to 2^24
   */
  public static int length(int count, int width) {
    return (count * width + 7) >>> 3;
  }

  /** Returns whether the last byte of some bits has only zeros after them. */
  static boolean endsWithZeros(byte[] from, int offset, int bits) {
    int used = bits & 7;
    return used == 0 || Memory.getByte(from, offset + (bits >>> 3)) >>> used == 0;
  }

  /**
   * Returns a number whose lowest bits are ones.
   *
   * @param width the number of ones, 0 to 64
   */
  public static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - width);
  }

  /** Packs the low bits of numbers. Writes {@link #length} bytes and no others. */
  public static void pack(long[] values, int from, int count, int width, byte[] to, int offset) {
    int whole = width <= MAX_HALF_WIDTH ? packGroups(values, from, count, width, to, offset) : 0;
    long mask = mask(width);
    long word = 0;
    int filled = 0;
    int next = offset + (whole >>> 3) * width;
    for (int i = from + whole; i < from + count; i++) {
      long value = values[i] & mask;
      word |= value << filled;
      filled += width;
      if (filled >= Long.SIZE) {
        Memory.putLong(to, next, word);
        next += Long.BYTES;
        filled -= Long.SIZE;
        // The bits that did not fit the word. If no bits remain, the shift could be by 64, which
        // would not clear the word.
        word = filled == 0 ? 0 : value >>> (width - filled);
      }
    }
    for (; filled > 0; filled -= Byte.SIZE) {
      Memory.putByte(to, next++, (int) word);
      word >>>= Byte.SIZE;
    }
  }

  /**
   * Packs groups of eight numbers, without a branch that depends on the width, as long as stores of
   * eight bytes stay within the field. Returns the number of packed numbers.
   */
  private static int packGroups(
      long[] values, int from, int count, int width, byte[] to, int offset) {
    long mask = mask(width);
    int w2 = 2 * width;
    int w3 = 3 * width;
    // The bit at which the second half of a group begins.
    int half = 4 * width;
    int halfByte = half >>> 3;
    int halfShift = half & 7;
    int last = offset + length(count, width) - 2 * Long.BYTES;
    int packed = 0;
    for (int next = offset; packed + 8 <= count && next <= last; packed += 8, next += width) {
      int i = from + packed;
      long low =
          (values[i] & mask)
              | (values[i + 1] & mask) << width
              | (values[i + 2] & mask) << w2
              | (values[i + 3] & mask) << w3;
      long high =
          (values[i + 4] & mask)
              | (values[i + 5] & mask) << width
              | (values[i + 6] & mask) << w2
              | (values[i + 7] & mask) << w3;
      Memory.putLong(to, next, low);
      // The two halves may share a byte, which is stored with both of them.
      Memory.putLong(to, next + halfByte, low >>> (half - halfShift) | high << halfShift);
    }
    return packed;
  }

  /**
   * Reads the number that begins at a bit.
   *
   * @param from the block
   * @param offset the byte that bit 0 is in
   * @param bit the first bit of the number, from 0
   * @param width the bits of the number, 0 to 64
   * @param mask the {@link #mask} of the width
   */
  public static long getAt(byte[] from, int offset, int bit, int width, long mask) {
    int first = offset + (bit >>> 3);
    int shift = bit & 7;
    long value = Memory.getLong(from, first) >>> shift;
    if (shift + width > Long.SIZE) {
      value |= (long) Memory.getByte(from, first + Long.BYTES) << (Long.SIZE - shift);
    }
    return value & mask;
  }

  /**
   * Reads numbers above a base.
   *
   * @param first the index of the first number, among the packed ones and in {@code into}
   * @param end the index after the last number
   */
  static void read(byte[] from, int offset, int width, long base, int first, int end, long[] into) {
    long mask = mask(width);
    int i = first;
    if (width <= MAX_FOUR_WIDTH) {
      for (; i + 4 <= end; i += 4) {
        int bit = i * width;
        long four = Memory.getLong(from, offset + (bit >>> 3)) >>> (bit & 7);
        into[i] = base + (four & mask);
        four >>>= width;
        into[i + 1] = base + (four & mask);
        four >>>= width;
        into[i + 2] = base + (four & mask);
        into[i + 3] = base + ((four >>> width) & mask);
      }
    }
    for (; i < end; i++) {
      into[i] = base + getAt(from, offset, i * width, width, mask);
    }
  }

  /**
   * Replaces the number that begins at a bit. Up to seven bytes after the number are rewritten
   * unchanged.
   *
   * @param to the block
   * @param offset the byte that bit 0 is in
   * @param bit the first bit of the number, from 0
   * @param width the bits of the number, 0 to 64
   * @param number the number; bits above the width are ignored
   */
  public static void putAt(byte[] to, int offset, int bit, int width, long number) {
    int half = Math.min(width, Integer.SIZE);
    putHalf(to, offset, bit, half, number);
    if (width > half) {
      putHalf(to, offset, bit + half, width - half, number >>> half);
    }
  }

  private static void putHalf(byte[] to, int offset, int bit, int width, long number) {
    int first = offset + (bit >>> 3);
    int shift = bit & 7;
    long mask = mask(width);
    long word = Memory.getLong(to, first) & ~(mask << shift);
    Memory.putLong(to, first, word | ((number & mask) << shift));
  }

  /**
   * Adds packed numbers to the numbers of an array, and replaces each by the sum of all up to it:
   * {@code into[at + i]} becomes {@code start} plus all {@code into[at + k]} and packed numbers k
   * for k from 0 to i, modulo 2^64.
   *
   * <p>So unpacking, patching by values set before, and the prefix sum are one pass.
   *
   * @param from the block
   * @param offset the first byte of packed number 0
   * @param start the number before the first sum
   */
  public static void addAndSum(
      byte[] from, int offset, int count, int width, long start, long[] into, int at) {
    int whole = width <= PackedSums.MAX_WIDTH ? count & ~7 : 0;
    long sum = start;
    if (whole > 0) {
      sum = PackedSums.add(width, from, offset, sum, into, at, at + whole);
    }
    long mask = mask(width);
    for (int i = whole, bit = whole * width; i < count; i++, bit += width) {
      into[at + i] = sum += into[at + i] + getAt(from, offset, bit, width, mask);
    }
  }
}
