package io.octavo.bench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.bench.data.Entries;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of series have the entries of their sets. */
class SeriesFileTest {
  private static final int COUNT = 40_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void fileHasTheEntriesThatAreDrawn(SeriesSet set) throws Exception {
    Path file = directory.resolve("series.oct");
    assertThat(SeriesFile.write(file, set, COUNT, SeriesSet.SEED)).contains("40,000 entries");
    Entries drawn = set.draw(COUNT);
    Entries read = new Entries(new long[COUNT + 1], new long[COUNT + 1]);
    try (Store store = Store.open(file)) {
      int count = store.read(tx -> tx.series(SeriesFile.NAME).read(0, read.keys(), read.values()));
      assertThat(count).isEqualTo(COUNT);
    }
    assertThat(read.keys()).startsWith(drawn.keys());
    assertThat(read.values()).startsWith(drawn.values());
  }

  @Test
  void seedsDiffer() throws Exception {
    assertThat(sum(1)).isNotEqualTo(sum(2));
  }

  private long sum(long seed) throws IOException {
    Path file = directory.resolve(seed + ".oct");
    SeriesFile.write(file, SeriesSet.GAUGE, COUNT, seed);
    try (Store store = Store.open(file)) {
      return store.readLong(
          tx -> tx.series(SeriesFile.NAME).summary(Long.MIN_VALUE, Long.MAX_VALUE).sum());
    }
  }

  @Test
  void fileThatExistsIsKept() throws Exception {
    Path file = directory.resolve("series.oct");
    SeriesFile.write(file, SeriesSet.GAUGE, 1, 1);
    assertThatThrownBy(() -> SeriesFile.write(file, SeriesSet.GAUGE, 1, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exists");
  }
}
