package io.octavo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if a call to the store fails; the message states what happened, where and what to do. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception with its cause.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause; may be null
   */
  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
