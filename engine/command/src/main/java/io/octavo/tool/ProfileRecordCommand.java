package io.octavo.tool;

import io.octavo.Store;
import io.octavo.profile.ImportReport;
import io.octavo.profile.Imports;
import io.octavo.profile.Labels;
import io.octavo.profile.LiveImport;
import io.octavo.profile.ProfileStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo profile record}: profiles a running JVM. */
@Command(
    name = "record",
    header = "Profile a running JVM.",
    description = {
      "Attach to a JVM of this machine and user, and add what it does to a profile until Control-C,"
          + " until the JVM ends, or for the time of --for. Store and profile are created if"
          + " missing. Each slot is committed when it has ended; if octavo is killed, at most the"
          + " open slot is lost.",
      "",
      "The JVM needs no options. Its Flight Recorder takes the samples: type=cpu samples"
          + " threads that"
          + " run Java code (every 10 ms), type=native samples threads in native methods (every"
          + " 20 ms), both counted"
          + " in samples, not in CPU time; type=alloc counts bytes; type=lock and type=park count"
          + " nanoseconds of waits of 10 ms or more.%n"
    },
    footer = {
      "  octavo profile record app.oct 4711 --for 60s",
      "  octavo profile record app.oct 4711 --labels host=a,app=web --slot 1s"
    })
final class ProfileRecordCommand extends StoreVerb {
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
  private static final Duration FOREVER = Duration.ofDays(36_500);
  private static final String DEFAULT_NAME = "profile";

  /** For so long the end of the process waits for the last commit. */
  private static final long END_SECONDS = 5;

  @Parameters(index = "1", paramLabel = "PID", description = "The id of the process; see jps.")
  long pid;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "End after this time, such as 90s, 15m, 8h or 7d.")
  @Nullable String length;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile; default: the only one of the store, or profile for a new one.")
  @Nullable String profile;

  @Option(
      names = "--slot",
      paramLabel = "TIME",
      description = "The length of a slot of a new profile; default: 10s.")
  @Nullable String slot;

  @Option(
      names = "--labels",
      paramLabel = "LABELS",
      description = "Labels to add to all samples, such as host=a,app=web.")
  @Nullable String labels;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isStopped;

  ProfileRecordCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws InterruptedException {
    Duration limit = length == null ? FOREVER : time("--for", length);
    Labels added = labels();
    Duration slotLength = slot == null ? null : time("--slot", slot);
    try (RunningJvm jvm = RunningJvm.connect(pid);
        Store store = Stores.openToWrite(streams, file)) {
      String name = profile == null ? defaultName(store) : profile;
      Imports imports = Imports.into(store, name).labels(added);
      record(jvm, slotLength == null ? imports : imports.slot(slotLength), name, limit);
    } catch (NoClassDefFoundError e) {
      throw new Failure(
          Failure.PROBLEM,
          "this Java runtime lacks the modules jdk.attach and jdk.management.jfr; run octavo with"
              + " a whole JDK ("
              + e.getMessage()
              + ")",
          e);
    }
    return Failure.OK;
  }

  private void record(RunningJvm jvm, Imports imports, String name, Duration limit)
      throws InterruptedException {
    Thread atExit = new Thread(this::stopAndWait, "octavo-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
    long start = System.nanoTime();
    try {
      LiveImport live = imports.live();
      try (live) {
        new JvmRecording(jvm, live)
            .run(limit, () -> isStopped || streams.isStopped().getAsBoolean(), () -> begun(name));
      }
      report(live.report(), System.nanoTime() - start);
    } finally {
      ended.countDown();
      release(atExit);
    }
  }

  private void begun(String name) {
    streams.line("recording process %d to profile %s", pid, Text.printable(name));
    streams.out().flush();
  }

  private void report(ImportReport report, long nanos) {
    streams.line(
        "recorded %s in %s s",
        Text.count(report.samples(), "sample", "samples"), Text.decimal(Text.seconds(nanos), 1));
    ImportText.print(streams, report);
    streams.out().flush();
  }

  private void stopAndWait() {
    isStopped = true;
    try {
      var unused = ended.await(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void release(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending.
    }
  }

  private static String defaultName(Store store) {
    List<String> names = store.<List<String>>read(ProfileStore::names);
    if (names.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          "the store has several profiles; give one by --profile: " + String.join(", ", names));
    }
    return names.isEmpty() ? DEFAULT_NAME : names.get(0);
  }

  private Labels labels() {
    try {
      return labels == null ? Labels.NONE : Labels.parse(labels);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "--labels: " + e.getMessage(), e);
    }
  }

  private static Duration time(String option, String text) {
    Matcher time = LENGTH.matcher(text);
    if (!time.matches()) {
      throw new Failure(
          Failure.USAGE, option + "=" + text + " is not a duration, such as 10s" + " or 15m");
    }
    Duration given = ProfileRange.duration(Long.parseLong(time.group(1)), time.group(2));
    return given.compareTo(FOREVER) > 0 ? FOREVER : given;
  }
}
