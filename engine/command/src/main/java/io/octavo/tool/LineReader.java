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

  LineReader(Input input) {
    this.input = input;
  }

  /** Reads a line. Returns false if there is none. */
  boolean next() {
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
      text = "";
      return false;
    }
    ended = end < limit;
    int next = ended ? end + 1 : limit;
    // A carriage return of the text itself is escaped.
    end -= end > position && buffer[end - 1] == '\r' ? 1 : 0;
    text = decode(end);
    position = next;
    return true;
  }

  private String decode(int end) {
    String decoded = new String(buffer, position, end - position, StandardCharsets.UTF_8);
    if (decoded.indexOf('\uFFFD') >= 0) {
      byte[] again = decoded.getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(again, 0, again.length, buffer, position, end)) {
        byte[] bytes = Arrays.copyOfRange(buffer, position, end);
        throw malformed("the line is not UTF-8", ByteText.of(bytes));
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

  /** Returns whether the line has a line end, which the last line may lack. */
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
    boolean isCut = part.length() > QUOTED_MAX;
    return input.malformed(line, reason, isCut ? part.substring(0, QUOTED_MAX) : part, isCut);
  }

  /** Returns the failure for the whole input. */
  Failure failed(String reason) {
    return new Failure(Failure.PROBLEM, input.name() + ": " + reason);
  }
}
