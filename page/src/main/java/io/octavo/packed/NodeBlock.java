package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Up to {@value #MAX_COUNT} nodes of a tree whose parents come before them, such as a table of call
 * stacks: each has a parent and a number, its frame. FORMAT.md, section "Node blocks".
 *
 * <p>Most nodes continue the node before them. One bit a node says so, and only the others have a
 * distance to their parent. Nodes have consecutive ids; the id of the first is known from
 * elsewhere.
 *
 * <p>Offsets are those of {@link Memory}. The methods that read single nodes trust the block:
 * {@link #length} verifies it.
 */
public final class NodeBlock {
  /** The most nodes of a block. */
  public static final int MAX_COUNT = 256;

  /** The parent of a node without one. */
  public static final int NONE = -1;

  /** Bytes of the widths. */
  private static final int HEAD = 2;

  private static final int MAX_WIDTH = Integer.SIZE - 1;

  /** The most bytes of a block. */
  public static final int MAX_LENGTH = HEAD + MAX_COUNT / Byte.SIZE + 2 * MAX_COUNT * MAX_WIDTH / 8;

  /** The result of {@link #length} for a damaged block. */
  public static final int DAMAGED = -1;

  /** Distances count from the node before the one before. */
  private static final int LEAST_DISTANCE = 2;

  private NodeBlock() {}

  private static int bitmapLength(int count) {
    return (count + 7) >>> 3;
  }

  /**
   * Writes a block.
   *
   * @param first the id of the first node, 0 to 2^31 - 2
   * @param parents the parents, each {@link #NONE} or an id below the node's own
   * @param frames the frames, not negative
   * @param from the index of the first node in both arrays
   * @param count the number of nodes, 1 to {@value #MAX_COUNT}
   * @param to the block of memory, with space for {@link #MAX_LENGTH} bytes
   * @return the number of bytes
   */
  public static int encode(
      int first, int[] parents, int[] frames, int from, int count, byte[] to, int offset) {
    long[] packed = new long[count];
    int bitmap = offset + HEAD;
    Memory.zero(to, bitmap, bitmap + bitmapLength(count));
    long distances = 0;
    int others = 0;
    for (int i = 0; i < count; i++) {
      int distance = first + i - parents[from + i] - LEAST_DISTANCE;
      if (distance < 0) {
        int at = bitmap + (i >>> 3);
        Memory.putByte(to, at, Memory.getByte(to, at) | (1 << (i & 7)));
      } else {
        packed[others++] = distance;
        distances |= distance;
      }
    }
    int distanceWidth = BitPacking.width(distances);
    long[] wide = new long[count];
    long all = 0;
    for (int i = 0; i < count; i++) {
      wide[i] = frames[from + i];
      all |= wide[i];
    }
    int frameWidth = BitPacking.width(all);
    Memory.putByte(to, offset, frameWidth);
    Memory.putByte(to, offset + 1, distanceWidth);
    int next = bitmap + bitmapLength(count);
    BitPacking.pack(wide, 0, count, frameWidth, to, next);
    next += BitPacking.length(count, frameWidth);
    BitPacking.pack(packed, 0, others, distanceWidth, to, next);
    return next + BitPacking.length(others, distanceWidth) - offset;
  }

  /**
   * Verifies a block and returns its length: widths are at most 31 bits, unused bits are 0, and no
   * parent is below {@link #NONE}.
   *
   * @param first the id of the first node
   * @param count the number of nodes, 1 to {@value #MAX_COUNT}
   * @return the number of bytes, or {@link #DAMAGED}
   */
  public static int length(byte[] from, int offset, int limit, int first, int count) {
    int frames = offset + HEAD + bitmapLength(count);
    if (frames > limit) {
      return DAMAGED;
    }
    int frameWidth = Memory.getByte(from, offset);
    int distanceWidth = Memory.getByte(from, offset + 1);
    int others = count - rank(from, offset + HEAD, count);
    if (frameWidth > MAX_WIDTH
        || distanceWidth > MAX_WIDTH
        || (others == 0 && distanceWidth > 0)
        || !BitPacking.endsWithZeros(from, offset + HEAD, count)) {
      return DAMAGED;
    }
    int distances = frames + BitPacking.length(count, frameWidth);
    int end = distances + BitPacking.length(others, distanceWidth);
    if (end > limit
        || !BitPacking.endsWithZeros(from, frames, count * frameWidth)
        || !BitPacking.endsWithZeros(from, distances, others * distanceWidth)) {
      return DAMAGED;
    }
    if (!haveParents(from, offset, distances, first, count)) {
      return DAMAGED;
    }
    return end - offset;
  }

  /** Returns whether no distance leads below {@link #NONE}. */
  private static boolean haveParents(byte[] from, int offset, int distances, int first, int count) {
    int width = Memory.getByte(from, offset + 1);
    long mask = BitPacking.mask(width);
    if (mask < first) {
      // No number of the width is that far.
      return true;
    }
    int bitmap = offset + HEAD;
    int bit = 0;
    for (int i = 0; i < count; i++) {
      if (!continues(from, bitmap, i)) {
        if (BitPacking.getAt(from, distances, bit, width, mask) >= (long) first + i) {
          return false;
        }
        bit += width;
      }
    }
    return true;
  }

  /** Returns whether the parent of a node is the node before. */
  private static boolean continues(byte[] from, int bitmap, int index) {
    return ((Memory.getByte(from, bitmap + (index >>> 3)) >>> (index & 7)) & 1) != 0;
  }

  /** Counts the set bits among the first bits of a bitmap. */
  private static int rank(byte[] from, int bitmap, int count) {
    int rank = 0;
    int bit = 0;
    for (; bit + Long.SIZE <= count; bit += Long.SIZE) {
      rank += Long.bitCount(Memory.getLong(from, bitmap + (bit >>> 3)));
    }
    if (bit < count) {
      long rest = Memory.getLong(from, bitmap + (bit >>> 3));
      rank += Long.bitCount(rest & BitPacking.mask(count - bit));
    }
    return rank;
  }

  /** Returns the frame of a node. */
  public static int frame(byte[] from, int offset, int count, int index) {
    int width = Memory.getByte(from, offset);
    int frames = offset + HEAD + bitmapLength(count);
    return (int) BitPacking.getAt(from, frames, index * width, width, BitPacking.mask(width));
  }

  /**
   * Returns the parent of a node.
   *
   * @param first the id of the first node
   * @return the id of the parent, or {@link #NONE}
   */
  public static int parent(byte[] from, int offset, int first, int count, int index) {
    int bitmap = offset + HEAD;
    if (continues(from, bitmap, index)) {
      return first + index - 1;
    }
    int width = Memory.getByte(from, offset + 1);
    int distances =
        bitmap + bitmapLength(count) + BitPacking.length(count, Memory.getByte(from, offset));
    int place = index - rank(from, bitmap, index);
    long distance = BitPacking.getAt(from, distances, place * width, width, BitPacking.mask(width));
    return (int) (first + index - LEAST_DISTANCE - distance);
  }

  /**
   * Counts the nodes of a chain: from a node down, as long as the parent of each is the node
   * before. A long chain may be counted in part.
   *
   * @param index the index of the uppermost node, from 0 to the number of nodes - 1
   * @return the number of nodes, 1 to the index + 1
   */
  public static int chain(byte[] from, int offset, int index) {
    // The bit of the node becomes the highest. Bytes before the bitmap belong to the head, the page
    // or its guard, and are not counted.
    int last = offset + HEAD + (index >>> 3);
    long bits = Memory.getLong(from, last + 1 - Long.BYTES) << (~index & 7);
    return Math.min(Long.numberOfLeadingZeros(~bits), index) + 1;
  }

  /**
   * Reads the frames of some nodes, from a node down.
   *
   * @param index the index of the uppermost node
   * @param nodes the number of frames, at most the index + 1; none if negative
   * @param to receives the frames
   * @param at the index of the first frame
   */
  public static void framesDown(
      byte[] from, int offset, int count, int index, int nodes, int[] to, int at) {
    int width = Memory.getByte(from, offset);
    int mask = (int) BitPacking.mask(width);
    int frames = offset + HEAD + bitmapLength(count);
    int bit = index * width;
    for (int i = 0; i < nodes; i++) {
      // A number of 31 bits, with up to seven bits before it, fits one load.
      to[at + i] = (int) (Memory.getLong(from, frames + (bit >>> 3)) >>> (bit & 7)) & mask;
      bit -= width;
    }
  }

  /**
   * Reads all nodes.
   *
   * @param first the id of the first node
   * @param parents receives the parents
   * @param frames receives the frames
   * @param at the index of the first node in both arrays
   */
  public static void decode(
      byte[] from, int offset, int first, int count, int[] parents, int[] frames, int at) {
    int frameWidth = Memory.getByte(from, offset);
    int distanceWidth = Memory.getByte(from, offset + 1);
    long frameMask = BitPacking.mask(frameWidth);
    long distanceMask = BitPacking.mask(distanceWidth);
    int bitmap = offset + HEAD;
    int packed = bitmap + bitmapLength(count);
    int distances = packed + BitPacking.length(count, frameWidth);
    int bit = 0;
    for (int i = 0; i < count; i++) {
      frames[at + i] = (int) BitPacking.getAt(from, packed, i * frameWidth, frameWidth, frameMask);
      if (continues(from, bitmap, i)) {
        parents[at + i] = first + i - 1;
      } else {
        long distance = BitPacking.getAt(from, distances, bit, distanceWidth, distanceMask);
        parents[at + i] = (int) (first + i - LEAST_DISTANCE - distance);
        bit += distanceWidth;
      }
    }
  }
}
