package io.octavo.packed;

/**
 * Writes a frame of {@link SampleBlock}: as {@link FrameEncoder} does, or with high parts in unary.
 * FORMAT.md, section "Sample blocks".
 *
 * <p>A frame gets the shorter of two codings: the one of {@link FrameEncoder}, or high parts in
 * unary. In unary, numbers that lie to both sides of their mean alike are centered around the mean;
 * others count from the least of them, or from 0 if the least is small.
 *
 * <p>An encoder keeps the arrays that it works with, so that encoding allocates nothing. Not
 * thread-safe.
 */
final class SampleFrameEncoder {
  /** Numbers that differ by less have a sum below 2^64, also when they are doubled. */
  private static final int SHORT_BITS = Long.SIZE - 9;

  /**
   * Numbers are centered if the greatest is at most this many times as far from the mean as the
   * least. The two distances are equal in normal distributions, and the greater one is some five
   * times the other in exponential ones.
   */
  private static final int MOST_SKEW = 2;

  /** The fraction of the mean below which a least number is no base. */
  private static final int LITTLE = 16;

  /** A bit of three, at a distance of 15 from each other. */
  private static final long SPREAD = 1 | (1L << 15) | (1L << 30);

  /** The lowest bits of three counters. */
  private static final long LOWEST = 1 | (1L << 16) | (1L << 32);

  private final long[] numbers = new long[SampleBlock.MAX_COUNT];
  private final FrameEncoder packed = new FrameEncoder(numbers);

  /** The numbers as coded in unary. */
  private final long[] tried = new long[SampleBlock.MAX_COUNT];

  /** The sums of high parts for some widths, and the first of these. */
  private final long[] nearHighs = new long[4];

  private int near;

  // Results of {@link #measure}.
  private int count;
  private long least;
  private long greatest;
  private long sum;

  // The choice of {@link #plan}.
  private int coding;
  private long base;
  private int width;
  private int length;

  /** Returns the array that the numbers are put into, before they are planned. */
  long[] numbers() {
    return numbers;
  }

  /** Returns the length of the planned frame. */
  int length() {
    return length;
  }

  /** Returns the coding of the planned frame, as two bits of the form of a block. */
  int coding() {
    return coding;
  }

  /**
   * Sets the known results of {@link #measure}.
   *
   * @param count the number, from 0
   * @param least the least of them, unsigned; 0 if there are none
   * @param greatest the greatest of them, unsigned; 0 if there are none
   * @param sum their sum, modulo 2^64
   */
  void measured(int count, long least, long greatest, long sum) {
    this.count = count;
    this.least = least;
    this.greatest = greatest;
    this.sum = sum;
  }

  /**
   * Measures the numbers before they are planned.
   *
   * @param count the number, from 0
   */
  void measure(int count) {
    // With the sign flipped, signed minimum and maximum are unsigned ones.
    long low = count == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long total = 0;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, numbers[i] ^ Long.MIN_VALUE);
      high = Math.max(high, numbers[i] ^ Long.MIN_VALUE);
      total += numbers[i];
    }
    measured(count, low ^ Long.MIN_VALUE, high ^ Long.MIN_VALUE, total);
  }

  /** Returns the sum of the numbers, modulo 2^64. */
  long sum() {
    return sum;
  }

  /**
   * Chooses how to encode numbers that were measured, in a frame that is shorter than a bound.
   *
   * @param bound the length that the frame must not reach, from 0 to {@link FrameEncoder#NO_BOUND}
   * @return whether there is such a frame to write
   */
  boolean plan(int bound) {
    length = bound;
    if (least != greatest && (greatest - least) >>> SHORT_BITS == 0) {
      planUnary();
    }
    // Of two frames of one length, the packed one is chosen.
    boolean isUnary = length < bound;
    if (packed.plan(count, least, greatest, isUnary ? length + 1 : bound)) {
      length = packed.length();
      coding = SampleFrame.PACKED;
      return true;
    }
    return isUnary;
  }

  private void planUnary() {
    long aboveLeast = (sum - count * least) / count;
    if (greatest - least - aboveLeast <= MOST_SKEW * aboveLeast) {
      planAround(least + aboveLeast);
    } else if (greatest >>> SHORT_BITS == 0 && least <= aboveLeast / LITTLE) {
      planAbove(0, sum);
    } else {
      planAbove(least, sum - count * least);
    }
  }

  private void planAbove(long candidate, long rest) {
    if (FrameEncoder.headLength(candidate) + leastBytes(rest) >= length) {
      return;
    }
    for (int i = 0; i < count; i++) {
      tried[i] = numbers[i] - candidate;
    }
    choose(SampleFrame.UNARY, candidate, rest);
  }

  private void planAround(long candidate) {
    long rest = 0;
    for (int i = 0; i < count; i++) {
      long code = Varint.zigzag(numbers[i] - candidate);
      tried[i] = code;
      rest += code;
    }
    if (FrameEncoder.headLength(candidate) + leastBytes(rest) < length) {
      choose(SampleFrame.CENTERED, candidate, rest);
    }
  }

  /**
   * Returns the least length of low and high parts in bytes, for any width w: of n numbers with a
   * sum s, the high parts are more than s / 2^w - n, and a one ends each.
   */
  private long leastBytes(long rest) {
    // The bound n w + (s + n) / 2^w - n + n is least for the greatest 2^w up to (s + n) / n.
    int bits = BitPacking.width((rest + count) / count) - 1;
    return ((long) count * bits + ((rest + count) >>> bits) + 7) >>> 3;
  }

  /** Chooses the tried coding, with its best width, if it is shorter than the previous choice. */
  private void choose(int candidateCoding, long candidate, long rest) {
    // One bit more of width saves half of the high parts, and costs a bit of each number; so the
    // best width is near that of the mean, and widths on both sides of the best are worse.
    int mean = Math.max(BitPacking.width(rest / count) - 1, 0);
    sumNear(Math.max(mean - 1, 0));
    int bits = mean;
    long size = bytes(bits);
    long other = bytes(bits + 1);
    int step = other < size ? 1 : -1;
    if (step > 0) {
      bits++;
      size = other;
    }
    while (bits + step >= 0 && bits + step <= PackedBlock.WIDTH_MASK) {
      other = bytes(bits + step);
      if (other > size || (other == size && step > 0)) {
        break;
      }
      bits += step;
      size = other;
    }
    int fixed = FrameEncoder.headLength(candidate);
    if (fixed + size < length) {
      length = fixed + (int) size;
      coding = candidateCoding;
      base = candidate;
      width = bits;
    }
  }

  /**
   * Adds up the high parts of the tried coding, for a width and the next three. Each additional bit
   * halves them, without the lowest bits; these are counted separately.
   */
  private void sumNear(int bits) {
    long highs = 0;
    long lowest = 0;
    for (int i = 0; i < count; i++) {
      long high = tried[i] >>> bits;
      highs += high;
      lowest += ((high & 7) * SPREAD) & LOWEST;
    }
    near = bits;
    nearHighs[0] = highs;
    for (int i = 1; i < nearHighs.length; i++) {
      highs = (highs - (lowest & 0xFFFF)) >>> 1;
      lowest >>>= 16;
      nearHighs[i] = highs;
    }
  }

  /** Returns the bytes of low parts of a width and of high parts. */
  private long bytes(int bits) {
    long highs = 0;
    if (bits >= near && bits < near + nearHighs.length) {
      highs = nearHighs[bits - near];
    } else {
      for (int i = 0; i < count; i++) {
        highs += tried[i] >>> bits;
      }
    }
    return BitPacking.length(count, bits) + ((highs + count + 7) >>> 3);
  }

  /**
   * Writes the planned frame.
   *
   * @return the byte after the last
   */
  int write(byte[] to, int offset) {
    if (coding == SampleFrame.PACKED) {
      return packed.write(to, offset);
    }
    int next = FrameEncoder.writeHead(width, base, to, offset);
    BitPacking.pack(tried, 0, count, width, to, next);
    return UnaryCode.write(tried, count, width, to, next + BitPacking.length(count, width));
  }
}
