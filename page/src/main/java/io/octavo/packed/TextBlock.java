package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * Up to {@value #MAX_COUNT} byte strings in the order of their arrival, each without the bytes that
 * it has in common with the beginning of its predecessor (front coding; Witten, Moffat, Bell,
 * Managing Gigabytes, second edition, 1999, section 4.1). FORMAT.md, section "Text blocks".
 *
 * <p>Offsets are those of {@link Memory}. {@link #get} and {@link #decode} trust the block: {@link
 * #length} verifies it.
 */
public final class TextBlock {
  /** The most byte strings of a block. */
  public static final int MAX_COUNT = 16;

  /** The most bytes of a byte string. */
  public static final int MAX_TEXT = 4_000;

  /** The most bytes of a block: two fill a page. */
  public static final int MAX_LENGTH = 4_032;

  /** The result of {@link #length} for a damaged block. */
  public static final int DAMAGED = -1;

  private static final int MORE = 0x80;

  private TextBlock() {}

  /**
   * Appends a byte string to a block, if there is space for it.
   *
   * @param previous the byte string before, empty for the first one
   * @param text the byte string, of at most {@value #MAX_TEXT} bytes
   * @param offset the byte after the block so far
   * @param limit the byte after the space for the block
   * @return the byte after the block now, or {@link #DAMAGED} if there is no space; nothing is
   *     written then
   */
  public static int append(byte[] previous, byte[] text, byte[] to, int offset, int limit) {
    int shared = shared(previous, text);
    int rest = text.length - shared;
    int end = offset + size(shared) + size(rest) + rest;
    if (end > limit) {
      return DAMAGED;
    }
    int next = put(to, put(to, offset, shared), rest);
    Memory.put(to, next, text, shared, rest);
    return end;
  }

  private static int shared(byte[] previous, byte[] text) {
    int mismatch = Arrays.mismatch(previous, text);
    return mismatch < 0 ? text.length : mismatch;
  }

  /** Lengths have 12 bits. */
  private static int size(int number) {
    return number < MORE ? 1 : 2;
  }

  private static int put(byte[] to, int offset, int number) {
    if (number < MORE) {
      Memory.putByte(to, offset, number);
      return offset + 1;
    }
    Memory.putByte(to, offset, (number & (MORE - 1)) | MORE);
    Memory.putByte(to, offset + 1, number >>> 7);
    return offset + 2;
  }

  private static int number(byte[] from, int offset) {
    int low = Memory.getByte(from, offset);
    return low < MORE ? low : (low & (MORE - 1)) | (Memory.getByte(from, offset + 1) << 7);
  }

  /** Returns whether a number ends before the limit and has its shortest form. */
  private static boolean isNumber(byte[] from, int offset, int limit) {
    if (offset >= limit) {
      return false;
    }
    if (Memory.getByte(from, offset) < MORE) {
      return true;
    }
    int high = offset + 1 < limit ? Memory.getByte(from, offset + 1) : 0;
    return high > 0 && high < MORE;
  }

  /**
   * Verifies a block and returns its length: numbers have their shortest form, no byte string has
   * more in common with its predecessor than the predecessor has, and none is too long.
   *
   * @param count the number of byte strings, 1 to {@value #MAX_COUNT}
   * @return the number of bytes, or {@link #DAMAGED}
   */
  public static int length(byte[] from, int offset, int limit, int count) {
    int next = offset;
    int previous = 0;
    for (int i = 0; i < count; i++) {
      if (!isNumber(from, next, limit)) {
        return DAMAGED;
      }
      int shared = number(from, next);
      next += size(shared);
      if (!isNumber(from, next, limit)) {
        return DAMAGED;
      }
      int rest = number(from, next);
      next += size(rest) + rest;
      if (shared > previous || shared + rest > MAX_TEXT || next > limit) {
        return DAMAGED;
      }
      previous = shared + rest;
    }
    return next - offset <= MAX_LENGTH ? next - offset : DAMAGED;
  }

  /**
   * Returns where the bytes of a byte string begin that it does not share with its predecessor.
   *
   * @param offset the first byte of the byte string
   * @return the byte after its lengths
   */
  public static int rest(byte[] from, int offset) {
    int lengths = offset + size(number(from, offset));
    return lengths + size(number(from, lengths));
  }

  /**
   * Returns where a byte string ends and the next one of its block begins.
   *
   * @param offset the first byte of the byte string
   * @return the byte after its last
   */
  public static int end(byte[] from, int offset) {
    int lengths = offset + size(number(from, offset));
    int rest = number(from, lengths);
    return lengths + size(rest) + rest;
  }

  /**
   * Reads a byte string.
   *
   * @return its bytes, a copy
   */
  public static byte[] get(byte[] from, int offset, int index) {
    byte[] text = new byte[textLength(from, offset, index)];
    int next = offset;
    for (int i = 0; i <= index; i++) {
      int shared = number(from, next);
      next += size(shared);
      int rest = number(from, next);
      next += size(rest);
      // No byte after the end of the byte string is shared with it.
      if (shared < text.length) {
        Memory.get(from, next, text, shared, Math.min(rest, text.length - shared));
      }
      next += rest;
    }
    return text;
  }

  private static int textLength(byte[] from, int offset, int index) {
    int next = offset;
    for (int i = 0; i < index; i++) {
      next = end(from, next);
    }
    int shared = number(from, next);
    return shared + number(from, next + size(shared));
  }

  /**
   * Compares a byte string of the block with another, without a copy: the result for one byte
   * string also holds for the bytes that the next one shares.
   *
   * @param text the other byte string
   * @return true if they are equal
   */
  public static boolean isEqual(byte[] from, int offset, int index, byte[] text) {
    int next = offset;
    int length = 0;
    // The bytes that the present byte string has in common with the beginning of the other.
    int common = 0;
    for (int i = 0; i <= index; i++) {
      int shared = number(from, next);
      next += size(shared);
      int rest = number(from, next);
      next += size(rest);
      if (shared <= common) {
        int most = Math.min(rest, text.length - shared);
        common = shared + Memory.common(from, next, text, shared, most);
      }
      next += rest;
      length = shared + rest;
    }
    return common == text.length && length == text.length;
  }

  /**
   * Reads all byte strings.
   *
   * @param into receives the byte strings, each in an array of its own
   * @param at the index of the first byte string in the array
   */
  public static void decode(byte[] from, int offset, int count, byte[][] into, int at) {
    byte[] previous = {};
    int next = offset;
    for (int i = 0; i < count; i++) {
      int shared = number(from, next);
      next += size(shared);
      int rest = number(from, next);
      next += size(rest);
      byte[] text = Arrays.copyOf(previous, shared + rest);
      Memory.get(from, next, text, shared, rest);
      next += rest;
      into[at + i] = text;
      previous = text;
    }
  }
}
