package io.octavo.tool;

import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo get}: looks keys up. */
@Command(
    name = "get",
    header = "Look keys up.",
    description = {
      "Print the value of a key, or of several keys a line of key, tab and value each.",
      "The exit code is 1 where a key is not there.%n"
    },
    footer = {
      "  octavo get orders.oct offsets 42",
      "  octavo get orders.oct offsets 42 43 -7 --json"
    })
final class GetCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(index = "2..*", arity = "1..*", paramLabel = "KEY", description = "The keys.")
  long[] keys;

  @Option(names = "--json", description = "Print an array of objects; value is null for no value.")
  boolean json;

  GetCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    List<Long> missing = new ArrayList<>();
    List<Map<String, @Nullable Object>> found = new ArrayList<>();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      LongMap target = Stores.map(transaction, file, map);
      for (long key : keys) {
        long value = target.get(key, 0);
        boolean exists = value != 0 || target.contains(key);
        if (!exists) {
          missing.add(key);
        }
        if (json) {
          found.add(Json.object("key", key, "value", exists ? value : null));
        } else if (exists) {
          streams.line(keys.length == 1 ? "%2$d" : "%d\t%d", key, value);
        }
      }
    }
    if (json) {
      streams.line("%s", Json.of(found));
    }
    Keys.requireFound(missing, keys.length, map);
    return Failure.OK;
  }
}
