package io.octavo.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a text as ranges of bytes. A line ends with a line feed, optionally after a carriage
 * return; the last line need not have one. The byte order mark of UTF-8 is skipped, that of UTF-16
 * is refused. Other bytes are not examined.
 */
public final class TextLines {
  private static final int ROOM = 1 << 16;
  private static final int MARK = 3;

  private final InputStream in;
  private final int mostBytes;
  private byte[] bytes = new byte[ROOM];
  private int filled;
  private int begin;
  private int end;
  private int next;
  private long number;
  private boolean isEnded;
  private boolean isAtEnd;

  /**
   * Reads lines.
   *
   * @param in the text
   * @param mostBytes the most bytes of a line, a power of 2 of at least 65,536, or the greatest
   *     length of an array
   */
  public TextLines(InputStream in, int mostBytes) {
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /**
   * Moves to the next line.
   *
   * @return false if there is none
   * @throws MalformedInputException if the text is UTF-16, or the line is too long
   * @throws IOException if the text cannot be read
   */
  public boolean next() throws IOException {
    if (number++ == 0) {
      passMark();
    }
    begin = next;
    int at = begin;
    while (true) {
      while (at < filled && bytes[at] != '\n') {
        at++;
      }
      if (at < filled || isAtEnd) {
        isEnded = at < filled;
        end = at > begin && bytes[at - 1] == '\r' ? at - 1 : at;
        next = isEnded ? at + 1 : at;
        return next > begin;
      }
      at -= begin;
      fill();
    }
  }

  private void passMark() throws IOException {
    while (filled < MARK && !isAtEnd) {
      fill();
    }
    next = markLength(bytes, filled);
  }

  /**
   * Returns the length of the byte order mark of UTF-8 at the beginning of a text.
   *
   * @param text at least the first three bytes of the text, if it has as many
   * @param length the number of bytes in the array
   * @return 0 if there is none
   * @throws MalformedInputException if there is the mark of UTF-16 or UTF-32
   */
  public static int markLength(byte[] text, int length) throws MalformedInputException {
    int two = length < 2 ? 0 : (text[0] & 0xFF) << 8 | (text[1] & 0xFF);
    if (two == 0xFEFF || two == 0xFFFE) {
      throw new MalformedInputException(
          "the text is UTF-16, as its byte order mark shows; convert it to UTF-8, such as"
              + " by iconv -f UTF-16 -t UTF-8",
          null);
    }
    return two == 0xEFBB && length >= MARK && (text[2] & 0xFF) == 0xBF ? MARK : 0;
  }

  /** Reads more bytes, and moves the start of the line to the front. */
  private void fill() throws IOException {
    System.arraycopy(bytes, begin, bytes, 0, filled - begin);
    filled -= begin;
    begin = 0;
    if (filled == bytes.length) {
      if (filled >= mostBytes) {
        throw new MalformedInputException(
            "line " + number + " is longer than " + mostBytes + " bytes", null);
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * filled, mostBytes));
    }
    int n = in.read(bytes, filled, bytes.length - filled);
    isAtEnd = n < 0;
    filled += Math.max(n, 0);
  }

  /** Returns the array that has the line, valid until the next line. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the index of the first byte of the line in {@link #bytes}. */
  public int from() {
    return begin;
  }

  /** Returns the index in {@link #bytes} after the line without its terminator. */
  public int to() {
    return end;
  }

  /** Returns the line decoded as UTF-8, with U+FFFD for other bytes. */
  public String text() {
    return new String(bytes, begin, end - begin, UTF_8);
  }

  /** Returns the number of the line, from 1; after the last line, that of a further line. */
  public long number() {
    return number;
  }

  /** Returns whether a line feed ends the line. */
  public boolean isEnded() {
    return isEnded;
  }
}
