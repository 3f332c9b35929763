package io.octavo.command.series;

import io.octavo.command.text.Json;
import io.octavo.command.web.Resources;
import io.octavo.series.Series;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of HTML that shows series. */
public final class ViewPage {
  /** The most characters of embedded windows. */
  static final int MOST_EMBEDDED = 8 << 20;

  /** The most tiles of a level: such that compress well would fill the memory of the browser. */
  private static final int MOST_TILES = 1 << 11;

  private static final Resources.Kind KIND =
      new Resources.Kind(
          List.of("web/html.css", "web/timeline.css"),
          List.of(
              "web/served.js",
              "web/follow.js",
              "web/sight.js",
              "series/windows.js",
              "web/axis.js",
              "web/colours.js",
              "series/band.js",
              "web/brush.js",
              "series/hand.js",
              "series/timeline.js"),
          Resources.Kind.SERVED);

  private ViewPage() {}

  /** A tile: the number of its series and its index. */
  private record Place(int series, long index) {}

  /**
   * Makes the page.
   *
   * @param about what the page knows of the series
   * @param levels the embedded levels; null if the page asks the server that it comes from
   */
  static String html(Map<String, @Nullable Object> about, @Nullable List<Object> levels) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>(about);
    data.put("levels", levels);
    return Resources.html(KIND, data.get("file") + " - Octavo", Json.of(data));
  }

  /**
   * Makes levels of tiles to embed: from the one where few tiles are all times, to the finest that
   * fits. A level lacks the tiles without entries.
   *
   * @param all the series
   * @param most the number of characters that fit
   */
  public static List<Object> levels(List<Series> all, int most) {
    List<Object> levels = new ArrayList<>();
    int left = most;
    for (int level = coarsest(all); level >= 0; level--) {
      List<Place> places = places(all, level);
      String packed = places.size() > MOST_TILES ? null : packed(all, places, level);
      if (packed == null || packed.length() > left) {
        break;
      }
      left -= packed.length();
      List<String> names = places.stream().map(place -> place.series + "/" + place.index).toList();
      levels.add(Json.object("level", level, "tiles", names, "windows", packed));
    }
    return levels;
  }

  /** Returns the finest level at which two tiles have all entries. */
  private static int coarsest(List<Series> all) {
    int level = ViewedSeries.MOST_LEVEL;
    while (level > 0) {
      long first = Long.MAX_VALUE;
      long last = Long.MIN_VALUE;
      for (Series series : all) {
        if (series.size() > 0) {
          first = Math.min(first, ViewedSeries.tile(level - 1, series.timeAt(0)));
          last = Math.max(last, ViewedSeries.tile(level - 1, series.timeAt(series.size() - 1)));
        }
      }
      if (last - first > 1) {
        return level;
      }
      level--;
    }
    return level;
  }

  /** Returns the tiles that have entries; a few more than fit if there are as many. */
  private static List<Place> places(List<Series> all, int level) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Series series = all.get(i);
      long size = series.size();
      for (long rank = 0; rank < size && places.size() <= MOST_TILES; ) {
        long index = ViewedSeries.tile(level, series.timeAt(rank));
        places.add(new Place(i, index));
        long last = ViewedSeries.last(level, index);
        rank = last == Long.MAX_VALUE ? size : series.rank(last + 1);
      }
    }
    return places;
  }

  private static String packed(List<Series> all, List<Place> places, int level) {
    ByteBuffer tiles =
        ByteBuffer.allocate(places.size() * ViewedSeries.TILE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (Place place : places) {
      ViewedSeries.put(all.get(place.series), level, place.index, tiles);
    }
    return Resources.packed(tiles.array());
  }
}
