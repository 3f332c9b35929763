package io.octavo.page.ring;

import io.octavo.memory.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * One record of the commit ring: a header of {@value #LENGTH} bytes, then the operations of one or
 * more commits, each behind its length. A record begins with a block of {@value #BLOCK} bytes, and
 * is padded with zeros to whole blocks; or it follows another record in a block. FORMAT.md, section
 * "Commit ring".
 */
public final class RingRecord {
  /** No record shares a block of this many bytes with a durable one, which a torn write harms. */
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

  /**
   * How many commits before the first one were perhaps not durable when the record was written,
   * u32.
   */
  public static final int UNFORCED = PREVIOUS + Integer.BYTES;

  /** Bytes of the header. */
  public static final int LENGTH = UNFORCED + Integer.BYTES;

  /** A record behind another one in a block begins at a multiple of this many bytes. */
  public static final int ALIGNMENT = 8;

  private static final long MAX_UNFORCED = 0xFFFF_FFFFL;

  private RingRecord() {}

  /**
   * Returns how many bytes a record of some commits takes in blocks of its own.
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
   * Returns how many bytes a record of some commits takes behind another record in a block.
   *
   * @param lengths sum of the lengths of their operations
   * @param commits how many commits
   * @return bytes, a multiple of {@link #ALIGNMENT}
   */
  public static long packedSize(long lengths, int commits) {
    return aligned(LENGTH + lengths + (long) commits * Integer.BYTES);
  }

  private static long aligned(long length) {
    return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /**
   * Returns the begin of the block at or behind a place of a ring.
   *
   * @param place bytes from the start of the extent
   * @return the place, if it is a multiple of {@link #BLOCK}; else the next multiple
   */
  public static int blockFrom(int place) {
    return (place + BLOCK - 1) / BLOCK * BLOCK;
  }

  /**
   * Returns where the record behind a sound one may begin. Another place is the block from there
   * on, and another one the start of the extent.
   *
   * @param bytes the record, and perhaps others
   * @param offset where the sound record begins in these bytes
   * @param place where it begins in the extent
   * @return bytes from the start of the extent
   */
  public static int end(byte[] bytes, int offset, int place) {
    int end = place + (int) aligned(Memory.getInt(bytes, offset + USED));
    return blockFrom(end) - end < LENGTH ? blockFrom(end) : end;
  }

  /**
   * Finds the sound records of a ring.
   *
   * @param ring the bytes of the extent
   * @param generation the generation
   * @param storeId identity of the store
   * @return where they begin, in this order
   */
  public static IntStream places(byte[] ring, long generation, UUID storeId) {
    IntStream.Builder places = IntStream.builder();
    int place = 0;
    while (place < Memory.length(ring)) {
      boolean isRecord = isSound(ring, place, generation, storeId);
      if (isRecord) {
        places.add(place);
      }
      place = isRecord ? end(ring, place, place) : blockFrom(place + 1);
    }
    return places.build();
  }

  /**
   * Builds a record.
   *
   * @param commits the operations of each commit
   * @param first sequence number of the first
   * @param generation generation of the ring
   * @param previous checksum of the record before, 0 for the first of an extent
   * @param storeId identity of the store
   * @return the record, padded, whose earlier commits are durable
   */
  public static byte[] build(
      List<byte[]> commits, long first, long generation, int previous, UUID storeId) {
    long lengths = commits.stream().mapToLong(operations -> operations.length).sum();
    byte[] record = Memory.allocate(size(lengths, commits.size()));
    build(commits, first, generation, previous, 0, storeId, record);
    return record;
  }

  /**
   * Builds a record into a given block.
   *
   * @param commits the operations of each commit
   * @param first sequence number of the first
   * @param generation generation of the ring
   * @param previous checksum of the record before, 0 for the first of an extent
   * @param unforced how many commits before the first are perhaps not durable
   * @param storeId identity of the store
   * @param record receives the record and its padding from its first byte on; any block that is
   *     long enough
   */
  public static void build(
      List<byte[]> commits,
      long first,
      long generation,
      int previous,
      long unforced,
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
    Memory.putInt(record, UNFORCED, (int) Math.min(unforced, MAX_UNFORCED));
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
   * @param offset a multiple of {@link #ALIGNMENT}
   * @param generation the generation
   * @param storeId identity of the store
   * @return true if it does
   */
  public static boolean isSound(byte[] ring, int offset, long generation, UUID storeId) {
    // A record that does not begin with a block ends in its block.
    int room = offset % BLOCK == 0 ? Memory.length(ring) : blockFrom(offset);
    int used = room - offset < LENGTH ? 0 : Memory.getInt(ring, offset + USED);
    if (used < LENGTH
        || used > room - offset
        || Memory.getLong(ring, offset + GENERATION) != generation
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
   * Reads how many commits before a record were perhaps not durable when it was written.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return from 0 to 2^32 - 1
   */
  public static long unforced(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + UNFORCED) & MAX_UNFORCED;
  }

  /**
   * Returns whether a record proves that a commit was durable before the record was written.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @param commit sequence number of the commit, which is before the last of the record
   * @return whether the commit was durable; true also for the first commit of the record, if all
   *     earlier ones were
   */
  public static boolean proves(byte[] ring, int offset, long commit) {
    long unforced = unforced(ring, offset);
    return unforced == 0 || first(ring, offset) - unforced > commit;
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
   * Returns how many bytes a sound record takes in blocks of its own.
   *
   * @param ring the bytes of the extent
   * @param offset where the record begins
   * @return bytes, a multiple of {@link #BLOCK}
   */
  public static int size(byte[] ring, int offset) {
    return blockFrom(Memory.getInt(ring, offset + USED));
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
