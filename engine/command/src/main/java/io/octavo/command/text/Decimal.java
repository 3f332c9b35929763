package io.octavo.command.text;

/** Reads integers as text. */
public final class Decimal {
  private Decimal() {}

  /** Reads an integer; the subject is what it is called if it is none. */
  public static long number(String subject, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadField(subject + " is not a 64-bit integer", text, e);
    }
  }

  /** Reads an integer of the command line. */
  public static long argument(String text) {
    return number("'" + text + "'", text);
  }
}
