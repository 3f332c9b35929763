package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of pages beside one of the JDK. */
class PageSetTest {
  @ParameterizedTest
  @ValueSource(ints = {70, 5_000, 1 << 20})
  void theSetHoldsWhatABitSetHolds(int bound) {
    SplittableRandom random = new SplittableRandom(bound);
    PageSet set = new PageSet();
    BitSet expected = new BitSet();
    for (int i = 0; i < 20_000; i++) {
      int page = random.nextInt(bound);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          set.add(page);
          expected.set(page);
        }
        case 2 -> {
          set.remove(page);
          expected.clear(page);
        }
        default -> {
          assertThat(set.contains(page)).isEqualTo(expected.get(page));
          assertThat(set.next(page)).isEqualTo(expected.nextSetBit(page));
        }
      }
      if (random.nextInt(5_000) == 0) {
        set.clear();
        expected.clear();
      }
      assertThat(set.isEmpty()).isEqualTo(expected.isEmpty());
    }
  }
}
