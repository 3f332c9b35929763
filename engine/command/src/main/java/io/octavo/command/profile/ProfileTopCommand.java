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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile top}: the symbols with the largest weights. */
@Command(
    name = "top",
    header = "List the symbols with the largest weights.",
    description = {
      "List the symbols of a range with the largest self weights: those of the samples whose"
          + " innermost frame is the symbol. The total weight also includes the samples of its"
          + " callees; a sample counts once, even if the symbol calls itself.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile top app.oct --from -1h",
      "  octavo profile top app.oct jvm --select type=cpu --count 10 --json"
    })
final class ProfileTopCommand extends ProfileVerb {
  @Mixin ProfileRange range;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "The maximum number of symbols; default: ${DEFAULT-VALUE}.")
  int count = 30;

  @Option(names = "--json", description = "Print an object.")
  boolean json;

  @Mixin PagerChoice pager;

  ProfileTopCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (count < 1) {
      throw new Failure(Failure.USAGE, "--count=" + count + " is less than 1");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      range.selectOneUnit(streams, profile);
      FlameGraph graph = range.graph(profile);
      List<SymbolTree.Weight> symbols =
          SymbolTree.weights(SymbolTree.of(graph)).values().stream()
              .sorted(
                  Comparator.comparingLong((SymbolTree.Weight symbol) -> -symbol.self)
                      .thenComparing(symbol -> -symbol.total)
                      .thenComparing(symbol -> symbol.symbol))
              .limit(count)
              .toList();
      if (json) {
        Map<String, @Nullable Object> object = ProfileText.json(profile, range, graph);
        object.put(
            "symbols",
            symbols.stream()
                .map(
                    each ->
                        Json.object("symbol", each.symbol, "self", each.self, "total", each.total))
                .toList());
        streams.line("%s", Json.of(object));
      } else {
        ProfileText.head(streams, profile, range, graph);
        print(symbols, graph.total());
      }
    }
    return Failure.OK;
  }

  private void print(List<SymbolTree.Weight> symbols, long total) {
    String row = "%15s %8s %15s %8s  %s";
    streams.line("");
    streams.line(row, "self", "", "total", "", "symbol");
    for (SymbolTree.Weight each : symbols) {
      streams.row(
          row,
          Text.count(each.self),
          Text.percent(Text.share(each.self, total)),
          Text.count(each.total),
          Text.percent(Text.share(each.total, total)),
          Text.printable(each.symbol));
    }
  }
}
