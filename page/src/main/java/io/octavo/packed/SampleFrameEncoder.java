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
   * Numbers are centered if the greatest is at most so many times as far from the mean as the
   * least. The two distances are equal in normal distributions, and the greater one is some five
   * times the other in exponential ones.
   */
  private static final int MOST_SKEW = 2;

  /** A least number of this part of the mean is not worth a base. */
  private static final int LITTLE = 16;

  private final FrameEncoder packed = new FrameEncoder(SampleBlock.MAX_COUNT);
  private final long[] numbers = new long[SampleBlock.MAX_COUNT];

  /** What the numbers become, of the coding that is tried and of the best one. */
  private long[] tried = new long[SampleBlock.MAX_COUNT];

  private long[] best = new long[SampleBlock.MAX_COUNT];

  // The choice of {@link #plan}.
  private int count;
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

  /** Returns how the planned frame is coded, as two bits of the form of a block. */
  int coding() {
    return coding;
  }

  /**
   * Chooses how to encode numbers.
   *
   * @param count how many, from 0
   */
  void plan(int count) {
    this.count = count;
    // With the sign flipped, signed minimum and maximum are unsigned ones.
    long low = count == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, numbers[i] ^ Long.MIN_VALUE);
      high = Math.max(high, numbers[i] ^ Long.MIN_VALUE);
      sum += numbers[i];
    }
    low ^= Long.MIN_VALUE;
    high ^= Long.MIN_VALUE;
    System.arraycopy(numbers, 0, packed.numbers(), 0, count);
    packed.plan(count, low, high);
    length = packed.length();
    coding = SampleFrame.PACKED;
    if (low == high || (high - low) >>> SHORT_BITS != 0) {
      return;
    }
    long aboveLow = (sum - count * low) / count;
    if (high - low - aboveLow <= MOST_SKEW * aboveLow) {
      planAround(low + aboveLow);
    } else if (high >>> SHORT_BITS == 0 && low <= aboveLow / LITTLE) {
      planAbove(0, sum);
    } else {
      planAbove(low, sum - count * low);
    }
  }

  private void planAbove(long candidate, long sum) {
    for (int i = 0; i < count; i++) {
      tried[i] = numbers[i] - candidate;
    }
    choose(SampleFrame.UNARY, candidate, sum);
  }

  private void planAround(long candidate) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long code = Varint.zigzag(numbers[i] - candidate);
      tried[i] = code;
      sum += code;
    }
    choose(SampleFrame.CENTERED, candidate, sum);
  }

  /** Takes what was tried, with the best width, if it is shorter than what was chosen before. */
  private void choose(int candidateCoding, long candidate, long sum) {
    int fixed = 1 + (candidate == 0 ? 0 : Varint.length(candidate));
    // One bit more of width saves half of the high parts, and costs a bit of each number; so the
    // best width is near that of the mean, and widths on both sides of the best are worse.
    int bits = Math.max(BitPacking.width(sum / count) - 1, 0);
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
    if (fixed + size < length) {
      length = fixed + (int) size;
      coding = candidateCoding;
      base = candidate;
      width = bits;
      long[] free = best;
      best = tried;
      tried = free;
    }
  }

  /** Returns the bytes of low parts of a width and of high parts. */
  private long bytes(int bits) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += tried[i] >>> bits;
    }
    return BitPacking.length(count, bits) + ((sum + count + 7) >>> 3);
  }

  /**
   * Writes the planned frame.
   *
   * @param to the block of memory
   * @param offset the first byte
   * @return the byte after the last
   */
  int write(byte[] to, int offset) {
    if (coding == SampleFrame.PACKED) {
      return packed.write(to, offset);
    }
    int next = FrameEncoder.writeHead(width, base, to, offset);
    BitPacking.pack(best, 0, count, width, to, next);
    return UnaryCode.write(best, count, width, to, next + BitPacking.length(count, width));
  }
}
