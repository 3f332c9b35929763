package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell in front of a person: completion, interrupts, history. */
class ShellTerminalTest {
  private static final String HOME = "user.home";

  @TempDir Path directory;
  private final String home = System.getProperty(HOME);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    Octavo.loadSquares(store, "squares", 20_000);
    Octavo.run("put", store, "names", "--utf8", "a", "b").succeeds();
    System.setProperty(HOME, directory.toString());
  }

  @AfterEach
  void restoreHome() {
    System.setProperty(HOME, home);
  }

  private int converse(Terminal terminal, OutputStream written) {
    Streams streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(written, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Terminals.Wide(80, false));
    ShellCommand shell = new ShellCommand(streams);
    shell.file = store;
    return shell.converse(terminal);
  }

  private static Terminal terminal(String typed) throws IOException {
    return new ExternalTerminal(
        "test",
        "ansi",
        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
        OutputStream.nullOutputStream(),
        StandardCharsets.UTF_8);
  }

  @Test
  void anInterruptEndsTheVerbAndNotTheShell() throws IOException {
    try (Terminal terminal = terminal("scan squares\nget squares 3\nexit\n")) {
      OutputStream interrupting =
          new OutputStream() {
            private boolean isDone;

            @Override
            public void write(int b) {
              out.write(b);
              if (!isDone) {
                isDone = true;
                terminal.raise(Terminal.Signal.INT);
              }
            }
          };
      assertThat(converse(terminal, interrupting)).isZero();
    }
    assertThat(err).hasToString("octavo: interrupted\n");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .as("the first lines, and the next verb")
        .startsWith("0\t0\n3\t9\n")
        .endsWith("9\n")
        .doesNotContain("\n59997\t");
  }

  @Test
  void linesAreAsWideAsTheTerminalNowIs() throws IOException {
    try (Terminal terminal = terminal("map\nexit\n")) {
      terminal.setSize(new Size(40, 24));
      converse(terminal, out);
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow())
        .hasSize(11 + 20);
  }

  @Test
  void theHistoryIsForItsUserOnly() throws IOException {
    Path history = directory.resolve(".octavo_history");
    try (Terminal terminal = terminal("put names secret word \nhelp\nquit\n")) {
      assertThat(converse(terminal, out)).isZero();
    }
    assertThat(history).content().contains("put names secret word");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
        .isEqualTo("rw-------");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Commands:\n  put ");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    Octavo.run("get", store, "names", "secret").prints("word\n");

    Files.setPosixFilePermissions(history, PosixFilePermissions.fromString("rw-r--r--"));
    try (Terminal terminal = terminal("quit\n")) {
      converse(terminal, out);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
        .isEqualTo("rw-------");
  }

  @Test
  void completesVerbsOptionsValuesFilesAndMaps() throws IOException {
    Path file = Files.createFile(directory.resolve("pairs.tsv"));
    String start = directory.resolve("pai").toString();

    assertThat(complete("")).contains("load", "trace", "help", "exit");
    assertThat(complete("scan ")).containsExactlyInAnyOrder("squares", "names");
    assertThat(complete("scan squares ")).isEmpty();
    assertThat(complete("scan --limit 3 ")).contains("squares");
    assertThat(complete("dump squares ")).contains("names");
    assertThat(complete("rename ")).contains("names");
    assertThat(complete("scan squares --")).contains("--from", "--no-pager");
    assertThat(complete("map --by ")).containsExactly("kind", "map", "fill", "age");
    assertThat(complete("map --color=")).contains("--color=always", "--color=never");
    assertThat(complete("load squares " + start)).contains(file.toString());
    assertThat(complete("map --svg=" + start)).contains("--svg=" + file);
    assertThat(complete("backup " + start)).contains(file.toString());
    assertThat(complete("put names k --file " + start)).contains(file.toString());
    assertThat(complete("trace ")).contains("record", "text");
    assertThat(complete("trace text --")).contains("--help");
    assertThat(complete("trace record " + start)).contains(file.toString());
    assertThat(complete("help ")).contains("scan", "trace");
    assertThat(complete("nonsense ")).isEmpty();
  }

  private List<String> complete(String typed) throws IOException {
    Streams streams = new Streams(System.in, System.out, System.err, Screen.NONE);
    List<Candidate> candidates = new ArrayList<>();
    try (Terminal terminal = terminal("")) {
      LineReader reader = LineReaderBuilder.builder().terminal(terminal).build();
      ParsedLine line =
          new DefaultParser().parse(typed, typed.length(), Parser.ParseContext.COMPLETE);
      new ShellCompleter(streams, store, List.of("exit", "quit"))
          .complete(reader, line, candidates);
    }
    return candidates.stream().map(Candidate::value).toList();
  }
}
