package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Reads the numbers of a sound frame of a {@link SampleBlock}, from any of them on and as far as
 * they are needed, some at a time. Not thread-safe.
 */
final class FrameReader {
  /** Numbers that are compared without jumps have so many bits: no difference of two overflows. */
  static final int NARROW_BITS = 61;

  /** Numbers that are read at a time when it is not known how many will be needed. */
  private static final int STEP = 16;

  private static final int SIGN = Long.SIZE - 1;

  /** What {@link #fold} and {@link #foldDifferences} find. */
  long least;

  long greatest;
  long sum;

  private byte[] from = new byte[0];
  private int count;
  private long base;
  private int width;
  private int lows;

  /** The places of exceptions, from the first byte to the byte before {@link #lows}. */
  private int places;

  private int highs;
  private int highWidth;

  /** The byte with the place of the next exception, and that place; no place if there is none. */
  private int exception;

  private int exceptionPlace;

  /** Whether all high parts are there, in unary, and how the frame is coded. */
  private boolean isUnary;

  private int coding;

  /** The bit of unary high parts at which the next number that will be read begins. */
  private int highBit;

  /** The numbers, of which those from an index to, not including, another have been read. */
  private final long[] numbers = new long[SampleBlock.MAX_COUNT];

  private int read;
  private int firstRead;

  /** The index of the next number. */
  private int index;

  /** Stands before the first number of a frame. */
  void open(byte[] block, int offset, int coding, int count) {
    from = block;
    this.count = count;
    isUnary = coding != SampleFrame.PACKED;
    this.coding = coding;
    int kind = Memory.getByte(block, offset);
    width = kind & PackedBlock.WIDTH_MASK;
    base = 0;
    int next = offset + 1;
    if ((kind & PackedBlock.HAS_BASE) != 0) {
      base = Varint.get(block, Memory.index(next));
      next = SampleFrame.varintEnd(block, next);
    }
    int exceptions = 0;
    highWidth = 0;
    if (!isUnary && (kind & PackedBlock.HAS_EXCEPTIONS) != 0) {
      highWidth = Memory.getByte(block, next);
      exceptions = Memory.getByte(block, next + 1);
      next += SampleFrame.EXCEPTIONS_HEAD;
    }
    places = next;
    lows = next + exceptions;
    highs = lows + BitPacking.length(count, width);
    rewind();
  }

  /** Returns the byte after the frame. */
  int end() {
    return isUnary
        ? UnaryCode.end(from, highs, count)
        : highs + BitPacking.length(lows - places, highWidth);
  }

  private void rewind() {
    index = 0;
    read = 0;
    firstRead = 0;
    highBit = 0;
    toException(places);
  }

  private void toException(int next) {
    exception = next;
    exceptionPlace = next < lows ? Memory.getByte(from, next) : Integer.MAX_VALUE;
  }

  /** Stands before a number. */
  void seek(int place) {
    if (place < firstRead) {
      rewind();
    }
    index = place;
    if (place <= read) {
      return;
    }
    if (isUnary) {
      highBit = UnaryCode.skip(from, highs, highBit, place - read);
    }
    while (exceptionPlace < place) {
      toException(exception + 1);
    }
    read = place;
    firstRead = place;
  }

  /** Reads numbers, up to an index at least, unless they have been read. */
  private void readTo(int end) {
    if (end <= read) {
      return;
    }
    if (isUnary) {
      highBit = UnaryCode.read(from, lows, width, highs, highBit, base, coding, read, end, numbers);
    } else {
      BitPacking.read(from, lows, width, base, read, end, numbers);
      while (exceptionPlace < end) {
        addException();
      }
    }
    read = end;
  }

  private void addException() {
    int bit = (exception - places) * highWidth;
    // The high part of an exception is at least 1; it is stored less 1.
    long high = BitPacking.getAt(from, highs, bit, highWidth, BitPacking.mask(highWidth)) + 1;
    numbers[exceptionPlace] += high << width;
    toException(exception + 1);
  }

  /** Returns the index of the next number. */
  int index() {
    return index;
  }

  /**
   * Adds numbers up, from the next one on, until their sum reaches a bound, or no number is left.
   *
   * @param start what the sum begins with
   * @param bound the bound, signed as the sum
   * @param end the number of numbers
   * @return the sum; the next number is the one behind those in it
   */
  long addUntil(long start, long bound, int end) {
    long[] added = numbers;
    int i = index;
    long total = start;
    while (total < bound && i < end) {
      int most = Math.min(i + STEP, end);
      readTo(most);
      while (total < bound && i < most) {
        total += added[i];
        i++;
      }
    }
    index = i;
    return total;
  }

  /**
   * Adds up numbers below 2^{@value #NARROW_BITS}, from the next one on.
   *
   * @param end the index behind the last
   */
  void fold(int end) {
    readTo(end);
    long[] folded = numbers;
    long low = 1L << NARROW_BITS;
    long high = 0;
    long total = 0;
    for (int i = index; i < end; i++) {
      long number = folded[i];
      long below = number - low;
      long above = number - high;
      low += below & below >> SIGN;
      high += above & ~(above >> SIGN);
      total += number;
    }
    index = end;
    least = low;
    greatest = high;
    sum = total;
  }

  /**
   * Adds up values below 2^{@value #NARROW_BITS}, from a value on, of which the numbers are the
   * differences, zigzag encoded. The next number is that from the last value to the one behind.
   *
   * @param first the first value
   * @param end the index behind the last difference
   * @return the last value
   */
  long foldDifferences(long first, int end) {
    readTo(end);
    long[] folded = numbers;
    long value = first;
    long low = first;
    long high = first;
    long total = first;
    for (int i = index; i < end; i++) {
      value += Varint.unzigzag(folded[i]);
      long below = value - low;
      long above = value - high;
      low += below & below >> SIGN;
      high += above & ~(above >> SIGN);
      total += value;
    }
    index = end;
    least = low;
    greatest = high;
    sum = total;
    return value;
  }

  /**
   * Adds up differences, zigzag encoded, from the next one on.
   *
   * @param start what the sum begins with
   * @param end the index behind the last
   * @return the sum
   */
  long addDifferences(long start, int end) {
    readTo(end);
    long[] added = numbers;
    long total = start;
    for (int i = index; i < end; i++) {
      total += Varint.unzigzag(added[i]);
    }
    index = end;
    return total;
  }

  /** Returns the next number. */
  long next() {
    readTo(index + 1);
    return numbers[index++];
  }
}
