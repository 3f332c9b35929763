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
 * 64 bits and for blocks that can be read alone. Dense ids are an {@link IdBitmap} instead.
 *
 * <p>Blocks may be damaged. {@link #count} checks the head, {@link #decode} the rest; no bytes make
 * them use what is not between offset and limit, write outside of the ids that are asked for, or
 * run longer than for the largest block. Damage that looks like a block gives wrong ids, which
 * ascend. Offsets are those of {@link Memory}. {@link BlockEncoder} writes.
 *
 * <p>Where the first id is known from elsewhere, a block is kept as its rest, which is read by the
 * methods of that name. The rest of a block of one id is empty.
 */
public final class PackedBlock {
  /** The most ids of a block. */
  public static final int MAX_COUNT = 512;

  /** The most bytes of a block. */
  public static final int MAX_LENGTH = 18 + 1 + 510 * Long.BYTES;

  /** The most bytes of a rest that is to be kept in an entry: eight of them fill a page. */
  public static final int KEPT = 992;

  /** The result of {@link #count} and {@link #decode} for a damaged block. */
  public static final int DAMAGED = -1;

  /** The greatest number of gaps in a frame. No frame has the last gap of a block. */
  static final int MAX_GAPS = MAX_COUNT - 2;

  /**
   * The number of places in each half of the largest frame. Places count from 0 in each half, so
   * that a place fits a byte.
   */
  static final int HALF = MAX_GAPS / 2;

  // Fields of the head.
  static final int HEAD = 2;
  static final int COUNT_MASK = MAX_COUNT - 1;
  static final int FIRST_SHIFT = 9;
  static final int SPAN_SHIFT = 12;
  static final int LENGTH_MASK = 7;
  static final int IS_BITMAP = 1 << 15;

  // Fields of the first byte of a frame.
  static final int WIDTH_MASK = 63;
  static final int HAS_BASE = 64;
  static final int HAS_EXCEPTIONS = 128;

  /** Bytes before the places of exceptions. */
  static final int EXCEPTIONS_HEAD = 3;

  /** The least gap between two ids of a set. */
  static final long LEAST_GAP = 1;

  /** 512 gaps, each the sum of three numbers of at most this many bits, have a sum below 2^63. */
  private static final int SHORT_BITS = 50;

  private static final int SHORT_BASE = SHORT_BITS / 7;

  private PackedBlock() {}

  private static int firstLength(int head) {
    return ((head >>> FIRST_SHIFT) & LENGTH_MASK) + 1;
  }

  private static int spanLength(int head) {
    return ((head >>> SPAN_SHIFT) & LENGTH_MASK) + 1;
  }

  /** Returns the offset of the frame, or of the end of a block of one or two ids. */
  private static int frames(int head, int offset) {
    int spanLength = (head & COUNT_MASK) == 0 ? 0 : spanLength(head);
    return offset + HEAD + firstLength(head) + spanLength;
  }

  /**
   * Returns the number of ids of a block, and checks its head.
   *
   * @return 1 to {@link #MAX_COUNT}, or {@link #DAMAGED}
   */
  public static int count(byte[] from, int offset, int limit) {
    if (limit - offset < HEAD + 1) {
      return DAMAGED;
    }
    int head = Memory.getChar(from, offset);
    int body = frames(head, offset);
    if (body > limit) {
      return DAMAGED;
    }
    int count = (head & COUNT_MASK) + 1;
    if (count == 1) {
      return head >>> SPAN_SHIFT == 0 ? 1 : DAMAGED;
    }
    long first = first(from, offset);
    return isSpan(head, first, last(from, offset), body, limit) ? count : DAMAGED;
  }

  /**
   * Returns whether a block of several ids may begin and end with two ids. They determine the
   * length of a bitmap.
   */
  private static boolean isSpan(int head, long first, long last, int body, int limit) {
    return last > first
        && ((head & IS_BITMAP) == 0 || IdBitmap.length(last - first) == limit - body);
  }

  /**
   * Reads the least id without reading others.
   *
   * @param offset the first byte of a block whose {@link #count} is not {@link #DAMAGED}
   */
  public static long first(byte[] from, int offset) {
    int unused = Long.SIZE - firstLength(Memory.getChar(from, offset)) * Byte.SIZE;
    return Memory.getLong(from, offset + HEAD) << unused >> unused;
  }

  /**
   * Reads the greatest id without reading others.
   *
   * @param offset the first byte of a block whose {@link #count} is not {@link #DAMAGED}
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
   * @param into receives the ids; room for {@link #MAX_COUNT} always suffices
   * @return the number of ids, or {@link #DAMAGED}; the ids are then undefined
   * @throws IllegalArgumentException if there is too little room for the ids
   */
  public static int decode(byte[] from, int offset, int limit, long[] into, int at) {
    int count = count(from, offset, limit);
    if (count == DAMAGED) {
      return DAMAGED;
    }
    checkRoom(count, into, at);
    int head = Memory.getChar(from, offset);
    long first = first(from, offset);
    return decode(
        from, head, frames(head, offset), limit, first, last(from, offset), count, into, at);
  }

  /**
   * Returns the number of ids of a rest, and checks its head.
   *
   * @param first the least id
   * @return 1 to {@link #MAX_COUNT}, or {@link #DAMAGED}
   */
  public static int restCount(byte[] from, int offset, int limit, long first) {
    if (offset == limit) {
      return 1;
    }
    if (limit - offset < HEAD + 1) {
      return DAMAGED;
    }
    int head = Memory.getChar(from, offset);
    int count = (head & COUNT_MASK) + 1;
    int body = offset + HEAD + spanLength(head);
    if (firstLength(head) != 1 || count == 1 || body > limit) {
      return DAMAGED;
    }
    long last = restLast(from, offset, limit, first);
    return isSpan(head, first, last, body, limit) ? count : DAMAGED;
  }

  /**
   * Reads the greatest id of a rest without reading others.
   *
   * @param offset the first byte of the rest, whose {@link #restCount} is not {@link #DAMAGED}
   * @param first the least id
   */
  public static long restLast(byte[] from, int offset, int limit, long first) {
    if (offset == limit) {
      return first;
    }
    int unused = Long.SIZE - spanLength(Memory.getChar(from, offset)) * Byte.SIZE;
    return first + (Memory.getLong(from, offset + HEAD) << unused >>> unused);
  }

  /**
   * Returns the bitmap of a rest.
   *
   * @param offset the first byte of the rest, whose {@link #restCount} is not {@link #DAMAGED}
   * @return the first byte of the bitmap, -1 if the block has none
   */
  public static int restBitmap(byte[] from, int offset, int limit) {
    int head = offset == limit ? 0 : Memory.getChar(from, offset);
    return (head & IS_BITMAP) == 0 ? -1 : offset + HEAD + spanLength(head);
  }

  /** The encoding of the ids of a block. */
  public enum Kind {
    /** One id. */
    ONE,

    /** Two ids: first and span. */
    TWO,

    /** All gaps but the last are equal. */
    STEPS,

    /** Gaps of one width. */
    PACKED,

    /** Gaps of one width, with exceptions that are wider. */
    PATCHED,

    /** A bit for each number from the first id to the last. */
    BITMAP
  }

  /**
   * Returns the kind of a rest.
   *
   * @param offset the first byte of the rest, whose {@link #restCount} is not {@link #DAMAGED}
   * @return its kind
   */
  public static Kind restKind(byte[] from, int offset, int limit) {
    if (offset == limit) {
      return Kind.ONE;
    }
    int head = Memory.getChar(from, offset);
    if ((head & IS_BITMAP) != 0) {
      return Kind.BITMAP;
    }
    if ((head & COUNT_MASK) == 1) {
      return Kind.TWO;
    }
    int frame = Memory.getByte(from, offset + HEAD + spanLength(head));
    if ((frame & HAS_EXCEPTIONS) != 0) {
      return Kind.PATCHED;
    }
    return (frame & WIDTH_MASK) == 0 ? Kind.STEPS : Kind.PACKED;
  }

  /**
   * Reads all ids of a rest.
   *
   * @param first the least id
   * @param into receives the ids; room for {@link #MAX_COUNT} always suffices
   * @return the number of ids, or {@link #DAMAGED}; the ids are then undefined
   * @throws IllegalArgumentException if there is too little room for the ids
   */
  public static int decodeRest(
      byte[] from, int offset, int limit, long first, long[] into, int at) {
    int count = restCount(from, offset, limit, first);
    if (count == DAMAGED) {
      return DAMAGED;
    }
    checkRoom(count, into, at);
    if (count == 1) {
      into[at] = first;
      return 1;
    }
    int head = Memory.getChar(from, offset);
    int body = offset + HEAD + spanLength(head);
    long last = restLast(from, offset, limit, first);
    return decode(from, head, body, limit, first, last, count, into, at);
  }

  private static void checkRoom(int count, long[] into, int at) {
    if (count > into.length - at) {
      throw new IllegalArgumentException("count=" + count + ", room=" + (into.length - at));
    }
  }

  private static int decode(
      byte[] from,
      int head,
      int frame,
      int limit,
      long first,
      long last,
      int count,
      long[] into,
      int at) {
    if ((head & IS_BITMAP) != 0) {
      return IdBitmap.decode(from, frame, first, last, count, into, at) ? count : DAMAGED;
    }
    int next = frame;
    int end = at + count - 1;
    into[at] = first;
    if (count > 2) {
      next = decodeFrame(from, frame, limit, into, at + 1, count - 2);
    }
    // The last gap is not stored: it is the span less the sum of the other gaps. A damaged frame
    // does not end at the limit.
    if (next != limit
        || (count > 1 && Long.compareUnsigned(into[end - 1] - first, last - first) >= 0)) {
      return DAMAGED;
    }
    into[end] = last;
    return count <= 2 || isShort(from, frame, limit) || ascends(into, at, end) ? count : DAMAGED;
  }

  /**
   * Returns whether the gaps of a sound frame are so short that their sum cannot overflow, so that
   * all ids but the last ascend.
   */
  private static boolean isShort(byte[] from, int frame, int limit) {
    int kind = Memory.getByte(from, frame);
    int next = frame + 1;
    if ((kind & HAS_BASE) != 0) {
      int end = Varint.end(from, next + Memory.GUARD, limit + Memory.GUARD) - Memory.GUARD;
      if (end - next > SHORT_BASE) {
        return false;
      }
      next = end;
    }
    int highWidth = (kind & HAS_EXCEPTIONS) == 0 ? 0 : Memory.getByte(from, next);
    return (kind & WIDTH_MASK) + highWidth <= SHORT_BITS;
  }

  private static boolean ascends(long[] ids, int first, int last) {
    for (int i = first; i < last; i++) {
      if (ids[i] >= ids[i + 1]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Decodes the gaps of a frame, and replaces them by ids. The id before the first gap is in the
   * array, before the first place.
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
    int width = kind & WIDTH_MASK;
    if (width == 0 && (kind & HAS_EXCEPTIONS) == 0) {
      step(into, at, count, gap);
      return next;
    }
    Arrays.fill(into, at, at + count, gap);
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

  /** Writes ids of the same gap, each without waiting for the one before. */
  private static void step(long[] into, int at, int count, long gap) {
    long start = into[at - 1] + gap;
    for (int i = 0; i < count; i++) {
      into[at + i] = start + i * gap;
    }
  }

  /**
   * Adds the high parts of exceptions to the array. The low parts are added later.
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
    // The high part of an exception is at least 1; it is stored less 1.
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
