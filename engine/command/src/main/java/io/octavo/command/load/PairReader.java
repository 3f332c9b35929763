package io.octavo.command.load;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.map.LongPairs;
import io.octavo.page.ByteText;
import io.octavo.text.MalformedInputException;
import io.octavo.text.TextLines;
import java.util.Arrays;

/**
 * Reads pairs of integers from lines of text: key and value, separated by blanks, a comma or a
 * semicolon. Empty lines and lines that begin with # are skipped. Bytes are read one by one from a
 * large buffer; lines are not made objects.
 */
final class PairReader implements LongPairs {
  private static final int BUFFER = 1 << 18;
  private static final int MARK = 3;
  private static final int END = -1;
  private static final int QUOTED_MAX = 60;
  private static final long MIN_TENTH = Long.MIN_VALUE / 10;
  private static final int MIN_LAST_DIGIT = 8;

  private final Input input;
  private final String hint;
  private final byte[] buffer;
  private int position;
  private int limit;

  /** The start of the current line, kept in the buffer so that an error can quote it. */
  private int lineStart;

  /** The start of the current number. */
  private int fieldStart;

  private long line;
  private long key;
  private long value;

  /**
   * Reads pairs.
   *
   * @param hint what to add to the message about a text that is not an integer
   */
  PairReader(Input input, String hint) {
    this(input, hint, BUFFER);
  }

  PairReader(Input input, String hint, int bufferLength) {
    this.input = input;
    this.hint = hint;
    this.buffer = new byte[bufferLength];
    passMark();
  }

  private void passMark() {
    while (limit < MARK && fill()) {}
    try {
      position = TextLines.markLength(buffer, limit);
    } catch (MalformedInputException e) {
      throw input.failed(e);
    }
  }

  @Override
  public boolean next() {
    while (true) {
      line++;
      lineStart = position;
      skipBlanks();
      int first = peek();
      if (first == END) {
        return false;
      }
      if (first == '#') {
        skipLine();
      } else if (first == '\n' || first == '\r') {
        endLine();
      } else {
        key = number("key");
        separate();
        value = number("value");
        endLine();
        return true;
      }
    }
  }

  @Override
  public long key() {
    return key;
  }

  @Override
  public long value() {
    return value;
  }

  private long number(String what) {
    int c = peek();
    fieldStart = position;
    if (c == END || c == '\n' || c == '\r') {
      throw malformed("the " + what + " is missing", lineStart, false);
    }
    boolean negative = c == '-';
    if (negative || c == '+') {
      position++;
      c = peek();
    }
    if (c < '0' || c > '9') {
      throw malformed("the " + what + " is not an integer" + hint);
    }
    // There is one more negative number than positive ones.
    long negated = 0;
    for (; c >= '0' && c <= '9'; c = peek()) {
      int digit = c - '0';
      if (negated < MIN_TENTH || (negated == MIN_TENTH && digit > MIN_LAST_DIGIT)) {
        throw malformed("the " + what + " does not fit in 64 bits");
      }
      negated = negated * 10 - digit;
      position++;
    }
    if (!isBetween(c) && c != '\n' && c != '\r' && c != END) {
      throw malformed("the " + what + " is not an integer" + hint);
    }
    if (!negative && negated == Long.MIN_VALUE) {
      throw malformed("the " + what + " does not fit in 64 bits");
    }
    return negative ? negated : -negated;
  }

  private static boolean isBetween(int c) {
    return c == '\t' || c == ' ' || c == ',' || c == ';';
  }

  private void separate() {
    skipBlanks();
    int c = peek();
    if (c == ',' || c == ';') {
      position++;
      skipBlanks();
    }
  }

  private void skipBlanks() {
    for (int c = peek(); c == ' ' || c == '\t'; c = peek()) {
      position++;
    }
  }

  private void skipLine() {
    for (int c = peek(); c != END; c = peek()) {
      position++;
      if (c == '\n') {
        return;
      }
    }
  }

  private void endLine() {
    skipBlanks();
    if (peek() == '\r') {
      position++;
    }
    int c = peek();
    if (c != '\n' && c != END) {
      throw malformed("unexpected text after the value", position, false);
    }
    position += c == END ? 0 : 1;
  }

  /** Returns the byte at the position, or {@link #END}. */
  private int peek() {
    return position < limit || fill() ? buffer[position] & 0xFF : END;
  }

  /** Reads more of the line into the buffer. */
  private boolean fill() {
    if (lineStart == 0 && limit == buffer.length) {
      // The line fills the buffer, so its beginning can no longer be quoted.
      lineStart = fieldStart > 0 ? fieldStart : position;
    }
    int kept = limit - lineStart;
    System.arraycopy(buffer, lineStart, buffer, 0, kept);
    position -= lineStart;
    fieldStart = Math.max(0, fieldStart - lineStart);
    limit = kept;
    lineStart = 0;
    int read = input.read(buffer, limit, buffer.length - limit);
    limit += Math.max(0, read);
    return read > 0;
  }

  /** Returns the failure for a malformed number, which is quoted. */
  private Failure malformed(String reason) {
    return malformed(reason, fieldStart, true);
  }

  /**
   * Returns the failure for a malformed line.
   *
   * @param from the start of the quoted part
   * @param isField whether the quoted part ends with the field; otherwise with the line
   */
  private Failure malformed(String reason, int from, boolean isField) {
    position = from;
    fieldStart = from;
    while (position - fieldStart < QUOTED_MAX && isQuoted(peek(), isField)) {
      position++;
    }
    boolean isCut = isQuoted(peek(), isField);
    String text = ByteText.of(Arrays.copyOfRange(buffer, fieldStart, position));
    return input.malformed(line, reason, text, isCut);
  }

  private static boolean isQuoted(int c, boolean isField) {
    return c != END && c != '\n' && c != '\r' && !(isField && isBetween(c));
  }
}
