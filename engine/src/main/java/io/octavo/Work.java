package io.octavo;

/**
 * Writes that run in a transaction and may throw checked exceptions.
 *
 * @param <X> type of the exceptions
 * @see Store#writeThrowing
 */
@FunctionalInterface
public interface Work<X extends Exception> {
  /**
   * Performs the writes.
   *
   * @param transaction the open transaction; the writes must neither commit nor close it
   * @throws X any exception rolls the transaction back and is passed on to the caller
   */
  void run(Transaction transaction) throws X;
}
