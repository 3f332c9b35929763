package io.octavo.page;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Byte strings as text on one line, in one notation: UTF-8, in which bytes that are no character,
 * control characters, the byte order mark and the backslash are escaped, as in {@code \x80}. Text
 * that is not cut can be read back.
 */
public final class ByteText {
  private static final String NAMED = "tnr\\";
  private static final String NAMED_BYTES = "\t\n\r\\";
  private static final int INVALID = 0;
  private static final int DELETE = 0x7F;
  private static final String[] ESCAPES = escapes();

  /** Returned for a character whose last bytes are missing. */
  public static final int CUT_OFF = -1;

  private ByteText() {}

  /** Returns bytes as text. */
  public static String of(byte[] bytes) {
    return of(bytes, bytes.length);
  }

  /**
   * Returns bytes as text for display.
   *
   * @param most the number of bytes before three dots
   */
  public static String of(byte[] bytes, int most) {
    StringBuilder text = new StringBuilder();
    return append(bytes, most, text) < bytes.length ? text + "..." : text.toString();
  }

  /**
   * Returns bytes as text between quotes; quotes within are escaped.
   *
   * @param most the number of bytes before the length
   */
  public static String quote(byte[] bytes, int most) {
    StringBuilder text = new StringBuilder();
    boolean isAll = append(bytes, most, text) == bytes.length;
    String quoted = "\"" + text.toString().replace("\"", "\\x22") + "\"";
    return isAll ? quoted : quoted + " ... " + bytes.length + " bytes";
  }

  /** Returns a name between quotes, as its bytes in UTF-8. */
  public static String quote(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return quote(bytes, bytes.length);
  }

  private static int append(byte[] bytes, int most, StringBuilder text) {
    int position = 0;
    while (position < Math.min(bytes.length, most)) {
      int plain = plain(bytes, position, bytes.length);
      if (plain > 0) {
        text.append(new String(bytes, position, plain, StandardCharsets.UTF_8));
        position += plain;
      } else {
        text.append(escape(bytes[position++]));
      }
    }
    return position;
  }

  /** Returns the escape of a byte. */
  public static String escape(byte value) {
    return ESCAPES[value & 0xFF];
  }

  private static String[] escapes() {
    String[] escapes = new String[1 << Byte.SIZE];
    for (int value = 0; value < escapes.length; value++) {
      int named = NAMED_BYTES.indexOf(value);
      String digits = HexFormat.of().toHexDigits((byte) value);
      escapes[value] = named >= 0 ? "\\" + NAMED.charAt(named) : "\\x" + digits;
    }
    return escapes;
  }

  /**
   * Returns the number of bytes of a character that need no escape.
   *
   * @param from the first byte of the character
   * @return 0 if the byte is escaped, {@link #CUT_OFF} if that depends on bytes after the end
   */
  public static int plain(byte[] bytes, int from, int end) {
    int count = sequence(bytes, from, end);
    return count <= 0 || isText(bytes, from, count) ? count : INVALID;
  }

  /** Returns the length of the character at a byte, {@link #INVALID}, or {@link #CUT_OFF}. */
  private static int sequence(byte[] bytes, int from, int end) {
    int first = bytes[from] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    // Lower bytes are second bytes or begin overlong forms; greater bytes begin no character.
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

  /** Returns the least second byte: a lower one makes an overlong form. */
  private static int leastSecond(int first) {
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  }

  /**
   * Returns the greatest second byte: a greater one makes a surrogate, or exceeds the last code
   * point.
   */
  private static int greatestSecond(int first) {
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }

  private static boolean isText(byte[] bytes, int from, int count) {
    int first = bytes[from] & 0xFF;
    if (count == 1) {
      return first >= ' ' && first != DELETE && first != '\\';
    }
    // Terminals obey the control characters from U+0080 to U+009F too.
    boolean isControl = first == 0xC2 && (bytes[from + 1] & 0xFF) < 0xA0;
    // Readers of a text file drop a byte order mark at its beginning.
    boolean isMark =
        first == 0xEF && (bytes[from + 1] & 0xFF) == 0xBB && (bytes[from + 2] & 0xFF) == 0xBF;
    return !isControl && !isMark;
  }
}
