package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.disk.Choice;
import io.octavo.fuzz.workload.CrashScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CrashExplorerTest {
  /** {@code .ci/run} looks at a million. */
  private static final long STATES = 2_000;

  private static final long IN_RECOVERY = 300;

  /** In seconds: the number of states ends the test, and the timeout of each test a hang. */
  private static final long UNLIMITED = 1_000_000;

  @Test
  void noCrashLosesAnything() {
    Exploration.Counts counts = CrashExplorer.explore(1, STATES, IN_RECOVERY, UNLIMITED, false);
    assertThat(counts.reach(STATES, IN_RECOVERY)).as(counts.toString()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("traces")
  void whatWentWrongOnceStaysRight(Path trace) throws IOException {
    CrashExplorer.replay(trace);
  }

  static List<Path> traces() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("traces"))) {
      return files.filter(file -> file.toString().endsWith(".crash")).sorted().toList();
    }
  }

  @Test
  void aTraceSaysTheSameAsTheSeed(@TempDir Path directory) throws IOException {
    CrashScenario scenario = CrashScenario.of(7);
    byte[] kept = {1, (byte) 0xFF, 0};
    Crash crash = new Crash(3, Crash.Kind.POWER, new Choice(kept, -5, true, Choice.Tail.GARBAGE));
    CrashTrace written = new CrashTrace(scenario, List.of(crash));
    Path file = Files.write(directory.resolve("a.crash"), written.lines("why\nand how"));
    CrashTrace read = CrashTrace.read(file);
    assertThat(read.lines("")).isEqualTo(written.lines(""));
    assertThat(read.scenario().steps()).isEqualTo(scenario.steps());
  }
}
