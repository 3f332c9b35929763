package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * Reads a block: a sorted set of 1 to {@value #MAX_COUNT} longs at a few bits each. FORMAT.md,
 * section "Packed blocks".
 *
 * <p>A block begins with its count, its first and its last id. The gaps between stand in a frame:
 * the least gap as the base, what is above it packed at a common width, and exceptions for gaps
 * that need more. This is the patched frame of reference of Zukowski and others (Super-Scalar
 * RAM-CPU Cache Compression, ICDE 2006) with the choice of width and the exceptions of FastPFor
 * (Lemire and Boytsov, Decoding billions of integers per second through vectorization, 2015), for
 * 64 bits and for blocks that can be read alone.
 *
 * <p>Blocks may be damaged. {@link #count} checks the head, {@link #decode} the rest; no bytes make
 * them use what is not between offset and limit, write outside of the ids that are asked for, or
 * run longer than for the largest block. Damage that looks like a block gives wrong ids, in any
 * order. Offsets are those of {@link Memory}. {@link BlockEncoder} writes.
 */
public final class PackedBlock {
  /** The most ids of a block. */
  public static final int MAX_COUNT = 512;

  /** The most bytes of a block. */
  public static final int MAX_LENGTH = 18 + 1 + 510 * Long.BYTES;

  /** What {@link #count} and {@link #decode} give where there is no block. */
  public static final int DAMAGED = -1;

  /** The most gaps of a frame. The last gap of a block is in none. */
  static final int MAX_GAPS = MAX_COUNT - 2;

  /** Places of exceptions count from 0 in each half of the largest frame, to fit a byte. */
  static final int HALF = MAX_GAPS / 2;

  // The head.
  static final int HEAD = 2;
  static final int COUNT_MASK = MAX_COUNT - 1;
  static final int FIRST_SHIFT = 9;
  static final int SPAN_SHIFT = 12;
  static final int LENGTH_MASK = 7;

  // The first byte of a frame.
  static final int WIDTH_MASK = 63;
  static final int HAS_BASE = 64;
  static final int HAS_EXCEPTIONS = 128;

  /** Bytes before the places of exceptions. */
  static final int EXCEPTIONS_HEAD = 3;

  /** The least gap between two ids of a set. */
  static final long LEAST_GAP = 1;

  private PackedBlock() {}

  private static int firstLength(int head) {
    return ((head >>> FIRST_SHIFT) & LENGTH_MASK) + 1;
  }

  private static int spanLength(int head) {
    return ((head >>> SPAN_SHIFT) & LENGTH_MASK) + 1;
  }

  /** Tells where the frames begin, or where a block of one id ends. */
  private static int frames(int head, int offset) {
    int spanLength = (head & COUNT_MASK) == 0 ? 0 : spanLength(head);
    return offset + HEAD + firstLength(head) + spanLength;
  }

  /**
   * Tells how many ids a block has, and checks its head.
   *
   * @param from the block of memory
   * @param offset the first byte
   * @param limit the byte after the last
   * @return 1 to {@link #MAX_COUNT}, or {@link #DAMAGED}
   */
  public static int count(byte[] from, int offset, int limit) {
    if (limit - offset < HEAD + 1) {
      return DAMAGED;
    }
    int head = Memory.getChar(from, offset);
    if (head > Short.MAX_VALUE || frames(head, offset) > limit) {
      return DAMAGED;
    }
    int count = (head & COUNT_MASK) + 1;
    if (count == 1) {
      return head >>> SPAN_SHIFT == 0 ? 1 : DAMAGED;
    }
    return last(from, offset) > first(from, offset) ? count : DAMAGED;
  }

  /**
   * Reads the least id, without looking at others.
   *
   * @param from the block of memory
   * @param offset the first byte of a block whose {@link #count} is not {@link #DAMAGED}
   * @return the least id
   */
  public static long first(byte[] from, int offset) {
    int unused = Long.SIZE - firstLength(Memory.getChar(from, offset)) * Byte.SIZE;
    return Memory.getLong(from, offset + HEAD) << unused >> unused;
  }

  /**
   * Reads the greatest id, without looking at others.
   *
   * @param from the block of memory
   * @param offset the first byte of a block whose {@link #count} is not {@link #DAMAGED}
   * @return the greatest id
   */
  public static long last(byte[] from, int offset) {
    int head = Memory.getChar(from, offset);
    long first = first(from, offset);
    if ((head & COUNT_MASK) == 0) {
      return first;
    }
    int unused = Long.SIZE - spanLength(head) * Byte.SIZE;
    long span = Memory.getLong(from, offset + HEAD + firstLength(head)) << unused >>> unused;
    return first + span;
  }

  /**
   * Reads all ids.
   *
   * @param from the block of memory
   * @param offset the first byte
   * @param limit the byte after the last
   * @param into where the ids go; with room for {@link #MAX_COUNT} no block is too large
   * @param at the index of the first id
   * @return how many ids there are, or {@link #DAMAGED}; the ids are then anything
   * @throws IllegalArgumentException where there is not room for as many ids as the head says
   */
  public static int decode(byte[] from, int offset, int limit, long[] into, int at) {
    int count = count(from, offset, limit);
    if (count == DAMAGED) {
      return DAMAGED;
    }
    if (count > into.length - at) {
      throw new IllegalArgumentException("count=" + count + ", room=" + (into.length - at));
    }
    int next = frames(Memory.getChar(from, offset), offset);
    long first = first(from, offset);
    long last = last(from, offset);
    int end = at + count - 1;
    into[at] = first;
    if (count > 2) {
      next = decodeFrame(from, next, limit, into, at + 1, count - 2);
    }
    // The last gap is not stored: it is what the others leave of the span. A frame that is damaged
    // ends nowhere.
    if (next != limit || (count > 1 && into[end - 1] >= last)) {
      return DAMAGED;
    }
    into[end] = last;
    return count;
  }

  /**
   * Reads the gaps behind the id that stands before them in the array, and makes ids of them.
   *
   * @return the byte after the frame, or DAMAGED
   */
  private static int decodeFrame(
      byte[] from, int offset, int limit, long[] into, int at, int count) {
    if (offset >= limit) {
      return DAMAGED;
    }
    int kind = Memory.getByte(from, offset);
    int next = offset + 1;
    long gap = LEAST_GAP;
    if ((kind & HAS_BASE) != 0) {
      int base = next + Memory.GUARD;
      int end = Varint.end(from, base, limit + Memory.GUARD);
      if (end < 0) {
        return DAMAGED;
      }
      gap += Varint.get(from, base);
      next = end - Memory.GUARD;
    }
    Arrays.fill(into, at, at + count, gap);
    int width = kind & WIDTH_MASK;
    int packed = next;
    int highs = 0;
    if ((kind & HAS_EXCEPTIONS) != 0) {
      packed = patch(from, next, limit, width, gap, into, at, count);
      if (packed == DAMAGED) {
        return DAMAGED;
      }
      int exceptions = packed - next - EXCEPTIONS_HEAD;
      highs = BitPacking.length(exceptions, Memory.getByte(from, next));
    }
    int end = packed + BitPacking.length(count, width) + highs;
    if (end > limit) {
      return DAMAGED;
    }
    BitPacking.addAndSum(from, packed, count, width, into[at - 1], into, at);
    return end;
  }

  /**
   * Puts gaps that are exceptions to their places, without their low parts.
   *
   * @return the byte after the places, where the low parts begin, or DAMAGED
   */
  private static int patch(
      byte[] from, int offset, int limit, int width, long gap, long[] into, int at, int count) {
    if (limit - offset < EXCEPTIONS_HEAD) {
      return DAMAGED;
    }
    int highWidth = Memory.getByte(from, offset);
    int upperPlaces = offset + EXCEPTIONS_HEAD + Memory.getByte(from, offset + 1);
    int packed = upperPlaces + Memory.getByte(from, offset + 2);
    int highs = packed + BitPacking.length(count, width);
    int exceptions = packed - offset - EXCEPTIONS_HEAD;
    if (highWidth > BitPacking.MAX_WIDTH
        || highs + BitPacking.length(exceptions, highWidth) > limit) {
      return DAMAGED;
    }
    // An exception is one because it needs more than the width: its high part is at least 1.
    long least = gap + (1L << width);
    long mask = BitPacking.mask(highWidth);
    int bit = 0;
    for (int i = packed - exceptions; i < packed; i++) {
      int place = Memory.getByte(from, i) + (i < upperPlaces ? 0 : HALF);
      if (place >= count) {
        return DAMAGED;
      }
      into[at + place] = least + (BitPacking.getAt(from, highs, bit, highWidth, mask) << width);
      bit += highWidth;
    }
    return packed;
  }
}
