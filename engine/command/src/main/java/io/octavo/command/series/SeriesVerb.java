package io.octavo.command.series;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.TimeForm;
import io.octavo.command.text.Times;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb about one series. */
abstract class SeriesVerb extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The series.")
  String map;

  @Mixin TimeForm.Choice times;

  private SeriesUnits units = SeriesUnits.NONE;

  SeriesVerb(Streams streams) {
    super(streams);
  }

  /** Opens the series, which must exist, and finds what its times are unless that was given. */
  final Series series(Transaction transaction) {
    SeriesTextMap series = requireSeries(TextMaps.map(transaction, file, map, null));
    units = series.units();
    return transaction.series(map);
  }

  /** Returns what the series keeps, once it is open. */
  final SeriesUnits units() {
    return units;
  }

  /** Returns the form of the times: what was given, else what the series keeps. */
  final TimeForm form() {
    return times.form == null ? TimeForm.of(units.time()) : times.form;
  }

  /** Reads a time, which may be relative to that of the last entry, such as -1d. */
  final long time(String option, String text, Series series) {
    Duration ago = Times.ago(text);
    if (ago == null) {
      return form().read(option + "=" + text, text);
    }
    TimeUnit unit = unit(option, text);
    if (series.size() == 0) {
      throw new Failure(
          Failure.PROBLEM,
          option + "=" + text + ": series " + map + " has no entries, so no last time");
    }
    long last = series.timeAt(series.size() - 1);
    long time = last - unit.convert(ago);
    return time > last ? Long.MIN_VALUE : time;
  }

  /** Returns what the times count, which an option needs to know. */
  final TimeUnit unit(String option, String text) {
    TimeUnit unit = form().unit();
    if (unit == null) {
      throw new Failure(
          Failure.USAGE,
          option + "=" + text + ": series " + map + " has no time unit; give --time");
    }
    return unit;
  }

  /** Refuses a map that is no series. */
  static SeriesTextMap requireSeries(TextMap found) {
    if (found instanceof SeriesTextMap series) {
      return series;
    }
    throw Failure.wrongType("series", found.name(), found.contents(), MapForm.SERIES.text());
  }
}
