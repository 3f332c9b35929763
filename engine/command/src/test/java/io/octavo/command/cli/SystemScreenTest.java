package io.octavo.command.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.command.Octavo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on a terminal of the system. Skipped where the program {@code script} is missing. */
class SystemScreenTest {
  private static final String NAME = "n".repeat(200);

  @TempDir Path directory;

  @BeforeEach
  void fill() throws IOException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")) || "true".equals(System.getenv("CI")),
        "no script");
    Octavo.run("put", directory.resolve("a.oct"), NAME, "--utf8", "text", "a b").succeeds();
    Path binary = Files.write(directory.resolve("binary"), new byte[] {0, (byte) 0xFF});
    Octavo.run("put", directory.resolve("a.oct"), NAME, "binary", "--file", binary).succeeds();
  }

  /** Runs a script in which {@code octavo} is the command, on a terminal of 24 rows of 60. */
  private List<String> run(Map<String, String> variables, String script)
      throws IOException, InterruptedException {
    Path lines =
        Files.writeString(
            directory.resolve("script"),
            """
            stty rows 24 cols 60
            octavo() {
              "$JAVA" -XX:TieredStopAtLevel=1 -cp "$CLASSES" io.octavo.command.Main "$@"
            }
            """
                + script);
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qec", "sh " + lines, "/dev/null")
            .directory(directory.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("CLASSES", System.getProperty("java.class.path"));
    environment.put("MAP", NAME);
    environment.put("PAGER", "echo paged; cat");
    environment.put("TERM", "xterm");
    environment.remove("COLUMNS");
    environment.putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed.lines().toList();
  }

  @Test
  void linesAreAsWideAsTheTerminalOrColumnsSay() throws IOException, InterruptedException {
    assertThat(run(Map.of(), "octavo maps a.oct")).allMatch(line -> line.length() <= 60);
    assertThat(run(Map.of("COLUMNS", "100"), "octavo maps a.oct"))
        .allMatch(line -> line.length() <= 100)
        .anyMatch(line -> line.length() > 90);
    assertThat(run(Map.of("COLUMNS", "x"), "octavo maps a.oct"))
        .allMatch(line -> line.length() <= 60);
    assertThat(run(Map.of("COLUMNS", "100"), "octavo maps a.oct | cat"))
        .anyMatch(line -> line.contains(NAME));
  }

  @Test
  void aTerminalThatIsNotCapableHasNoPager() throws IOException, InterruptedException {
    String help = "octavo page a.oct 0; octavo get a.oct $MAP text";
    assertThat(run(Map.of(), help)).contains("paged", "a b");
    for (String term : List.of("dumb", "")) {
      assertThat(run(Map.of("TERM", term), help))
          .as("TERM=%s", term)
          .contains("a b")
          .noneMatch(line -> line.contains("paged") || line.contains("\u001B"));
    }
    assertThat(run(Map.of(), "unset TERM; " + help)).contains("a b").doesNotContain("paged");
  }

  @Test
  void noBinaryIsWrittenToATerminal() throws IOException, InterruptedException {
    String binary = " is binary, and standard output is a terminal; redirect it, > FILE, or ";
    assertThat(run(Map.of(), "octavo get a.oct $MAP text --raw")).containsExactly("a b");
    for (String term : List.of("xterm", "dumb")) {
      assertThat(run(Map.of("TERM", term), "octavo get a.oct $MAP binary --raw || true"))
          .containsExactly("octavo: the value" + binary + "omit --raw");
    }
    assertThat(run(Map.of(), "octavo backup a.oct - || true"))
        .containsExactly("octavo: a store" + binary + "name TARGET");
    assertThat(run(Map.of(), "octavo get a.oct $MAP binary --raw | wc -c")).containsExactly("2");
    assertThat(run(Map.of(), "octavo backup a.oct - > b.oct; octavo check b.oct"))
        .anyMatch(line -> line.startsWith("ok: "));
    Octavo.runOn(
            "a;b 1\n", "profile", "import", directory.resolve("p.oct"), "-", "--time", "2026-01-31")
        .succeeds();
    assertThat(run(Map.of(), "octavo profile export p.oct --format pprof || true"))
        .containsExactly("octavo: a pprof profile" + binary + "give -o FILE");
  }
}
