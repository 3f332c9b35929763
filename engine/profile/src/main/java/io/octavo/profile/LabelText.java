package io.octavo.profile;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The canonical text of labels. */
final class LabelText {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");
  private static final Pattern PLAIN = Pattern.compile("[^,\"\\\\=\\s]+");
  private static final Pattern LABEL =
      Pattern.compile(
          "\\s*([^=,\\s]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"|([^,\"\\\\=\\s]+))\\s*");

  private LabelText() {}

  static String format(SortedMap<String, String> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          text.append(text.isEmpty() ? "" : ",").append(name).append('=');
          if (PLAIN.matcher(value).matches()) {
            text.append(value);
          } else {
            text.append('"').append(value.replaceAll("[\"\\\\]", "\\\\$0")).append('"');
          }
        });
    return text.toString();
  }

  static Map<String, String> parse(String text) {
    TreeMap<String, String> values = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!label.find(at) || label.start() != at) {
        throw malformed(text, at, "expected NAME=VALUE, or NAME=\"VALUE\"");
      }
      String quoted = label.group(2);
      String value = quoted == null ? label.group(3) : quoted.replaceAll("\\\\(.)", "$1");
      if (values.put(label.group(1), value) != null) {
        throw malformed(text, at, "label '" + label.group(1) + "' is given twice");
      }
      at = label.end();
      if (at < text.length() && (text.charAt(at) != ',' || ++at == text.length())) {
        throw malformed(text, at, "expected a comma and another label");
      }
    }
    return values;
  }

  private static IllegalArgumentException malformed(String text, int at, String why) {
    return new IllegalArgumentException("labels '" + text + "', column " + (at + 1) + ": " + why);
  }

  /** Throws if a label cannot be stored. */
  static void requireSound(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "label name '"
              + name
              + "': a name has letters, digits and _ . - / and begins with a letter or _");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException("the value of label '" + name + "' has a lone surrogate");
    }
  }

  static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
