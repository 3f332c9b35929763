package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of the command within the test.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it complained about
 */
public record Octavo(int exitCode, String out, String err) {
  public static Octavo run(Object... arguments) {
    return runOn(new byte[0], arguments);
  }

  public static Octavo runOn(String input, Object... arguments) {
    return runOn(input.getBytes(StandardCharsets.UTF_8), arguments);
  }

  public static Octavo runOn(byte[] input, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            new ByteArrayInputStream(input),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
    return new Octavo(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Starts a program in another JVM, which compiles little. */
  public static Process start(List<String> flags, Class<?> program, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    Stream.of(arguments).map(String::valueOf).forEach(command::add);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Loads a map of the keys 0 to count - 1 in steps of 3 with their squares. */
  public static void loadSquares(Path file, String map, int count) {
    StringBuilder lines = new StringBuilder();
    for (long i = 0; i < count; i++) {
      lines.append(3 * i).append('\t').append(9 * i * i).append('\n');
    }
    runOn(lines.toString(), "load", file, map).succeeds();
  }

  public Octavo succeeds() {
    assertThat(err).isEmpty();
    assertThat(exitCode).isZero();
    return this;
  }

  /** Returns what a run that succeeds has printed. */
  public String output() {
    return succeeds().out;
  }

  public Octavo prints(String expected) {
    succeeds();
    assertThat(out).isEqualTo(expected);
    return this;
  }

  /** The promise of every failure: an exit code and one line. */
  public Octavo fails(int expected, String... messageParts) {
    assertThat(err).startsWith("octavo: ").contains(messageParts).endsWith("\n");
    assertThat(err.lines()).hasSize(1);
    assertThat(exitCode).isEqualTo(expected);
    return this;
  }

  public Object json() {
    return new JsonReader(out).document();
  }
}
