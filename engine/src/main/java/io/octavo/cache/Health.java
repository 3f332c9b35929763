package io.octavo.cache;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store may be written: not if it is read-only, and never again after a failure that
 * makes its contents unknown.
 *
 * <p>A failure is one assignment, without a call, so that it needs neither heap nor stack. Each
 * thread that checks makes its own exception.
 */
public final class Health {
  private final String name;
  private final boolean isReadOnly;

  /** The failure after which the contents of the store are unknown; null if there is none. */
  public volatile @Nullable Throwable cause;

  public Health(String name, boolean isReadOnly) {
    this.name = name;
    this.isReadOnly = isReadOnly;
  }

  public boolean isWritable() {
    return !isReadOnly && !isFailed();
  }

  /** Throws if the store must not be written. */
  public void requireWritable() {
    if (isReadOnly) {
      throw new IllegalStateException(
          name + ": the store is open for reading only; open it without readOnly");
    }
    require();
  }

  public boolean isFailed() {
    return cause != null;
  }

  /** Throws if the store has failed. */
  public void require() {
    if (cause != null) {
      throw exception();
    }
  }

  /** Makes the exception for the failure. */
  public StoreFailedException exception() {
    Throwable present = cause;
    // A thread may have stored the exception of this method instead of the first cause.
    Throwable failure = present instanceof StoreFailedException ? present.getCause() : present;
    return new StoreFailedException(
        name
            + ": the contents of the file are unknown after an earlier failure ("
            + failure
            + "); close the store and open it again",
        failure);
  }
}
