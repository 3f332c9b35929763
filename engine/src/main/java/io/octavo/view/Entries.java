package io.octavo.view;

import java.util.Iterator;
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
   * An exception of the steps is passed on, and does not fail the transaction.
   *
   * @param steps the steps
   * @param <R> type of their result
   * @return their result
   */
  <R extends @Nullable Object> R change(Supplier<R> steps);

  /**
   * Returns the value of a key.
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
   * Sets the value of a key.
   *
   * @param key the key
   * @param value its value
   */
  void put(byte[] key, V value);

  /**
   * Puts the entries of a sorted source.
   *
   * @param sortedSource entries whose keys ascend strictly
   * @throws IllegalArgumentException if a key is not above its predecessor; the transaction has
   *     then failed
   */
  void load(Iterator<? extends Map.Entry<? extends K, ? extends V>> sortedSource);

  /**
   * Removes a key, if it is present.
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
   * @param span the span
   * @param isDescending whether to read from the end of the span
   * @param most the greatest number of entries, at least 1
   * @param withValues whether to read values; otherwise they are null
   * @param into receives the entries, which are immutable
   * @return true if the span may have more entries
   */
  boolean read(
      Span span, boolean isDescending, int most, boolean withValues, List<Map.Entry<K, V>> into);

  /**
   * Returns the number of changes of the map in this transaction.
   *
   * @return the number
   */
  long changes();
}
