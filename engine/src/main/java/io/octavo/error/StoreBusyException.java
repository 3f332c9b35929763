package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the timeout of a wait for the write transaction has passed. Nothing was changed; the
 * call can be repeated.
 */
public final class StoreBusyException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause; may be null
   */
  public StoreBusyException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
