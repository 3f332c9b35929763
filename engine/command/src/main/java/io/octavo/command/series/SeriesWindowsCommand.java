package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.text.Json;
import io.octavo.command.text.Output;
import io.octavo.command.text.Places;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo series windows}: sums the parts of a range of a series up. */
@Command(
    name = "windows",
    header = "Sum up each of the parts of a range of times.",
    description = {
      "Divide a range of times into parts of equal length, as far as possible, and print the first"
          + " and last time, count, sum, least, greatest and mean of each part, separated by tabs,"
          + " after a header line. By default the range begins with the first time of the series"
          + " and ends with the last.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series windows metrics.oct latency --count 24",
      "  octavo series windows metrics.oct latency --from 0 --to 999 --count 10 --json",
      "  octavo series windows metrics.oct load --from 2026-01-31T00:00:00Z"
    })
final class SeriesWindowsCommand extends SeriesVerb {
  @Option(names = "--from", paramLabel = "TIME", description = "The first time, inclusive.")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "The last time, inclusive.")
  @Nullable String to;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "The number of parts; default: ${DEFAULT-VALUE}.")
  int count = 10;

  @Mixin Places.Choice choice;

  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  @Mixin PagerChoice pager;

  SeriesWindowsCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    choice.require();
    if (count < 1) {
      throw new Failure(Failure.USAGE, "--count=" + count + " is less than 1");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      Series series = series(transaction);
      long givenFirst = form().bound("--from", from, 0);
      long givenLast = form().bound("--to", to, 0);
      boolean isEmpty = series.size() == 0;
      if (isEmpty && (from == null || to == null)) {
        throw new Failure(
            Failure.PROBLEM, "series " + map + " has no entries; give both --from and --to");
      }
      long first = from == null ? series.timeAt(0) : givenFirst;
      long last = to == null ? series.timeAt(series.size() - 1) : givenLast;
      if (last < first) {
        throw new Failure(
            Failure.USAGE,
            "the range ends at " + form().text(last) + ", before " + form().text(first));
      }
      write(series, first, last);
    }
    return Failure.OK;
  }

  private void write(Series series, long first, long last) {
    Output out = new Output(streams, json);
    out.ascii(json ? "[" : "from\tto\tcount\tsum\tleast\tgreatest\tmean\n");
    series.windows(
        first,
        last,
        count,
        (index, begin, end, summary) -> {
          Map<String, @Nullable Object> row = row(begin, end, summary);
          if (!out.isHeard()) {
            return;
          }
          if (json) {
            out.text((index == 0 ? "" : ",\n") + Json.of(row));
          } else {
            out.text(row.values().stream().map(Places::text).collect(Collectors.joining("\t")));
            out.put('\n');
          }
        });
    out.ascii(json ? "]\n" : "");
    out.flush();
  }

  private Map<String, @Nullable Object> row(long begin, long end, Summary summary) {
    Map<String, @Nullable Object> row =
        Json.object("from", form().json(begin), "to", form().json(end));
    row.putAll(choice.of(units()).figures(summary));
    return row;
  }
}
