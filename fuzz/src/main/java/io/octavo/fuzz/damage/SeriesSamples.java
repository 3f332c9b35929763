package io.octavo.fuzz.damage;

import io.octavo.packed.SampleBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.util.SplittableRandom;

/** Sound leaves and branches of series, for {@link PageSamples}. */
final class SeriesSamples {
  private static final int NUMBER = 1_000;

  private SeriesSamples() {}

  /** Makes a page of so many entries, or of as many as fit. */
  static byte[] page(int size, int shape, SplittableRandom random) {
    SeriesRun run = new SeriesRun();
    long time = random.nextLong() >> random.nextInt(1, 64);
    int blocks = 0;
    for (int left = size; left > 0; ) {
      int most = random.nextInt(3) == 0 ? 3 : SampleBlock.MAX_COUNT;
      int count = 1 + random.nextInt(Math.min(most, left));
      long[] times = new long[count];
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        time = Math.max(time, time + gap(shape, random));
        times[i] = time;
        values[i] = value(shape, i, random);
      }
      run.append(times, values, 0, count);
      if (!run.fits(0, run.count())) {
        break;
      }
      blocks = run.count();
      left -= count;
    }
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, NUMBER, 7);
    run.build(0, blocks, page);
    PageHeader.seal(page, 5);
    return page;
  }

  /** Makes a branch of so many children, or of as many as one has. */
  static byte[] branch(int size, int shape, SplittableRandom random) {
    byte[] page = PageHeader.newPage();
    int level = 1 + random.nextInt(BranchPage.MAX_LEVEL);
    BranchPage.format(page, PageKind.SUMMED_BRANCH, level, NUMBER, 7);
    long time = random.nextLong() >> random.nextInt(1, 64);
    Aggregate row = new Aggregate();
    for (int i = 0; i < Math.min(size, SummedPage.MAX_COUNT); i++) {
      // Some children have a time in common, some have gaps between them.
      long first = random.nextInt(4) == 0 ? time : Math.max(time, time + gap(shape, random));
      time = random.nextInt(4) == 0 ? first : Math.max(first, first + gap(shape, random));
      row.clear();
      for (int entry = random.nextInt(3); entry >= 0; entry--) {
        row.add(time, value(shape, i, random));
      }
      BranchPage.insert(page, i, first, BranchPage.childOf(4 + random.nextInt(99), 1));
      SummedPage.setRow(page, i, row);
    }
    PageHeader.seal(page, 5);
    return page;
  }

  private static long gap(int shape, SplittableRandom random) {
    return switch (shape) {
      case 0 -> 10_000;
      case 1 -> (long) Math.exp(random.nextGaussian() * 2 + 8);
      default -> random.nextLong() >>> random.nextInt(1, 64);
    };
  }

  private static long value(int shape, int index, SplittableRandom random) {
    return switch (shape) {
      case 0 -> index * 100L + random.nextInt(20);
      case 1 -> (long) Math.exp(random.nextGaussian() * 2 + 9);
      default -> random.nextLong() >> random.nextInt(64);
    };
  }
}
