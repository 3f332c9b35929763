package io.octavo.command.load;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Json;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.page.meta.CodecNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo dump}: writes maps as text. */
@Command(
    name = "dump",
    header = "Export maps as text.",
    description = {
      "Write the names, types and entries of maps as text, all as of one transaction. octavo load"
          + " --dump restores them.",
      "",
      "The first line is \"octavo dump 1\". A map begins with a line \"map longs NAME\", or \"map"
          + " bytes-utf8 NAME\" with the notation of its byte strings, and lines \"keys CODEC\" and"
          + " \"values CODEC\" if it has codecs; its entries follow in key order: key, tab and value, one"
          + " entry per line. The key of an item of a table of strings, of pairs or of stacks is its id,"
          + " that of an entry of a series its time. The last line is \"end\"; a dump without this line is truncated and is rejected.",
      "",
      "With --ndjson every line is a JSON object with the fields map, type (longs, bytes, postings,"
          + " strings, pairs, stacks or series), encoding (utf8, hex or base64, for bytes and"
          + " tables of strings), keys and values (codecs, if it has some), key and value. This format"
          + " omits empty maps and has no end mark, so truncation is not detected.",
      "",
      "Without MAP, collections of types that only a newer version of Octavo knows are left out and"
          + " named, and the exit code is 1.%n"
    },
    footer = {
      "  octavo dump orders.oct | gzip > orders.dump.gz",
      "  octavo dump orders.oct users --base64",
      "  octavo dump orders.oct users --ndjson | jq -r .key"
    })
public final class DumpCommand extends StoreVerb {
  private static final long THOUSAND = 1000;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "MAP",
      description = "The maps; default: all.")
  List<String> maps = List.of();

  @Option(names = "--ndjson", description = "Write one JSON object per line.")
  boolean ndjson;

  @Mixin Notation.Choice notation;

  @Mixin PagerChoice pager;
  @Mixin Progress.Choice progressChoice;

  public DumpCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Notation given = notation.given();
    Notation form = given == null ? Notation.UTF8 : given;
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      Set<String> names = new LinkedHashSet<>(maps.isEmpty() ? transaction.names() : maps);
      List<String> unknown = maps.isEmpty() ? removeUnknown(transaction, names) : List.of();
      // Find all maps before anything is printed.
      Collection<TextMap> found =
          names.stream()
              .map(name -> TextMaps.anyMap(transaction, file, name, form).inDump())
              .toList();
      Output out = new Output(streams, ndjson);
      out.ascii(ndjson ? "" : DumpSource.HEADER + "\n");
      write(transaction, found, out);
      out.ascii(ndjson ? "" : DumpSource.END + "\n");
      out.flush();
      if (!unknown.isEmpty()) {
        throw new Failure(
            Failure.PROBLEM,
            file
                + ": left out, because only a newer version of Octavo knows their types: "
                + String.join(", ", unknown));
      }
    }
    return Failure.OK;
  }

  /** Removes the names of collections that this version cannot read, and returns them. */
  private static List<String> removeUnknown(Transaction transaction, Set<String> names) {
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      try {
        transaction.type(name);
      } catch (IllegalArgumentException e) {
        unknown.add(name);
      }
    }
    names.removeAll(new HashSet<>(unknown));
    return unknown;
  }

  private void write(Transaction transaction, Collection<TextMap> found, Output out) {
    long total = found.stream().mapToLong(map -> map.size(transaction)).sum();
    // A progress bar among the lines would make them unreadable.
    Progress.Choice choice =
        streams.screen().showsOutput() ? Progress.Choice.never() : progressChoice;
    try (Progress progress = choice.start(streams, "writing", total, " k entries", THOUSAND)) {
      long entries = 0;
      for (TextMap map : found) {
        String head = head(map, out);
        TextCursor cursor = map.cursor(transaction, Range.ALL);
        while (out.isHeard() && cursor.next()) {
          out.entry(head, cursor, true);
          out.ascii(ndjson ? "\n" : "");
          progress.to(++entries);
        }
      }
    }
  }

  /** Writes the head lines of a map. For JSON, returns the beginning of its lines. */
  private String head(TextMap map, Output out) {
    if (ndjson) {
      return "{\"map\":" + Json.of(map.name()) + "," + map.jsonForm() + ",\"key\":";
    }
    line(DumpSource.MAP + map.form() + " ", map.name(), out);
    if (!map.codecs().equals(CodecNames.NONE)) {
      line(DumpSource.KEYS, map.codecs().key(), out);
      line(DumpSource.VALUES, map.codecs().value(), out);
    }
    out.ascii(map.head());
    return "";
  }

  private static void line(String head, String name, Output out) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    out.ascii(head);
    Notation.UTF8.write(bytes, bytes.length, out);
    out.put('\n');
  }
}
