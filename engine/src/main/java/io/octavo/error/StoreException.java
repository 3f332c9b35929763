package io.octavo.error;

import org.jspecify.annotations.Nullable;

/** The store could not do what was asked of it; the message says what, where and what to do. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports a failure.
   *
   * @param message what happened, where, and what to do
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Reports a failure with its cause.
   *
   * @param message what happened, where, and what to do
   * @param cause what it comes from, may be null
   */
  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
