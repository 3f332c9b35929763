package io.octavo.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A program of the tests in a process of its own, whose lines are read as they come. */
final class Child {
  private final Process process;
  private final Thread reader;

  private Child(Process process, Consumer<String> lines) {
    this.process = process;
    this.reader = new Thread(() -> read(lines), "lines of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a program with the class path of this process.
   *
   * @param main the class with the main method
   * @param flags the flags of the JVM
   * @param arguments the arguments of the program
   * @param lines is given each line that the program prints, by one thread
   * @return the process
   * @throws IOException if the process cannot be started
   */
  static Child start(
      Class<?> main, List<String> flags, List<String> arguments, Consumer<String> lines)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-Dlog4j2.level=ERROR");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return new Child(process, lines);
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader from =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // The process was killed.
    }
  }

  /** Kills the process with SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    reader.join();
  }

  /** Closes the standard input of the process, by which it is asked to end. */
  void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /**
   * Waits for the end of the process and of its lines, and kills it if it takes too long.
   *
   * @param seconds how long it may take
   * @throws IllegalStateException if the process has failed or was killed
   */
  void await(long seconds) throws InterruptedException {
    boolean hasEnded = process.waitFor(seconds, TimeUnit.SECONDS);
    kill();
    if (!hasEnded || process.exitValue() != 0) {
      throw new IllegalStateException(
          hasEnded ? "exit code " + process.exitValue() : "no end after " + seconds + " s");
    }
  }
}
