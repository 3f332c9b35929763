package io.octavo.tool;

import io.octavo.LongMap;
import io.octavo.Store;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo del}: removes keys. */
@Command(
    name = "del",
    header = "Remove keys.",
    description = {
      "Remove keys from a map, durably and in one transaction.",
      "The exit code is 1 where a key was not there; the others are removed all the same.%n"
    },
    footer = {"  octavo del orders.oct offsets 42", "  octavo del orders.oct offsets 42 43 -7"})
final class DelCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(index = "2..*", arity = "1..*", paramLabel = "KEY", description = "The keys.")
  long[] keys;

  DelCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    List<Long> missing = new ArrayList<>();
    Stores.requireFile(file);
    try (Store store = Stores.openToWrite(file)) {
      store.write(
          transaction -> {
            LongMap target = Stores.map(transaction, file, map);
            for (long key : keys) {
              if (!target.remove(key)) {
                missing.add(key);
              }
            }
          });
    }
    Keys.requireFound(missing, keys.length, map);
    return Failure.OK;
  }
}
