package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Json;
import io.octavo.command.text.Output;
import io.octavo.command.text.Places;
import io.octavo.command.text.Times;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
      "Divide a range of times into parts, and print the first and last time, count, sum, least,"
          + " greatest and mean of each part, separated by tabs, after a header line. By default the"
          + " range begins with the first time of the series and ends with the last. --count divides"
          + " it into parts of equal length, as far as possible. --step makes parts of this length,"
          + " which begin at its multiples since 1970; the range is extended to whole parts.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series windows metrics.oct latency --count 24",
      "  octavo series windows metrics.oct latency --from -1d --step 1h",
      "  octavo series windows metrics.oct latency --from 0 --to 999 --count 10 --json",
      "  octavo series windows metrics.oct load --from 2026-01-31T00:00:00Z"
    })
final class SeriesWindowsCommand extends SeriesVerb {
  @Option(names = "--from", paramLabel = "TIME", description = "The first time, inclusive.")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "The last time, inclusive.")
  @Nullable String to;

  @Option(names = "--count", paramLabel = "N", description = "The number of parts; default: 10.")
  @Nullable Integer count;

  @Option(
      names = "--step",
      paramLabel = "LENGTH",
      description =
          "The length of a part, such as 15m, 1h or 1d, or a number of the unit of times.")
  @Nullable String step;

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
    if (count != null && step != null) {
      throw new Failure(Failure.USAGE, "give only one of --count and --step");
    }
    if (count != null && count < 1) {
      throw new Failure(Failure.USAGE, "--count=" + count + " is less than 1");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      Series series = series(transaction);
      long givenFirst = from == null ? 0 : time("--from", from, series);
      long givenLast = to == null ? 0 : time("--to", to, series);
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
      if (step == null) {
        write(series, first, last, count == null ? 10 : count);
      } else {
        writeSteps(series, first, last, step);
      }
    }
    return Failure.OK;
  }

  private void writeSteps(Series series, long first, long last, String text) {
    long length = length(text);
    long begin;
    int parts;
    try {
      long index = Math.floorDiv(first, length);
      begin = Math.multiplyExact(index, length);
      parts = Math.toIntExact(Math.subtractExact(Math.floorDiv(last, length), index) + 1);
      last = Math.addExact(begin, Math.multiplyExact(parts, length) - 1);
    } catch (ArithmeticException e) {
      throw new Failure(
          Failure.USAGE,
          "--step="
              + text
              + ": too many parts from "
              + form().text(first)
              + " to "
              + form().text(last)
              + "; give a longer step, or a shorter range",
          e);
    }
    write(series, begin, last, parts);
  }

  /** Returns the length of a part in the unit of the times. */
  private long length(String text) {
    Duration length = Times.length(text);
    if (length == null) {
      long units = Decimal.number("--step=" + text + " is not a length such as 15m, and", text);
      if (units < 1) {
        throw new Failure(Failure.USAGE, "--step=" + text + " is less than 1");
      }
      return units;
    }
    TimeUnit unit = unit("--step", text);
    long units = unit.convert(length);
    if (units < 1 || !Duration.of(units, unit.toChronoUnit()).equals(length)) {
      throw new Failure(
          Failure.USAGE,
          "--step=" + text + " is not a multiple of the unit of the times, " + form());
    }
    return units;
  }

  private void write(Series series, long first, long last, int parts) {
    Output out = new Output(streams, json);
    out.ascii(json ? "[" : "from\tto\tcount\tsum\tleast\tgreatest\tmean\n");
    series.windows(
        first,
        last,
        parts,
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
