package io.octavo.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a text as ranges of bytes, without the ends of the lines. */
final class LineBuffer {
  private static final int ROOM = 1 << 16;
  private static final int MOST_BYTES = 1 << 26;
  private static final int SHOWN = 80;

  private final InputStream in;
  private final String source;
  private byte[] bytes = new byte[ROOM];
  private int filled;
  private int begin;
  private int end;
  private int next;
  private long number;
  private boolean isAtEnd;

  LineBuffer(InputStream in, String source) {
    this.in = in;
    this.source = source;
  }

  /** Moves to the next line. Returns false if there is none. */
  boolean next() throws IOException {
    begin = next;
    int at = begin;
    while (true) {
      while (at < filled && bytes[at] != '\n') {
        at++;
      }
      if (at < filled || (isAtEnd && at > begin)) {
        end = at > begin && bytes[at - 1] == '\r' ? at - 1 : at;
        next = Math.min(at + 1, filled);
        number++;
        return true;
      }
      if (isAtEnd) {
        return false;
      }
      at -= begin;
      fill();
    }
  }

  /** Reads more, after the start of the line, which moves to the front. */
  private void fill() throws IOException {
    System.arraycopy(bytes, begin, bytes, 0, filled - begin);
    filled -= begin;
    begin = 0;
    if (filled == bytes.length) {
      if (filled >= MOST_BYTES) {
        number++;
        end = filled;
        throw malformed("the line is longer than " + MOST_BYTES + " bytes");
      }
      bytes = Arrays.copyOf(bytes, 2 * filled);
    }
    int n = in.read(bytes, filled, bytes.length - filled);
    isAtEnd = n < 0;
    filled += Math.max(n, 0);
  }

  /** Returns the array that has the line; valid until the next line. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return begin;
  }

  int to() {
    return end;
  }

  /** Returns the line as text. */
  String text() {
    return new String(bytes, begin, end - begin, UTF_8);
  }

  /** Returns an exception that tells where the line is, what it is, and what is wrong with it. */
  ImportException malformed(String problem) {
    String text = new String(bytes, begin, Math.min(end - begin, SHOWN), UTF_8);
    String shown = end - begin > SHOWN ? text + "..." : text;
    return ImportException.at(
        source, "line " + number, problem + ": '" + shown + "'; correct or remove the line");
  }
}
