package io.octavo;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one map in one transaction, as views need them: found by encoded keys, given as
 * objects.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
interface Entries<K, V> {
  /** Gives the map itself. */
  Handle map();

  @Nullable V get(byte[] key);

  boolean contains(byte[] key);

  void put(byte[] key, V value);

  void remove(byte[] key);

  /** Removes all keys of a span. */
  void removeAll(Span span);

  long size();

  /** Counts the keys of a span, one by one. */
  long count(Span span);

  /**
   * Reads entries in order.
   *
   * @param span where
   * @param isDescending whether from its end
   * @param most how many at most, from 1
   * @param withValues whether values are wanted; else they are null
   * @param into gets the entries, immutable
   * @return true where the span may have more of them
   */
  boolean read(
      Span span, boolean isDescending, int most, boolean withValues, List<Map.Entry<K, V>> into);

  /** Gives a number that differs where the map has been changed, in this transaction. */
  long changes();
}
