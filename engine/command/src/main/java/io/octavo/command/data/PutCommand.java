package io.octavo.command.data;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.BytesTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.CodecChoice;
import io.octavo.command.text.Notation;
import io.octavo.command.text.ValueFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
      "A new map has the codecs of --keys and --values if they are given. A program opens"
          + " it by the same codecs of io.octavo.codec.Codecs; octavo maps prints the codecs of"
          + " existing maps. Otherwise it holds byte strings without codecs if --utf8, --raw,"
          + " --hex, --base64 or --file is given, else longs.",
      "In a series, add an entry with the time KEY, after the entries of the same time.%n"
    },
    footer = {
      "  octavo put orders.oct offsets 42 4096",
      "  octavo put orders.oct ages --keys STRING --values INT ada 36",
      "  octavo put orders.oct people --keys STRING --values 'RECORD(name:STRING,born:INSTANT)' \\",
      "    ada '{\"name\":\"Ada\",\"born\":\"1815-12-10T00:00:00Z\"}'",
      "  octavo put orders.oct users --utf8 ada/1 'Ada Lovelace'",
      "  octavo put orders.oct paths --raw home 'C:\\new\\table'",
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

  @Option(
      names = "--raw",
      description = "Key and value are text without escapes: a backslash is a backslash.")
  boolean raw;

  @Mixin CodecChoice codecs;

  @Mixin Notation.Choice notation;

  public PutCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    Notation given = notation.given(raw);
    if (value != null && source == null) {
      TextMap target = TextMaps.mapToWrite(file, map, given, given, codecs.given());
      target.requireKeysToChoose();
      if (raw) {
        target.readRaw(
            key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
      } else {
        target.read(key, value);
      }
      Stores.write(streams, file, store -> store.write(target::put));
    } else if (value == null && source != null) {
      putFile(source, given);
    } else {
      throw new Failure(Failure.USAGE, "give either VALUE or --file");
    }
    return Failure.OK;
  }

  private void putFile(Path path, @Nullable Notation given) throws IOException {
    Notation forNew = given == null ? Notation.UTF8 : given;
    TextMap found = TextMaps.mapToWrite(file, map, given, forNew, codecs.given());
    if (!(found instanceof BytesTextMap target)) {
      throw Failure.wrongType("--file", map, found.contents(), "bytes");
    }
    target.requireBytesAsValues();
    byte[] bytes = target.keyToPut(key, raw);
    try (ValueFile content = ValueFile.of(path, streams.in());
        InputStream stream = content.open()) {
      Stores.write(
          streams,
          file,
          store ->
              store.writeThrowing(
                  transaction -> target.open(transaction).put(bytes, stream, content.length())));
    }
  }
}
