package io.octavo;

import org.jspecify.annotations.Nullable;

/**
 * A query to be run in a transaction, that may throw checked exceptions.
 *
 * @param <R> the result
 * @param <X> the exceptions that the query may throw
 * @see Store#readThrowing
 */
@FunctionalInterface
public interface Query<R extends @Nullable Object, X extends Exception> {
  /**
   * Runs the query.
   *
   * @param transaction the open transaction; it must be neither committed nor closed here
   * @return the result, may be null
   * @throws X any exception ends the transaction and is passed on to the caller
   */
  R run(Transaction transaction) throws X;
}
