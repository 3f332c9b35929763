package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Json;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Range;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo count}: counts keys. */
@Command(
    name = "count",
    header = "Count the keys of a map.",
    description =
        "Print the number of keys of a map, or of entries of a series. --from, --to and"
            + " --prefix select a range. Values are not read.%n",
    footer = {
      "  octavo count orders.oct offsets",
      "  octavo count orders.oct offsets --from 1000 --to 1999",
      "  octavo count orders.oct users --prefix ada/"
    })
public final class CountCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Mixin Range.Choice range;

  @Mixin Notation.Choice notation;

  @Option(names = "--json", description = "Print an object.")
  boolean json;

  public CountCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Range asked = range.given();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      TextMap target = TextMaps.map(transaction, file, map, notation.given());
      long count = target.count(transaction, asked);
      streams.line(
          "%s", json ? Json.of(Json.object("map", map, "count", count)) : String.valueOf(count));
    }
    return Failure.OK;
  }
}
