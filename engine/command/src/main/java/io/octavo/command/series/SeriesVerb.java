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
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
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

  /** Refuses a map that is no series. */
  static SeriesTextMap requireSeries(TextMap found) {
    if (found instanceof SeriesTextMap series) {
      return series;
    }
    throw Failure.wrongType("series", found.name(), found.contents(), MapForm.SERIES.text());
  }
}
