package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class KillLoopTest {
  @Test
  @Timeout(120)
  void aProcessThatIsKilledLosesNothingThatItAcknowledged()
      throws IOException, InterruptedException {
    KillLoop.Counts counts = KillLoop.run(8, 1);
    assertThat(counts.rounds).hasValue(8);
    assertThat(counts.acknowledged).hasPositiveValue();
    assertThat(counts.verified).hasPositiveValue();
  }
}
