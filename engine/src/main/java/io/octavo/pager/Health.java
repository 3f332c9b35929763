package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/** Whether it is known what the disk holds. Once it is not, the store never writes again. */
final class Health {
  private final String name;
  private volatile @Nullable Throwable cause;

  Health(String name) {
    this.name = name;
  }

  /** Notes the failure that leaves open what the disk holds; the first one stays. */
  synchronized StoreFailedException fail(Throwable failure) {
    Throwable first = cause;
    if (first == null) {
      cause = failure;
      first = failure;
    }
    return exception(first);
  }

  boolean isFailed() {
    return cause != null;
  }

  void require() {
    Throwable failure = cause;
    if (failure != null) {
      throw exception(failure);
    }
  }

  private StoreFailedException exception(Throwable failure) {
    return new StoreFailedException(
        name
            + ": an earlier write failed and left open what the disk holds ("
            + failure
            + "); close the store and open it again",
        failure);
  }
}
