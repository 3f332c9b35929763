package io.octavo.command.series;

import io.octavo.CollectionType;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb about some series of a store, or about all of them. */
abstract class SomeSeriesVerb extends StoreVerb {
  @Parameters(
      index = "1..*",
      paramLabel = "NAME",
      description = "Series, or NAME for all series NAME/...; default: all of the store.")
  List<String> names = new ArrayList<>();

  @Mixin TimeForm.Choice times;

  @Mixin Places.Choice places;

  SomeSeriesVerb(Streams streams) {
    super(streams);
  }

  /** Returns the series that are named, in this order. */
  final List<String> chosen(Transaction transaction) {
    List<String> all = new ArrayList<>();
    for (String name : transaction.names()) {
      if (transaction.type(name) == CollectionType.SERIES) {
        all.add(name);
      }
    }
    if (names.isEmpty() && all.isEmpty()) {
      throw new Failure(
          Failure.PROBLEM, file + ": the store has no series; octavo series import makes one");
    }
    List<String> chosen = new ArrayList<>();
    for (String name : names.isEmpty() ? all : names) {
      List<String> below = all.stream().filter(one -> one.startsWith(name + "/")).toList();
      if (below.isEmpty() || transaction.exists(name)) {
        SeriesVerb.requireSeries(TextMaps.map(transaction, file, name, null));
        chosen.add(name);
      }
      if (!names.isEmpty()) {
        chosen.addAll(below);
      }
    }
    return chosen.stream().distinct().toList();
  }
}
