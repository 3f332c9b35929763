package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store rejects a write because the state of the disk is unknown after an earlier
 * failure. Close and reopen the store.
 */
public final class StoreFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause, may be null
   */
  public StoreFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
