package io.octavo.view;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one map in one transaction, for views: found by encoded keys, returned as objects.
 * A view knows nothing else of a store.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Entries<K, V> {
  /** Runs a query of several reads, between which no other thread may change the entries. */
  <R extends @Nullable Object> R query(Supplier<R> query);

  /**
   * Runs a change of several steps, between which no other thread may read or change the entries.
   * Exceptions of the steps are passed on, and do not fail the transaction.
   */
  <R extends @Nullable Object> R change(Supplier<R> steps);

  /** Returns the value of a key, null if it has none. */
  @Nullable V get(byte[] key);

  /** Returns whether a key has a value. */
  boolean contains(byte[] key);

  /** Sets the value of a key. */
  void put(byte[] key, V value);

  /**
   * Puts the entries of a sorted source.
   *
   * @param sortedSource entries whose keys ascend strictly
   * @throws IllegalArgumentException if a key is not above its predecessor; the transaction has
   *     failed
   */
  void load(Iterator<? extends Map.Entry<? extends K, ? extends V>> sortedSource);

  /** Removes a key, if it is present. */
  void remove(byte[] key);

  /** Removes all keys of a span. */
  void removeAll(Span span);

  /** Returns the number of keys, in constant time. */
  long size();

  /** Counts the keys of a span, one by one. */
  long count(Span span);

  /**
   * Reads entries in order.
   *
   * @param isDescending whether to read from the end of the span
   * @param most the greatest number of entries, at least 1
   * @param withValues whether to read values; otherwise they are null
   * @param into receives the entries, which are immutable
   * @return true if the span may have more entries
   */
  boolean read(
      Span span, boolean isDescending, int most, boolean withValues, List<Map.Entry<K, V>> into);

  /** Returns the number of changes of the map in this transaction. */
  long changes();
}
