package io.octavo.bench.measure;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Prints a table in Markdown, row by row. */
public final class Table {
  private final PrintStream out;

  /**
   * Prints the head.
   *
   * @param words columns of words, on the left side; all other columns are numbers
   */
  public Table(PrintStream out, int words, Collection<String> head) {
    this.out = out;
    row(head);
    out.println("|" + "---|".repeat(words) + "---:|".repeat(head.size() - words));
  }

  /** Prints the head, with one column of words. */
  public Table(PrintStream out, String... head) {
    this(out, 1, List.of(head));
  }

  /** Prints a row. */
  public void row(Collection<String> cells) {
    out.println("| " + String.join(" | ", cells) + " |");
  }

  /**
   * Prints a row.
   *
   * @param formats of the numbers behind the name, between spaces
   */
  public void row(String name, String formats, double... numbers) {
    String[] each = formats.split(" ", -1);
    List<String> cells = new ArrayList<>(List.of(name));
    for (int i = 0; i < each.length; i++) {
      cells.add(number(each[i], numbers[i]));
    }
    row(cells);
  }

  /** Returns a number as text; nothing for NaN. */
  public static String number(String format, double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number);
  }

  /** Prints a row of a median, the least, the greatest and the number of figures for each name. */
  public static void print(PrintStream out, Rounds<String> rounds) {
    Table table = new Table(out, "figure", "median", "least", "most", "rounds");
    for (String name : rounds.keys()) {
      table.row(
          name,
          "%.3f %.3f %.3f %.0f",
          rounds.median(name),
          rounds.least(name),
          rounds.most(name),
          rounds.sorted(name).length);
    }
  }
}
