package io.octavo.tool;

import io.octavo.page.PageDump;
import io.octavo.page.PageHeader;
import io.octavo.page.PagePart;
import io.octavo.page.PagePart.Role;
import java.util.Arrays;
import java.util.List;

/**
 * A page in a terminal: a picture of its bytes where there are colours, and a line for each part.
 */
final class PageText {
  private static final int CELL = 8;
  private static final int CELLS_IN_ROW = 64;
  private static final int PREFIX = 28;
  private static final int RED = 196;
  private static final int GREY = 244;

  private final PageView view;
  private final Paint paint;
  private final StringBuilder text = new StringBuilder();

  private PageText(PageView view, Paint paint) {
    this.view = view;
    this.paint = paint;
  }

  /** Draws a page; without colours it is the {@linkplain PageDump dump}. */
  static String of(PageView view, Paint paint) {
    PageText picture = new PageText(view, paint);
    picture.draw();
    return picture.text.toString();
  }

  private void draw() {
    if (view.problem() != null) {
      String line = "page " + view.number() + " breaks rule " + view.problem();
      text.append(paint.text(RED, line)).append('\n');
    }
    text.append(paint.bold(view.title())).append('\n');
    if (paint.isColoured()) {
      cells();
      legend();
    }
    for (PagePart part : view.parts()) {
      line(part);
    }
  }

  private void cells() {
    Role[] cells = new Role[PageHeader.PAGE_SIZE / CELL];
    int[] lengths = new int[cells.length];
    for (PagePart part : view.leaves()) {
      for (int cell = part.from() / CELL; cell * CELL < part.to(); cell++) {
        int bytes = Math.min(part.to(), (cell + 1) * CELL) - Math.max(part.from(), cell * CELL);
        if (bytes > lengths[cell]) {
          lengths[cell] = bytes;
          cells[cell] = part.role();
        }
      }
    }
    for (int from = 0; from < cells.length; from += CELLS_IN_ROW) {
      text.append(paint.text(GREY, String.format("%4d ", from * CELL)));
      for (Role role : Arrays.asList(cells).subList(from, from + CELLS_IN_ROW)) {
        Role shown = role == null ? Role.GAP : role;
        paint.append(text, Palette.colour(shown), Palette.glyph(shown));
      }
      text.append('\n');
    }
  }

  private void legend() {
    text.append("    ");
    view.bytesByRole()
        .forEach(
            (role, bytes) ->
                text.append(' ')
                    .append(paint.text(Palette.colour(role), Palette.glyph(role)))
                    .append(' ')
                    .append(Palette.label(role))
                    .append(' ')
                    .append(Text.count(bytes))
                    .append(' '));
    text.append('\n');
  }

  private void line(PagePart part) {
    String line = PageDump.line(view.page(), part);
    if (!paint.isColoured() || part.role() == Role.NOTE || line.length() < PREFIX) {
      text.append(line).append('\n');
      return;
    }
    boolean isEntry = part.role() == Role.ENTRY;
    text.append(paint.text(GREY, line.substring(0, 11)));
    text.append(paint.text(Palette.colour(part.role()), line.substring(11, PREFIX)));
    if (isEntry) {
      bytes(part.parts());
      text.append("   ").append(part.meaning());
    } else {
      text.append(line.substring(PREFIX));
    }
    text.append('\n');
  }

  private void bytes(List<PagePart> parts) {
    String separator = "";
    for (PagePart part : parts) {
      if (part.length() > 0) {
        String hex = PageDump.hex(view.page(), List.of(part));
        text.append(separator).append(paint.text(Palette.colour(part.role()), hex));
        separator = " ";
      }
    }
  }
}
