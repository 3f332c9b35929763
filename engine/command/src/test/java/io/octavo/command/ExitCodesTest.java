package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.error.StoreFullException;
import io.octavo.file.NoSpaceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What a script learns from the exit code alone. */
class ExitCodesTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    Octavo.runOn("1 1", "load", store, "m").succeeds();
    Octavo.runOn("a\tb", "load", store, "text", "--utf8").succeeds();
  }

  @Test
  void anAbsentKeyHasACodeOfItsOwn() {
    Octavo.run("get", store, "m", 2).fails(4, "not in map m: 2");
    Octavo.run("del", store, "m", 2).fails(4, "not in map m: 2");
    Octavo.run("get", store, "none", 2).fails(1, "no map named none");
    Octavo.run("get", directory.resolve("no.oct"), "m", 2).fails(3, "no such file");
  }

  @Test
  void aMapOfAnotherTypeHasACodeOfItsOwn() {
    Octavo.run("get", store, "m", 1, "--hex").fails(6, "--hex: map m holds longs, not bytes");
    Octavo.run("put", store, "m", 1, "--file", store).fails(6, "map m holds longs, not bytes");
    Octavo.run("scan", store, "m", "--prefix=1").fails(6, "map m holds longs, not bytes");
    Octavo.runOn("1 1", "load", store, "m", "--postings")
        .fails(6, "map m holds longs, not postings", "nothing was loaded");
    Octavo.runOn("", "load", store, "text", "--binary").fails(6, "holds bytes-utf8, not longs");
    Octavo.runOn("octavo dump 1\nmap longs text\nend\n", "load", store, "--dump")
        .fails(6, "name=text", "nothing was loaded");
    Octavo.runOn("", "load", store, "new", "--binary", "--hex").fails(2, "--binary: not with");
  }

  @Test
  void aFullDiskHasACodeOfItsOwn() throws IOException {
    assertThat(codeOf(new StoreFullException("full", null))).isEqualTo(5);
    assertThat(codeOf(new NoSpaceException("full"))).isEqualTo(5);
    assertThat(codeOf(new UncheckedIOException(new NoSpaceException("full")))).isEqualTo(5);
    assertThat(codeOf(new IOException("x: Input/output error"))).isEqualTo(1);
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "no /dev/full");
    Octavo.run("map", store, "--svg", full).fails(5, "No space left on device");
  }

  /** Runs a verb that fails. */
  private static int codeOf(Exception failure) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    CommandLine octavo =
        Main.command(new Streams(new ByteArrayInputStream(new byte[0]), print, print, Screen.NONE));
    octavo.addSubcommand(new Failing(failure));
    return octavo.execute("failing");
  }

  @Command(name = "failing")
  private record Failing(Exception failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw failure;
    }
  }

  /** The codes stand where people look for them, in the same words. */
  @Test
  void theCodesAreDocumented() throws Exception {
    String help = Octavo.run("--help").output().replaceAll("\\s+", " ");
    assertThat(help).contains("4 a key is not", "5 the disk", "6 the map is of another type.");
    assertThat(Octavo.run("get", "--help").output()).contains("The exit code is 4 if a key");
    List<String> rows =
        Files.readAllLines(Path.of("../guide/troubleshooting.md")).stream()
            .filter(line -> line.matches("\\| `\\d+` .*"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    List<String> codes = new ArrayList<>();
    for (Field field : Failure.class.getFields()) {
      if (field.getType() == int.class) {
        codes.add(String.valueOf(field.getInt(null)));
      }
    }
    codes.add(String.valueOf(ShellCommand.INTERRUPTED));
    assertThat(rows).containsExactlyInAnyOrderElementsOf(codes);
  }
}
