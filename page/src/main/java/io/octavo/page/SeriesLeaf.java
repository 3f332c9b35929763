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
  /** Bytes for blocks and their entries of the directory. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - SeriesDirectory.DIRECTORY;

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
    SeriesDirectory.setBlocks(page, 0, PageHeader.PAGE_SIZE);
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
    return SeriesDirectory.entry(page, blocks(page)) - PageHeader.LENGTH;
  }

  /**
   * Returns the number of entries in a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the number, 1 to {@link SampleBlock#MAX_COUNT}
   */
  public static int entries(byte[] page, int block) {
    return SeriesDirectory.entries(page, block);
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
    return SeriesDirectory.first(page, block);
  }

  /**
   * Returns the least value of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the value
   */
  public static long least(byte[] page, int block) {
    return SeriesDirectory.least(page, block);
  }

  /**
   * Returns the greatest value of a block.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the value
   */
  public static long greatest(byte[] page, int block) {
    return least(page, block) + SeriesDirectory.number(page, block, SeriesDirectory.GREATEST);
  }

  /**
   * Returns by how much the sum of the values of a block exceeds that of as many least values.
   *
   * @param page the page
   * @param block the index of the block in the page
   * @return the sum less the number of entries times the least value, u64
   */
  public static long excess(byte[] page, int block) {
    return SeriesDirectory.number(page, block, SeriesDirectory.EXCESS);
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
    return SeriesDirectory.end(page, block);
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
        SeriesDirectory.number(page, block, SeriesDirectory.GREATEST));
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
    SeriesDirectory.fold(page, from, to, into);
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
      SeriesDirectory.setBases(page, !SeriesDirectory.isNarrow(most), first, encoder.least());
    } else if (encoder.least() < PageHeader.specific(page)) {
      SeriesDirectory.rebase(page, SeriesDirectory.isWide(page), encoder.least());
    }
    int end = PageHeader.heapBound(page);
    int start = end - encoder.length();
    encoder.write(page, start);
    SeriesDirectory.putEntry(
        page,
        SeriesDirectory.entry(page, block),
        SeriesDirectory.isWide(page),
        first - PageHeader.keyBase(page),
        encoder.least() - PageHeader.specific(page),
        encoder.greatest() - encoder.least(),
        encoder.excess(),
        end,
        count);
    SeriesDirectory.setBlocks(page, block + 1, start);
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
    boolean isWide = SeriesDirectory.isWide(page);
    if (length + SeriesDirectory.entryLength(isWide) > PageHeader.free(page)) {
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
      bits |= SeriesDirectory.greatestLeast(page) - least;
    }
    return SeriesDirectory.isNarrow(bits);
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
    boolean isWide = SeriesDirectory.isWide(page);
    if (encoder.least() < PageHeader.specific(page)
        || more > PageHeader.free(page)
        || !(isWide || SeriesDirectory.isNarrow(least | span | encoder.excess()))) {
      return false;
    }
    long first = SeriesDirectory.number(page, block, SeriesDirectory.FIRST);
    int heapBound = PageHeader.heapBound(page);
    Memory.copy(page, heapBound, page, heapBound - more, start - heapBound);
    Memory.zero(page, heapBound, Math.max(heapBound, heapBound - more));
    int blocks = blocks(page);
    for (int i = block + 1; i < blocks; i++) {
      Memory.putChar(page, SeriesDirectory.endField(page, i), end(page, i) - more);
    }
    encoder.write(page, start - more);
    int entry = SeriesDirectory.entry(page, block);
    SeriesDirectory.putEntry(page, entry, isWide, first, least, span, encoder.excess(), end, count);
    SeriesDirectory.setBlocks(page, blocks, heapBound - more);
    return true;
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
    Memory.zero(page, SeriesDirectory.entry(page, blocks), SeriesDirectory.entry(page, blocks + 1));
    SeriesDirectory.setBlocks(page, blocks, end);
    if (blocks == 0) {
      SeriesDirectory.setBases(page, false, 0, 0);
      return;
    }
    long least = SeriesDirectory.leastOfAll(page);
    boolean isWide = SeriesDirectory.isWide(page) && SeriesDirectory.needsWide(page, least);
    if (isWide != SeriesDirectory.isWide(page) || least != PageHeader.specific(page)) {
      SeriesDirectory.rebase(page, isWide, least);
    }
  }
}
