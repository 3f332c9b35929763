package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.bytes.BytesRun;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesDensityTest {
  @Test
  void theChosenVariantIsWhatPagesTake() {
    Random random = new Random(11);
    for (int round = 0; round < 50; round++) {
      int count = 2 + random.nextInt(40);
      byte[][] keys = new byte[count][];
      int[] values = new int[count];
      for (int i = 0; i < count; i++) {
        keys[i] = new byte[3 + random.nextInt(30)];
        keys[i][2] = (byte) (i + 1);
        values[i] = random.nextBoolean() ? 9 : random.nextInt(300);
      }
      Arrays.sort(keys, Arrays::compareUnsigned);
      BytesRun run = new BytesRun();
      for (int i = 0; i < count; i++) {
        run.put(keys[i], new byte[values[i]], false);
      }
      BytesDensity.Entries entries = new BytesDensity.Entries("random", keys, values);
      assertThat(BytesDensity.size(entries, 0, count, BytesDensity.Variant.KEY_AND_SAME_VALUE))
          .as("round %d", round)
          .isEqualTo(run.size(0, count));
    }
  }
}
