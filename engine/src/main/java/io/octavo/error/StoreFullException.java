package io.octavo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the disk is full, a quota or another limit prevents a longer file, the store has
 * reached {@code StoreOptions.maxBytes}, or the catalogue has no room for another collection.
 * Committed data is kept and the store stays open: entries can be read and removed, and the store
 * can be compacted and closed. A commit that throws this exception rolls the transaction back;
 * after a change that throws it, the transaction has failed and can only be closed. If the
 * catalogue is full, the transaction can continue.
 */
public final class StoreFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what happened, where, and what to do
   * @param cause the cause; may be null
   */
  public StoreFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
