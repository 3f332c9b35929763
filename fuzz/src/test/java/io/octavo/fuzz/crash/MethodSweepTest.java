package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.PointInserter;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few runs of each sort; {@code .ci/run} makes 25,000. */
@Timeout(300)
final class MethodSweepTest {
  @ParameterizedTest
  @ValueSource(longs = {2, 5})
  void aFailingMethodLosesNothingThatWasAcknowledged(long seed) throws Exception {
    assertThat(sweep("--seed", seed + "", "--scenarios", "1", "--each", "393")).isEmpty();
  }

  @Test
  void aFailingThreadStrandsNoOther() throws Exception {
    assertThat(sweep("--threads", "1", "--scenarios", "1", "--each", "480")).isEmpty();
  }

  /** A page that was clean before its children kept the next checkpoint from them. */
  @Test
  void aFailureAmongPagesThatAreMarkedCleanLosesNone() throws Exception {
    assertThat(
            sweep(
                "--seed",
                "15",
                "--scenarios",
                "1",
                "--at",
                "PageCache.markClean",
                "--stride",
                Integer.getInteger("octavo.effort", 1) > 1 ? "20" : "60",
                "--once",
                "1"))
        .isEmpty();
  }

  @Test
  void aFailingOpenLocksNoFileForEver() throws Exception {
    assertThat(sweep("--files", "1", "--scenarios", "1", "--each", "27000")).isEmpty();
  }

  @Test
  void aFullStackLosesNothing() {
    assertThat(RecursionSweep.sweep("--frames", "70", "--each", "69")).isTrue();
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
