package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
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
  void aTailMovesToTheEndOfAnotherPage() {
    Seeds.forEach(
        200,
        random -> {
          byte[] left = branch();
          byte[] right = branch();
          TreeMap<Long, Long> leftMap = new TreeMap<>();
          TreeMap<Long, Long> rightMap = new TreeMap<>();
          int total = 1 + random.nextInt(BranchPage.MAX_COUNT);
          int cut = random.nextInt(total + 1);
          for (int i = 0; i < total; i++) {
            insert(i < cut ? left : right, i < cut ? leftMap : rightMap, i * 10L);
          }
          int from = random.nextInt(rightMap.size() + 1);
          BranchPage.moveTail(right, from, left);
          List<Long> moved = new ArrayList<>(rightMap.keySet()).subList(from, rightMap.size());
          if (from == 0) {
            moved.forEach(key -> leftMap.put(key, rightMap.get(key)));
            rightMap.clear();
            compare(left, leftMap);
            search(left, leftMap);
            assertThat(right).isEqualTo(branch());
          } else {
            // What moves is behind all that the target has only if the whole page moves.
            assertThat(PageHeader.count(left)).isEqualTo(leftMap.size() + moved.size());
            moved.forEach(rightMap::remove);
            compare(right, rightMap);
          }
        });
  }

  @Test
  void aPageIsSplitAtEveryPlace() {
    for (int at = 1; at < BranchPage.MAX_COUNT; at++) {
      byte[] left = Samples.branch(BranchPage.MAX_COUNT);
      byte[] right = branch();
      BranchPage.moveTail(left, at, right);
      assertThat(PageCheck.check(left)).isNull();
      assertThat(PageCheck.check(right)).isNull();
      assertThat(PageHeader.count(left)).isEqualTo(at);
      assertThat(PageHeader.count(right)).isEqualTo(BranchPage.MAX_COUNT - at);
      assertThat(BranchPage.separator(right, 0)).isEqualTo(at * 1000L - 5000);
      assertThat(BranchPage.find(right, at * 1000L - 4999)).isZero();
    }
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
