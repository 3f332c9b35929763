package io.octavo;

import org.jspecify.annotations.Nullable;

/**
 * A query that runs in a transaction and may throw checked exceptions.
 *
 * @param <R> type of the result
 * @param <X> type of the exceptions
 * @see Store#readThrowing
 */
@FunctionalInterface
public interface Query<R extends @Nullable Object, X extends Exception> {
  /**
   * Runs the query.
   *
   * @param transaction the open transaction; the query must neither commit nor close it
   * @return the result; may be null
   * @throws X any exception ends the transaction and is passed on to the caller
   */
  R run(Transaction transaction) throws X;
}
