package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.BytesTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Notation;
import io.octavo.command.text.ValueFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo put}: gives a key a value. */
@Command(
    name = "put",
    header = "Set the value of a key.",
    description = {
      "Set the value of a key in one durable transaction; store and map are created if missing.",
      "A new map holds byte strings if --utf8, --hex, --base64 or --file is given, otherwise"
          + " longs. Of a series, add an entry with the time KEY, behind those that it has.%n"
    },
    footer = {
      "  octavo put orders.oct offsets 42 4096",
      "  octavo put orders.oct users --utf8 ada/1 'Ada Lovelace'",
      "  octavo put orders.oct images logo --file logo.png",
      "  gzip -c notes.txt | octavo put orders.oct notes today --file -"
    })
public final class PutCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2",
      paramLabel = "KEY",
      description = "The key; put -- before a key that begins with a hyphen.")
  String key;

  @Parameters(
      index = "3",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "The value; or give --file.")
  @Nullable String value;

  @Option(
      names = "--file",
      paramLabel = "PATH",
      description = "Read the value from this file, up to 1 GiB; - for standard input.")
  @Nullable Path source;

  @Mixin Notation.Choice notation;

  public PutCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (value != null && source == null) {
      TextMap target = TextMaps.mapToWrite(file, map, notation.given(), notation.given());
      target.requireKeysToChoose();
      target.read(key, value);
      try (Store store = Stores.openToWrite(streams, file)) {
        store.write(target::put);
      }
    } else if (value == null && source != null) {
      putFile(source);
    } else {
      throw new Failure(Failure.USAGE, "give either VALUE or --file");
    }
    return Failure.OK;
  }

  private void putFile(Path path) throws IOException {
    Notation given = notation.given();
    Notation forNew = given == null ? Notation.UTF8 : given;
    TextMap found = TextMaps.mapToWrite(file, map, given, forNew);
    if (!(found instanceof BytesTextMap target)) {
      throw Failure.wrongType("--file", map, found.contents(), "bytes");
    }
    target.requireBytesAsValues();
    byte[] bytes = target.keyToPut(key);
    try (ValueFile content = ValueFile.of(path, streams.in());
        InputStream stream = content.open();
        Store store = Stores.openToWrite(streams, file)) {
      store.writeThrowing(
          transaction -> target.open(transaction).put(bytes, stream, content.length()));
    }
  }
}
