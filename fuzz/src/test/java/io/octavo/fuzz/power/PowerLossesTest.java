package io.octavo.fuzz.power;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PowerLossesTest {
  private static final int LOSSES = 20;

  @Test
  void noLossOfPowerUnderThreadsLosesWhatWasAcknowledged() {
    assertThat(PowerLosses.explore(1, LOSSES, 120).losses()).isEqualTo(LOSSES);
  }
}
