package io.octavo.tool;

import io.octavo.Series;
import io.octavo.Transaction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb about one series. */
abstract class SeriesVerb extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The series.")
  String map;

  @Mixin TimeForm.Choice times;

  SeriesVerb(Streams streams) {
    super(streams);
  }

  /** Opens the series, which must exist. */
  final Series series(Transaction transaction) {
    requireSeries(Stores.map(transaction, file, map, null));
    return transaction.series(map);
  }

  /** Refuses a map that is no series. */
  final SeriesTextMap requireSeries(TextMap found) {
    if (found instanceof SeriesTextMap series) {
      return series;
    }
    throw Failure.wrongType("series", map, found.contents(), MapForm.SERIES.text());
  }
}
