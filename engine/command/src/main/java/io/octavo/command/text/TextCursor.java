package io.octavo.command.text;

/** A cursor over a map of any type, whose entries are written as text. */
public interface TextCursor {
  boolean next();

  boolean previous();

  void writeKey(Output out);

  void writeValue(Output out);

  /**
   * Writes the bytes of the value.
   *
   * @throws IllegalArgumentException if the value has no bytes
   */
  void writeRaw(Output out);
}
