package io.octavo.bench.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.ids.IdTables.StringSet;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The race of tables of ids runs to its end and tells what it measured. */
class IdTablesTest {
  private static final int ITEMS = 200;
  private static final String NUMBER = " [0-9.]+ \\|";

  @TempDir private Path directory;

  @Test
  void everyTableHasARow() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    List<StringSet> strings =
        List.of(
            new StringSet("paths", IdStrings.random(ITEMS, false)),
            new StringSet("words", IdStrings.words(directory.resolve("absent"), ITEMS / 2)));
    IdTables.run(directory, ITEMS, strings, Pattern.compile(""), 2, out);
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("200 items, 200 paths of ", ", 100 words of ", ", 50 stacks of ", ", 2 rounds");
    assertThat(text).contains("- Octavo, ", "- SQLite ", "- H2 MVStore ", "- java.util.HashMap<");
    List<String> rows = text.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    assertThat(rows).hasSize(1 + 3 * PairFamily.values().length + 2 * 3 + 2 + 2);
    assertThat(rows.get(0))
        .matches("\\| LongMap, random, get and put \\|.* 1\\.00 \\|.* 1\\.00 \\|  \\|" + NUMBER);
    for (String row : rows) {
      String get = row.startsWith("| LongMap") ? "  \\|" : NUMBER;
      String find =
          row.contains(", last stack |") || row.contains(", node by node |")
              ? "  \\|  \\|"
              : NUMBER + NUMBER;
      String onDisk = row.matches("\\| (HashMap|fastutil).*") ? "  \\|" : NUMBER;
      assertThat(row).matches("\\| [^|]+ \\|" + NUMBER.repeat(3) + find + get + onDisk);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void rowsAreChosenByTheirNames() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    IdTables.run(directory, ITEMS, List.of(), Pattern.compile("^PairTable.*grid"), 1, out);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.startsWith("| "))
        .extracting(line -> line.split(" \\| ", 2)[0])
        .containsExactly(
            "| ns an item", "| LongMap, random, get and put", "| PairTable, dense grid");
  }
}
