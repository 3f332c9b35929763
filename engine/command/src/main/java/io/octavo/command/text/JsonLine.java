package io.octavo.command.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads JSON: strings are {@link String}, integers of 64 bits {@link Long}, other numbers {@link
 * BigDecimal}, arrays {@link List}, objects {@link Map}, and null is {@link Json#NULL}.
 */
public final class JsonLine {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private static final int UNICODE_DIGITS = 4;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]{1,10})?");
  private static final int MAX_DEPTH = 500;
  private static final char END = '\0';

  /** The number of characters quoted if the text ends too early. */
  private static final int BEFORE_END = 20;

  private final String text;
  private int position;

  public JsonLine(String text) {
    this.text = text;
  }

  /**
   * Parses an object.
   *
   * @return its fields
   * @throws IllegalArgumentException if the text is not an object
   */
  public Map<String, Object> fields() {
    expect('{', "an object");
    Map<String, Object> fields = object(1);
    requireEnd();
    return fields;
  }

  /**
   * Parses a value.
   *
   * @return the value
   * @throws IllegalArgumentException if the text is not a value
   */
  Object value() {
    Object value = value(0);
    requireEnd();
    return value;
  }

  private void requireEnd() {
    if (peek() != END || position < text.length()) {
      throw malformed("unexpected text after the JSON", position);
    }
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (take('}')) {
      return fields;
    }
    do {
      expect('"', "the name of a field");
      int from = position - 1;
      String name = string();
      expect(':', "a colon");
      if (fields.put(name, value(depth)) != null) {
        throw malformed("duplicate field " + name, from);
      }
    } while (take(','));
    expect('}', "a comma or the end of the object");
    return fields;
  }

  private List<Object> array(int depth) {
    List<Object> values = new ArrayList<>();
    if (take(']')) {
      return values;
    }
    do {
      values.add(value(depth));
    } while (take(','));
    expect(']', "a comma or the end of the array");
    return values;
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw malformed("more than " + MAX_DEPTH + " arrays and objects in each other", position);
    }
    if (take('"')) {
      return string();
    }
    if (take('[')) {
      return array(depth + 1);
    }
    if (take('{')) {
      return object(depth + 1);
    }
    for (Object word : new Object[] {true, false, Json.NULL}) {
      if (text.startsWith(word.toString(), position)) {
        position += word.toString().length();
        return word;
      }
    }
    return number();
  }

  /** Returns the exception for an error. Quotes the text from a place on. */
  private IllegalArgumentException malformed(String reason, int from) {
    String rest = text.substring(from);
    String there = rest.isEmpty() ? text.substring(Math.max(0, from - BEFORE_END)) : rest;
    return new BadField(
        reason + " at character " + (from + 1) + (rest.isEmpty() ? ", the end of" : ""), there);
  }

  /** Returns the next character that is not a blank. */
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
      throw malformed(what + " is missing", position);
    }
  }

  private Number number() {
    int from = position;
    while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    String number = text.substring(from, position);
    if (!NUMBER.matcher(number).matches()) {
      throw malformed("a value is missing", from);
    }
    try {
      return Long.valueOf(number);
    } catch (NumberFormatException e) {
      return decimal(number);
    }
  }

  private static BigDecimal decimal(String number) {
    try {
      return new BigDecimal(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the exponent of " + number + " is out of range", e);
    }
  }

  private String string() {
    int from = position - 1;
    int plain = position;
    StringBuilder string = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c < ' ') {
        throw malformed("control character in a string", position);
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
    throw malformed("unterminated string", from);
  }

  private char escaped() {
    int from = position - 1;
    char kind = position < text.length() ? text.charAt(position++) : END;
    int index = ESCAPES.indexOf(kind);
    if (index >= 0) {
      return ESCAPED.charAt(index);
    }
    int end = position + UNICODE_DIGITS;
    if (kind != 'u'
        || end > text.length()
        || !text.substring(position, end).matches("[0-9a-fA-F]{4}")) {
      throw malformed("bad escape in a string", from);
    }
    int code = Integer.parseInt(text, position, end, 16);
    position = end;
    return (char) code;
  }
}
