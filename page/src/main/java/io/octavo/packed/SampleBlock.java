package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Up to {@value #MAX_COUNT} samples of a series: times that do not descend, and a value of each.
 * FORMAT.md, section "Sample blocks".
 *
 * <p>A block has two halves behind its form. The first has the gaps between the times. The second
 * has the values as what they are above the least of them, or as the differences between
 * neighbours, whichever is shorter. The first time and the least value are known from elsewhere.
 * Arithmetic is modulo 2^64, so times and values are any longs.
 *
 * <p>Offsets are those of {@link Memory}. {@link SampleEncoder} writes blocks. {@link #times} and
 * {@link #values} trust the block: {@link #length} verifies it.
 */
public final class SampleBlock {
  /** The most samples of a block. */
  public static final int MAX_COUNT = 128;

  /** Greatest width that a frame has without exceptions. */
  private static final int MOST_WIDTH = 63;

  /** The most bytes of a frame: all of its numbers are exceptions. */
  private static final int MAX_FRAME =
      1 + SampleFrame.EXCEPTIONS_HEAD + MAX_COUNT + MAX_COUNT * MOST_WIDTH / Byte.SIZE;

  /** The most bytes of a block. */
  public static final int MAX_LENGTH = 2 * MAX_FRAME + 1;

  /** The result of {@link #length} for a damaged block. */
  public static final int DAMAGED = -1;

  /** The bits of the kind of a frame with the width of its low parts. */
  public static final int WIDTH_MASK = PackedBlock.WIDTH_MASK;

  /** The number of parts of a block, see {@link #ends}. */
  public static final int PARTS = 12;

  /** The bit of the form of a block with a first value and differences. */
  static final int DIFFERENCES = 1;

  /** The first bit of the codings of the frames in the form; each coding has two bits. */
  static final int GAPS = 1;

  static final int VALUES = 3;

  private static final int CODING_MASK = 3;
  private static final int FORM_BITS = 5;

  private SampleBlock() {}

  /** Returns the coding of the gaps from the form of a block. */
  static int gapsCoding(int form) {
    return (form >>> GAPS) & CODING_MASK;
  }

  /** Returns the coding of the values from the form of a block. */
  static int valuesCoding(int form) {
    return (form >>> VALUES) & CODING_MASK;
  }

  /**
   * Reads the times.
   *
   * @param count the number of samples, 1 to {@value #MAX_COUNT}
   * @param into receives the times, from index 0
   */
  public static void times(byte[] from, int offset, int count, long first, long[] into) {
    into[0] = first;
    int coding = gapsCoding(Memory.getByte(from, offset));
    SampleFrame.sums(from, offset + 1, coding, count - 1, first, into, 1);
  }

  /**
   * Reads the values.
   *
   * @param count the number of samples, 1 to {@value #MAX_COUNT}
   * @param into receives the values, from index 0
   */
  public static void values(byte[] from, int offset, int count, long least, long[] into) {
    int form = Memory.getByte(from, offset);
    int half = SampleFrame.end(from, offset + 1, gapsCoding(form), count - 1);
    int coding = valuesCoding(form);
    if ((form & DIFFERENCES) == 0) {
      SampleFrame.sums(from, half, coding, count, 0, into, 0);
      long previous = 0;
      for (int i = 0; i < count; i++) {
        long sum = into[i];
        into[i] = sum - previous + least;
        previous = sum;
      }
      return;
    }
    long value = least + Varint.get(from, Memory.index(half));
    into[0] = value;
    SampleFrame.sums(from, SampleFrame.varintEnd(from, half), coding, count - 1, 0, into, 1);
    long previous = 0;
    for (int i = 1; i < count; i++) {
      long sum = into[i];
      into[i] = value += Varint.unzigzag(sum - previous);
      previous = sum;
    }
  }

  /**
   * Verifies a block and returns its length: unused bits are 0, varints are not longer than they
   * must be, and exceptions ascend.
   *
   * @param count the number of samples, 1 to {@value #MAX_COUNT}
   * @return the number of bytes, or {@link #DAMAGED}
   */
  public static int length(byte[] from, int offset, int limit, int count) {
    int form = offset < limit ? Memory.getByte(from, offset) : DAMAGED;
    if (form < 0 || form >>> FORM_BITS != 0) {
      return DAMAGED;
    }
    int next = SampleFrame.verify(from, offset + 1, limit, gapsCoding(form), count - 1);
    int numbers = count;
    if (next != DAMAGED && (form & DIFFERENCES) != 0) {
      next = SampleFrame.verifyVarint(from, next, limit);
      numbers = count - 1;
    }
    if (next == DAMAGED) {
      return DAMAGED;
    }
    int end = SampleFrame.verify(from, next, limit, valuesCoding(form), numbers);
    return end == DAMAGED ? DAMAGED : end - offset;
  }

  /**
   * Returns the parts of a block: the form, five of the first frame (kind, base, exceptions, low
   * parts and high parts), the first value, and five of the second frame.
   *
   * @param count the number of samples, 1 to {@value #MAX_COUNT}
   * @return the byte after each part; missing parts have no bytes
   */
  public static int[] ends(byte[] from, int offset, int count) {
    int[] ends = new int[PARTS];
    int form = Memory.getByte(from, offset);
    boolean isPlain = isPlain(from, offset);
    ends[0] = offset + 1;
    int half = SampleFrame.ends(from, ends[0], gapsCoding(form), count - 1, ends, 1);
    ends[6] = isPlain ? half : SampleFrame.varintEnd(from, half);
    int numbers = isPlain ? count : count - 1;
    SampleFrame.ends(from, ends[6], valuesCoding(form), numbers, ends, 7);
    return ends;
  }

  /** Returns whether a block has values, and not differences of values. */
  public static boolean isPlain(byte[] from, int offset) {
    return (Memory.getByte(from, offset) & DIFFERENCES) == 0;
  }

  /**
   * Returns the coding of a frame.
   *
   * @param isOfValues whether the second frame is meant, and not the first
   * @return {@code packed}, {@code unary} or {@code centered}
   */
  public static String coding(byte[] from, int offset, boolean isOfValues) {
    int form = Memory.getByte(from, offset);
    return switch (isOfValues ? valuesCoding(form) : gapsCoding(form)) {
      case SampleFrame.PACKED -> "packed";
      case SampleFrame.UNARY -> "unary";
      default -> "centered";
    };
  }
}
