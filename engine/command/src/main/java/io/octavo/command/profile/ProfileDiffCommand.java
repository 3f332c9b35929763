package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.ProfileStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile diff}: compares two ranges. */
@Command(
    name = "diff",
    header = "Compare two ranges.",
    description = {
      "Compare a range with another, the base: list the symbols and the stacks whose self"
          + " weights differ most, with the differences. By default the base has the length of"
          + " the range and ends where the range starts. Weights are not scaled: a longer range"
          + " has larger sums.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile diff app.oct --from -1h",
      "  octavo profile diff app.oct jvm --from -1h --base-from -25h --base-to -24h --count 10"
    })
final class ProfileDiffCommand extends ProfileVerb {
  @Mixin ProfileRange range;

  @Option(names = "--base-from", paramLabel = "TIME", description = "The start of the base.")
  @Nullable String baseFrom;

  @Option(names = "--base-to", paramLabel = "TIME", description = "The end of the base, exclusive.")
  @Nullable String baseTo;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "The most symbols, and the most stacks; default: ${DEFAULT-VALUE}.")
  int count = 20;

  @Option(names = "--json", description = "Print an object.")
  boolean json;

  @Mixin PagerChoice pager;

  /**
   * What a symbol has in both ranges.
   *
   * @param symbol the symbol
   * @param self its self weight
   * @param baseSelf the same in the base
   * @param total its total
   * @param baseTotal the same in the base
   */
  private record Change(String symbol, long self, long baseSelf, long total, long baseTotal) {
    long ofSelf() {
      return self - baseSelf;
    }

    long ofTotal() {
      return total - baseTotal;
    }
  }

  ProfileDiffCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (count < 1) {
      throw new Failure(Failure.USAGE, "--count=" + count + " is less than 1");
    }
    if ((baseFrom == null) != (baseTo == null)) {
      throw new Failure(Failure.USAGE, "give both or none of --base-from and --base-to");
    }
    if (baseFrom == null && range.from == null) {
      throw new Failure(Failure.USAGE, "give --from, or --base-from and --base-to");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      range.selectOneUnit(streams, profile);
      FlameGraph graph = range.graph(profile);
      FlameGraph base = base(profile, graph);
      List<Change> symbols = symbols(graph, base);
      List<SymbolTree.Node> stacks = stacks(graph.minus(base));
      if (json) {
        streams.line("%s", Json.of(object(profile, graph, base, symbols, stacks)));
      } else {
        ProfileText.head(streams, profile, range, graph);
        streams.line("base     %s to %s", base.from(), base.to());
        streams.line("total    %s in the base", Text.count(base.total()));
        print(symbols, stacks);
      }
    }
    return Failure.OK;
  }

  private FlameGraph base(ProfileStore profile, FlameGraph graph) {
    ProfileRange.Bounds bounds;
    if (baseFrom == null) {
      // The times of the graph are those of whole slots: no slot is in both ranges.
      Duration length = Duration.between(graph.from(), graph.to());
      bounds = new ProfileRange.Bounds(graph.from().minus(length), graph.from());
    } else {
      bounds = range.bounds(profile, "--base-from", baseFrom, "--base-to", baseTo);
    }
    return ProfileRange.graph(profile, range.selector(), bounds);
  }

  private List<Change> symbols(FlameGraph graph, FlameGraph base) {
    Map<String, SymbolTree.Weight> now = SymbolTree.weights(SymbolTree.of(graph));
    Map<String, SymbolTree.Weight> before = SymbolTree.weights(SymbolTree.of(base));
    Set<String> names = new HashSet<>(now.keySet());
    names.addAll(before.keySet());
    List<Change> changes = new ArrayList<>();
    for (String name : names) {
      SymbolTree.Weight here = now.getOrDefault(name, new SymbolTree.Weight(name));
      SymbolTree.Weight there = before.getOrDefault(name, new SymbolTree.Weight(name));
      Change change = new Change(name, here.self, there.self, here.total, there.total);
      if (change.ofSelf() != 0 || change.ofTotal() != 0) {
        changes.add(change);
      }
    }
    changes.sort(
        Comparator.comparingLong((Change change) -> -Math.abs(change.ofSelf()))
            .thenComparing(change -> -Math.abs(change.ofTotal()))
            .thenComparing(Change::symbol));
    return changes.subList(0, Math.min(count, changes.size()));
  }

  private List<SymbolTree.Node> stacks(FlameGraph difference) {
    List<SymbolTree.Node> changed = new ArrayList<>();
    List<SymbolTree.Node> open = new ArrayList<>(List.of(SymbolTree.of(difference)));
    while (!open.isEmpty()) {
      SymbolTree.Node node = open.remove(open.size() - 1);
      if (node.self != 0) {
        changed.add(node);
      }
      open.addAll(node.below.values());
    }
    changed.sort(
        Comparator.comparingLong((SymbolTree.Node node) -> -Math.abs(node.self))
            .thenComparing(node -> String.join(";", node.stack())));
    return changed.subList(0, Math.min(count, changed.size()));
  }

  private Map<String, @Nullable Object> object(
      ProfileStore profile,
      FlameGraph graph,
      FlameGraph base,
      List<Change> symbols,
      List<SymbolTree.Node> stacks) {
    Map<String, @Nullable Object> object = ProfileText.json(profile, range, graph);
    object.put("baseFrom", base.from());
    object.put("baseTo", base.to());
    object.put("baseTotal", base.total());
    object.put(
        "symbols",
        symbols.stream()
            .map(
                change ->
                    Json.object(
                        "symbol",
                        change.symbol,
                        "self",
                        change.self,
                        "baseSelf",
                        change.baseSelf,
                        "total",
                        change.total,
                        "baseTotal",
                        change.baseTotal))
            .toList());
    object.put(
        "stacks",
        stacks.stream()
            .map(node -> Json.object("change", node.self, "frames", node.stack()))
            .toList());
    return object;
  }

  private void print(List<Change> symbols, List<SymbolTree.Node> stacks) {
    String row = "%15s %15s  %s";
    streams.line("");
    streams.line(row, "self", "total", "symbol");
    for (Change change : symbols) {
      streams.row(
          row, signed(change.ofSelf()), signed(change.ofTotal()), Text.printable(change.symbol));
    }
    streams.line("");
    streams.line("%15s  %s", "self", "stack, the innermost symbol first");
    for (SymbolTree.Node node : stacks) {
      // The outermost symbols, which most stacks share, are what a narrow terminal cuts off.
      List<String> stack = node.stack();
      Collections.reverse(stack);
      String text = Text.printable(String.join(" < ", stack));
      streams.row("%15s  %s", signed(node.self), text);
    }
  }

  private static String signed(long change) {
    return (change > 0 ? "+" : "") + Text.count(change);
  }
}
