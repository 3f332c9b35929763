package io.octavo.fuzz.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.disk.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FaultSweepTest {
  /** One with failing reads, writes and forces each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 56})
  void aFailingCallLosesNothingThatWasAcknowledged(long seed) {
    assertThat(FaultSweep.sweep(seed, 7, () -> true)).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    // Leaves that snapshots hold could not be written in the midst of a commit.
    "112, WRITE_ERROR 54",
    // A checkpoint failed, and left in memory pages that snapshots read.
    "24, WRITE_GROWTH 20",
    "32, WRITE_SHORT_FULL 156",
    "40, READ_ERROR 990",
    "80, WRITE_SHORT_FULL 18",
  })
  void whatWentWrongOnceStaysRight(long seed, String fault) {
    FaultSweep.run(seed, Fault.parse(fault));
  }
}
