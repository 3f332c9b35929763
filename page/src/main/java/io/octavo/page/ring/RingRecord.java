package io.octavo.page.ring;

import io.octavo.memory.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One record of the commit ring: a header of {@value #LENGTH} bytes, then the operations of one or
 * more commits, each behind its length; padded with zeros to whole blocks of {@value #BLOCK} bytes.
 * FORMAT.md, section "Commit ring".
 */
public final class RingRecord {
  /** Records begin at multiples of this many bytes, so that a torn write harms no other record. */
  public static final int BLOCK = 4096;

  /** CRC32C of the bytes behind it and then the store id, u32. */
  public static final int CRC = 0;

  /** Bytes of header and commits, u32. */
  public static final int USED = CRC + Integer.BYTES;

  /** Generation of the ring, i64. */
  public static final int GENERATION = USED + Integer.BYTES;

  /** Sequence number of the first commit, i64. */
  public static final int FIRST = GENERATION + Long.BYTES;

  /** Sequence number of the last commit, i64. */
  public static final int LAST = FIRST + Long.BYTES;

  /** CRC32C of the record before, u32; 0 for the first one of an extent. */
  public static final int PREVIOUS = LAST + Long.BYTES;

  /** Reserved, u32, zero. */
  public static final int RESERVED = PREVIOUS + Integer.BYTES;

  /** Bytes of the header. */
  public static final int LENGTH = RESERVED + Integer.BYTES;

  private RingRecord() {}

  /**
   * Returns how many bytes a record of some commits takes.
   *
   * @param lengths sum of the lengths of their operations
   * @param commits how many commits
   * @return bytes, a multiple of {@link #BLOCK}
   */
  public static int size(long lengths, int commits) {
    long used = LENGTH + lengths + (long) commits * Integer.BYTES;
    return Math.toIntExact((used + BLOCK - 1) / BLOCK * BLOCK);
  }

  /**
   * Builds a record.
   *
   * @param commits the operations of each commit
   * @param first sequence number of the first
   * @param generation generation of the ring
   * @param previous checksum of the record before, 0 for the first of an extent
   * @param storeId identity of the store
   * @return the record, padded
   */
  public static byte[] build(
      List<byte[]> commits, long first, long generation, int previous, UUID storeId) {
    long lengths = commits.stream().mapToLong(operations -> operations.length).sum();
    byte[] record = Memory.allocate(size(lengths, commits.size()));
    build(commits, first, generation, previous, storeId, record);
    return record;
  }

  /**
   * Builds a record into a given block.
   *
   * @param commits the operations of each commit
   * @param first sequence number of the first
   * @param generation generation of the ring
   * @param previous checksum of the record before, 0 for the first of an extent
   * @param storeId identity of the store
   * @param record receives the record and its padding from its first byte on; any block that is
   *     long enough
   */
  public static void build(
      List<byte[]> commits,
      long first,
      long generation,
      int previous,
      UUID storeId,
      byte[] record) {
    int position = LENGTH;
    for (byte[] operations : commits) {
      Memory.putInt(record, position, operations.length);
      position += Integer.BYTES;
      Memory.buffer(record, position, position + operations.length).put(operations);
      position += operations.length;
    }
    Memory.putInt(record, USED, position);
    Memory.putInt(record, RESERVED, 0);
    Memory.zero(record, position, size(record, 0));
    Memory.putLong(record, GENERATION, generation);
    Memory.putLong(record, FIRST, first);
    Memory.putLong(record, LAST, first + commits.size() - 1);
    Memory.putInt(record, PREVIOUS, previous);
    Memory.putInt(record, CRC, computeCrc(record, 0, position, storeId));
  }

  private static int computeCrc(byte[] ring, int offset, int used, UUID storeId) {
    byte[] salt =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(storeId.getMostSignificantBits())
            .putLong(storeId.getLeastSignificantBits())
            .array();
    return Memory.crc32c(ring, offset + CRC + Integer.BYTES, offset + used, salt);
  }

  /**
   * Returns whether a whole record of a generation stands in a place of a ring.
   *
   * @param ring the bytes of the extent
   * @param offset a multiple of {@link #BLOCK}
   * @param generation the generation
   * @param storeId identity of the store
   * @return true if it does
   */
  public static boolean isSound(byte[] ring, int offset, long generation, UUID storeId) {
    int used = Memory.getInt(ring, offset + USED);
    if (used < LENGTH
        || used > Memory.length(ring) - offset
        || Memory.getLong(ring, offset + GENERATION) != generation
        || Memory.getInt(ring, offset + RESERVED) != 0
        || Memory.getInt(ring, offset + CRC) != computeCrc(ring, offset, used, storeId)) {
      return false;
    }
    long first = first(ring, offset);
    long last = last(ring, offset);
    return 0 < first
        && first <= last
        && last < Long.MAX_VALUE
        && count(ring, offset, used) == last - first + 1;
  }

  /**
   * Returns the number of commits of a record, or -1 if they do not end exactly where the record
   * says.
   */
  private static long count(byte[] ring, int offset, int used) {
    long position = LENGTH;
    long count = 0;
    while (position + Integer.BYTES <= used) {
      int length = Memory.getInt(ring, offset + (int) position);
      position += Integer.BYTES + (length & 0xFFFF_FFFFL);
      count++;
    }
    return position == used ? count : -1;
  }

  /**
   * Reads the checksum of a record.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return its CRC32C
   */
  public static int crc(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + CRC);
  }

  /**
   * Reads the checksum that a record holds of the one before.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return its CRC32C, 0 for the first of an extent
   */
  public static int previous(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + PREVIOUS);
  }

  /**
   * Reads the first sequence number of a record.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return number of its first commit
   */
  public static long first(byte[] ring, int offset) {
    return Memory.getLong(ring, offset + FIRST);
  }

  /**
   * Reads the last sequence number of a record.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return number of its last commit
   */
  public static long last(byte[] ring, int offset) {
    return Memory.getLong(ring, offset + LAST);
  }

  /**
   * Returns how many bytes a sound record takes.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return bytes, a multiple of {@link #BLOCK}
   */
  public static int size(byte[] ring, int offset) {
    return (Memory.getInt(ring, offset + USED) + BLOCK - 1) / BLOCK * BLOCK;
  }

  /**
   * Copies the commits of a sound record, from one on.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @param from sequence number of the first commit to copy
   * @return the operations of each, in order
   */
  public static List<byte[]> commits(byte[] ring, int offset, long from) {
    List<byte[]> commits = new ArrayList<>();
    int position = offset + LENGTH;
    for (long sequence = first(ring, offset); sequence <= last(ring, offset); sequence++) {
      int length = Memory.getInt(ring, position);
      position += Integer.BYTES;
      if (sequence >= from) {
        byte[] operations = new byte[length];
        Memory.buffer(ring, position, position + length).get(operations);
        commits.add(operations);
      }
      position += length;
    }
    return commits;
  }
}
