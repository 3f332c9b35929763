package io.octavo.page.series;

import io.octavo.page.PageHeader;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Times and values of a series, drawn from families that have little in common. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record SeriesSamples(long[] times, long[] values) {
  /** Draws so many samples. */
  public static SeriesSamples draw(SplittableRandom random, int count) {
    long[] times = times(random, count);
    long[] values = values(random, count);
    // What comes late may need more bits.
    int late = random.nextInt(count);
    if (random.nextInt(4) == 0) {
      System.arraycopy(values(random, count), 0, values, late, count - late);
    }
    if (random.nextInt(4) == 0 && times[count - 1] < Long.MAX_VALUE / 2) {
      for (int i = late; i < count; i++) {
        times[i] += 1L << 32;
      }
    }
    return new SeriesSamples(times, values);
  }

  /** Returns the number of samples. */
  public int count() {
    return times.length;
  }

  /** A leaf whose directory is narrow, with full blocks and short ones. */
  public static byte[] leaf() {
    SplittableRandom random = new SplittableRandom(3);
    long[] times = sums(1_000_000, 300, () -> random.nextInt(5) == 0 ? 0 : random.nextInt(9_999));
    long[] values = fill(300, () -> (long) Math.exp(random.nextGaussian() + 9));
    Arrays.setAll(values, i -> i < 128 ? values[i] : i < 200 ? i * 7L : 42);
    return leaf(new SeriesSamples(times, values), 128, 128, 40, 1, 3);
  }

  /** A leaf whose directory is wide. */
  public static byte[] wideLeaf() {
    SplittableRandom random = new SplittableRandom(4);
    long[] times = random.longs(60).sorted().toArray();
    long[] values = fill(60, () -> random.nextLong() >> random.nextInt(10, 64));
    return leaf(new SeriesSamples(times, values), 30, 2, 1, 27);
  }

  private static byte[] leaf(SeriesSamples samples, int... counts) {
    SeriesRun run = new SeriesRun();
    int from = 0;
    for (int count : counts) {
      run.append(samples.times, samples.values, from, count);
      from += count;
    }
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, 28, 3);
    run.build(0, run.count(), page);
    PageHeader.seal(page, 9);
    return page;
  }

  private static long[] times(SplittableRandom random, int count) {
    long start = random.nextLong() >> random.nextInt(1, 64);
    long step = random.nextLong(1L << random.nextInt(1, 40));
    long[] times =
        switch (random.nextInt(6)) {
          case 0 -> fill(count, () -> start);
          case 1 -> sums(start, count, () -> step);
          case 2 -> sums(start, count, () -> step + random.nextInt(1_000));
          case 3 -> sums(start, count, () -> random.nextInt(4) == 0 ? random.nextLong(1 << 20) : 0);
          case 4 -> sums(start, count, () -> (long) Math.exp(3 * random.nextGaussian() + 6));
          default -> {
            int shift = random.nextInt(64);
            yield fill(count, () -> random.nextLong() >> shift);
          }
        };
    Arrays.sort(times);
    if (random.nextInt(8) == 0) {
      times[0] = Long.MIN_VALUE;
      times[count - 1] = Long.MAX_VALUE;
    }
    return times;
  }

  private static long[] values(SplittableRandom random, int count) {
    long start = random.nextLong() >> random.nextInt(64);
    int shift = random.nextInt(64);
    return switch (random.nextInt(9)) {
      case 0 -> fill(count, () -> start);
      case 1 -> sums(start, count, () -> random.nextInt(-100, 101));
      case 2 -> sums(start, count, () -> random.nextInt(1_000));
      case 3 -> sums(start, count, () -> 12_345);
      case 4 -> fill(count, () -> (long) Math.exp(2 * random.nextGaussian() + 10));
      case 5 -> fill(count, () -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
      case 6 -> fill(count, () -> random.nextInt(300) == 0 ? random.nextLong() : start);
      case 7 -> {
        long[] turns = {0};
        yield fill(count, () -> turns[0]++ % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
      }
      default -> fill(count, () -> random.nextLong() >> shift);
    };
  }

  private static long[] fill(int count, LongSupplier numbers) {
    long[] filled = new long[count];
    Arrays.setAll(filled, i -> numbers.getAsLong());
    return filled;
  }

  private static long[] sums(long start, int count, LongSupplier numbers) {
    long[] sums = fill(count, numbers);
    sums[0] = start;
    Arrays.parallelPrefix(sums, Long::sum);
    return sums;
  }
}
