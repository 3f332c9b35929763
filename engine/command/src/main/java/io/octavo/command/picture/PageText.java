package io.octavo.command.picture;

import io.octavo.command.cli.Fit;
import io.octavo.command.cli.Paint;
import io.octavo.command.cli.Text;
import io.octavo.command.parts.PageDump;
import io.octavo.command.parts.PagePart;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.page.PageHeader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A page in a terminal: a picture of its bytes if there are colours, and a line for each part. */
final class PageText {
  private static final int CELL = 8;
  private static final int MOST_IN_ROW = 64;

  /** The columns of the offset of a row of cells, and of a blank. */
  private static final int NUMBER = 5;

  private static final int PREFIX = 28;
  private static final int RED = 196;
  private static final int GREY = 244;

  private final PageView view;
  private final Paint paint;
  private final int columns;
  private final StringBuilder text = new StringBuilder();

  private PageText(PageView view, Paint paint, int columns) {
    this.view = view;
    this.paint = paint;
    this.columns = columns;
  }

  /**
   * Draws a page; without colours it is the {@linkplain PageDump dump}.
   *
   * @param columns the width of the terminal; longer lines are continued below their values
   */
  static String of(PageView view, Paint paint, int columns) {
    PageText picture = new PageText(view, paint, columns);
    picture.draw();
    return picture.text.toString();
  }

  private void draw() {
    if (view.problem() != null) {
      String line = "page " + view.number() + " breaks rule " + view.problem();
      print(paint.text(RED, line), 2);
    }
    print(paint.bold(view.title()), 2);
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
    int inRow = Math.max(1, Integer.highestOneBit(Math.min(MOST_IN_ROW, columns - NUMBER)));
    for (int from = 0; from < cells.length; from += inRow) {
      text.append(paint.text(GREY, String.format(Locale.ROOT, "%4d ", from * CELL)));
      for (Role role : Arrays.asList(cells).subList(from, from + inRow)) {
        Role shown = role == null ? Role.GAP : role;
        paint.append(text, Palette.colour(shown), Palette.glyph(shown));
      }
      text.append('\n');
    }
  }

  private void legend() {
    StringBuilder line = new StringBuilder(" ".repeat(NUMBER - 1));
    view.bytesByRole()
        .forEach(
            (role, bytes) ->
                line.append(' ')
                    .append(paint.text(Palette.colour(role), Palette.glyph(role)))
                    .append(' ')
                    .append(Palette.label(role))
                    .append(' ')
                    .append(Text.count(bytes))
                    .append(' '));
    print(line.toString(), NUMBER);
  }

  private void line(PagePart part) {
    String line = PageDump.line(view.page(), part);
    if (!paint.isColoured() || part.role() == Role.NOTE || line.length() < PREFIX) {
      print(line, part.role() == Role.NOTE ? 2 : PREFIX);
      return;
    }
    String head =
        paint.text(GREY, line.substring(0, 11))
            + paint.text(Palette.colour(part.role()), line.substring(11, PREFIX));
    String rest =
        part.role() == Role.ENTRY
            ? bytes(part.parts()) + "   " + part.meaning()
            : line.substring(PREFIX);
    print(head + rest, PREFIX);
  }

  private void print(String line, int indent) {
    for (String piece : Fit.fold(line, columns, indent)) {
      text.append(piece).append('\n');
    }
  }

  private String bytes(List<PagePart> parts) {
    StringBuilder line = new StringBuilder();
    String separator = "";
    for (PagePart part : parts) {
      if (part.length() > 0) {
        String hex = PageDump.hex(view.page(), List.of(part));
        line.append(separator).append(paint.text(Palette.colour(part.role()), hex));
        separator = " ";
      }
    }
    return line.toString();
  }
}
