package io.octavo.bench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of a large series do what they say in a small one. */
class SeriesLargeTest {
  /** Two levels of branches. */
  private static final int COUNT = 600_000;

  @TempDir private Path directory;

  @Test
  void queriesAreMeasured() throws Exception {
    Path file = directory.resolve("series.oct");
    SeriesFile.write(file, SeriesSet.EVENTS, COUNT, SeriesSet.SEED);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      SeriesLarge.run(file, 1, 100, out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("600,000 entries", "| fixed range, ")
        .contains("1000 windows, 1/1000", "level 0 1.99, at most 2; level 1 1.");
  }

  @Test
  void queryThatReadsManyPagesIsRefused() throws Exception {
    Path file = directory.resolve("series.oct");
    SeriesFile.write(file, SeriesSet.EVENTS, COUNT, SeriesSet.SEED);
    SeriesPages pages = new SeriesPages();
    assertThatThrownBy(pages::requireFew).isInstanceOf(IllegalStateException.class);
    pages.count(file, series -> series.rank(series.timeAt(0)));
    pages.requireFew();
    pages.count(file, series -> series.quantiles(Long.MIN_VALUE, Long.MAX_VALUE, 0.5));
    assertThatThrownBy(pages::requireFew)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("level 1");
  }
}
