package io.octavo.bench.measure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables in Markdown with a column for each store, as {@link Table} prints them: a figure of Octavo
 * is looked up by the name of its row, and compared with the best of the others.
 */
public final class FigureTable {
  private static final String OCTAVO = "octavo";
  private static final String RATIO = "octavo : best";

  /** The names of the other stores, by their columns. */
  private static final Map<String, String> STORES =
      Map.of("lmdb", "LMDB", "rocksdb", "RocksDB", "mvstore", "MVStore", "sqlite", "SQLite");

  /** Figures by column, for the name of each row. */
  private final Map<String, Map<String, String>> rows = new LinkedHashMap<>();

  private FigureTable() {}

  /**
   * Figures of a row.
   *
   * @param octavo that of Octavo
   * @param best the best other store and its figure
   * @param ratio of the two, the table's own if it has one
   * @param isLoss whether the other store is better by what is shown of the ratio
   */
  public record Comparison(String octavo, String best, double ratio, boolean isLoss) {}

  /** Reads all tables among some lines; of two rows of a name, the first counts. */
  public static FigureTable of(List<String> lines) {
    FigureTable table = new FigureTable();
    List<String> head = List.of();
    for (String line : lines) {
      if (!line.startsWith("|")) {
        head = List.of();
      } else if (head.isEmpty()) {
        head = cells(line);
      } else if (!line.startsWith("|--") && !line.startsWith("| --")) {
        table.add(head, cells(line));
      }
    }
    return table;
  }

  private static List<String> cells(String line) {
    String inner = line.strip().substring(1).replaceFirst("\\|$", "");
    return Arrays.stream(inner.split("\\|", -1))
        .map(cell -> cell.strip().replace("**", ""))
        .toList();
  }

  private void add(List<String> head, List<String> cells) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(head.size(), cells.size()); i++) {
      row.put(head.get(i), cells.get(i));
    }
    String unit = row.getOrDefault("unit", "");
    rows.putIfAbsent(cells.get(0) + (unit.isEmpty() ? "" : ", " + unit), row);
  }

  /**
   * Compares the figures of a row.
   *
   * @param name the name of the row, with its unit
   * @throws IllegalArgumentException if there is no such row, or it does not compare stores
   */
  public Comparison compare(String name) {
    Map<String, String> row = rows.get(name);
    if (row == null) {
      throw new IllegalArgumentException("no row '" + name + "' among " + rows.keySet());
    }
    boolean isRate = name.endsWith("/s") || name.endsWith("a second");
    String best = "";
    double bestNumber = isRate ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    for (Map.Entry<String, String> cell : row.entrySet()) {
      double number = number(cell.getValue());
      String store = STORES.get(cell.getKey());
      if (store != null && (isRate ? number > bestNumber : number < bestNumber)) {
        best = store + " " + first(cell.getValue());
        bestNumber = number;
      }
    }
    if (best.isEmpty()) {
      throw new IllegalArgumentException("no other store has a figure: " + row);
    }
    String octavo = row.getOrDefault(OCTAVO, "");
    String printed = row.get(RATIO);
    double ratio = printed == null ? number(octavo) / bestNumber : number(printed);
    double shown = Math.round(ratio * 100) / 100.0;
    boolean isLoss = isRate ? shown < 1 : shown > 1;
    return new Comparison(octavo, best, ratio, isLoss);
  }

  /** Returns what is before the name of a variant; a comma within a number is not before one. */
  private static String first(String cell) {
    return cell.replaceFirst(", .*", "");
  }

  private static double number(String cell) {
    try {
      return Double.parseDouble(first(cell).replace(",", ""));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
