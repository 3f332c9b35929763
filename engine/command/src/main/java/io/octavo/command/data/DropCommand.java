package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo drop}: removes a map. */
@Command(
    name = "drop",
    header = "Remove a map and all its entries.",
    description = "Remove a map and all its entries in one durable transaction.%n",
    footer = {"  octavo drop orders.oct offsets"})
public final class DropCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  public DropCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    Stores.requireName(map);
    try (Store store = Stores.openToWrite(streams, file)) {
      store.write(
          transaction -> {
            if (!transaction.drop(map)) {
              throw Stores.noMap(file, map, transaction.names());
            }
          });
    }
    return Failure.OK;
  }
}
