package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.PointInserter;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300)
final class MethodSweepTest {
  /** {@code -Doctavo.effort=4} lets four times as many fail. */
  private static final int EFFORT = Integer.getInteger("octavo.effort", 1);

  static LongStream seeds() {
    return EFFORT > 1 ? LongStream.of(1, 2, 3, 6) : LongStream.of(2, 6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aFailingMethodLosesNothingThatWasAcknowledged(long seed) throws Exception {
    assertThat(sweep("--seed", seed + "", "--scenarios", "1", "--each", "41")).isEmpty();
  }

  @Test
  void aFailingThreadStrandsNoOther() throws Exception {
    assertThat(sweep("--threads", "1", "--scenarios", "1", "--each", "" + 80 / EFFORT)).isEmpty();
  }

  @Test
  void aFailingOpenLocksNoFileForEver() throws Exception {
    assertThat(sweep("--files", "1", "--scenarios", "1", "--each", "" + 3000 / EFFORT)).isEmpty();
  }

  @Test
  void aFullStackLosesNothing() {
    assertThat(RecursionSweep.sweep("--frames", "70", "--each", "13")).isTrue();
  }

  @Test
  void aPlanIsReadAsWritten() {
    for (Plan.Kind kind : Plan.Kind.values()) {
      Plan plan = new Plan(12, 3, kind);
      assertThat(Plan.parse(plan.toString())).isEqualTo(plan);
    }
  }

  private static Set<?> sweep(String... arguments) throws Exception {
    return MethodSweep.sweep(new PointInserter(null), Set.of(), arguments);
  }
}
