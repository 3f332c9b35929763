package io.octavo.packed;

import io.octavo.memory.Memory;

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
  private final FrameEncoder frame = new FrameEncoder(PackedBlock.MAX_GAPS);

  /** Makes an encoder. */
  public BlockEncoder() {}

  /**
   * Returns the length of a block of some ids.
   *
   * @param ids the ids, strictly ascending
   * @param count the number, 1 to {@link PackedBlock#MAX_COUNT}
   * @return bytes, up to {@link PackedBlock#MAX_LENGTH}
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int length(long[] ids, int from, int count) {
    return length(ids, from, count, true);
  }

  /**
   * Returns the length of the rest of a block of some ids.
   *
   * @param ids the ids, strictly ascending
   * @param count the number, 1 to {@link PackedBlock#MAX_COUNT}
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
      total += isBitmap(ids, from, count) ? (int) bitmapLength(ids, from, count) : frame.length();
    }
    return total;
  }

  /**
   * Returns the number of ids that fit a block of a length.
   *
   * @param ids the ids, strictly ascending
   * @param count the number of ids, at least 1; those above {@link PackedBlock#MAX_COUNT} are
   *     ignored
   * @param room the most bytes of the block
   * @return the number from the first; 0 if the first does not fit
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int fit(long[] ids, int from, int count, int room) {
    return fit(ids, from, count, room, true);
  }

  /**
   * Returns the number of ids that fit the rest of a block of a length.
   *
   * @param ids the ids, strictly ascending
   * @param count the number of ids, at least 1; those above {@link PackedBlock#MAX_COUNT} are
   *     ignored
   * @param room the most bytes of the rest
   * @return the number from the first, at least 1
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
   * @param ids the ids, strictly ascending
   * @param count the number, 1 to {@link PackedBlock#MAX_COUNT}
   * @param to the block of memory, with room for {@link #length} bytes; no others are changed
   * @return the length in bytes
   * @throws IllegalArgumentException if ids do not ascend or count is out of range
   */
  public int encode(long[] ids, int from, int count, byte[] to, int offset) {
    return encode(ids, from, count, to, offset, true);
  }

  /**
   * Writes a block without its first id, which is stored elsewhere.
   *
   * @param ids the ids, strictly ascending
   * @param count the number, 1 to {@link PackedBlock#MAX_COUNT}
   * @param to the block of memory, with room for {@link #restLength} bytes; no others are changed
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
      if (isBitmap(ids, from, count)) {
        Memory.putChar(to, offset, Memory.getChar(to, offset) | PackedBlock.IS_BITMAP);
        next = IdBitmap.write(ids, from, count, to, next);
      } else {
        next = frame.write(to, next);
      }
    }
    return next - offset;
  }

  /** Returns whether a bitmap is shorter than the planned frame. */
  private boolean isBitmap(long[] ids, int from, int count) {
    return bitmapLength(ids, from, count) < frame.length();
  }

  private static long bitmapLength(long[] ids, int from, int count) {
    return IdBitmap.length(ids[from + count - 1] - ids[from]);
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
    // No frame has the last gap, so plan does not check it.
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
    long[] gaps = frame.numbers();
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
    frame.plan(count, least, greatest);
  }

  private static void checkAscending(long[] ids, int first, int count) {
    for (int i = first; i < first + count; i++) {
      if (ids[i] <= ids[i - 1]) {
        throw new IllegalArgumentException("id " + ids[i] + " does not ascend");
      }
    }
  }
}
