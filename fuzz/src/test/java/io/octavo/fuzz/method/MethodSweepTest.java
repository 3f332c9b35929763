package io.octavo.fuzz.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.fail.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few runs of each sort; {@code .ci/run} makes 17,000. */
@Timeout(300)
final class MethodSweepTest {
  @ParameterizedTest
  @ValueSource(longs = {2, 5})
  void aFailingMethodLosesNothingThatWasAcknowledged(long seed) throws Exception {
    assertThat(sweep("--seed", seed + "", "--each", "393")).isZero();
  }

  /** A page that was clean before its children kept the next checkpoint from them. */
  @Test
  void aFailureAmongPagesThatAreMarkedCleanLosesNone() throws Exception {
    assertThat(
            sweep(
                "--seed",
                "15",
                "--at",
                "PageCache.markClean",
                "--stride",
                Integer.getInteger("octavo.effort", 1) > 1 ? "20" : "800"))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aFailingThreadStrandsNoOther(long seed) throws Exception {
    assertThat(sweep("--sort", "threads", "--seed", seed + "", "--each", "400")).isZero();
  }

  @Test
  void aFailingOpenLocksNoFileForEver() throws Exception {
    assertThat(sweep("--sort", "files", "--each", "27000")).isZero();
  }

  @Test
  void aCallerThatRecursesForEverLosesNothing() throws Exception {
    assertThat(MethodSweep.sweep("--sort", "recursion", "--scenarios", "20")).isZero();
  }

  @Test
  void aPlanIsReadAsWritten() {
    for (Plan.Kind kind : Plan.Kind.values()) {
      Plan plan = new Plan(12, kind);
      assertThat(Plan.parse(plan.toString())).isEqualTo(plan);
    }
  }

  private static int sweep(String... arguments) throws Exception {
    String[] ofOne = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, ofOne, 0, arguments.length);
    ofOne[arguments.length] = "--scenarios";
    ofOne[arguments.length + 1] = "1";
    return MethodSweep.sweep(ofOne);
  }
}
