package io.octavo.posting;

/** Tells whether what is read of a list may be used, for its transaction. */
public interface ReadGuard {
  /**
   * Throws if the list can no longer be read.
   *
   * @throws IllegalStateException if the transaction has ended or failed, or the map was dropped
   */
  void requireSound();

  /** Begins a read. */
  void beginRead();

  /** Ends a read; throws if its result must not be used. */
  void endRead();

  /**
   * Returns the exception of a failed read. Throws if another thread has ended the transaction.
   *
   * @param e the error
   * @return the exception to throw
   */
  RuntimeException failedRead(RuntimeException e);
}
