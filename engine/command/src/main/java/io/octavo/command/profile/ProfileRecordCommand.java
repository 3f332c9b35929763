package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.command.cli.AtExit;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.profile.imports.ImportReport;
import io.octavo.profile.imports.Imports;
import io.octavo.profile.imports.LiveImport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo profile record}: profiles a running JVM. */
@Command(
    name = "record",
    header = "Profile a running JVM.",
    description = {
      "Attach to a JVM of this machine and user, and add what it does to a profile until"
          + " Control-C, until the JVM ends, or for the time of --for. Store and profile are"
          + " created if missing. Each slot is committed when it has ended; if octavo is killed,"
          + " at most the open slot is lost.",
      "",
      "The JVM needs no options. Its Flight Recorder takes the samples: type=cpu samples threads"
          + " that run Java code (every 10 ms), type=native samples threads in native methods"
          + " (every 20 ms), both counted in samples, not in CPU time; type=alloc counts bytes;"
          + " type=lock and type=park count nanoseconds of waits of 10 ms or more.%n"
    },
    footer = {
      "  octavo profile record app.oct 4711 --for 60s",
      "  octavo profile record app.oct 4711 --labels host=a,app=web --slot 1s"
    })
final class ProfileRecordCommand extends StoreVerb {
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** For so long the end of the process waits for the last commit. */
  private static final long END_MILLIS = 5_000;

  @Parameters(index = "1", paramLabel = "PID", description = "The id of the process; see jps.")
  long pid;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "End after this time, such as 90s, 15m, 8h or 7d.")
  @Nullable String length;

  @Mixin ProfileTarget target;

  private volatile boolean isStopped;

  ProfileRecordCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws InterruptedException {
    Duration limit = length == null ? FOREVER : ProfileTarget.duration("--for", length);
    limit = limit.compareTo(FOREVER) > 0 ? FOREVER : limit;
    target.requireSound();
    try (RunningJvm jvm = RunningJvm.connect(pid);
        Store store = Stores.openToWrite(streams, file)) {
      String name = target.name(file, store);
      record(jvm, target.into(store, name), name, limit);
    } catch (NoClassDefFoundError e) {
      throw new Failure(
          Failure.PROBLEM,
          "this Java runtime lacks the modules jdk.attach and jdk.management.jfr; run octavo"
              + " with a whole JDK ("
              + e.getMessage()
              + ")",
          e);
    }
    return Failure.OK;
  }

  private void record(RunningJvm jvm, Imports imports, String name, Duration limit)
      throws InterruptedException {
    long start = System.nanoTime();
    AtExit atExit = new AtExit(() -> isStopped = true, END_MILLIS);
    try (atExit) {
      LiveImport live = imports.live();
      try (live) {
        new JvmRecording(jvm, live)
            .run(limit, () -> isStopped || streams.isStopped().getAsBoolean(), () -> begun(name));
      }
      report(live.report(), System.nanoTime() - start);
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
    ImportText.print(streams, report, target.isVerbose);
    streams.out().flush();
  }
}
