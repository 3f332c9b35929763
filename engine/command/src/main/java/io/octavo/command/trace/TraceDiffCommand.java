package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo trace diff}: finds the first difference of two traces. */
@Command(
    name = "diff",
    header = "Find the first difference of two traces.",
    description = {
      "Compare two traces and show the first event that differs, with the numbers of the event and"
          + " of its commit. The exit code is 0 if the traces are equal, otherwise 1.",
      "",
      "To see all differences, compare the output of octavo trace text with diff.%n"
    },
    footer = {
      "  octavo trace diff a.trace b.trace",
      "  diff <(octavo trace text a.trace) <(octavo trace text b.trace)"
    })
final class TraceDiffCommand extends Verb {
  /** The number of characters of an event that are shown, enough to find the place. */
  private static final int SHOWN = 200;

  @Parameters(index = "0", paramLabel = "A", description = "The first trace.")
  Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The second trace.")
  Path second;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin PagerChoice pager;

  TraceDiffCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    try (TraceFiles left = TraceFiles.open(first);
        TraceFiles right = TraceFiles.open(second)) {
      long commits = 0;
      for (long event = 1; ; event++) {
        TraceEvent a = left.next();
        TraceEvent b = right.next();
        String textA = a == null ? null : TraceText.of(a);
        String textB = b == null ? null : TraceText.of(b);
        if (textA == null && textB == null) {
          return same(event - 1, commits);
        }
        if (textA == null || !textA.equals(textB)) {
          return different(event, commits + 1, textA, textB);
        }
        commits += a instanceof TraceEvent.Committed ? 1 : 0;
      }
    }
  }

  private int same(long events, long commits) {
    if (json) {
      streams.line("%s", Json.of(Json.object("same", true, "events", events, "commits", commits)));
    } else {
      streams.line(
          "equal: %s, %s",
          Text.count(events, "event", "events"), Text.count(commits, "commit", "commits"));
    }
    return Failure.OK;
  }

  private int different(long event, long commit, @Nullable String a, @Nullable String b) {
    if (json) {
      streams.line(
          "%s",
          Json.of(Json.object("same", false, "event", event, "commit", commit, "a", a, "b", b)));
    } else {
      streams.line("event %s, commit %s", Text.count(event), Text.count(commit));
      streams.line("- %s", shown(a));
      streams.line("+ %s", shown(b));
    }
    return Failure.PROBLEM;
  }

  private static String shown(@Nullable String text) {
    if (text == null) {
      return "(end of trace)";
    }
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
