package io.octavo.command.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.command.Terminals;
import io.octavo.command.picture.Tiles;
import io.octavo.page.PageKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person in front of a terminal sees: lines that fit, colours, progress, pages. */
class TerminalTest {
  private static final String LONG_NAME = "a map with a very long name, ".repeat(8).strip();
  private static final String WIDE_NAME = "名前の長い地図".repeat(7);

  @TempDir Path directory;
  private Path small;
  private Path large;

  @BeforeEach
  void setUp() {
    small = directory.resolve("s.oct");
    large = directory.resolve("l.oct");
    Octavo.run("put", small, LONG_NAME, 1, 2).succeeds();
    Octavo.run("put", small, WIDE_NAME, "--utf8", "key ".repeat(300), "value ".repeat(30))
        .succeeds();
    Octavo.loadSquares(large, LONG_NAME, 400_000);
    try (Store store = Store.open(large)) {
      store.write(
          transaction -> {
            for (int i = 0; i < 3000; i++) {
              byte[] key =
                  ("/a/path/like/that/of/a/file/" + i * 7919 % 3000)
                      .getBytes(StandardCharsets.UTF_8);
              transaction
                  .bytesMap(WIDE_NAME)
                  .put(key, ("a value of some length " + i).getBytes(StandardCharsets.UTF_8));
              transaction.postings("tags").add(i % 40, i * 31L);
            }
          });
    }
  }

  private List<List<Object>> screens(Path store) throws IOException {
    List<List<Object>> verbs = new ArrayList<>();
    verbs.add(List.of("tree", store, "--show", 20));
    verbs.add(List.of("stat", store));
    for (Tiles.By by : Tiles.By.values()) {
      verbs.add(List.of("map", store, "--by", by));
    }
    for (PageKind kind : new PageKind[] {PageKind.META, PageKind.LEAF, PageKind.BYTES_LEAF}) {
      verbs.add(List.of("page", store, PictureSamples.find(store, kind)));
    }
    return verbs;
  }

  private static void assertFits(int columns, List<Object> verb, Octavo run) {
    assertThat(run.succeeds().out()).isNotEmpty();
    for (String line : run.out().lines().toList()) {
      assertThat(AttributedString.fromAnsi(line).columnLength())
          .as("%s: %s", verb, line)
          .isLessThanOrEqualTo(columns);
    }
  }

  @Test
  void whereNoTerminalIsPicturesFitEightyColumns() throws IOException {
    for (Path store : List.of(small, large)) {
      for (List<Object> verb : screens(store)) {
        assertFits(80, verb, Octavo.run(verb.toArray()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80})
  void nothingIsWiderThanTheTerminal(int columns) throws IOException {
    for (Path store : List.of(small, large)) {
      List<List<Object>> verbs = new ArrayList<>(screens(store));
      verbs.add(List.of("maps", store));
      for (List<Object> verb : verbs) {
        for (boolean isColoured : new boolean[] {false, true}) {
          Screen screen = new Terminals.Wide(columns, isColoured);
          assertFits(columns, verb, Terminals.run(screen, verb.toArray()));
        }
      }
    }
  }

  @Test
  void coloursDoNotShiftColumns() throws IOException {
    for (List<Object> verb : screens(large)) {
      if (!verb.get(0).equals("page")) {
        Octavo plain = Terminals.run(new Terminals.Wide(100, false), verb.toArray());
        Octavo coloured = Terminals.run(new Terminals.Wide(100, true), verb.toArray());
        String stripped = AttributedString.stripAnsi(coloured.output());
        assertThat(lengths(stripped)).as("%s", verb).isEqualTo(lengths(plain.output()));
      }
    }
  }

  private static List<Integer> lengths(String text) {
    return text.lines().map(line -> line.stripTrailing().length()).toList();
  }

  @Test
  void theNamesOfMapsAreWholeForPrograms() {
    assertThat(Octavo.run("maps", large).output()).contains(LONG_NAME, WIDE_NAME);
    assertThat(Terminals.run(new Terminals.Wide(80, false), "maps", large).output())
        .contains("a map with", "…", "400,000")
        .doesNotContain(LONG_NAME);
  }

  @Test
  void aMapHasRowsOfTensAsWideAsTheTerminal() {
    assertThat(rowOfTiles(80)).isEqualTo(60);
    assertThat(rowOfTiles(111)).isEqualTo(100);
    assertThat(rowOfTiles(300)).isEqualTo(100);
    assertThat(rowOfTiles(15)).isEqualTo(10);
  }

  private int rowOfTiles(int columns) {
    String first =
        Terminals.run(new Terminals.Wide(columns, false), "map", large)
            .output()
            .lines()
            .findFirst()
            .orElseThrow();
    return first.length() - 11;
  }

  @Test
  void aPageKeepsAllItsBytesOverMoreLines() throws IOException {
    int leaf = PictureSamples.find(large, PageKind.BYTES_LEAF);
    String narrow = Terminals.run(new Terminals.Wide(50, false), "page", large, leaf).output();
    String wide = Terminals.run(new Terminals.Wide(1000, false), "page", large, leaf).output();

    assertThat(narrow.lines().count()).isGreaterThan(wide.lines().count());
    assertThat(narrow.replaceAll("\\s+", "")).isEqualTo(wide.replaceAll("\\s+", ""));
  }

  @Test
  void progressLeavesNothingOnItsLine() {
    Path copy = directory.resolve("copy.oct");
    Path target = directory.resolve("small.oct");
    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("check", large),
            List.of("backup", large, copy),
            List.of("compact", large, "--into", target),
            List.of("compact", large))) {
      List<Object> drawn = new ArrayList<>(verb);
      drawn.add("--progress=always");
      Octavo run = Octavo.run(drawn.toArray());
      assertThat(run.exitCode()).as("%s", verb).isZero();
      assertThat(run.err()).as("%s", verb).contains("%", "|").doesNotContain("\n");
      assertThat(lastOf(run.err())).as("%s", verb).isBlank();
    }
  }

  /** Returns what stands on a line on which all was written. */
  private static String lastOf(String line) {
    StringBuilder shown = new StringBuilder();
    for (String part : line.split("\r", -1)) {
      shown.replace(0, Math.min(shown.length(), part.length()), part);
    }
    return shown.toString();
  }

  @Test
  void noBarIsDrawnAmongTheLinesOfADumpNorWhereNobodyWatches() {
    String always = "--progress=always";
    Terminals.run(new Terminals.Wide(80, false), "dump", small, always).succeeds();
    assertThat(Octavo.run("dump", small, always).err()).contains("writing");
    Octavo.run("backup", large, directory.resolve("b.oct")).succeeds();
  }

  @Test
  void verbsEndWhereThePersonHasGivenUp() {
    Screen screen = new Terminals.Wide(80, false);
    String lines = "1\t2\n".repeat(10_000);
    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("scan", large, LONG_NAME),
            List.of("dump", large),
            List.of("check", large),
            List.of("map", large),
            List.of("stat", large),
            List.of("compact", large),
            List.of("compact", large, "--into", directory.resolve("unfinished.oct")),
            List.of("backup", large, directory.resolve("unfinished.oct")),
            List.of("load", large, "new"))) {
      Terminals.run(screen, () -> true, lines, verb.toArray()).fails(1, "interrupted");
    }
    assertThat(directory.toFile().list()).noneMatch(name -> name.contains("unfinished"));
    Octavo.run("count", large, "new").fails(1, "no map named new");
    assertThat(Octavo.run("check", large).output()).startsWith("ok: ");
  }

  @Test
  void outputThatIsLongerThanTheTerminalIsPaged() throws IOException {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    FakePager pager = new FakePager();
    PagedOutput pages = new PagedOutput(terminal, () -> pager);
    pages.begin(5, 10);
    pages.write("1\n2\n3\n4\n".getBytes(StandardCharsets.UTF_8));
    assertThat(terminal.size()).as("held back").isZero();
    pages.end();
    assertThat(terminal).hasToString("1\n2\n3\n4\n");
    assertThat(pager.isClosed).isFalse();

    pages.begin(5, 10);
    pages.write("12345678901\n2\n3\n4\n".getBytes(StandardCharsets.UTF_8));
    pages.write("5\n".getBytes(StandardCharsets.UTF_8));
    assertThat(pager.shown).as("a long line takes two").hasToString("12345678901\n2\n3\n4\n5\n");
    pages.end();
    assertThat(pager.isClosed).isTrue();
    assertThat(terminal).hasToString("1\n2\n3\n4\n");

    PagedOutput none = new PagedOutput(terminal, () -> null);
    none.begin(1, 10);
    none.write("5\n6\n".getBytes(StandardCharsets.UTF_8));
    assertThat(terminal).as("no pager").hasToString("1\n2\n3\n4\n5\n6\n");
  }

  /** Takes what it is to show. */
  private static final class FakePager extends Process {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private boolean isClosed;

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int b) {
          shown.write(b);
        }

        @Override
        public void close() {
          isClosed = true;
        }
      };
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public InputStream getErrorStream() {
      return getInputStream();
    }

    @Override
    public int waitFor() {
      return 0;
    }

    @Override
    public int exitValue() {
      return 0;
    }

    @Override
    public void destroy() {}
  }

  @Test
  void verbsWithLongOutputAskForPagesUnlessToldNotTo() {
    List<String> calls = new ArrayList<>();
    Screen screen =
        new Screen() {
          @Override
          public void beginPages() {
            calls.add("begin");
          }

          @Override
          public void endPages() {
            calls.add("end");
          }
        };
    Terminals.run(screen, "tree", small).succeeds();
    assertThat(calls).startsWith("begin").endsWith("end");
    calls.clear();
    Terminals.run(screen, "tree", small, "--no-pager").succeeds();
    Terminals.run(screen, "put", small, "m", 1, 2).succeeds();
    assertThat(calls).doesNotContain("begin");
    calls.clear();
    assertThat(Terminals.run(screen, "scan", small, "none").err()).contains("no map named");
    assertThat(calls).as("the pager ends before the message").startsWith("begin", "end");
  }
}
