package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.bytes.BytesPage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of keys, beside the stable sort of the JDK. */
final class KeyOrderTest {
  private static final int SEEDS = 200;

  private static int[] sorted(int count, Comparator<Integer> byKey) {
    return IntStream.range(0, count).boxed().sorted(byKey).mapToInt(i -> i).toArray();
  }

  /** Numbers of one range, of which some occur several times. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 17, 33, 64})
  void numbersAreSortedAsSignedOnes(int bits) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      long from = random.nextInt(3) == 0 ? 0 : random.nextLong();
      long[] keys = new long[random.nextInt(600)];
      Arrays.setAll(keys, i -> from + (random.nextLong() >>> (Long.SIZE - bits)));
      int[] expected = sorted(keys.length, Comparator.comparingLong(i -> keys[i]));
      assertThat(KeyOrder.of(keys)).as("seed " + seed).containsExactly(expected);
    }
  }

  /** Keys that begin with the same bytes, are prefixes of each other, and end with zeros. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 6, 7, 8, 30})
  void byteStringsAreSortedAsUnsignedOnes(int common) {
    byte[] alphabet = {0, 1, 0x7F, (byte) 0x80, -1};
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int letters = 1 + random.nextInt(alphabet.length);
      byte[][] keys = new byte[random.nextInt(300)][];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = new byte[common + random.nextInt(1 + random.nextInt(24))];
        for (int at = common; at < keys[i].length; at++) {
          keys[i][at] = alphabet[random.nextInt(letters)];
        }
      }
      int[] expected = sorted(keys.length, (a, b) -> Arrays.compareUnsigned(keys[a], keys[b]));
      assertThat(KeyOrder.of(keys)).as("seed " + seed).containsExactly(expected);
    }
  }

  /** Or each difference of long keys would need a call inside another, and overflow the stack. */
  @Test
  void keysThatDifferBehindThoseOfAMapAreLeftAsTheyAre() {
    byte[][] keys = new byte[100][2 * BytesPage.MAX_KEY];
    for (int i = 0; i < keys.length; i++) {
      keys[i][BytesPage.MAX_KEY + 100] = (byte) -i;
    }
    assertThat(KeyOrder.of(keys)).containsExactly(IntStream.range(0, keys.length).toArray());
  }
}
