package io.octavo.examples.spring;

import io.octavo.Store;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of a store: up as long as transactions can begin; down if the store is closed, or if
 * it refuses to write after a failure of the disk.
 */
final class StoreHealthIndicator extends AbstractHealthIndicator {
  private final Store store;

  StoreHealthIndicator(Store store) {
    super("The store cannot be used");
    this.store = store;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    try {
      // Writes nothing, and does not wait for a writer that is at work.
      store.tryBeginWrite(Duration.ZERO).ifPresent(Transaction::close);
    } catch (IllegalStateException e) {
      // Read-only, or closed, which the next line tells.
    } catch (InterruptedException e) {
      // Says nothing about the store.
      Thread.currentThread().interrupt();
    }
    StoreStats stats = store.stats();
    builder.up().withDetail("commits", stats.commits()).withDetail("fileBytes", stats.fileBytes());
  }
}
