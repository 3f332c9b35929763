package io.octavo.command.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Stores;
import io.octavo.command.profile.view.ViewedProfile;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import io.octavo.error.StoreException;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;
import jdk.management.jfr.RecordingInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code octavo profile record}. */
class ProfileRecordTest {
  private static final Labels CPU = Labels.of("type", "cpu", "unit", "samples", "app", "busy");

  /** The symbol of most samples. */
  private static final String KNOWN = "io.octavo.command.profile.BusyProgram.turnKnown";

  /** The JVM that most tests record: it has its agent and its Flight Recorder started once. */
  private static Process shared;

  @TempDir Path directory;

  @BeforeAll
  static void startShared() throws IOException {
    shared = startBusy(List.of());
  }

  @AfterAll
  static void endShared() {
    shared.destroyForcibly();
  }

  private static Process startBusy(List<String> flags, Object... arguments) throws IOException {
    Process process = Octavo.start(flags, BusyProgram.class, arguments);
    assertThat(process.inputReader().readLine()).isEqualTo("busy");
    return process;
  }

  private static Process startRecorder(Path file, String slot) throws IOException {
    Object[] arguments = {
      "profile", "record", file, shared.pid(), "--slot", slot, "--labels", "app=busy"
    };
    Process recorder = Octavo.start(List.of(), Main.class, arguments);
    assertThat(recorder.inputReader().readLine())
        .isEqualTo("recording process " + shared.pid() + " to profile profile");
    return recorder;
  }

  private static List<String> symbols(Path file, String name) {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      return store.<List<String>>read(
          tx -> {
            FlameGraph graph = ProfileStore.open(tx, name).query(CPU, Instant.MIN, Instant.MAX);
            return IntStream.range(0, graph.size()).mapToObj(graph::symbol).toList();
          });
    }
  }

  private static void assertRecorded(Path file, String name) {
    assertThat(symbols(file, name)).contains(KNOWN);
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      assertThat(store.<List<?>>read(tx -> ProfileStore.open(tx, name).check())).isEmpty();
    }
  }

  /**
   * Waits until samples were committed. The recorder has the store locked, so a copy of the file is
   * read.
   */
  private static void awaitCommit(Path file) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!isRecorded(file) && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  /**
   * Returns whether a copy of the file holds samples. To look for symbols in the file is not
   * enough, because a transaction can write them before its commit.
   */
  private static boolean isRecorded(Path file) {
    try {
      Path copy =
          Files.copy(file, file.resolveSibling("copy.oct"), StandardCopyOption.REPLACE_EXISTING);
      return symbols(copy, "profile").contains(KNOWN);
    } catch (IOException | StoreException | NoSuchElementException e) {
      return false; // not created yet, or changed while it was copied
    }
  }

  /** Returns the recordings of the shared JVM. */
  private static List<RecordingInfo> recordings() throws Exception {
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(shared.pid()));
    try (JMXConnector connector =
        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
      return ManagementFactory.newPlatformMXBeanProxy(
              connector.getMBeanServerConnection(),
              FlightRecorderMXBean.MXBEAN_NAME,
              FlightRecorderMXBean.class)
          .getRecordings();
    } finally {
      machine.detach();
    }
  }

  @Test
  void theMethodsOfARunningJvmAreFound() {
    Path file = directory.resolve("a.oct");
    Object[] arguments = {
      "profile",
      "record",
      file,
      shared.pid(),
      "--for",
      "200ms",
      "--slot",
      "100ms",
      "--labels",
      "app=busy",
      "--profile",
      "p"
    };
    assertThat(Octavo.run(arguments).output())
        .startsWith("recording process " + shared.pid() + " to profile p\nrecorded ")
        .contains("series   app=busy,type=cpu,unit=samples: ");
    assertRecorded(file, "p");
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
    Process busy = startBusy(List.of());
    Thread ending =
        new Thread(
            () -> {
              try {
                awaitCommit(file);
              } finally {
                busy.destroyForcibly();
              }
            });
    ending.start();
    Octavo.run("profile", "record", file, busy.pid(), "--slot", "100ms", "--labels", "app=busy")
        .succeeds();
    ending.join();
    assertRecorded(file, "profile");
  }

  @Test
  void thePageShowsARecordingWhileItGoesOn() throws Exception {
    Browser browser = Browser.sharedOrSkip();
    Path file = directory.resolve("a.oct");
    Process recorder = startRecorder(file, "100ms");
    awaitCommit(file);
    try (Store store = Stores.openToRead(file);
        ViewServer server =
            new ViewServer(new ViewedProfile(file, store, "profile", Labels.NONE), 0)) {
      browser.visit(server.address());
      browser.run(
          Resources.text("web/until.js")
              + "await draws(); window.isSame = true;"
              + "const {end} = view, {total} = view.shown.chosen;"
              + "await until('samples', () => view.end > end + 9 && view.shown.chosen.total > total);"
              + "check('no load', window.isSame); check('all', view.isWhole);");
    } finally {
      recorder.destroyForcibly().waitFor();
    }
  }

  @Test
  void killingTheRecorderKeepsTheSlotsThatHadEnded() throws Exception {
    Path file = directory.resolve("a.oct");
    Process recorder = startRecorder(file, "100ms");
    awaitCommit(file);
    recorder.destroyForcibly().waitFor();
    assertRecorded(file, "profile");
    assertThat(recordings())
        .anySatisfy(
            left -> {
              assertThat(left.getName()).endsWith("process " + recorder.pid());
              assertThat(left.getMaxAge()).isEqualTo(TimeUnit.MINUTES.toSeconds(10));
            });
    // The next recorder ends what is left, before it opens its store, so that none need be opened.
    Path none = Files.writeString(directory.resolve("b.oct"), "no store");
    Octavo.run("profile", "record", none, shared.pid()).fails(3, "b.oct");
    assertThat(recordings()).isEmpty();
  }

  @Test
  void controlCCommitsTheOpenSlot() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Process recorder = startRecorder(file, "1h");
    recorder.toHandle().destroy(); // Process.destroy would close its output
    String printed = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(recorder.waitFor()).isEqualTo(128 + 15);
    assertThat(printed).startsWith("recorded ").contains("type=cpu");
    assertRecorded(file, "profile");
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
          .fails(
              1, "process " + other.pid() + " is not a JVM that octavo can attach to; jps lists");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroy();
    }
    assertThat(file).doesNotExist();
  }

  /** Returns a process of another user, which this one may not attach to; the test ends it. */
  private static @Nullable ProcessHandle ofAnotherUser() throws IOException {
    String own = ProcessHandle.current().info().user().orElse("");
    if (own.equals("root")) {
      return new ProcessBuilder("setpriv", "--reuid=65534", "--clear-groups", "sleep", "60")
          .start()
          .toHandle();
    }
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().user().filter(user -> !user.equals(own)).isPresent())
        .findFirst()
        .orElse(null);
  }

  @Test
  void aProcessOfAnotherUserIsRefused() throws IOException {
    Path file = directory.resolve("a.oct");
    ProcessHandle other = ofAnotherUser();
    assumeTrue(other != null, "this user sees no process of another one");
    try {
      while (other.info().user().equals(ProcessHandle.current().info().user())) {
        Thread.onSpinWait(); // setpriv has not become the other user
      }
      Octavo.run("profile", "record", file, other.pid())
          .fails(
              1,
              "process " + other.pid() + " belongs to the user " + other.info().user().get(),
              "run octavo as that user");
    } finally {
      other.destroy();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aJvmWithoutFlightRecorderIsRefused() throws IOException {
    refused(
        startBusy(List.of(), BusyProgram.NO_RECORDER), "cannot stream JFR events; the JVM must be");
  }

  @Test
  void aJvmThatRefusesToBeAttachedToIsRefused() throws IOException {
    refused(
        startBusy(List.of("-XX:+DisableAttachMechanism")),
        "-XX:+DisableAttachMechanism or -XX:-UsePerfData cannot be recorded");
  }

  /** The command says why, leaves no file, and the JVM runs on. */
  private void refused(Process busy, String why) throws IOException {
    Path file = directory.resolve("a.oct");
    try {
      Octavo.run("profile", "record", file, busy.pid(), "--for", "1ms").fails(1, why);
      assertThat(busy.isAlive()).isTrue();
    } finally {
      busy.destroyForcibly();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void octavoWithoutTheModulesSaysSo() throws IOException, InterruptedException {
    Path file = directory.resolve("a.oct");
    Process octavo =
        Octavo.start(
            List.of("--limit-modules", "java.base"),
            Main.class,
            "profile",
            "record",
            file,
            shared.pid());
    String printed = new String(octavo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(octavo.waitFor()).as(printed).isEqualTo(1);
    assertThat(printed)
        .startsWith("octavo: this Java runtime lacks the modules jdk.attach and")
        .hasLineCount(1);
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
