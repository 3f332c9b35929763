package io.octavo.tool;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads an object of JSON whose values are strings and integers of 64 bits, and nothing else. */
final class JsonLine {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private static final int UNICODE_DIGITS = 4;
  private static final char END = '\0';

  private final String text;
  private int position;

  JsonLine(String text) {
    this.text = text;
  }

  /**
   * Reads the object.
   *
   * @return its fields, {@link String} or {@link Long}
   * @throws IllegalArgumentException if the text is anything else
   */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    expect('{', "an object");
    do {
      expect('"', "the name of a field");
      String name = string();
      expect(':', "a colon");
      char first = peek();
      Object value;
      if (first == '"') {
        position++;
        value = string();
      } else {
        value = integer();
      }
      if (fields.put(name, value) != null) {
        throw malformed("duplicate field " + name);
      }
    } while (take(','));
    expect('}', "a comma or the end of the object");
    if (peek() != END || position < text.length()) {
      throw malformed("unexpected text after the object");
    }
    return fields;
  }

  private static IllegalArgumentException malformed(String reason) {
    return new IllegalArgumentException(reason);
  }

  /** Returns the next character that is no blank. */
  private char peek() {
    while (position < text.length() && " \t\r".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : END;
  }

  private boolean take(char character) {
    boolean found = peek() == character && position < text.length();
    position += found ? 1 : 0;
    return found;
  }

  private void expect(char character, String what) {
    if (!take(character)) {
      throw malformed(what + " is missing at character " + (position + 1));
    }
  }

  private Long integer() {
    int from = position;
    while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    String number = text.substring(from, position);
    if (!number.matches("-?(0|[1-9][0-9]{0,18})")) {
      throw malformed("expected a string or an integer at character " + (from + 1));
    }
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException e) {
      throw malformed("the integer at character " + (from + 1) + " does not fit in 64 bits");
    }
  }

  private String string() {
    int plain = position;
    StringBuilder string = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c < ' ') {
        throw malformed("control character in a string at character " + (position + 1));
      }
      if (c == '"') {
        return string.append(text, plain, position++).toString();
      }
      position++;
      if (c == '\\') {
        string.append(text, plain, position - 1).append(escaped());
        plain = position;
      }
    }
    throw malformed("unterminated string");
  }

  private char escaped() {
    char kind = position < text.length() ? text.charAt(position++) : END;
    int index = ESCAPES.indexOf(kind);
    if (index >= 0) {
      return ESCAPED.charAt(index);
    }
    int end = position + UNICODE_DIGITS;
    if (kind != 'u'
        || end > text.length()
        || !text.substring(position, end).matches("[0-9a-fA-F]{4}")) {
      throw malformed("bad escape in a string at character " + position);
    }
    int code = Integer.parseInt(text, position, end, 16);
    position = end;
    return (char) code;
  }
}
