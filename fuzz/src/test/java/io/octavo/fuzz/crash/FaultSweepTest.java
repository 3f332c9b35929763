package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FaultSweepTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aFailingCallLosesNothingThatWasAcknowledged(long seed) {
    assertThat(FaultSweep.sweep(seed, 7, () -> true)).isPositive();
  }
}
