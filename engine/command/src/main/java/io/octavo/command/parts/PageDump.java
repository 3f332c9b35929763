package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Violation;
import java.util.List;

/**
 * Shows a page to a person as text: a line for each of its {@linkplain PageParts parts}. FORMAT.md
 * is the legend. The rule that a damaged page breaks stands in the first line.
 */
public final class PageDump {
  private static final int NAME_WIDTH = 16;
  private static final int VALUE_WIDTH = 12;

  /** The number of bytes of a long field that are shown. */
  private static final int SHOWN = 32;

  private PageDump() {}

  /**
   * Shows a page in one line.
   *
   * @param page the page, sound or not
   * @return place, kind, owner, level, epoch, count and the first broken rule
   */
  public static String summary(byte[] page) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    StringBuilder line = new StringBuilder("page ");
    line.append(Integer.toUnsignedString(PageHeader.number(page)))
        .append(": ")
        .append(PageKind.name(kind));
    if (PageHeader.owner(page) != 0) {
      line.append(" of collection ").append(Integer.toUnsignedString(PageHeader.owner(page)));
    }
    line.append(", level ").append(PageHeader.level(page));
    line.append(", epoch ").append(PageHeader.epoch(page));
    line.append(", count ").append(PageHeader.count(page));
    boolean hasHeap =
        kind == PageKind.LEAF
            || kind == PageKind.CATALOGUE
            || kind == PageKind.LIST
            || kind == PageKind.PACKED_LEAF
            || PageParts.isBytes(kind);
    if (hasHeap) {
      line.append(", ").append(PageHeader.free(page)).append(" bytes free");
    }
    Violation violation = PageCheck.check(page);
    return line.append(violation == null ? "" : ", breaks rule " + violation).toString();
  }

  /**
   * Shows a page byte by byte.
   *
   * @param page the page, sound or not
   * @return lines, the first of which is the {@link #summary}
   */
  public static String dump(byte[] page) {
    StringBuilder text = new StringBuilder(summary(page)).append('\n');
    for (PagePart part : PageParts.of(page)) {
      text.append(line(page, part)).append('\n');
    }
    return text.toString();
  }

  /**
   * Shows a part in a line: range of bytes, name, value and meaning, in columns.
   *
   * @param page the page
   * @param part one of its parts
   * @return the line, without its end
   */
  public static String line(byte[] page, PagePart part) {
    if (part.role() == Role.NOTE) {
      return part.value();
    }
    StringBuilder line = new StringBuilder();
    offset(part.from(), line);
    line.append('-');
    offset(part.to() - 1, line);
    line.append("  ");
    column(part.name(), NAME_WIDTH, line);
    if (part.role() == Role.ENTRY) {
      line.append(hex(page, part.parts())).append("   ").append(part.meaning());
    } else if (part.meaning().isEmpty()) {
      line.append(part.value());
    } else {
      column(part.value(), VALUE_WIDTH, line);
      line.append(part.meaning());
    }
    return line.toString();
  }

  /**
   * Shows the bytes of parts that follow each other; of long ones the first.
   *
   * @param page the page
   * @param parts some of its parts
   * @return hex digits, the parts set apart by bars
   */
  public static String hex(byte[] page, List<PagePart> parts) {
    StringBuilder bytes = new StringBuilder();
    for (PagePart part : parts) {
      if (part.length() == 0) {
        continue;
      }
      bytes.append(bytes.isEmpty() ? "" : " | ");
      if (part.length() <= SHOWN) {
        bytes.append(PartList.hexBytes(page, part.from(), part.to()));
      } else {
        bytes.append(PartList.hexBytes(page, part.from(), part.from() + SHOWN));
        bytes.append(" ... ").append(part.length()).append(" bytes");
      }
    }
    return bytes.toString();
  }

  private static void offset(int offset, StringBuilder line) {
    String digits = Integer.toString(offset);
    line.append("0000", 0, Math.max(0, 4 - digits.length())).append(digits);
  }

  private static void column(String cell, int width, StringBuilder line) {
    line.append(cell);
    line.append(" ".repeat(Math.max(0, width - cell.length()) + 1));
  }
}
