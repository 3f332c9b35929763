package io.octavo.posting;

/** Tells whether what is read of a list may be used, for its transaction. */
public interface ReadGuard {
  /**
   * Throws if the list must not be read any more.
   *
   * @throws IllegalStateException if the transaction has ended or failed, or the map was dropped
   */
  void requireSound();

  /**
   * Begins a read.
   *
   * @return what {@link #endRead} needs
   */
  long beginRead();

  /**
   * Ends a read; throws if its result must not be used.
   *
   * @param begun what {@link #beginRead} returned
   */
  void endRead(long begun);

  /**
   * Explains an error of a read by what other threads did meanwhile, if they did.
   *
   * @param begun what {@link #beginRead} returned
   * @param e the error
   * @return what is to be thrown
   */
  RuntimeException failedRead(long begun, RuntimeException e);
}
