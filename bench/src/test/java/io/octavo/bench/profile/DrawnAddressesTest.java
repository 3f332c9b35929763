package io.octavo.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Drawn stacks are those of the published figures, on every machine. */
class DrawnAddressesTest {
  private static final int SAMPLES = 100_000;

  private long frames;
  private long hash;

  @Test
  void stacksAreAlwaysTheSame() {
    Set<Long> threads = new HashSet<>();
    DrawnAddresses source = new DrawnAddresses(SAMPLES);
    for (int reading = 0; reading < 2; reading++) {
      frames = 0;
      hash = 0;
      source.read(
          (thread, stack, depth, isCutOff) -> {
            assertThat(depth).isBetween(4, 127);
            threads.add(thread);
            frames += depth;
            hash = 31 * hash + Arrays.hashCode(Arrays.copyOf(stack, depth));
          });
      assertThat(frames).isEqualTo(2_845_315);
      assertThat(hash).isEqualTo(8_734_393_423_938_614_249L);
    }
    assertThat(threads).hasSize(16);
  }
}
