package io.octavo.tool;

import io.octavo.BytesCursor;
import org.jspecify.annotations.Nullable;

/** How the byte strings of a map, its keys or its values, stand as text. */
interface ByteForm {
  /**
   * Reads what is to be put.
   *
   * @param subject what it is, for a message
   * @throws IllegalArgumentException if it is malformed
   */
  byte[] read(String subject, String text);

  /**
   * Reads what is looked for, or was in a map before.
   *
   * @param subject what it is, for a message
   * @throws IllegalArgumentException if it is malformed
   */
  byte[] readStored(String subject, String text);

  /**
   * Reads the beginning of what is looked for.
   *
   * @throws IllegalArgumentException if it is malformed, or has no beginning
   */
  byte[] readPrefix(String text);

  /** Returns the text of what a line of JSON has; null if it has no such thing. */
  @Nullable String ofJson(Object json);

  /** Writes the first bytes of an array. */
  void write(byte[] bytes, int length, Output out);

  /**
   * Writes the value that a cursor stands on, of any length.
   *
   * @param buffer free to use
   */
  void writeValue(BytesCursor cursor, byte[] buffer, Output out);

  /** Returns whether the notation of byte strings makes a difference. */
  boolean hasBytes();
}
