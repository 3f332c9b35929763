package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.series.Series;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code octavo series trim}: removes the oldest entries of a series. */
@Command(
    name = "trim",
    header = "Remove the entries before a time.",
    description = {
      "Remove the entries of a series before a time in one durable transaction, and print the"
          + " number of entries removed. Leaf pages between the first and the last of these entries"
          + " are freed without being read.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series trim metrics.oct latency --before 1700000000",
      "  octavo series trim metrics.oct latency --before 2026-01-01T00:00:00Z",
      "  octavo series trim metrics.oct latency --before -30d"
    })
final class SeriesTrimCommand extends SeriesVerb {
  @Option(
      names = "--before",
      required = true,
      paramLabel = "TIME",
      description = "The first time that stays.")
  String before = "";

  SeriesTrimCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    long[] removed = new long[1];
    try (Store store = Stores.openToWrite(streams, file)) {
      store.write(
          transaction -> {
            Series series = series(transaction);
            long first = time("--before", before, series);
            removed[0] =
                first == Long.MIN_VALUE ? 0 : series.removeRange(Long.MIN_VALUE, first - 1);
          });
    }
    streams.line("%d", removed[0]);
    return Failure.OK;
  }
}
