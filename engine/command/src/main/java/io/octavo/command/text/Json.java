package io.octavo.command.text;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, strings, numbers, booleans and nulls as JSON. */
public final class Json {
  /** Stands for null where Java's null means something else. */
  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  private Json() {}

  /** Makes an object of alternating names and values. It keeps their order and can be extended. */
  public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }

  public static String of(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(@Nullable Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> map) {
      text.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> field = i.next();
        string(String.valueOf(field.getKey()), text);
        text.append(':');
        write(field.getValue(), text);
        text.append(i.hasNext() ? "," : "");
      }
      text.append('}');
    } else if (value instanceof List<?> list) {
      text.append('[');
      for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
        write(i.next(), text);
        text.append(i.hasNext() ? "," : "");
      }
      text.append(']');
    } else if (value instanceof Double number) {
      text.append(Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "null");
    } else if (value == null
        || value == NULL
        || value instanceof Number
        || value instanceof Boolean) {
      text.append(value);
    } else {
      string(value.toString(), text);
    }
  }

  /** Readers of a text file drop a byte order mark at its beginning, so it is escaped. */
  private static final char MARK = '\uFEFF';

  private static void string(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (Character.isISOControl(c)
          || c == MARK
          || (Character.isSurrogate(c) && !isPaired(string, i))) {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  /** Returns whether a surrogate is paired. A lone one has no UTF-8 form, but a JSON escape. */
  private static boolean isPaired(String string, int index) {
    return Character.isHighSurrogate(string.charAt(index))
        ? index + 1 < string.length() && Character.isLowSurrogate(string.charAt(index + 1))
        : index > 0 && Character.isHighSurrogate(string.charAt(index - 1));
  }
}
