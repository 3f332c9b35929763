package io.octavo.command.series;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads records of fields with commas between them, as RFC 4180 has them. A field in quotes may
 * hold commas, quotes, each of them twice, and ends of lines. Blanks around fields and lines of
 * blanks are passed over.
 */
final class CsvLines {
  /** The most characters of a field in quotes: a quote too many must not fill the memory. */
  private static final int MAX_FIELD = 1 << 20;

  private final LineReader lines;

  /** The line that is being read, without quotes the whole record. */
  private String text = "";

  /** The first line of the record, with its number. */
  private String first = "";

  private long number;

  /** The fields of a record with quotes; empty for one without, which has fields all the same. */
  private List<String> quoted = List.of();

  CsvLines(Input input) {
    this.lines = new LineReader(input);
  }

  /** Reads a record; returns false if there is none. */
  boolean next() {
    while (lines.next()) {
      text = lines.text();
      if (!text.isBlank()) {
        first = text;
        number = lines.line();
        quoted = text.indexOf('"') < 0 ? List.of() : fieldsWithQuotes();
        return true;
      }
    }
    return false;
  }

  /** Returns all fields of the record. */
  List<String> fields() {
    return quoted.isEmpty()
        ? Arrays.stream(text.split(",", -1)).map(String::strip).toList()
        : quoted;
  }

  /** Returns a field, by its number from 0; an empty one if the record has fewer. */
  String field(int column) {
    if (!quoted.isEmpty()) {
      return column < quoted.size() ? quoted.get(column) : "";
    }
    int from = 0;
    for (int i = 0; i < column; i++) {
      from = text.indexOf(',', from) + 1;
      if (from == 0) {
        return "";
      }
    }
    int end = text.indexOf(',', from);
    return text.substring(from, end < 0 ? text.length() : end).strip();
  }

  private List<String> fieldsWithQuotes() {
    List<String> fields = new ArrayList<>();
    int position = 0;
    do {
      int begin = behindBlanks(position);
      boolean isQuoted = begin < text.length() && text.charAt(begin) == '"';
      position = isQuoted ? addQuoted(begin + 1, fields) : addPlain(position, fields);
    } while (position++ < text.length());
    return fields;
  }

  private int behindBlanks(int position) {
    int behind = position;
    while (behind < text.length() && Character.isWhitespace(text.charAt(behind))) {
      behind++;
    }
    return behind;
  }

  /** Adds a field without quotes; returns where it ends. */
  private int addPlain(int begin, List<String> fields) {
    int comma = text.indexOf(',', begin);
    int end = comma < 0 ? text.length() : comma;
    String field = text.substring(begin, end);
    if (field.indexOf('"') >= 0) {
      throw malformed("a quote within a field; put the field in quotes, and that quote twice");
    }
    fields.add(field.strip());
    return end;
  }

  /** Adds a field in quotes, which may end in a later line; returns where it ends there. */
  private int addQuoted(int begin, List<String> fields) {
    StringBuilder field = new StringBuilder();
    int position = begin;
    for (boolean isOpen = true; isOpen; ) {
      int quote = text.indexOf('"', position);
      field.append(text, position, quote < 0 ? text.length() : quote);
      if (quote < 0) {
        nextLine(field);
        position = 0;
      } else {
        isOpen = text.startsWith("\"\"", quote);
        field.append(isOpen ? "\"" : "");
        position = quote + (isOpen ? 2 : 1);
      }
    }
    int end = behindBlanks(position);
    if (end < text.length() && text.charAt(end) != ',') {
      throw malformed("text behind the last quote of a field");
    }
    fields.add(field.toString().strip());
    return end;
  }

  private void nextLine(StringBuilder field) {
    if (field.length() > MAX_FIELD || !lines.next()) {
      throw malformed("a field begins with a quote and does not end with one");
    }
    field.append('\n');
    text = lines.text();
  }

  /** Returns the failure for a malformed record. */
  Failure malformed(String reason) {
    return malformed(reason, first);
  }

  /** Returns the failure for a part of the record. */
  Failure malformed(String reason, String part) {
    return lines.malformed(number, reason, part);
  }
}
