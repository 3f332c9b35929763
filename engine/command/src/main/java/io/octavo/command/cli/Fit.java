package io.octavo.command.cli;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Fits text to the columns of a terminal: escape sequences take no column, some characters two. */
public final class Fit {
  private static final char ESCAPE = '\u001B';
  private static final String MORE = "…";
  private static final String RESET = "\u001B[0m";

  private Fit() {}

  /** Returns the number of columns of a text. */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == ESCAPE) {
        i = behindEscape(text, i);
      } else {
        int character = text.codePointAt(i);
        width += Math.max(0, WCWidth.wcwidth(character));
        i += Character.charCount(character);
      }
    }
    return width;
  }

  private static int behindEscape(String text, int from) {
    int end = text.indexOf('m', from);
    return end < 0 ? text.length() : end + 1;
  }

  /** Cuts a text to a number of columns. An ellipsis replaces the rest. */
  public static String cut(String text, int columns) {
    if (text.length() <= columns / 2 || width(text) <= columns) {
      return text;
    }
    if (columns < 1) {
      return "";
    }
    int end = prefix(text, columns - 1);
    String kept = text.substring(0, end);
    return kept + MORE + (kept.indexOf(ESCAPE) < 0 ? "" : RESET);
  }

  /** Returns the length of the longest prefix of a text that fits a number of columns. */
  private static int prefix(String text, int columns) {
    int width = 0;
    int i = 0;
    while (i < text.length()) {
      if (text.charAt(i) == ESCAPE) {
        i = behindEscape(text, i);
        continue;
      }
      int character = text.codePointAt(i);
      width += Math.max(0, WCWidth.wcwidth(character));
      if (width > columns) {
        break;
      }
      i += Character.charCount(character);
    }
    return i;
  }

  /** Pads a text with blanks to a number of columns, or cuts it. */
  public static String pad(String text, int columns) {
    String fitting = cut(text, columns);
    return fitting + " ".repeat(columns - width(fitting));
  }

  /**
   * Breaks a text into lines of at most a number of columns: at blanks, or at any character if
   * there is no blank.
   *
   * @param indent indentation of the lines after the first
   */
  public static List<String> fold(String text, int columns, int indent) {
    List<String> lines = new ArrayList<>();
    String left = " ".repeat(indent);
    String rest = text;
    while (width(rest) > columns) {
      int most = prefix(rest, columns);
      int blank = rest.charAt(most) == ' ' ? most : rest.lastIndexOf(' ', most - 1);
      // A blank of the indentation does not separate words.
      boolean isBetween = blank > (lines.isEmpty() ? 0 : indent);
      int end = isBetween ? blank : Math.max(most, indent + 1);
      lines.add(rest.substring(0, end).stripTrailing());
      rest = left + rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
