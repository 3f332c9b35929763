package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.bench.measure.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final List<String> RESULTS =
      List.of(
          "## 1 M longs",
          Figures.BEGIN,
          "| work | unit | octavo | lmdb | rocksdb | best other | octavo : best |",
          "|---|---|---:|---:|---:|---|---:|",
          "| get | ns | 221 | 425, writemap | 2,008 | lmdb writemap | 0.52 |",
          "| **open** | ms | 2.57 | 0.29 |  | lmdb | **8.81** |",
          Figures.END,
          "## Commits, of one entry",
          "| commits | unit | raw | octavo | sqlite | lmdb |",
          "|---|---|---:|---:|---:|---:|",
          "| 1 thread | a second | 5,948 | 4,103 | 4,939 | 2,587 |");

  @Test
  void rowsReceiveTheFiguresOfTheirSections() {
    List<String> readme =
        List.of(
            "| | Octavo | best other | ratio |",
            "| [1 M longs](bench/RESULTS.md#1-m-longs): get, ns | ? |",
            "| [1 M longs](bench/RESULTS.md#1-m-longs): open, ms | 1 | LMDB 2 | 0.50 |",
            "| **[commits](bench/RESULTS.md#commits-of-one-entry): 1 thread, a second** | |",
            "text");
    List<String> filled =
        List.of(
            "| | Octavo | best other | ratio |",
            "| [1 M longs](bench/RESULTS.md#1-m-longs): get, ns | 221 | LMDB 425 | 0.52 |",
            "| **[1 M longs](bench/RESULTS.md#1-m-longs): open, ms** | 2.57 | LMDB 0.29 | **8.81** |",
            "| **[commits](bench/RESULTS.md#commits-of-one-entry): 1 thread, a second** | 4,103"
                + " | SQLite 4,939 | **0.83** |",
            "text");
    assertThat(Figures.fill(readme, RESULTS)).isEqualTo(filled);
    assertThat(Figures.fill(filled, RESULTS)).isEqualTo(filled);
  }

  @Test
  void aCommandReplacesWhatItPrintedBeforeAndNothingElse() throws Exception {
    List<String> head =
        List.of(
            "## One",
            "```",
            "echo 1",
            "```",
            Figures.BEGIN,
            "```",
            "0",
            "```",
            Figures.END,
            "## Two",
            "```",
            "echo words",
            "echo '| a |'",
            "```",
            Figures.BEGIN);
    List<String> tail = List.of(Figures.END, "text");
    List<String> before = lines(head, List.of("old"), tail);
    List<String> after = lines(head, List.of("words", "", "| a |"), tail);
    assertThat(Figures.anchors(before)).containsExactly("one", "two");
    assertThat(Figures.run(before, "two")).isEqualTo(after);
    assertThat(Figures.run(before, "one").subList(5, 8)).containsExactly("```", "1", "```");
    assertThatThrownBy(
            () -> Figures.run(List.of("# A", "```", "exit 3", "```", Figures.BEGIN), "a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit status 3");
  }

  private static List<String> lines(List<String> head, List<String> printed, List<String> tail) {
    return Stream.of(head, printed, tail).flatMap(List::stream).toList();
  }

  @Test
  void anUnknownRowIsRefused() {
    FigureTable table = FigureTable.of(RESULTS);
    assertThatThrownBy(() -> table.compare("scan, M/s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no row 'scan, M/s'")
        .hasMessageContaining("get, ns");
  }

  /** Whoever changes a figure of README.md by hand, or a table of RESULTS.md alone, is caught. */
  @Test
  void readmeHasTheFiguresOfTheResults() throws IOException {
    Path root = Path.of("..");
    List<String> readme = Files.readAllLines(root.resolve("README.md"));
    List<String> results = Files.readAllLines(root.resolve("bench/RESULTS.md"));
    assertThat(readme)
        .filteredOn(line -> line.contains("](bench/RESULTS.md#"))
        .hasSizeGreaterThan(8);
    assertThat(Figures.fill(readme, results)).isEqualTo(readme);
  }
}
