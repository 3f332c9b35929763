package io.octavo.page;

import io.octavo.memory.Memory;

/**
 * The directory of a {@link SeriesLeaf}: an entry for each block, behind the header. Its entries
 * are narrow if all their numbers fit, otherwise wide.
 */
final class SeriesDirectory {
  /** Whether entries of the directory are wide: u8, and seven zeros. */
  static final int FORM = PageHeader.LENGTH;

  /** The first entry of the directory. */
  static final int DIRECTORY = FORM + Long.BYTES;

  // Entries: four numbers of 4 or 8 bytes, and two of 2 bytes.
  private static final int FIELDS = 4;
  static final int NARROW_ENTRY = FIELDS * Integer.BYTES + 2 * Short.BYTES;
  static final int WIDE_ENTRY = FIELDS * Long.BYTES + 2 * Short.BYTES;

  // The numbers of an entry.
  static final int FIRST = 0;
  static final int LEAST = 1;
  static final int GREATEST = 2;
  static final int EXCESS = 3;

  private SeriesDirectory() {}

  /** Sets what the header says of the blocks. */
  static void setBlocks(byte[] page, int blocks, int heapBound) {
    PageHeader.setCount(page, blocks);
    PageHeader.setHeapBound(page, heapBound);
    PageHeader.setFree(page, heapBound - entry(page, blocks));
  }

  /** Sets what the numbers of entries are relative to. */
  static void setBases(byte[] page, boolean isWide, long base, long least) {
    Memory.putByte(page, FORM, isWide ? 1 : 0);
    PageHeader.setKeyBase(page, base);
    PageHeader.setSpecific(page, least);
  }

  /** Returns whether the entries of the directory are wide. */
  static boolean isWide(byte[] page) {
    return Memory.getByte(page, FORM) != 0;
  }

  /** Returns the bytes of an entry. */
  static int entryLength(boolean isWide) {
    return isWide ? WIDE_ENTRY : NARROW_ENTRY;
  }

  /** Returns where the entry of a block stands. */
  static int entry(byte[] page, int block) {
    return DIRECTORY + block * entryLength(isWide(page));
  }

  /** Returns whether numbers fit a narrow entry, of all of which the bits are given. */
  static boolean isNarrow(long bits) {
    return bits >>> Integer.SIZE == 0;
  }

  /** Writes an entry; its numbers are what they are in an entry. */
  static void putEntry(
      byte[] page,
      int offset,
      boolean isWide,
      long first,
      long least,
      long greatest,
      long excess,
      int end,
      int entries) {
    putNumber(page, offset, isWide, FIRST, first);
    putNumber(page, offset, isWide, LEAST, least);
    putNumber(page, offset, isWide, GREATEST, greatest);
    putNumber(page, offset, isWide, EXCESS, excess);
    int next = offset + entryLength(isWide) - 2 * Short.BYTES;
    Memory.putChar(page, next, end);
    Memory.putChar(page, next + Short.BYTES, entries);
  }

  private static void putNumber(byte[] page, int entry, boolean isWide, int field, long number) {
    if (isWide) {
      Memory.putLong(page, entry + field * Long.BYTES, number);
    } else {
      Memory.putInt(page, entry + field * Integer.BYTES, (int) number);
    }
  }

  /** Reads a number of an entry. */
  static long number(byte[] page, int block, int field) {
    return isWide(page)
        ? Memory.getLong(page, DIRECTORY + block * WIDE_ENTRY + field * Long.BYTES)
        : narrowNumber(page, DIRECTORY + block * NARROW_ENTRY, field);
  }

  private static long narrowNumber(byte[] page, int entry, int field) {
    return Integer.toUnsignedLong(Memory.getInt(page, entry + field * Integer.BYTES));
  }

  /** Returns where a number of an entry stands. */
  static int field(byte[] page, int block, int field) {
    return entry(page, block) + field * (isWide(page) ? Long.BYTES : Integer.BYTES);
  }

  /** Returns where the end of a block stands, before the number of its entries. */
  static int endField(byte[] page, int block) {
    return entry(page, block + 1) - 2 * Short.BYTES;
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
    return Memory.getChar(page, endField(page, block) + Short.BYTES);
  }

  /** Returns the byte after the last of a block. */
  static int end(byte[] page, int block) {
    return Memory.getChar(page, endField(page, block));
  }

  /** Adds what blocks add up to; see {@link SeriesLeaf#fold}. */
  static void fold(byte[] page, int from, int to, Aggregate into) {
    if (isWide(page)) {
      for (int i = from; i < to; i++) {
        long least = least(page, i);
        long greatest = least + number(page, i, GREATEST);
        into.addExcess(entries(page, i), least, greatest, number(page, i, EXCESS), first(page, i));
      }
    } else if (from < to) {
      foldNarrow(page, from, to, into);
    }
  }

  /** Adds what blocks of a narrow directory add up to, above the least value of the page. */
  private static void foldNarrow(byte[] page, int from, int to, Aggregate into) {
    long count = 0;
    long excess = 0;
    long least = Long.MAX_VALUE;
    long greatest = 0;
    for (int i = from; i < to; i++) {
      int entry = DIRECTORY + i * NARROW_ENTRY;
      long entries = Memory.getChar(page, entry + NARROW_ENTRY - Short.BYTES);
      long above = narrowNumber(page, entry, LEAST);
      count += entries;
      excess += entries * above + narrowNumber(page, entry, EXCESS);
      least = Math.min(least, above);
      greatest = Math.max(greatest, above + narrowNumber(page, entry, GREATEST));
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
  static long leastOfAll(byte[] page) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < PageHeader.count(page); i++) {
      least = Math.min(least, least(page, i));
    }
    return least;
  }

  /** Returns whether some entry is wide if the least value of the page is this. */
  static boolean needsWide(byte[] page, long least) {
    long bits = 0;
    for (int i = 0; i < PageHeader.count(page); i++) {
      bits |= number(page, i, FIRST) | number(page, i, GREATEST) | number(page, i, EXCESS);
      bits |= least(page, i) - least;
    }
    return !isNarrow(bits);
  }

  /** Writes the directory again, no wider, relative to another least value. */
  static void rebase(byte[] page, boolean isWide, long least) {
    int blocks = PageHeader.count(page);
    int directoryEnd = entry(page, blocks);
    for (int i = 0; i < blocks; i++) {
      putEntry(
          page,
          DIRECTORY + i * entryLength(isWide),
          isWide,
          number(page, i, FIRST),
          least(page, i) - least,
          number(page, i, GREATEST),
          number(page, i, EXCESS),
          end(page, i),
          entries(page, i));
    }
    setBases(page, isWide, PageHeader.keyBase(page), least);
    Memory.zero(page, entry(page, blocks), directoryEnd);
    setBlocks(page, blocks, PageHeader.heapBound(page));
  }
}
