package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeltaRunTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("octavo.effort", 1));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leavesThatAreListsOfChangesAgreeWithAModel(long seed) {
    DeltaRun.Counts counts = DeltaRun.run(seed);
    assertThat(counts.leafReductions()).isPositive();
    assertThat(counts.leafRestorations()).isPositive();
  }
}
