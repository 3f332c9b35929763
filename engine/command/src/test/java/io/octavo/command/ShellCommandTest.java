package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell where no terminal is, and completion. */
class ShellCommandTest {
  @TempDir Path directory;

  @Test
  void linesAreRunAsVerbsOfTheStore() {
    Path store = directory.resolve("a.oct");
    Octavo.runOn(
            """
            # a comment

            put words "two words" "it's" --utf8
            put longs 1 2
            scan longs
            scan words
            get longs 1 --json
            quit
            scan longs
            """,
            "shell",
            store)
        .prints("1\t2\ntwo words\tit's\n[{\"key\":1,\"value\":2}]\n");
  }

  @Test
  void aLineThatIsNotUtf8EndsTheShell() {
    Path store = directory.resolve("a.oct");
    byte[] lines =
        "put u --utf8 k 1\nput u --utf8 M\u00FCller 1\nput u --utf8 M\u00F6ller 2\n"
            .getBytes(StandardCharsets.ISO_8859_1);
    Octavo.runOn(lines, "shell", store).fails(1, "standard input: line 2: the line is not UTF-8");
    Octavo.run("scan", store, "u").prints("k\t1\n");
  }

  @Test
  void theFirstFailureIsTheExitCodeAndTheRestIsDone() {
    Path store = directory.resolve("a.oct");
    Octavo.run("put", store, "longs", 1, 2).succeeds();
    Octavo.runOn("get longs 9\nput longs 3 4\n", "shell", store).fails(4, "9");
    Octavo.runOn("nonsense\n", "shell", store)
        .fails(2, "unknown command 'nonsense'; see octavo --help");
    Octavo.runOn("get \"longs\n", "shell", store).fails(2, "get");
    Octavo.runOn("shell\n", "shell", store).fails(2, "already in a shell");
    Octavo.run("scan", store, "longs").prints("1\t2\n3\t4\n");
  }

  @Test
  void eachVerbIsCompleted() {
    String script = Octavo.run("completion").output();
    for (String verb :
        Main.command(new Streams(System.in, System.out, System.err, Screen.NONE))
            .getSubcommands()
            .keySet()) {
      assertThat(script).contains("_picocli_octavo_" + verb);
    }
  }
}
