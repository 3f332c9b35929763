package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairBlockTest {
  private static final int OFFSET = 5;

  private static long[] draw(SplittableRandom random) {
    int count = 1 + random.nextInt(PairBlock.MAX_COUNT);
    long start = random.nextLong() >>> random.nextInt(64);
    int kinds = 1 + random.nextInt(300);
    long[] few = random.longs(kinds).toArray();
    return switch (random.nextInt(5)) {
      case 0 -> LongStream.range(start, start + count).toArray();
      case 1 -> random.longs(count).toArray();
      case 2 -> LongStream.range(0, count).map(i -> start + (i << 32)).toArray();
      case 3 -> LongStream.range(0, count).map(i -> few[random.nextInt(kinds)]).toArray();
      default -> {
        int shift = random.nextInt(64);
        yield random.longs(count).map(n -> start + (n >>> shift)).toArray();
      }
    };
  }

  @Test
  void whatIsEncodedIsReadBack() {
    Seeds.forEach(
        3_000,
        random -> {
          long[] pairs = draw(random);
          int count = pairs.length;
          byte[] block = Memory.allocate(OFFSET + PairBlock.MAX_LENGTH);
          Arrays.fill(block, (byte) random.nextInt());
          int length = PairBlock.encode(pairs, 0, count, block, OFFSET);
          assertThat(length).isLessThanOrEqualTo(PairBlock.MAX_LENGTH);
          int limit = OFFSET + length;
          assertThat(PairBlock.length(block, OFFSET, limit, count)).isEqualTo(length);
          assertThat(PairBlock.length(block, OFFSET, limit - 1, count))
              .isEqualTo(PairBlock.DAMAGED);
          long[] found = new long[count + 1];
          PairBlock.decode(block, OFFSET, count, found, 1);
          assertThat(Arrays.copyOfRange(found, 1, count + 1)).isEqualTo(pairs);
          for (int i = 0; i < count; i++) {
            assertThat(PairBlock.get(block, OFFSET, count, i)).isEqualTo(pairs[i]);
          }
        });
  }

  @Test
  void aChangedByteIsRefusedOrRead() {
    Seeds.forEach(
        2_000,
        random -> {
          long[] pairs = draw(random);
          int count = pairs.length;
          byte[] block = Memory.allocate(OFFSET + PairBlock.MAX_LENGTH);
          int length = PairBlock.encode(pairs, 0, count, block, OFFSET);
          int at = OFFSET + random.nextInt(length);
          Memory.putByte(block, at, Memory.getByte(block, at) ^ (1 << random.nextInt(8)));
          int found = PairBlock.length(block, OFFSET, OFFSET + length, count);
          assertThat(found).isLessThanOrEqualTo(length);
          if (found != PairBlock.DAMAGED) {
            PairBlock.decode(block, OFFSET, count, new long[count], 0);
          }
        });
  }

  @Test
  void aGridTakesATableForEachColumn() {
    long[] grid =
        LongStream.range(0, 256).map(i -> (((i & 3) * 1_000_003) << 32) | (i >> 6)).toArray();
    byte[] block = Memory.allocate(PairBlock.MAX_LENGTH);
    // Four numbers of two bits in a table; four of two bits beside each other.
    assertThat(PairBlock.encode(grid, 0, 256, block, 0)).isEqualTo(2 + 16 + 64 + 5 + 64);
  }
}
