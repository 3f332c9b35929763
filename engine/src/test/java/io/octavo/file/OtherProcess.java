package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.page.PageHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that opens a store, by {@link OpeningProgram}. */
record OtherProcess(Process process, BufferedReader lines) implements AutoCloseable {
  /** Starts a process that opens a store and keeps it until it is closed. */
  static OtherProcess holding(String what, Path path) throws IOException {
    return holding(List.of(), what, path);
  }

  static OtherProcess holding(List<String> prefix, String what, Path path) throws IOException {
    OtherProcess other = start(prefix, what, path.toString());
    assertThat(other.lines.readLine()).isEqualTo("open");
    return other;
  }

  /** Has a process do something with a store; gives its exit code. */
  static int exit(String what, Path path) throws IOException, InterruptedException {
    return exit(List.of(), what, path.toString());
  }

  static int exit(List<String> prefix, String what, String path)
      throws IOException, InterruptedException {
    try (OtherProcess other = start(prefix, what, path)) {
      assertThat(other.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return other.process.exitValue();
    }
  }

  private static OtherProcess start(List<String> prefix, String what, String path)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath(),
            OpeningProgram.class.getName(),
            what,
            path));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new OtherProcess(
        process,
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
  }

  /** Where the classes of the store and of the tests lie. */
  static String classPath() {
    return String.join(
        System.getProperty("path.separator"),
        place(Store.class),
        place(PageHeader.class),
        place(OpeningProgram.class));
  }

  static String place(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  /** Runs a command; tells whether it is there and succeeds. */
  static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
