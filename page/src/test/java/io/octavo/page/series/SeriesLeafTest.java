package io.octavo.page.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.tree.Aggregate;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeriesLeafTest {
  private static final BigInteger MOST_U64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private final SampleEncoder encoder = new SampleEncoder();
  private final SeriesRun run = new SeriesRun();

  private static byte[] newLeaf() {
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, 7, 3);
    return page;
  }

  /** Appends blocks of up to so many samples as long as they fit; returns how many samples did. */
  private int fill(byte[] page, SeriesSamples samples, int most) {
    int next = 0;
    while (next < samples.count()) {
      int count = Math.min(most, samples.count() - next);
      byte[] before = page.clone();
      int fit = SeriesLeaf.fit(page, samples.times(), samples.values(), next, count, encoder);
      assertThat(page).isEqualTo(before);
      if (fit < count) {
        assertThat(SeriesLeaf.append(page, samples.times(), samples.values(), next, count, encoder))
            .isFalse();
        assertThat(page).isEqualTo(before);
      }
      if (fit == 0) {
        return next;
      }
      assertThat(SeriesLeaf.append(page, samples.times(), samples.values(), next, fit, encoder))
          .isTrue();
      next += fit;
    }
    return next;
  }

  /** Builds blocks of so many samples, as many as fit. */
  private void build(byte[] page, SeriesSamples samples, int count) {
    run.clear();
    int blocks = 0;
    for (int next = 0; next < samples.count(); next += count) {
      int taken = Math.min(count, samples.count() - next);
      run.append(samples.times(), samples.values(), next, taken);
      if (!run.fits(0, run.count())) {
        break;
      }
      blocks = run.count();
    }
    run.build(0, blocks, page);
  }

  private static SeriesSamples draw(SplittableRandom random) {
    return SeriesSamples.draw(random, 1 + random.nextInt(1 << random.nextInt(1, 13)));
  }

  private static void requireSamples(byte[] page, SeriesSamples samples, int count) {
    long[] into = new long[SampleBlock.MAX_COUNT];
    int next = 0;
    for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
      int entries = SeriesLeaf.entries(page, i);
      SeriesLeaf.times(page, i, into);
      assertThat(Arrays.copyOf(into, entries))
          .isEqualTo(Arrays.copyOfRange(samples.times(), next, next + entries));
      assertThat(SeriesLeaf.first(page, i)).isEqualTo(into[0]);
      SeriesLeaf.values(page, i, into);
      assertThat(Arrays.copyOf(into, entries))
          .isEqualTo(Arrays.copyOfRange(samples.values(), next, next + entries));
      next += entries;
    }
    assertThat(next).isEqualTo(count);
    assertThat(SeriesLeaf.entries(page)).isEqualTo(count);
    assertThat(SeriesLeaf.last(page)).isEqualTo(samples.times()[count - 1]);
  }

  /** Compares a page with what is built from its blocks. */
  private void requireCanonical(byte[] page) {
    run.clear();
    run.appendAll(page);
    byte[] built = newLeaf();
    run.build(0, run.count(), built);
    assertThat(built).isEqualTo(page);
  }

  @Test
  void whatIsAppendedIsReadBackAndIsWhatIsBuilt() {
    Seeds.forEach(
        600,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          int count = fill(page, samples, 1 + random.nextInt(128));
          requireSamples(page, samples, count);
          requireCanonical(page);
        });
  }

  @Test
  void aRunOfEntriesIsCutIntoFullBlocks() {
    Seeds.forEach(
        400,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          int count = fill(page, samples, 128);
          run.clear();
          run.append(samples.times(), samples.values(), 0, count);
          assertThat(run.entries()).isEqualTo(count);
          if (run.fits(0, run.count())) {
            byte[] built = newLeaf();
            run.build(0, run.count(), built);
            requireSamples(built, samples, count);
            int space = PageHeader.free(built);
            assertThat(run.size(0, run.count())).isEqualTo(SeriesLeaf.CAPACITY - space);
          } else {
            assertThatThrownBy(() -> run.build(0, run.count(), newLeaf()))
                .isInstanceOf(IllegalArgumentException.class);
          }
        });
  }

  /** A page is a function of its blocks: what was removed leaves nothing. */
  @Test
  void aPageHasNoTraceOfRemovedBlocks() {
    Seeds.forEach(
        300,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          build(page, samples, 1 + random.nextInt(20));
          while (SeriesLeaf.blocks(page) > 0) {
            int block = SeriesLeaf.blocks(page) - 1;
            int last = SeriesLeaf.entries(page, block);
            int from = SeriesLeaf.entries(page) - last;
            SeriesLeaf.removeLast(page);
            requireCanonical(page);
            byte[] before = page.clone();
            if (SeriesLeaf.append(page, samples.times(), samples.values(), from, last, encoder)) {
              requireCanonical(page);
              SeriesLeaf.removeLast(page);
            }
            assertThat(page).isEqualTo(before);
          }
          assertThat(page).isEqualTo(newLeaf());
        });
  }

  @Test
  void aBlockThatGrowsGivesThePageThatIsBuilt() {
    Seeds.forEach(
        1_000,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          fill(page, samples, 1 + random.nextInt(127));
          if (SeriesLeaf.blocks(page) > 1) {
            SeriesLeaf.removeLast(page);
          }
          int block = random.nextInt(SeriesLeaf.blocks(page));
          int count = SeriesLeaf.entries(page, block);
          long[] times = new long[SampleBlock.MAX_COUNT];
          long[] values = new long[SampleBlock.MAX_COUNT];
          SeriesLeaf.times(page, block, times);
          SeriesLeaf.values(page, block, values);
          int place = random.nextInt(count);
          int more = random.nextInt(1, SampleBlock.MAX_COUNT - count + 1);
          System.arraycopy(times, place, times, place + more, count - place);
          System.arraycopy(values, place, values, place + more, count - place);
          for (int i = place; i < place + more; i++) {
            times[i] = times[place + more];
            values[i] =
                random.nextInt(400) == 0 ? random.nextLong() : values[random.nextInt(count)];
          }
          byte[] before = page.clone();
          run.clear();
          run.appendBlocks(page, 0, block);
          run.append(times, values, 0, count + more);
          run.appendBlocks(page, block + 1, SeriesLeaf.blocks(page));
          if (SeriesLeaf.grow(page, block, times, values, count + more, encoder)) {
            byte[] built = newLeaf();
            run.build(0, run.count(), built);
            assertThat(page).isEqualTo(built);
          } else {
            assertThat(page).isEqualTo(before);
          }
        });
  }

  /**
   * The rows of a page become shorter when the only block that lacks many entries grows, and lie
   * then, with their old length, where the blocks behind are moved to.
   */
  @Test
  void aBlockOfAFullPageGrowsIfRowsBecomeShorter() {
    int half = SampleBlock.MAX_COUNT / 2;
    Seeds.forEach(
        1_000,
        random -> {
          SeriesSamples samples = SeriesSamples.draw(random, 1 << 12);
          long[] times = samples.times();
          long[] values = samples.values();
          byte[] page = newLeaf();
          int taken = SeriesLeaf.fit(page, times, values, 0, half, encoder);
          for (int from = 0; taken > 0; ) {
            SeriesLeaf.append(page, times, values, from, taken, encoder);
            from += taken;
            int most = Math.min(samples.count() - from, SampleBlock.MAX_COUNT);
            taken = SeriesLeaf.fit(page, times, values, from, most, encoder);
          }
          int count = SeriesLeaf.entries(page, 0);
          long[] grownTimes = Arrays.copyOf(times, count + 1);
          long[] grownValues = Arrays.copyOf(values, count + 1);
          grownTimes[count] = times[count - 1];
          grownValues[count] = values[count - 1];
          byte[] expected = page.clone();
          run.clear();
          run.append(grownTimes, grownValues, 0, count + 1);
          run.appendBlocks(page, 1, SeriesLeaf.blocks(page));
          if (SeriesLeaf.grow(page, 0, grownTimes, grownValues, count + 1, encoder)) {
            expected = newLeaf();
            run.build(0, run.count(), expected);
          }
          assertThat(page).isEqualTo(expected);
        });
  }

  @Test
  void aBlockGrowsIfThePageHasSpace() {
    byte[] page = newLeaf();
    long[] times = {10, 20, 30, 30, 40};
    long[] values = {7, 7, 8, 9, 7};
    SeriesLeaf.append(page, times, values, 0, 3, encoder);
    SeriesLeaf.append(page, times, values, 3, 2, encoder);
    assertThat(SeriesLeaf.grow(page, 0, new long[] {10, 15, 20, 30}, values, 4, encoder)).isTrue();
    assertThat(SeriesLeaf.entries(page)).isEqualTo(6);
    assertThat(SeriesLeaf.grow(page, 0, new long[] {9, 10, 15, 20, 30}, values, 5, encoder))
        .isFalse();
  }

  @Test
  void blocksOfSeveralPagesAreDividedAnew() {
    Seeds.forEach(
        200,
        random -> {
          SeriesSamples samples = SeriesSamples.draw(random, 8_000);
          byte[] first = newLeaf();
          int count = fill(first, samples, 1 + random.nextInt(128));
          int blocks = SeriesLeaf.blocks(first);
          int cut = random.nextInt(blocks + 1);
          run.clear();
          run.appendAll(first);
          byte[] low = newLeaf();
          byte[] high = newLeaf();
          run.build(0, cut, low);
          run.build(cut, blocks, high);
          run.clear();
          run.appendBlocks(low, 0, cut);
          run.appendBlocks(high, 0, blocks - cut);
          assertThat(run.count()).isEqualTo(blocks);
          assertThat(run.entries()).isEqualTo(count);
          byte[] again = newLeaf();
          run.build(0, blocks, again);
          assertThat(again).isEqualTo(first);
        });
  }

  @Test
  void blocksAddUpToTheSumOfTheirValues() {
    Seeds.forEach(
        400,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          fill(page, samples, 1 + random.nextInt(128));
          int from = random.nextInt(SeriesLeaf.blocks(page));
          int to = random.nextInt(from, SeriesLeaf.blocks(page)) + 1;
          int first = 0;
          for (int i = 0; i < from; i++) {
            first += SeriesLeaf.entries(page, i);
          }
          int last = first;
          for (int i = from; i < to; i++) {
            last += SeriesLeaf.entries(page, i);
          }
          long[] values = Arrays.copyOfRange(samples.values(), first, last);
          BigInteger sum =
              Arrays.stream(values)
                  .mapToObj(BigInteger::valueOf)
                  .reduce(BigInteger.ZERO, BigInteger::add);
          Aggregate aggregate = new Aggregate();
          SeriesLeaf.fold(page, from, to, aggregate);
          assertThat(aggregate.count()).isEqualTo(values.length);
          assertThat(
                  BigInteger.valueOf(aggregate.sumHigh())
                      .shiftLeft(64)
                      .add(BigInteger.valueOf(aggregate.sumLow()).and(MOST_U64)))
              .isEqualTo(sum);
          assertThat(aggregate.least()).isEqualTo(Arrays.stream(values).min().orElseThrow());
          assertThat(aggregate.greatest()).isEqualTo(Arrays.stream(values).max().orElseThrow());
          assertThat(aggregate.last()).isEqualTo(SeriesLeaf.first(page, to - 1));
        });
  }

  @Test
  void blocksAreFoundByTheirFirstTimes() {
    Seeds.forEach(
        400,
        random -> {
          SeriesSamples samples = draw(random);
          byte[] page = newLeaf();
          int count = fill(page, samples, 1 + random.nextInt(20));
          long near = samples.times()[random.nextInt(count)];
          for (long time : new long[] {near, near - 1, near + 1, random.nextLong()}) {
            int lower = -1;
            int floor = -1;
            for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
              lower = SeriesLeaf.first(page, i) < time ? i : lower;
              floor = SeriesLeaf.first(page, i) <= time ? i : floor;
            }
            assertThat(SeriesLeaf.lower(page, time)).isEqualTo(lower);
            assertThat(SeriesLeaf.floor(page, time)).isEqualTo(floor);
          }
        });
  }

  /** The least that 128 entries take: three bytes, and two that say where they are. */
  @Test
  void aPageHasNoMoreEntriesThanItsBytesAllow() {
    SeriesSamples same = new SeriesSamples(new long[262_144], new long[262_144]);
    byte[] page = newLeaf();
    assertThat(fill(page, same, 128)).isEqualTo(SeriesLeaf.CAPACITY / 5 * 128);
    assertThat(PageHeader.free(page)).isLessThan(5);
    requireCanonical(page);
  }

  @Test
  void theDirectoryBecomesAsWideAsItsNumbers() {
    long[] times = {0, 1L << 32, Long.MAX_VALUE};
    byte[] page = newLeaf();
    assertThat(SeriesLeaf.append(page, times, new long[3], 0, 1, encoder)).isTrue();
    assertThat(width(page, SeriesDirectory.FIRST)).isZero();
    assertThat(SeriesLeaf.append(page, times, new long[] {0, 7, 9}, 1, 2, encoder)).isTrue();
    assertThat(width(page, SeriesDirectory.FIRST)).isEqualTo(33);
    assertThat(width(page, SeriesDirectory.LEAST)).isEqualTo(3);
    assertThat(SeriesLeaf.append(page, times, new long[] {0, 0, -1}, 2, 1, encoder)).isTrue();
    assertThat(width(page, SeriesDirectory.FIRST)).isEqualTo(63);
    assertThat(width(page, SeriesDirectory.LEAST)).isEqualTo(4);
    requireCanonical(page);
    SeriesLeaf.removeLast(page);
    assertThat(width(page, SeriesDirectory.FIRST)).isEqualTo(33);
    requireCanonical(page);
  }

  private static int width(byte[] page, int field) {
    return SeriesDirectory.width(SeriesDirectory.widths(page), field);
  }

  /** A wider row for one block takes space for each block. */
  @Test
  void aBlockThatWouldWidenAFullDirectoryIsRefused() {
    SeriesSamples same = new SeriesSamples(new long[262_144], new long[262_144]);
    byte[] page = newLeaf();
    fill(page, same, 128);
    SeriesLeaf.removeLast(page);
    byte[] before = page.clone();
    long[] far = {1L << 40};
    assertThat(SeriesLeaf.append(page, far, new long[1], 0, 1, encoder)).isFalse();
    assertThat(page).isEqualTo(before);
    assertThat(SeriesLeaf.fit(page, far, new long[1], 0, 1, encoder)).isZero();
    long[] grown = {0};
    assertThat(SeriesLeaf.grow(page, 1, grown, new long[] {5}, 1, encoder)).isFalse();
    assertThat(page).isEqualTo(before);
  }
}
