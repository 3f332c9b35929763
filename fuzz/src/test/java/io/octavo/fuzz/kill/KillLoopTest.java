package io.octavo.fuzz.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class KillLoopTest {
  private static final int ROUNDS = 3;

  @Test
  @Timeout(120)
  void aProcessThatIsKilledLosesNothingThatItAcknowledged()
      throws IOException, InterruptedException {
    KillLoop.Counts counts = KillLoop.run(ROUNDS, 1);
    assertThat(counts.rounds).hasValue(ROUNDS);
    assertThat(counts.acknowledged).hasPositiveValue();
    assertThat(counts.verified).hasPositiveValue();
  }
}
