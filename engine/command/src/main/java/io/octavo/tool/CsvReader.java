package io.octavo.tool;

import io.octavo.LongPairs;
import java.util.Arrays;
import java.util.List;

/**
 * Reads times and values from lines of fields with commas between them. The first line may name the
 * columns. Fields in quotes are refused, because they may hold commas and ends of lines.
 */
final class CsvReader implements LongPairs {
  private final LineReader lines;
  private final TimeForm form;
  private final Places places;

  /** The columns of times and of values, as numbers from 1 or as names. */
  private final List<String> columns;

  private int timeColumn;
  private int valueColumn;
  private boolean isBegun;
  private long time;
  private long value;

  CsvReader(Input input, TimeForm form, Places places, List<String> columns) {
    this.lines = new LineReader(input);
    this.form = form;
    this.places = places;
    this.columns = columns;
  }

  @Override
  public boolean next() {
    while (lines.next()) {
      String line = lines.text();
      if (line.isBlank()) {
        continue;
      }
      if (line.indexOf('"') >= 0) {
        throw lines.malformed("the line has quotes, which are not supported; remove them");
      }
      boolean isFirst = !isBegun;
      isBegun = true;
      if (isFirst && findColumns(line)) {
        continue;
      }
      try {
        time = form.read("the time", field(line, timeColumn, "time"));
        value = places.read(field(line, valueColumn, "value"));
        return true;
      } catch (BadField e) {
        throw lines.malformed(String.valueOf(e.getMessage()), e.text());
      }
    }
    return false;
  }

  @Override
  public long key() {
    return time;
  }

  @Override
  public long value() {
    return value;
  }

  /** Sets the columns by the first line; returns whether it names them. */
  private boolean findColumns(String line) {
    List<String> fields = Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    timeColumn = column(columns.get(0), fields);
    valueColumn = column(columns.get(1), fields);
    if (!columns.stream().allMatch(CsvReader::isNumber)) {
      return true;
    }
    return Math.max(timeColumn, valueColumn) < fields.size()
        && !isTime(fields.get(timeColumn))
        && !isValue(fields.get(valueColumn));
  }

  private int column(String column, List<String> names) {
    if (isNumber(column)) {
      return Integer.parseInt(column) - 1;
    }
    int index = names.indexOf(column);
    if (index < 0) {
      throw lines.malformed("--columns: no column is named " + column);
    }
    return index;
  }

  /** Returns whether a column is given by its number. */
  private static boolean isNumber(String column) {
    return column.matches("[1-9][0-9]{0,4}");
  }

  private boolean isTime(String text) {
    try {
      form.read("", text);
      return true;
    } catch (BadField e) {
      return false;
    }
  }

  private boolean isValue(String text) {
    try {
      places.read(text);
      return true;
    } catch (BadField e) {
      // One with too many places is a value all the same.
      return text.matches("[-+.0-9].*");
    }
  }

  private String field(String line, int column, String what) {
    int from = 0;
    for (int i = 0; i < column && from >= 0; i++) {
      from = line.indexOf(',', from) + 1;
      from = from == 0 ? -1 : from;
    }
    int end = from < 0 ? -1 : line.indexOf(',', from);
    String field = from < 0 ? "" : line.substring(from, end < 0 ? line.length() : end).strip();
    if (field.isEmpty()) {
      throw lines.malformed("the " + what + " is missing in column " + (column + 1));
    }
    return field;
  }
}
