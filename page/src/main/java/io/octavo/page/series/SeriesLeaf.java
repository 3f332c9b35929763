package io.octavo.page.series;

import io.octavo.memory.Memory;
import io.octavo.packed.BitPacking;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.packed.SampleReader;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.tree.Aggregate;

/**
 * A leaf of a series: blocks of samples, one after the other in the order of their times.
 * FORMAT.md, section "Series leaves".
 *
 * <p>Blocks go from the end of the page down. The directory behind the header says of each block
 * its first time, the least and the greatest of its values, and by how much their sum exceeds that
 * of as many least values; so what whole blocks add up to is known without their contents. The
 * numbers of the directory have as many bits as the greatest of the page needs.
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

  /** Makes an empty page. */
  public static void format(byte[] page, int number, int owner) {
    PageHeader.format(page, PageKind.PACKED_LEAF, 0, number, owner);
    SeriesDirectory.setBlocks(page, 0, PageHeader.PAGE_SIZE);
  }

  /** Returns the number of blocks in a page. */
  public static int blocks(byte[] page) {
    return PageHeader.count(page);
  }

  /** Returns the length of the directory in bytes. */
  public static int directoryBytes(byte[] page) {
    return SeriesDirectory.row(page, blocks(page)) - PageHeader.LENGTH;
  }

  /**
   * Returns the number of entries in a block.
   *
   * @return the number, 1 to {@link SampleBlock#MAX_COUNT}
   */
  public static int entries(byte[] page, int block) {
    return SeriesDirectory.entries(page, block);
  }

  /** Returns the number of entries in a page. */
  public static int entries(byte[] page) {
    return SeriesDirectory.entries(page);
  }

  /** Returns the first time of a block. */
  public static long first(byte[] page, int block) {
    return SeriesDirectory.first(page, block);
  }

  /** Returns the least value of a block. */
  public static long least(byte[] page, int block) {
    return SeriesDirectory.least(page, block);
  }

  /** Returns the greatest value of a block. */
  public static long greatest(byte[] page, int block) {
    return least(page, block) + SeriesDirectory.number(page, block, SeriesDirectory.GREATEST);
  }

  /**
   * Returns the excess of a block: the sum of its values less the number of entries times the least
   * value, u64.
   */
  public static long excess(byte[] page, int block) {
    return SeriesDirectory.number(page, block, SeriesDirectory.EXCESS);
  }

  /** Returns the first byte of a block. */
  public static int start(byte[] page, int block) {
    return block + 1 < blocks(page) ? end(page, block + 1) : PageHeader.heapBound(page);
  }

  /** Returns the byte after the last of a block. */
  public static int end(byte[] page, int block) {
    return SeriesDirectory.end(page, block);
  }

  /** Begins to read a block. */
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
   * @param into receives the times, from index 0
   */
  public static void times(byte[] page, int block, long[] into) {
    SampleBlock.times(page, start(page, block), entries(page, block), first(page, block), into);
  }

  /**
   * Reads the values of a block.
   *
   * @param into receives the values, from index 0
   */
  public static void values(byte[] page, int block, long[] into) {
    SampleBlock.values(page, start(page, block), entries(page, block), least(page, block), into);
  }

  /**
   * Returns the last time of a page.
   *
   * @param page a page with a block
   */
  public static long last(byte[] page) {
    return last(page, new long[SampleBlock.MAX_COUNT]);
  }

  /**
   * Returns the last time of a page.
   *
   * @param page a page with a block
   * @param scratch receives the times of the last block
   */
  public static long last(byte[] page, long[] scratch) {
    int block = blocks(page) - 1;
    times(page, block, scratch);
    return scratch[entries(page, block) - 1];
  }

  /**
   * Finds the last block that begins before a time.
   *
   * @return the index of the block, or -1 if none begins before the time
   */
  public static int lower(byte[] page, long time) {
    return time == Long.MIN_VALUE ? -1 : floor(page, time - 1);
  }

  /**
   * Finds the last block that begins at or before a time.
   *
   * @return the index of the block, or -1 if all begin after the time
   */
  public static int floor(byte[] page, long time) {
    return SeriesDirectory.floor(page, time);
  }

  /**
   * Begins to load the directory and the blocks near the estimated place of a time, so that the
   * loads overlap. Allows any arguments.
   *
   * @param fraction the relative position of the time between the first and the last of the page, 0
   *     to 1
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
    Memory.use(loaded);
  }

  /**
   * Adds the aggregate of blocks, from the directory alone. Its last time is the first time of the
   * last block, because the directory lacks last times.
   */
  public static void fold(byte[] page, int from, int to, Aggregate into) {
    SeriesDirectory.fold(page, from, to, into);
  }

  /**
   * Appends entries as one block, if the page has space for it.
   *
   * @param times the times, which do not descend, nor begin before the last time of the page
   * @param from the index of the first entry in both arrays
   * @param count the number of entries, 1 to {@link SampleBlock#MAX_COUNT}
   * @return false if nothing was changed, because the entries do not fit one block of this page
   */
  public static boolean append(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    long widths = accepts(page, times, values, from, count, encoder);
    if (widths < 0) {
      return false;
    }
    int block = blocks(page);
    long first = times[from];
    long least =
        block == 0 ? encoder.least() : Math.min(encoder.least(), PageHeader.specific(page));
    if (block == 0) {
      SeriesDirectory.setBases(page, widths, first, least);
    } else if (widths != SeriesDirectory.widths(page) || least != PageHeader.specific(page)) {
      SeriesDirectory.rewrite(page, widths, least);
    }
    int end = PageHeader.heapBound(page);
    int start = end - encoder.length();
    encoder.write(page, start);
    SeriesDirectory.putRow(
        page,
        block,
        first - PageHeader.keyBase(page),
        PageHeader.PAGE_SIZE - end,
        SampleBlock.MAX_COUNT - count,
        encoder.least() - least,
        encoder.greatest() - encoder.least(),
        encoder.excess());
    SeriesDirectory.setBlocks(page, block + 1, start);
    return true;
  }

  /**
   * Returns the number of entries that {@link #append} accepts as one block.
   *
   * @param times the times, which do not descend, nor begin before the last time of the page
   * @param from the index of the first entry in both arrays
   * @param count the number of entries, 1 to {@link SampleBlock#MAX_COUNT}
   * @return the number from the first; 0 if the page has no space for one
   */
  public static int fit(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    int low = 0;
    int high = count;
    // All of them, nearly always.
    int middle = high;
    while (low < high) {
      if (accepts(page, times, values, from, middle, encoder) >= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
      middle = (low + high + 1) >>> 1;
    }
    return low;
  }

  /**
   * Plans a block; returns the widths of the directory with the block, or -1 if it has no space.
   */
  private static long accepts(
      byte[] page, long[] times, long[] values, int from, int count, SampleEncoder encoder) {
    if (SampleEncoder.most(values, from, count) < count) {
      return -1;
    }
    int length = encoder.plan(times, values, from, count);
    int blocks = blocks(page);
    long base = blocks == 0 ? times[from] : PageHeader.keyBase(page);
    long before = blocks == 0 ? encoder.least() : PageHeader.specific(page);
    long least = Math.min(encoder.least(), before);
    int heapBound = PageHeader.heapBound(page);
    long row =
        SeriesDirectory.widths(
            times[from] - base,
            PageHeader.PAGE_SIZE - heapBound,
            SampleBlock.MAX_COUNT - count,
            encoder.least() - least,
            encoder.greatest() - encoder.least(),
            encoder.excess());
    long widths = SeriesDirectory.widest(SeriesDirectory.widths(page), row);
    if (least < before) {
      int width = BitPacking.width(SeriesDirectory.greatestLeast(page) - least);
      widths = SeriesDirectory.withWidth(widths, SeriesDirectory.LEAST, width);
    }
    int directory = SeriesDirectory.DIRECTORY + (blocks + 1) * SeriesDirectory.rowLength(widths);
    return directory + length <= heapBound ? widths : -1;
  }

  /**
   * Replaces a block by one with more entries, if the page has space for it, the first time is the
   * same, and the least value is not below that of the page.
   *
   * @param times the times of the entries, which do not descend
   * @param count the number of entries, up to {@link SampleBlock#MAX_COUNT}
   * @return false if nothing was changed, because the page has to be {@linkplain SeriesRun built}
   */
  public static boolean grow(
      byte[] page, int block, long[] times, long[] values, int count, SampleEncoder encoder) {
    if (times[0] != first(page, block) || SampleEncoder.most(values, 0, count) < count) {
      return false;
    }
    int start = start(page, block);
    int end = end(page, block);
    int heapBound = PageHeader.heapBound(page);
    int more = encoder.plan(times, values, 0, count) - (end - start);
    if (encoder.least() < PageHeader.specific(page)) {
      return false;
    }
    long[] row = {
      SeriesDirectory.number(page, block, SeriesDirectory.FIRST),
      PageHeader.PAGE_SIZE - end,
      SampleBlock.MAX_COUNT - count,
      encoder.least() - PageHeader.specific(page),
      encoder.greatest() - encoder.least(),
      encoder.excess()
    };
    int blocks = blocks(page);
    long widths = widthsOfGrown(page, block, row);
    if (block < blocks - 1) {
      int before = PageHeader.PAGE_SIZE - end(page, blocks - 1) + more;
      widths = SeriesDirectory.withWidth(widths, SeriesDirectory.BEFORE, BitPacking.width(before));
    }
    // Blocks are moved while the rows have their old length, which may be the greater one.
    int rowLength =
        Math.max(
            SeriesDirectory.rowLength(widths),
            SeriesDirectory.rowLength(SeriesDirectory.widths(page)));
    if (SeriesDirectory.DIRECTORY + blocks * rowLength > heapBound - more) {
      return false;
    }
    Memory.copy(page, heapBound, page, heapBound - more, start - heapBound);
    Memory.zero(page, heapBound, Math.max(heapBound, heapBound - more));
    PageHeader.setHeapBound(page, heapBound - more);
    if (widths != SeriesDirectory.widths(page)) {
      // The numbers that are cut off here, of this row and the bytes before blocks, are written
      // below.
      SeriesDirectory.rewrite(page, widths, PageHeader.specific(page));
    }
    SeriesDirectory.moveBlocks(page, block + 1, more);
    encoder.write(page, start - more);
    SeriesDirectory.putRow(page, block, row[0], (int) row[1], (int) row[2], row[3], row[4], row[5]);
    SeriesDirectory.setBlocks(page, blocks, heapBound - more);
    return true;
  }

  /** Returns the widths of the directory when a block has another row. */
  private static long widthsOfGrown(byte[] page, int block, long[] row) {
    long widths = SeriesDirectory.widths(page);
    for (int field = 0; field < row.length; field++) {
      int width = SeriesDirectory.width(widths, field);
      int needed = BitPacking.width(row[field]);
      boolean wasWidest = BitPacking.width(SeriesDirectory.number(page, block, field)) == width;
      if (needed < width && wasWidest) {
        // Some other row may need as many bits.
        needed = Math.max(needed, SeriesDirectory.widthWithout(page, block, field));
        widths = SeriesDirectory.withWidth(widths, field, needed);
      } else if (needed > width) {
        widths = SeriesDirectory.withWidth(widths, field, needed);
      }
    }
    return widths;
  }

  /** Removes the last block. */
  public static void removeLast(byte[] page) {
    int blocks = blocks(page) - 1;
    int end = end(page, blocks);
    Memory.zero(page, PageHeader.heapBound(page), end);
    Memory.zero(page, SeriesDirectory.row(page, blocks), SeriesDirectory.row(page, blocks + 1));
    SeriesDirectory.setBlocks(page, blocks, end);
    if (blocks == 0) {
      SeriesDirectory.setBases(page, 0, 0, 0);
      SeriesDirectory.setBlocks(page, 0, end);
      return;
    }
    long least = SeriesDirectory.leastOfAll(page);
    long widths = SeriesDirectory.neededWidths(page, least);
    if (widths != SeriesDirectory.widths(page) || least != PageHeader.specific(page)) {
      SeriesDirectory.rewrite(page, widths, least);
    }
  }
}
