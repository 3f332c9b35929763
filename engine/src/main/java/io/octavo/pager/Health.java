package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Whether it is known what the disk holds. Once it is not, the store never writes again.
 *
 * <p>To fail is one assignment, not even a call, so that it succeeds where no memory and no stack
 * is left; the exception that tells of it is made by whoever asks.
 */
final class Health {
  private final String name;

  /** The failure that leaves open what the disk holds; null as long as there is none. */
  volatile @Nullable Throwable cause;

  Health(String name) {
    this.name = name;
  }

  boolean isFailed() {
    return cause != null;
  }

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
