package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SnapshotRunTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("octavo.effort", 1));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void snapshotsOfWriteTransactionsAgreeWithAModel(long seed) {
    SnapshotRun.Counts counts = SnapshotRun.run(seed);
    assertThat(counts.snapshots()).isPositive();
    assertThat(counts.spills()).isPositive();
  }
}
