package io.octavo.examples.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.octavo.Store;
import io.octavo.StoreStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Meters of an open store, with the names {@code octavo.*} and a tag {@code store}.
 *
 * <pre>{@code
 * StoreMetrics metrics = new StoreMetrics(store, "orders");
 * metrics.bindTo(registry);
 * }</pre>
 *
 * <p>A registry refers to the store weakly: meters keep no store from being collected. When the
 * store is closed or collected, gauges are NaN and counters keep their last value. A registry
 * ignores a second meter with the same name and tags, so close these metrics, which removes the
 * meters, before a store with the same name is bound.
 */
public final class StoreMetrics implements MeterBinder, AutoCloseable {
  private final Store store;
  private final Tags tags;
  private final List<Runnable> removals = new ArrayList<>();

  /**
   * Makes the meters of a store.
   *
   * @param store the store
   * @param name value of the tag {@code store}, different for each store of the program
   */
  public StoreMetrics(Store store, String name) {
    this.store = store;
    this.tags = Tags.of("store", name);
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    counter(registry, "commits", "Number of the last commit", StoreStats::commits);
    counter(registry, "checkpoints", "Number of the last checkpoint", StoreStats::checkpoints);
    counter(registry, "page.loads", "Pages read from the file", StoreStats::pageLoads);
    counter(registry, "page.evictions", "Pages evicted from the cache", StoreStats::pageEvictions);
    counter(registry, "page.writes", "Pages written to the file", StoreStats::pageWrites);
    counter(registry, "page.spills", "Pages written before their commit", StoreStats::pageSpills);
    counter(registry, "changes.logged", "Bytes of logged changes", StoreStats::loggedBytes);
    counter(registry, "locks.lost", "Locks on the file that were lost", StoreStats::locksLost);
    counter(registry, "locks.retaken", "Lost locks acquired again", StoreStats::locksRetaken);

    bytes(registry, "file.size", "Size of the file", StoreStats::fileBytes);
    bytes(registry, "file.live", "Pages in use by the newest state", StoreStats::liveBytes);
    bytes(registry, "file.free", "Free pages in the file", StoreStats::freeBytes);
    bytes(registry, "file.reserve", "Reserve for removals", StoreStats::reserveBytes);
    bytes(registry, "cache.size", "Heap used by cached pages", StoreStats::cacheBytes);
    bytes(registry, "cache.max", "Limit of the cache", StoreStats::cacheLimit);
    bytes(registry, "cache.dirty", "Pages not yet written", StoreStats::dirtyBytes);
    bytes(registry, "index.size", "Heap used by indexes of stacks", StoreStats::indexBytes);
    bytes(registry, "readers.held", "Freed pages held by readers", StoreStats::readerBytes);
    gauge(registry, "readers", "readers", "Open read transactions", StoreStats::openReaders);
    age(
        registry,
        "readers.oldest",
        "Age of the oldest open read transaction",
        StoreStats::oldestReader);
    bytes(
        registry, "pins.held", "Pages held by readers of other processes", StoreStats::pinnedBytes);
    age(
        registry,
        "pins.oldest",
        "Age of the oldest checkpoint that they read",
        StoreStats::oldestPinnedAge);
    gauge(
        registry,
        "waiting",
        "commits",
        "Commits that are not durable yet",
        StoreStats::nonDurableCommits);
    age(
        registry,
        "waiting.oldest",
        "Age of the oldest of these commits",
        StoreStats::oldestNonDurable);
  }

  /** Removes the meters from all registries. The store stays open. */
  @Override
  public synchronized void close() {
    removals.forEach(Runnable::run);
    removals.clear();
  }

  private void bytes(
      MeterRegistry registry, String name, String description, ToDoubleFunction<StoreStats> part) {
    gauge(registry, name, BaseUnits.BYTES, description, part);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String unit,
      String description,
      ToDoubleFunction<StoreStats> part) {
    bound(
        registry,
        Gauge.builder("octavo." + name, store, gauge(part))
            .description(description)
            .baseUnit(unit)
            .tags(tags)
            .register(registry));
  }

  private void age(
      MeterRegistry registry,
      String name,
      String description,
      Function<StoreStats, Duration> part) {
    bound(
        registry,
        TimeGauge.builder(
                "octavo." + name,
                store,
                TimeUnit.NANOSECONDS,
                gauge(stats -> part.apply(stats).toNanos()))
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void counter(
      MeterRegistry registry, String name, String description, ToDoubleFunction<StoreStats> part) {
    bound(
        registry,
        FunctionCounter.builder("octavo." + name, store, count(part))
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void bound(MeterRegistry registry, Meter meter) {
    removals.add(() -> registry.remove(meter));
  }

  // A registry keeps the functions, so they must not refer to the store, nor to these metrics.

  private static ToDoubleFunction<Store> gauge(ToDoubleFunction<StoreStats> part) {
    return store -> read(store, part, Double.NaN);
  }

  /** A counter never decreases, not even when the store is closed. */
  private static ToDoubleFunction<Store> count(ToDoubleFunction<StoreStats> part) {
    AtomicLong last = new AtomicLong();
    return store -> last.accumulateAndGet((long) read(store, part, 0), Math::max);
  }

  private static double read(Store store, ToDoubleFunction<StoreStats> part, double ifClosed) {
    try {
      return part.applyAsDouble(store.stats());
    } catch (IllegalStateException e) {
      return ifClosed; // a registry logs what is thrown at every scrape
    }
  }
}
