package io.octavo.examples.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreMetricsTest {
  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @AfterEach
  void closeTheRegistry() {
    registry.close();
  }

  private double gauge(String name, String store) {
    return registry.get(name).tag("store", store).gauge().value();
  }

  private long count(String name, String store) {
    return (long) registry.get(name).tag("store", store).functionCounter().count();
  }

  private static void put(Store store, long key) {
    store.write(tx -> tx.longMap("offsets").put(key, key));
  }

  @Test
  void metersShowTheFiguresOfTheStore() {
    try (Store store = Store.open(directory.resolve("orders.oct"))) {
      new StoreMetrics(store, "orders").bindTo(registry);
      assertThat(count("octavo.commits", "orders")).isZero();
      put(store, 1);
      put(store, 2);
      store.checkpoint();
      StoreStats stats = store.stats();
      assertThat(count("octavo.commits", "orders")).isEqualTo(2);
      assertThat(count("octavo.checkpoints", "orders")).isEqualTo(stats.checkpoints());
      assertThat(count("octavo.page.writes", "orders")).isEqualTo(stats.pageWrites()).isPositive();
      assertThat(gauge("octavo.file.size", "orders"))
          .isEqualTo((double) stats.fileBytes())
          .isPositive();
      assertThat(gauge("octavo.cache.max", "orders"))
          .isEqualTo((double) stats.cacheLimit())
          .isPositive();
      assertThat(gauge("octavo.readers", "orders")).isZero();
      try (Transaction reader = store.beginRead()) {
        assertThat(reader.exists("offsets")).isTrue();
        assertThat(gauge("octavo.readers", "orders")).isEqualTo(1);
        double age = registry.get("octavo.readers.oldest").timeGauge().value(TimeUnit.NANOSECONDS);
        assertThat(age).isPositive();
      }
    }
  }

  @Test
  void metersShowWhatACrashWouldLose() {
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    try (Store store = Store.open(directory.resolve("orders.oct"), options)) {
      new StoreMetrics(store, "orders").bindTo(registry);
      put(store, 1);
      assertThat(gauge("octavo.waiting", "orders")).isEqualTo(1);
      assertThat(gauge("octavo.waiting.oldest", "orders")).isPositive();
      store.checkpoint();
      assertThat(gauge("octavo.waiting", "orders")).isZero();
      assertThat(gauge("octavo.waiting.oldest", "orders")).isZero();
    }
  }

  @Test
  void namesUnitsAndTagsFollowTheConventions() {
    try (Store store = Store.inMemory()) {
      new StoreMetrics(store, "orders").bindTo(registry);
      List<Meter> meters = registry.getMeters();
      assertThat(meters).hasSizeGreaterThan(15);
      for (Meter meter : meters) {
        assertThat(meter.getId().getName()).matches("octavo(\\.[a-z]+){1,2}");
        assertThat(meter.getId().getDescription()).isNotBlank();
        assertThat(meter.getId().getTags()).containsExactly(Tag.of("store", "orders"));
      }
      assertThat(registry.get("octavo.file.size").meter().getId().getBaseUnit()).isEqualTo("bytes");
    }
  }

  @Test
  void afterTheStoreIsClosedGaugesAreUnknownAndCountersKeepTheirValue() {
    try (Store store = Store.inMemory()) {
      new StoreMetrics(store, "orders").bindTo(registry);
      put(store, 1);
      assertThat(count("octavo.commits", "orders")).isEqualTo(1);
    }
    assertThat(gauge("octavo.file.size", "orders")).isNaN();
    assertThat(gauge("octavo.readers.oldest", "orders")).isNaN();
    assertThat(count("octavo.commits", "orders")).isEqualTo(1);
    assertThat(count("octavo.page.loads", "orders")).isZero();
  }

  @Test
  void eachStoreHasMetersOfItsOwn() {
    try (Store orders = Store.inMemory();
        Store invoices = Store.inMemory()) {
      new StoreMetrics(orders, "orders").bindTo(registry);
      new StoreMetrics(invoices, "invoices").bindTo(registry);
      put(orders, 1);
      assertThat(count("octavo.commits", "orders")).isEqualTo(1);
      assertThat(count("octavo.commits", "invoices")).isZero();
    }
  }

  @Test
  void closedMetricsMakeRoomForTheNextStoreOfThatName() {
    try (Store first = Store.inMemory();
        StoreMetrics metrics = new StoreMetrics(first, "orders")) {
      metrics.bindTo(registry);
    }
    assertThat(registry.getMeters()).isEmpty();
    try (Store second = Store.inMemory()) {
      new StoreMetrics(second, "orders").bindTo(registry);
      put(second, 1);
      assertThat(count("octavo.commits", "orders")).isEqualTo(1);
    }
  }

  @Test
  void metersKeepNoStoreFromBeingCollected() {
    WeakReference<Store> store = boundAndForgotten();
    for (int i = 0; i < 100 && store.get() != null; i++) {
      System.gc();
    }
    assertThat(store.get()).isNull();
    assertThat(gauge("octavo.file.size", "orders")).isNaN();
    assertThat(count("octavo.commits", "orders")).isEqualTo(1);
  }

  private WeakReference<Store> boundAndForgotten() {
    try (Store store = Store.inMemory()) {
      new StoreMetrics(store, "orders").bindTo(registry);
      put(store, 1);
      assertThat(count("octavo.commits", "orders")).isEqualTo(1);
      return new WeakReference<>(store);
    }
  }
}
