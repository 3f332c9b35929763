package io.octavo.page.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.series.SeriesDirectory;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.series.SeriesSamples;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What {@link PageCheck} cannot see in a leaf of a series, because it decodes no block. */
class SeriesCheckTest {
  private static byte[] page(long[] times, long[] values, int... counts) {
    SeriesRun run = new SeriesRun();
    int from = 0;
    for (int count : counts) {
      run.append(times, values, from, count);
      from += count;
    }
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, 28, 3);
    run.build(0, run.count(), page);
    return page;
  }

  private static void breaks(byte[] page, String found) {
    assertThat(PageCheck.check(page)).isNull();
    Violation violation = SeriesCheck.contents(page);
    assertThat(violation).as(found).isNotNull();
    assertThat(violation.rule()).isEqualTo(Rule.R35);
    assertThat(violation.offset()).isBetween(0, PageHeader.PAGE_SIZE - 1);
    assertThat(violation.toString()).contains(found);
  }

  private static byte[] changed(Consumer<byte[]> change) {
    byte[] page = page(new long[] {1, 10, 13, 13}, new long[] {-7, -8, -6, -6}, 2, 2);
    change.accept(page);
    return page;
  }

  @Test
  void everyPageThatIsBuiltIsSound() {
    Seeds.forEach(
        1_000,
        random -> {
          int count = 1 + random.nextInt(200);
          SeriesSamples samples = SeriesSamples.draw(random, count);
          int cut = random.nextInt(count + 1);
          byte[] page = page(samples.times(), samples.values(), cut, count - cut);
          assertThat(PageCheck.check(page)).isNull();
          assertThat(SeriesCheck.contents(page)).isNull();
        });
    assertThat(PageCheck.check(page(new long[0], new long[0]))).isNull();
  }

  @Test
  void aDirectoryThatIsNotThatOfTheBlocksIsReported() {
    assertThat(SeriesCheck.contents(changed(page -> {}))).isNull();
    breaks(changed(SeriesCheckCases.number(1, SeriesDirectory.GREATEST, 1)), "greatest value -5");
    breaks(changed(SeriesCheckCases.number(1, SeriesDirectory.EXCESS, 1)), "excess 1");
    // The second block begins where the first one has not ended yet.
    breaks(changed(SeriesCheckCases.number(1, SeriesDirectory.FIRST, -4)), "time 9");
  }

  /** Replaces a page by one with a block whose least value is said to be another. */
  private static byte[] block(long[] times, long[] values, long least, long greatest, long excess) {
    int count = times.length;
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, 28, 3);
    byte[] block = Memory.allocate(SampleBlock.MAX_LENGTH);
    int length = new SampleEncoder().encode(times, values, 0, count, least, block, 0);
    int start = PageHeader.PAGE_SIZE - length;
    int missing = SampleBlock.MAX_COUNT - count;
    long widths = SeriesDirectory.widths(0, 0, missing, 0, greatest - least, excess);
    SeriesDirectory.setBases(page, widths, times[0], least);
    SeriesDirectory.putRow(page, 0, 0, 0, missing, 0, greatest - least, excess);
    Memory.copy(block, 0, page, start, length);
    SeriesDirectory.setBlocks(page, 1, start);
    return page;
  }

  @Test
  void aLeastValueThatNoEntryHasIsReported() {
    long[] times = {1, 2};
    long[] values = {5, 6};
    assertThat(SeriesCheck.contents(block(times, values, 5, 6, 1))).isNull();
    breaks(block(times, values, 4, 6, 3), "least value 4");
  }

  @Test
  void timesThatWrapAreReported() {
    byte[] page = block(new long[] {0, Long.MAX_VALUE}, new long[2], 0, 0, 0);
    PageHeader.setKeyBase(page, 1);
    breaks(page, "time " + Long.MIN_VALUE);
  }

  @Test
  void valuesOfMoreExcessThanANumberHoldsAreReported() {
    long low = Long.MIN_VALUE;
    long high = Long.MAX_VALUE;
    assertThat(SeriesCheck.contents(block(new long[2], new long[] {low, high}, low, high, -1)))
        .isNull();
    breaks(block(new long[3], new long[] {low, high, high}, low, high, -2), "excess above u64");
  }
}
