package io.octavo;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Numbers as bytes that order as they do, and what follows a key. */
final class KeyBytes {
  /** The most bytes of a key. */
  static final int MAX_LENGTH = 2000;

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

  /**
   * Gives the least key above a key.
   *
   * @return that key, or null where there is none
   */
  static byte @Nullable [] successor(byte[] key) {
    if (key.length < MAX_LENGTH) {
      return Arrays.copyOf(key, key.length + 1);
    }
    // Nothing longer is a key, so what follows differs in a byte that can be raised.
    int last = key.length - 1;
    while (last >= 0 && key[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(key, last + 1);
    next[last]++;
    return next;
  }
}
