package io.octavo.tool;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Byte strings as text in UTF-8. Bytes that are none, control characters, the byte order mark and
 * the backslash are escaped, so that text stands in a line and every byte string has one form.
 */
final class Escapes {
  private static final String NAMED = "tnr\\";
  private static final String NAMED_BYTES = "\t\n\r\\";
  private static final int INVALID = 0;
  private static final int CUT_OFF = -1;
  private static final int DELETE = 0x7F;

  private Escapes() {}

  /** Writes bytes as {@link Notation#write(byte[], int, boolean, Output)} does. */
  static int write(byte[] bytes, int length, boolean isLast, Output out) {
    int position = 0;
    while (position < length) {
      int count = sequence(bytes, position, length);
      if (count == CUT_OFF && !isLast) {
        return position;
      }
      boolean isText = count > 0 && isText(bytes, position, count);
      int end = position + Math.max(1, count);
      for (; position < end; position++) {
        if (isText) {
          out.character(bytes[position]);
        } else {
          escape(bytes[position], out);
        }
      }
    }
    return length;
  }

  /**
   * Returns bytes as text, to be looked at.
   *
   * @param most how many bytes are shown, after which three dots stand
   */
  static String text(byte[] bytes, int most) {
    StringBuilder text = new StringBuilder();
    int position = 0;
    while (position < Math.min(bytes.length, most)) {
      int count = Math.max(1, sequence(bytes, position, bytes.length));
      if (sequence(bytes, position, bytes.length) > 0 && isText(bytes, position, count)) {
        text.append(new String(bytes, position, count, StandardCharsets.UTF_8));
      } else {
        for (int i = position; i < position + count; i++) {
          int named = NAMED_BYTES.indexOf(bytes[i]);
          text.append('\\');
          text.append(
              named >= 0
                  ? String.valueOf(NAMED.charAt(named))
                  : "x" + HexFormat.of().withUpperCase().toHexDigits(bytes[i]));
        }
      }
      position += count;
    }
    return position < bytes.length ? text + "..." : text.toString();
  }

  /** Returns the length of the character that begins at a byte. */
  private static int sequence(byte[] bytes, int from, int end) {
    int first = bytes[from] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    // Below are the second bytes and what could be shorter, above what is no character.
    if (first < 0xC2 || first > 0xF4) {
      return INVALID;
    }
    int count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (int i = 1; i < count; i++) {
      if (from + i == end) {
        return CUT_OFF;
      }
      int next = bytes[from + i] & 0xFF;
      if (next < (i == 1 ? leastSecond(first) : 0x80)
          || next > (i == 1 ? greatestSecond(first) : 0xBF)) {
        return INVALID;
      }
    }
    return count;
  }

  /** What is below has a shorter form. */
  private static int leastSecond(int first) {
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  }

  /** What is above is a surrogate or beyond the last character. */
  private static int greatestSecond(int first) {
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }

  private static boolean isText(byte[] bytes, int from, int count) {
    int first = bytes[from] & 0xFF;
    if (count == 1) {
      return first >= ' ' && first != DELETE && first != '\\';
    }
    // Terminals obey the control characters from U+0080 on too.
    boolean isControl = first == 0xC2 && (bytes[from + 1] & 0xFF) < 0xA0;
    // A byte order mark at the beginning of a file is taken for none of its text.
    boolean isMark =
        first == 0xEF && (bytes[from + 1] & 0xFF) == 0xBB && (bytes[from + 2] & 0xFF) == 0xBF;
    return !isControl && !isMark;
  }

  private static void escape(byte value, Output out) {
    out.character('\\');
    int named = NAMED_BYTES.indexOf(value);
    if (named >= 0) {
      out.character(NAMED.charAt(named));
      return;
    }
    out.put('x');
    out.put(HexFormat.of().toHighHexDigit(value));
    out.put(HexFormat.of().toLowHexDigit(value));
  }

  /**
   * Reads text.
   *
   * @throws IllegalArgumentException if it is malformed, with what is to be said of it
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
