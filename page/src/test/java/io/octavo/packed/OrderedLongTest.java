package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OrderedLongTest {
  private static byte[] bytes(long number) {
    byte[] bytes = new byte[OrderedLong.MAX_LENGTH + 2];
    int end = OrderedLong.put(bytes, 1, number);
    assertThat(end - 1).isEqualTo(OrderedLong.length(number));
    assertThat(bytes[0]).isZero();
    for (int i = end; i < bytes.length; i++) {
      assertThat(bytes[i]).isZero();
    }
    return Arrays.copyOfRange(bytes, 1, end);
  }

  /** Writes a number as FORMAT.md tells it, digit by digit. */
  private static byte[] naive(long number) {
    if (number < 0) {
      byte[] bytes = naive(-number - 1);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ~bytes[i];
      }
      return bytes;
    }
    String[] forms = {"10", "110", "1110", "11110", "111110", "1111110", "11111110", "11111111"};
    int[] room = {6, 13, 20, 27, 34, 41, 48, 64};
    String digits = Long.toBinaryString(number);
    int form = 0;
    while (number > 0 && digits.length() > room[form]) {
      form++;
    }
    String text = forms[form] + "0".repeat(room[form] - digits.length()) + digits;
    byte[] bytes = new BigInteger(text, 2).toByteArray();
    return Arrays.copyOfRange(bytes, bytes.length - text.length() / 8, bytes.length);
  }

  private static void check(long number) {
    byte[] bytes = bytes(number);
    assertThat(bytes).as("%d", number).isEqualTo(naive(number));
    assertThat(OrderedLong.end(bytes, 0, bytes.length)).isEqualTo(bytes.length);
    assertThat(OrderedLong.get(bytes, 0)).isEqualTo(number);
    for (int limit = 0; limit < bytes.length; limit++) {
      assertThat(OrderedLong.end(bytes, 0, limit)).isEqualTo(-1);
    }
  }

  @Test
  void numbersAreWrittenAsTheTextSaysAndReadBack() {
    for (int bits = 0; bits < 64; bits++) {
      for (int near = -2; near <= 2; near++) {
        check((1L << bits) + near);
        check(-(1L << bits) + near);
      }
    }
    Seeds.forEach(
        100,
        random -> {
          for (int i = 0; i < 100; i++) {
            check(random.nextLong() >> random.nextInt(64));
          }
        });
  }

  @Test
  void bytesOrderAsTheNumbersDo() {
    SplittableRandom random = new SplittableRandom(1);
    TreeSet<Long> numbers = new TreeSet<>();
    for (int bits = 0; bits < 64; bits++) {
      for (int near = -1; near <= 1; near++) {
        numbers.add((1L << bits) + near);
        numbers.add(-(1L << bits) + near);
      }
      numbers.add(random.nextLong() >> bits);
    }
    byte[] before = new byte[0];
    for (long number : numbers) {
      byte[] bytes = bytes(number);
      assertThat(Arrays.compareUnsigned(before, bytes)).as("%d", number).isNegative();
      // No number begins as another one does.
      int shared = Arrays.mismatch(before, bytes);
      assertThat(before.length == 0 || shared < before.length).as("%d", number).isTrue();
      before = bytes;
    }
  }

  /** Of all byte strings that could be numbers exactly those are taken that a number has. */
  @Test
  void longerFormsAreRefused() {
    Seeds.forEach(
        200,
        random -> {
          for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[OrderedLong.MAX_LENGTH];
            random.nextBytes(bytes);
            Arrays.fill(bytes, 1, 1 + random.nextInt(9), (byte) (random.nextInt(3) - 1));
            int end = OrderedLong.end(bytes, 0, bytes.length);
            if (end > 0) {
              byte[] number = Arrays.copyOf(bytes, end);
              assertThat(bytes(OrderedLong.get(bytes, 0))).isEqualTo(number);
            } else {
              long number = OrderedLong.get(bytes, 0);
              byte[] shortest = bytes(number);
              assertThat(Arrays.mismatch(shortest, bytes)).isLessThan(shortest.length);
            }
          }
        });
    byte[] longer = {(byte) 0xC0, 63};
    assertThat(OrderedLong.end(longer, 0, 2)).isEqualTo(-1);
    byte[] above = new byte[OrderedLong.MAX_LENGTH];
    Arrays.fill(above, (byte) 0xFF);
    assertThat(OrderedLong.end(above, 0, above.length)).isEqualTo(-1);
    Arrays.fill(above, (byte) 0);
    assertThat(OrderedLong.end(above, 0, above.length)).isEqualTo(-1);
  }
}
