package io.octavo.command.text;

import io.octavo.map.BytesCursor;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
   * Returns the columns that a key or value has in CSV: the names of components, empty for columns
   * without a name.
   */
  default List<String> columns() {
    return List.of("");
  }

  /**
   * Parses a key or value to put from its columns in CSV, which have no escapes.
   *
   * @param subject the name of the part, for messages
   * @param fields a field for each column, null for no value
   * @throws IllegalArgumentException if a field is malformed
   */
  default byte[] readColumns(String subject, List<@Nullable String> fields) {
    String field = fields.get(0);
    if (field == null) {
      throw new IllegalArgumentException(subject + " is null; only a codec OPTIONAL(C) has that");
    }
    return readRaw(subject, field.getBytes(StandardCharsets.UTF_8));
  }

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
