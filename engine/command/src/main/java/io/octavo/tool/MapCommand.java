package io.octavo.tool;

import io.octavo.tool.PageTable.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo map}: draws all pages of a file. */
@Command(
    name = "map",
    header = "Draw every page of the file as a tile.",
    description = {
      "Draw every page of the file as a tile, coloured by its use. A store too damaged to open is"
          + " drawn from its page headers; a store that was not closed, as of the last checkpoint.",
      "The exit code is 1 if the store is damaged.%n"
    },
    footer = {"  octavo map orders.oct", "  octavo map orders.oct --by fill --svg map.svg"})
final class MapCommand extends StoreVerb {
  /** Wide enough to show much, and narrow enough for a terminal with the numbers beside it. */
  private static final int IN_ROW = 100;

  private static final int MOST_ROWS = 200;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "The meaning of colours: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  Tiles.By by = Tiles.By.kind;

  @Option(
      names = "--svg",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "Write an SVG picture to OUT or standard output.")
  @Nullable String svg;

  @Option(
      names = "--html",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "Write an HTML page to OUT or standard output.")
  @Nullable String html;

  @Option(names = "--json", description = "Print an array of pages.")
  boolean json;

  @Mixin Target.Choice output;
  @Mixin Paint.Choice colours;
  @Mixin Progress.Choice progressChoice;

  MapCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, @Nullable String> outputs = new LinkedHashMap<>();
    outputs.put("--svg", svg);
    outputs.put("--html", html);
    outputs.put("--json", json ? Target.STANDARD : null);
    Target.requireOneOutput(outputs);
    output.require(svg);
    output.require(html);
    Survey survey = SurveyedFile.look(file, streams, progressChoice, (found, pages) -> found);
    if (svg != null) {
      output.write(streams, svg, MapSvg.of(survey, by, file.getFileName()));
    }
    if (html != null) {
      output.write(streams, html, new InspectPage(file, survey).map(by));
    }
    if (json) {
      streams.line("%s", Json.of(pages(survey)));
    } else if (svg == null && html == null) {
      draw(survey, colours.paint(streams));
    }
    if (survey.isDamaged()) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }

  private void draw(Survey survey, Paint paint) {
    Tiles tiles = new Tiles(survey, by, IN_ROW * MOST_ROWS);
    if (survey.note() != null) {
      streams.line("%s", survey.note());
    }
    if (tiles.pagesInTile() > 1) {
      streams.line("each tile is %s", Text.count(tiles.pagesInTile(), "page", "pages"));
    }
    StringBuilder row = new StringBuilder();
    int inRow = 0;
    for (Tiles.Tile tile : tiles.tiles()) {
      if (inRow == 0) {
        row.append(String.format("%9d  ", tile.first()));
      }
      String glyph = paint.isColoured() ? "█" : String.valueOf(tile.category().glyph());
      paint.append(row, tile.category().colour(), glyph);
      if (++inRow == IN_ROW) {
        streams.line("%s", row);
        row.setLength(0);
        inRow = 0;
      }
    }
    if (inRow > 0) {
      streams.line("%s", row);
    }
    streams.line("");
    tiles
        .counts()
        .forEach(
            (category, count) -> {
              String glyph = paint.isColoured() ? "█" : String.valueOf(category.glyph());
              streams.line(
                  "  %s %-32s %12s",
                  paint.text(category.colour(), glyph),
                  Text.printable(category.label()),
                  Text.count(count, "page", "pages"));
            });
    survey
        .damage()
        .forEach((number, why) -> streams.line("  ! page %d: %s", number, Text.printable(why)));
  }

  private static List<Object> pages(Survey survey) {
    PageTable table = survey.table();
    List<Object> pages = new ArrayList<>();
    for (int number = 0; number < table.pages(); number++) {
      Use use = table.use(number);
      if (use == Use.RING) {
        int commits = survey.commitsAfterCheckpoint();
        pages.add(
            Json.object("page", number, "kind", use.label(), "commitsAfterCheckpoint", commits));
      } else if (use.isPlain()) {
        pages.add(Json.object("page", number, "kind", use.label()));
      } else {
        pages.add(
            Json.object(
                "page", number,
                "kind", use.label(),
                "owner", table.owner(number),
                "level", table.level(number),
                "count", table.count(number),
                "fill", (double) table.fill(number) / PageTable.FULL,
                "epoch", table.epoch(number),
                "parent", table.parent(number)));
      }
    }
    return pages;
  }
}
