package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * The frames of {@link SampleBlock}: those of {@link PackedBlock} for up to {@value
 * SampleBlock#MAX_COUNT} numbers, whose exceptions have their places in one part; and frames whose
 * high parts are all there, in unary.
 */
final class SampleFrame {
  /** Bytes before the places of exceptions: high width and number. */
  static final int EXCEPTIONS_HEAD = 2;

  // How a frame is coded.
  static final int PACKED = 0;
  static final int UNARY = 1;
  static final int CENTERED = 3;

  private SampleFrame() {}

  /** Returns the byte after a number that is known to end. */
  static int varintEnd(byte[] from, int offset) {
    int index = Memory.index(offset);
    return offset - index + Varint.end(from, index, index + Varint.MAX_LENGTH);
  }

  /** Returns the byte after a sound frame. */
  static int end(byte[] from, int offset, int coding, int count) {
    int kind = Memory.getByte(from, offset);
    int next = offset + 1;
    if ((kind & PackedBlock.HAS_BASE) != 0) {
      next = varintEnd(from, next);
    }
    int lows = BitPacking.length(count, kind & PackedBlock.WIDTH_MASK);
    if (coding != PACKED) {
      return UnaryCode.end(from, next + lows, count);
    }
    if ((kind & PackedBlock.HAS_EXCEPTIONS) == 0) {
      return next + lows;
    }
    int exceptions = Memory.getByte(from, next + 1);
    int highs = BitPacking.length(exceptions, Memory.getByte(from, next));
    return next + EXCEPTIONS_HEAD + exceptions + lows + highs;
  }

  /**
   * Finds the parts of a sound frame: kind, base, exceptions, low parts and high parts.
   *
   * @param into receives the byte after each part, even of a missing one
   * @param at the index of the first of five
   * @return the byte after the frame
   */
  static int ends(byte[] from, int offset, int coding, int count, int[] into, int at) {
    int kind = Memory.getByte(from, offset);
    into[at] = offset + 1;
    into[at + 1] = (kind & PackedBlock.HAS_BASE) != 0 ? varintEnd(from, offset + 1) : offset + 1;
    boolean hasExceptions = (kind & PackedBlock.HAS_EXCEPTIONS) != 0;
    int exceptions = hasExceptions ? Memory.getByte(from, into[at + 1] + 1) : 0;
    into[at + 2] = into[at + 1] + (hasExceptions ? EXCEPTIONS_HEAD + exceptions : 0);
    into[at + 3] = into[at + 2] + BitPacking.length(count, kind & PackedBlock.WIDTH_MASK);
    into[at + 4] = end(from, offset, coding, count);
    return into[at + 4];
  }

  /**
   * Reads the sums of the numbers of a sound frame: of the first, of the first two, and so on.
   *
   * @param start a number added to each sum
   * @param into receives the sums
   * @param at the index of the first sum
   */
  static void sums(
      byte[] from, int offset, int coding, int count, long start, long[] into, int at) {
    int kind = Memory.getByte(from, offset);
    int width = kind & PackedBlock.WIDTH_MASK;
    int next = offset + 1;
    long base = 0;
    if ((kind & PackedBlock.HAS_BASE) != 0) {
      base = Varint.get(from, Memory.index(next));
      next = varintEnd(from, next);
    }
    if (coding != PACKED) {
      int highs = next + BitPacking.length(count, width);
      long[] numbers = new long[count];
      UnaryCode.read(from, next, width, highs, 0, base, coding, 0, count, numbers);
      long sum = start;
      for (int i = 0; i < count; i++) {
        into[at + i] = sum += numbers[i];
      }
      return;
    }
    Arrays.fill(into, at, at + count, base);
    if ((kind & PackedBlock.HAS_EXCEPTIONS) != 0) {
      next = patch(from, next, count, width, into, at);
    }
    BitPacking.addAndSum(from, next, count, width, start, into, at);
  }

  /** Adds the high parts of exceptions to an array; returns where the low parts begin. */
  private static int patch(byte[] from, int offset, int count, int width, long[] into, int at) {
    int highWidth = Memory.getByte(from, offset);
    int places = offset + EXCEPTIONS_HEAD;
    int lows = places + Memory.getByte(from, offset + 1);
    int highs = lows + BitPacking.length(count, width);
    long mask = BitPacking.mask(highWidth);
    int bit = 0;
    for (int i = places; i < lows; i++) {
      // The high part of an exception is at least 1; it is stored less 1.
      long high = BitPacking.getAt(from, highs, bit, highWidth, mask) + 1;
      into[at + Memory.getByte(from, i)] += high << width;
      bit += highWidth;
    }
    return lows;
  }

  /**
   * Verifies a frame, and returns the byte after it: unused bits are 0, a base is not 0 and no
   * longer than it must be, and places of exceptions ascend, to that of the last number at most.
   *
   * @return the byte after the frame, or {@link SampleBlock#DAMAGED}
   */
  static int verify(byte[] from, int offset, int limit, int coding, int count) {
    if (offset >= limit) {
      return SampleBlock.DAMAGED;
    }
    int kind = Memory.getByte(from, offset);
    int next = offset + 1;
    if (count == 0) {
      return kind == 0 && coding == PACKED ? next : SampleBlock.DAMAGED;
    }
    if ((kind & PackedBlock.HAS_BASE) != 0) {
      next = verifyVarint(from, next, limit);
      if (next == SampleBlock.DAMAGED || Memory.getByte(from, offset + 1) == 0) {
        return SampleBlock.DAMAGED;
      }
    }
    if (coding != PACKED) {
      return verifyUnary(from, next, limit, coding, kind, count);
    }
    int exceptions = 0;
    int highWidth = 0;
    if ((kind & PackedBlock.HAS_EXCEPTIONS) != 0) {
      if (limit - next < EXCEPTIONS_HEAD) {
        return SampleBlock.DAMAGED;
      }
      highWidth = Memory.getByte(from, next);
      exceptions = Memory.getByte(from, next + 1);
      next += EXCEPTIONS_HEAD;
      if (!arePlaces(from, next, limit, exceptions, count)) {
        return SampleBlock.DAMAGED;
      }
      next += exceptions;
    }
    int width = kind & PackedBlock.WIDTH_MASK;
    if (width + highWidth > BitPacking.MAX_WIDTH) {
      return SampleBlock.DAMAGED;
    }
    int highs = next + BitPacking.length(count, width);
    int end = highs + BitPacking.length(exceptions, highWidth);
    return end <= limit
            && BitPacking.endsWithZeros(from, next, count * width)
            && BitPacking.endsWithZeros(from, highs, exceptions * highWidth)
        ? end
        : SampleBlock.DAMAGED;
  }

  private static int verifyUnary(
      byte[] from, int lows, int limit, int coding, int kind, int count) {
    int width = kind & PackedBlock.WIDTH_MASK;
    int highs = lows + BitPacking.length(count, width);
    return (coding == UNARY || coding == CENTERED)
            && (kind & PackedBlock.HAS_EXCEPTIONS) == 0
            && highs < limit
            && BitPacking.endsWithZeros(from, lows, count * width)
        ? UnaryCode.verify(from, highs, limit, count)
        : SampleBlock.DAMAGED;
  }

  /** Returns the byte after a number that is no longer than it must be, or DAMAGED. */
  static int verifyVarint(byte[] from, int offset, int limit) {
    int index = Memory.index(offset);
    int end = Varint.end(from, index, Memory.index(limit));
    return end < 0 || (end > index + 1 && from[end - 1] == 0)
        ? SampleBlock.DAMAGED
        : offset + end - index;
  }

  private static boolean arePlaces(byte[] from, int offset, int limit, int exceptions, int count) {
    if (exceptions == 0 || exceptions > limit - offset) {
      return false;
    }
    int previous = -1;
    for (int i = offset; i < offset + exceptions; i++) {
      int place = Memory.getByte(from, i);
      if (place <= previous) {
        return false;
      }
      previous = place;
    }
    return previous < count;
  }
}
