package io.octavo.command.picture;

import io.octavo.command.cli.Text;
import io.octavo.command.picture.Tiles.Tile;
import io.octavo.command.survey.Survey;
import java.util.List;

/** The pages of a file as a picture of tiles. */
final class MapSvg {
  private static final int IN_ROW = 128;
  private static final int MOST_TILES = IN_ROW * 400;
  private static final int CELL = 8;
  private static final int LEFT = 72;
  private static final int RIGHT = 16;
  private static final int WIDTH = LEFT + IN_ROW * CELL + RIGHT;

  /**
   * If there are more tiles, adjacent tiles of a colour are drawn as one, so that the file stays
   * short.
   */
  private static final int MOST_ALONE = 4_096;

  private MapSvg() {}

  static String of(Survey survey, Tiles.By by, Object name) {
    Tiles tiles = new Tiles(survey, by, MOST_TILES);
    Svg svg = new Svg();
    String title = name + ": " + Text.count(survey.table().pages(), "page", "pages") + " by " + by;
    title += survey.note() == null ? "" : ", " + survey.note();
    svg.head(RIGHT, 34, title, WIDTH - 2 * RIGHT);
    int bottom = legend(tiles, svg) + 12;
    List<Tile> all = tiles.tiles();
    boolean isAlone = all.size() <= MOST_ALONE;
    for (int from = 0; from < all.size(); ) {
      int row = from / IN_ROW;
      int to = from + 1;
      while (!isAlone
          && to < Math.min(all.size(), (row + 1) * IN_ROW)
          && all.get(to).category().equals(all.get(from).category())) {
        to++;
      }
      int y = bottom + row * CELL;
      if (from % IN_ROW == 0 && row % 4 == 0) {
        svg.label("offset", LEFT - 8, y + CELL, Integer.toString(all.get(from).first()));
      }
      svg.open("g", "");
      svg.title(about(tiles, all.subList(from, to)));
      String style = all.get(from).category().style();
      int width = (to - from) * CELL - 1;
      svg.rect(style, LEFT + from % IN_ROW * CELL, y, width, CELL - 1);
      svg.close("g");
      from = to;
    }
    int rows = (all.size() + IN_ROW - 1) / IN_ROW;
    return svg.toDocument(WIDTH, bottom + rows * CELL + 16, title);
  }

  private static String about(Tiles tiles, List<Tile> run) {
    Tile first = run.get(0);
    if (run.size() == 1 && first.pages() == 1) {
      return tiles.about(first.first());
    }
    Tile last = run.get(run.size() - 1);
    int pages = last.first() + last.pages() - first.first();
    return new Tile(first.first(), pages, first.category()).range()
        + ": "
        + first.category().label();
  }

  private static int legend(Tiles tiles, Svg svg) {
    int x = RIGHT;
    int y = 58;
    for (var entry : tiles.counts().entrySet()) {
      String label = entry.getKey().label() + " " + Text.count(entry.getValue());
      int width = 34 + 7 * label.length();
      if (x + width > WIDTH) {
        x = RIGHT;
        y += 18;
      }
      svg.rect(entry.getKey().style(), x, y - 9, 11, 11);
      svg.label("small", x + 16, y, label);
      x += width;
    }
    return y;
  }
}
