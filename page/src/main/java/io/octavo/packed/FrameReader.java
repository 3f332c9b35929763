package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Reads the numbers of a sound frame of a {@link SampleBlock} one after the other, from any of them
 * on. Not thread-safe.
 */
final class FrameReader {
  /** Numbers that are compared without jumps have so many bits: no difference of two overflows. */
  static final int NARROW_BITS = 61;

  private static final int SIGN = Long.SIZE - 1;

  /** What {@link #fold} and {@link #foldDifferences} find. */
  long least;

  long greatest;
  long sum;

  private byte[] from = new byte[0];
  private long base;
  private int width;
  private long mask;
  private int lows;

  /** The places of exceptions, from the first byte to the byte before {@link #lows}. */
  private int places;

  private int highs;
  private int highWidth;

  /** The byte with the place of the next exception, and that place; no place if there is none. */
  private int exception;

  private int exceptionPlace;

  /** The index of the next number. */
  private int index;

  /** Stands before the first number of a frame; returns the byte after the frame. */
  int open(byte[] block, int offset, int count) {
    from = block;
    int kind = Memory.getByte(block, offset);
    width = kind & PackedBlock.WIDTH_MASK;
    mask = BitPacking.mask(width);
    base = 0;
    int next = offset + 1;
    if ((kind & PackedBlock.HAS_BASE) != 0) {
      base = Varint.get(block, Memory.index(next));
      next = SampleFrame.varintEnd(block, next);
    }
    int exceptions = 0;
    if ((kind & PackedBlock.HAS_EXCEPTIONS) != 0) {
      highWidth = Memory.getByte(block, next);
      exceptions = Memory.getByte(block, next + 1);
      next += SampleFrame.EXCEPTIONS_HEAD;
    }
    places = next;
    lows = next + exceptions;
    highs = lows + BitPacking.length(count, width);
    rewind();
    return exceptions == 0 ? highs : highs + BitPacking.length(exceptions, highWidth);
  }

  private void rewind() {
    index = 0;
    toException(places);
  }

  private void toException(int next) {
    exception = next;
    exceptionPlace = next < lows ? Memory.getByte(from, next) : Integer.MAX_VALUE;
  }

  /** Stands before a number. */
  void seek(int place) {
    if (place < index) {
      rewind();
    }
    index = place;
    while (exceptionPlace < place) {
      toException(exception + 1);
    }
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
    byte[] block = from;
    int step = width;
    int bit = index * step;
    int place = exceptionPlace;
    int i = index;
    long sum = start;
    while (sum < bound && i < end) {
      sum += base + BitPacking.getAt(block, lows, bit, step, mask);
      if (i == place) {
        sum += nextHigh();
        place = exceptionPlace;
      }
      bit += step;
      i++;
    }
    index = i;
    return sum;
  }

  /**
   * Adds up numbers below 2^{@value #NARROW_BITS}, from the next one on.
   *
   * @param end the index behind the last
   */
  void fold(int end) {
    startFold();
    byte[] block = from;
    int step = width;
    int bit = index * step;
    int place = exceptionPlace;
    long low = least;
    long high = greatest;
    long total = 0;
    for (int i = index; i < end; i++) {
      long number = base + BitPacking.getAt(block, lows, bit, step, mask);
      if (i == place) {
        number += nextHigh();
        place = exceptionPlace;
      }
      long below = number - low;
      long above = number - high;
      low += below & below >> SIGN;
      high += above & ~(above >> SIGN);
      total += number;
      bit += step;
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
    startFold();
    byte[] block = from;
    int step = width;
    int bit = index * step;
    int place = exceptionPlace;
    long value = first;
    long low = first;
    long high = first;
    long total = first;
    for (int i = index; i < end; i++) {
      long number = base + BitPacking.getAt(block, lows, bit, step, mask);
      if (i == place) {
        number += nextHigh();
        place = exceptionPlace;
      }
      value += Varint.unzigzag(number);
      long below = value - low;
      long above = value - high;
      low += below & below >> SIGN;
      high += above & ~(above >> SIGN);
      total += value;
      bit += step;
    }
    index = end;
    least = low;
    greatest = high;
    sum = total;
    return value;
  }

  private void startFold() {
    least = 1L << NARROW_BITS;
    greatest = 0;
    sum = 0;
  }

  /** Returns the next number. */
  long next() {
    long number = base + BitPacking.getAt(from, lows, index * width, width, mask);
    if (index == exceptionPlace) {
      number += nextHigh();
    }
    index++;
    return number;
  }

  private long nextHigh() {
    int bit = (exception - places) * highWidth;
    // The high part of an exception is at least 1; it is stored less 1.
    long high = BitPacking.getAt(from, highs, bit, highWidth, BitPacking.mask(highWidth)) + 1;
    toException(exception + 1);
    return high << width;
  }
}
