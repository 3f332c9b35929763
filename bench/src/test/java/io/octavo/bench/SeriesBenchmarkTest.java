package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.Blackhole;

/** The benchmarks of series do what they say. */
class SeriesBenchmarkTest {
  private static final int ENTRIES = 20_000;

  private final SeriesBenchmark benchmark = new SeriesBenchmark();
  private final Blackhole blackhole =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

  @ParameterizedTest
  @EnumSource
  void entriesAreAddedAndFound(SeriesSet set) {
    SeriesBenchmark.Filled state = new SeriesBenchmark.Filled();
    state.set = set;
    state.entries = ENTRIES;
    state.setUp();
    SeriesSet.Entries drawn = set.draw(ENTRIES);
    long[] sorted = Arrays.stream(drawn.values()).sorted().toArray();
    assertThat(benchmark.add(state)).isEqualTo(ENTRIES);
    assertThat(benchmark.addAll(state)).isEqualTo(ENTRIES);
    // Rolled back each time.
    assertThat(benchmark.late(state)).isEqualTo(ENTRIES + SeriesBenchmark.BATCH);
    assertThat(benchmark.late(state)).isEqualTo(ENTRIES + SeriesBenchmark.BATCH);
    assertThat(benchmark.scan(state))
        .isEqualTo(Arrays.stream(drawn.times()).sum() + Arrays.stream(sorted).sum());
    assertThat(benchmark.quantile(state)).isEqualTo(sorted[ENTRIES * 99 / 100 - 1]);
    benchmark.summary(state, blackhole);
    benchmark.windows(state, blackhole);
    state.tearDown();
  }
}
