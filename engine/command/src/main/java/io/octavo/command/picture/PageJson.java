package io.octavo.command.picture;

import io.octavo.command.parts.PagePart;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.text.Json;
import io.octavo.command.web.Resources;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.BytesPage;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A page as data for the script that draws it. */
final class PageJson {
  /** Separates the key and the value in the meaning of an entry. */
  private static final String ARROW = " -> ";

  /** What the pages of a store, and of one of its pages, are made of. */
  static final Resources.Kind KIND =
      new Resources.Kind(
          List.of("picture/palette.css", "picture/picture.css", "web/html.css"),
          List.of(
              "picture/bytes.js",
              "picture/tree.js",
              "picture/view.js",
              "picture/overview.js",
              "picture/tiles.js",
              "picture/picture.js"),
          "");

  private final PageView view;
  private final Map<String, Integer> roles = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> helps = Json.object();

  private PageJson(PageView view) {
    this.view = view;
  }

  /** Makes a page of HTML that shows one page of the store. */
  static String html(PageView view) {
    return Resources.html(
        KIND, view.title(), Json.of(Json.object("mode", "page", "page", of(view))));
  }

  static Map<String, @Nullable Object> of(PageView view) {
    return new PageJson(view).build();
  }

  private Map<String, @Nullable Object> build() {
    byte[] bytes = new byte[PageHeader.PAGE_SIZE];
    Memory.get(view.page(), 0, bytes, 0, bytes.length);
    List<Object> parts = list(view.parts(), null);
    return Json.object(
        "number", view.number(),
        "title", view.title(),
        "owner", view.owner(),
        "problem", view.problem(),
        "bytes", HexFormat.of().formatHex(bytes),
        "parts", parts,
        "keys", keys(),
        "roles", new ArrayList<>(roles.keySet()),
        "helps", helps);
  }

  /** Returns the full keys of a leaf of byte strings; the meanings of entries may hold cut keys. */
  private @Nullable List<String> keys() {
    byte[] page = view.page();
    if (view.problem() != null || PageHeader.kindCode(page) != PageKind.BYTES_LEAF.code()) {
      return null;
    }
    return IntStream.range(0, PageHeader.count(page))
        .mapToObj(index -> HexFormat.of().formatHex(BytesPage.key(page, index)))
        .toList();
  }

  /**
   * Returns parts as lists, without the values that the script finds elsewhere, because a page may
   * have thousands of parts. Places and numbers are stored as differences from the previous part,
   * which are often equal.
   *
   * @param above the enclosing part, null for the page
   */
  private List<Object> list(List<PagePart> parts, @Nullable PagePart above) {
    List<Object> list = new ArrayList<>(parts.size());
    int end = above == null ? 0 : above.from();
    int index = above == null ? -1 : above.index();
    for (PagePart part : parts) {
      list.add(fields(part, above, part.from() - end, part.index() - index));
      end = part.to();
      index = part.index();
    }
    return list;
  }

  private List<Object> fields(PagePart part, @Nullable PagePart above, int gap, int step) {
    Role role = part.role();
    String label = Palette.name(role);
    String name = above != null || part.index() < 0 ? label : label + " " + part.index();
    boolean isItsBytes = role == Role.SLOT && part.value().startsWith("0x");
    if (!part.help().isEmpty()) {
      helps.put(helpKey(part), part.help());
    }
    List<Object> fields = new ArrayList<>();
    fields.add(roles.computeIfAbsent(label, key -> roles.size()));
    fields.add(gap);
    fields.add(part.length());
    fields.add(step);
    fields.add(part.name().equals(name) ? 0 : part.name());
    fields.add(part.value().isEmpty() || isSaid(part, above) || isItsBytes ? 0 : part.value());
    fields.add(part.meaning().isEmpty() ? 0 : part.meaning());
    fields.add(Integer.toUnsignedLong(part.page()));
    fields.add(part.parts().isEmpty() ? 0 : list(part.parts(), part));
    while (fields.get(fields.size() - 1) instanceof Number last && last.longValue() == 0) {
      fields.remove(fields.size() - 1);
    }
    return fields;
  }

  /** Returns whether the meaning of the entry contains a key or a value. */
  private static boolean isSaid(PagePart part, @Nullable PagePart above) {
    return above != null
        && switch (part.role()) {
          case KEY -> above.meaning().startsWith(part.value() + ARROW);
          case VALUE -> above.meaning().endsWith(ARROW + part.value());
          default -> false;
        }
        // A key may contain an arrow.
        && above.meaning().indexOf(ARROW) == above.meaning().lastIndexOf(ARROW);
  }

  /** Returns the key of the explanation: the name of a field, the role of another part. */
  private static String helpKey(PagePart part) {
    boolean isField = part.role() == Role.HEADER || part.role() == Role.RECORD;
    return isField ? part.name() : Palette.name(part.role());
  }
}
