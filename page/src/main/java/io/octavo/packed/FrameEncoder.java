package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * Writes a frame: numbers of a common width above a base, and exceptions for those that are wider.
 * FORMAT.md, section "Packed blocks".
 *
 * <p>A frame gets the width, with or without base, that makes it shortest: how many numbers have
 * each width tells all lengths. Equal numbers give equal bytes.
 *
 * <p>An encoder keeps the arrays that it works with, so that encoding allocates nothing. Not
 * thread-safe.
 */
final class FrameEncoder {
  /**
   * Counters for each width. Neighbouring numbers use different counters, so that one increment
   * need not wait for another.
   */
  private static final int COUNTERS = 8;

  /** The numbers, less {@link #base}. */
  private final long[] numbers;

  /** How many numbers have each width above the base; a number has 0 to 64 bits. */
  private final int[] widths = new int[(BitPacking.MAX_WIDTH + 1) * COUNTERS];

  /** The places of exceptions, and one more element: see {@link #writeExceptions}. */
  private final int[] places;

  /** The high part of each exception, less 1. */
  private final long[] highs;

  /** Whether the places of exceptions stand in two halves, because a byte has not room for all. */
  private final boolean hasHalves;

  // The choice of {@link #plan}.
  private int count;
  private long base;
  private int width;
  private int exceptions;
  private int highWidth;
  private int length;

  /** Makes an encoder of frames of up to so many numbers. */
  FrameEncoder(int mostNumbers) {
    numbers = new long[mostNumbers];
    places = new int[mostNumbers + 1];
    highs = new long[mostNumbers];
    hasHalves = mostNumbers > PackedBlock.HALF;
  }

  /** Returns the array that the numbers are put into, before they are planned. */
  long[] numbers() {
    return numbers;
  }

  /** Returns the length of the planned frame. */
  int length() {
    return length;
  }

  /**
   * Chooses how to encode numbers, which are changed by it.
   *
   * @param count how many, from 0
   */
  void plan(int count) {
    // With the sign flipped, signed minimum and maximum are unsigned ones.
    long low = count == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, numbers[i] ^ Long.MIN_VALUE);
      high = Math.max(high, numbers[i] ^ Long.MIN_VALUE);
    }
    plan(count, low ^ Long.MIN_VALUE, high ^ Long.MIN_VALUE);
  }

  /**
   * Chooses how to encode numbers, which are changed by it.
   *
   * @param count how many, from 0
   * @param least the least of them, unsigned; 0 if there are none
   * @param greatest the greatest of them, unsigned; 0 if there are none
   */
  void plan(int count, long least, long greatest) {
    this.count = count;
    if (least == 0) {
      chooseWidth(0, greatest);
      return;
    }
    addToNumbers(-least);
    chooseWidth(least, greatest - least);
    // Without a base, each number takes at least the width of the least one, or is an exception,
    // whose place takes a byte.
    int bound = 1 + Math.min(BitPacking.length(count, BitPacking.width(least)), count);
    if (length >= bound) {
      int lengthWithBase = length;
      addToNumbers(least);
      chooseWidth(0, greatest);
      if (lengthWithBase < length) {
        addToNumbers(-least);
        chooseWidth(least, greatest - least);
      }
    }
  }

  private void addToNumbers(long number) {
    for (int i = 0; i < count; i++) {
      numbers[i] += number;
    }
  }

  private void countWidths() {
    Arrays.fill(widths, 0);
    int i = 0;
    for (; i <= count - COUNTERS; i += COUNTERS) {
      widths[BitPacking.width(numbers[i]) * COUNTERS]++;
      widths[BitPacking.width(numbers[i + 1]) * COUNTERS + 1]++;
      widths[BitPacking.width(numbers[i + 2]) * COUNTERS + 2]++;
      widths[BitPacking.width(numbers[i + 3]) * COUNTERS + 3]++;
      widths[BitPacking.width(numbers[i + 4]) * COUNTERS + 4]++;
      widths[BitPacking.width(numbers[i + 5]) * COUNTERS + 5]++;
      widths[BitPacking.width(numbers[i + 6]) * COUNTERS + 6]++;
      widths[BitPacking.width(numbers[i + 7]) * COUNTERS + 7]++;
    }
    for (; i < count; i++) {
      widths[BitPacking.width(numbers[i]) * COUNTERS]++;
    }
  }

  private int numbersOfWidth(int bits) {
    int sum = 0;
    for (int i = bits * COUNTERS; i < (bits + 1) * COUNTERS; i++) {
      sum += widths[i];
    }
    return sum;
  }

  private int exceptionsHead() {
    return hasHalves ? PackedBlock.EXCEPTIONS_HEAD : PackedBlock.EXCEPTIONS_HEAD - 1;
  }

  /**
   * Chooses the width that makes the numbers above a base shortest.
   *
   * @param candidate the base, which has been subtracted from the numbers
   * @param greatest the greatest of the numbers, less the base
   */
  private void chooseWidth(long candidate, long greatest) {
    countWidths();
    base = candidate;
    length = Integer.MAX_VALUE;
    int fixed = base == 0 ? 1 : 1 + Varint.length(base);
    int above = 0;
    for (int bits = BitPacking.width(greatest); bits >= 0 && above < length; bits--) {
      // The frame has no code for a width of 64: numbers of 64 bits are exceptions.
      if (bits <= PackedBlock.WIDTH_MASK) {
        int highs = above == 0 ? 0 : BitPacking.width((greatest >>> bits) - 1);
        int patches = above == 0 ? 0 : exceptionsHead() + above + BitPacking.length(above, highs);
        int total = fixed + BitPacking.length(count, bits) + patches;
        if (total < length) {
          length = total;
          width = bits;
          exceptions = above;
          highWidth = highs;
        }
      }
      above += numbersOfWidth(bits);
    }
  }

  /**
   * Writes the planned frame.
   *
   * @param to the block of memory
   * @param offset the first byte
   * @return the byte after the last
   */
  int write(byte[] to, int offset) {
    int next = writeHead(width, base, to, offset);
    if (exceptions != 0) {
      Memory.putByte(to, offset, Memory.getByte(to, offset) | PackedBlock.HAS_EXCEPTIONS);
      next = writeExceptions(to, next);
    }
    BitPacking.pack(numbers, 0, count, width, to, next);
    next += BitPacking.length(count, width);
    if (exceptions != 0) {
      BitPacking.pack(highs, 0, exceptions, highWidth, to, next);
      next += BitPacking.length(exceptions, highWidth);
    }
    return next;
  }

  /** Writes kind and base of a frame without exceptions; returns the byte after them. */
  static int writeHead(int width, long base, byte[] to, int offset) {
    Memory.putByte(to, offset, base == 0 ? width : width | PackedBlock.HAS_BASE);
    return base == 0
        ? offset + 1
        : Varint.put(to, Memory.index(offset + 1), base) - Memory.index(0);
  }

  /**
   * Writes the places of the exceptions, and collects their high parts. Returns the offset after
   * the places.
   */
  private int writeExceptions(byte[] to, int offset) {
    int found = 0;
    long mostLow = BitPacking.mask(width);
    for (int i = 0; i < count; i++) {
      // Each number is noted, and overwritten unless it is an exception. A conditional jump would
      // be mispredicted, because exceptions follow no pattern.
      places[found] = i;
      // The sign bit is set if the number is wider than the width, or has 64 bits.
      found += (int) (((mostLow - numbers[i]) | numbers[i]) >>> (Long.SIZE - 1));
    }
    int start = offset + exceptionsHead();
    int lower = 0;
    for (int i = 0; i < exceptions; i++) {
      int place = places[i];
      highs[i] = (numbers[place] >>> width) - 1;
      boolean isLower = place < PackedBlock.HALF;
      lower += isLower ? 1 : 0;
      Memory.putByte(to, start + i, isLower ? place : place - PackedBlock.HALF);
    }
    Memory.putByte(to, offset, highWidth);
    Memory.putByte(to, offset + 1, lower);
    if (hasHalves) {
      Memory.putByte(to, offset + 2, exceptions - lower);
    }
    return start + exceptions;
  }
}
