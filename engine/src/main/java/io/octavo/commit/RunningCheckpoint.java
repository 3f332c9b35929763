package io.octavo.commit;

/** A checkpoint on its way. */
@FunctionalInterface
public interface RunningCheckpoint {
  /**
   * Waits until the checkpoint is durable. The caller need not hold the writer slot. An interrupt
   * does not end the wait; the interrupt status is preserved.
   *
   * @throws io.octavo.error.StoreException if the checkpoint could not be written; the store stays
   *     usable
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the checkpoint is durable
   */
  void await();
}
