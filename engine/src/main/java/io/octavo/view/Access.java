package io.octavo.view;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a view gets at its entries: in a transaction for each call, or in one that is open.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Access<K, V> {
  /**
   * Runs a query on the entries.
   *
   * @param query the query
   * @param <R> type of its result
   * @return its result
   */
  <R extends @Nullable Object> R read(Function<Entries<K, V>, R> query);

  /**
   * Runs a change of the entries, atomically: if the change throws, nothing is changed.
   *
   * @param change the change
   * @param <R> type of its result
   * @return its result
   */
  <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change);

  /**
   * Throws if the entries cannot be changed.
   *
   * @throws UnsupportedOperationException if this view is read-only
   * @throws IllegalStateException if they cannot be changed now
   */
  void requireWritable();

  /**
   * Returns whether each call has a transaction of its own, and sees the commits of others.
   *
   * @return true if it has
   */
  boolean isLive();

  /**
   * Returns whether the entries cannot change.
   *
   * @return true if they cannot
   */
  boolean isFixed();

  /**
   * Returns a version, which differs from an earlier one if the entries may have changed.
   *
   * @return the version
   */
  long version();
}
