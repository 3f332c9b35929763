package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BitPackingTest {
  @Test
  void widthsAndLengthsAreThoseOfTheBits() {
    assertThat(BitPacking.width(0)).isZero();
    for (int bits = 1; bits <= 64; bits++) {
      assertThat(BitPacking.width(-1L >>> (64 - bits))).isEqualTo(bits);
      assertThat(BitPacking.width(1L << (bits - 1))).isEqualTo(bits);
      for (int count = 0; count < 600; count++) {
        assertThat(BitPacking.length(count, bits)).isEqualTo((count * bits + 7) / 8);
      }
    }
  }

  /** All widths and all counts up to 3 groups of 64 bits, against a loop over single bits. */
  @Test
  void addAndSumGivesTheSumsOfWhatPackWroteAtEveryWidth() {
    Seeds.forEach(
        3,
        random -> {
          for (int width = 0; width <= BitPacking.MAX_WIDTH; width++) {
            for (int count = 0; count <= 200; count++) {
              long[] values = random.longs(count + 3).toArray();
              int length = BitPacking.length(count, width);
              byte[] block = Memory.allocate(length + 7);
              byte filling = (byte) random.nextInt();
              Arrays.fill(block, filling);
              int offset = random.nextInt(8);
              BitPacking.pack(values, 2, count, width, block, offset);
              outsideIs(block, offset, offset + length, filling);
              sumsAreThose(block, offset, width, values, count, random.nextLong());
            }
          }
        });
  }

  private static void outsideIs(byte[] block, int from, int to, byte filling) {
    for (int i = 0; i < block.length; i++) {
      boolean isOutside = i < from + Memory.GUARD || i >= to + Memory.GUARD;
      if (isOutside && block[i] != filling) {
        throw new AssertionError("byte " + (i - Memory.GUARD) + " is written");
      }
    }
  }

  private static void sumsAreThose(
      byte[] block, int offset, int width, long[] values, int count, long start) {
    long[] into = new long[count + 2];
    Arrays.setAll(into, i -> i * 0x9E37_79B9_7F4A_7C15L);
    long[] expected = into.clone();
    long sum = start;
    for (int i = 0; i < count; i++) {
      long packed = 0;
      for (int bit = 0; bit < width; bit++) {
        int place = i * width + bit;
        int found = Memory.getByte(block, offset + place / 8) >>> (place % 8) & 1;
        if (found != (int) (values[2 + i] >>> bit & 1)) {
          throw new AssertionError("width " + width + ": bit " + bit + " of number " + i);
        }
        packed |= (long) found << bit;
      }
      sum += into[1 + i] + packed;
      expected[1 + i] = sum;
    }
    BitPacking.addAndSum(block, offset, count, width, start, into, 1);
    assertThat(into).as("width %d, count %d", width, count).isEqualTo(expected);
  }
}
