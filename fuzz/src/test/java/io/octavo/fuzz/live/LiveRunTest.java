package io.octavo.fuzz.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class LiveRunTest {
  private static final int SEEDS = 12;
  private static final int ROUNDS = 12;

  @Test
  void whatReadersSeeBesideAWriterIsWhatACommitHasLeft() {
    LiveRun.Counts counts = new LiveRun.Counts(0, 0, 0, 0, 0);
    for (long seed = 1; seed <= SEEDS; seed++) {
      counts = counts.plus(LiveRun.run(seed));
    }
    assertThat(counts.commits()).isPositive();
    assertThat(counts.snapshots()).isPositive();
    assertThat(counts.refreshes()).isPositive();
    assertThat(counts.followed()).isPositive();
    assertThat(counts.kills()).isPositive();
  }

  @Test
  void aRunIsAFunctionOfItsSeed() {
    assertThat(LiveRun.run(7)).isEqualTo(LiveRun.run(7));
  }

  @Test
  @Timeout(180)
  void processesThatAreKilledLeaveNothingBehind() throws IOException, InterruptedException {
    LiveLoop.Counts counts = LiveLoop.run(ROUNDS, 1, 2);
    assertThat(counts.rounds).hasValue(ROUNDS);
    assertThat(counts.acknowledged).hasPositiveValue();
    assertThat(counts.seen).hasPositiveValue();
  }
}
