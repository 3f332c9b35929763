package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.Seeds;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Samples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BranchPageTest {
  private final byte[] page = PageHeader.newPage();

  private static byte[] branch() {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, 1, 18, 3);
    return page;
  }

  private static long childOf(long separator) {
    int mixed = (int) (separator ^ separator >>> 32) & 0x7FFF_FFFF;
    return BranchPage.childOf(Math.max(mixed, 4), ~mixed | 1);
  }

  private static void insert(byte[] page, NavigableMap<Long, Long> map, long separator) {
    int index = map.headMap(separator).size();
    BranchPage.insert(page, index, separator, childOf(separator));
    map.put(separator, childOf(separator));
  }

  private static void compare(byte[] page, NavigableMap<Long, Long> map) {
    assertThat(PageHeader.count(page)).isEqualTo(map.size());
    assertThat(map.isEmpty() ? null : PageCheck.check(page)).isNull();
    int index = 0;
    for (Map.Entry<Long, Long> entry : map.entrySet()) {
      boolean same =
          BranchPage.separator(page, index) == entry.getKey()
              && BranchPage.child(page, index) == entry.getValue();
      assertThat(same).as("child %d", index).isTrue();
      index++;
    }
  }

  private static void search(byte[] page, NavigableMap<Long, Long> map) {
    int index = 0;
    for (long separator : map.keySet()) {
      found(page, separator, index);
      if (separator != Long.MAX_VALUE) {
        boolean next = map.containsKey(separator + 1);
        found(page, separator + 1, next ? index + 1 : index);
      }
      if (separator != Long.MIN_VALUE) {
        // A key below the first separator is none of the page's, and leads to the first child.
        found(page, separator - 1, Math.max(index - 1, 0));
      }
      index++;
    }
    found(page, Long.MIN_VALUE, 0);
    found(page, Long.MAX_VALUE, map.size() - 1);
    found(page, Long.MAX_VALUE - 1, map.headMap(Long.MAX_VALUE).size() - 1);
  }

  private static void found(byte[] page, long key, int index) {
    assertThat(BranchPage.find(page, key)).as("key %d", key).isEqualTo(Math.max(index, 0));
  }

  private static long separator(SplittableRandom random, int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(1000);
      case 1 -> random.nextLong();
      case 2 -> random.nextLong() >> random.nextInt(64);
      case 3 -> Long.MAX_VALUE - random.nextInt(600);
      default -> Long.MIN_VALUE + random.nextInt(600);
    };
  }

  @Test
  void everyKeyIsFoundAtEveryCount() {
    Seeds.forEach(
        5,
        random -> {
          byte[] branch = branch();
          TreeMap<Long, Long> map = new TreeMap<>();
          int kind = random.nextInt(5);
          while (map.size() < BranchPage.MAX_COUNT) {
            long separator = separator(random, kind);
            if (!map.containsKey(separator)) {
              insert(branch, map, separator);
              compare(branch, map);
              search(branch, map);
            }
          }
          List<Long> order = new ArrayList<>(map.keySet());
          Collections.shuffle(order, new Random(random.nextLong()));
          for (long separator : order) {
            BranchPage.remove(branch, map.headMap(separator).size());
            map.remove(separator);
            compare(branch, map);
          }
          byte[] empty = branch();
          assertThat(branch).as("nothing is left behind").isEqualTo(empty);
        });
  }

  @Test
  void childrenOfTwoPagesAreDividedAtEveryPlace() {
    LongBranchRun run = new LongBranchRun(PageKind.BRANCH);
    int all = BranchPage.MAX_COUNT + 20;
    byte[] first = Samples.branch(BranchPage.MAX_COUNT);
    byte[] second = branch();
    for (int i = 0; i < 20; i++) {
      BranchPage.insert(second, i, (BranchPage.MAX_COUNT + i) * 1000L - 5000, 7 + i);
    }
    for (int at = 20; at <= BranchPage.MAX_COUNT; at++) {
      byte[] left = first.clone();
      byte[] right = second.clone();
      run.clear();
      run.addAll(left);
      run.addAll(right);
      run.build(0, at, left);
      run.build(at, all, right);
      assertThat(PageCheck.check(left)).isNull();
      assertThat(PageCheck.check(right)).isNull();
      assertThat(PageHeader.count(left)).isEqualTo(at);
      assertThat(PageHeader.count(right)).isEqualTo(all - at);
      assertThat(BranchPage.separator(right, 0)).isEqualTo(at * 1000L - 5000);
      assertThat(BranchPage.find(right, at * 1000L - 4999)).isZero();
    }
  }

  @Test
  void aRunTakesChildrenAndSeparators() {
    LongBranchRun run = new LongBranchRun(PageKind.BRANCH);
    run.addAll(Samples.branch(20));
    run.insert(20, 90_000L, 99);
    run.insert(1, -4500L, 98);
    run.setSeparator(0, -9000L);
    byte[] page = branch();
    run.build(0, run.count(), page);
    assertThat(PageHeader.count(page)).isEqualTo(22);
    assertThat(BranchPage.separator(page, 0)).isEqualTo(-9000);
    assertThat(BranchPage.child(page, BranchPage.find(page, -4001))).isEqualTo(98);
    assertThat(BranchPage.child(page, BranchPage.find(page, 90_000))).isEqualTo(99);
    assertThat(run.partition(2, 2, 20)).containsExactly(0, 11, 22);
    assertThat(run.fits(0, 22, 22, Integer.MAX_VALUE)).isTrue();
    assertThat(run.fits(0, 22, 25, 8)).isTrue();
    assertThat(run.fits(0, 22, 24, 8)).isFalse();
  }

  @Test
  void aChangedSeparatorIsFoundAtItsNewPlace() {
    byte[] branch = Samples.branch(BranchPage.MAX_COUNT);
    for (int i = 0; i < BranchPage.MAX_COUNT; i++) {
      long separator = BranchPage.separator(branch, i) + 7;
      BranchPage.setSeparator(branch, i, separator);
      assertThat(PageCheck.check(branch)).isNull();
      assertThat(BranchPage.find(branch, separator)).isEqualTo(i);
      assertThat(BranchPage.find(branch, separator - 1)).isEqualTo(Math.max(i - 1, 0));
    }
  }

  @Test
  void aChildIsAPageNumberAndAChecksum() {
    for (int number : new int[] {0, 4, Integer.MAX_VALUE, -1}) {
      for (int crc : new int[] {0, 1, -1, Integer.MIN_VALUE}) {
        long child = BranchPage.childOf(number, crc);
        assertThat(BranchPage.number(child)).isEqualTo(number);
        assertThat(BranchPage.crc(child)).isEqualTo(crc);
      }
    }
  }

  @Test
  void setChildChangesThatChildOnly() {
    byte[] branch = Samples.branch(20);
    byte[] before = branch.clone();
    BranchPage.setChild(branch, 7, BranchPage.childOf(5000, 0));
    assertThat(BranchPage.child(branch, 7)).isEqualTo(BranchPage.childOf(5000, 0));
    BranchPage.setChild(branch, 7, BranchPage.child(before, 7));
    assertThat(branch).isEqualTo(before);
  }

  @Test
  void theAreasFillThePageInGroupsOfACacheLine() {
    BranchPage.format(page, 1, 18, 3);
    assertThat(BranchPage.GROUP * Long.BYTES).isEqualTo(64);
    assertThat(BranchPage.MAX_COUNT % BranchPage.GROUP).isZero();
    assertThat(BranchPage.MAX_COUNT).isLessThanOrEqualTo(BranchPage.GROUP * 64);
    assertThat(BranchPage.END).isLessThanOrEqualTo(PageHeader.PAGE_SIZE);
    assertThat(PageHeader.PAGE_SIZE - BranchPage.END).isLessThan(2 * Long.BYTES * BranchPage.GROUP);
  }
}
