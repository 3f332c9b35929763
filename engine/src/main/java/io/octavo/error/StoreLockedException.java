package io.octavo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if another store, in this or another process, has the file open. */
public final class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause; may be null
   */
  public StoreLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
