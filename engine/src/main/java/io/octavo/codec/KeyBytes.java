package io.octavo.codec;

/** Numbers as bytes of the same order. */
final class KeyBytes {
  private KeyBytes() {}

  /** Writes an unsigned number, the highest byte first. */
  static void put(byte[] bytes, int offset, int length, long number) {
    long rest = number;
    for (int i = offset + length - 1; i >= offset; i--) {
      bytes[i] = (byte) rest;
      rest >>>= Byte.SIZE;
    }
  }

  /** Reads an unsigned number. */
  static long get(byte[] bytes, int offset, int length) {
    long number = 0;
    for (int i = offset; i < offset + length; i++) {
      number = number << Byte.SIZE | (bytes[i] & 0xFF);
    }
    return number;
  }

  static byte[] of(int length, long number) {
    byte[] bytes = new byte[length];
    put(bytes, 0, length, number);
    return bytes;
  }

  /** Encodes a long so that negative ones come first. */
  static byte[] ofLong(long number) {
    return of(Long.BYTES, number ^ Long.MIN_VALUE);
  }

  static long toLong(byte[] bytes) {
    return get(bytes, 0, Long.BYTES) ^ Long.MIN_VALUE;
  }

  /** Inverts all bits of a range. */
  static void invert(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }
}
