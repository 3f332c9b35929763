package io.octavo.bench;

import io.octavo.page.longs.SizeCode;

/**
 * Sets of size classes, as bits: bit i stands for the i-th pair of lengths of even total.
 *
 * <p>An odd class is never worth a code: rounded up to two bytes it is as large as the next even
 * class, which covers more.
 */
final class ClassSet {
  /** Number of pairs of even total. */
  static final int CLASSES = 32;

  /** Number of all pairs. */
  static final int PAIRS = SizeCode.MAX_LENGTH * SizeCode.MAX_LENGTH;

  /** A set of all classes. */
  static final int ALL = -1;

  private ClassSet() {}

  /** Returns the pair of two lengths. */
  static int pair(int keyLength, int valueLength) {
    return (keyLength - 1) * SizeCode.MAX_LENGTH + valueLength - 1;
  }

  /** Returns the pair of two numbers. */
  static int pairOf(long key, long value) {
    return pair(length(key), length(value));
  }

  /** Returns the bytes of an unsigned number, one for zero. */
  static int length(long number) {
    return Long.BYTES - Long.numberOfLeadingZeros(number | 1) / Byte.SIZE;
  }

  /** Returns the key length of a class. */
  static int keyLength(int index) {
    return index / 4 + 1;
  }

  /** Returns the value length of a class: odd beside an odd key length, even beside an even one. */
  static int valueLength(int index) {
    return index % 4 * 2 + (keyLength(index) % 2 == 0 ? 2 : 1);
  }

  private static boolean covers(int index, int keyLength, int valueLength) {
    return keyLength(index) >= keyLength && valueLength(index) >= valueLength;
  }

  private static int classSize(int index) {
    return keyLength(index) + valueLength(index);
  }

  private static int fallbackSize(int pair) {
    int total = pair / SizeCode.MAX_LENGTH + pair % SizeCode.MAX_LENGTH + 2;
    return (total + 2) & ~1;
  }

  /**
   * Returns how large the entries of each pair are, as {@link SizeCode} would store them.
   *
   * @param set the classes that have a code
   * @return bytes by pair
   */
  static int[] sizes(int set) {
    int[] sizes = new int[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      sizes[pair] = fallbackSize(pair);
    }
    for (int rest = set; rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      for (int key = 1; key <= keyLength(index); key++) {
        for (int value = 1; value <= valueLength(index); value++) {
          int pair = pair(key, value);
          sizes[pair] = Math.min(sizes[pair], classSize(index));
        }
      }
    }
    return sizes;
  }

  /**
   * Returns which classes can store a pair without loss.
   *
   * @param set the classes that have a code
   * @param pair the pair
   * @param size the least bytes for the pair, as {@link #sizes} gives them
   * @return those of the set that cover the pair at this size; none if it falls back
   */
  static int storing(int set, int pair, int size) {
    int storing = 0;
    for (int rest = set; rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      int keyLength = pair / SizeCode.MAX_LENGTH + 1;
      int valueLength = pair % SizeCode.MAX_LENGTH + 1;
      if (classSize(index) == size && covers(index, keyLength, valueLength)) {
        storing |= 1 << index;
      }
    }
    return storing;
  }

  /** Writes a class as a pair of lengths. */
  static String name(int index) {
    return "(" + keyLength(index) + "," + valueLength(index) + ")";
  }
}
