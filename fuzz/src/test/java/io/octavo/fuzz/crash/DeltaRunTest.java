package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.StoreStats;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeltaRunTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, 2 * Integer.getInteger("octavo.effort", 1));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leavesThatAreListsOfChangesAgreeWithAModel(long seed) {
    StoreStats stats = DeltaRun.run(seed);
    assertThat(stats.leafReductions()).isPositive();
    assertThat(stats.leafRestorations()).isPositive();
  }
}
