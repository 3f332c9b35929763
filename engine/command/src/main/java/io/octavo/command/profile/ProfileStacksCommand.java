package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.StackTextMap;
import io.octavo.command.collection.StringTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Json;
import io.octavo.command.text.Output;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.page.ByteText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo profile stacks}: prints the tree of a table of stacks. */
@Command(
    name = "stacks",
    header = "Show a table of stacks as a tree.",
    description = {
      "Print a node of a table of stacks and the nodes below it, or all nodes: id, frame, the number"
          + " of its children and, if these have children too, of all nodes below it. Callers come"
          + " before what they call; nodes of one caller are in the order of their ids.%n"
    },
    footer = {
      "  octavo profile stacks profile.oct stacks",
      "  octavo profile stacks profile.oct stacks 17 --depth 10 --symbols functions",
      "  octavo profile stacks profile.oct stacks --json | jq '.[] | select(.children > 9)'"
    })
final class ProfileStacksCommand extends StoreVerb {
  private static final int BLOCK = 1 << 12;
  private static final int INDENT = 2;

  @Parameters(index = "1", paramLabel = "MAP", description = "The table of stacks.")
  String map;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "NODE",
      description = "The id of a node; default: all outermost frames.")
  @Nullable Integer top;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "Show N levels; default: ${DEFAULT-VALUE}.")
  int depth = 8;

  @Option(
      names = "--symbols",
      paramLabel = "DICT",
      description = "Show the strings of this table of strings whose ids are the frames.")
  @Nullable String symbols;

  @Option(names = "--json", description = "Print an array of nodes.")
  boolean json;

  @Mixin PagerChoice pager;

  private int[] parents = {};
  private int[] frames = {};
  private int[] children = {};
  private int[] below = {};
  private @Nullable StringTable names;
  private String between = "";

  ProfileStacksCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (depth < 1) {
      throw new Failure(Failure.USAGE, "--depth=" + depth + " is less than 1");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      TextMap found = TextMaps.map(transaction, file, map, null);
      if (!(found instanceof StackTextMap)) {
        throw Failure.wrongType("stacks", map, found.contents(), MapForm.STACKS.text());
      }
      if (symbols != null) {
        names = table(transaction, symbols);
      }
      read(transaction.stacks(map));
      if (top != null && (top < 0 || top >= parents.length)) {
        throw new Failure(
            Failure.NO_KEY,
            "not in " + found.title() + ": " + top + "; its ids are below " + parents.length);
      }
      print();
    }
    return Failure.OK;
  }

  private StringTable table(Transaction transaction, String name) {
    TextMap found = TextMaps.map(transaction, file, name, null);
    if (!(found instanceof StringTextMap)) {
      throw Failure.wrongType("--symbols", name, found.contents(), MapForm.STRINGS.text());
    }
    return transaction.strings(name);
  }

  private void read(StackTable table) {
    int size = table.size();
    parents = new int[size];
    frames = new int[size];
    int[] someParents = new int[BLOCK];
    int[] someFrames = new int[BLOCK];
    for (int from = 0; from < size; ) {
      int count = table.read(from, someParents, someFrames);
      System.arraycopy(someParents, 0, parents, from, count);
      System.arraycopy(someFrames, 0, frames, from, count);
      from += count;
      streams.requireGoingOn();
    }
    children = new int[size];
    below = new int[size];
    // A parent has a lower id, so the nodes below a node are counted before it is.
    for (int id = size - 1; id >= 0; id--) {
      if (parents[id] >= 0) {
        children[parents[id]]++;
        below[parents[id]] += below[id] + 1;
      }
    }
  }

  /** Walks the tree without recursion: stacks may be deep. */
  private void print() {
    int size = parents.length;
    int[] firstChild = new int[size];
    int[] sibling = new int[size];
    Arrays.fill(firstChild, StackTable.NONE);
    int firstRoot = StackTable.NONE;
    for (int id = size - 1; id >= 0; id--) {
      int parent = parents[id];
      sibling[id] = parent < 0 ? firstRoot : firstChild[parent];
      if (parent < 0) {
        firstRoot = id;
      } else {
        firstChild[parent] = id;
      }
    }
    Output out = new Output(streams, json);
    out.ascii(json ? "[" : "");
    int end = top == null ? StackTable.NONE : top;
    int at = top == null ? firstRoot : top;
    for (int level = 0; at != StackTable.NONE && out.isHeard(); ) {
      node(at, level, out);
      if (firstChild[at] >= 0 && level + 1 < depth) {
        at = firstChild[at];
        level++;
        continue;
      }
      while (at != end && at != StackTable.NONE && sibling[at] == StackTable.NONE) {
        at = parents[at];
        level--;
      }
      at = at == end || at == StackTable.NONE ? StackTable.NONE : sibling[at];
    }
    out.ascii(json ? "]\n" : "");
    out.flush();
  }

  private void node(int id, int level, Output out) {
    String name = name(frames[id]);
    if (json) {
      out.ascii(between);
      out.text(
          Json.of(
              Json.object(
                  "node", id,
                  "parent", parents[id],
                  "frame", frames[id],
                  "name", name,
                  "level", level,
                  "children", children[id],
                  "below", below[id])));
      between = ",\n";
      return;
    }
    StringBuilder line = new StringBuilder(" ".repeat(INDENT * level));
    line.append(id).append("  frame ").append(Text.count(frames[id]));
    line.append(name == null ? "" : " " + name);
    if (children[id] > 0) {
      line.append("  ").append(Text.count(children[id], "child", "children"));
      line.append(
          below[id] > children[id] ? ", " + Text.count(below[id], "node", "nodes") + " below" : "");
    }
    out.text(streams.cut(line.toString()));
    out.put('\n');
  }

  /** Returns the name of a frame, null if it has none. */
  private @Nullable String name(int frame) {
    StringTable table = names;
    return table == null || frame >= table.size() ? null : ByteText.of(table.get(frame));
  }
}
