package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * The disk has no room left, or the store has reached {@code StoreOptions.maxBytes}. What was
 * committed is kept, a transaction that met this is rolled back, and the store goes on: entries can
 * be read and removed, and the store be compacted and closed.
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
