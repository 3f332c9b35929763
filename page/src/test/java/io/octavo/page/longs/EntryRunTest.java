package io.octavo.page.longs;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Samples;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EntryRunTest {
  private final EntryRun run = new EntryRun();

  private static EntryRun random(SplittableRandom random, int count) {
    TreeMap<Long, Long> map = new TreeMap<>();
    int keyShift = random.nextInt(64);
    int valueShift = random.nextInt(64);
    for (int i = 0; i < count; i++) {
      map.put(random.nextLong() >> keyShift, random.nextLong() >> valueShift);
    }
    EntryRun run = new EntryRun();
    map.forEach(run::append);
    return run;
  }

  @Test
  void putKeepsOrderAndReplacesValues() {
    Seeds.forEach(
        20,
        random -> {
          EntryRun puts = new EntryRun();
          TreeMap<Long, Long> map = new TreeMap<>();
          for (int i = 0; i < 500; i++) {
            long key = random.nextInt(300) - 150L;
            long value = random.nextLong();
            puts.put(key, value);
            map.put(key, value);
          }
          assertThat(puts.count()).isEqualTo(map.size());
          int index = 0;
          for (long key : map.keySet()) {
            assertThat(puts.key(index)).isEqualTo(key);
            assertThat(puts.value(index)).isEqualTo(map.get(key));
            index++;
          }
        });
  }

  @Test
  void aRunGrowsBeyondTwoPagesAndCanBeUsedAgain() {
    byte[] page = Samples.leaf(LeafPage.MAX_COUNT, 5);
    int count = PageHeader.count(page);
    for (int i = 0; i < 3 * LeafPage.MAX_COUNT; i++) {
      run.append(Long.MIN_VALUE + i, i);
    }
    run.appendAll(page);
    assertThat(run.count()).isEqualTo(3 * LeafPage.MAX_COUNT + count);
    assertThat(run.value(3 * LeafPage.MAX_COUNT - 1)).isEqualTo(3 * LeafPage.MAX_COUNT - 1);
    assertThat(run.key(run.count() - 1)).isEqualTo(LeafPage.key(page, count - 1));
    run.clear();
    assertThat(run.count()).isZero();
  }

  @Test
  void leavesAreJoinedInFrontAndBehind() {
    byte[] page = Samples.leaf(LeafPage.MAX_COUNT, 5);
    int count = PageHeader.count(page);
    EntryRun whole = new EntryRun();
    whole.appendAll(page);
    byte[][] thirds = new byte[3][];
    for (int i = 0; i < 3; i++) {
      thirds[i] = page.clone();
      LeafPage.build(whole, i * count / 3, (i + 1) * count / 3, thirds[i]);
    }
    run.appendAll(thirds[1]);
    run.prependAll(thirds[0]);
    run.appendAll(thirds[2]);
    assertThat(run.count()).isEqualTo(count);
    for (int i = 0; i < count; i++) {
      assertThat(run.key(i)).isEqualTo(LeafPage.key(page, i));
      assertThat(run.value(i)).isEqualTo(LeafPage.value(page, i));
    }
  }

  @Test
  void theSizeOfNothingIsNothing() {
    assertThat(run.size(0, 0)).isZero();
  }

  @Test
  void sizeIsWhatBuildUses() {
    Seeds.forEach(
        50,
        random -> {
          EntryRun entries = random(random, 1 + random.nextInt(380));
          byte[] page = PageHeader.newPage();
          LeafPage.format(page, 17, 3);
          LeafPage.build(entries, 0, entries.count(), page);
          assertThat(entries.size(0, entries.count()))
              .isEqualTo(LeafPage.CAPACITY - PageHeader.free(page));
          long first = entries.key(0);
          long base = Math.min(first, first - (random.nextLong() >>> random.nextInt(1, 64)));
          int size = entries.size(0, entries.count(), base);
          if (size <= LeafPage.CAPACITY) {
            LeafPage.build(entries, 0, entries.count(), base, page);
            assertThat(size).isEqualTo(LeafPage.CAPACITY - PageHeader.free(page));
            assertThat(LeafPage.key(page, 0)).isEqualTo(first);
            assertThat(PageCheck.check(page)).isNull();
          }
        });
  }

  @Test
  void theValueBaseIsTakenOnlyWhereItSavesBytes() {
    run.append(1, 1L << 40);
    run.append(2, (1L << 40) + 1);
    assertThat(run.valueBase(0, 2, run.key(0))).isEqualTo(1L << 40);
    run.put(3, -5);
    assertThat(run.valueBase(0, 3, run.key(0))).as("a negative value").isEqualTo(-5);
    run.clear();
    run.append(1, 100);
    run.append(2, 200);
    assertThat(run.valueBase(0, 2, run.key(0))).as("no byte to be won").isZero();
  }

  @Test
  void partsFitTheirPagesAndMakeUpTheRun() {
    Seeds.forEach(
        100,
        random -> {
          EntryRun entries = random(random, 10 + random.nextInt(4000));
          int count = entries.count();
          int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(50) : LeafPage.MAX_COUNT;
          int wanted = 1 + random.nextInt(Math.min(5, count));
          int[] bounds = entries.partition(wanted, limit);
          int parts = bounds.length - 1;
          assertThat(parts).isGreaterThanOrEqualTo(wanted);
          assertThat(bounds[0]).isZero();
          assertThat(bounds[parts]).isEqualTo(count);
          for (int part = 0; part < parts; part++) {
            assertThat(bounds[part + 1] - bounds[part]).isBetween(1, limit);
            int size = entries.size(bounds[part], bounds[part + 1]);
            assertThat(size).isLessThanOrEqualTo(LeafPage.CAPACITY);
          }
        });
  }

  @Test
  void partsOfEqualEntriesAreEqual() {
    for (int i = 0; i < 1000; i++) {
      run.append((1L << 40) + i * 256L, 1);
    }
    int[] bounds = run.partition(2, LeafPage.MAX_COUNT);
    assertThat(bounds).hasSize(3);
    assertThat(bounds[1]).isBetween(490, 510);
  }

  @Test
  void aGreatEntryAtOneEndDoesNotLeaveAPartEmpty() {
    run.append(0, -1);
    run.append(1, 1);
    assertThat(run.partition(2, LeafPage.MAX_COUNT)).containsExactly(0, 1, 2);
  }
}
