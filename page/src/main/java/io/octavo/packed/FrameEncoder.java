package io.octavo.packed;

import io.octavo.memory.Memory;

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
  /** More than the bytes of any frame. */
  static final int NO_BOUND = Integer.MAX_VALUE >>> 1;

  /**
   * Counters for each width. Neighbouring numbers use different counters, so that one increment
   * need not wait for another.
   */
  private static final int COUNTERS = Long.BYTES;

  /** Every other byte of a long. */
  private static final long HALVES = 0x00FF_00FF_00FF_00FFL;

  /** Times this number, the upper 16 bits become the sum of all four times 16. */
  private static final long SUM = 0x0001_0001_0001_0001L;

  private static final int SUM_SHIFT = 48;

  private final long[] numbers;

  /** The numbers less the base, when they are written. */
  private final long[] above;

  /**
   * How many numbers have each width above the base, as an unsigned byte for each counter, which is
   * enough for 2,040 numbers; a number has 0 to 64 bits.
   */
  private final byte[] widths = Memory.allocate((BitPacking.MAX_WIDTH + 1) * COUNTERS);

  /** The places of exceptions, and one more element: see {@link #writeExceptions}. */
  private final int[] places;

  /** The high part of each exception, less 1. */
  private final long[] highs;

  /** Whether the places of exceptions are in two halves, because they do not fit a byte. */
  private final boolean hasHalves;

  // The choice of {@link #plan}.
  private int count;
  private long base;
  private int width;
  private int exceptions;
  private int highWidth;
  private int length;

  /** Makes an encoder of frames of up to a number of numbers. */
  FrameEncoder(int mostNumbers) {
    this(new long[mostNumbers]);
  }

  /** Makes an encoder of numbers that are put into an array, at most all of it. */
  FrameEncoder(long[] numbers) {
    this.numbers = numbers;
    above = new long[numbers.length];
    places = new int[numbers.length + 1];
    highs = new long[numbers.length];
    hasHalves = numbers.length > PackedBlock.HALF;
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
   * Chooses how to encode numbers.
   *
   * @param count the number, from 0
   * @param least the least of them, unsigned; 0 if there are none
   * @param greatest the greatest of them, unsigned; 0 if there are none
   */
  void plan(int count, long least, long greatest) {
    plan(count, least, greatest, NO_BOUND);
  }

  /**
   * Chooses how to encode numbers in a frame that is shorter than a bound.
   *
   * @param count the number, from 0
   * @param least the least of them, unsigned; 0 if there are none
   * @param greatest the greatest of them, unsigned; 0 if there are none
   * @param bound the length that the frame must not reach, from 0 to {@link #NO_BOUND}
   * @return whether there is such a frame to write
   */
  boolean plan(int count, long least, long greatest, int bound) {
    this.count = count;
    if (least == 0) {
      return chooseWidth(0, greatest, bound);
    }
    // Without the base, a number is as wide or wider: a frame can at most save the base.
    boolean isNear = chooseWidth(least, greatest - least, bound + Varint.length(least));
    if (!isNear) {
      return false;
    }
    // Without a base, each number has at least the width of the least one, or is an exception with
    // a place of a byte. If both frames are as long, the frame has no base.
    int withBase = length;
    int shortest = 1 + Math.min(BitPacking.length(count, BitPacking.width(least)), count);
    return (withBase >= shortest && chooseWidth(0, greatest, Math.min(bound, withBase + 1)))
        || withBase < bound;
  }

  /** Counts the numbers of each width up to one that none exceeds. */
  private void countWidths(long candidate, int greatestWidth) {
    byte[] counters = widths;
    Memory.zero(counters, 0, (greatestWidth + 1) * COUNTERS);
    int first = Memory.index(0);
    int i = 0;
    for (; i <= count - COUNTERS; i += COUNTERS) {
      counters[first + BitPacking.width(numbers[i] - candidate) * COUNTERS]++;
      counters[first + BitPacking.width(numbers[i + 1] - candidate) * COUNTERS + 1]++;
      counters[first + BitPacking.width(numbers[i + 2] - candidate) * COUNTERS + 2]++;
      counters[first + BitPacking.width(numbers[i + 3] - candidate) * COUNTERS + 3]++;
      counters[first + BitPacking.width(numbers[i + 4] - candidate) * COUNTERS + 4]++;
      counters[first + BitPacking.width(numbers[i + 5] - candidate) * COUNTERS + 5]++;
      counters[first + BitPacking.width(numbers[i + 6] - candidate) * COUNTERS + 6]++;
      counters[first + BitPacking.width(numbers[i + 7] - candidate) * COUNTERS + 7]++;
    }
    for (; i < count; i++) {
      counters[first + BitPacking.width(numbers[i] - candidate) * COUNTERS]++;
    }
  }

  private int numbersOfWidth(int bits) {
    long counters = Memory.getLong(widths, bits * COUNTERS);
    long pairs = (counters & HALVES) + ((counters >>> Byte.SIZE) & HALVES);
    return (int) ((pairs * SUM) >>> SUM_SHIFT);
  }

  private int exceptionsHead() {
    return hasHalves ? PackedBlock.EXCEPTIONS_HEAD : PackedBlock.EXCEPTIONS_HEAD - 1;
  }

  /**
   * Chooses the width that makes the numbers above a base shortest, if that is shorter than a
   * bound; otherwise the choice is unchanged.
   *
   * @param greatest the greatest of the numbers, less the base
   * @param bound the length that the frame must not reach
   * @return whether there is such a width
   */
  private boolean chooseWidth(long candidate, long greatest, int bound) {
    int greatestWidth = BitPacking.width(greatest);
    countWidths(candidate, greatestWidth);
    int fixed = headLength(candidate);
    int shortest = bound;
    int wider = 0;
    for (int bits = greatestWidth; bits >= 0; bits--) {
      // At this width and all below, each of the wider numbers needs a place, and a high part at
      // most a bit narrower than its bits above the width.
      int atLeast = wider == 0 ? 0 : exceptionsHead() + ((wider * (greatestWidth + 7)) >>> 3);
      if (fixed + atLeast >= shortest) {
        break;
      }
      // The frame has no code for a width of 64: numbers of 64 bits are exceptions.
      if (bits <= PackedBlock.WIDTH_MASK) {
        int highBits = wider == 0 ? 0 : BitPacking.width((greatest >>> bits) - 1);
        int patches =
            wider == 0 ? 0 : exceptionsHead() + wider + BitPacking.length(wider, highBits);
        int total = fixed + BitPacking.length(count, bits) + patches;
        if (total < shortest) {
          shortest = total;
          base = candidate;
          length = total;
          width = bits;
          exceptions = wider;
          highWidth = highBits;
        }
      }
      wider += numbersOfWidth(bits);
    }
    return shortest < bound;
  }

  /**
   * Writes the planned frame.
   *
   * @return the byte after the last
   */
  int write(byte[] to, int offset) {
    int next = writeHead(width, base, to, offset);
    long[] rests = rests();
    if (exceptions != 0) {
      Memory.putByte(to, offset, Memory.getByte(to, offset) | PackedBlock.HAS_EXCEPTIONS);
      next = writeExceptions(rests, to, next);
    }
    BitPacking.pack(rests, 0, count, width, to, next);
    next += BitPacking.length(count, width);
    if (exceptions != 0) {
      BitPacking.pack(highs, 0, exceptions, highWidth, to, next);
      next += BitPacking.length(exceptions, highWidth);
    }
    return next;
  }

  /** Returns the numbers less the base. */
  private long[] rests() {
    if (base == 0) {
      return numbers;
    }
    for (int i = 0; i < count; i++) {
      above[i] = numbers[i] - base;
    }
    return above;
  }

  /** Returns the bytes of kind and base. */
  static int headLength(long base) {
    return base == 0 ? 1 : 1 + Varint.length(base);
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
  private int writeExceptions(long[] rests, byte[] to, int offset) {
    int found = 0;
    long mostLow = BitPacking.mask(width);
    for (int i = 0; i < count; i++) {
      // Each number is noted, and overwritten unless it is an exception. A conditional jump would
      // be mispredicted, because exceptions follow no pattern.
      places[found] = i;
      // The sign bit is set if the number is wider than the width, or has 64 bits.
      found += (int) (((mostLow - rests[i]) | rests[i]) >>> (Long.SIZE - 1));
    }
    int start = offset + exceptionsHead();
    int lower = 0;
    for (int i = 0; i < exceptions; i++) {
      int place = places[i];
      highs[i] = (rests[place] >>> width) - 1;
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
