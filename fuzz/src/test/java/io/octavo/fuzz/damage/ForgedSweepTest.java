package io.octavo.fuzz.damage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ForgedSweepTest {
  @Test
  void forgedOperationsDoWhatTheTextSays() {
    ForgedSweep.Counts counts = ForgedSweep.run(1, 200);
    assertThat(counts.refused()).isBetween(20, 160);
    assertThat(counts.sound()).isGreaterThan(20);
    assertThat(counts.broken()).isGreaterThan(3);
  }
}
