package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.check.PageCheck;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.LongBranchRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BranchPageProperties {
  @Property(tries = 300)
  void everyKeyIsFoundBelowTheLastSeparatorNotAboveIt(
      @ForAll long seed,
      @ForAll KeyFamily family,
      @ForAll @IntRange(min = 2, max = BranchPage.MAX_COUNT) int count) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeSet<Long> separators = new TreeSet<>();
    while (separators.size() < count) {
      separators.add(random.nextInt(3) == 0 ? random.nextLong() : family.draw(random));
    }
    List<Long> sorted = new ArrayList<>(separators);
    byte[] page = branch(5);
    // Arrival in another order than that of the keys, as splits do it.
    List<Long> present = new ArrayList<>();
    for (int index : shuffled(count, random)) {
      long separator = sorted.get(index);
      int place = ~Collections.binarySearch(present, separator);
      present.add(place, separator);
      BranchPage.insert(page, place, separator, BranchPage.childOf(index + 4, index + 1));
    }
    assertFinds(page, sorted, random);

    byte[] right = branch(6);
    int from = 1 + random.nextInt(count - 1);
    LongBranchRun run = new LongBranchRun(PageKind.BRANCH);
    run.addAll(page);
    run.build(0, from, page);
    run.build(from, count, right);
    assertFinds(page, sorted.subList(0, from), random);
    assertFinds(right, sorted.subList(from, count), random);

    run.build(0, count, page);
    while (sorted.size() > 2) {
      int index = random.nextInt(sorted.size());
      BranchPage.remove(page, index);
      sorted.remove(index);
      if (sorted.size() % 32 == 2) {
        assertFinds(page, sorted, random);
      }
    }
  }

  private static byte[] branch(int number) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, 1, number, 1);
    return page;
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private static void assertFinds(byte[] page, List<Long> separators, SplittableRandom random) {
    if (separators.size() > 1) {
      assertThat(PageCheck.check(page)).isNull();
    }
    for (int i = 0; i < separators.size(); i++) {
      long separator = separators.get(i);
      assertThat(BranchPage.separator(page, i)).isEqualTo(separator);
      assertThat(BranchPage.find(page, separator)).isEqualTo(i);
      if (i > 0) {
        assertThat(BranchPage.find(page, separator - 1)).isEqualTo(i - 1);
      }
    }
    assertThat(BranchPage.find(page, Long.MAX_VALUE)).isEqualTo(separators.size() - 1);
    long key = random.nextLong();
    if (key >= separators.get(0)) {
      int expected = new TreeSet<>(separators).headSet(key, true).size() - 1;
      assertThat(BranchPage.find(page, key)).isEqualTo(expected);
    }
  }
}
