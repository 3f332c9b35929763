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
  /** Bytes before offset 0 and behind the last offset that belong to the array only. */
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
   * @return the new block
   */
  public static byte[] allocate(int length) {
    return new byte[length + 2 * GUARD];
  }

  /**
   * Orders all reads and writes of the thread before this call and after it. For blocks that one
   * thread may take over from others, see {@link VarHandle#fullFence}.
   */
  public static void fence() {
    VarHandle.fullFence();
  }

  /**
   * Orders all reads and writes of the thread before this call, and its writes after it. For a
   * reference that other threads read without order, see {@link VarHandle#releaseFence}.
   */
  public static void releaseFence() {
    VarHandle.releaseFence();
  }

  /**
   * Uses a loaded value, so that the compiler keeps the load. The processor does not wait for the
   * load: it predicts that the branch is not taken. The branch is taken for one in 2^64 values, and
   * does no harm.
   *
   * @param loaded the value
   */
  public static void use(long loaded) {
    // The product may be any long. Of an int or a byte alone, the compiler knows that the branch is
    // not taken, and drops the load.
    if (loaded * 0x9E37_79B9_7F4A_7C15L == 0x6F63_7461_766F_3235L) {
      Thread.onSpinWait();
    }
  }

  /**
   * Returns how many usable bytes a block has.
   *
   * @param block a block made by {@link #allocate}
   * @return its bytes without the guards
   */
  public static int length(byte[] block) {
    return block.length - 2 * GUARD;
  }

  /**
   * Reads eight bytes.
   *
   * @param block the block
   * @param offset the first byte, from {@code -GUARD}
   * @return the value
   */
  public static long getLong(byte[] block, int offset) {
    return (long) LONG.get(block, offset + GUARD);
  }

  /**
   * Writes eight bytes.
   *
   * @param block the block
   * @param offset the first byte
   * @param value the value
   */
  public static void putLong(byte[] block, int offset, long value) {
    LONG.set(block, offset + GUARD, value);
  }

  /**
   * Reads four bytes.
   *
   * @param block the block
   * @param offset the first byte
   * @return the value
   */
  public static int getInt(byte[] block, int offset) {
    return (int) INT.get(block, offset + GUARD);
  }

  /**
   * Writes four bytes.
   *
   * @param block the block
   * @param offset the first byte
   * @param value the value
   */
  public static void putInt(byte[] block, int offset, int value) {
    INT.set(block, offset + GUARD, value);
  }

  /**
   * Reads two bytes as an unsigned number.
   *
   * @param block the block
   * @param offset the first byte
   * @return the value, 0 to 65,535
   */
  public static int getChar(byte[] block, int offset) {
    return (short) SHORT.get(block, offset + GUARD) & 0xFFFF;
  }

  /**
   * Writes the two low bytes of a number.
   *
   * @param block the block
   * @param offset the first byte
   * @param value the value, 0 to 65,535
   */
  public static void putChar(byte[] block, int offset, int value) {
    SHORT.set(block, offset + GUARD, (short) value);
  }

  /**
   * Reads one byte as an unsigned number.
   *
   * @param block the block
   * @param offset the byte
   * @return the value, 0 to 255
   */
  public static int getByte(byte[] block, int offset) {
    return block[offset + GUARD] & 0xFF;
  }

  /**
   * Writes the low byte of a number.
   *
   * @param block the block
   * @param offset the byte
   * @param value the value, 0 to 255
   */
  public static void putByte(byte[] block, int offset, int value) {
    block[offset + GUARD] = (byte) value;
  }

  /**
   * Copies bytes; the ranges may overlap.
   *
   * @param source where from
   * @param sourceOffset first byte there
   * @param target where to
   * @param targetOffset first byte there
   * @param length how many bytes
   */
  public static void copy(
      byte[] source, int sourceOffset, byte[] target, int targetOffset, int length) {
    System.arraycopy(source, sourceOffset + GUARD, target, targetOffset + GUARD, length);
  }

  /**
   * Returns where a byte stands in the array of its block, for those who take bytes from there
   * themselves.
   *
   * @param offset the byte
   * @return its index in the array
   */
  public static int index(int offset) {
    return offset + GUARD;
  }

  /**
   * Copies bytes out of a block.
   *
   * @param block where from
   * @param offset first byte there
   * @param target an array without guards
   * @param targetOffset first byte there
   * @param length how many bytes
   */
  public static void get(byte[] block, int offset, byte[] target, int targetOffset, int length) {
    System.arraycopy(block, offset + GUARD, target, targetOffset, length);
  }

  /**
   * Copies bytes into a block.
   *
   * @param block where to
   * @param offset first byte there
   * @param source an array without guards
   * @param sourceOffset first byte there
   * @param length how many bytes
   */
  public static void put(byte[] block, int offset, byte[] source, int sourceOffset, int length) {
    System.arraycopy(source, sourceOffset, block, offset + GUARD, length);
  }

  /**
   * Compares bytes of a block with others, as unsigned numbers, the first difference deciding;
   * where one ends the other goes on, the shorter is less.
   *
   * @param block the block
   * @param from the first byte
   * @param to the byte after the last
   * @param bytes an array without guards
   * @param bytesFrom the first byte there
   * @param bytesTo the byte after the last there
   * @return negative, 0 or positive where the bytes of the block are less, equal or greater
   */
  public static int compare(
      byte[] block, int from, int to, byte[] bytes, int bytesFrom, int bytesTo) {
    return Arrays.compareUnsigned(block, from + GUARD, to + GUARD, bytes, bytesFrom, bytesTo);
  }

  /**
   * Compares ranges of the same length in two blocks as unsigned bytes; the first difference
   * decides.
   *
   * @param left a block
   * @param leftFrom the first byte there
   * @param right a block
   * @param rightFrom the first byte there
   * @param length how many bytes
   * @return negative, 0 or positive where the bytes of the first block are less, equal or greater
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
   * @param block the block
   * @param from the first byte
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
   *
   * @param bytes the array
   * @param from the first byte
   * @return the value
   */
  public static int bigEndianInt(byte[] bytes, int from) {
    return (int) BIG_ENDIAN_INT.get(bytes, from);
  }

  /**
   * Writes four bytes of an array without guards, the highest one first.
   *
   * @param bytes the array
   * @param from the first byte
   * @param value the value
   */
  public static void putBigEndianInt(byte[] bytes, int from, int value) {
    BIG_ENDIAN_INT.set(bytes, from, value);
  }

  /**
   * Sets bytes to zero.
   *
   * @param block the block
   * @param from the first byte
   * @param to the byte after the last
   */
  public static void zero(byte[] block, int from, int to) {
    // Arrays.fill takes a hundred times as long until the second compiler has compiled the caller.
    for (int offset = from; offset < to; offset += ZEROS.length) {
      int length = Math.min(ZEROS.length, to - offset);
      System.arraycopy(ZEROS, 0, block, offset + GUARD, length);
    }
  }

  /**
   * Returns whether bytes are all zero.
   *
   * @param block the block
   * @param from the first byte
   * @param to the byte after the last
   * @return the offset of the first byte that is not zero, or -1
   */
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
   * @param block the block
   * @param from the first byte
   * @param to the byte after the last
   * @param salt bytes appended to the range, may be empty
   * @return the checksum
   */
  public static int crc32c(byte[] block, int from, int to, byte[] salt) {
    CRC32C crc = new CRC32C();
    crc.update(block, from + GUARD, to - from);
    crc.update(salt, 0, salt.length);
    return (int) crc.getValue();
  }

  /** Lets nothing that is read or written behind this be read or written before an earlier read. */
  public static void acquireFence() {
    VarHandle.acquireFence();
  }

  /** Lets nothing that is written behind this be seen before what was written earlier. */
  public static void storeStoreFence() {
    VarHandle.storeStoreFence();
  }

  /**
   * Shows a range of a block to a channel.
   *
   * @param block the block
   * @param from the first byte
   * @param to the byte after the last
   * @return a buffer over the block's own bytes
   */
  public static ByteBuffer buffer(byte[] block, int from, int to) {
    return ByteBuffer.wrap(block, from + GUARD, to - from);
  }
}
