package io.octavo.view;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The access of a view to its entries: in a transaction for each call, or in an open one.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Access<K, V> {
  /** Runs a query on the entries. */
  <R extends @Nullable Object> R read(Function<Entries<K, V>, R> query);

  /** Runs a change of the entries, atomically: if the change throws, nothing is changed. */
  <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change);

  /**
   * Throws if the entries cannot be changed.
   *
   * @throws UnsupportedOperationException if this view is read-only
   * @throws IllegalStateException if they cannot be changed now
   */
  void requireWritable();

  /** Returns whether each call has a transaction of its own, and sees the commits of others. */
  boolean isLive();

  /** Returns whether the entries cannot change. */
  boolean isFixed();

  /** Returns a version, which differs from an earlier one if the entries may have changed. */
  long version();
}
