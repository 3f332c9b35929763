package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Reads a block of samples as far as a query needs it: where a time is, and what the values on one
 * side of it add up to. Nothing is put into arrays. FORMAT.md, section "Sample blocks".
 *
 * <p>A reader trusts the block, which {@link SampleBlock#length} verifies. A reader is used again
 * for other blocks, so that reading allocates nothing. Not thread-safe.
 */
public final class SampleReader {
  private final FrameReader gaps = new FrameReader();
  private final FrameReader numbers = new FrameReader();
  private int count;
  private long first;
  private long leastOfBlock;
  private boolean isPlain;
  private boolean isNarrow;

  /** The requested time, and the time of the sample found, after which gaps continues. */
  private long target;

  private long time;

  /** The first value of differences, and the one before the next difference. */
  private long firstValue;

  private long value;

  // Results of {@link #fold}.
  private long least;
  private long greatest;
  private long excess;

  /** Makes a reader. */
  public SampleReader() {}

  /**
   * Begins to read a block.
   *
   * @param count the number of samples, 1 to {@link SampleBlock#MAX_COUNT}
   * @param first the first time
   * @param least the least value
   * @param span the greatest value less the least, u64
   */
  public void open(byte[] from, int offset, int count, long first, long least, long span) {
    this.count = count;
    this.first = first;
    leastOfBlock = least;
    isNarrow = span >>> FrameReader.NARROW_BITS == 0;
    int form = Memory.getByte(from, offset);
    gaps.open(from, offset + 1, SampleBlock.gapsCoding(form), count - 1);
    int half = gaps.end();
    rewind();
    isPlain = (form & SampleBlock.DIFFERENCES) == 0;
    int coding = SampleBlock.valuesCoding(form);
    if (isPlain) {
      numbers.open(from, half, coding, count);
    } else {
      firstValue = least + Varint.get(from, Memory.index(half));
      value = firstValue;
      numbers.open(from, SampleFrame.varintEnd(from, half), coding, count - 1);
    }
  }

  /** Releases the block of memory. */
  public void close() {
    gaps.close();
    numbers.close();
  }

  private void rewind() {
    target = Long.MIN_VALUE;
    time = first;
    gaps.seek(0);
  }

  /** Returns the number of samples before a time. */
  public int lower(long time) {
    if (time < target) {
      rewind();
    }
    target = time;
    this.time = gaps.addUntil(this.time, time, count - 1);
    return this.time < time ? count : gaps.index();
  }

  /** Returns the number of samples at or before a time. */
  public int upper(long time) {
    return time == Long.MAX_VALUE ? count : lower(time + 1);
  }

  /**
   * Adds up values.
   *
   * @param begin the index of the first
   * @param end the index after the last, greater than {@code begin}
   */
  public void fold(int begin, int end) {
    if (isNarrow) {
      // Without jumps that depend on values: they would be mispredicted.
      if (isPlain) {
        numbers.seek(begin);
        numbers.fold(end);
      } else {
        long start = seekDifference(begin) - leastOfBlock;
        value = leastOfBlock + numbers.foldDifferences(start, end - 1);
      }
      least = leastOfBlock + numbers.least;
      greatest = leastOfBlock + numbers.greatest;
      excess = numbers.sum - (end - begin) * numbers.least;
    } else {
      foldWide(begin, end);
    }
  }

  private void foldWide(int begin, int end) {
    if (isPlain) {
      numbers.seek(begin);
    }
    long next = isPlain ? leastOfBlock + numbers.next() : seekDifference(begin);
    long low = next;
    long high = next;
    long sum = next;
    for (int i = begin + 1; i < end; i++) {
      next = isPlain ? leastOfBlock + numbers.next() : next + Varint.unzigzag(numbers.next());
      low = Math.min(low, next);
      high = Math.max(high, next);
      sum += next;
    }
    value = next;
    least = low;
    greatest = high;
    excess = sum - (end - begin) * low;
  }

  /** Returns a value, and moves before the difference to the next one. */
  private long seekDifference(int begin) {
    long reached = value;
    if (begin < numbers.index()) {
      numbers.seek(0);
      reached = firstValue;
    }
    return numbers.addDifferences(reached, begin);
  }

  /** Returns the least of the values that {@link #fold} added up. */
  public long least() {
    return least;
  }

  /** Returns the greatest of the values that {@link #fold} added up. */
  public long greatest() {
    return greatest;
  }

  /**
   * Returns the excess of the sum of the values that {@link #fold} added up over that of as many
   * least ones, u64.
   */
  public long excess() {
    return excess;
  }
}
