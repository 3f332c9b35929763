package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Reads the numbers of a sound frame of a {@link SampleBlock}, from any of them on and as far as
 * they are needed, some at a time. Not thread-safe.
 */
final class FrameReader {
  /** Numbers that are compared without jumps have so many bits: no difference of two overflows. */
  static final int NARROW_BITS = 61;

  /** Numbers that are read at a time. */
  private static final int CHUNK = 32;

  /** Numbers that a search adds up at a time without telling them apart. */
  private static final int GROUP = 8;

  private static final int SIGN = Long.SIZE - 1;
  private static final byte[] NONE = {};

  /** What {@link #fold} and {@link #foldDifferences} find. */
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

  /** The index of the next number. */
  private int index;

  /** The numbers of the last {@link #read}. */
  private final long[] numbers = new long[CHUNK];

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

  /** Lets go of the block. */
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
    highBit = 0;
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
    if (isUnary) {
      highBit = UnaryCode.skip(from, highs, highBit, place - index);
    }
    while (exceptionPlace < place) {
      toException(exception + 1);
    }
    index = place;
  }

  /** Reads numbers into the array, up to an index at most; returns how many. */
  private int read(int end) {
    int first = index;
    int last = Math.min(first + CHUNK, end);
    if (isUnary) {
      highBit =
          UnaryCode.read(from, lows, width, highs, highBit, base, coding, first, last, numbers, 0);
    } else {
      BitPacking.read(from, lows, width, base, first, last, numbers);
      while (exceptionPlace < last) {
        numbers[exceptionPlace - first] += highOfException() << width;
        toException(exception + 1);
      }
    }
    index = last;
    return last - first;
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
   * Adds numbers up, from the next one on, until their sum reaches a bound, or no number is left.
   *
   * @param start what the sum begins with
   * @param bound the bound, signed as the sum
   * @param end the number of numbers
   * @return the sum; the next number is the one behind those in it
   */
  long addUntil(long start, long bound, int end) {
    boolean hasGroups = width <= BitPacking.MAX_FOUR_WIDTH && coding != SampleFrame.CENTERED;
    long total = start;
    while (total < bound && index < end) {
      if (hasGroups) {
        total = addGroups(total, bound, end);
      }
      int most = Math.min(index + GROUP, end);
      total = isUnary ? addUnary(total, bound, most) : addPacked(total, bound, most);
    }
    return total;
  }

  /**
   * Adds up groups of numbers, as long as the sum stays below a bound. The high parts of a group
   * add up to the number of its zeros, which the place of its last one tells.
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
    int i = index;
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
    index = i;
    return total;
  }

  /** Adds up numbers of a unary frame, each by itself. */
  private long addUnary(long start, long bound, int end) {
    long mask = BitPacking.mask(width);
    long total = start;
    int bit = highBit;
    int i = index;
    while (total < bound && i < end) {
      int one = UnaryCode.next(from, highs, bit);
      long code =
          ((long) (one - bit) << width) + BitPacking.getAt(from, lows, i * width, width, mask);
      total += base + (coding == SampleFrame.CENTERED ? Varint.unzigzag(code) : code);
      bit = one + 1;
      i++;
    }
    highBit = bit;
    index = i;
    return total;
  }

  /** Adds up numbers of a packed frame, each by itself. */
  private long addPacked(long start, long bound, int end) {
    long mask = BitPacking.mask(width);
    long total = start;
    int i = index;
    while (total < bound && i < end) {
      total += base + BitPacking.getAt(from, lows, i * width, width, mask);
      if (i == exceptionPlace) {
        total += highOfException() << width;
        toException(exception + 1);
      }
      i++;
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
    long[] folded = numbers;
    long low = 1L << NARROW_BITS;
    long high = 0;
    long total = 0;
    while (index < end) {
      int count = read(end);
      int i = 0;
      // A number waits for the least one of the four before, not for that of each before.
      for (; i <= count - 4; i += 4) {
        long a = folded[i];
        long b = folded[i + 1];
        long c = folded[i + 2];
        long d = folded[i + 3];
        low = min(low, min(min(a, b), min(c, d)));
        high = max(high, max(max(a, b), max(c, d)));
        total += a + b + (c + d);
      }
      for (; i < count; i++) {
        low = min(low, folded[i]);
        high = max(high, folded[i]);
        total += folded[i];
      }
    }
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
    long[] folded = numbers;
    long value = first;
    long low = first;
    long high = first;
    long total = first;
    while (index < end) {
      int count = read(end);
      int i = 0;
      for (; i <= count - 4; i += 4) {
        long a = value + Varint.unzigzag(folded[i]);
        long b = a + Varint.unzigzag(folded[i + 1]);
        long c = b + Varint.unzigzag(folded[i + 2]);
        value = c + Varint.unzigzag(folded[i + 3]);
        low = min(low, min(min(a, b), min(c, value)));
        high = max(high, max(max(a, b), max(c, value)));
        total += a + b + (c + value);
      }
      for (; i < count; i++) {
        value += Varint.unzigzag(folded[i]);
        low = min(low, value);
        high = max(high, value);
        total += value;
      }
    }
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
    long[] added = numbers;
    long total = start;
    while (index < end) {
      int count = read(end);
      for (int i = 0; i < count; i++) {
        total += Varint.unzigzag(added[i]);
      }
    }
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
    read(index + 1);
    return numbers[0];
  }
}
