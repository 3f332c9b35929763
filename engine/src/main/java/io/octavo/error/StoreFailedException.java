package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * The store refuses to write since an earlier failure left open what the disk holds; close and
 * reopen it.
 */
public final class StoreFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what happened, where, and what to do
   * @param cause what it comes from, may be null
   */
  public StoreFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
