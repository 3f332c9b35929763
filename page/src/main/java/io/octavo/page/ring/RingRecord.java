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

  /** CRC32C of the bytes after it and then the store id, u32. */
  public static final int CRC = 0;

  /** Bytes of header and commits, u32. */
  public static final int USED = CRC + Integer.BYTES;

  /** Generation of the ring, i64. */
  public static final int GENERATION = USED + Integer.BYTES;

  /** Sequence number of the first commit, i64. */
  public static final int FIRST = GENERATION + Long.BYTES;

  /** Sequence number of the last commit, i64. */
  public static final int LAST = FIRST + Long.BYTES;

  /** CRC32C of the previous record, u32; 0 for the first one of an extent. */
  public static final int PREVIOUS = LAST + Long.BYTES;

  /**
   * The number of commits before the first one that were perhaps not durable when the record was
   * written, u32.
   */
  public static final int UNFORCED = PREVIOUS + Integer.BYTES;

  /** Bytes of the header. */
  public static final int LENGTH = UNFORCED + Integer.BYTES;

  /** A record after another one in a block begins at a multiple of this many bytes. */
  public static final int ALIGNMENT = 8;

  private static final long MAX_UNFORCED = 0xFFFF_FFFFL;

  private RingRecord() {}

  /**
   * Returns the length of a record of some commits in blocks of its own, a multiple of {@link
   * #BLOCK}.
   *
   * @param lengths sum of the lengths of their operations
   */
  public static int size(long lengths, int commits) {
    long used = LENGTH + lengths + (long) commits * Integer.BYTES;
    return Math.toIntExact((used + BLOCK - 1) / BLOCK * BLOCK);
  }

  /**
   * Returns the length of a record of some commits after another record in a block, a multiple of
   * {@link #ALIGNMENT}.
   *
   * @param lengths sum of the lengths of their operations
   */
  public static long packedSize(long lengths, int commits) {
    return aligned(LENGTH + lengths + (long) commits * Integer.BYTES);
  }

  private static long aligned(long length) {
    return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /**
   * Returns the first block at or after a place: the place, or the next multiple of {@link #BLOCK}.
   *
   * @param place bytes from the start of the extent
   */
  public static int blockFrom(int place) {
    return (place + BLOCK - 1) / BLOCK * BLOCK;
  }

  /**
   * Returns a place where the record after a sound one may begin. The other places are the next
   * block, and the start of the extent.
   *
   * @param bytes the record, and perhaps others
   * @param offset the first byte of the sound record
   * @return bytes from the start of the extent
   */
  public static int end(byte[] bytes, int offset, int place) {
    int end = place + (int) aligned(Memory.getInt(bytes, offset + USED));
    return blockFrom(end) - end < LENGTH ? blockFrom(end) : end;
  }

  /** Returns the places of the sound records of a ring, in order. */
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
   * @param previous checksum of the previous record, 0 for the first of an extent
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
   * Builds a record into a block.
   *
   * @param commits the operations of each commit
   * @param previous checksum of the previous record, 0 for the first of an extent
   * @param unforced the number of commits before the first that are perhaps not durable
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
   * Returns whether a place of a ring has a whole record of a generation.
   *
   * @param offset a multiple of {@link #ALIGNMENT}
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

  /** Returns the number of commits of a record, or -1 if they do not end with the record. */
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

  /** Reads the checksum of a record. */
  public static int crc(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + CRC);
  }

  /** Reads the checksum of the previous record, 0 for the first of an extent. */
  public static int previous(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + PREVIOUS);
  }

  /** Reads the number of earlier commits perhaps not durable when a record was written. */
  public static long unforced(byte[] ring, int offset) {
    return Memory.getInt(ring, offset + UNFORCED) & MAX_UNFORCED;
  }

  /**
   * Returns whether a record proves that a commit was durable before the record was written.
   *
   * @param commit sequence number of the commit, which is before the last of the record
   * @return whether the commit was durable; true also for the first commit of the record, if all
   *     earlier ones were
   */
  public static boolean proves(byte[] ring, int offset, long commit) {
    long unforced = unforced(ring, offset);
    return unforced == 0 || first(ring, offset) - unforced > commit;
  }

  /** Reads the sequence number of the first commit of a record. */
  public static long first(byte[] ring, int offset) {
    return Memory.getLong(ring, offset + FIRST);
  }

  /** Reads the sequence number of the last commit of a record. */
  public static long last(byte[] ring, int offset) {
    return Memory.getLong(ring, offset + LAST);
  }

  /** Returns the length of a sound record in blocks of its own, a multiple of {@link #BLOCK}. */
  public static int size(byte[] ring, int offset) {
    return blockFrom(Memory.getInt(ring, offset + USED));
  }

  /**
   * Copies the commits of a sound record, from one on.
   *
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
