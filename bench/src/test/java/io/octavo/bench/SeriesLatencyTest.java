package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Latencies are counted right. */
class SeriesLatencyTest {
  @TempDir private Path directory;

  @Test
  void quantilesAreALittleTooHighAtMost() {
    SplittableRandom random = new SplittableRandom(1);
    long[] nanos =
        LongStream.generate(() -> random.nextLong() >>> random.nextInt(2, 64))
            .limit(10_001)
            .sorted()
            .toArray();
    Latencies latencies = new Latencies();
    for (long each : nanos) {
      latencies.add(each);
    }
    assertThat(latencies.count()).isEqualTo(nanos.length);
    assertThat(latencies.worst()).isEqualTo(nanos[nanos.length - 1]);
    assertThat(latencies.quantile(1)).isEqualTo(nanos[nanos.length - 1]);
    for (int i = 1; i <= 100; i++) {
      long exact = nanos[(int) Math.ceil(i / 100.0 * nanos.length) - 1];
      assertThat(latencies.quantile(i / 100.0)).isBetween(exact, exact + exact / 32);
    }
  }

  @Test
  void latenciesArePrinted() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      SeriesLatency.run(directory, 100, 0.02, out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("| add | ", "| transaction of 100 entries | ", "| durable append of one entry | ")
        .contains("| 4 KiB written and forced | ");
    assertThat(directory).isEmptyDirectory();
  }
}
