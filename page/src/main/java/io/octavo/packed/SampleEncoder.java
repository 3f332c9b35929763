package io.octavo.packed;

import io.octavo.memory.Memory;

/**
 * Writes blocks that {@link SampleBlock} reads. FORMAT.md, section "Sample blocks".
 *
 * <p>Equal samples give equal bytes. An encoder keeps the arrays that it works with, so that
 * encoding allocates nothing. Not thread-safe.
 */
public final class SampleEncoder {
  /** The differences of a block with at most this many bits have a sum below 2^64. */
  private static final int SHORT_BITS = Long.SIZE - 7;

  private final SampleFrameEncoder gaps = new SampleFrameEncoder();
  private final SampleFrameEncoder plain = new SampleFrameEncoder();
  private final SampleFrameEncoder differences = new SampleFrameEncoder();

  // Results of {@link #plan}.
  private long least;
  private long greatest;
  private long excess;

  /** The first value, less the least. */
  private long start;

  private boolean isPlain;
  private int length;

  /** Makes an encoder. */
  public SampleEncoder() {}

  /**
   * Returns the most samples of one block: the sum of their values exceeds that of as many least
   * values by less than 2^64.
   *
   * @param count the number of values, at least 1; those above {@link SampleBlock#MAX_COUNT} are
   *     ignored
   * @return the number from the first, at least 1
   */
  public static int most(long[] values, int from, int count) {
    int most = Math.min(count, SampleBlock.MAX_COUNT);
    long least = values[from];
    long greatest = least;
    for (int i = from + 1; i < from + most; i++) {
      least = Math.min(least, values[i]);
      greatest = Math.max(greatest, values[i]);
    }
    return (greatest - least) >>> SHORT_BITS == 0 ? most : mostOfWide(values, from, most);
  }

  /** As {@link #most}, for values that are far from each other. */
  private static int mostOfWide(long[] values, int from, int count) {
    long least = values[from];
    long excess = 0;
    for (int i = 1; i < count; i++) {
      long value = values[from + i];
      long added = value - least;
      if (value < least) {
        // This is added for each of the previous values.
        added = least - value;
        if (Math.multiplyHigh(added, i) + ((added >> (Long.SIZE - 1)) & i) != 0) {
          return i;
        }
        added *= i;
        least = value;
      }
      excess += added;
      if (Long.compareUnsigned(excess, added) < 0) {
        return i;
      }
    }
    return count;
  }

  /**
   * Writes a block.
   *
   * @param times the times, which do not descend
   * @param from the index of the first sample in both arrays
   * @param count the number of samples, 1 to {@link SampleBlock#MAX_COUNT}
   * @param least the least value, which is kept elsewhere
   * @param to the block of memory; no other bytes than those of the block are changed
   * @return the number of bytes, up to {@link SampleBlock#MAX_LENGTH}
   * @throws IllegalArgumentException if times descend or count is out of range
   */
  public int encode(
      long[] times, long[] values, int from, int count, long least, byte[] to, int offset) {
    checkCount(count);
    putValues(values, from, count, least);
    plain.measure(count);
    planBytes(times, values, from, count, least);
    write(to, offset);
    return length;
  }

  private static void checkCount(int count) {
    if (count < 1 || count > SampleBlock.MAX_COUNT) {
      throw new IllegalArgumentException("count=" + count);
    }
  }

  /**
   * Plans a block, and its fields outside of the block.
   *
   * @param times the times, which do not descend
   * @param from the index of the first sample in both arrays
   * @param count the number of samples, 1 to {@link #most}
   * @return the number of bytes that {@link #write} will write
   * @throws IllegalArgumentException if times descend or count is out of range
   */
  public int plan(long[] times, long[] values, int from, int count) {
    checkCount(count);
    long low = values[from];
    long high = low;
    long sum = 0;
    for (int i = from; i < from + count; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
      sum += values[i];
    }
    least = low;
    greatest = high;
    excess = sum - count * low;
    putValues(values, from, count, low);
    plain.measured(count, 0, high - low, excess);
    planBytes(times, values, from, count, low);
    return length;
  }

  private void planBytes(long[] times, long[] values, int from, int count, long base) {
    measureGaps(times, from, count);
    measureDifferences(values, from, count);
    gaps.plan(FrameEncoder.NO_BOUND);
    start = values[from] - base;
    int startLength = Varint.length(start);
    // The form that is likely to be shorter is planned first, the other only as far as it may be
    // shorter still. Of two forms of one length, the values are chosen.
    if (Long.compareUnsigned(plain.sum(), differences.sum()) <= 0) {
      plain.plan(FrameEncoder.NO_BOUND);
      isPlain = !differences.plan(Math.max(plain.length() - startLength, 0));
    } else {
      differences.plan(FrameEncoder.NO_BOUND);
      isPlain = plain.plan(startLength + differences.length() + 1);
    }
    length = gaps.length() + 1 + (isPlain ? plain.length() : startLength + differences.length());
  }

  private void measureGaps(long[] times, int from, int count) {
    long[] numbers = gaps.numbers();
    for (int i = 0; i < count - 1; i++) {
      long time = times[from + i];
      long next = times[from + i + 1];
      if (next < time) {
        throw new IllegalArgumentException("time " + next + " is behind " + time);
      }
      numbers[i] = next - time;
    }
    gaps.measure(count - 1);
  }

  private void putValues(long[] values, int from, int count, long base) {
    long[] numbers = plain.numbers();
    for (int i = 0; i < count; i++) {
      numbers[i] = values[from + i] - base;
    }
  }

  private void measureDifferences(long[] values, int from, int count) {
    long[] numbers = differences.numbers();
    for (int i = 0; i < count - 1; i++) {
      numbers[i] = Varint.zigzag(values[from + i + 1] - values[from + i]);
    }
    differences.measure(count - 1);
  }

  /**
   * Returns the length of the block that was planned.
   *
   * @return the number of bytes, up to {@link SampleBlock#MAX_LENGTH}
   */
  public int length() {
    return length;
  }

  /** Returns the least value that {@link #plan} found. */
  public long least() {
    return least;
  }

  /** Returns the greatest value that {@link #plan} found. */
  public long greatest() {
    return greatest;
  }

  /**
   * Returns the excess of the sum of the values over that of as many least values, u64, as {@link
   * #plan} found it.
   */
  public long excess() {
    return excess;
  }

  /**
   * Writes the block that was planned.
   *
   * @param to the block of memory; no other bytes than those of the block are changed
   */
  public void write(byte[] to, int offset) {
    SampleFrameEncoder second = isPlain ? plain : differences;
    int form = isPlain ? 0 : SampleBlock.DIFFERENCES;
    form |= (gaps.coding() << SampleBlock.GAPS) | (second.coding() << SampleBlock.VALUES);
    Memory.putByte(to, offset, form);
    int next = gaps.write(to, offset + 1);
    if (!isPlain) {
      next = Varint.put(to, Memory.index(next), start) - Memory.index(0);
    }
    second.write(to, next);
  }
}
