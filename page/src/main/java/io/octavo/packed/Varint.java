package io.octavo.packed;

/**
 * Unsigned numbers of up to 64 bits in one to ten bytes, seven bits to a byte, the lowest first.
 * FORMAT.md, section "Operations".
 *
 * <p>Positions are indexes of the array itself: operations stand in plain arrays, which have no
 * guard bytes.
 */
public final class Varint {
  /** The most bytes of one number. */
  public static final int MAX_LENGTH = 10;

  /** The shift of the last byte that a number of 64 bits can have. */
  private static final int LAST_SHIFT = 7 * (MAX_LENGTH - 1);

  private Varint() {}

  /** Returns the length of an unsigned number in bytes, 1 to {@link #MAX_LENGTH}. */
  public static int length(long value) {
    return (Long.SIZE + 6 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /**
   * Writes a number.
   *
   * @param to the array
   * @param index the index of its first byte
   * @param value the number, unsigned
   * @return the index after its last byte
   */
  public static int put(byte[] to, int index, long value) {
    int next = index;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[next++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[next++] = (byte) rest;
    return next;
  }

  /**
   * Finds the end of a number. A number may be longer than it must be.
   *
   * @param from the array
   * @param index its first byte
   * @param limit the index after the last byte that may be read
   * @return the index after its last byte; -1 if it does not end before the limit or has more than
   *     64 bits
   */
  public static int end(byte[] from, int index, int limit) {
    int most = Math.min(limit, index + MAX_LENGTH);
    for (int next = index; next < most; next++) {
      if (from[next] >= 0) {
        return next == index + MAX_LENGTH - 1 && from[next] > 1 ? -1 : next + 1;
      }
    }
    return -1;
  }

  /**
   * Reads a number.
   *
   * @param from the array
   * @param index its first byte; {@link #end} has found its end
   * @return the number, unsigned
   */
  public static long get(byte[] from, int index) {
    long value = 0;
    int next = index;
    for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
      long part = from[next++];
      value |= (part & 0x7F) << shift;
      if (part >= 0) {
        break;
      }
    }
    return value;
  }

  /**
   * Maps numbers near zero, on both sides, to small unsigned ones: n to 2n, or to -2n - 1 if n is
   * negative.
   *
   * @param value any number
   * @return its zigzag
   */
  public static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  /** Reverses {@link #zigzag}. */
  public static long unzigzag(long zigzag) {
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }
}
