package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.text.TextLines;
import java.io.IOException;
import java.io.InputStream;

/** The lines of a text, with messages that name it. */
final class LineBuffer {
  private static final int MOST_BYTES = 1 << 26;
  private static final int SHOWN = 80;

  private final TextLines lines;
  private final String source;

  LineBuffer(InputStream in, String source) {
    this.lines = new TextLines(in, MOST_BYTES);
    this.source = source;
  }

  /** Moves to the next line. Returns false if there is none. */
  boolean next() throws IOException {
    return lines.next();
  }

  /** Returns the array that has the line; valid until the next line. */
  byte[] bytes() {
    return lines.bytes();
  }

  int from() {
    return lines.from();
  }

  int to() {
    return lines.to();
  }

  /** Returns the line as text. */
  String text() {
    return lines.text();
  }

  /** Returns an exception with the position of the line, the line, and the problem. */
  ImportException malformed(String problem) {
    int length = to() - from();
    String text = new String(bytes(), from(), Math.min(length, SHOWN), UTF_8);
    String shown = length > SHOWN ? text + "..." : text;
    return ImportException.at(
        source,
        "line " + lines.number(),
        problem + ": '" + shown + "'; correct or remove the line");
  }
}
