package io.octavo.command.text;

import io.octavo.page.ByteText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Escapes and unescapes byte strings of any length in the form of {@link ByteText}. */
final class Escapes {
  private static final String NAMED = "tnr\\";
  private static final String NAMED_BYTES = "\t\n\r\\";

  private Escapes() {}

  /** Writes as {@link Notation#write(byte[], int, boolean, Output)} does. */
  static int write(byte[] bytes, int length, boolean isLast, Output out) {
    int position = 0;
    while (position < length) {
      int plain = ByteText.plain(bytes, position, length);
      if (plain == ByteText.CUT_OFF && !isLast) {
        return position;
      }
      int end = position + plain;
      if (plain <= 0) {
        escape(bytes[position++], out);
      }
      while (position < end) {
        out.character(bytes[position++]);
      }
    }
    return length;
  }

  /** Writes an escape. In JSON its backslash is escaped too. */
  private static void escape(byte value, Output out) {
    String escape = ByteText.escape(value);
    for (int i = 0; i < escape.length(); i++) {
      out.character(escape.charAt(i));
    }
  }

  /**
   * Parses text.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  static byte[] read(String text) {
    int escape = text.indexOf('\\');
    if (escape < 0) {
      return encode(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    int position = 0;
    for (; escape >= 0; escape = text.indexOf('\\', position)) {
      bytes.writeBytes(encode(text.substring(position, escape)));
      int named = escape + 1 < text.length() ? NAMED.indexOf(text.charAt(escape + 1)) : -1;
      position = escape + (named >= 0 ? 2 : 4);
      bytes.write(named >= 0 ? NAMED_BYTES.charAt(named) : hex(text, escape));
    }
    bytes.writeBytes(encode(text.substring(position)));
    return bytes.toByteArray();
  }

  private static int hex(String text, int escape) {
    int end = escape + 4;
    if (end > text.length()
        || text.charAt(escape + 1) != 'x'
        || !HexFormat.isHexDigit(text.charAt(escape + 2))
        || !HexFormat.isHexDigit(text.charAt(escape + 3))) {
      throw new IllegalArgumentException(
          "has a bad escape, "
              + text.substring(escape, Math.min(escape + 2, text.length()))
              + "; escapes are \\t \\n \\r \\\\ \\xHH");
    }
    return HexFormat.fromHexDigits(text, escape + 2, end);
  }

  private static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new IllegalArgumentException("has a lone surrogate, which UTF-8 cannot encode");
    }
    return bytes;
  }
}
