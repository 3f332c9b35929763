package io.octavo.command.text;

import io.octavo.command.cli.Streams;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes entries to standard output, as lines of text or as JSON objects. */
public final class Output {
  private static final int CHUNK = 1 << 15;

  private final Streams streams;
  private final PrintStream out;
  private final boolean json;
  private final byte[] chunk = new byte[CHUNK];
  private int length;
  private boolean quoted;
  private boolean heard = true;

  public Output(Streams streams, boolean json) {
    this.streams = streams;
    this.out = streams.out();
    this.json = json;
  }

  public void put(int character) {
    if (length == CHUNK) {
      flush();
    }
    chunk[length++] = (byte) character;
  }

  /** Writes a character of a text, which in JSON is within a string. */
  void character(int character) {
    if (quoted && (character == '"' || character == '\\')) {
      put('\\');
    }
    put(character);
  }

  public void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      put(text.charAt(i));
    }
  }

  public void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    raw(bytes, bytes.length);
  }

  /** Writes bytes unchanged. */
  public void raw(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      put(bytes[i]);
    }
  }

  /** Begins or ends a string, if the output is JSON. */
  public void quote() {
    if (json) {
      put('"');
      quoted = !quoted;
    }
  }

  /**
   * Writes the current entry of a cursor.
   *
   * @param head the text before the key in JSON
   */
  public void entry(String head, TextCursor cursor, boolean withValue) {
    text(json ? head : "");
    cursor.writeKey(this);
    if (withValue) {
      ascii(json ? ",\"value\":" : "\t");
      cursor.writeValue(this);
    }
    put(json ? '}' : '\n');
  }

  public boolean isJson() {
    return json;
  }

  /** Returns whether a reader still accepts the output. */
  public boolean isHeard() {
    return heard;
  }

  public void flush() {
    streams.requireGoingOn();
    if (heard) {
      out.write(chunk, 0, length);
      heard = !out.checkError();
    }
    length = 0;
  }
}
