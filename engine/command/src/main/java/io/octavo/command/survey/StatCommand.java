package io.octavo.command.survey;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.text.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo stat}: shows numbers of a store. */
@Command(
    name = "stat",
    header = "Show statistics of a store and its maps.",
    description = {
      "Read all pages in use and show statistics of the store and its maps. The exit code is 1 if"
          + " a page is damaged; the numbers then cover the intact pages.",
      "If the store was not closed, pages are counted as of the last checkpoint, and maps as of"
          + " the last commit in the ring.%n"
    },
    footer = {"  octavo stat orders.oct", "  octavo stat orders.oct offsets --json"})
public final class StatCommand extends StoreVerb {
  @Parameters(index = "1", arity = "0..1", paramLabel = "MAP", description = "Show this map only.")
  @Nullable String map;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;
  @Mixin PagerChoice pager;

  public StatCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Survey survey;
    long fileBytes;
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            progressChoice.start(
                streams, "reading", pages.pager().durable().meta().pageCount(), " pages", 1)) {
      pages.show(progress);
      fileBytes = pages.fileLength();
      survey = Survey.of(pages);
    }
    Survey maps = survey.recovered();
    if (map != null && !maps.shapes().containsKey(map)) {
      throw Stores.noMap(file, map, maps.shapes().keySet());
    }
    StoreReport report = new StoreReport(file, fileBytes, survey, maps);
    if (json) {
      streams.line("%s", Json.of(report.toJson(map)));
    } else {
      report.print(streams);
      report.shapes(map).forEach(shape -> new ShapeReport(streams, shape).print());
    }
    if (survey.isDamaged()) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }
}
