package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store rejects a write because its state is unknown after an earlier failure: a
 * failed write or force, or any failure after a commit was linked or while a transaction was rolled
 * back. Close and reopen the store: it has every commit that was acknowledged as durable.
 */
public final class StoreFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause; may be null
   */
  public StoreFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
