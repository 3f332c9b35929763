package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the disk is full or allows no longer file, because of a quota or another limit, if the
 * store has reached {@code StoreOptions.maxBytes}, or if the catalogue has no room for another
 * collection. Committed data is kept and the store stays open: entries can be read and removed, and
 * the store can be compacted and closed. If a commit throws this exception, the transaction is
 * rolled back. If a change of a map does, the transaction has failed and can only be closed. If the
 * catalogue is full, the transaction can continue.
 */
public final class StoreFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause, may be null
   */
  public StoreFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
