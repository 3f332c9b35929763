package io.octavo.tool;

import io.octavo.Store;
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
      "Remove keys from a map in one durable transaction.",
      "The exit code is 4 if a key was not found; the other keys are removed.%n"
    },
    footer = {
      "  octavo del orders.oct offsets 42",
      "  octavo del orders.oct offsets 42 43 -7",
      "  octavo del orders.oct users --hex 6164612f31"
    })
final class DelCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "KEY",
      description = "The keys; put -- before a key that begins with a hyphen.")
  String[] keys;

  @Mixin Notation.Choice notation;

  DelCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    List<String> missing = new ArrayList<>();
    Stores.requireFile(file);
    try (Store store = Stores.openToWrite(streams, file)) {
      store.write(
          transaction -> {
            TextMap target = Stores.map(transaction, file, map, notation.given());
            for (String key : keys) {
              if (!target.remove(transaction, key)) {
                missing.add(key);
              }
            }
          });
    }
    Keys.requireFound(missing, keys.length, map);
    return Failure.OK;
  }
}
