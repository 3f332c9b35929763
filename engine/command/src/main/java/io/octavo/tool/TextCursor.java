package io.octavo.tool;

/** A place in a map of either type; what it stands on is written as text. */
interface TextCursor {
  boolean next();

  boolean previous();

  void writeKey(Output out);

  void writeValue(Output out);

  /**
   * Writes the bytes of the value.
   *
   * @throws IllegalArgumentException if it has none
   */
  void writeRaw(Output out);
}
