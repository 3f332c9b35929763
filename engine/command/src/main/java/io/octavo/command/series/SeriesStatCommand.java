package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.check.TreeShape;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.survey.MapShape;
import io.octavo.command.survey.ShapeReport;
import io.octavo.command.survey.Survey;
import io.octavo.command.text.Json;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo series stat}: describes series. */
@Command(
    name = "stat",
    header = "Describe series: units, times, figures and pages.",
    description = {
      "Print for each series its units, the number of entries, the first and the last time, sum,"
          + " least, greatest and mean of all values, the pages of each level, the bytes per entry,"
          + " and how full the leaves are. The command reads all pages in use; the exit code is 1"
          + " if a page is damaged.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series stat metrics.oct",
      "  octavo series stat metrics.oct latency load --json | jq '.[].bytesPerEntry'"
    })
final class SeriesStatCommand extends SomeSeriesVerb {
  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  @Mixin Progress.Choice progressChoice;
  @Mixin PagerChoice pager;

  SeriesStatCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    places.require();
    // While the store is open, its pages cannot change.
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      List<String> chosen = chosen(transaction);
      Survey survey = Survey.of(file, streams, progressChoice);
      Map<String, TreeShape> shapes = survey.recovered().shapes();
      List<Object> all = new ArrayList<>();
      for (String name : chosen) {
        Series series = transaction.series(name);
        MapShape shape = new MapShape(name, Objects.requireNonNull(shapes.get(name)));
        Map<String, @Nullable Object> figures = figures(series);
        if (json) {
          all.add(object(series, figures, shape));
        } else {
          print(series, figures, shape, name.equals(chosen.get(0)));
        }
      }
      if (json) {
        streams.line("%s", Json.of(all));
      }
      if (survey.isDamaged()) {
        throw Failure.damaged(file);
      }
    }
    return Failure.OK;
  }

  /** Returns the number of entries, the times at both ends, and what all values add up to. */
  private Map<String, @Nullable Object> figures(Series series) {
    SeriesUnits units = SeriesTextMap.unitsOf(series);
    TimeForm form = times.form == null ? TimeForm.of(units.time()) : times.form;
    long size = series.size();
    Map<String, @Nullable Object> figures =
        Json.object(
            "entries", size,
            "first", size == 0 ? null : form.json(series.timeAt(0)),
            "last", size == 0 ? null : form.json(series.timeAt(size - 1)));
    figures.putAll(places.of(units).figures(series.summary(Long.MIN_VALUE, Long.MAX_VALUE)));
    figures.remove("count");
    return figures;
  }

  private static Map<String, @Nullable Object> object(
      Series series, Map<String, @Nullable Object> figures, MapShape shape) {
    TimeForm form = TimeForm.of(series.timeUnit().orElse(null));
    Map<String, @Nullable Object> object =
        Json.object(
            "name", shape.name(),
            "timeUnit", form.unit() == null ? null : form,
            "places", series.places(),
            "events", series.isOfEvents());
    object.putAll(figures);
    object.put("pagesByLevel", shape.tree().pagesByLevel());
    object.put("fill", shape.tree().fill());
    object.put("bytes", shape.bytes());
    object.put("bytesPerEntry", shape.bytesPerEntry());
    return object;
  }

  private void print(
      Series series, Map<String, @Nullable Object> figures, MapShape shape, boolean isFirst) {
    streams.out().print(isFirst ? "" : "\n");
    streams.fitted("series       %s", Text.printable(shape.name()));
    String units = SeriesTextMap.unitsOf(series).text();
    streams.line("units        %s", units.isEmpty() ? "none" : units);
    figures.put("entries", Text.count(series.size()));
    figures.forEach((name, figure) -> streams.line("%-12s %s", name, Places.text(figure)));
    ShapeReport report = new ShapeReport(streams, shape);
    report.depth();
    if (shape.pages() > 0) {
      report.perEntry();
      streams.line("filled       %s of the leaves", Text.percent(shape.tree().fill()));
    }
  }
}
