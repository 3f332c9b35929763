package io.octavo.page.series;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import java.util.Arrays;

/** A run of encoded blocks of a series, to rebuild adjacent leaves. Reusable; not thread-safe. */
public final class SeriesRun {
  private static final int BLOCKS = 64;

  private final SampleEncoder encoder = new SampleEncoder();

  private int count;
  private long[] firsts = new long[BLOCKS];
  private long[] leasts = new long[BLOCKS];
  private long[] greatests = new long[BLOCKS];
  private long[] excesses = new long[BLOCKS];
  private int[] entries = new int[BLOCKS];

  /** The offset of each block, and the end of the last one. */
  private int[] starts = new int[BLOCKS + 1];

  private byte[] bytes = Memory.allocate(2 * PageHeader.PAGE_SIZE);

  /** Makes an empty run. */
  public SeriesRun() {}

  /** Forgets all blocks. */
  public void clear() {
    count = 0;
  }

  /** Returns the number of blocks. */
  public int count() {
    return count;
  }

  /** Returns the number of entries of all blocks. */
  public int entries() {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += entries[i];
    }
    return sum;
  }

  /** Reads the first time of a block. */
  public long first(int block) {
    return firsts[block];
  }

  /**
   * Adds all blocks of a page after the last.
   *
   * @param page a leaf that does not begin before the last time of the run
   */
  public void appendAll(byte[] page) {
    appendBlocks(page, 0, SeriesLeaf.blocks(page));
  }

  /**
   * Adds some blocks of a page after the last.
   *
   * @param page a leaf
   * @param from the first block, which does not begin before the last time of the run
   */
  public void appendBlocks(byte[] page, int from, int to) {
    for (int i = from; i < to; i++) {
      int start = SeriesLeaf.start(page, i);
      int length = SeriesLeaf.end(page, i) - start;
      int at = add(length, SeriesLeaf.first(page, i), SeriesLeaf.entries(page, i));
      leasts[count - 1] = SeriesLeaf.least(page, i);
      greatests[count - 1] = SeriesLeaf.greatest(page, i);
      excesses[count - 1] = SeriesLeaf.excess(page, i);
      Memory.copy(page, start, bytes, at, length);
    }
  }

  /**
   * Adds entries after the last, as the fewest blocks.
   *
   * @param times the times, which do not descend, nor begin before the last time of the run
   * @param from the index of the first entry in both arrays
   * @param count the number of entries, from 0
   */
  public void append(long[] times, long[] values, int from, int count) {
    int next = from;
    while (next < from + count) {
      int taken = SampleEncoder.most(values, next, from + count - next);
      int length = encoder.plan(times, values, next, taken);
      int at = add(length, times[next], taken);
      leasts[this.count - 1] = encoder.least();
      greatests[this.count - 1] = encoder.greatest();
      excesses[this.count - 1] = encoder.excess();
      encoder.write(bytes, at);
      next += taken;
    }
  }

  /** Adds a block; returns the offset for its bytes. */
  private int add(int length, long first, int entries) {
    if (count == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * count);
      leasts = Arrays.copyOf(leasts, 2 * count);
      greatests = Arrays.copyOf(greatests, 2 * count);
      excesses = Arrays.copyOf(excesses, 2 * count);
      this.entries = Arrays.copyOf(this.entries, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count + 1);
    }
    int start = starts[count];
    int end = start + length;
    if (end > Memory.length(bytes)) {
      byte[] more = Memory.allocate(2 * end);
      Memory.copy(bytes, 0, more, 0, start);
      bytes = more;
    }
    firsts[count] = first;
    this.entries[count] = entries;
    count++;
    starts[count] = end;
    return start;
  }

  /** Returns the size of some blocks and their rows in a leaf; see {@link #fits}. */
  public int size(int from, int to) {
    int row = SeriesDirectory.rowLength(widths(from, to, least(from, to)));
    return starts[to] - starts[from] + (to - from) * row;
  }

  /** Returns whether a leaf has space for some blocks. */
  public boolean fits(int from, int to) {
    return size(from, to) <= SeriesLeaf.CAPACITY;
  }

  private long least(int from, int to) {
    long least = Long.MAX_VALUE;
    for (int i = from; i < to; i++) {
      least = Math.min(least, leasts[i]);
    }
    return least;
  }

  /** Returns the widths of the directory of some blocks. */
  private long widths(int from, int to, long least) {
    long first = 0;
    int missing = 0;
    long above = 0;
    long span = 0;
    long excess = 0;
    for (int i = from; i < to; i++) {
      first |= firsts[i] - firsts[from];
      missing |= SampleBlock.MAX_COUNT - entries[i];
      above |= leasts[i] - least;
      span |= greatests[i] - leasts[i];
      excess |= excesses[i];
    }
    int before = from == to ? 0 : starts[to - 1] - starts[from];
    return SeriesDirectory.widths(first, before, missing, above, span, excess);
  }

  /**
   * Writes some blocks to a page.
   *
   * @param page a formatted leaf, which is overwritten except for its number and owner
   * @throws IllegalArgumentException if the blocks do not fit
   */
  public void build(int from, int to, byte[] page) {
    if (!fits(from, to)) {
      throw new IllegalArgumentException("blocks=" + (to - from) + " do not fit a page");
    }
    SeriesLeaf.format(page, PageHeader.number(page), PageHeader.owner(page));
    if (from == to) {
      return;
    }
    long least = least(from, to);
    SeriesDirectory.setBases(page, widths(from, to, least), firsts[from], least);
    int end = PageHeader.PAGE_SIZE;
    for (int i = from; i < to; i++) {
      SeriesDirectory.putRow(
          page,
          i - from,
          firsts[i] - firsts[from],
          PageHeader.PAGE_SIZE - end,
          SampleBlock.MAX_COUNT - entries[i],
          leasts[i] - least,
          greatests[i] - leasts[i],
          excesses[i]);
      int length = starts[i + 1] - starts[i];
      end -= length;
      Memory.copy(bytes, starts[i], page, end, length);
    }
    SeriesDirectory.setBlocks(page, to - from, end);
  }
}
