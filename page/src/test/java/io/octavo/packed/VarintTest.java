package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.Seeds;
import org.junit.jupiter.api.Test;

class VarintTest {
  @Test
  void theLeastAndTheGreatestNumberOfEachLengthAreReadBack() {
    for (int length = 1; length <= Varint.MAX_LENGTH; length++) {
      int bits = Math.min(7 * length, 64);
      roundTrip(-1L >>> (64 - bits), length);
      roundTrip(length == 1 ? 0 : 1L << (7 * (length - 1)), length);
    }
  }

  @Test
  void anyNumberIsReadBack() {
    Seeds.forEach(
        100,
        random -> {
          long value = random.nextLong() >>> random.nextInt(64);
          roundTrip(value, Varint.length(value));
          assertThat(Varint.unzigzag(Varint.zigzag(value))).isEqualTo(value);
        });
  }

  private static void roundTrip(long value, int length) {
    assertThat(Varint.length(value)).as("%x", value).isEqualTo(length);
    byte[] bytes = new byte[length + 1];
    assertThat(Varint.put(bytes, 1, value)).isEqualTo(length + 1);
    assertThat(bytes[0]).isZero();
    assertThat(Varint.end(bytes, 1, length + 1)).isEqualTo(length + 1);
    assertThat(Varint.get(bytes, 1)).isEqualTo(value);
    for (int limit = 0; limit <= length; limit++) {
      assertThat(Varint.end(bytes, 1, limit)).as("%x cut at %d", value, limit).isEqualTo(-1);
    }
  }

  @Test
  void aNumberMayBeLongerThanItMustBeButNotThanTenBytesOr64Bits() {
    byte[] bytes = new byte[11];
    for (int length = 1; length <= 11; length++) {
      bytes[length - 1] = 0;
      assertThat(Varint.end(bytes, 0, 11)).isEqualTo(length <= 10 ? length : -1);
      bytes[length - 1] = (byte) 0x80;
    }
    bytes[9] = 1;
    assertThat(Varint.end(bytes, 0, 11)).isEqualTo(10);
    assertThat(Varint.get(bytes, 0)).isEqualTo(1L << 63);
    bytes[9] = 2;
    assertThat(Varint.end(bytes, 0, 11)).isEqualTo(-1);
  }

  @Test
  void numbersNearZeroHaveASmallZigzag() {
    long[] numbers = {0, -1, 1, -2, 2, Long.MAX_VALUE, Long.MIN_VALUE};
    long[] zigzags = {0, 1, 2, 3, 4, -2, -1};
    for (int i = 0; i < numbers.length; i++) {
      assertThat(Varint.zigzag(numbers[i])).isEqualTo(zigzags[i]);
      assertThat(Varint.unzigzag(zigzags[i])).isEqualTo(numbers[i]);
    }
  }
}
