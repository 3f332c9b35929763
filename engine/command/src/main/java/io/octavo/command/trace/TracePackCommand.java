package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.trace.TraceOutput;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo trace pack}: makes a trace from text. */
@Command(
    name = "pack",
    header = "Convert text to a trace.",
    description = {
      "Convert the output of octavo trace text, or text written by hand, to a trace. gzip is"
          + " recognised. If a line is malformed, no trace is written.%n"
    },
    footer = {"  octavo trace pack a.txt a.trace", "  octavo trace pack - a.trace < a.txt"})
final class TracePackCommand extends Verb {
  @Parameters(index = "0", paramLabel = "TEXT", description = "The text; - for standard input.")
  String text;

  @Parameters(index = "1", paramLabel = "TRACE", description = "The trace, a new file.")
  Path trace;

  private long events;

  TracePackCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Target.requireNew(trace);
    try (Input input = Input.open(text.equals("-") ? null : Path.of(text), streams.in(), true)) {
      LineReader lines = new LineReader(input);
      TraceFiles.write(trace, out -> pack(lines, out));
    }
    streams.line(
        "packed   %s into %s bytes",
        Text.count(events, "event", "events"), Text.count(Stores.length(trace)));
    return Failure.OK;
  }

  private void pack(LineReader lines, TraceOutput out) throws IOException {
    try {
      if (!lines.next() || !lines.text().equals(TraceText.HEADER)) {
        throw new IllegalArgumentException(
            "not the text of a trace: the first line is not \"" + TraceText.HEADER + "\"");
      }
      // A line without a line end may be cut off.
      while (lines.next() && lines.isEnded()) {
        if (lines.text().equals(TraceText.END)) {
          if (lines.next()) {
            throw new IllegalArgumentException("unexpected text after the end of the trace");
          }
          return;
        }
        out.write(TraceText.read(lines.text()));
        events++;
      }
    } catch (IllegalArgumentException e) {
      throw lines.malformed(String.valueOf(e.getMessage()));
    }
    throw lines.failed("the text is truncated: the last line is not \"" + TraceText.END + "\"");
  }
}
