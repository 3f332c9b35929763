package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Reads the numbers of a sound frame of a {@link SampleBlock}, from any index on, in batches as
 * needed. Not thread-safe.
 */
final class FrameReader {
  /** The bits of numbers that are compared without jumps: no difference of two overflows. */
  static final int NARROW_BITS = 61;

  /** The numbers that a search adds up at a time. */
  private static final int GROUP = 8;

  private static final int SIGN = Long.SIZE - 1;
  private static final byte[] NONE = {};

  /** Results of {@link #fold} and {@link #foldDifferences}. */
  long least;

  long greatest;
  long sum;

  private byte[] from = NONE;
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

  /** Moves before the first number of a frame. */
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

  /** Releases the block. */
  void close() {
    from = NONE;
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

  /** Moves before a number. */
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
    numbers[exceptionPlace] += highOfException() << width;
    toException(exception + 1);
  }

  /** Returns the high part of the next exception: 1 at least, and stored less 1. */
  private long highOfException() {
    int bit = (exception - places) * highWidth;
    return BitPacking.getAt(from, highs, bit, highWidth, BitPacking.mask(highWidth)) + 1;
  }

  /** Returns the index of the next number. */
  int index() {
    return index;
  }

  /**
   * Adds up numbers, from the next one on, until their sum reaches a bound or the numbers end. No
   * other method reads such a frame.
   *
   * @param start the start of the sum
   * @param bound the bound, signed as the sum
   * @return the sum; the next number is the one after those in it
   */
  long addUntil(long start, long bound, int end) {
    boolean hasGroups = width <= BitPacking.MAX_FOUR_WIDTH;
    boolean isCentered = coding == SampleFrame.CENTERED;
    long total = start;
    while (total < bound && read < end) {
      if (hasGroups) {
        total = isCentered ? addCentered(total, bound, end) : addGroups(total, bound, end);
      }
      total = addSingles(total, bound, Math.min(read + GROUP, end));
    }
    firstRead = read;
    index = read;
    return total;
  }

  /**
   * Adds up groups of numbers, as long as the sum stays below a bound. The sum of the high parts of
   * a group is the number of its zeros, which follows from the place of its last one.
   */
  private long addGroups(long start, long bound, int end) {
    int w = width;
    int twice = 2 * w;
    long pair = BitPacking.mask(twice);
    long apart = BitPacking.mask(w) | (BitPacking.mask(w) << twice);
    long ofBases = GROUP * base;
    boolean hasHighs = isUnary;
    int most = Math.min(end, exceptionPlace) - GROUP;
    long total = start;
    int bit = highBit;
    int i = read;
    while (i <= most) {
      long four = UnaryCode.word(from, lows, i * w);
      long more = UnaryCode.word(from, lows, (i + 4) * w);
      // Four numbers become two sums of two, and these one sum; no sum reaches into the next.
      four = (four & apart) + ((four >>> w) & apart);
      more = (more & apart) + ((more >>> w) & apart);
      long next =
          total + ofBases + (four & pair) + (four >>> twice) + (more & pair) + (more >>> twice);
      int bits = 0;
      if (hasHighs) {
        long ones = UnaryCode.word(from, highs, bit);
        ones &= ones - 1;
        ones &= ones - 1;
        ones &= ones - 1;
        ones &= ones - 1;
        ones &= ones - 1;
        ones &= ones - 1;
        ones &= ones - 1;
        bits = Long.numberOfTrailingZeros(ones) + 1;
        if (bits > Long.SIZE) {
          break;
        }
        next += (long) (bits - GROUP) << w;
      }
      if (next >= bound) {
        break;
      }
      total = next;
      bit += bits;
      i += GROUP;
    }
    highBit = bit;
    read = i;
    return total;
  }

  /**
   * Adds up numbers of a centered frame by fours, as long as the sum stays below a bound. Each has
   * a sign, and so the high part of each is needed.
   */
  private long addCentered(long start, long bound, int end) {
    int w = width;
    long mask = BitPacking.mask(w);
    long total = start;
    int bit = highBit;
    int i = read;
    while (i <= end - 4) {
      long one = UnaryCode.word(from, highs, bit);
      long two = one & (one - 1);
      long three = two & (two - 1);
      long four = three & (three - 1);
      if (four == 0) {
        break;
      }
      int a = Long.numberOfTrailingZeros(one);
      int b = Long.numberOfTrailingZeros(two);
      int c = Long.numberOfTrailingZeros(three);
      int d = Long.numberOfTrailingZeros(four);
      long low = UnaryCode.word(from, lows, i * w);
      long next = total + 4 * base + Varint.unzigzag(((long) a << w) + (low & mask));
      low >>>= w;
      next += Varint.unzigzag(((long) (b - a - 1) << w) + (low & mask));
      low >>>= w;
      next += Varint.unzigzag(((long) (c - b - 1) << w) + (low & mask));
      low >>>= w;
      next += Varint.unzigzag(((long) (d - c - 1) << w) + (low & mask));
      if (next >= bound) {
        break;
      }
      total = next;
      bit += d + 1;
      i += 4;
    }
    highBit = bit;
    read = i;
    return total;
  }

  /** Adds up numbers, each by itself, until the sum reaches a bound. */
  private long addSingles(long start, long bound, int end) {
    long mask = BitPacking.mask(width);
    long total = start;
    int i = read;
    while (total < bound && i < end) {
      long number = BitPacking.getAt(from, lows, i * width, width, mask);
      if (isUnary) {
        int one = UnaryCode.next(from, highs, highBit);
        number += (long) (one - highBit) << width;
        highBit = one + 1;
      } else if (i == exceptionPlace) {
        number += highOfException() << width;
        toException(exception + 1);
      }
      total += base + (coding == SampleFrame.CENTERED ? Varint.unzigzag(number) : number);
      i++;
    }
    read = i;
    return total;
  }

  /**
   * Adds up numbers below 2^{@value #NARROW_BITS}, from the next one on.
   *
   * @param end the index after the last
   */
  void fold(int end) {
    readTo(end);
    long[] folded = numbers;
    long low = 1L << NARROW_BITS;
    long high = 0;
    long total = 0;
    int i = index;
    // A dependency on the least of four, not of each previous number.
    for (; i <= end - 4; i += 4) {
      long a = folded[i];
      long b = folded[i + 1];
      long c = folded[i + 2];
      long d = folded[i + 3];
      low = min(low, min(min(a, b), min(c, d)));
      high = max(high, max(max(a, b), max(c, d)));
      total += a + b + (c + d);
    }
    for (; i < end; i++) {
      long number = folded[i];
      low = min(low, number);
      high = max(high, number);
      total += number;
    }
    index = end;
    least = low;
    greatest = high;
    sum = total;
  }

  /**
   * Adds up values below 2^{@value #NARROW_BITS}, from a value on, of which the numbers are the
   * differences, zigzag encoded. The next number is the difference after the last value.
   *
   * @param end the index after the last difference
   */
  long foldDifferences(long first, int end) {
    readTo(end);
    long[] folded = numbers;
    long value = first;
    long low = first;
    long high = first;
    long total = first;
    int i = index;
    for (; i <= end - 4; i += 4) {
      long a = value + Varint.unzigzag(folded[i]);
      long b = a + Varint.unzigzag(folded[i + 1]);
      long c = b + Varint.unzigzag(folded[i + 2]);
      value = c + Varint.unzigzag(folded[i + 3]);
      low = min(low, min(min(a, b), min(c, value)));
      high = max(high, max(max(a, b), max(c, value)));
      total += a + b + (c + value);
    }
    for (; i < end; i++) {
      value += Varint.unzigzag(folded[i]);
      low = min(low, value);
      high = max(high, value);
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
   * @param start the start of the sum
   * @param end the index after the last
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

  /** Returns the lesser of two numbers without a jump. */
  private static long min(long a, long b) {
    long difference = a - b;
    return b + (difference & (difference >> SIGN));
  }

  /** Returns the greater of two numbers without a jump. */
  private static long max(long a, long b) {
    long difference = a - b;
    return a - (difference & (difference >> SIGN));
  }

  /** Returns the next number. */
  long next() {
    readTo(index + 1);
    return numbers[index++];
  }
}
