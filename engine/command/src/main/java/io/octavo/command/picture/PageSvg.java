package io.octavo.command.picture;

import io.octavo.command.cli.Text;
import io.octavo.command.parts.PageDump;
import io.octavo.command.parts.PagePart;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A page as a picture: every byte at its place, 64 in a row. Long runs of rows with the same
 * content are cut.
 */
final class PageSvg {
  private static final int IN_ROW = 64;
  private static final int ROWS = PageHeader.PAGE_SIZE / IN_ROW;
  private static final int CELL = 15;
  private static final int ROW = 16;
  private static final int LEFT = 56;
  private static final int RIGHT = 16;
  private static final int WIDTH = LEFT + IN_ROW * CELL + RIGHT;
  private static final int FIELD = 192;
  private static final int KEPT = 1;

  private final PageView view;
  private final Svg svg = new Svg();
  private final int[] rowTops = new int[ROWS];
  private int bottom = 34;

  private PageSvg(PageView view) {
    this.view = view;
  }

  static String of(PageView view) {
    PageSvg picture = new PageSvg(view);
    picture.draw();
    return picture.svg.toDocument(WIDTH, picture.bottom + 12, view.title());
  }

  private void draw() {
    svg.head(RIGHT, bottom, view.title(), WIDTH - 2 * RIGHT);
    bottom += 20;
    if (view.problem() != null) {
      svg.rect("alarm", RIGHT, bottom - 12, WIDTH - 2 * RIGHT, 18);
      svg.label("alarm-text", RIGHT + 6, bottom + 1, "breaks rule " + view.problem());
      bottom += 24;
    }
    fields();
    legend();
    layOutRows();
    int bytesBottom = bottom;
    for (PagePart part : view.parts()) {
      if (part.role() != Role.NOTE && part.length() > 0) {
        part(part);
      }
    }
    hex();
    bottom = bytesBottom;
  }

  /** Writes the fields of the header, in columns. */
  private void fields() {
    int x = RIGHT;
    for (PagePart part : view.parts()) {
      if (part.role() != Role.HEADER || part.name().equals("reserved")) {
        continue;
      }
      if (x + FIELD > WIDTH) {
        x = RIGHT;
        bottom += 15;
      }
      svg.open("g", "");
      svg.title(about(part));
      svg.label("dim", x, bottom, part.name());
      String value = part.value() + (part.name().equals("kind") ? " " + part.meaning() : "");
      svg.label(
          "small", x + 84, bottom, value.length() > 17 ? value.substring(0, 16) + "…" : value);
      svg.close("g");
      x += FIELD;
    }
    bottom += 24;
  }

  private void legend() {
    int x = RIGHT;
    for (var entry : view.bytesByRole().entrySet()) {
      String label = Palette.label(entry.getKey()) + " " + Text.count(entry.getValue());
      svg.rect("r-" + Palette.name(entry.getKey()), x, bottom - 9, 11, 11);
      svg.label("small", x + 16, bottom, label);
      x += 34 + 7 * label.length();
    }
    bottom += 14;
  }

  /**
   * Computes the position of each row. A row in the middle of a run of the same content has none.
   */
  private void layOutRows() {
    int[] parts = new int[PageHeader.PAGE_SIZE];
    List<PagePart> leaves = view.leaves();
    for (int i = 0; i < leaves.size(); i++) {
      boolean isQuiet =
          switch (leaves.get(i).role()) {
            case FREE, GAP, PADDING, BITMAP -> true;
            default -> false;
          };
      for (int at = leaves.get(i).from(); at < leaves.get(i).to(); at++) {
        parts[at] = isQuiet ? i + 1 : -1;
      }
    }
    for (int row = 0; row < ROWS; row++) {
      int end = row;
      while (end < ROWS && isQuiet(parts, row, end)) {
        end++;
      }
      if (end - row <= 2 * KEPT + 1) {
        rowTops[row] = bottom;
        bottom += ROW;
        continue;
      }
      PagePart part = leaves.get(parts[row * IN_ROW] - 1);
      for (int i = row; i < end; i++) {
        rowTops[i] = -1;
      }
      cut(part, row, end);
      row = end - 1;
    }
  }

  private static boolean isQuiet(int[] parts, int first, int row) {
    int part = parts[first * IN_ROW];
    for (int at = row * IN_ROW; at < (row + 1) * IN_ROW; at++) {
      if (parts[at] <= 0 || parts[at] != part) {
        return false;
      }
    }
    return true;
  }

  private void cut(PagePart part, int row, int end) {
    svg.open("g", "");
    svg.title(about(part));
    svg.rect("r-" + Palette.name(part.role()), LEFT, bottom, IN_ROW * CELL, 2 * ROW);
    svg.close("g");
    String says = part.role() == Role.BITMAP ? part.name() + " " + part.value() : part.name();
    String label = Text.count((long) (end - row) * IN_ROW) + " bytes: " + says;
    svg.label("cut", LEFT + IN_ROW * CELL / 2, bottom + ROW + 4, label);
    bottom += 2 * ROW;
  }

  private void part(PagePart part) {
    List<PagePart> inner = part.parts().isEmpty() ? List.of(part) : part.parts();
    svg.open("g", "class=\"part\"");
    if (part.role() == Role.BITMAP) {
      for (PagePart run : inner) {
        svg.open("g", "");
        svg.title(about(run));
        rects(run);
        svg.close("g");
      }
    } else {
      svg.title(about(part));
      inner.forEach(this::rects);
    }
    svg.close("g");
  }

  private void rects(PagePart part) {
    String style = "r-" + Palette.name(part.role());
    for (int from = part.from(); from < part.to(); ) {
      int row = from / IN_ROW;
      int to = Math.min(part.to(), (row + 1) * IN_ROW);
      if (rowTops[row] >= 0) {
        int x = LEFT + from % IN_ROW * CELL;
        svg.rect(style, x, rowTops[row], (to - from) * CELL - 1, ROW - 2);
      }
      from = to;
    }
  }

  private String about(PagePart part) {
    List<String> lines = new ArrayList<>();
    lines.add(part.name() + ", bytes " + part.from() + "-" + (part.to() - 1));
    if (!part.value().isEmpty() || !part.meaning().isEmpty()) {
      boolean both = !part.value().isEmpty() && !part.meaning().isEmpty();
      lines.add(part.value() + (both ? ", " : "") + part.meaning());
    }
    if (part.role() == Role.ENTRY) {
      lines.add(PageDump.hex(view.page(), part.parts()));
    }
    // The explanation is written once. With each of a thousand entries it would be most of the
    // file.
    if (part.index() <= 0 && !part.help().isEmpty()) {
      lines.add(part.help());
    }
    return String.join("\n", lines);
  }

  /** Writes all bytes in hexadecimal, one text for each row. */
  private void hex() {
    for (int row = 0; row < ROWS; row++) {
      if (rowTops[row] < 0) {
        continue;
      }
      int y = rowTops[row] + 10;
      svg.label("offset", LEFT - 8, y, Integer.toString(row * IN_ROW));
      StringBuilder digits = new StringBuilder();
      for (int i = 0; i < IN_ROW; i++) {
        digits.append(i == 0 ? "" : " ").append(hexAt(row * IN_ROW + i));
      }
      String width = "textLength=\"" + (IN_ROW * CELL - 6) + "\"";
      svg.label("hex", LEFT + 3, y, digits.toString(), width);
    }
  }

  private String hexAt(int offset) {
    int value = Memory.getByte(view.page(), offset);
    return String.format(Locale.ROOT, "%02X", value);
  }
}
