package io.octavo.fuzz.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DeltaRunTest {
  @Test
  void leavesThatAreListsOfChangesAgreeWithAModel() {
    DeltaRun.Counts counts = DeltaRun.run(1);
    assertThat(counts.leafReductions()).isPositive();
    assertThat(counts.leafRestorations()).isPositive();
  }
}
