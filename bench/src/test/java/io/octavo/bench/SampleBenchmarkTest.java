package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks of blocks of samples find what is in the blocks. */
class SampleBenchmarkTest {
  private final SampleBenchmark benchmark = new SampleBenchmark();

  @ParameterizedTest
  @EnumSource
  void timesAndSumsAreThoseOfTheEntries(SeriesSet set) {
    SampleBenchmark.Blocks state = new SampleBenchmark.Blocks();
    state.set = set;
    state.setUp();
    assertThat(benchmark.search(state))
        .isEqualTo(IntStream.range(0, SampleBenchmark.BATCH).map(state::expectedLower).sum());
    assertThat(benchmark.addUp(state))
        .isEqualTo(IntStream.range(0, SampleBenchmark.BATCH).mapToLong(state::expectedSum).sum());
    assertThat(benchmark.open(state)).isNotNull();
  }
}
