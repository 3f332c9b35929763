package io.octavo.posting;

/** Tells whether what is read of a list may be used, for its transaction. */
public interface ReadGuard {
  /**
   * Throws if the list can no longer be read.
   *
   * @throws IllegalStateException if the transaction has ended or failed, or the map was dropped
   */
  void requireSound();

  /**
   * Begins a read.
   *
   * @return the argument for {@link #endRead}
   */
  long beginRead();

  /**
   * Ends a read; throws if its result must not be used.
   *
   * @param begun what {@link #beginRead} returned
   */
  void endRead(long begun);

  /**
   * Returns the exception of a failed read. Throws if another thread has ended or changed the
   * transaction meanwhile.
   *
   * @param begun what {@link #beginRead} returned
   * @param e the error
   * @return the exception to throw
   */
  RuntimeException failedRead(long begun, RuntimeException e);
}
