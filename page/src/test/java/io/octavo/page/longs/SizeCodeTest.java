package io.octavo.page.longs;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.format.NaiveFormat;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SizeCodeTest {
  private interface PairCheck {
    void of(int keyLength, int valueLength);
  }

  private static int encodingOf(int keyLength, int valueLength) {
    return SizeCode.encoding(ofLength(keyLength), ofLength(valueLength));
  }

  private static long ofLength(int length) {
    return 1L << (8 * length - 1);
  }

  private static void forAllPairs(PairCheck check) {
    for (int key = 1; key <= 8; key++) {
      for (int value = 1; value <= 8; value++) {
        check.of(key, value);
      }
    }
  }

  @Test
  void aNumberHasTheLengthOfItsUnsignedBytes() {
    assertThat(NaiveFormat.length(0)).isEqualTo(1);
    for (int length = 1; length <= 8; length++) {
      long least = length == 1 ? 0 : 1L << (8 * length - 8);
      long most = length == 8 ? -1 : (1L << (8 * length)) - 1;
      int expected = encodingOf(length, length);
      for (long number : new long[] {least, least + 1, most - 1, most}) {
        assertThat(NaiveFormat.length(number)).isEqualTo(length);
        assertThat(SizeCode.encoding(number, number)).as("%x", number).isEqualTo(expected);
      }
    }
  }

  @Test
  void theCodesAreDifferentClassesOfEvenSum() {
    Set<Integer> seen = new HashSet<>();
    for (int code = 1; code <= 15; code++) {
      assertThat(seen.add(SizeCode.lengths(code))).as("code %d", code).isTrue();
      int sum = (SizeCode.lengths(code) >>> 4) + (SizeCode.lengths(code) & 15) + 2;
      assertThat(SizeCode.sizeOf(code)).as("code %d", code).isEqualTo(sum).isEven();
    }
  }

  @Test
  void everyPairIsCoveredByItsEncoding() {
    forAllPairs(
        (key, value) -> {
          int encoding = encodingOf(key, value);
          int storedKey = SizeCode.keyLength(encoding);
          int storedValue = SizeCode.valueLength(encoding);
          assertThat(storedKey).isBetween(key, 8);
          assertThat(storedValue).isBetween(value, 8);
          int bytes = SizeCode.headerLength(encoding) + storedKey + storedValue;
          assertThat(SizeCode.size(encoding)).isEven().isBetween(bytes, bytes + 1);
          if (SizeCode.code(encoding) == SizeCode.FALLBACK) {
            assertThat(SizeCode.headerLength(encoding)).isEqualTo(1);
            assertThat(SizeCode.fallbackSize(storedKey, storedValue))
                .isEqualTo(SizeCode.size(encoding));
          } else {
            assertThat(SizeCode.headerLength(encoding)).isZero();
            assertThat(SizeCode.lengths(SizeCode.code(encoding)))
                .isEqualTo(SizeCode.nibbles(storedKey, storedValue));
          }
        });
  }

  @Test
  void noPairTakesMoreThanItsFallbackOrThanTheLeastClass() {
    forAllPairs(
        (key, value) -> {
          int least = SizeCode.fallbackSize(key, value);
          for (int code = 1; code <= 15; code++) {
            int lengths = SizeCode.lengths(code);
            if ((lengths >>> 4) >= key - 1 && (lengths & 15) >= value - 1) {
              least = Math.min(least, SizeCode.sizeOf(code));
            }
          }
          int size = SizeCode.size(encodingOf(key, value));
          assertThat(size).as("(%d, %d)", key, value).isEqualTo(least);
          assertThat(size).isLessThanOrEqualTo(SizeCode.MAX_ENTRY);
        });
  }

  @Test
  void onlyTheLongestFallbackIsPadded() {
    forAllPairs(
        (key, value) -> {
          int encoding = encodingOf(key, value);
          int bytes =
              SizeCode.headerLength(encoding)
                  + SizeCode.keyLength(encoding)
                  + SizeCode.valueLength(encoding);
          if (SizeCode.size(encoding) != bytes) {
            assertThat(key).isEqualTo(8);
            assertThat(value).isEqualTo(8);
          }
        });
  }
}
