package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import io.octavo.shrink.FailingTrace;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo trace shrink}: minimizes a failing trace. */
@Command(
    name = "shrink",
    header = "Minimize a failing trace.",
    description = {
      "Remove from a trace, by delta debugging, the transactions, operations and commits that its"
          + " failure does not need, and shorten keys and values. The trace must begin with an"
          + " empty store.",
      "",
      "By default a trace fails if replay --check fails. The result fails in the same"
          + " way: by the same rule, by wrong contents, or by an exception of the same class.%n"
    },
    footer = {
      "  octavo trace shrink failed.trace --into small.trace",
      "  octavo trace shrink failed.trace --into small.trace --exception StoreFullException"
    })
final class TraceShrinkCommand extends Verb {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace.")
  Path trace;

  @Option(
      names = "--into",
      required = true,
      paramLabel = "SMALLER",
      description = "The minimized trace, a file that does not exist.")
  Path into = Path.of("");

  @Option(
      names = "--fails",
      paramLabel = "check",
      description = "The trace fails if a check fails; default.")
  @Nullable String fails;

  @Option(
      names = "--exception",
      paramLabel = "TEXT",
      description = "The trace fails if an exception has TEXT in its class name or message.")
  @Nullable String exception;

  @Option(
      names = "--digest",
      paramLabel = "HEX",
      description = "The trace fails if its replay ends with this digest.")
  @Nullable String digest;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  TraceShrinkCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (fails != null && !fails.equals("check")) {
      throw new Failure(Failure.USAGE, "--fails=" + fails + ": the only choice is check");
    }
    if ((fails != null ? 1 : 0) + (exception != null ? 1 : 0) + (digest != null ? 1 : 0) > 1) {
      throw new Failure(Failure.USAGE, "give only one of --fails, --exception and --digest");
    }
    Target.requireNew(into);
    long start = System.nanoTime();
    List<TraceEvent> whole = read();
    FailingTrace failing = failing(whole);
    tell("fails after " + failing.operations() + " operations: " + failing.failure());
    List<TraceEvent> small = failing.shrink(this::tell);
    TraceFiles.write(
        into,
        out -> {
          for (TraceEvent event : small) {
            out.write(event);
          }
        });
    report(failing.failure(), operations(whole), operations(small), System.nanoTime() - start);
    return Failure.OK;
  }

  private List<TraceEvent> read() {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceFiles source = TraceFiles.open(trace)) {
      for (TraceEvent event = source.next(); event != null; event = source.next()) {
        events.add(event);
      }
    }
    return events;
  }

  private FailingTrace failing(List<TraceEvent> events) {
    try {
      return digest != null
          ? FailingTrace.ofDigest(events, digest)
          : FailingTrace.ofCheck(events, exception);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.PROBLEM, trace + ": " + e.getMessage(), e);
    }
  }

  private static long operations(List<TraceEvent> events) {
    return events.stream().filter(event -> event instanceof TraceEvent.Operation).count();
  }

  private void tell(String progress) {
    streams.err().println("octavo: " + progress);
  }

  private void report(String failure, long before, long after, long nanos) {
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "before", before,
                  "after", after,
                  "seconds", Text.seconds(nanos),
                  "failure", failure)));
      return;
    }
    streams.line(
        "shrunk   from %s to %s in %s s",
        Text.count(before, "operation", "operations"),
        Text.count(after),
        Text.decimal(Text.seconds(nanos), 1));
    streams.line("fails    %s", Text.printable(failure));
  }
}
