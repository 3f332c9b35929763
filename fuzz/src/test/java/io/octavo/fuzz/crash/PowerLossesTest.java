package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PowerLossesTest {
  @Test
  void noLossOfPowerUnderThreadsLosesWhatWasAcknowledged() {
    assertThat(PowerLosses.explore(1, 60, 120).losses()).isEqualTo(60);
  }
}
