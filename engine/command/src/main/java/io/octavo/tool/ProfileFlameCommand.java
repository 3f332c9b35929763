package io.octavo.tool;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.ProfileStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile flame}: draws the calls of a range as a tree. */
@Command(
    name = "flame",
    header = "Draw the calls of a range as a tree.",
    description = {
      "Draw the calls of a range as a tree: a line for each symbol below its callers, with its"
          + " total weight and its share of all. What is smaller than a share is left out and"
          + " counted.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile flame app.oct --from -1h",
      "  octavo profile flame app.oct jvm --select type=cpu --min 5 --depth 20"
    })
final class ProfileFlameCommand extends ProfileVerb {
  /** Deeper lines are not moved further to the right. */
  private static final int MOST_INDENT = 200;

  @Mixin ProfileRange range;

  @Option(
      names = "--min",
      paramLabel = "PERCENT",
      description = "The least share of a line; default: ${DEFAULT-VALUE}.")
  double least = 1;

  @Option(names = "--depth", paramLabel = "N", description = "The most levels; default: all.")
  int depth = Integer.MAX_VALUE;

  @Mixin PagerChoice pager;

  /**
   * A node at its place.
   *
   * @param node the node
   * @param level its level, from 0
   */
  private record Placed(SymbolTree.Node node, int level) {}

  ProfileFlameCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (!(least >= 0 && least <= 100)) {
      throw new Failure(Failure.USAGE, "--min=" + least + " is not from 0 to 100");
    }
    if (depth < 1) {
      throw new Failure(Failure.USAGE, "--depth=" + depth + " is less than 1");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      FlameGraph graph = range.graph(profile);
      ProfileText.head(streams, profile, range, graph);
      streams.line("");
      print(SymbolTree.of(graph));
    }
    return Failure.OK;
  }

  private void print(SymbolTree.Node root) {
    long leftOut = 0;
    Deque<Placed> open = new ArrayDeque<>();
    push(open, root.largestFirst(), 0);
    while (!open.isEmpty()) {
      Placed next = open.pop();
      SymbolTree.Node node = next.node;
      if (next.level >= depth || 100 * Text.share(node.total, root.total) < least) {
        leftOut++;
        continue;
      }
      streams.fitted(
          "%8s %15s  %s%s",
          Text.percent(Text.share(node.total, root.total)),
          Text.count(node.total),
          "  ".repeat(Math.min(next.level, MOST_INDENT)),
          Text.printable(node.symbol));
      push(open, node.largestFirst(), next.level + 1);
    }
    if (leftOut > 0) {
      streams.line("");
      streams.line(
          "%s left out with all below; --min and --depth set what is shown",
          Text.count(leftOut, "symbol", "symbols"));
    }
  }

  private static void push(Deque<Placed> open, List<SymbolTree.Node> nodes, int level) {
    for (int i = nodes.size() - 1; i >= 0; i--) {
      open.push(new Placed(nodes.get(i), level));
    }
  }
}
