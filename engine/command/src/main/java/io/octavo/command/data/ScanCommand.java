package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo scan}: prints entries in order. */
@Command(
    name = "scan",
    header = "Print entries in key order.",
    description =
        "Print entries in key order: key, tab and value, one entry per line. octavo load reads"
            + " this format.%n",
    footer = {
      "  octavo scan orders.oct offsets --from 1000 --to 1999",
      "  octavo scan orders.oct offsets --reverse --limit 10",
      "  octavo scan orders.oct users --prefix ada/ --keys",
      "  octavo scan orders.oct offsets | gzip > offsets.tsv.gz"
    })
public final class ScanCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Mixin Range.Choice range;

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N entries.")
  long limit = Long.MAX_VALUE;

  @Option(names = "--reverse", description = "Print in descending order.")
  boolean reverse;

  @Option(names = "--keys", description = "Print keys only, without reading values.")
  boolean keysOnly;

  @Mixin Notation.Choice notation;

  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  @Mixin PagerChoice pager;

  public ScanCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new Failure(Failure.USAGE, "--limit=" + limit + " is negative");
    }
    Range asked = range.given();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      TextCursor cursor =
          TextMaps.map(transaction, file, map, notation.given()).cursor(transaction, asked);
      Output out = new Output(streams, json);
      out.ascii(json ? "[" : "");
      for (long n = 0;
          n < limit && out.isHeard() && (reverse ? cursor.previous() : cursor.next());
          n++) {
        out.entry(n == 0 ? "{\"key\":" : ",\n{\"key\":", cursor, !keysOnly);
      }
      out.ascii(json ? "]\n" : "");
      out.flush();
    }
    return Failure.OK;
  }
}
