package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Keys;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo get}: looks keys up. */
@Command(
    name = "get",
    header = "Look up keys.",
    description = {
      "Print the value of a key; for several keys, print key, tab and value, one pair per"
          + " line. In a series, print all values of a time, one per line; if the series keeps"
          + " their units, times are read and printed in ISO 8601, and values with their"
          + " decimal places.",
      "The exit code is 4 if a key is not found.%n"
    },
    footer = {
      "  octavo get orders.oct offsets 42",
      "  octavo get orders.oct offsets 42 43 -7 --json",
      "  octavo get orders.oct users --hex 6164612f31",
      "  octavo get orders.oct images logo --raw > logo.png"
    })
public final class GetCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "KEY",
      description = "The keys; put -- before a key that begins with a hyphen.")
  String[] keys;

  @Mixin Notation.Choice notation;

  @Option(names = "--raw", description = "Write the bytes of one value unchanged.")
  boolean raw;

  @Option(names = "--json", description = "Print an array of objects; null for a missing key.")
  boolean json;

  @Mixin PagerChoice pager;

  public GetCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (raw && (json || keys.length > 1)) {
      throw new Failure(Failure.USAGE, "--raw: give one key, and no --json");
    }
    List<String> missing = new ArrayList<>();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      TextMap target = TextMaps.map(transaction, file, map, notation.given());
      // Look up all keys before anything is printed.
      List<TextCursor> cursors =
          Arrays.stream(keys).map(key -> target.cursor(transaction, Range.only(key))).toList();
      Output out = new Output(streams, json);
      String between = json ? "[" : "";
      for (int i = 0; i < keys.length; i++) {
        TextCursor cursor = cursors.get(i);
        boolean exists = cursor.next();
        if (!exists) {
          missing.add(keys[i]);
        }
        if (!exists && json) {
          out.ascii(between + "{\"key\":");
          between = ",";
          target.writeKey(keys[i], out);
          out.ascii(",\"value\":null}");
        }
        // A key of a series may have several values.
        for (boolean isMore = exists; isMore; isMore = cursor.next()) {
          out.ascii(between);
          between = json ? "," : "";
          print(cursor, out);
        }
      }
      out.ascii(json ? "]\n" : "");
      out.flush();
      Keys.requireFound(missing, keys.length, "keys", target.title());
    }
    return Failure.OK;
  }

  private byte[] raw(TextCursor cursor) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Output out =
        new Output(new Streams(streams.in(), stream, streams.err(), streams.screen()), false);
    cursor.writeRaw(out);
    out.flush();
    return bytes.toByteArray();
  }

  private void print(TextCursor cursor, Output out) {
    if (raw) {
      if (streams.screen().showsOutput() && !Text.isPlain(raw(cursor))) {
        streams.requireNoTerminal("the value", "redirect it, > FILE, or omit --raw");
      }
      cursor.writeRaw(out);
    } else if (json || keys.length > 1) {
      out.entry("{\"key\":", cursor, true);
    } else {
      cursor.writeValue(out);
      out.put('\n');
    }
  }
}
