package io.octavo;

/**
 * Writes to be performed in a transaction, that may throw checked exceptions.
 *
 * @param <X> the exceptions that the writes may throw
 * @see Store#writeThrowing
 */
@FunctionalInterface
public interface Work<X extends Exception> {
  /**
   * Performs the writes.
   *
   * @param transaction the open transaction; it must be neither committed nor closed here
   * @throws X any exception rolls the transaction back and is passed on to the caller
   */
  void run(Transaction transaction) throws X;
}
