package io.octavo.fuzz.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SnapshotRunTest {
  @Test
  void snapshotsOfWriteTransactionsAgreeWithAModel() {
    SnapshotRun.Counts counts = SnapshotRun.run(1);
    assertThat(counts.snapshots()).isPositive();
    assertThat(counts.spills()).isPositive();
  }

  @Test
  void leavesThatAreSpilledAgreeWithAModel() {
    SnapshotRun.Counts counts = SnapshotRun.run(3);
    assertThat(counts.spills()).isPositive();
  }
}
