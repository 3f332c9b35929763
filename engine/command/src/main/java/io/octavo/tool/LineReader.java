package io.octavo.tool;

import io.octavo.page.ByteText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads lines of UTF-8 of any length. */
final class LineReader {
  private static final int BUFFER = 1 << 18;
  private static final int MAX_BUFFER = Integer.MAX_VALUE - 8;
  private static final int QUOTED_MAX = 60;
  private static final char MARK = '\uFEFF';

  private final Input input;
  private byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private String text = "";
  private boolean ended;
  private long line;

  /** The line that was read, without its end. */
  private int from;

  private int to;

  LineReader(Input input) {
    this.input = input;
  }

  /** Reads a line. Returns false if there is none. */
  boolean next() {
    boolean isThere = nextBytes();
    text = isThere ? decode() : "";
    return isThere;
  }

  /** Reads a line as bytes, which need not be UTF-8; gives false if there is none. */
  boolean nextBytes() {
    line++;
    int end = position;
    while (end == limit || buffer[end] != '\n') {
      if (end < limit) {
        end++;
        continue;
      }
      int length = end - position;
      boolean isFilled = fill();
      end = position + length;
      if (!isFilled) {
        break;
      }
    }
    if (position == limit) {
      return false;
    }
    ended = end < limit;
    from = position;
    position = ended ? end + 1 : limit;
    // Where a text has this character itself, it is escaped.
    to = end - (end > from && buffer[end - 1] == '\r' ? 1 : 0);
    return true;
  }

  private String decode() {
    String decoded = new String(buffer, from, to - from, StandardCharsets.UTF_8);
    if (decoded.indexOf('\uFFFD') >= 0) {
      byte[] again = decoded.getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(again, 0, again.length, buffer, from, to)) {
        throw malformedBytes("the line is not UTF-8");
      }
    }
    // Windows programs write a byte order mark before UTF-8.
    return line == 1 && !decoded.isEmpty() && decoded.charAt(0) == MARK
        ? decoded.substring(1)
        : decoded;
  }

  /** Reads more of the line into the buffer. */
  private boolean fill() {
    int kept = limit - position;
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, kept);
    } else if (kept == buffer.length) {
      if (kept == MAX_BUFFER) {
        throw malformed("the line is longer than 2 GiB");
      }
      buffer = Arrays.copyOf(buffer, (int) Math.min(2L * kept, MAX_BUFFER));
    }
    position = 0;
    limit = kept;
    int read = input.read(buffer, limit, buffer.length - limit);
    limit += Math.max(0, read);
    return read > 0;
  }

  String text() {
    return text;
  }

  /** Returns the number of the line that was read last, from 1. */
  long line() {
    return line;
  }

  /** Returns the bytes of the line that was read last. */
  byte[] bytes() {
    return Arrays.copyOfRange(buffer, from, to);
  }

  /** Explains what is wrong with the bytes of the line. */
  Failure malformedBytes(String reason) {
    return malformed(reason, ByteText.of(bytes()));
  }

  /** Returns whether the line has an end, which the last one need not have. */
  boolean isEnded() {
    return ended;
  }

  /** Returns the failure for a malformed line. */
  Failure malformed(String reason) {
    return malformed(reason, text);
  }

  /**
   * Returns the failure for a malformed part of the line.
   *
   * @param part the malformed text
   */
  Failure malformed(String reason, String part) {
    return malformed(line, reason, part);
  }

  /** Returns the failure for a malformed part of a line with a number. */
  Failure malformed(long number, String reason, String part) {
    boolean isCut = part.length() > QUOTED_MAX;
    return input.malformed(number, reason, isCut ? part.substring(0, QUOTED_MAX) : part, isCut);
  }

  /** Returns the failure for the whole input. */
  Failure failed(String reason) {
    return new Failure(Failure.PROBLEM, input.name() + ": " + reason);
  }
}
