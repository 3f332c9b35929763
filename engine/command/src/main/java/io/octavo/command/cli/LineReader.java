package io.octavo.command.cli;

import io.octavo.page.ByteText;
import io.octavo.text.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads lines of UTF-8 of any length. */
public final class LineReader {
  private static final int MAX_LINE = Integer.MAX_VALUE - 8;
  private static final int QUOTED_MAX = 60;

  private final Input input;
  private final TextLines lines;
  private String text = "";

  /** Whether the text is that of the line that was read last. */
  private boolean isDecoded;

  public LineReader(Input input) {
    this.input = input;
    this.lines = new TextLines(input.stream(), MAX_LINE);
  }

  /** Reads a line. Returns false if there is none. */
  public boolean next() {
    boolean isThere = nextBytes();
    text = isThere ? decode() : "";
    isDecoded = true;
    return isThere;
  }

  /** Reads a line as bytes, which need not be UTF-8; gives false if there is none. */
  public boolean nextBytes() {
    isDecoded = false;
    try {
      return lines.next();
    } catch (IOException e) {
      throw input.failed(e);
    }
  }

  private String decode() {
    String decoded = lines.text();
    if (Text.isUndecoded(decoded)
        && !Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes())) {
      throw malformedBytes("the line is not UTF-8");
    }
    return decoded;
  }

  public String text() {
    return text;
  }

  /** Returns the number of the line that was read last, from 1. */
  public long line() {
    return lines.number();
  }

  /** Returns the bytes of the line that was read last. */
  public byte[] bytes() {
    return Arrays.copyOfRange(lines.bytes(), lines.from(), lines.to());
  }

  /** Explains what is wrong with the bytes of the line. */
  public Failure malformedBytes(String reason) {
    return malformed(reason, ByteText.of(bytes()));
  }

  /** Returns whether the line has an end, which the last one need not have. */
  public boolean isEnded() {
    return lines.isEnded();
  }

  /** Returns what ends the line, nothing for a last line without an end. */
  String end() {
    if (!isEnded()) {
      return "";
    }
    return lines.bytes()[lines.to()] == '\r' ? "\r\n" : "\n";
  }

  /** Returns the failure for a malformed line. */
  public Failure malformed(String reason) {
    return malformed(reason, isDecoded ? text : ByteText.of(bytes()));
  }

  /**
   * Returns the failure for a malformed part of the line.
   *
   * @param part the malformed text
   */
  public Failure malformed(String reason, String part) {
    return malformed(lines.number(), reason, part);
  }

  /** Returns the failure for a malformed part of a line with a number. */
  public Failure malformed(long number, String reason, String part) {
    boolean isCut = part.length() > QUOTED_MAX;
    return input.malformed(number, reason, isCut ? part.substring(0, QUOTED_MAX) : part, isCut);
  }

  /** Returns the failure for the whole input. */
  public Failure failed(String reason) {
    return new Failure(Failure.PROBLEM, input.name() + ": " + reason);
  }
}
