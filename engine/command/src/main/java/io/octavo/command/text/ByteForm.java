package io.octavo.command.text;

import io.octavo.map.BytesCursor;
import org.jspecify.annotations.Nullable;

/** The text form of the keys or the values of a map of byte strings. */
public interface ByteForm {
  /**
   * Parses a key or value to put.
   *
   * @param subject the name of the part, for messages
   * @throws IllegalArgumentException if the text is malformed
   */
  byte[] read(String subject, String text);

  /**
   * Parses a key or value to put whose text has no escapes.
   *
   * @param subject the name of the part, for messages
   * @param text the text, in UTF-8 unless it is a byte string
   * @throws IllegalArgumentException if the text is malformed
   */
  byte[] readRaw(String subject, byte[] text);

  /**
   * Parses a key to look up, or an entry of a dump.
   *
   * @param subject the name of the part, for messages
   * @throws IllegalArgumentException if the text is malformed
   */
  byte[] readStored(String subject, String text);

  /**
   * Parses a prefix of keys to look up.
   *
   * @throws IllegalArgumentException if the text is malformed, or the keys have no prefixes
   */
  byte[] readPrefix(String text);

  /** Returns the text of what a line of JSON has; null if it has no such thing. */
  @Nullable String ofJson(Object json);

  /** Writes the first bytes of an array. */
  void write(byte[] bytes, int length, Output out);

  /**
   * Writes the current value of a cursor, of any length.
   *
   * @param buffer a scratch buffer
   */
  void writeValue(BytesCursor cursor, byte[] buffer, Output out);

  /** Returns whether the notation of byte strings makes a difference. */
  boolean hasBytes();
}
