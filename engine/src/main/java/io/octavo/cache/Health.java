package io.octavo.cache;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store may be written: not if it is open for reading only, and never again once it is
 * unknown what the store holds.
 *
 * <p>To fail is one assignment, without a call, so that it succeeds without memory and without
 * stack. Each thread that asks makes the exception.
 */
public final class Health {
  private final String name;
  private final boolean isReadOnly;

  /** The failure after which it is unknown what the store holds; null if there is none. */
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
    // A thread that met the failure may have noted its exception in place of the first cause.
    Throwable failure = present instanceof StoreFailedException ? present.getCause() : present;
    return new StoreFailedException(
        name
            + ": an earlier failure left open what the store holds ("
            + failure
            + "); close the store and open it again",
        failure);
  }
}
