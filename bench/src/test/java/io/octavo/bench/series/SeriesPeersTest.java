package io.octavo.bench.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.data.Entries;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Before they race, series and their peers give the same answers. */
class SeriesPeersTest {
  private static final int COUNT = 3000;

  /** So few that many entries have equal times, and many stand at the bounds of windows. */
  private static final int TIMES = 500;

  @TempDir private Path directory;

  private interface Opener {
    SeriesPeer open(Path place) throws Exception;
  }

  /** Adds up the entries of a range; 0 for none. */
  private static long scan(Entries entries, long from, long to) {
    LongSummaryStatistics found =
        IntStream.range(0, COUNT)
            .filter(i -> entries.keys()[i] >= from && entries.keys()[i] <= to)
            .mapToLong(i -> entries.values()[i])
            .summaryStatistics();
    return found.getCount() == 0
        ? 0
        : SeriesPeer.number(found.getCount(), found.getSum(), found.getMin(), found.getMax());
  }

  @Test
  void peersAnswerAsAModelDoes() throws Exception {
    Entries entries = new Entries(new long[COUNT], new long[COUNT]);
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(entries.keys(), i -> 10 + random.nextInt(TIMES));
    Arrays.sort(entries.keys());
    Arrays.setAll(entries.values(), i -> random.nextInt(-1000, 1000));
    for (Opener opener :
        List.<Opener>of(
            SeriesPeer.Octavo::new,
            SqlSeries.Sqlite::new,
            MvSeries::new,
            SqlSeries.Duck::table,
            SqlSeries.Duck::parquet)) {
      try (SeriesPeer peer = opener.open(Files.createTempDirectory(directory, "series"))) {
        peer.load(entries);
        for (int i = 0; i < 20; i++) {
          long from = 10 + random.nextLong(TIMES / 2);
          long to = from + TIMES / 10 + random.nextLong(TIMES / 3);
          assertThat(peer.summary(from, to)).isEqualTo(scan(entries, from, to));
          int count = 1 + random.nextInt(60);
          long number = 0;
          long times = to - from + 1;
          for (int part = 0; part < count; part++) {
            long begin = from + part * times / count;
            long end = from + (part + 1) * times / count - 1;
            number += SeriesPeer.number(part, scan(entries, begin, end));
          }
          assertThat(peer.windows(from, to, count)).as(peer.settings()).isEqualTo(number);
        }
      }
    }
  }

  @Test
  void tablesArePrinted() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      SeriesPeers.run(directory, 50_000, 2, 0.01, out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("EVENTS, 50,000 entries", "GAUGE, 50,000 entries")
        .contains(
            "| Octavo | ", "| SQLite | ", "| MVStore | ", "| DuckDB | ", "| Parquet by DuckDB | ");
  }
}
