package io.octavo.packed;

/**
 * Numbers in one to nine bytes that order as they do, as unsigned bytes. FORMAT.md, section
 * "Posting lists".
 *
 * <p>The first byte tells sign and length: a bit 1 for 0 and more, as many bits 1 as bytes follow,
 * a bit 0, and the upper bits of the number. The bytes of a negative number n are those of -n - 1
 * with all bits turned. So no number begins as another one does, and several can follow each other.
 *
 * <p>Positions are indexes of the array itself: keys stand in plain arrays.
 */
public final class OrderedLong {
  /** The most bytes of one number. */
  public static final int MAX_LENGTH = 1 + Long.BYTES;

  /** Bits of the number in the first byte if no byte follows. */
  private static final int FIRST_BITS = 6;

  /** Bits that each further byte adds: its eight bits, less one that the first byte loses. */
  private static final int NEXT_BITS = 7;

  /** The form with eight further bytes. The first byte has no bits of the number. */
  private static final int LONGEST = 7;

  private OrderedLong() {}

  /**
   * Returns the form of a number that is not negative: the number of further bytes, or {@link
   * #LONGEST}.
   */
  private static int form(long magnitude) {
    int bits = BitPacking.width(magnitude);
    return Math.min(LONGEST, Math.max(0, bits - FIRST_BITS + NEXT_BITS - 1) / NEXT_BITS);
  }

  private static int lengthOf(int form) {
    return form == LONGEST ? MAX_LENGTH : form + 1;
  }

  private static int formOf(byte first) {
    // The form is the number of leading ones. In a negative number all bits are inverted.
    int ones = first < 0 ? first : ~first;
    return Math.min(LONGEST, Integer.numberOfLeadingZeros(~ones << 24) - 1);
  }

  /** Returns the length of a number in bytes, 1 to {@link #MAX_LENGTH}. */
  public static int length(long value) {
    return lengthOf(form(value ^ (value >> 63)));
  }

  /**
   * Writes a number.
   *
   * @param to the array
   * @param index the index of its first byte
   * @return the index after its last byte
   */
  public static int put(byte[] to, int index, long value) {
    long sign = value >> 63;
    long magnitude = value ^ sign;
    int form = form(magnitude);
    int last = index + lengthOf(form) - 1;
    long rest = magnitude;
    for (int i = last; i > index; i--) {
      to[i] = (byte) (rest ^ sign);
      rest >>>= Byte.SIZE;
    }
    to[index] = (byte) ((rest | 0xFF << (LONGEST - form)) ^ sign);
    return last + 1;
  }

  /**
   * Finds the end of a number.
   *
   * @param from the array
   * @param index its first byte
   * @param limit the index after the last byte that may be read
   * @return the index after its last byte; -1 if it does not end before the limit, or is longer
   *     than it must be
   */
  public static int end(byte[] from, int index, int limit) {
    if (index >= limit) {
      return -1;
    }
    int form = formOf(from[index]);
    int end = index + lengthOf(form);
    if (end > limit) {
      return -1;
    }
    long value = get(from, index);
    long magnitude = value ^ (value >> 63);
    boolean hasSign = value < 0 == from[index] >= 0;
    return hasSign && form(magnitude) == form ? end : -1;
  }

  /**
   * Reads a number.
   *
   * @param from the array
   * @param index its first byte; {@link #end} has found its end
   */
  public static long get(byte[] from, int index) {
    byte first = from[index];
    long sign = first < 0 ? 0 : -1;
    int form = formOf(first);
    long value = form == LONGEST ? 0 : (first ^ sign) & (0x3F >>> form);
    for (int i = index + 1; i < index + lengthOf(form); i++) {
      value = value << Byte.SIZE | ((from[i] ^ sign) & 0xFF);
    }
    return value ^ sign;
  }
}
