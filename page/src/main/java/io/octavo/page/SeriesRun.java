package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleEncoder;
import java.util.Arrays;

/**
 * A run of blocks of a series: what adjacent leaves are unpacked into when their blocks must be
 * laid out anew. Blocks stay encoded. Reused from one use to the next; not thread-safe.
 */
public final class SeriesRun {
  private static final int BLOCKS = 64;

  private final SampleEncoder encoder = new SampleEncoder();

  private int count;
  private long[] firsts = new long[BLOCKS];
  private long[] leasts = new long[BLOCKS];
  private long[] greatests = new long[BLOCKS];
  private long[] excesses = new long[BLOCKS];
  private int[] entries = new int[BLOCKS];

  /** Where the bytes of each block begin, and behind the last where they end. */
  private int[] starts = new int[BLOCKS + 1];

  private byte[] bytes = Memory.allocate(2 * PageHeader.PAGE_SIZE);

  /** Makes an empty run. */
  public SeriesRun() {}

  /** Forgets all blocks. */
  public void clear() {
    count = 0;
  }

  /**
   * Returns how many blocks there are.
   *
   * @return the count
   */
  public int count() {
    return count;
  }

  /**
   * Returns how many entries there are.
   *
   * @return the entries of all blocks
   */
  public int entries() {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += entries[i];
    }
    return sum;
  }

  /**
   * Reads the first time of a block.
   *
   * @param block the block, from 0
   * @return the time
   */
  public long first(int block) {
    return firsts[block];
  }

  /**
   * Adds all blocks of a page behind the last.
   *
   * @param page a leaf that does not begin before the last time of the run
   */
  public void appendAll(byte[] page) {
    appendBlocks(page, 0, SeriesLeaf.blocks(page));
  }

  /**
   * Adds some blocks of a page behind the last.
   *
   * @param page a leaf
   * @param from the first block, which does not begin before the last time of the run
   * @param to the block after the last
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
   * Adds entries behind the last, as the fewest blocks.
   *
   * @param times the times, which do not descend, nor begin before the last time of the run
   * @param values the values
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

  /** Adds a block; returns where its bytes go. */
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

  /**
   * Returns how many bytes of a leaf some blocks take, their entries of the directory included.
   *
   * @param from the first block
   * @param to the block after the last
   * @return the bytes; see {@link #fits}
   */
  public int size(int from, int to) {
    int entry = SeriesDirectory.entryLength(isWide(from, to, least(from, to)));
    return starts[to] - starts[from] + (to - from) * entry;
  }

  /**
   * Returns whether a leaf has space for some blocks.
   *
   * @param from the first block
   * @param to the block after the last
   * @return whether {@link #build} succeeds
   */
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

  private boolean isWide(int from, int to, long least) {
    long bits = 0;
    for (int i = from; i < to; i++) {
      bits |= (firsts[i] - firsts[from]) | (leasts[i] - least);
      bits |= (greatests[i] - leasts[i]) | excesses[i];
    }
    return !SeriesDirectory.isNarrow(bits);
  }

  /**
   * Writes some blocks to a page.
   *
   * @param from the first block
   * @param to the block after the last
   * @param page a formatted leaf, which keeps its number and owner; what it holds is replaced
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
    boolean isWide = isWide(from, to, least);
    SeriesDirectory.setBases(page, isWide, firsts[from], least);
    int end = PageHeader.PAGE_SIZE;
    for (int i = from; i < to; i++) {
      SeriesDirectory.putEntry(
          page,
          SeriesDirectory.entry(page, i - from),
          isWide,
          firsts[i] - firsts[from],
          leasts[i] - least,
          greatests[i] - leasts[i],
          excesses[i],
          end,
          entries[i]);
      int length = starts[i + 1] - starts[i];
      Memory.copy(bytes, starts[i], page, end - length, length);
      end -= length;
    }
    SeriesDirectory.setBlocks(page, to - from, end);
  }
}
