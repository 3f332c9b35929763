package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.text.Json;
import io.octavo.command.text.Places;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo series query}: sums a range of a series up. */
@Command(
    name = "query",
    header = "Sum up the entries of a range of times.",
    description = {
      "Print count, sum, least, greatest and mean of the values between two times, without reading"
          + " the entries between them; quantiles read them. All are exact, but for the mean, which"
          + " is rounded to two decimal places more than the values have.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series query metrics.oct latency --from 1700000000 --to 1700003599",
      "  octavo series query metrics.oct latency --quantiles 0.5,0.99 --json",
      "  octavo series query metrics.oct load --from 2026-01-31T00:00:00Z",
      "  octavo series query metrics.oct load --time number --places 0"
    })
final class SeriesQueryCommand extends SeriesVerb {
  @Option(names = "--from", paramLabel = "TIME", description = "The first time, inclusive.")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "The last time, inclusive.")
  @Nullable String to;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description = "Quantiles, each from 0 to 1, by nearest rank.")
  double[] quantiles = {};

  @Mixin Places.Choice choice;

  @Option(names = "--json", description = "Print an object.")
  boolean json;

  SeriesQueryCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    choice.require();
    requireQuantiles();
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      Series series = series(transaction);
      Places places = choice.of(units());
      long first = from == null ? Long.MIN_VALUE : time("--from", from, series);
      long last = to == null ? Long.MAX_VALUE : time("--to", to, series);
      Summary summary = series.summary(first, last);
      Map<String, @Nullable Object> figures = places.figures(summary);
      Map<String, @Nullable Object> found = new LinkedHashMap<>();
      long[] values =
          summary.isEmpty() || quantiles.length == 0
              ? new long[0]
              : series.quantiles(first, last, quantiles);
      for (int i = 0; i < quantiles.length; i++) {
        found.put(quantile(i), values.length == 0 ? null : places.of(values[i]));
      }
      if (json) {
        figures.put("quantiles", found);
        streams.line("%s", Json.of(figures));
      } else {
        figures.putAll(found);
        figures.forEach((name, figure) -> streams.line("%-9s %s", name, Places.text(figure)));
      }
    }
    return Failure.OK;
  }

  private String quantile(int index) {
    return BigDecimal.valueOf(quantiles[index]).stripTrailingZeros().toPlainString();
  }

  private void requireQuantiles() {
    for (double quantile : quantiles) {
      if (!(quantile >= 0 && quantile <= 1)) {
        throw new Failure(Failure.USAGE, "--quantiles: " + quantile + " is not from 0 to 1");
      }
    }
  }
}
