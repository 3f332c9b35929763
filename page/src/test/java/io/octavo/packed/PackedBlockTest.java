package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PackedBlockTest {
  private final BlockEncoder encoder = new BlockEncoder();

  @Test
  void everyCountIsReadBackByBothReaders() {
    Seeds.forEach(
        4,
        random -> {
          for (int count = 1; count <= PackedBlock.MAX_COUNT; count++) {
            roundTrip(IdSets.drawn(random, count));
          }
        });
  }

  @Test
  void idsOverTheWholeRangeAreReadBack() {
    Seeds.forEach(
        200,
        random -> roundTrip(IdSets.anything(random, 1 + random.nextInt(random.nextInt(512) + 1))));
    roundTrip(Long.MIN_VALUE);
    roundTrip(Long.MAX_VALUE);
    roundTrip(Long.MIN_VALUE, Long.MAX_VALUE);
    roundTrip(Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE);
    roundTrip(Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE);
    roundTrip(Long.MIN_VALUE, Long.MIN_VALUE + 1, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE);
    roundTrip(-1, 0, 1);
  }

  /** The first id, which is signed, and the span at the edges of every length. */
  @Test
  void everyLengthOfTheHeadIsReadBack() {
    for (int bits = 0; bits < 64; bits++) {
      for (int nearby = -1; nearby <= 1; nearby++) {
        long edge = (1L << bits) + nearby;
        roundTrip(edge);
        roundTrip(-edge);
        if (edge > 0) {
          roundTrip(Long.MIN_VALUE, Long.MIN_VALUE + edge);
          roundTrip(-7, edge);
        }
      }
    }
  }

  /** Each width beside each width of exceptions, as far as 64 bits go. */
  @Test
  void everyWidthIsReadBackWithEveryWidthOfExceptions() {
    SplittableRandom random = new SplittableRandom(1);
    for (int width = 0; width < 64; width++) {
      for (int above = width; above <= 64; above++) {
        // As many gaps as the widest of them leave room for.
        long[] gaps = new long[Math.min(PackedBlock.MAX_COUNT - 1, gapsOfWidth(width))];
        for (int i = 0; i < gaps.length; i++) {
          gaps[i] = 1 + (width == 0 ? 0 : random.nextLong() >>> (64 - width));
        }
        // The last gap is not stored.
        int places = Math.max(1, gaps.length - 1);
        long room = -1L - Arrays.stream(gaps).sum();
        long exception = above == 0 ? 0 : -1L >>> (64 - above);
        gaps[random.nextInt(places)] +=
            Long.compareUnsigned(exception, room) < 0 ? exception : room;
        roundTrip(IdSets.ofGaps(gaps));
      }
    }
  }

  private static int gapsOfWidth(int width) {
    return width > 54 ? 1 << (63 - width) : PackedBlock.MAX_COUNT - 1;
  }

  @Test
  void exceptionsAtEveryPlaceAreReadBack() {
    long[] gaps = new long[PackedBlock.MAX_COUNT - 1];
    for (int place = 0; place < gaps.length; place++) {
      Arrays.fill(gaps, 3);
      gaps[place] = 1000;
      roundTrip(IdSets.ofGaps(gaps));
    }
    // As many as a half can have, in one half and in the other.
    for (int half = 0; half < 2; half++) {
      Arrays.fill(gaps, 1);
      Arrays.fill(gaps, half * PackedBlock.HALF, (half + 1) * PackedBlock.HALF, 1L << 52);
      roundTrip(IdSets.ofGaps(gaps));
    }
  }

  @Test
  void aConstantStepTakesNoBitsForItsGaps() {
    for (long step : new long[] {1, 2, 4, 1000, 1L << 40}) {
      long[] ids = new long[PackedBlock.MAX_COUNT];
      Arrays.setAll(ids, i -> i * step);
      assertThat(encoder.length(ids, 0, ids.length))
          .as("step %d", step)
          .isLessThanOrEqualTo(4 + 8 + 1 + Varint.length(step));
      roundTrip(ids);
    }
  }

  @Test
  void noOtherWidthMakesTheBlockShorter() {
    Seeds.forEach(
        300,
        random -> {
          long[] ids = IdSets.drawn(random, 3 + random.nextInt(random.nextInt(500) + 1));
          long[] gaps = new long[ids.length - 2];
          Arrays.setAll(gaps, i -> ids[i + 1] - ids[i] - 1);
          int shortest = shortest(gaps);
          long least = gaps[0];
          for (long gap : gaps) {
            least = Long.compareUnsigned(gap, least) < 0 ? gap : least;
          }
          for (int i = 0; i < gaps.length; i++) {
            gaps[i] -= least;
          }
          shortest = Math.min(shortest, Varint.length(least) + shortest(gaps));
          int head = encoder.length(new long[] {ids[0], ids[ids.length - 1]}, 0, 2);
          assertThat(encoder.length(ids, 0, ids.length)).isEqualTo(head + 1 + shortest);
        });
  }

  private static int shortest(long[] gaps) {
    return IntStream.range(0, 64).map(width -> length(gaps, width)).min().getAsInt();
  }

  private static int length(long[] gaps, int width) {
    int exceptions = 0;
    int highWidth = 0;
    for (long gap : gaps) {
      if (gap >>> width != 0) {
        exceptions++;
        highWidth = Math.max(highWidth, BitPacking.width((gap >>> width) - 1));
      }
    }
    int patches = exceptions == 0 ? 0 : 3 + exceptions + BitPacking.length(exceptions, highWidth);
    return patches + BitPacking.length(gaps.length, width);
  }

  @Test
  void fitGivesTheMostIdsThatFit() {
    Seeds.forEach(
        100,
        random -> {
          long[] ids = IdSets.drawn(random, 1 + random.nextInt(600));
          for (int room = 0; room < 40; room++) {
            fitIsRight(ids, room);
          }
          for (int i = 0; i < 20; i++) {
            fitIsRight(ids, random.nextInt(PackedBlock.MAX_LENGTH + 1));
          }
        });
  }

  private void fitIsRight(long[] ids, int room) {
    int fits = encoder.fit(ids, 0, ids.length, room);
    int most = Math.min(ids.length, PackedBlock.MAX_COUNT);
    assertThat(fits).isBetween(0, most);
    if (fits > 0) {
      assertThat(encoder.length(ids, 0, fits)).isLessThanOrEqualTo(room);
    }
    if (fits < most) {
      assertThat(encoder.length(ids, 0, fits + 1)).isGreaterThan(room);
    }
  }

  @Test
  void idsThatDoNotAscendAreRefused() {
    for (int count = 2; count <= PackedBlock.MAX_COUNT; count += 17) {
      for (int place = 1; place < count; place++) {
        long[] ids = new long[count];
        Arrays.setAll(ids, i -> 3L * i);
        ids[place] = ids[place - 1] - (place & 1);
        byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
        assertThatThrownBy(() -> encoder.encode(ids, 0, ids.length, block, 0))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("does not ascend");
        assertThatThrownBy(() -> encoder.length(ids, 0, ids.length))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void countsOutOfRangeAreRefused() {
    long[] ids = new long[PackedBlock.MAX_COUNT + 1];
    Arrays.setAll(ids, i -> i);
    for (int count : new int[] {-1, 0, PackedBlock.MAX_COUNT + 1}) {
      assertThatThrownBy(() -> encoder.length(ids, 0, count)).hasMessage("count=" + count);
      assertThatThrownBy(() -> encoder.encode(ids, 0, count, Memory.allocate(1), 0))
          .hasMessage("count=" + count);
    }
    byte[] block = IdSets.block(1, 2, 3);
    assertThatThrownBy(() -> PackedBlock.decode(block, 0, Memory.length(block), new long[4], 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("count=3, room=2");
  }

  /** Encodes in the middle of other bytes and of other ids, and reads by both readers. */
  private void roundTrip(long... ids) {
    long[] padded = new long[ids.length + 2];
    System.arraycopy(ids, 0, padded, 1, ids.length);
    byte[] page = Memory.allocate(PackedBlock.MAX_LENGTH + 20);
    Arrays.fill(page, (byte) 0x5A);
    int length = encoder.encode(padded, 1, ids.length, page, 9);
    assertThat(length).isEqualTo(encoder.length(padded, 1, ids.length));
    assertThat(length).isLessThanOrEqualTo(PackedBlock.MAX_LENGTH);
    for (int i = -Memory.GUARD; i < Memory.length(page) + Memory.GUARD; i++) {
      if ((i < 9 || i >= 9 + length) && Memory.getByte(page, i) != 0x5A) {
        throw new AssertionError("byte " + i + " is written, block of " + length);
      }
    }

    int limit = 9 + length;
    assertThat(PackedBlock.count(page, 9, limit)).isEqualTo(ids.length);
    assertThat(PackedBlock.first(page, 9)).isEqualTo(ids[0]);
    assertThat(PackedBlock.last(page, 9)).isEqualTo(ids[ids.length - 1]);
    long[] into = new long[ids.length + 2];
    Arrays.fill(into, 42);
    assertThat(PackedBlock.decode(page, 9, limit, into, 1)).isEqualTo(ids.length);
    padded[0] = 42;
    padded[padded.length - 1] = 42;
    assertThat(into).isEqualTo(padded);

    byte[] block = IdSets.block(ids);
    assertThat(Memory.length(block)).isEqualTo(length);
    assertThat(IdSets.ids(block)).isEqualTo(ids);
    assertThat(NaiveBlock.read(block).ids()).isEqualTo(ids);
  }
}
