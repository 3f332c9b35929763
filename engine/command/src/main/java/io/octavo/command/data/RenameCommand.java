package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo rename}: gives a map another name. */
@Command(
    name = "rename",
    header = "Rename a map.",
    description =
        "Rename a map in one durable transaction. The new name must not belong to another map.%n",
    footer = {"  octavo rename orders.oct offsets old-offsets"})
public final class RenameCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "OLD", description = "The map.")
  String map;

  @Parameters(index = "2", paramLabel = "NEW", description = "Its new name.")
  String name;

  public RenameCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    Stores.requireName(map);
    Stores.requireName(name);
    try (Store store = Stores.openToWrite(streams, file)) {
      store.write(
          transaction -> {
            if (!transaction.exists(map)) {
              throw Stores.noMap(file, map, transaction.names());
            }
            if (!name.equals(map) && transaction.exists(name)) {
              throw new Failure(
                  Failure.PROBLEM,
                  file + ": there is a map named " + name + "; drop it, or give another name");
            }
            transaction.rename(map, name);
          });
    }
    return Failure.OK;
  }
}
