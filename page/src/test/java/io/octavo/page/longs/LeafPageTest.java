package io.octavo.page.longs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.SlotWord;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Samples;
import io.octavo.page.format.FormatText;
import io.octavo.page.format.NaiveFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LeafPageTest {
  private static byte[] leaf(long... keysAndValues) {
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, 17, 3);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      int index = LeafPage.find(page, keysAndValues[i]);
      assertThat(LeafPage.insert(page, ~index, keysAndValues[i], keysAndValues[i + 1])).isTrue();
    }
    return page;
  }

  private static boolean isLoose(byte[] page) {
    return PageHeader.flags(page) == PageHeader.LOOSE;
  }

  @Test
  void aLeafHoldsWhatAMapHoldsAfterEveryOperation() {
    Seeds.forEach(
        60,
        random -> {
          LeafModel model = new LeafModel(random);
          int steps = 200 + random.nextInt(2000);
          for (int i = 0; i < steps; i++) {
            model.step();
            model.check();
            if (i % 64 == 0) {
              model.compare();
            }
          }
          model.compare();
        });
  }

  @Test
  void aKeyIsFoundHoweverUnevenlyTheKeysLie() {
    LongStream doubling = LongStream.range(9, Long.SIZE - 1).map(bit -> 1L << bit);
    allAreFound(LongStream.concat(LongStream.range(0, 400), doubling));
    // Clusters of equal and of growing gaps, from those shorter than a step to two in a page.
    for (int row : new int[] {1, 5, 20, 50, 150, 300, 599}) {
      for (long far : new long[] {1_000, 1L << 32, 1L << 52}) {
        allAreFound(LongStream.range(0, 600).map(i -> i / row * far + i % row));
        allAreFound(LongStream.range(0, 600).map(i -> i / row * far + (i % row) * (i % row)));
      }
    }
  }

  private static void allAreFound(LongStream keys) {
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, 17, 3);
    long[] sorted = keys.sorted().distinct().toArray();
    EntryRun run = new EntryRun();
    for (long key : sorted) {
      run.append(key, 1);
    }
    LeafPage.build(run, 0, run.count(), page);
    long next = sorted[sorted.length - 1] + 1;
    for (int i = 0; i < sorted.length; i++) {
      for (long bound : new long[] {Long.MAX_VALUE, next, Long.MIN_VALUE, 0, 400, 1L << 62}) {
        assertThat(LeafPage.find(page, sorted[i], bound)).isEqualTo(i);
        boolean hasNext = i + 1 < sorted.length && sorted[i + 1] == sorted[i] + 1;
        assertThat(LeafPage.find(page, sorted[i] + 1, bound)).isEqualTo(hasNext ? i + 1 : ~(i + 1));
      }
    }
  }

  @Test
  void touchTakesAnyArguments() {
    byte[] page = leaf(1, 2, 3, 4);
    byte[] before = page.clone();
    double[] fractions = {
      0, 0.5, 1, -1, 7, Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE,
    };
    for (double fraction : fractions) {
      for (int number : new int[] {0, 1, 880, Character.MAX_VALUE}) {
        LeafPage.touch(page, fraction, number, Character.MAX_VALUE - number);
        LeafPage.touch(page, fraction, Character.MAX_VALUE - number, number);
      }
    }
    assertThat(page).isEqualTo(before);
  }

  @Test
  void layOutGivesTheFormOnDiskWhateverTheHistory() throws IOException {
    NaiveFormat naive = new NaiveFormat(FormatText.read());
    Seeds.forEach(
        60,
        random -> {
          LeafModel model = new LeafModel(random);
          for (int i = random.nextInt(1500); i >= 0; i--) {
            model.step();
          }
          byte[] target = Samples.usedPage();
          LeafPage.layOut(model.page(), target);
          PageHeader.seal(target, 1);
          assertThat(PageCheck.checkStored(target, 17)).isNull();
          assertThat(naive.readLeaf(NaiveFormat.file(target))).isEqualTo(model.map());
          byte[] again = PageHeader.newPage();
          LeafPage.layOut(target, again);
          assertThat(again).as("laid out twice").isEqualTo(target);
        });
  }

  @Test
  void equalEntriesUnderEqualBasesHaveEqualBytes() {
    Seeds.forEach(
        20,
        random -> {
          LeafModel model = new LeafModel(random);
          for (int i = random.nextInt(1500); i >= 0; i--) {
            model.step();
          }
          EntryRun run = new EntryRun();
          run.appendAll(model.page());
          LeafPage.build(run, 0, run.count(), model.page());
          byte[] other = PageHeader.newPage();
          LeafPage.format(other, 17, 3);
          run.clear();
          model.map().forEach(run::append);
          LeafPage.build(run, 0, run.count(), other);
          assertThat(model.page()).isEqualTo(other);
        });
  }

  @Test
  void anEmptyLeafFindsNothing() {
    byte[] page = leaf();
    for (long key : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      assertThat(LeafPage.find(page, key)).isEqualTo(~0);
    }
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void aKeyBelowTheBaseIsRefusedAndFoundInFrontOfAll() {
    byte[] page = leaf(10, 1, 20, 2);
    byte[] before = page.clone();
    assertThat(LeafPage.find(page, 9)).isEqualTo(~0);
    assertThat(LeafPage.insert(page, 0, 9, 1)).isFalse();
    assertThat(LeafPage.insert(page, 0, Long.MIN_VALUE, 1)).isFalse();
    assertThat(page).isEqualTo(before);
  }

  @Test
  void theFirstKeyAfterTheLastRemovalChoosesANewBase() {
    byte[] page = leaf(10, 1);
    LeafPage.remove(page, 0, 1);
    assertThat(LeafPage.insert(page, 0, Long.MIN_VALUE, 7)).isTrue();
    assertThat(LeafPage.key(page, 0)).isEqualTo(Long.MIN_VALUE);
    assertThat(LeafPage.value(page, 0)).isEqualTo(7);
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void theWholeRangeOfKeysFitsUnderOneBase() {
    byte[] page = leaf(Long.MIN_VALUE, 1, -1, 2, 0, 3, 1, 4, Long.MAX_VALUE, 5);
    for (int i = 0; i < 5; i++) {
      assertThat(LeafPage.find(page, LeafPage.key(page, i))).isEqualTo(i);
      assertThat(LeafPage.value(page, i)).isEqualTo(i + 1);
    }
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void keysThatArriveInOrderLeaveThePageInTheFormOnDisk() {
    byte[] page = leaf(1, 1, 2, 2, 3, 3);
    assertThat(isLoose(page)).isFalse();
    assertThat(LeafPage.insert(page, 3, 4, 4)).isTrue();
    assertThat(isLoose(page)).isFalse();
    assertThat(LeafPage.insert(leaf(1, 1, 3, 3), 1, 2, 2)).isTrue();
    assertThat(isLoose(leaf(1, 1, 3, 3, 2, 2))).isTrue();
  }

  @Test
  void aValueOfTheSameSizeLeavesThePageInTheFormOnDisk() {
    byte[] page = leaf(1, 1, 2, 2);
    assertThat(LeafPage.setValue(page, 0, 9)).isTrue();
    assertThat(isLoose(page)).isFalse();
    assertThat(LeafPage.setValue(page, 0, -1)).isTrue();
    assertThat(isLoose(page)).isTrue();
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void aPageIsFilledToTheLastByteAndNoFurther() {
    byte[] page = leaf(0, 0);
    int count = 1;
    while (LeafPage.insert(page, count, count, 0)) {
      count++;
    }
    assertThat(PageHeader.free(page)).isLessThan(SizeCode.MAX_ENTRY + SlotWord.LENGTH);
    assertThat(PageCheck.check(page)).isNull();
    // The greatest entry no longer finds room, the page says so and stays as it was.
    byte[] before = page.clone();
    assertThat(LeafPage.setValue(page, 0, -1)).isFalse();
    assertThat(LeafPage.insert(page, count, Long.MAX_VALUE, -1)).isFalse();
    assertThat(page).isEqualTo(before);
  }

  @Test
  void holesCountAsFreeAndCompactMakesThemUsable() {
    byte[] page = leaf(0, 0);
    int count = 1;
    while (LeafPage.insert(page, count, count, -1)) {
      count++;
    }
    LeafPage.remove(page, 10, 20);
    // The slots of the removed widen the gap, their entries leave holes.
    for (count -= 10; LeafPage.insert(page, count, 10_000 + count, -1); count++) {
      assertThat(PageCheck.check(page)).isNull();
    }
    int free = PageHeader.free(page);
    assertThat(free).isGreaterThan(SizeCode.MAX_ENTRY + SlotWord.LENGTH);
    LeafPage.compact(page);
    assertThat(PageHeader.free(page)).isEqualTo(free);
    assertThat(isLoose(page)).isFalse();
    assertThat(LeafPage.insert(page, count, 10_000 + count, -1)).isTrue();
    assertThat(PageCheck.check(page)).isNull();
  }

  @Test
  void buildingMoreThanFitsIsAnErrorOfTheCaller() {
    EntryRun run = new EntryRun();
    for (int i = 0; i < LeafPage.MAX_COUNT; i++) {
      run.append(i, -i);
    }
    assertThatThrownBy(() -> LeafPage.build(run, 0, run.count(), leaf()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("entries=" + LeafPage.MAX_COUNT);
  }

  @Test
  void buildingNothingGivesAnEmptyLeafOfTheSameNumberAndOwner() {
    byte[] page = leaf(1, 1);
    LeafPage.build(new EntryRun(), 0, 0, page);
    assertThat(page).isEqualTo(leaf());
  }

  @Test
  void noOperationTouchesTheGuards() {
    byte[] page = leaf(0, -1);
    Arrays.fill(page, 0, Memory.GUARD, (byte) 0xEE);
    Arrays.fill(page, page.length - Memory.GUARD, page.length, (byte) 0xEE);
    byte[] guards = page.clone();
    int count = 1;
    while (LeafPage.insert(page, count, count * 1000L, -1)) {
      count++;
    }
    LeafPage.remove(page, 0, 3);
    LeafPage.compact(page);
    LeafPage.setValue(page, 0, 1);
    Memory.copy(page, 0, guards, 0, PageHeader.PAGE_SIZE);
    assertThat(page).isEqualTo(guards);
  }
}
