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
   * Runs a change of the entries; all of it is done, or nothing if it throws.
   *
   * @param change the change
   * @param <R> type of its result
   * @return its result
   */
  <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change);

  /**
   * Throws where the entries cannot be changed.
   *
   * @throws UnsupportedOperationException if they never can, by this view
   * @throws IllegalStateException if they cannot now
   */
  void requireWritable();

  /**
   * Returns whether each call has a transaction of its own, and sees what others commit.
   *
   * @return true if it has
   */
  boolean isLive();

  /**
   * Returns whether nothing can change the entries.
   *
   * @return true if nothing can
   */
  boolean isFixed();

  /**
   * Returns a number that differs where the entries may have changed since.
   *
   * @return the number
   */
  long version();
}
