package io.octavo.pager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A map that begins small behaves as a map. */
class ByIdTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void behavesAsAMap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      ById<String> some = new ById<>();
      Map<Integer, String> model = new HashMap<>();
      for (int i = 0; i < 12; i++) {
        int id = random.nextInt(4);
        if (random.nextBoolean()) {
          some.remove(id);
          model.remove(id);
        } else if (!model.containsKey(id)) {
          some.put(id, "" + i);
          model.put(id, "" + i);
        }
        for (int other = 0; other < 4; other++) {
          assertThat(some.get(other))
              .as("seed=%d round=%d", seed, round)
              .isEqualTo(model.get(other));
        }
        assertThat(some.values()).containsExactlyInAnyOrderElementsOf(model.values());
      }
    }
  }
}
