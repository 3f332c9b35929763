package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * There is no room left, on the disk or below the limit of the options; the transaction is rolled
 * back and the store goes on.
 */
public final class StoreFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what happened, where, and what to do
   * @param cause what it comes from, may be null
   */
  public StoreFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
