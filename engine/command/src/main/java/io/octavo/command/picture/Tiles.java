package io.octavo.command.picture;

import io.octavo.command.cli.Text;
import io.octavo.command.survey.PageTable;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.survey.Survey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages of a file as coloured tiles, for maps of pages. */
public final class Tiles {
  private static final int STEPS = 10;

  /** Colours from empty to full, and from old to new. */
  private static final int[] STEP_COLOURS = {124, 166, 172, 178, 142, 106, 70, 71, 72, 73};

  private static final int[] MAP_COLOURS = {71, 33, 173, 141, 37, 179, 170, 107, 69, 209};

  private final Survey survey;
  private final PageTable table;
  private final By by;
  private final int pagesInTile;
  private final List<Tile> tiles = new ArrayList<>();
  private final Map<String, Category> categories = new LinkedHashMap<>();
  private final Map<Category, Long> counts = new LinkedHashMap<>();
  private final Map<Integer, Integer> ranks = new HashMap<>();

  /** The property that colours show. */
  public enum By {
    kind,
    map,
    fill,
    age
  }

  /**
   * A category of pages with a colour of its own.
   *
   * @param style its name in style sheets
   * @param label its name for users
   * @param colour its colour in a terminal
   * @param glyph its character without colours
   */
  record Category(String style, String label, int colour, char glyph) {}

  /**
   * Adjacent pages that share a tile.
   *
   * @param first the first page
   * @param pages the number of pages
   * @param category the category of most of them; damage if one is damaged
   */
  record Tile(int first, int pages, Category category) {
    String range() {
      return pages == 1 ? "page " + first : "pages " + first + " to " + (first + pages - 1);
    }
  }

  /**
   * Makes tiles of the pages of a file.
   *
   * @param most the greatest number of tiles; if there are more pages, pages share tiles
   */
  Tiles(Survey survey, By by, int most) {
    this.survey = survey;
    this.table = survey.table();
    this.by = by;
    this.pagesInTile = Math.max(1, (int) Math.ceil((double) table.pages() / most));
    for (int first = 0; first < table.pages(); first += pagesInTile) {
      int pages = Math.min(pagesInTile, table.pages() - first);
      tiles.add(new Tile(first, pages, common(first, pages)));
    }
  }

  private Category common(int first, int pages) {
    Map<Category, Integer> votes = new LinkedHashMap<>();
    Category most = category(first);
    for (int number = first; number < first + pages; number++) {
      Category category = category(number);
      counts.merge(category, 1L, Long::sum);
      int weight = table.use(number) == Use.DAMAGED ? pages : 1;
      if (votes.merge(category, weight, Integer::sum) > votes.getOrDefault(most, 0)) {
        most = category;
      }
    }
    return most;
  }

  private Category category(int number) {
    Use use = table.use(number);
    boolean isPlain =
        switch (use) {
          case FREE, RING, DAMAGED, UNREACHED, MISSING, OTHER -> true;
          default -> by == By.kind;
        };
    if (isPlain) {
      char glyph = use == Use.FREE ? '.' : use == Use.DAMAGED ? '!' : use.label().charAt(0);
      char distinct = use.label().startsWith("bytes") ? use.label().charAt(6) : glyph;
      return known("u-" + Palette.style(use), use.label(), use.colour(), upper(use, distinct));
    }
    return switch (by) {
      case map -> {
        int owner = table.owner(number);
        if (owner == 0) {
          yield known("u-meta", "the store", Use.META.colour(), '-');
        }
        int rank = ranks.computeIfAbsent(owner, id -> ranks.size()) % MAP_COLOURS.length;
        char glyph = (char) ('a' + rank);
        yield known("m-" + rank + " o-" + owner, survey.nameOf(owner), MAP_COLOURS[rank], glyph);
      }
      case fill -> step("fill", table.fill(number) * STEPS / PageTable.FULL, " % full");
      default -> step("age", age(number), " % of all checkpoints made earlier");
    };
  }

  /** Returns a capital letter for byte strings, a small one for longs. */
  private static char upper(Use use, char glyph) {
    return switch (use) {
      case BYTES_LEAF, BYTES_BRANCH, META -> Character.toUpperCase(glyph);
      case SPACE, SPACE_BRANCH -> '#';
      case CATALOGUE_BRANCH -> 'C';
      // Items: l and L are leaves.
      case LIST -> 'i';
      // Times and values, and sums of them.
      case PACKED_LEAF -> 't';
      case SUMMED_BRANCH -> '+';
      case UNREACHED -> '?';
      case MISSING -> 'x';
      default -> glyph;
    };
  }

  private int age(int number) {
    long newest = survey.meta() == null ? 1 : survey.meta().epoch();
    return (int) (STEPS * (table.epoch(number) - 1) / Math.max(1, newest));
  }

  private Category step(String name, int step, String what) {
    int inRange = Math.max(0, Math.min(STEPS - 1, step));
    String range = inRange * STEPS + "-" + (inRange + 1) * STEPS + what;
    return known(name + "-" + inRange, range, STEP_COLOURS[inRange], (char) ('0' + inRange));
  }

  private Category known(String style, String label, int colour, char glyph) {
    return categories.computeIfAbsent(style, s -> new Category(s, label, colour, glyph));
  }

  List<Tile> tiles() {
    return tiles;
  }

  int pagesInTile() {
    return pagesInTile;
  }

  /** Returns the number of pages of each category. */
  Map<Category, Long> counts() {
    return counts;
  }

  /** Returns one line that describes a page. */
  String about(int number) {
    Use use = table.use(number);
    String damage = survey.damage().get(number);
    if (use.isPlain() || use == Use.RING) {
      return "page " + number + ": " + use.label();
    }
    String text =
        "page " + number + ": " + use.label() + " of " + survey.nameOf(table.owner(number));
    if (damage != null) {
      return text + ": " + damage;
    }
    return text
        + ", level "
        + table.level(number)
        + ", count "
        + Text.count(table.count(number))
        + ", "
        + Text.percent((double) table.fill(number) / PageTable.FULL)
        + " full, epoch "
        + table.epoch(number);
  }
}
