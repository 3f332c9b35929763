package io.octavo.tool;

import io.octavo.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo put}: gives a key a value. */
@Command(
    name = "put",
    header = "Give a key a value.",
    description =
        "Give a key a value, durably; store and map are created where they are missing.%n",
    footer = "  octavo put orders.oct offsets 42 4096")
final class PutCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(index = "2", paramLabel = "KEY", description = "The key.")
  long key;

  @Parameters(index = "3", paramLabel = "VALUE", description = "Its value.")
  long value;

  PutCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireName(map);
    try (Store store = Stores.openToWrite(file)) {
      store.write(transaction -> transaction.longMap(map).put(key, value));
    }
    return Failure.OK;
  }
}
