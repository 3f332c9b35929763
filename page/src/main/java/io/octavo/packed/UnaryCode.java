package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Numbers with low parts of a common width and high parts in unary: as many zeros as the high part
 * says, and a one, the lowest bits of each byte first. FORMAT.md, section "Sample blocks".
 */
final class UnaryCode {
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  /** The place of one number k of byte b at k x 2^8 + b. */
  private static final byte[] SELECT = selectInByte();

  private UnaryCode() {}

  private static byte[] selectInByte() {
    byte[] places = new byte[Byte.SIZE << 8];
    for (int bits = 0; bits < 1 << 8; bits++) {
      int rank = 0;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        if (((bits >>> bit) & 1) != 0) {
          places[(rank << 8) | bits] = (byte) bit;
          rank++;
        }
      }
    }
    return places;
  }

  /** Returns the next eight bytes of high parts, less the bits before a bit. */
  static long word(byte[] from, int highs, int bit) {
    return Memory.getLong(from, highs + (bit >>> 3)) >>> (bit & 7);
  }

  /**
   * Reads numbers.
   *
   * @param lows the first byte of all low parts
   * @param highs the first byte of all high parts
   * @param start the bit of the high parts at which the first number begins
   * @param first the index of the first number, in the frame and in {@code into}
   * @param end the index after the last number
   * @return the bit of the high parts at which the number after the last begins
   */
  static int read(
      byte[] from,
      int lows,
      int width,
      int highs,
      int start,
      long base,
      int coding,
      int first,
      int end,
      long[] into) {
    long mask = BitPacking.mask(width);
    int high = start;
    int i = first;
    while (i < end) {
      if (width <= BitPacking.MAX_FOUR_WIDTH) {
        // Fours have a loop of their own, which calls nothing.
        while (i <= end - 4) {
          long one = word(from, highs, high);
          long two = one & (one - 1);
          long three = two & (two - 1);
          long four = three & (three - 1);
          if (four == 0) {
            break;
          }
          long low = word(from, lows, i * width);
          // A high part is the number of zeros between two ones.
          int a = Long.numberOfTrailingZeros(one);
          int b = Long.numberOfTrailingZeros(two);
          int c = Long.numberOfTrailingZeros(three);
          int d = Long.numberOfTrailingZeros(four);
          into[i] = ((long) a << width) + (low & mask);
          low >>>= width;
          into[i + 1] = ((long) (b - a - 1) << width) + (low & mask);
          low >>>= width;
          into[i + 2] = ((long) (c - b - 1) << width) + (low & mask);
          low >>>= width;
          into[i + 3] = ((long) (d - c - 1) << width) + (low & mask);
          high += d + 1;
          i += 4;
        }
        if (i == end) {
          break;
        }
      }
      int one = next(from, highs, high);
      long low = BitPacking.getAt(from, lows, i * width, width, mask);
      into[i] = ((long) (one - high) << width) + low;
      high = one + 1;
      i++;
    }
    if (coding == SampleFrame.CENTERED) {
      for (int k = first; k < end; k++) {
        into[k] = base + Varint.unzigzag(into[k]);
      }
    } else if (base != 0) {
      for (int k = first; k < end; k++) {
        into[k] += base;
      }
    }
    return high;
  }

  /** Returns the first one, from a bit of sound high parts on. */
  static int next(byte[] from, int highs, int start) {
    int bit = start;
    long word = word(from, highs, bit);
    while (word == 0) {
      bit += Long.SIZE - (bit & 7);
      word = word(from, highs, bit);
    }
    return bit + Long.numberOfTrailingZeros(word);
  }

  /** Returns the bit after a number of ones, from a bit of the high parts on. */
  static int skip(byte[] from, int highs, int start, int ones) {
    int bit = start;
    int left = ones;
    while (left > 0) {
      long word = word(from, highs, bit);
      int there = Long.bitCount(word);
      if (there >= left) {
        return bit + select(word, left - 1) + 1;
      }
      left -= there;
      bit += Long.SIZE - (bit & 7);
    }
    return bit;
  }

  /** Returns the byte after sound high parts, of which there is at least one. */
  static int end(byte[] from, int highs, int count) {
    return highs + ((skip(from, highs, 0, count) + 7) >>> 3);
  }

  /**
   * Verifies high parts, and returns the byte after them: the bits after the last one are 0.
   *
   * @param count the number of numbers, at least 1
   * @return the byte after the high parts, or {@link SampleBlock#DAMAGED}
   */
  static int verify(byte[] from, int offset, int limit, int count) {
    int left = count;
    for (int at = offset; at < limit; at++) {
      int bits = Memory.getByte(from, at);
      left -= Integer.bitCount(bits);
      if (left <= 0) {
        return left == 0 ? at + 1 : SampleBlock.DAMAGED;
      }
    }
    return SampleBlock.DAMAGED;
  }

  /**
   * Returns the one that has a number of ones below it. Without jumps, which would be mispredicted;
   * after S. Vigna, "Broadword Implementation of Rank/Select Queries", WEA 2008.
   */
  private static int select(long word, int ones) {
    long counts = word - ((word >>> 1) & 0x5555_5555_5555_5555L);
    counts = (counts & 0x3333_3333_3333_3333L) + ((counts >>> 2) & 0x3333_3333_3333_3333L);
    counts = ((counts + (counts >>> 4)) & 0x0F0F_0F0F_0F0F_0F0FL) * EACH_BYTE;
    // Each byte now has the number of ones in it and below. A byte without the one has at most as
    // many.
    long before = (((ones * EACH_BYTE) | HIGHEST_BITS) - counts) & HIGHEST_BITS;
    int bit = Long.bitCount(before) << 3;
    int left = ones - (int) (((counts << 8) >>> bit) & 0xFF);
    return bit + SELECT[(left << 8) | ((int) (word >>> bit) & 0xFF)];
  }

  /**
   * Writes high parts, which end at {@link #end}.
   *
   * @param numbers the numbers
   * @param shift the number of lower bits
   * @return the byte after the last
   */
  static int write(long[] numbers, int count, int shift, byte[] to, int offset) {
    long word = 0;
    int at = offset;
    int bit = 0;
    for (int i = 0; i < count; i++) {
      bit += (int) (numbers[i] >>> shift);
      while (bit >= Long.SIZE) {
        Memory.putLong(to, at, word);
        at += Long.BYTES;
        word = 0;
        bit -= Long.SIZE;
      }
      word |= 1L << bit;
      bit++;
    }
    // The last bit is a one: all bytes up to that bit are written, and none after it.
    while (bit > 0) {
      Memory.putByte(to, at++, (int) word);
      word >>>= Byte.SIZE;
      bit -= Byte.SIZE;
    }
    return at;
  }
}
