package io.octavo;

/**
 * What to do in a write transaction.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface Work<X extends Exception> {
  /**
   * Does it.
   *
   * @param transaction the open transaction; neither to be committed nor closed here
   * @throws X whatever it throws rolls the transaction back and reaches the caller as it is
   */
  void run(Transaction transaction) throws X;
}
