package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Numbers with low parts of a common width and high parts in unary: as many zeros as the high part
 * says, and a one, the lowest bits of each byte first. FORMAT.md, section "Sample blocks".
 */
final class UnaryCode {
  private UnaryCode() {}

  /** Returns the next eight bytes of high parts, less the bits before a bit. */
  private static long word(byte[] from, int highs, int bit) {
    return Memory.getLong(from, highs + (bit >>> 3)) >>> (bit & 7);
  }

  /**
   * Reads numbers.
   *
   * @param lows the first byte of all low parts
   * @param highs the first byte of all high parts
   * @param start the bit of the high parts at which the first number begins
   * @param first the index of the first number, in the frame and in {@code into}
   * @param end the index behind the last number
   * @return the bit of the high parts at which the number behind the last begins
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
    // A product needs no register for the distance of a shift.
    long unit = 1L << width;
    int lastOfFour = width <= BitPacking.MAX_FOUR_WIDTH ? end - 4 : Integer.MIN_VALUE;
    int high = start;
    int i = first;
    while (i < end) {
      long one = word(from, highs, high);
      if (i <= lastOfFour) {
        long two = one & (one - 1);
        long three = two & (two - 1);
        long four = three & (three - 1);
        if (four != 0) {
          long low = word(from, lows, i * width);
          // A high part is what lies between two ones.
          long a = Long.numberOfTrailingZeros(one);
          long b = Long.numberOfTrailingZeros(two);
          long c = Long.numberOfTrailingZeros(three);
          long d = Long.numberOfTrailingZeros(four);
          into[i] = a * unit + (low & mask);
          low >>>= width;
          into[i + 1] = (b - a - 1) * unit + (low & mask);
          low >>>= width;
          into[i + 2] = (c - b - 1) * unit + (low & mask);
          low >>>= width;
          into[i + 3] = (d - c - 1) * unit + (low & mask);
          high += (int) d + 1;
          i += 4;
          continue;
        }
      }
      int begin = high;
      while (one == 0) {
        high += Long.SIZE - (high & 7);
        one = word(from, highs, high);
      }
      high += Long.numberOfTrailingZeros(one);
      long low = BitPacking.getAt(from, lows, i * width, width, mask);
      into[i] = (high - begin) * unit + low;
      high++;
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

  /** Returns the bit behind so many ones, from a bit of the high parts on. */
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
   * Verifies high parts, and returns the byte after them: the bits behind the last one are 0.
   *
   * @param limit the byte after the last that may be read
   * @param count how many numbers, at least 1
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

  /** Returns the bit with so many ones below it, which is a one. */
  private static int select(long word, int ones) {
    int left = ones;
    int bit = 0;
    int there = Long.bitCount(word & 0xFFFF_FFFFL);
    long rest = word;
    if (there <= left) {
      left -= there;
      bit = Integer.SIZE;
      rest >>>= Integer.SIZE;
    }
    there = Long.bitCount(rest & 0xFFFF);
    if (there <= left) {
      left -= there;
      bit += Short.SIZE;
      rest >>>= Short.SIZE;
    }
    there = Long.bitCount(rest & 0xFF);
    if (there <= left) {
      left -= there;
      bit += Byte.SIZE;
      rest >>>= Byte.SIZE;
    }
    for (; left > 0; left--) {
      rest &= rest - 1;
    }
    return bit + Long.numberOfTrailingZeros(rest);
  }

  /**
   * Writes high parts, which take {@link #end} less {@code offset} bytes.
   *
   * @param numbers where the numbers stand, as what remains above so many lower bits
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
    // The last bit is a one: all bytes up to that bit are written, and no byte behind.
    while (bit > 0) {
      Memory.putByte(to, at++, (int) word);
      word >>>= Byte.SIZE;
      bit -= Byte.SIZE;
    }
    return at;
  }
}
