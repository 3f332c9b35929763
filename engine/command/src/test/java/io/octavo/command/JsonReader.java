package io.octavo.command;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON strictly, so that a test can tell whether what was printed is some. */
public final class JsonReader {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private int position;

  public JsonReader(String text) {
    this.text = text;
  }

  /** Returns a LinkedHashMap, ArrayList, String, BigDecimal, Boolean or null. */
  public Object document() {
    Object value = value();
    skip();
    if (position != text.length()) {
      throw unexpected();
    }
    return value;
  }

  private Object value() {
    skip();
    if (take("{")) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (boolean on = !take("}"); on; on = !take("}")) {
        if (!object.isEmpty()) {
          expect(",");
        }
        skip();
        expect("\"");
        String name = string();
        expect(":");
        object.put(name, value());
      }
      return object;
    }
    if (take("[")) {
      List<Object> list = new ArrayList<>();
      for (boolean on = !take("]"); on; on = !take("]")) {
        if (!list.isEmpty()) {
          expect(",");
        }
        list.add(value());
      }
      return list;
    }
    return scalar();
  }

  private Object scalar() {
    if (take("\"")) {
      return string();
    }
    if (take("null")) {
      return null;
    }
    if (take("true")) {
      return true;
    }
    if (take("false")) {
      return false;
    }
    Matcher number = NUMBER.matcher(text).region(position, text.length());
    if (!number.lookingAt()) {
      throw unexpected();
    }
    position = number.end();
    return new BigDecimal(number.group());
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    for (char c = text.charAt(position++); c != '"'; c = text.charAt(position++)) {
      if (c < ' ') {
        throw unexpected();
      }
      if (c != '\\') {
        string.append(c);
        continue;
      }
      char escaped = text.charAt(position++);
      if (escaped == 'u') {
        string.append((char) Integer.parseInt(text.substring(position, position + 4), 16));
        position += 4;
      } else if (ESCAPES.indexOf(escaped) >= 0) {
        string.append(ESCAPED.charAt(ESCAPES.indexOf(escaped)));
      } else {
        throw unexpected();
      }
    }
    return string.toString();
  }

  private void skip() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private boolean take(String token) {
    skip();
    if (!text.startsWith(token, position)) {
      return false;
    }
    position += token.length();
    return true;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw unexpected();
    }
  }

  private AssertionError unexpected() {
    return new AssertionError("not JSON at " + position + ": " + text);
  }
}
