package io.octavo.tool;

import io.octavo.Transaction;
import io.octavo.page.CodecNames;

/**
 * A map of any type, known by its name, whose keys and values are text. It holds the entry that was
 * read last, which can so be looked at before a store is opened for it.
 *
 * <p>Malformed keys and values throw {@link IllegalArgumentException}, and so does everything on a
 * transaction where the map has another type.
 */
interface TextMap {
  String name();

  /** Returns the type and the notation, as the line of a dump names them. */
  String form();

  /** Returns the codecs of keys and values; empty names where there are none. */
  default CodecNames codecs() {
    return CodecNames.NONE;
  }

  /** Returns what the map holds, for a message. */
  default String contents() {
    return codecs().equals(CodecNames.NONE)
        ? form()
        : "keys of " + codecs().key() + " and values of " + codecs().value();
  }

  /** Returns the fields of a line of JSON that go before the key. */
  String jsonForm();

  /** Returns whether a notation of byte strings that was asked for makes sense. */
  default boolean takes(Notation notation) {
    return false;
  }

  /** Refuses a map that gives keys itself. */
  default void requireKeysToChoose() {}

  /** Reads an entry that is to be put. */
  void read(String key, String value);

  /** Puts the entry that was read last. */
  void put(Transaction transaction);

  /** Makes the map where there is none. */
  void create(Transaction transaction);

  long size(Transaction transaction);

  boolean remove(Transaction transaction, String key);

  /**
   * Removes the keys of a range; of posting lists, whole lists.
   *
   * @return how many
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

  /** Writes a key as it would be printed, whether or not it has a value. */
  void writeKey(String key, Output out);
}
