package io.octavo.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code octavo profile record}. */
class ProfileRecordTest {
  private static final Labels CPU = Labels.of("type", "cpu", "unit", "samples", "app", "busy");

  @TempDir Path directory;

  private static Process start(String... arguments) throws IOException {
    Process process = new ProcessBuilder(arguments).redirectErrorStream(true).start();
    process.inputReader().readLine();
    return process;
  }

  private static Process startBusy() throws IOException {
    return start(java(), "-cp", System.getProperty("java.class.path"), BusyProgram.class.getName());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static List<String> symbols(Path file, String name) {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      return store.<List<String>>read(
          tx -> {
            ProfileStore profile = ProfileStore.open(tx, name);
            assertThat(profile.check()).isEmpty();
            FlameGraph graph = profile.query(CPU, Instant.MIN, Instant.MAX);
            return IntStream.range(0, graph.size()).mapToObj(graph::symbol).toList();
          });
    }
  }

  /** Waits until a profile has been created, and some slots were committed. */
  private static void awaitCommits(Path file) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    long last = 0;
    for (int writes = 0; writes < 5 && System.nanoTime() < end; ) {
      long time = file.toFile().lastModified();
      if (time != last) {
        last = time;
        writes++;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static String recordings(Process jvm) throws IOException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(jvm.pid()),
                "JFR.check")
            .start();
    return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void theMethodsOfARunningJvmAreFound() throws IOException {
    Path file = directory.resolve("a.oct");
    Process busy = startBusy();
    try {
      String printed =
          Octavo.run(
                  "profile",
                  "record",
                  file,
                  busy.pid(),
                  "--for",
                  "2500ms",
                  "--slot",
                  "1s",
                  "--labels",
                  "app=busy",
                  "--profile",
                  "p")
              .output();
      assertThat(printed)
          .startsWith("recording process " + busy.pid() + " to profile p\nrecorded ")
          .contains("series   app=busy,type=cpu,unit=samples: ");
    } finally {
      busy.destroy();
    }
    assertThat(symbols(file, "p")).contains("io.octavo.tool.BusyProgram.turnKnown");
    try (Store store = Store.open(file)) {
      assertThat(
              store.<Integer>read(
                  tx ->
                      ProfileStore.open(tx, "p")
                          .timeline(CPU, Instant.EPOCH, Instant.MAX, 1_000)
                          .size()))
          .isPositive();
    }
  }

  @Test
  void theEndOfTheJvmIsTheEndOfTheRecording() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Process busy = startBusy();
    Thread ending =
        new Thread(
            () -> {
              try {
                awaitCommits(file);
              } finally {
                busy.destroyForcibly();
              }
            });
    ending.start();
    Octavo.run("profile", "record", file, busy.pid(), "--slot", "1s", "--labels", "app=busy")
        .succeeds();
    ending.join();
    assertThat(symbols(file, "profile")).contains("io.octavo.tool.BusyProgram.turnKnown");
  }

  @Test
  void killingTheRecorderKeepsTheSlotsThatHadEnded() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Process busy = startBusy();
    try {
      Process recorder = startRecorder(file, busy, "1s");
      awaitCommits(file);
      recorder.destroyForcibly().waitFor();
      assertThat(symbols(file, "profile")).contains("io.octavo.tool.BusyProgram.turnKnown");
      assertThat(recordings(busy)).contains("process " + recorder.pid() + " maxage=10m");
      Octavo.run("profile", "record", file, busy.pid(), "--for", "1ms").succeeds();
      assertThat(recordings(busy)).contains("No available recordings");
    } finally {
      busy.destroy();
    }
  }

  private Process startRecorder(Path file, Process busy, String slot) throws IOException {
    return start(
        java(),
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "profile",
        "record",
        file.toString(),
        String.valueOf(busy.pid()),
        "--slot",
        slot,
        "--labels",
        "app=busy");
  }

  @Test
  void controlCCommitsTheOpenSlot() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Process busy = startBusy();
    try {
      Process recorder = startRecorder(file, busy, "1h");
      TimeUnit.SECONDS.sleep(3);
      recorder.toHandle().destroy(); // Process.destroy would close its output
      String printed = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(recorder.waitFor()).isEqualTo(128 + 15);
      assertThat(printed).startsWith("recorded ").contains("type=cpu");
    } finally {
      busy.destroy();
    }
    assertThat(symbols(file, "profile")).contains("io.octavo.tool.BusyProgram.turnKnown");
  }

  @Test
  void processesThatCannotBeRecordedAreRefused() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Octavo.run("profile", "record", file, 999_999_999).fails(1, "there is no process 999999999");
    Octavo.run("profile", "record", file, ProcessHandle.current().pid())
        .fails(1, "is octavo itself");
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      Octavo.run("profile", "record", file, other.pid())
          .fails(1, "process " + other.pid() + " is not a JVM that octavo can find; jps lists");
      assertThat(other.waitFor(100, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      other.destroy();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void malformedOptionsAreRefused() {
    Path file = directory.resolve("a.oct");
    Octavo.run("profile", "record", file, 1, "--for", "soon")
        .fails(2, "--for=soon is not a duration, such as 500ms, 10s or 15m");
    Octavo.run("profile", "record", file, 1, "--slot", "1").fails(2, "--slot=1 is not a duration");
    Octavo.run("profile", "record", file, 1, "--labels", "a").fails(2, "--labels: labels 'a'");
    Octavo.run("profile", "record", file, "java").fails(2, "PID");
  }
}
