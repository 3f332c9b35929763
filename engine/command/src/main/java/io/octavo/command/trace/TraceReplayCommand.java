package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import io.octavo.replay.TraceReplay;
import io.octavo.shrink.TraceCheck;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo trace replay}: replays a trace. */
@Command(
    name = "replay",
    header = "Replay a trace.",
    description = {
      "Replay all events of a trace, in a store on the heap or in a file, and print the numbers of"
          + " commits and operations, and a digest of the pages of all commits. A trace has the"
          + " same digest on every machine; --check and --commit-every change the digest.",
      "",
      "With --check, verify all rules of the format after each commit, and compare the"
          + " contents with those of the trace, which requires heap for a copy of all entries."
          + " The first problem ends the replay with exit code 1.%n"
    },
    footer = {
      "  octavo trace replay orders.trace",
      "  octavo trace replay orders.trace --check",
      "  octavo trace replay orders.trace --into again.oct --commits 1000",
      "  octavo trace replay orders.trace --digests > a.txt"
    })
final class TraceReplayCommand extends Verb {
  /** The number of operations between updates of the progress bar. */
  private static final int PROGRESS = 1 << 14;

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace.")
  Path trace;

  @Option(
      names = "--into",
      paramLabel = "STORE",
      description =
          "The store: a file that does not exist, or a copy from when the recording began.")
  @Nullable Path into;

  @Option(names = "--commits", paramLabel = "N", description = "Stop after N commits.")
  long commits = Long.MAX_VALUE;

  @Option(names = "--check", description = "Verify rules and contents after each commit.")
  boolean checked;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "Commit after every N operations instead of where the trace does.")
  int commitEvery;

  @Option(names = "--digests", description = "Print the number and digest of each commit.")
  boolean digests;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  private long events;

  TraceReplayCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (commitEvery < 0 || commits < 1) {
      throw new Failure(Failure.USAGE, "--commit-every and --commits must be positive");
    }
    try (TraceFiles source = TraceFiles.open(trace);
        TraceCheck check = TraceCheck.of(into, commitEvery, checked ? 1 : 0);
        Progress progress =
            progressChoice.start(streams, "replaying", Stores.length(trace), " MB", 1_000_000)) {
      replay(source, check, progress);
      source.warnOfCut(streams);
      return report(check);
    }
  }

  private void replay(TraceFiles source, TraceCheck check, Progress progress) {
    TraceReplay replay = check.replay();
    check.upTo(commits).onCommit(this::tell);
    long known = 0;
    for (TraceEvent event = source.next(); event != null; event = source.next()) {
      events++;
      if (!check.apply(event)) {
        return;
      }
      if (replay.operations() - known > PROGRESS) {
        known = replay.operations();
        progress.to(source.position());
      }
    }
    check.end();
  }

  private void tell(TraceReplay replay) {
    if (digests) {
      streams.line("%d %016x", replay.commits(), replay.digest());
    }
  }

  private int report(TraceCheck check) {
    TraceCheck.Problem problem = check.problem();
    TraceReplay replay = check.replay();
    String digest = String.format(Locale.ROOT, "%016x", replay.digest());
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "ok",
                  problem == null,
                  "commits",
                  replay.commits(),
                  "operations",
                  replay.operations(),
                  "digest",
                  digest,
                  "problem",
                  problem == null ? null : problem.toString(),
                  "event",
                  problem == null ? null : events)));
    } else {
      streams.line("commits      %s", Text.count(replay.commits()));
      streams.line("operations   %s", Text.count(replay.operations()));
      streams.line("digest       %s", digest);
      if (problem == null && checked) {
        streams.line("ok           checked after each commit");
      }
      if (problem != null) {
        streams.line(
            "problem      commit %s, event %s: %s",
            Text.count(problem.commits()), Text.count(events), Text.printable(problem.toString()));
      }
    }
    return problem == null ? Failure.OK : Failure.PROBLEM;
  }
}
