package io.octavo.page.series;

import io.octavo.memory.Memory;
import io.octavo.packed.BitPacking;
import io.octavo.packed.SampleBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.tree.Aggregate;

/**
 * The directory of a {@link SeriesLeaf}: a row for each block, behind the widths. A row has six
 * numbers, the lowest bits first, each with as many bits as the greatest such number of the page
 * needs, and begins at a byte. FORMAT.md, section "Series leaves".
 *
 * <p>The widths of a page travel as one long with a byte for each field.
 */
public final class SeriesDirectory {
  /** The widths: u8 for each field, and two zeros. */
  public static final int WIDTHS = PageHeader.LENGTH;

  /** The first row of the directory. */
  public static final int DIRECTORY = WIDTHS + Long.BYTES;

  // The numbers of a row. The first three and the last three are read together.
  public static final int FIRST = 0;
  public static final int BEFORE = 1;
  public static final int MISSING = 2;
  public static final int LEAST = 3;
  public static final int GREATEST = 4;
  public static final int EXCESS = 5;
  public static final int FIELDS = 6;

  /** The bits of the number of bytes before a block, and of entries that a block lacks, at most. */
  public static final int MOST_BEFORE = 13;

  public static final int MOST_MISSING = 7;

  private static final long ALL_BUT_EXCESS = (1L << (EXCESS * Byte.SIZE)) - 1;

  /** Times this number, each byte becomes the sum of itself and the bytes below. */
  private static final long SUMS = 0x0101_0101_0101_0101L;

  // The most bits of numbers that are added up without carries: relative least and greatest values,
  // excesses, and the three numbers of one long from any bit of a byte on.
  private static final int NARROW_VALUE = 40;
  private static final int NARROW_EXCESS = 48;
  private static final int NARROW_THREE = Long.SIZE - 7;

  private SeriesDirectory() {}

  /** Returns the widths of the numbers of a page. */
  public static long widths(byte[] page) {
    return Memory.getLong(page, WIDTHS);
  }

  /** Returns the widths of the numbers of one row. */
  public static long widths(
      long first, int before, int missing, long least, long greatest, long excess) {
    int[] needed = {
      BitPacking.width(first),
      BitPacking.width(before),
      BitPacking.width(missing),
      BitPacking.width(least),
      BitPacking.width(greatest),
      BitPacking.width(excess)
    };
    long widths = 0;
    for (int field = 0; field < FIELDS; field++) {
      widths = withWidth(widths, field, needed[field]);
    }
    return widths;
  }

  /** Returns the greater of the widths of each field. */
  static long widest(long widths, long others) {
    long widest = 0;
    for (int field = 0; field < FIELDS; field++) {
      int width = Math.max(width(widths, field), width(others, field));
      widest = withWidth(widest, field, width);
    }
    return widest;
  }

  /** Returns widths, with another width of one field. */
  public static long withWidth(long widths, int field, int width) {
    int shift = field * Byte.SIZE;
    return (widths & ~(0xFFL << shift)) | ((long) width << shift);
  }

  /** Returns the width of a field. */
  public static int width(long widths, int field) {
    return (int) (widths >>> (field * Byte.SIZE)) & 0xFF;
  }

  /** Returns the bits before each field of a row, as a byte each. */
  private static long bits(long widths) {
    return ((widths & ALL_BUT_EXCESS) * SUMS) << Byte.SIZE;
  }

  /** Returns the bytes of a row. */
  public static int rowLength(long widths) {
    return (rowBits(widths) + 7) >>> 3;
  }

  /** Returns the bits of a row. */
  public static int rowBits(long widths) {
    return width(bits(widths), EXCESS) + width(widths, EXCESS);
  }

  /** Returns the first byte of the row of a block. */
  public static int row(byte[] page, int block) {
    return DIRECTORY + block * rowLength(widths(page));
  }

  /** Sets the fields of the header for the blocks. */
  public static void setBlocks(byte[] page, int blocks, int heapBound) {
    PageHeader.setCount(page, blocks);
    PageHeader.setHeapBound(page, heapBound);
    PageHeader.setFree(page, heapBound - row(page, blocks));
  }

  /** Sets the bases of the numbers of rows, and their widths. */
  public static void setBases(byte[] page, long widths, long base, long least) {
    Memory.putLong(page, WIDTHS, widths);
    PageHeader.setKeyBase(page, base);
    PageHeader.setSpecific(page, least);
  }

  /** Writes a row of relative numbers; bits above their widths are cut off. */
  public static void putRow(
      byte[] page,
      int block,
      long first,
      int before,
      int missing,
      long least,
      long greatest,
      long excess) {
    long widths = widths(page);
    long bits = bits(widths);
    int row = DIRECTORY + block * rowLength(widths);
    put(page, row, widths, bits, FIRST, first);
    put(page, row, widths, bits, BEFORE, before);
    put(page, row, widths, bits, MISSING, missing);
    put(page, row, widths, bits, LEAST, least);
    put(page, row, widths, bits, GREATEST, greatest);
    put(page, row, widths, bits, EXCESS, excess);
  }

  /** Replaces a number of a row. */
  public static void put(byte[] page, int block, int field, long number) {
    long widths = widths(page);
    put(page, DIRECTORY + block * rowLength(widths), widths, bits(widths), field, number);
  }

  /** Adds a number of bytes before the blocks from one on. */
  static void moveBlocks(byte[] page, int from, int more) {
    long widths = widths(page);
    long bits = bits(widths);
    int length = rowLength(widths);
    int end = DIRECTORY + PageHeader.count(page) * length;
    for (int row = DIRECTORY + from * length; row < end; row += length) {
      put(page, row, widths, bits, BEFORE, get(page, row, widths, bits, BEFORE) + more);
    }
  }

  private static void put(byte[] page, int row, long widths, long bits, int field, long number) {
    BitPacking.putAt(page, row, width(bits, field), width(widths, field), number);
  }

  /** Reads a number of a row. */
  public static long number(byte[] page, int block, int field) {
    long widths = widths(page);
    return get(page, DIRECTORY + block * rowLength(widths), widths, bits(widths), field);
  }

  private static long get(byte[] page, int row, long widths, long bits, int field) {
    int width = width(widths, field);
    return BitPacking.getAt(page, row, width(bits, field), width, BitPacking.mask(width));
  }

  /** Returns the byte in which a number of a row begins. */
  public static int place(byte[] page, int block, int field) {
    return row(page, block) + (width(bits(widths(page)), field) >>> 3);
  }

  /** Returns the least value of a block. */
  static long least(byte[] page, int block) {
    return PageHeader.specific(page) + number(page, block, LEAST);
  }

  /** Returns the first time of a block. */
  static long first(byte[] page, int block) {
    return PageHeader.keyBase(page) + number(page, block, FIRST);
  }

  /** Returns the number of entries in a block. */
  static int entries(byte[] page, int block) {
    return SampleBlock.MAX_COUNT - (int) number(page, block, MISSING);
  }

  /** Returns the number of entries in all blocks. */
  static int entries(byte[] page) {
    long widths = widths(page);
    long bits = bits(widths);
    int length = rowLength(widths);
    int blocks = PageHeader.count(page);
    int missing = 0;
    for (int i = 0, row = DIRECTORY; i < blocks; i++, row += length) {
      missing += (int) get(page, row, widths, bits, MISSING);
    }
    return blocks * SampleBlock.MAX_COUNT - missing;
  }

  /** Returns the byte after the last of a block. */
  static int end(byte[] page, int block) {
    return PageHeader.PAGE_SIZE - (int) number(page, block, BEFORE);
  }

  /** Finds the last block that begins at or before a time; see {@link SeriesLeaf#floor}. */
  static int floor(byte[] page, long time) {
    long widths = widths(page);
    int length = rowLength(widths);
    int width = width(widths, FIRST);
    long mask = BitPacking.mask(width);
    long base = PageHeader.keyBase(page);
    int low = -1;
    int high = PageHeader.count(page) - 1;
    while (low < high) {
      int middle = (low + high + 1) >> 1;
      int row = DIRECTORY + middle * length;
      // A row begins at a byte, and its first number with the row.
      if (base + (Memory.getLong(page, row) & mask) <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Adds the aggregate of blocks; see {@link SeriesLeaf#fold}. */
  static void fold(byte[] page, int from, int to, Aggregate into) {
    if (from >= to) {
      return;
    }
    long widths = widths(page);
    int three = width(widths, MISSING) + width(widths, LEAST) + width(widths, GREATEST);
    boolean isNarrow =
        three <= NARROW_THREE
            && Math.max(width(widths, LEAST), width(widths, GREATEST)) <= NARROW_VALUE
            && width(widths, EXCESS) <= NARROW_EXCESS;
    if (isNarrow) {
      foldNarrow(page, widths, from, to, into);
      return;
    }
    for (int i = from; i < to; i++) {
      long least = least(page, i);
      long greatest = least + number(page, i, GREATEST);
      into.addExcess(entries(page, i), least, greatest, number(page, i, EXCESS), first(page, i));
    }
  }

  /** Adds the aggregate of blocks, relative to the least value of the page. */
  private static void foldNarrow(byte[] page, long widths, int from, int to, Aggregate into) {
    long bits = bits(widths);
    int length = rowLength(widths);
    int missingWidth = width(widths, MISSING);
    int leastWidth = width(widths, LEAST);
    long missingMask = BitPacking.mask(missingWidth);
    long leastMask = BitPacking.mask(leastWidth);
    long greatestMask = BitPacking.mask(width(widths, GREATEST));
    long excessMask = BitPacking.mask(width(widths, EXCESS));
    int threeBit = width(bits, MISSING);
    int excessBit = width(bits, EXCESS);
    int three = DIRECTORY + from * length + (threeBit >>> 3);
    int last = DIRECTORY + from * length + (excessBit >>> 3);
    int threeShift = threeBit & 7;
    int excessShift = excessBit & 7;
    long count = 0;
    long excess = 0;
    long least = Long.MAX_VALUE;
    long greatest = 0;
    for (int i = from; i < to; i++, three += length, last += length) {
      long numbers = Memory.getLong(page, three) >>> threeShift;
      long entries = SampleBlock.MAX_COUNT - (numbers & missingMask);
      numbers >>>= missingWidth;
      long above = numbers & leastMask;
      count += entries;
      excess += entries * above + ((Memory.getLong(page, last) >>> excessShift) & excessMask);
      least = Math.min(least, above);
      greatest = Math.max(greatest, above + ((numbers >>> leastWidth) & greatestMask));
    }
    long base = PageHeader.specific(page);
    into.addExcess(
        count, base + least, base + greatest, excess - count * least, first(page, to - 1));
  }

  /** Returns the greatest of the least values of all blocks. */
  static long greatestLeast(byte[] page) {
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < PageHeader.count(page); i++) {
      greatest = Math.max(greatest, least(page, i));
    }
    return greatest;
  }

  /** Returns the least value of all blocks. */
  public static long leastOfAll(byte[] page) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < PageHeader.count(page); i++) {
      least = Math.min(least, least(page, i));
    }
    return least;
  }

  /** Returns the width that the numbers of a field need, except that of one block. */
  static int widthWithout(byte[] page, int block, int field) {
    long bits = 0;
    for (int i = 0; i < PageHeader.count(page); i++) {
      bits |= i == block ? 0 : number(page, i, field);
    }
    return BitPacking.width(bits);
  }

  /** Returns the widths that all rows need for a least value of the page. */
  public static long neededWidths(byte[] page, long least) {
    long needed = 0;
    for (int field = 0; field < FIELDS; field++) {
      long bits = 0;
      for (int i = 0; i < PageHeader.count(page); i++) {
        bits |= field == LEAST ? least(page, i) - least : number(page, i, field);
      }
      needed = withWidth(needed, field, BitPacking.width(bits));
    }
    return needed;
  }

  /** Writes all rows again, with other widths and relative to another least value. */
  public static void rewrite(byte[] page, long widths, long least) {
    int blocks = PageHeader.count(page);
    int oldEnd = row(page, blocks);
    long old = widths(page);
    long oldLeast = PageHeader.specific(page);
    int length = rowLength(widths);
    boolean isLonger = length > rowLength(old);
    // Rows that become longer are moved up, from the last on, so that none is overwritten.
    for (int i = 0; i < blocks; i++) {
      int block = isLonger ? blocks - 1 - i : i;
      Memory.putLong(page, WIDTHS, old);
      long first = number(page, block, FIRST);
      int before = (int) number(page, block, BEFORE);
      int missing = (int) number(page, block, MISSING);
      long above = number(page, block, LEAST) + oldLeast - least;
      long greatest = number(page, block, GREATEST);
      long excess = number(page, block, EXCESS);
      Memory.putLong(page, WIDTHS, widths);
      Memory.zero(page, DIRECTORY + block * length, DIRECTORY + (block + 1) * length);
      putRow(page, block, first, before, missing, above, greatest, excess);
    }
    setBases(page, widths, PageHeader.keyBase(page), least);
    int end = row(page, blocks);
    Memory.zero(page, end, Math.max(end, oldEnd));
    setBlocks(page, blocks, PageHeader.heapBound(page));
  }
}
