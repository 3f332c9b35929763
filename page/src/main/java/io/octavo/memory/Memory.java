package io.octavo.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Little-endian access to a block of memory, a {@code byte[]} with {@value #GUARD} guard bytes at
 * both ends.
 *
 * <p>Offsets count from the first byte after the leading guard. The guards make every offset that a
 * 12-bit slot can name safe to read backward from, whatever a damaged page says, so that no read of
 * an entry needs a check of its own. Access is plain: a block is published through the field that
 * refers to it, never through its bytes.
 */
public final class Memory {
  /** Guard bytes at each end of an array. */
  public static final int GUARD = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle BIG_ENDIAN_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final byte[] ZEROS = new byte[8192];

  private Memory() {}

  /**
   * Makes a block of zeros.
   *
   * @param length usable bytes, guards not counted
   */
  public static byte[] allocate(int length) {
    return new byte[length + 2 * GUARD];
  }

  /**
   * Orders all reads and writes of the thread before this call and after it. See {@link
   * VarHandle#fullFence}.
   */
  public static void fence() {
    VarHandle.fullFence();
  }

  /**
   * Orders all reads and writes of the thread before this call, and its writes after it. See {@link
   * VarHandle#releaseFence}.
   */
  public static void releaseFence() {
    VarHandle.releaseFence();
  }

  /**
   * Uses a loaded value, so that the compiler keeps the load. The processor does not wait for the
   * load: it predicts that the branch is not taken. It is taken for one in 2^64 values, without
   * harm.
   */
  public static void use(long loaded) {
    // The product may be any long. Of an int or a byte alone, the compiler knows that the branch is
    // not taken, and drops the load.
    if (loaded * 0x9E37_79B9_7F4A_7C15L == 0x6F63_7461_766F_3235L) {
      Thread.onSpinWait();
    }
  }

  /** Returns the length of a block without its guards. */
  public static int length(byte[] block) {
    return block.length - 2 * GUARD;
  }

  /**
   * Reads eight bytes.
   *
   * @param offset the first byte, from {@code -GUARD}
   */
  public static long getLong(byte[] block, int offset) {
    return (long) LONG.get(block, offset + GUARD);
  }

  /** Writes eight bytes. */
  public static void putLong(byte[] block, int offset, long value) {
    LONG.set(block, offset + GUARD, value);
  }

  /** Reads four bytes. */
  public static int getInt(byte[] block, int offset) {
    return (int) INT.get(block, offset + GUARD);
  }

  /** Writes four bytes. */
  public static void putInt(byte[] block, int offset, int value) {
    INT.set(block, offset + GUARD, value);
  }

  /**
   * Reads two bytes as an unsigned number.
   *
   * @return the value, 0 to 65,535
   */
  public static int getChar(byte[] block, int offset) {
    return (short) SHORT.get(block, offset + GUARD) & 0xFFFF;
  }

  /**
   * Writes the two low bytes of a number.
   *
   * @param value the value, 0 to 65,535
   */
  public static void putChar(byte[] block, int offset, int value) {
    SHORT.set(block, offset + GUARD, (short) value);
  }

  /**
   * Reads one byte as an unsigned number.
   *
   * @return the value, 0 to 255
   */
  public static int getByte(byte[] block, int offset) {
    return block[offset + GUARD] & 0xFF;
  }

  /**
   * Writes the low byte of a number.
   *
   * @param value the value, 0 to 255
   */
  public static void putByte(byte[] block, int offset, int value) {
    block[offset + GUARD] = (byte) value;
  }

  /** Copies bytes; the ranges may overlap. */
  public static void copy(
      byte[] source, int sourceOffset, byte[] target, int targetOffset, int length) {
    System.arraycopy(source, sourceOffset + GUARD, target, targetOffset + GUARD, length);
  }

  /** Returns the index of a byte in the array of its block. */
  public static int index(int offset) {
    return offset + GUARD;
  }

  /**
   * Copies bytes from a block.
   *
   * @param target an array without guards
   */
  public static void get(byte[] block, int offset, byte[] target, int targetOffset, int length) {
    System.arraycopy(block, offset + GUARD, target, targetOffset, length);
  }

  /**
   * Copies bytes into a block.
   *
   * @param source an array without guards
   */
  public static void put(byte[] block, int offset, byte[] source, int sourceOffset, int length) {
    System.arraycopy(source, sourceOffset, block, offset + GUARD, length);
  }

  /**
   * Compares bytes of a block with those of an array without guards lexicographically, as unsigned
   * numbers.
   *
   * @return negative, 0 or positive if the bytes of the block are less, equal or greater
   */
  public static int compare(
      byte[] block, int from, int to, byte[] bytes, int bytesFrom, int bytesTo) {
    return Arrays.compareUnsigned(block, from + GUARD, to + GUARD, bytes, bytesFrom, bytesTo);
  }

  /**
   * Compares ranges of the same length in two blocks lexicographically, as unsigned bytes.
   *
   * @return negative, 0 or positive if the bytes of the first block are less, equal or greater
   */
  public static int compare(byte[] left, int leftFrom, byte[] right, int rightFrom, int length) {
    return Arrays.compareUnsigned(
        left,
        leftFrom + GUARD,
        leftFrom + GUARD + length,
        right,
        rightFrom + GUARD,
        rightFrom + GUARD + length);
  }

  /**
   * Counts the bytes that a block and an array have in common from their beginnings.
   *
   * @param bytes an array without guards
   * @param bytesFrom the first byte there
   * @param most the most bytes to compare
   * @return the number of equal bytes before the first that differs
   */
  public static int common(byte[] block, int from, byte[] bytes, int bytesFrom, int most) {
    int mismatch =
        Arrays.mismatch(
            block, from + GUARD, from + GUARD + most, bytes, bytesFrom, bytesFrom + most);
    return mismatch < 0 ? most : mismatch;
  }

  /**
   * Reads four bytes of an array without guards, the first one as the highest: as an unsigned
   * number, in the order of the bytes.
   */
  public static int bigEndianInt(byte[] bytes, int from) {
    return (int) BIG_ENDIAN_INT.get(bytes, from);
  }

  /** Writes four bytes of an array without guards, the highest one first. */
  public static void putBigEndianInt(byte[] bytes, int from, int value) {
    BIG_ENDIAN_INT.set(bytes, from, value);
  }

  /** Sets bytes to zero. */
  public static void zero(byte[] block, int from, int to) {
    // Arrays.fill takes a hundred times as long until C2 has compiled the caller.
    for (int offset = from; offset < to; offset += ZEROS.length) {
      int length = Math.min(ZEROS.length, to - offset);
      System.arraycopy(ZEROS, 0, block, offset + GUARD, length);
    }
  }

  /** Returns the offset of the first byte that is not zero, or -1. */
  public static int findNonZero(byte[] block, int from, int to) {
    // Arrays.mismatch compares many bytes at a time.
    for (int offset = from; offset < to; offset += ZEROS.length) {
      int length = Math.min(ZEROS.length, to - offset);
      int found = Arrays.mismatch(block, offset + GUARD, offset + GUARD + length, ZEROS, 0, length);
      if (found >= 0) {
        return offset + found;
      }
    }
    return -1;
  }

  /**
   * Computes a CRC32C (Castagnoli, RFC 3720) over a range and then over a salt.
   *
   * @param salt bytes appended to the range, may be empty
   */
  public static int crc32c(byte[] block, int from, int to, byte[] salt) {
    CRC32C crc = new CRC32C();
    crc.update(block, from + GUARD, to - from);
    crc.update(salt, 0, salt.length);
    return (int) crc.getValue();
  }

  /** Orders the reads of the thread before this call, and its reads and writes after it. */
  public static void acquireFence() {
    VarHandle.acquireFence();
  }

  /** Orders the writes of the thread before this call and after it. */
  public static void storeStoreFence() {
    VarHandle.storeStoreFence();
  }

  /**
   * Shows a range of a block to a channel.
   *
   * @return a buffer over the block's own bytes
   */
  public static ByteBuffer buffer(byte[] block, int from, int to) {
    return ByteBuffer.wrap(block, from + GUARD, to - from);
  }
}
