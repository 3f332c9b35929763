package io.octavo.command.picture;

import io.octavo.command.collection.MapForm;
import io.octavo.command.survey.MapShape;
import io.octavo.command.survey.PageTable;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.survey.StoreReport;
import io.octavo.command.survey.Survey;
import io.octavo.command.survey.TreeSurvey;
import io.octavo.command.text.Json;
import io.octavo.command.web.Resources;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of HTML that shows a whole store, or the map of its pages. */
final class InspectPage {
  /** If separators have more bytes in total, each is cut. */
  private static final long MOST_SEPARATORS = 4_000_000;

  private static final int SEPARATOR_BYTES = 48;

  private final Path file;
  private final Survey survey;
  private final PageTable table;
  private final Limits limits;
  private final int firstPages;

  /** The roots of all trees, in the order of the catalogue. */
  private final Set<Integer> roots;

  /**
   * The limits of the data that a browser has to load.
   *
   * @param pages the number of pages, from the beginning of the file, that are included; roots
   *     always are
   * @param detail the number of characters of pages with all entries, ten times as many for roots
   */
  record Limits(int pages, int detail) {
    static final Limits DEFAULT = new Limits(500_000, 5_000_000);
  }

  InspectPage(Path file, Survey survey) {
    this(file, survey, Limits.DEFAULT);
  }

  InspectPage(Path file, Survey survey, Limits limits) {
    this.file = file;
    this.survey = survey;
    this.table = survey.table();
    this.limits = limits;
    this.firstPages = Math.min(table.pages(), limits.pages());
    this.roots = roots(survey);
  }

  private static Set<Integer> roots(Survey survey) {
    Set<Integer> roots = new LinkedHashSet<>();
    Meta meta = survey.meta();
    if (meta != null) {
      Stream.concat(
              Stream.of(meta.catalogue(), meta.space()),
              survey.records().stream().map(CatalogueRecord::root))
          .filter(ref -> !ref.isNone() && ref.number() < survey.table().pages())
          .forEach(ref -> roots.add(ref.number()));
    }
    return roots;
  }

  /** Makes a page that shows only the map of pages. */
  String map(Tiles.By by) {
    Map<String, @Nullable Object> data = data("map");
    data.put("by", by.name());
    return html(data);
  }

  /**
   * Makes a page that shows the whole store, with the entries of as many pages as fit the limits.
   */
  String all(SurveyedFile pages) throws IOException {
    Map<String, @Nullable Object> data = data("inspect");
    Map<String, @Nullable Object> details = Json.object();
    List<Integer> wanted = order();
    long length = 0;
    for (int number : wanted) {
      if (length > (roots.contains(number) ? 10L * limits.detail() : limits.detail())) {
        break;
      }
      String page = Json.of(PageJson.of(pages.view(number)));
      String packed = Resources.packed(page.getBytes(StandardCharsets.UTF_8));
      details.put(Integer.toString(number), packed);
      length += packed.length();
    }
    data.put("details", details);
    data.put("pagesWithDetail", details.size());
    data.put("pagesWanted", wanted.size());
    return html(data);
  }

  private String html(Map<String, @Nullable Object> data) {
    return Resources.html(PageJson.KIND, file.getFileName() + " - Octavo", Json.of(data));
  }

  private Map<String, @Nullable Object> data(String mode) {
    Meta meta = survey.meta();
    Map<String, @Nullable Object> data = Json.object("mode", mode, "file", file.getFileName());
    if (meta != null) {
      long bytes = (long) table.pages() * PageHeader.PAGE_SIZE;
      data.put("stat", new StoreReport(file, bytes, survey, survey).toJson(null));
      data.put(
          "roots", Json.object("catalogue", root(meta.catalogue()), "space", root(meta.space())));
    }
    data.put("note", survey.note());
    data.put("problems", survey.problems());
    data.put("damage", survey.damage());
    data.put("uses", Arrays.stream(Use.values()).map(Use::label).toList());
    data.put("styles", Arrays.stream(Use.values()).map(Palette::style).toList());
    data.put("collections", collections());
    data.put("allPages", table.pages());
    data.put("firstPages", firstPages);
    data.put("rootsBeyond", rootsBeyond());
    data.put(
        "pages",
        Json.object(
            "use", column(this::useIndex),
            "level", column(table::level),
            "owner", column(number -> Integer.toUnsignedLong(table.owner(number))),
            "count", column(table::count),
            "fill", column(table::fill),
            "epoch", column(table::epoch)));
    int most = separatorsAreFew() ? Integer.MAX_VALUE : SEPARATOR_BYTES;
    data.put("children", children(most));
    data.put("separatorBytes", most == SEPARATOR_BYTES ? SEPARATOR_BYTES : null);
    return data;
  }

  @SuppressWarnings("EnumOrdinal") // an index of the list of labels
  private Integer useIndex(int number) {
    return table.use(number).ordinal();
  }

  private List<Object> column(IntFunction<Object> value) {
    return Stream.concat(IntStream.range(0, firstPages).boxed(), rootsBeyond().stream())
        .map(value::apply)
        .toList();
  }

  /** Returns the roots after the included pages, in the order of the file. */
  private List<Integer> rootsBeyond() {
    return roots.stream().filter(number -> number >= firstPages).sorted().toList();
  }

  private static @Nullable Integer root(PageRef ref) {
    return ref.isNone() ? null : ref.number();
  }

  private List<Object> collections() {
    List<Object> collections = new ArrayList<>();
    for (CatalogueRecord record : survey.records()) {
      TreeSurvey tree = survey.tree(record.id());
      CatalogueRecord map = survey.names().mapOf(record);
      collections.add(
          Json.object(
              "id", Integer.toUnsignedLong(record.id()),
              "name", survey.nameOf(record.id()),
              "own", record.isOwn(),
              "map", map == null ? null : map.id(),
              "type", MapForm.textOf(record),
              "entries", survey.entries(record),
              "root", root(record.root()),
              "levels", MapShape.levels(tree)));
    }
    return collections;
  }

  private boolean separatorsAreFew() {
    long bytes = 0;
    for (Survey.Children below : survey.children().values()) {
      if (below.bytes() != null) {
        bytes += Arrays.stream(below.bytes()).mapToLong(key -> key.length).sum();
      }
    }
    return bytes <= MOST_SEPARATORS;
  }

  /**
   * Returns the children of pages.
   *
   * @param most how many bytes of each separator are there
   */
  private Map<String, @Nullable Object> children(int most) {
    Map<String, @Nullable Object> all = Json.object();
    survey
        .children()
        .forEach(
            (number, below) -> {
              Map<String, @Nullable Object> node =
                  Json.object("pages", Arrays.stream(below.pages()).boxed().toList());
              if (below.longs() != null) {
                // Numbers of JavaScript have 53 bits.
                node.put("longs", Arrays.stream(below.longs()).mapToObj(Long::toString).toList());
              } else if (below.bytes() != null) {
                node.put("bytes", Arrays.stream(below.bytes()).map(key -> hex(key, most)).toList());
              }
              all.put(Integer.toString(number), node);
            });
    return all;
  }

  private static String hex(byte[] key, int most) {
    return HexFormat.of().formatHex(key, 0, Math.min(key.length, most));
  }

  /**
   * Returns the pages in the order in which they are included: roots, pages of the store, which are
   * few, then the others, such that the first ones are spread over the file.
   */
  private List<Integer> order() {
    List<Integer> upper = new ArrayList<>();
    List<Integer> lowest = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int number = 0; number < firstPages; number++) {
      switch (table.use(number)) {
        case FREE, UNREACHED, MISSING -> {}
        case LEAF, BYTES_LEAF, LIST, PACKED_LEAF -> lowest.add(number);
        case BRANCH, SUMMED_BRANCH, BYTES_BRANCH, OVERFLOW, RING -> others.add(number);
        default -> upper.add(number);
      }
    }
    Set<Integer> order = new LinkedHashSet<>();
    roots.stream().filter(number -> !table.use(number).isPlain()).forEach(order::add);
    order.addAll(spread(upper));
    List<Integer> bottom = spread(lowest);
    List<Integer> last = spread(others);
    // Four leaves or pieces for each branch, because the children of branches are included anyway.
    for (int i = 0; i < Math.max(bottom.size(), last.size() * 4); i++) {
      if (i < bottom.size()) {
        order.add(bottom.get(i));
      }
      if (i % 4 == 3 && i / 4 < last.size()) {
        order.add(last.get(i / 4));
      }
    }
    return List.copyOf(order);
  }

  /**
   * Orders a list so that each prefix is spread over it, as in a binary search for every element.
   */
  private static List<Integer> spread(List<Integer> list) {
    List<Integer> spread = new ArrayList<>(list.size());
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, list.size() - 1));
    for (int i = 0; i < 1 << bits; i++) {
      int index = bits == 0 ? 0 : Integer.reverse(i) >>> (Integer.SIZE - bits);
      if (index < list.size()) {
        spread.add(list.get(index));
      }
    }
    return spread;
  }
}
