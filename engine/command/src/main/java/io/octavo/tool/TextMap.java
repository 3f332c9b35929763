package io.octavo.tool;

import io.octavo.Transaction;

/**
 * A map of either type, known by its name, whose keys and values are text. It holds the entry that
 * was read last, which can so be looked at before a store is opened for it.
 *
 * <p>Malformed keys and values throw {@link IllegalArgumentException}, and so does everything on a
 * transaction where the map has another type.
 */
interface TextMap {
  String name();

  /** Returns the type and the notation, as the line of a dump names them. */
  String form();

  /** Returns the fields of a line of JSON that go before the key. */
  String jsonForm();

  /** Reads an entry that is to be put. */
  void read(String key, String value);

  /** Puts the entry that was read last. */
  void put(Transaction transaction);

  /** Makes the map where there is none. */
  void create(Transaction transaction);

  long size(Transaction transaction);

  boolean remove(Transaction transaction, String key);

  TextCursor cursor(Transaction transaction, Range range);

  /** Writes a key as it would be printed, whether or not it has a value. */
  void writeKey(String key, Output out);
}
