package io.octavo.tool;

import io.octavo.page.Meta;
import io.octavo.page.MetaPage;
import io.octavo.page.PageHeader;
import io.octavo.tree.StoreCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo stat}: shows what a store is made of. */
@Command(
    name = "stat",
    header = "Show what a store and its maps are made of.",
    description = {
      "Show what a store and its maps are made of. All pages in use are read for it; the exit code"
          + " is 1 where one is damaged, and the numbers are then of what is left.%n"
    },
    footer = {"  octavo stat orders.oct", "  octavo stat orders.oct offsets --json"})
final class StatCommand extends StoreVerb {
  @Parameters(index = "1", arity = "0..1", paramLabel = "MAP", description = "Only this map.")
  @Nullable String map;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  StatCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    StoreCheck check;
    Meta meta;
    long fileBytes;
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            progressChoice.start(
                streams, "reading", pages.pager().durable().pageCount(), " pages", 1)) {
      pages.show(progress);
      meta = pages.pager().durable();
      fileBytes = pages.fileLength();
      check = StoreCheck.of(pages.pager());
    }
    if (map != null && !check.shapes().containsKey(map)) {
      throw Stores.noMap(file, map, check.shapes().keySet());
    }
    List<MapShape> shapes = new ArrayList<>();
    check
        .shapes()
        .forEach(
            (name, tree) -> {
              if (map == null || map.equals(name)) {
                shapes.add(new MapShape(name, tree));
              }
            });
    if (json) {
      reportJson(meta, fileBytes, check.pages(), shapes);
    } else {
      report(meta, fileBytes, check.pages());
      shapes.forEach(shape -> new ShapeReport(streams, shape).print());
    }
    if (!check.problems().isEmpty()) {
      throw new Failure(
          Failure.PROBLEM, file + ": the store is damaged; octavo check " + file + " says how");
    }
    return Failure.OK;
  }

  private void report(Meta meta, long fileBytes, long live) {
    long pages = fileBytes / PageHeader.PAGE_SIZE;
    streams.line("store        %s", file);
    streams.line("id           %s", meta.storeId());
    streams.line(
        "format       version %d, pages of %s bytes",
        MetaPage.FORMAT_VERSION, Text.count(PageHeader.PAGE_SIZE));
    streams.line(
        "file         %s bytes, %s: %s in use, %s free",
        Text.count(fileBytes),
        Text.count(pages, "page", "pages"),
        Text.count(live),
        Text.count(pages - live));
    streams.line("commits      %s", Text.count(meta.sequence()));
    streams.line("epoch        %s", Text.count(meta.epoch()));
  }

  private void reportJson(Meta meta, long fileBytes, long live, List<MapShape> shapes) {
    List<Map<String, @Nullable Object>> maps = new ArrayList<>();
    shapes.forEach(shape -> maps.add(shape.toJson()));
    long pages = fileBytes / PageHeader.PAGE_SIZE;
    streams.line(
        "%s",
        Json.of(
            Json.object(
                "file",
                file,
                "storeId",
                meta.storeId(),
                "formatVersion",
                MetaPage.FORMAT_VERSION,
                "pageBytes",
                PageHeader.PAGE_SIZE,
                "fileBytes",
                fileBytes,
                "pages",
                pages,
                "livePages",
                live,
                "freePages",
                pages - live,
                "commits",
                meta.sequence(),
                "epoch",
                meta.epoch(),
                "maps",
                maps)));
  }
}
