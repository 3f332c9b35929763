package io.octavo.view;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one map in one transaction, as views need them: found by encoded keys, given as
 * objects. All that a view knows of a store.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Entries<K, V> {
  /**
   * Runs a query of several reads, between which no other thread may change the entries.
   *
   * @param query the query
   * @param <R> type of its result
   * @return its result
   */
  <R extends @Nullable Object> R query(Supplier<R> query);

  /**
   * Runs a change of several steps, between which no other thread may read or change the entries.
   * What the steps throw is thrown, and fails nothing.
   *
   * @param steps the steps
   * @param <R> type of their result
   * @return their result
   */
  <R extends @Nullable Object> R change(Supplier<R> steps);

  /**
   * Looks a key up.
   *
   * @param key the key
   * @return its value, null if it has none
   */
  @Nullable V get(byte[] key);

  /**
   * Returns whether a key has a value.
   *
   * @param key the key
   * @return true if it has one
   */
  boolean contains(byte[] key);

  /**
   * Gives a key a value.
   *
   * @param key the key
   * @param value its value
   */
  void put(byte[] key, V value);

  /**
   * Removes a key, if it is there.
   *
   * @param key the key
   */
  void remove(byte[] key);

  /**
   * Removes all keys of a span.
   *
   * @param span the span
   */
  void removeAll(Span span);

  /**
   * Returns the number of keys, in constant time.
   *
   * @return the number
   */
  long size();

  /**
   * Counts the keys of a span, one by one.
   *
   * @param span the span
   * @return the number
   */
  long count(Span span);

  /**
   * Reads entries in order.
   *
   * @param span where
   * @param isDescending whether from its end
   * @param most how many at most, from 1
   * @param withValues whether values are wanted; else they are null
   * @param into gets the entries, immutable
   * @return true if the span may have more of them
   */
  boolean read(
      Span span, boolean isDescending, int most, boolean withValues, List<Map.Entry<K, V>> into);

  /**
   * Returns a number that differs where the map has been changed, in this transaction.
   *
   * @return the number
   */
  long changes();
}
