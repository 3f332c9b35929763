package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Keys;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Range;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code octavo del}: removes keys. */
@Command(
    name = "del",
    header = "Remove keys.",
    description = {
      "Remove keys from a map in one durable transaction: the given keys, or a range. For"
          + " a range, print how many keys were removed. In a series, remove all entries of a"
          + " time.",
      "The exit code is 4 if a key was not found; the other keys are removed.%n"
    },
    footer = {
      "  octavo del orders.oct offsets 42",
      "  octavo del orders.oct offsets 42 43 -7",
      "  octavo del orders.oct offsets --from 1000 --to 1999",
      "  octavo del orders.oct users --prefix ada/",
      "  octavo del orders.oct users --hex 6164612f31"
    })
public final class DelCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "KEY",
      description = "The keys, or give a range; put -- before a key that begins with a hyphen.")
  String[] keys = {};

  @Mixin Range.Choice range;

  @Mixin Notation.Choice notation;

  public DelCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (range.isGiven() == (keys.length > 0)) {
      throw new Failure(Failure.USAGE, "give either keys, or a range by --from, --to or --prefix");
    }
    List<String> missing = new ArrayList<>();
    long[] removed = new long[1];
    String[] title = new String[1];
    Stores.requireFile(file);
    try (Store store = Stores.openToWrite(streams, file)) {
      store.write(
          transaction -> {
            TextMap target =
                TextMaps.writable(TextMaps.map(transaction, file, map, notation.given()));
            title[0] = target.title();
            if (range.isGiven()) {
              removed[0] = target.removeRange(transaction, range.given());
            }
            for (String key : keys) {
              if (!target.remove(transaction, key)) {
                missing.add(key);
              }
            }
          });
    }
    if (range.isGiven()) {
      streams.line("%d", removed[0]);
    }
    Keys.requireFound(missing, keys.length, "keys", title[0]);
    return Failure.OK;
  }
}
