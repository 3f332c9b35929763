package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.text.TimeForm;
import io.octavo.command.web.ServedPage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo series view}: shows series in a browser. */
@Command(
    name = "view",
    header = "Show series in a browser.",
    description = {
      "Serve one page that draws series below each other along one axis of times, and print its"
          + " address. The page shows least, greatest, mean and number of the values under each"
          + " pixel, from the whole range to single times: drag, turn the wheel, or use the keys"
          + " that the page lists. "
          + ServedPage.ENDS,
      "",
      ServedPage.FOLLOWS
          + " --html writes a page that needs no command, with up to 8 MiB of windows.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series view metrics.oct",
      "  octavo series view metrics.oct latency load --time ms --places 3",
      "  octavo series view metrics.oct latency --html latency.html"
    })
final class SeriesViewCommand extends SomeSeriesVerb {
  @Mixin ServedPage served;

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Write an HTML file instead; -: standard output.")
  @Nullable String html;

  @Mixin Target.Choice output;

  SeriesViewCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    places.require();
    served.require();
    output.require(html);
    try (Store store = Stores.openToRead(file)) {
      List<String> shown = store.read(this::chosen);
      TimeForm form = store.read(transaction -> form(transaction, shown));
      ViewedSeries series = new ViewedSeries(file, store, shown, form, places);
      if (html == null) {
        served.serve(streams, store, series);
      } else {
        output.write(streams, html, series.pageWithTiles(ViewPage.MOST_EMBEDDED).body());
      }
    }
    return Failure.OK;
  }

  /** Returns what the times of all series count. */
  private TimeForm form(Transaction transaction, List<String> shown) {
    if (times.form != null) {
      return times.form;
    }
    TimeForm form = form(transaction, shown.get(0));
    for (String name : shown) {
      TimeForm other = form(transaction, name);
      if (other != form) {
        throw new Failure(
            Failure.USAGE,
            "the times of series "
                + shown.get(0)
                + " are "
                + form
                + ", those of "
                + name
                + " are "
                + other
                + "; name series of one unit, or give --time");
      }
    }
    return form;
  }

  private static TimeForm form(Transaction transaction, String name) {
    return TimeForm.of(transaction.series(name).timeUnit().orElse(null));
  }
}
