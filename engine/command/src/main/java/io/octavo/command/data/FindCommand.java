package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.ItemTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Keys;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo find}: looks ids up. */
@Command(
    name = "find",
    header = "Look up the ids of values.",
    description = {
      "Print the id of a value in a table of strings, a table of pairs or a table of stacks; for several"
          + " values, print id, tab and value, one pair per line. A value of a table of stacks is"
          + " the id of a parent, -1 for none, a comma and a frame; all nodes after the parent are"
          + " read to find it.",
      "",
      "With --lines, print the id of each line of INPUT in a table of strings, one id per"
          + " line, -1 for a line that is not in the table. A line is any bytes, up to 4,000,"
          + " without the end of the line. With --add, such a line is added and gets the next"
          + " id, 0 in a new table; store and table are created if missing. Ids are printed"
          + " when they are committed: at the end of the input, or after every N lines. If a"
          + " line is too long, the disk is full or the system crashes, lines that were not"
          + " committed are not added.",
      "",
      "The exit code is 4 if a value or a line is not found.%n"
    },
    footer = {
      "  octavo find log.oct hosts example.org",
      "  octavo find log.oct frames 4294967301 12884901893 --json",
      "  octavo find log.oct stacks -- -1,17 0,18",
      "  cut -d' ' -f1 access.log | octavo find log.oct hosts --lines - --add > hosts.ids",
      "  octavo find words.oct words --lines words.txt --add --commit-every 1000000 > words.ids"
    })
public final class FindCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "VALUE",
      description = "The values; put -- before a value that begins with a hyphen.")
  String[] values = {};

  @Mixin Notation.Choice notation;

  @Mixin LineIds lines;

  @Option(names = "--json", description = "Print an array of objects; null for a missing value.")
  boolean json;

  public FindCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (lines.areAsked()) {
      if (values.length > 0 || json || notation.given() != null) {
        throw new Failure(Failure.USAGE, "--lines: omit values, notation and --json");
      }
      lines.print(streams, file, map);
    } else if (values.length == 0) {
      throw new Failure(Failure.USAGE, "give either values, or --lines");
    } else {
      lines.requireNoOptions();
      findValues();
    }
    return Failure.OK;
  }

  private void findValues() {
    List<String> missing = new ArrayList<>();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      TextMap found = TextMaps.map(transaction, file, map, notation.given());
      if (!(found instanceof ItemTextMap items)) {
        throw Failure.wrongType("find", map, found.contents(), "strings, pairs or stacks");
      }
      // All values are read before anything is printed.
      for (String value : values) {
        items.readItem("'" + value + "'", value);
      }
      Output out = new Output(streams, json);
      String between = json ? "[" : "";
      for (String value : values) {
        items.readItem("'" + value + "'", value);
        int id = items.find(transaction);
        if (id < 0) {
          missing.add(value);
        }
        out.ascii(between);
        between = json ? "," : "";
        print(items, id, out);
      }
      out.ascii(json ? "]\n" : "");
      out.flush();
      Keys.requireFound(missing, values.length, "values", items.title());
    }
  }

  private void print(ItemTextMap items, int id, Output out) {
    if (json) {
      out.ascii("{\"key\":" + (id < 0 ? "null" : id) + ",\"value\":");
      items.writeItem(out);
      out.put('}');
    } else if (id >= 0) {
      out.ascii(Integer.toString(id));
      if (values.length > 1) {
        out.put('\t');
        items.writeItem(out);
      }
      out.put('\n');
    }
  }
}
