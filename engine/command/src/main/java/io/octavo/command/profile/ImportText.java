package io.octavo.command.profile;

import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.profile.Labels;
import io.octavo.profile.imports.ImportReport;
import java.util.Objects;

/** Prints what was added to a profile. */
final class ImportText {
  private ImportText() {}

  /** Returns a weight of a series in its unit. */
  static String weight(Labels labels, long weight) {
    String unit = Objects.requireNonNullElse(labels.get(Labels.UNIT), "");
    return (Text.count(weight) + " " + unit).stripTrailing();
  }

  /** Prints the series that got samples, and what was skipped. */
  static void print(Streams streams, ImportReport report) {
    report
        .weights()
        .forEach(
            (labels, weight) -> {
              streams.line("series   %s: %s", ProfileRange.text(labels), weight(labels, weight));
            });
    if (report.first().isPresent() && report.last().isPresent()) {
      streams.line("time     %s to %s", report.first().get(), report.last().get());
    }
    if (report.truncated() > 0) {
      streams.line(
          "truncated  %s, by the profiler; the outermost frame is [truncated]",
          Text.count(report.truncated(), "stack", "stacks"));
    }
    report
        .skipped()
        .forEach(
            (reason, count) ->
                streams.line("skipped  %s %s", Text.count(count), Text.printable(reason)));
  }
}
