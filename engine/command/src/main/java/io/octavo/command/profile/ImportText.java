package io.octavo.command.profile;

import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.profile.Labels;
import io.octavo.profile.imports.ImportReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Prints what was added to a profile. */
final class ImportText {
  private ImportText() {}

  /** Returns a weight of a series in its unit. */
  static String weight(Labels labels, long weight) {
    String unit = Objects.requireNonNullElse(labels.get(Labels.UNIT), "");
    return (Text.count(weight) + " " + unit).stripTrailing();
  }

  /**
   * Prints the series that got samples, and what was skipped.
   *
   * @param isVerbose whether to print each kind of skipped events
   */
  static void print(Streams streams, ImportReport report, boolean isVerbose) {
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
    Map<String, Long> skipped = new TreeMap<>(report.skipped());
    // A recording has dozens of kinds of events that are no samples.
    List<String> events = skipped.keySet().stream().filter(it -> it.startsWith("events ")).toList();
    if (events.size() > 1 && !isVerbose) {
      long count = events.stream().mapToLong(skipped::remove).sum();
      skipped.put("events of " + events.size() + " kinds; --verbose lists them", count);
    }
    skipped.forEach(
        (reason, count) ->
            streams.line("skipped  %s %s", Text.count(count), Text.printable(reason)));
  }
}
