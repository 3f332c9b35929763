package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Output;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code octavo trace text}: writes a trace as text. */
@Command(
    name = "text",
    header = "Convert a trace to text.",
    description = {
      "Write a trace as text, one event per line with fields separated by tabs; byte strings are"
          + " escaped as in a dump. octavo trace pack converts the text to the same trace.%n"
    },
    footer = {"  octavo trace text orders.trace | less", "  octavo trace text a.trace > a.txt"})
final class TraceTextCommand extends Verb {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace.")
  Path trace;

  @Mixin PagerChoice pager;

  TraceTextCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Output out = new Output(streams, false);
    try (TraceFiles source = TraceFiles.open(trace)) {
      out.ascii(TraceText.HEADER + "\n");
      TraceEvent event = source.next();
      for (; event != null && out.isHeard(); event = source.next()) {
        TraceText.write(event, out);
        out.put('\n');
      }
      source.warnOfCut(streams);
      out.ascii(TraceText.END + "\n");
    } finally {
      out.flush();
    }
    return Failure.OK;
  }
}
