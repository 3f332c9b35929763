package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Leaves are cut where runs go on, and nowhere else. */
class LeafCutTest {
  /** Returns where sorted keys are cut, all of which are as large as each other. */
  private static int cut(long[] keys, int added, int most) {
    return LeafCut.of(
        keys.length,
        added,
        new LeafCut.Leaf() {
          @Override
          public boolean isRun(int outer, int next, int length) {
            long bound =
                next < 0 ? Long.MIN_VALUE : next < keys.length ? keys[next] : Long.MAX_VALUE;
            return LeafCut.isRun(keys[outer], keys[added], bound, outer < added, length);
          }

          @Override
          public boolean fits(int from, int to) {
            return to - from <= most;
          }
        });
  }

  private static long[] keys(int run, int others) {
    long[] keys = new long[run + others];
    Arrays.setAll(keys, i -> i < run ? i : 1_000_000 + i);
    return keys;
  }

  private static long[] mirrored(long[] keys) {
    long[] mirrored = new long[keys.length];
    Arrays.setAll(mirrored, i -> -keys[keys.length - 1 - i]);
    return mirrored;
  }

  @Test
  void aLeafIsCutBetweenTheRunAndTheOtherEntries() {
    assertThat(cut(keys(60, 41), 59, 100)).isEqualTo(60);
    assertThat(cut(keys(30, 71), 29, 100)).isEqualTo(30);
    assertThat(cut(mirrored(keys(60, 41)), 41, 100)).isEqualTo(41);
  }

  @Test
  void theAddedEntryAloneBeginsALeafIfTheRunFillsOne() {
    assertThat(cut(keys(101, 0), 100, 100)).isEqualTo(100);
    assertThat(cut(mirrored(keys(101, 0)), 0, 100)).isEqualTo(1);
  }

  @Test
  void anAddedEntryThatContinuesNoRunCutsNothing() {
    assertThat(cut(keys(60, 41), 30, 100)).as("within a run").isZero();
    assertThat(cut(keys(10, 91), 9, 100)).as("a short run").isZero();
    assertThat(cut(keys(60, 41), ~30, 100)).as("a key that was there").isZero();
  }

  @Test
  void distancesMayBeLongerThanTheGreatestLong() {
    long[] keys = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE + 2, Long.MAX_VALUE};
    assertThat(cut(keys, 2, 3)).isEqualTo(3);
    assertThat(cut(new long[] {Long.MIN_VALUE, 0, 1, Long.MAX_VALUE}, 2, 3)).isZero();
  }

  @Test
  void randomKeysAreHardlyEverTakenForARun() {
    SplittableRandom random = new SplittableRandom(41);
    for (int count : new int[] {5, 9, 65, 513}) {
      int cuts = 0;
      for (int i = 0; i < 10_000; i++) {
        long[] keys = random.longs(count).sorted().toArray();
        cuts += cut(keys, random.nextInt(count), count - 1) > 0 ? 1 : 0;
      }
      assertThat(cuts).as("of 10,000 leaves of %d entries", count).isLessThanOrEqualTo(40);
    }
  }

  @Test
  void aNeighbourThatIsFullStaysAsItIs() {
    long[] keys = keys(150, 51);
    LeafCut.Leaf fitting =
        new LeafCut.Leaf() {
          @Override
          public boolean isRun(int outer, int next, int length) {
            return true;
          }

          @Override
          public boolean fits(int from, int to) {
            return to - from <= 100;
          }
        };
    assertThat(LeafCut.bounds(3, 100, 150, keys.length, fitting)).containsExactly(0, 100, 150, 201);
    assertThat(LeafCut.bounds(3, 101, 60, 201, fitting)).containsExactly(0, 60, 101, 201);
    assertThat(LeafCut.bounds(2, 100, 150, 180, fitting)).as("too many").isNull();
    assertThat(LeafCut.bounds(2, 50, 60, 120, fitting)).containsExactly(0, 60, 120);
  }
}
