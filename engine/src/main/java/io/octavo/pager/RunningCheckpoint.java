package io.octavo.pager;

/** A checkpoint on its way. */
@FunctionalInterface
public interface RunningCheckpoint {
  /**
   * Waits until it is durable; the writer slot need not be held. An interrupt does not end the wait
   * and is kept.
   *
   * @throws io.octavo.error.StoreException if it could not be written; the store goes on
   * @throws io.octavo.error.StoreFailedException if it is unknown whether it is durable
   */
  void await();
}
