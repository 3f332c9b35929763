package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.packed.SampleReader;

/**
 * A leaf of a series: blocks of samples, one after the other in the order of their times.
 * FORMAT.md, section "Series leaves".
 *
 * <p>Blocks go from the end of the page down. The directory behind the header says of each block
 * its first time, the least and the greatest of its values, and by how much their sum exceeds that
 * of as many least values; so what whole blocks add up to is known without their contents. Its
 * entries are narrow if all their numbers fit, otherwise wide.
 *
 * <p>A page is a function of its blocks, whether they were appended, removed or {@linkplain
 * SeriesRun built}.
 */
public final class SeriesLeaf {
  /** Whether entries of the directory are wide: u8, and seven zeros. */
  static final int FORM = PageHeader.LENGTH;

  /** The first entry of the directory. */
  static final int DIRECTORY = FORM + Long.BYTES;

  /** Bytes for blocks and their entries of the directory. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - DIRECTORY;

  // Entries: four numbers of 4 or 8 bytes, and two of 2 bytes.
  private static final int FIELDS = 4;
  static final int NARROW_ENTRY = FIELDS * Integer.BYTES + 2 * Short.BYTES;
  static final int WIDE_ENTRY = FIELDS * Long.BYTES + 2 * Short.BYTES;

  // The numbers of an entry.
  static final int FIRST = 0;
  static final int LEAST = 1;
  static final int GREATEST = 2;
  static final int EXCESS = 3;

  /** Bytes of a line of the processor's caches. */
  private static final int LINE = 64;

  // Lines that a search touches: of the directory, and to both sides of the place in the blocks.
  private static final int DIRECTORY_LINES = 8;
  private static final int BLOCK_LINES = 3;

  private SeriesLeaf() {}

  /**
   * Makes an empty page.
   *
   * @param page the page
   * @param number its place in the file
   * @param owner the collection
   */
  public static void format(byte[] page, int number, int owner) {
    PageHeader.format(page, PageKind.PACKED_LEAF, 0, number, owner);
    setBlocks(page, 0, PageHeader.PAGE_SIZE);
  }

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

  /**
   * Returns the number of blocks in a page.
   *
   * @param page the page
   * @return the number
   */
  public static int blocks(byte[] page) {
    return PageHeader.count(page);
  }

  /**
   * Returns how many bytes the directory takes.
   *
   * @param page the page
   * @return the bytes between the header and what is free
   */
  public static int directoryBytes(byte[] page) {
    return entry(page, blocks(page)) - PageHeader.LENGTH;
  }

  /**
   * Returns the number of entries in a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the number, 1 to {@link SampleBlock#MAX_COUNT}
   */
  public static int entries(byte[] page, int block) {
    return Memory.getChar(page, endField(page, block) + Short.BYTES);
  }

  /**
   * Returns the number of entries in a page.
   *
   * @param page the page
   * @return the number
   */
  public static int entries(byte[] page) {
    int sum = 0;
    for (int i = 0; i < blocks(page); i++) {
      sum += entries(page, i);
    }
    return sum;
  }

  /**
   * Returns the first time of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the time
   */
  public static long first(byte[] page, int block) {
    return PageHeader.keyBase(page) + number(page, block, FIRST);
  }

  /**
   * Returns the least value of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the value
   */
  public static long least(byte[] page, int block) {
    return PageHeader.specific(page) + number(page, block, LEAST);
  }

  /**
   * Returns the greatest value of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the value
   */
  public static long greatest(byte[] page, int block) {
    return least(page, block) + number(page, block, GREATEST);
  }

  /**
   * Returns by how much the sum of the values of a block exceeds that of as many least values.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the sum less the number of entries times the least value, u64
   */
  public static long excess(byte[] page, int block) {
    return number(page, block, EXCESS);
  }

  /**
   * Returns the first byte of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return its offset
   */
  public static int start(byte[] page, int block) {
    return block + 1 < blocks(page) ? end(page, block + 1) : PageHeader.heapBound(page);
  }

  /**
   * Returns the byte after the last of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return its offset
   */
  public static int end(byte[] page, int block) {
    return Memory.getChar(page, endField(page, block));
  }

  /**
   * Begins to read a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @param reader reads the block
   */
  public static void open(byte[] page, int block, SampleReader reader) {
    reader.open(
        page,
        start(page, block),
        entries(page, block),
        first(page, block),
        least(page, block),
        number(page, block, GREATEST));
  }

  /**
   * Reads the times of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @param into receives the times, from index 0
   */
  public static void times(byte[] page, int block, long[] into) {
    SampleBlock.times(page, start(page, block), entries(page, block), first(page, block), into);
  }

  /**
   * Reads the values of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @param into receives the values, from index 0
   */
  public static void values(byte[] page, int block, long[] into) {
    SampleBlock.values(page, start(page, block), entries(page, block), least(page, block), into);
  }

  /**
   * Returns the last time of a page.
   *
   * @param page a page with a block
   * @return the time
   */
  public static long last(byte[] page) {
    return last(page, new long[SampleBlock.MAX_COUNT]);
  }

  /**
   * Returns the last time of a page.
   *
   * @param page a page with a block
   * @param scratch receives the times of the last block
   * @return the time
   */
  public static long last(byte[] page, long[] scratch) {
    int block = blocks(page) - 1;
    times(page, block, scratch);
    return scratch[entries(page, block) - 1];
  }

  /**
   * Finds the last block that begins before a time.
   *
   * @param page the page
   * @param time any time
   * @return the index of the block, or -1 if none begins before the time
   */
  public static int lower(byte[] page, long time) {
    return time == Long.MIN_VALUE ? -1 : floor(page, time - 1);
  }

  /**
   * Finds the last block that begins at a time or before.
   *
   * @param page the page
   * @param time any time
   * @return the index of the block, or -1 if all begin behind the time
   */
  public static int floor(byte[] page, long time) {
    int low = -1;
    int high = blocks(page) - 1;
    while (low < high) {
      int middle = (low + high + 1) >> 1;
      if (first(page, middle) <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Begins to load what a search for a time will need: the directory, and the blocks near the place
   * where the time should be, all at once instead of one after the other. For pages that may be in
   * no cache of the processor; it changes nothing and takes any arguments.
   *
   * @param page the page, which may be any block of its length
   * @param fraction where the time lies between the first and the last of the page, 0 to 1
   */
  public static void touch(byte[] page, double fraction) {
    double place = Math.min(Math.max(fraction, 0), 1);
    // Nearly every leaf is full, with so long a directory.
    int directory = DIRECTORY_LINES * LINE;
    int middle = PageHeader.PAGE_SIZE - (int) (place * (PageHeader.PAGE_SIZE - directory));
    int first = Math.max(middle - BLOCK_LINES * LINE, 0);
    int last = Math.min(middle + BLOCK_LINES * LINE, PageHeader.PAGE_SIZE);
    long loaded = 0;
    for (int at = 0; at < directory; at += LINE) {
      loaded ^= Memory.getByte(page, at);
    }
    for (int at = first; at < last; at += LINE) {
      loaded ^= Memory.getByte(page, at);
    }
    LeafPage.use(loaded);
  }

  /**
   * Adds what blocks add up to, from the directory alone. It does not say the last time of a block,
   * so the aggregate takes the first time of the last block for the last time of the entries.
   *
   * @param page the page
   * @param from the index of the first block
   * @param to the index of the block after the last
   * @param into the aggregate
   */
  public static void fold(byte[] page, int from, int to, Aggregate into) {
    if (isWide(page)) {
      for (int i = from; i < to; i++) {
        long least = least(page, i);
        long greatest = least + number(page, i, GREATEST);
        into.addExcess(entries(page, i), least, greatest, excess(page, i), first(page, i));
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

  /**
   * Appends entries as one block, if the page has space for it and needs no wider directory.
   *
   * @param page the page
   * @param times the times, which do not descend, nor begin before the last time of the page
   * @param values the values
   * @param from the index of the first entry in both arrays
   * @param count the number of entries, 1 to {@link SampleBlock#MAX_COUNT}
   * @param encoder encodes the block
   * @return false if nothing was changed, because the entries do not fit one block of this page
   */
  public static boolean append(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    if (!accepts(page, times, values, from, count, encoder)) {
      return false;
    }
    int block = blocks(page);
    long first = times[from];
    if (block == 0) {
      long most = (encoder.greatest() - encoder.least()) | encoder.excess();
      setBases(page, !isNarrow(most), first, encoder.least());
    } else if (encoder.least() < PageHeader.specific(page)) {
      rebase(page, isWide(page), encoder.least());
    }
    int end = PageHeader.heapBound(page);
    int start = end - encoder.length();
    encoder.write(page, start);
    putEntry(
        page,
        entry(page, block),
        isWide(page),
        first - PageHeader.keyBase(page),
        encoder.least() - PageHeader.specific(page),
        encoder.greatest() - encoder.least(),
        encoder.excess(),
        end,
        count);
    setBlocks(page, block + 1, start);
    return true;
  }

  /**
   * Returns how many entries {@link #append} would take as one block.
   *
   * @param page the page
   * @param times the times, which do not descend, nor begin before the last time of the page
   * @param values the values
   * @param from the index of the first entry in both arrays
   * @param count the number of entries, 1 to {@link SampleBlock#MAX_COUNT}
   * @param encoder encodes the block
   * @return how many, from the first; 0 if the page has no space for one
   */
  public static int fit(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    int low = 0;
    int high = count;
    // All of them, nearly always.
    int middle = high;
    while (low < high) {
      if (accepts(page, times, values, from, middle, encoder)) {
        low = middle;
      } else {
        high = middle - 1;
      }
      middle = (low + high + 1) >>> 1;
    }
    return low;
  }

  /** Plans a block, and returns whether the page, as it is, takes it. */
  private static boolean accepts(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    if (SampleEncoder.most(values, from, count) < count) {
      return false;
    }
    int length = encoder.plan(times, values, from, count);
    if (blocks(page) == 0) {
      return true;
    }
    boolean isWide = isWide(page);
    if (length + entryLength(isWide) > PageHeader.free(page)) {
      return false;
    }
    if (isWide) {
      return true;
    }
    long least = Math.min(encoder.least(), PageHeader.specific(page));
    long bits =
        (times[from] - PageHeader.keyBase(page))
            | (encoder.least() - least)
            | (encoder.greatest() - encoder.least())
            | encoder.excess();
    if (least < PageHeader.specific(page)) {
      bits |= greatestLeast(page) - least;
    }
    return isNarrow(bits);
  }

  /**
   * Encodes a block again that has more entries than before, if the page has space for it and the
   * directory keeps its form and its bases.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @param times the times of the entries, which do not descend
   * @param values their values
   * @param count the number of entries, which are those of the block and more, up to {@link
   *     SampleBlock#MAX_COUNT}
   * @param encoder encodes the block
   * @return false if nothing was changed, because the page has to be {@linkplain SeriesRun built}
   */
  public static boolean grow(
      byte[] page, int block, long[] times, long[] values, int count, SampleEncoder encoder) {
    if (times[0] != first(page, block) || SampleEncoder.most(values, 0, count) < count) {
      return false;
    }
    int start = start(page, block);
    int end = end(page, block);
    int more = encoder.plan(times, values, 0, count) - (end - start);
    long least = encoder.least() - PageHeader.specific(page);
    long span = encoder.greatest() - encoder.least();
    boolean isWide = isWide(page);
    if (encoder.least() < PageHeader.specific(page)
        || more > PageHeader.free(page)
        || !(isWide || isNarrow(least | span | encoder.excess()))) {
      return false;
    }
    long first = number(page, block, FIRST);
    int heapBound = PageHeader.heapBound(page);
    Memory.copy(page, heapBound, page, heapBound - more, start - heapBound);
    Memory.zero(page, heapBound, Math.max(heapBound, heapBound - more));
    int blocks = blocks(page);
    for (int i = block + 1; i < blocks; i++) {
      Memory.putChar(page, endField(page, i), end(page, i) - more);
    }
    encoder.write(page, start - more);
    int entry = entry(page, block);
    putEntry(page, entry, isWide, first, least, span, encoder.excess(), end, count);
    setBlocks(page, blocks, heapBound - more);
    return true;
  }

  /** Returns the greatest of the least values of all blocks. */
  private static long greatestLeast(byte[] page) {
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < blocks(page); i++) {
      greatest = Math.max(greatest, least(page, i));
    }
    return greatest;
  }

  /**
   * Removes the last block.
   *
   * @param page a page with a block
   */
  public static void removeLast(byte[] page) {
    int blocks = blocks(page) - 1;
    int end = end(page, blocks);
    Memory.zero(page, PageHeader.heapBound(page), end);
    Memory.zero(page, entry(page, blocks), entry(page, blocks + 1));
    setBlocks(page, blocks, end);
    if (blocks == 0) {
      setBases(page, false, 0, 0);
      return;
    }
    long least = leastOfAll(page);
    boolean isWide = isWide(page) && needsWide(page, least);
    if (isWide != isWide(page) || least != PageHeader.specific(page)) {
      rebase(page, isWide, least);
    }
  }

  /** Returns the least value of all blocks. */
  static long leastOfAll(byte[] page) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < blocks(page); i++) {
      least = Math.min(least, least(page, i));
    }
    return least;
  }

  /** Returns whether some entry is wide if the least value of the page is this. */
  static boolean needsWide(byte[] page, long least) {
    long bits = 0;
    for (int i = 0; i < blocks(page); i++) {
      bits |= number(page, i, FIRST) | number(page, i, GREATEST) | excess(page, i);
      bits |= least(page, i) - least;
    }
    return !isNarrow(bits);
  }

  /** Writes the directory again, no wider, relative to another least value. */
  private static void rebase(byte[] page, boolean isWide, long least) {
    int blocks = blocks(page);
    int directoryEnd = entry(page, blocks);
    for (int i = 0; i < blocks; i++) {
      putEntry(
          page,
          DIRECTORY + i * entryLength(isWide),
          isWide,
          number(page, i, FIRST),
          least(page, i) - least,
          number(page, i, GREATEST),
          excess(page, i),
          end(page, i),
          entries(page, i));
    }
    setBases(page, isWide, PageHeader.keyBase(page), least);
    Memory.zero(page, entry(page, blocks), directoryEnd);
    setBlocks(page, blocks, PageHeader.heapBound(page));
  }
}
