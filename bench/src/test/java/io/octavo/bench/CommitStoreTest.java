package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.CommitStore.Contestant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Before they race, the stores hold the same. */
class CommitStoreTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = "RAW", mode = EnumSource.Mode.EXCLUDE)
  void everyStoreHoldsWhatWasCommitted(Contestant contestant) throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    Map<Long, Long> model = new HashMap<>();
    try (CommitStore store = contestant.open(directory, random.nextBoolean())) {
      for (int i = 0; i < 100; i++) {
        long key = random.nextInt(60);
        long value = random.nextLong();
        store.commit(key, value);
        model.put(key, value);
      }
    }
    try (CommitStore store = contestant.open(directory, random.nextBoolean())) {
      for (long key = 0; key < 60; key++) {
        assertThat(store.get(key)).isEqualTo(model.getOrDefault(key, -1L));
      }
    }
  }

  @Test
  void aRunCountsEveryCommit() throws Exception {
    try (CommitStore store = Contestant.OCTAVO.open(directory, true)) {
      CommitRun run = CommitRun.of(store, 3, 0.2, 1, bits -> bits & 15);
      assertThat(run.perSecond()).isPositive();
      assertThat(run.mostMicros()).isGreaterThanOrEqualTo(run.p99Micros());
    }
  }
}
