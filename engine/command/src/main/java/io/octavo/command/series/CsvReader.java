package io.octavo.command.series;

import io.octavo.command.cli.CsvLines;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.map.LongPairs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads times and values, and kinds if asked, from CSV, whose first line may name the columns. */
final class CsvReader implements LongPairs {
  private static final int TIME = 0;
  private static final int VALUE = 1;
  private static final int KIND = 2;

  private final CsvLines lines;
  private final TimeForm form;
  private final Places places;

  /** The columns of times, of values and of kinds, if any, as numbers from 1 or as names. */
  private final List<String> columns;

  /** The same as numbers from 0. */
  private final int[] numbers;

  /** What the fields are called in messages. */
  private final List<String> subjects;

  private List<@Nullable String> fields = List.of();
  private boolean isBegun;
  private long time;
  private long value;

  CsvReader(Input input, TimeForm form, Places places, List<String> columns) {
    this.lines = new CsvLines(new LineReader(input), ",", null);
    this.form = form;
    this.places = places;
    this.columns = columns;
    this.numbers = new int[columns.size()];
    boolean isOfEvents = numbers.length > KIND;
    this.subjects =
        isOfEvents
            ? List.of("the begin", "the duration", "the kind")
            : List.of("the time", "the value");
  }

  @Override
  public boolean next() {
    while (lines.next()) {
      fields = lines.fields();
      boolean isFirst = !isBegun;
      isBegun = true;
      if (isFirst && findColumns()) {
        continue;
      }
      try {
        time = form.read(subjects.get(TIME), field(TIME));
        value = places.read(subjects.get(VALUE), field(VALUE));
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

  /** Returns the kind of the entry. */
  String kind() {
    return field(KIND);
  }

  /** Returns the failure for a malformed entry. */
  Failure malformed(String reason) {
    return lines.malformed(reason);
  }

  /** Finds the columns by the first line; returns whether it names them. */
  private boolean findColumns() {
    List<String> header = fields.stream().map(field -> String.valueOf(field).strip()).toList();
    boolean isNamed = false;
    for (int i = 0; i < numbers.length; i++) {
      String column = columns.get(i);
      boolean isNumber = column.matches("[1-9][0-9]{0,4}");
      numbers[i] = isNumber ? Integer.parseInt(column) - 1 : header.indexOf(column);
      isNamed |= !isNumber;
      if (numbers[i] < 0) {
        throw lines.malformed("--columns: no column is named " + column);
      }
    }
    return isNamed
        || (Math.max(numbers[TIME], numbers[VALUE]) < header.size()
            && !isTime(header.get(numbers[TIME]))
            && !isValue(header.get(numbers[VALUE])));
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
      places.read("", text);
      return true;
    } catch (BadField e) {
      // One with too many places is a value all the same.
      return text.matches("(?s)[-+.0-9].*");
    }
  }

  private String field(int column) {
    int number = numbers[column];
    String field = number < fields.size() ? String.valueOf(fields.get(number)).strip() : "";
    if (field.isEmpty()) {
      throw lines.malformed(subjects.get(column) + " is missing in column " + (number + 1));
    }
    return field;
  }
}
