package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdBitmapTest {
  private static final int OFFSET = 3;

  @Test
  void keepsTheIdsThatABitmapHasOrThoseThatItHasNot() {
    Seeds.forEach(
        300,
        random -> {
          long[] set = dense(random);
          byte[] bitmap = bitmap(set);
          long last = set[set.length - 1];
          long[] array = random.longs(50, set[0], last + 1).sorted().distinct().toArray();
          for (boolean isSet : new boolean[] {true, false}) {
            LongPredicate isKept = id -> isSet == Arrays.binarySearch(set, id) >= 0;
            long[] ids = array.clone();
            int start = random.nextInt(ids.length + 1);
            int target = random.nextInt(start + 1);
            int end = IdBitmap.keep(bitmap, OFFSET, set[0], ids, start, ids.length, target, isSet);
            assertThat(Arrays.copyOfRange(ids, target, end))
                .isEqualTo(LongStream.of(array).skip(start).filter(isKept).toArray());
          }
        });
  }

  @Test
  void readsTheIdsThatTwoBitmapsHaveAndRefusesMoreThanThereMayBe() {
    Seeds.forEach(
        300,
        random -> {
          long[] left = dense(random);
          long[] right = dense(random);
          if (left[0] > right[right.length - 1] || right[0] > left[left.length - 1]) {
            return;
          }
          long[] expected =
              LongStream.of(left).filter(id -> Arrays.binarySearch(right, id) >= 0).toArray();
          for (int most = expected.length; most >= Math.max(0, expected.length - 1); most--) {
            long[] into = new long[most + 2];
            int count = most == expected.length ? most : PackedBlock.DAMAGED;
            assertThat(and(left, right, into, most)).isEqualTo(count);
            assertThat(and(left, right, null, most)).as("counted").isEqualTo(count);
            if (count == most) {
              assertThat(Arrays.copyOfRange(into, 1, 1 + most)).isEqualTo(expected);
            }
            assertThat(into[1 + most]).as("behind the most").isZero();
          }
        });
  }

  /** Intersects two sets behind index 0 of an array, or counts what they have in common. */
  private static int and(long[] left, long[] right, long @Nullable [] into, int most) {
    return IdBitmap.and(
        bitmap(left),
        OFFSET,
        left[0],
        bitmap(right),
        OFFSET,
        right[0],
        Math.max(left[0], right[0]),
        Math.min(left[left.length - 1], right[right.length - 1]),
        into,
        1,
        most);
  }

  /** Draws ids of which two sets have some in common, with gaps of one to eight. */
  private static long[] dense(SplittableRandom random) {
    long[] ids = new long[1 + random.nextInt(200)];
    int most = 1 + random.nextInt(8);
    long id = random.nextInt(100);
    for (int i = 0; i < ids.length; i++) {
      ids[i] = id;
      id += 1 + random.nextInt(most);
    }
    return ids;
  }

  private static byte[] bitmap(long[] ids) {
    int length = (int) IdBitmap.length(ids[ids.length - 1] - ids[0]);
    byte[] memory = Memory.allocate(OFFSET + length);
    assertThat(IdBitmap.write(ids, 0, ids.length, memory, OFFSET)).isEqualTo(OFFSET + length);
    return memory;
  }
}
