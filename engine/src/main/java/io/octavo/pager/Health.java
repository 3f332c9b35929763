package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store may be written: not if it was opened for reading only, and never again once it is
 * unknown what the disk holds.
 *
 * <p>To fail is one assignment, not even a call, so that it succeeds where no memory and no stack
 * is left; the exception that tells of it is made by whoever asks.
 */
final class Health {
  private final String name;
  private final boolean isReadOnly;

  /** The failure that leaves open what the disk holds; null as long as there is none. */
  volatile @Nullable Throwable cause;

  Health(String name, boolean isReadOnly) {
    this.name = name;
    this.isReadOnly = isReadOnly;
  }

  boolean isWritable() {
    return !isReadOnly && !isFailed();
  }

  /** Throws if the store must not be written. */
  void requireWritable() {
    if (isReadOnly) {
      throw new IllegalStateException(
          name + ": the store is open for reading only; open it without readOnly");
    }
    require();
  }

  boolean isFailed() {
    return cause != null;
  }

  /** Throws if it is unknown what the disk holds. */
  void require() {
    if (cause != null) {
      throw exception();
    }
  }

  /** Makes the exception that tells of the failure. */
  StoreFailedException exception() {
    Throwable failure = cause;
    return new StoreFailedException(
        name
            + ": an earlier write failed and left open what the disk holds ("
            + failure
            + "); close the store and open it again",
        failure);
  }
}
