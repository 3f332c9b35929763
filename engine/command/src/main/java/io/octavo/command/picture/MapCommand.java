package io.octavo.command.picture;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Fit;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Paint;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.survey.PageTable;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.survey.Survey;
import io.octavo.command.text.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
public final class MapCommand extends StoreVerb {
  /** The columns of the number of a row's first page, and of the space after it. */
  private static final int NUMBER = 11;

  /** The greatest number of tiles in a row: more are hard to count. */
  private static final int MOST_IN_ROW = 100;

  private static final int MOST_ROWS = 200;
  private static final int LABEL = 42;
  private static final int BESIDE_LABEL = 17;

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
  @Mixin PagerChoice pager;

  public MapCommand(Streams streams) {
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
    int inRow = tilesInRow(streams.screen().columns());
    Tiles tiles = new Tiles(survey, by, inRow * MOST_ROWS);
    if (survey.note() != null) {
      streams.folded(0, "%s", survey.note());
    }
    if (tiles.pagesInTile() > 1) {
      streams.line("each tile is %s", Text.count(tiles.pagesInTile(), "page", "pages"));
    }
    rows(tiles, inRow, paint);
    streams.line("");
    int width = Math.max(1, Math.min(LABEL, streams.screen().columns() - BESIDE_LABEL));
    tiles
        .counts()
        .forEach(
            (category, count) -> {
              String glyph = paint.isColoured() ? "█" : String.valueOf(category.glyph());
              streams.line(
                  "  %s %s %12s",
                  paint.text(category.colour(), glyph),
                  Fit.pad(Text.printable(category.label()), width),
                  Text.count(count, "page", "pages"));
            });
    survey
        .damage()
        .forEach(
            (number, why) -> streams.folded(4, "  ! page %d: %s", number, Text.printable(why)));
  }

  /** Returns the number of tiles in a row, a multiple of ten to go with the page numbers. */
  private static int tilesInRow(int columns) {
    return Math.max(1, Math.min(MOST_IN_ROW, columns - NUMBER) / 10) * 10;
  }

  private void rows(Tiles tiles, int inRow, Paint paint) {
    StringBuilder row = new StringBuilder();
    int next = 0;
    for (Tiles.Tile tile : tiles.tiles()) {
      if (next % inRow == 0) {
        row.append(String.format(Locale.ROOT, "%9d  ", tile.first()));
      }
      String glyph = paint.isColoured() ? "█" : String.valueOf(tile.category().glyph());
      paint.append(row, tile.category().colour(), glyph);
      if (++next % inRow == 0 || next == tiles.tiles().size()) {
        streams.line("%s", row);
        row.setLength(0);
      }
    }
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
                "owner", Integer.toUnsignedLong(table.owner(number)),
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
