package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SummedPageTest {
  /** Rows are added up by groups and one by one; the model adds all one by one. */
  @Test
  void rowsAddUpToThoseOfAllChildren() {
    Seeds.forEach(
        200,
        random -> {
          byte[] page = Memory.allocate(PageHeader.PAGE_SIZE);
          Aggregate[] rows = fill(page, random);
          for (int i = 0; i < 20; i++) {
            int from = random.nextInt(rows.length + 1);
            int to = from + random.nextInt(rows.length - from + 1);
            Aggregate expected = new Aggregate();
            for (int child = from; child < to; child++) {
              expected.addAll(rows[child]);
            }
            Aggregate sum = new Aggregate();
            SummedPage.fold(page, from, to, sum);
            assertThat(sum).as("children %d to %d", from, to).isEqualTo(expected);
          }
        });
  }

  @Test
  void firstChildIsTheFirstWhoseLastTimeIsNotBefore() {
    Seeds.forEach(
        200,
        random -> {
          byte[] page = Memory.allocate(PageHeader.PAGE_SIZE);
          Aggregate[] rows = fill(page, random);
          for (long time = -1; time <= rows[rows.length - 1].last() + 1; time++) {
            int expected = 0;
            while (expected < rows.length && rows[expected].last() < time) {
              expected++;
            }
            assertThat(SummedPage.firstChild(page, time)).as("time %d", time).isEqualTo(expected);
          }
        });
  }

  /** Fills a page with children, of which some begin at the time at which the one before ends. */
  private static Aggregate[] fill(byte[] page, SplittableRandom random) {
    BranchPage.format(page, PageKind.SUMMED_BRANCH, 1, 9, 1);
    Aggregate[] rows = new Aggregate[1 + random.nextInt(SummedPage.MAX_COUNT)];
    long time = 0;
    for (int i = 0; i < rows.length; i++) {
      BranchPage.insert(page, i, time, BranchPage.childOf(100 + i, 1));
      time += random.nextInt(3);
      rows[i] = new Aggregate();
      rows[i].addAll(
          1 + random.nextInt(1000),
          random.nextLong(),
          random.nextInt(),
          random.nextLong(),
          random.nextLong(),
          time);
      SummedPage.setRow(page, i, rows[i]);
      time += random.nextInt(2);
    }
    return rows;
  }
}
