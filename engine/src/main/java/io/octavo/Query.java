package io.octavo;

import org.jspecify.annotations.Nullable;

/**
 * What to find out in a transaction.
 *
 * @param <R> its result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface Query<R extends @Nullable Object, X extends Exception> {
  /**
   * Finds it out.
   *
   * @param transaction the open transaction; neither to be committed nor closed here
   * @return the result, may be null
   * @throws X whatever it throws ends the transaction and reaches the caller as it is
   */
  R run(Transaction transaction) throws X;
}
