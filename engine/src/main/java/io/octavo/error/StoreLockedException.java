package io.octavo.error;

import org.jspecify.annotations.Nullable;

/** The file is in use by another store, in this process or another. */
public final class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what happened, where, and what to do
   * @param cause what it comes from, may be null
   */
  public StoreLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
