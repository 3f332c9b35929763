package io.octavo.command.cli;

import io.octavo.page.ByteText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Formats numbers and names for users. */
public final class Text {
  private static final String PARTS = " ▏▎▍▌▋▊▉█";

  private Text() {}

  /** Formats a number with separated thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a number with separated thousands, and its noun. */
  public static String count(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  public static String decimal(double number, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", number);
  }

  /**
   * Returns whether text has U+FFFD, which the JVM puts in arguments and names of files in the
   * place of bytes that are no characters in the encoding of the locale.
   */
  public static boolean isUndecoded(String text) {
    return text.indexOf('\uFFFD') >= 0;
  }

  /** Returns whether bytes are text in UTF-8 that does not control a terminal. */
  public static boolean isPlain(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return !isUndecoded(text)
        && text.chars().allMatch(c -> !Character.isISOControl(c) || "\t\n\r".indexOf(c) >= 0);
  }

  public static double seconds(long nanos) {
    return nanos / 1e9;
  }

  /** Formats a rate per second, with its significant digits. */
  public static String rate(long count, long nanos) {
    double rate = count / Math.max(1e-9, seconds(nanos));
    if (rate >= 1e6) {
      return decimal(rate / 1e6, 2) + " M/s";
    }
    return rate >= 1e4 ? decimal(rate / 1e3, 0) + " k/s" : decimal(rate, 0) + "/s";
  }

  public static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  public static String percent(double share) {
    return decimal(100 * share, 1) + " %";
  }

  /** Draws a share of a width, to an eighth of a character. A share above 0 is always visible. */
  public static String bar(double share, int width) {
    long eighths = Math.round(share * width * 8);
    if (share > 0) {
      eighths = Math.max(1, eighths);
    }
    String full = "█".repeat((int) (eighths / 8));
    return eighths % 8 == 0 ? full : full + PARTS.charAt((int) (eighths % 8));
  }

  /** Escapes characters that would break a line or control a terminal. */
  public static String printable(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              String character = Character.toString(c);
              if (Character.isISOControl(c)) {
                for (byte value : character.getBytes(StandardCharsets.UTF_8)) {
                  safe.append(ByteText.escape(value));
                }
              } else {
                safe.append(character);
              }
            });
    return safe.toString();
  }
}
