package io.octavo.fuzz.damage;

import static io.octavo.fuzz.damage.PageUse.require;
import static io.octavo.fuzz.damage.PageUse.requireSound;

import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.LongBranchRun;
import io.octavo.page.tree.SummedPage;
import java.util.SplittableRandom;

/** The part of {@link PageUse} for branches of series. */
final class SummedUse {
  private final byte[] scratch = PageHeader.newPage();

  /** Uses a page; what it holds is changed. */
  void use(byte[] page, SplittableRandom random) {
    fold(page, random);
    find(page, random);
    change(page, random);
  }

  private static void fold(byte[] page, SplittableRandom random) {
    int children = PageHeader.count(page);
    int from = random.nextInt(children);
    int to = random.nextInt(from, children) + 1;
    Aggregate folded = new Aggregate();
    SummedPage.fold(page, from, to, folded);
    Aggregate added = new Aggregate();
    for (int i = from; i < to; i++) {
      SummedPage.fold(page, i, i + 1, added);
    }
    require(folded.equals(added), "what rows " + from + " to " + to + " add up to");
  }

  private static void find(byte[] page, SplittableRandom random) {
    int children = PageHeader.count(page);
    int near = random.nextInt(children);
    boolean isLast = random.nextBoolean();
    long time = isLast ? SummedPage.last(page, near) : BranchPage.separator(page, near);
    time += random.nextInt(3) - 1;
    int expected = 0;
    while (expected < children && SummedPage.last(page, expected) < time) {
      expected++;
    }
    require(SummedPage.firstChild(page, time) == expected, "the first child of a time");
  }

  private void change(byte[] page, SplittableRandom random) {
    int children = PageHeader.count(page);
    if (children < SummedPage.MAX_COUNT) {
      int place = 1 + random.nextInt(children);
      long time = SummedPage.last(page, place - 1);
      Aggregate row = new Aggregate();
      row.add(time, random.nextLong());
      BranchPage.insert(page, place, time, BranchPage.childOf(99, 1));
      SummedPage.setRow(page, place, row);
      requireSound(page, "a new child");
      children++;
    }
    if (children > 1) {
      BranchPage.remove(page, random.nextInt(children));
      children--;
      requireSound(page, "a removed child");
    }
    int cut = 1 + random.nextInt(children);
    if (cut < children) {
      int level = PageHeader.level(page);
      BranchPage.format(scratch, PageKind.SUMMED_BRANCH, level, 98, PageHeader.owner(page));
      LongBranchRun run = new LongBranchRun(PageKind.SUMMED_BRANCH);
      run.addAll(page);
      run.build(0, cut, page);
      run.build(cut, children, scratch);
      requireSound(page, "the head of a cut");
      requireSound(scratch, "the tail of a cut");
    }
  }
}
