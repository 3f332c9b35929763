package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.profile.view.ProfilePage;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.ProfileStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile flame}: draws the calls of a range as a tree. */
@Command(
    name = "flame",
    header = "Draw the calls of a range as a tree.",
    description = {
      "Draw the calls of a range as a tree: a line for each symbol below its callers, with its"
          + " total weight and its share of the range. Lines below the share of --min are"
          + " omitted and counted.",
      "",
      "With --html, write a page of HTML instead, which shows the flame graph of any range"
          + " within this one, without a network; octavo profile view serves a page.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile flame app.oct --from -1h",
      "  octavo profile flame app.oct jvm --select type=cpu --min 5 --depth 20",
      "  octavo profile flame app.oct --from -1d --html day.html"
    })
final class ProfileFlameCommand extends ProfileVerb {
  /** Deeper lines are not moved further to the right. */
  private static final int MOST_INDENT = 200;

  @Mixin ProfileRange range;

  @Option(
      names = "--min",
      paramLabel = "PERCENT",
      description = "The minimum share of a line; default: ${DEFAULT-VALUE}.")
  double least = 1;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "The maximum number of levels; default: all.")
  int depth = Integer.MAX_VALUE;

  @Option(
      names = "--html",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "The HTML file to write; - or no value: standard output.")
  @Nullable String html;

  @Mixin Target.Choice output;
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
  public Integer call() throws IOException {
    if (!(least >= 0 && least <= 100)) {
      throw new Failure(Failure.USAGE, "--min=" + least + " is not from 0 to 100");
    }
    if (depth < 1) {
      throw new Failure(Failure.USAGE, "--depth=" + depth + " is less than 1");
    }
    output.require(html);
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      if (html != null) {
        // The page shows one unit at a time, so the series may have several.
        ProfileRange.Bounds bounds = range.bounds(profile, "--from", range.from, "--to", range.to);
        output.write(
            streams,
            html,
            ProfilePage.html(
                file, store, profile.name(), range.selector(), bounds.from(), bounds.to()));
        return Failure.OK;
      }
      range.selectOneUnit(streams, profile);
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
      streams.row(
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
          "%s omitted, with their callees; see --min and --depth",
          Text.count(leftOut, "symbol", "symbols"));
    }
  }

  private static void push(Deque<Placed> open, List<SymbolTree.Node> nodes, int level) {
    for (int i = nodes.size() - 1; i >= 0; i--) {
      open.push(new Placed(nodes.get(i), level));
    }
  }
}
