package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store rejects a write because an earlier failure left open what the store holds: a
 * failed write or force, or any failure after a commit was linked or while a transaction was rolled
 * back. Close the store and open it again: it has every commit that was acknowledged as durable.
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
