package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * Up to {@value #MAX_COUNT} longs in the order of their arrival, each as a pair of 32-bit numbers.
 * FORMAT.md, section "Pair blocks".
 *
 * <p>The upper halves are one column, the lower halves another. A column is kept as differences
 * from its least number, or as places in a table of the numbers that occur, whichever is shorter.
 * So pairs of ids, and addresses that are near each other, take a few bits for what they share.
 *
 * <p>Offsets are those of {@link Memory}. {@link #get} and {@link #decode} trust the block: {@link
 * #length} verifies it.
 */
public final class PairBlock {
  /** The most pairs of a block. */
  public static final int MAX_COUNT = 256;

  /** The result of {@link #length} for a damaged block. */
  public static final int DAMAGED = -1;

  /** The bit of the head of a column with a table. */
  public static final int TABLE = 128;

  /** The bits of the head of a column with the width of its packed numbers. */
  public static final int WIDTH_MASK = 63;

  /** Bytes of the head of a column, and of its base. */
  private static final int BASE_HEAD = Byte.BYTES + Integer.BYTES;

  /** Bytes of the head of a column, and of the length of its table. */
  private static final int TABLE_HEAD = 2 * Byte.BYTES;

  /** The most bytes of a block. */
  public static final int MAX_LENGTH = 2 * (BASE_HEAD + MAX_COUNT * Integer.BYTES);

  private PairBlock() {}

  /**
   * Writes a block.
   *
   * @param count the number of pairs, 1 to {@value #MAX_COUNT}
   * @param to the block of memory, with space for {@link #MAX_LENGTH} bytes
   * @return the number of bytes
   */
  public static int encode(long[] pairs, int from, int count, byte[] to, int offset) {
    long[] column = new long[count];
    for (int i = 0; i < count; i++) {
      column[i] = pairs[from + i] >>> Integer.SIZE;
    }
    int next = encodeColumn(column, to, offset);
    for (int i = 0; i < count; i++) {
      column[i] = Integer.toUnsignedLong((int) pairs[from + i]);
    }
    return encodeColumn(column, to, next) - offset;
  }

  private static int encodeColumn(long[] column, byte[] to, int offset) {
    int count = column.length;
    long[] table = Arrays.stream(column).sorted().distinct().toArray();
    long base = table[0];
    int baseWidth = BitPacking.width(table[table.length - 1] - base);
    int tableWidth = BitPacking.width(table.length - 1);
    int baseLength = BASE_HEAD + BitPacking.length(count, baseWidth);
    int tableBytes = TABLE_HEAD + table.length * Integer.BYTES;
    if (tableBytes + BitPacking.length(count, tableWidth) < baseLength) {
      Memory.putByte(to, offset, TABLE | tableWidth);
      Memory.putByte(to, offset + 1, table.length - 1);
      for (int i = 0; i < table.length; i++) {
        Memory.putInt(to, offset + TABLE_HEAD + i * Integer.BYTES, (int) table[i]);
      }
      long[] places = Arrays.stream(column).map(n -> Arrays.binarySearch(table, n)).toArray();
      BitPacking.pack(places, 0, count, tableWidth, to, offset + tableBytes);
      return offset + tableBytes + BitPacking.length(count, tableWidth);
    }
    Memory.putByte(to, offset, baseWidth);
    Memory.putInt(to, offset + 1, (int) base);
    long[] differences = Arrays.stream(column).map(n -> n - base).toArray();
    BitPacking.pack(differences, 0, count, baseWidth, to, offset + BASE_HEAD);
    return offset + baseLength;
  }

  /**
   * Verifies a block and returns its length: no number is above 2^32 - 1, tables ascend and have
   * all places, and unused bits are 0.
   *
   * @param count the number of pairs, 1 to {@value #MAX_COUNT}
   * @return the number of bytes, or {@link #DAMAGED}
   */
  public static int length(byte[] from, int offset, int limit, int count) {
    int low = columnEnd(from, offset, limit, count);
    int end = low == DAMAGED ? DAMAGED : columnEnd(from, low, limit, count);
    return end == DAMAGED ? DAMAGED : end - offset;
  }

  private static int columnEnd(byte[] from, int offset, int limit, int count) {
    // The second byte too: no column is shorter.
    if (offset + TABLE_HEAD > limit) {
      return DAMAGED;
    }
    int head = Memory.getByte(from, offset);
    int width = head & WIDTH_MASK;
    int packed = packed(from, offset);
    int end = packed + BitPacking.length(count, width);
    if ((head & ~(TABLE | WIDTH_MASK)) != 0 || width > Integer.SIZE || end > limit) {
      return DAMAGED;
    }
    long most =
        (head & TABLE) != 0
            ? Memory.getByte(from, offset + 1)
            : (1L << Integer.SIZE) - 1 - Integer.toUnsignedLong(Memory.getInt(from, offset + 1));
    for (int at = offset + TABLE_HEAD;
        (head & TABLE) != 0 && at + Integer.BYTES < packed;
        at += Integer.BYTES) {
      int next = Memory.getInt(from, at + Integer.BYTES);
      if (Integer.compareUnsigned(Memory.getInt(from, at), next) >= 0) {
        return DAMAGED;
      }
    }
    long mask = BitPacking.mask(width);
    for (int i = 0; mask > most && i < count; i++) {
      if (BitPacking.getAt(from, packed, i * width, width, mask) > most) {
        return DAMAGED;
      }
    }
    int used = (count * width) & 7;
    return used == 0 || Memory.getByte(from, end - 1) >>> used == 0 ? end : DAMAGED;
  }

  /** Returns the first byte of the packed numbers of a column. */
  private static int packed(byte[] from, int offset) {
    return (Memory.getByte(from, offset) & TABLE) == 0
        ? offset + BASE_HEAD
        : offset + TABLE_HEAD + (Memory.getByte(from, offset + 1) + 1) * Integer.BYTES;
  }

  private static int end(byte[] from, int offset, int count) {
    return packed(from, offset)
        + BitPacking.length(count, Memory.getByte(from, offset) & WIDTH_MASK);
  }

  private static int number(byte[] from, int offset, int index) {
    int head = Memory.getByte(from, offset);
    int width = head & WIDTH_MASK;
    int packed = packed(from, offset);
    int number = (int) BitPacking.getAt(from, packed, index * width, width, BitPacking.mask(width));
    return (head & TABLE) == 0
        ? Memory.getInt(from, offset + 1) + number
        : Memory.getInt(from, offset + TABLE_HEAD + number * Integer.BYTES);
  }

  /** Returns a pair. */
  public static long get(byte[] from, int offset, int count, int index) {
    long high = number(from, offset, index);
    int low = number(from, end(from, offset, count), index);
    return (high << Integer.SIZE) | Integer.toUnsignedLong(low);
  }

  /**
   * Reads all pairs.
   *
   * @param into receives the pairs
   * @param at the index of the first pair in the array
   */
  public static void decode(byte[] from, int offset, int count, long[] into, int at) {
    int low = end(from, offset, count);
    Arrays.fill(into, at, at + count, 0);
    decodeColumn(from, offset, count, into, at, Integer.SIZE);
    decodeColumn(from, low, count, into, at, 0);
  }

  /** Adds a column to the numbers in an array. */
  private static void decodeColumn(
      byte[] from, int offset, int count, long[] into, int at, int shift) {
    int head = Memory.getByte(from, offset);
    int width = head & WIDTH_MASK;
    long mask = BitPacking.mask(width);
    int packed = packed(from, offset);
    boolean isTable = (head & TABLE) != 0;
    int table = offset + TABLE_HEAD;
    long base = isTable ? 0 : Integer.toUnsignedLong(Memory.getInt(from, offset + 1));
    for (int i = 0, bit = 0; i < count; i++, bit += width) {
      long number = base + BitPacking.getAt(from, packed, bit, width, mask);
      if (isTable) {
        number = Integer.toUnsignedLong(Memory.getInt(from, table + (int) number * Integer.BYTES));
      }
      into[at + i] |= number << shift;
    }
  }
}
