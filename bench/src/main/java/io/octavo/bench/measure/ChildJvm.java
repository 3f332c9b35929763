package io.octavo.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A JVM of its own for what is measured. It prints its results as words between tabs. */
public final class ChildJvm {
  private final List<String> command = new ArrayList<>();

  /** Prepares the JVM that this program runs in. */
  public ChildJvm() {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
  }

  /** Adds flags of the JVM, and properties. */
  public ChildJvm with(String... flags) {
    command.addAll(Arrays.asList(flags));
    return this;
  }

  /** Adds flags of the JVM, and properties. */
  public ChildJvm with(List<String> flags) {
    command.addAll(flags);
    return this;
  }

  /** Adds what later JDKs want where native code is called, which earlier ones do not know. */
  public ChildJvm withNativeAccess() {
    return with(
        "-XX:+IgnoreUnrecognizedVMOptions",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED");
  }

  /** Has a shell run a command first, with the process id as {@code $$}; it must end well. */
  public ChildJvm after(String shellCommand) {
    command.addAll(0, List.of("sh", "-c", shellCommand + " && exec \"$0\" \"$@\""));
    return this;
  }

  /** Adds the program, on the class path of this one, and its arguments. */
  public ChildJvm program(Class<?> program, String... arguments) {
    return program(System.getProperty("java.class.path"), program.getName(), arguments);
  }

  /** Adds the program and its arguments. */
  public ChildJvm program(String classPath, String name, String... arguments) {
    return with("-cp", classPath, name).with(arguments);
  }

  /**
   * Runs the program.
   *
   * @param errors a file for its standard error stream; that of this program if null
   * @param results receives the words of each line of its standard output stream
   * @return the exit status
   * @throws IOException if the program cannot be run
   * @throws InterruptedException if the thread is interrupted
   */
  public int run(@Nullable Path errors, Consumer<String[]> results)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    if (errors == null) {
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    } else {
      builder.redirectError(errors.toFile());
    }
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        results.accept(line.split("\t", -1));
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
