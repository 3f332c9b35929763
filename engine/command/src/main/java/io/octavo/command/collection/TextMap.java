package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.page.meta.CodecNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map of any type, known by its name, whose keys and values are text. It holds the entry that was
 * read last, which can so be looked at before a store is opened for it.
 *
 * <p>Malformed keys and values throw {@link IllegalArgumentException}. So does every method with a
 * transaction if the map has another type.
 */
public interface TextMap {
  String name();

  /** Returns what to call the collection in messages, with its name: "map orders". */
  String title();

  /** Returns the type and the notation, as in the head of a dump. */
  String form();

  /** Returns the codecs of keys and values; empty names if there are none. */
  default CodecNames codecs() {
    return CodecNames.NONE;
  }

  /** Returns a description of the contents, for messages. */
  default String contents() {
    return codecs().equals(CodecNames.NONE)
        ? form()
        : "keys of " + codecs().key() + " and values of " + codecs().value();
  }

  /** Returns this map as a dump writes it. */
  default TextMap inDump() {
    return this;
  }

  /** Returns lines of a dump between that of the name and the entries. */
  default String head() {
    return "";
  }

  /** Returns the JSON fields before the key. */
  String jsonForm();

  /** Returns whether a notation of byte strings that was asked for makes sense. */
  default boolean takes(Notation notation) {
    return false;
  }

  /** Refuses a map that gives keys itself. */
  default void requireKeysToChoose() {}

  /** Reads an entry that is to be put. */
  void read(String key, String value);

  /** Reads an entry that is to be put and has no escapes. */
  default void readRaw(byte[] key, byte[] value) {
    read(new String(key, StandardCharsets.UTF_8), new String(value, StandardCharsets.UTF_8));
  }

  /**
   * Returns the columns of an entry in CSV: the names of components of its codecs, empty for
   * columns without a name.
   */
  default List<String> columns() {
    return List.of("", "");
  }

  /**
   * Reads an entry that is to be put from its columns in CSV, which have no escapes.
   *
   * @param fields a field for each column, null for no value
   */
  default void readColumns(List<@Nullable String> fields) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i) == null) {
        throw new IllegalArgumentException(
            "the " + (i == 0 ? "key" : "value") + " is null; only a codec OPTIONAL(C) has that");
      }
    }
    read(String.valueOf(fields.get(0)).strip(), String.valueOf(fields.get(1)).strip());
  }

  /** Puts the last entry that was parsed. */
  void put(Transaction transaction);

  /** Creates the map if it does not exist. */
  void create(Transaction transaction);

  long size(Transaction transaction);

  boolean remove(Transaction transaction, String key);

  /**
   * Removes the keys of a range; of posting lists, whole lists.
   *
   * @return the number of keys removed
   */
  long removeRange(Transaction transaction, Range range);

  /** Counts the keys of a range; of posting lists, the lists. */
  default long count(Transaction transaction, Range range) {
    long count = 0;
    for (TextCursor cursor = cursor(transaction, range); cursor.next(); ) {
      count++;
    }
    return count;
  }

  TextCursor cursor(Transaction transaction, Range range);

  /** Writes the printed form of a key, whether or not it is present. */
  void writeKey(String key, Output out);

  /** Writes the key of an operation. */
  default void writeKey(long key, Output out) {
    out.ascii(Long.toString(key));
  }

  /** Writes the value that an operation puts. */
  default void writeValue(long key, long value, Output out) {
    out.ascii(Long.toString(value));
  }

  /** Writes the key of an operation. */
  default void writeKey(byte[] key, Output out) {
    Notation.UTF8.write(key, key.length, out);
  }

  /** Writes the value that an operation puts. */
  default void writeValue(byte[] value, Output out) {
    Notation.UTF8.write(value, value.length, out);
  }
}
