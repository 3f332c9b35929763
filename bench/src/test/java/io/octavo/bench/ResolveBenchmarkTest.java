package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Table and arrays give the same stacks. */
class ResolveBenchmarkTest {
  private static long sum(boolean fromTable) {
    ResolveBenchmark benchmark = new ResolveBenchmark();
    benchmark.stacks = 2_000;
    benchmark.setUp();
    long sum = fromTable ? benchmark.resolve() : benchmark.plainArrays();
    benchmark.tearDown();
    return sum;
  }

  @Test
  void arraysAgreeWithTheTable() {
    assertThat(sum(true)).isGreaterThan(ResolveBenchmark.BATCH).isEqualTo(sum(false));
  }
}
