package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * Writes blocks that {@link PackedBlock} reads. FORMAT.md, section "Packed blocks".
 *
 * <p>A frame gets the width, with or without base, that makes it shortest: the numbers of gaps of
 * each width tell all lengths. Equal ids give equal bytes.
 *
 * <p>An encoder keeps the arrays that it works with, so that encoding allocates nothing. Not
 * thread-safe.
 */
public final class BlockEncoder {
  /**
   * Counters for each width. Neighbouring gaps use different counters, so that one increment need
   * not wait for another.
   */
  private static final int COUNTERS = 8;

  /** The gaps, less the least possible gap. */
  private final long[] gaps = new long[PackedBlock.MAX_GAPS];

  /** The number of gaps of each width above the base; a gap has 0 to 64 bits. */
  private final int[] widths = new int[(BitPacking.MAX_WIDTH + 1) * COUNTERS];

  /** The places of exceptions, and one more element: see {@link #writeExceptions}. */
  private final int[] places = new int[PackedBlock.MAX_GAPS + 1];

  /** The high part of each exception, less 1. */
  private final long[] highs = new long[PackedBlock.MAX_GAPS];

  // The choice of {@link #plan}.
  private long base;
  private int width;
  private int exceptions;
  private int highWidth;
  private int length;

  /** Makes an encoder. */
  public BlockEncoder() {}

  /**
   * Returns how long a block of some ids is.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many, 1 to {@link PackedBlock#MAX_COUNT}
   * @return bytes, up to {@link PackedBlock#MAX_LENGTH}
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int length(long[] ids, int from, int count) {
    return length(ids, from, count, true);
  }

  /**
   * Returns how long the rest of a block of some ids is.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many, 1 to {@link PackedBlock#MAX_COUNT}
   * @return bytes, up to {@link PackedBlock#MAX_LENGTH}; 0 for one id
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int restLength(long[] ids, int from, int count) {
    return length(ids, from, count, false);
  }

  private int length(long[] ids, int from, int count, boolean withFirst) {
    checkCount(count);
    if (count == 1 && !withFirst) {
      return 0;
    }
    int total = headLength(ids, from, count, withFirst);
    if (count > 2) {
      plan(ids, from + 1, count - 2);
      total += length;
    }
    return total;
  }

  /**
   * Returns how many ids fit a block of some length.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many there are, at least 1; more than {@link PackedBlock#MAX_COUNT} are not
   *     looked at
   * @param room the most bytes of the block
   * @return how many ids, from the first, have a block of at most that length; 0 if the first alone
   *     has not
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int fit(long[] ids, int from, int count, int room) {
    return fit(ids, from, count, room, true);
  }

  /**
   * Returns how many ids fit the rest of a block of some length.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many there are, at least 1; more than {@link PackedBlock#MAX_COUNT} are not
   *     looked at
   * @param room the most bytes of the rest
   * @return how many ids, from the first, have a rest of at most that length; at least 1
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int fitRest(long[] ids, int from, int count, int room) {
    return fit(ids, from, count, room, false);
  }

  private int fit(long[] ids, int from, int count, int room, boolean withFirst) {
    int above = Math.min(count, PackedBlock.MAX_COUNT);
    if (length(ids, from, above, withFirst) <= room) {
      return above;
    }
    int fits = 0;
    while (above - fits > 1) {
      int middle = (fits + above) >>> 1;
      if (length(ids, from, middle, withFirst) <= room) {
        fits = middle;
      } else {
        above = middle;
      }
    }
    return fits;
  }

  /**
   * Writes a block.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many, 1 to {@link PackedBlock#MAX_COUNT}
   * @param to the block of memory to write to; with {@link #length} bytes of room, or {@link
   *     PackedBlock#MAX_LENGTH}; no other bytes are changed
   * @param offset the first byte
   * @return the length in bytes
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int encode(long[] ids, int from, int count, byte[] to, int offset) {
    return encode(ids, from, count, to, offset, true);
  }

  /**
   * Writes a block without its first id, which is kept elsewhere.
   *
   * @param ids where the ids stand, strictly ascending
   * @param from the index of the first
   * @param count how many, 1 to {@link PackedBlock#MAX_COUNT}
   * @param to the block of memory to write to; with {@link #restLength} bytes of room, or {@link
   *     PackedBlock#MAX_LENGTH}; no other bytes are changed
   * @param offset the first byte
   * @return the length in bytes; 0 for one id
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int encodeRest(long[] ids, int from, int count, byte[] to, int offset) {
    return encode(ids, from, count, to, offset, false);
  }

  private int encode(long[] ids, int from, int count, byte[] to, int offset, boolean withFirst) {
    checkCount(count);
    if (count == 1 && !withFirst) {
      return 0;
    }
    int next = writeHead(ids, from, count, to, offset, withFirst);
    if (count > 2) {
      plan(ids, from + 1, count - 2);
      writeFrame(count - 2, to, next);
      next += length;
    }
    return next - offset;
  }

  private static void checkCount(int count) {
    if (count < 1 || count > PackedBlock.MAX_COUNT) {
      throw new IllegalArgumentException("count=" + count);
    }
  }

  /** Returns the number of bytes that a signed number needs. */
  private static int signedLength(long value) {
    // One bit more, for the sign.
    return BitPacking.width(value ^ (value >> 63)) / Byte.SIZE + 1;
  }

  private static int unsignedLength(long value) {
    return (BitPacking.width(value) + 7) / Byte.SIZE;
  }

  /** Returns the distance from the first id to the last; 0 for a single id. */
  private static long span(long[] ids, int from, int count) {
    int last = from + count - 1;
    // No frame holds the last gap, so plan does not check it.
    if (count > 1 && ids[last] <= ids[last - 1]) {
      throw new IllegalArgumentException("id " + ids[last] + " does not ascend");
    }
    return ids[last] - ids[from];
  }

  private static int headLength(long[] ids, int from, int count, boolean withFirst) {
    int firstLength = withFirst ? signedLength(ids[from]) : 0;
    return PackedBlock.HEAD + firstLength + unsignedLength(span(ids, from, count));
  }

  private static int writeHead(
      long[] ids, int from, int count, byte[] to, int offset, boolean withFirst) {
    long first = ids[from];
    long span = span(ids, from, count);
    int firstLength = withFirst ? signedLength(first) : 0;
    int spanLength = unsignedLength(span);
    int head = (count - 1) | Math.max(0, firstLength - 1) << PackedBlock.FIRST_SHIFT;
    if (count > 1) {
      head |= (spanLength - 1) << PackedBlock.SPAN_SHIFT;
    }
    Memory.putChar(to, offset, head);
    int next = putBytes(to, offset + PackedBlock.HEAD, first, firstLength);
    return putBytes(to, next, span, spanLength);
  }

  private static int putBytes(byte[] to, int offset, long value, int length) {
    for (int i = 0; i < length; i++) {
      Memory.putByte(to, offset + i, (int) (value >>> (i * Byte.SIZE)));
    }
    return offset + length;
  }

  /** Computes the gaps before some ids, and chooses how to encode them. */
  private void plan(long[] ids, int first, int count) {
    // With the sign flipped, signed minimum and maximum are unsigned ones.
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long previous = ids[first - 1];
    for (int i = 0; i < count; i++) {
      long id = ids[first + i];
      long gap = id - previous - PackedBlock.LEAST_GAP;
      previous = id;
      gaps[i] = gap;
      low = Math.min(low, gap ^ Long.MIN_VALUE);
      high = Math.max(high, gap ^ Long.MIN_VALUE);
    }
    long least = low ^ Long.MIN_VALUE;
    long greatest = high ^ Long.MIN_VALUE;
    if (greatest < 0) {
      // A gap is 2^63 or more, or the ids do not ascend.
      checkAscending(ids, first, count);
    }
    choose(least, greatest, count);
  }

  private static void checkAscending(long[] ids, int first, int count) {
    for (int i = first; i < first + count; i++) {
      if (ids[i] <= ids[i - 1]) {
        throw new IllegalArgumentException("id " + ids[i] + " does not ascend");
      }
    }
  }

  private void choose(long least, long greatest, int count) {
    if (least == 0) {
      chooseWidth(0, greatest, count);
      return;
    }
    addToGaps(-least, count);
    chooseWidth(least, greatest - least, count);
    // Without a base, each gap takes at least the width of the least gap, or is an exception, whose
    // place takes a byte.
    int bound = 1 + Math.min(BitPacking.length(count, BitPacking.width(least)), count);
    if (length >= bound) {
      int lengthWithBase = length;
      addToGaps(least, count);
      chooseWidth(0, greatest, count);
      if (lengthWithBase < length) {
        addToGaps(-least, count);
        chooseWidth(least, greatest - least, count);
      }
    }
  }

  private void addToGaps(long number, int count) {
    for (int i = 0; i < count; i++) {
      gaps[i] += number;
    }
  }

  private void countWidths(int count) {
    Arrays.fill(widths, 0);
    int i = 0;
    for (; i <= count - COUNTERS; i += COUNTERS) {
      widths[BitPacking.width(gaps[i]) * COUNTERS]++;
      widths[BitPacking.width(gaps[i + 1]) * COUNTERS + 1]++;
      widths[BitPacking.width(gaps[i + 2]) * COUNTERS + 2]++;
      widths[BitPacking.width(gaps[i + 3]) * COUNTERS + 3]++;
      widths[BitPacking.width(gaps[i + 4]) * COUNTERS + 4]++;
      widths[BitPacking.width(gaps[i + 5]) * COUNTERS + 5]++;
      widths[BitPacking.width(gaps[i + 6]) * COUNTERS + 6]++;
      widths[BitPacking.width(gaps[i + 7]) * COUNTERS + 7]++;
    }
    for (; i < count; i++) {
      widths[BitPacking.width(gaps[i]) * COUNTERS]++;
    }
  }

  private int gapsOfWidth(int bits) {
    int sum = 0;
    for (int i = bits * COUNTERS; i < (bits + 1) * COUNTERS; i++) {
      sum += widths[i];
    }
    return sum;
  }

  /**
   * Chooses the width that makes the gaps above a base shortest.
   *
   * @param candidate the base, which has been subtracted from the gaps
   * @param greatest the greatest of the gaps, less the base
   */
  private void chooseWidth(long candidate, long greatest, int count) {
    countWidths(count);
    base = candidate;
    length = Integer.MAX_VALUE;
    int fixed = base == 0 ? 1 : 1 + Varint.length(base);
    int above = 0;
    for (int bits = BitPacking.width(greatest); bits >= 0 && above < length; bits--) {
      // The frame has no code for a width of 64. At most one gap has 64 bits, so that gap is an
      // exception.
      if (bits <= PackedBlock.WIDTH_MASK) {
        int highs = above == 0 ? 0 : BitPacking.width((greatest >>> bits) - 1);
        int patches =
            above == 0 ? 0 : PackedBlock.EXCEPTIONS_HEAD + above + BitPacking.length(above, highs);
        int total = fixed + BitPacking.length(count, bits) + patches;
        if (total < length) {
          length = total;
          width = bits;
          exceptions = above;
          highWidth = highs;
        }
      }
      above += gapsOfWidth(bits);
    }
  }

  private void writeFrame(int count, byte[] to, int offset) {
    int kind = width;
    int next = offset + 1;
    if (base != 0) {
      kind |= PackedBlock.HAS_BASE;
      next = Varint.put(to, next + Memory.GUARD, base) - Memory.GUARD;
    }
    if (exceptions != 0) {
      kind |= PackedBlock.HAS_EXCEPTIONS;
      next = writeExceptions(count, to, next);
    }
    Memory.putByte(to, offset, kind);
    BitPacking.pack(gaps, 0, count, width, to, next);
    if (exceptions != 0) {
      next += BitPacking.length(count, width);
      BitPacking.pack(highs, 0, exceptions, highWidth, to, next);
    }
  }

  /**
   * Writes the places of the exceptions, and collects their high parts. Returns the offset after
   * the places.
   */
  private int writeExceptions(int count, byte[] to, int offset) {
    int found = 0;
    long mostLow = BitPacking.mask(width);
    for (int i = 0; i < count; i++) {
      // Each gap is noted, and overwritten unless it is an exception. A conditional jump would be
      // mispredicted, because exceptions follow no pattern.
      places[found] = i;
      // The sign bit is set if the gap is wider than the width, or has 64 bits.
      found += (int) (((mostLow - gaps[i]) | gaps[i]) >>> (Long.SIZE - 1));
    }
    int start = offset + PackedBlock.EXCEPTIONS_HEAD;
    int lower = 0;
    for (int i = 0; i < exceptions; i++) {
      int place = places[i];
      highs[i] = (gaps[place] >>> width) - 1;
      boolean isLower = place < PackedBlock.HALF;
      lower += isLower ? 1 : 0;
      Memory.putByte(to, start + i, isLower ? place : place - PackedBlock.HALF);
    }
    Memory.putByte(to, offset, highWidth);
    Memory.putByte(to, offset + 1, lower);
    Memory.putByte(to, offset + 2, exceptions - lower);
    return start + exceptions;
  }
}
