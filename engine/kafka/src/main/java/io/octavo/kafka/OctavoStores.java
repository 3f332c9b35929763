package io.octavo.kafka;

import io.octavo.kafka.SegmentedStore.Order;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * Suppliers of single stores, for the builders of {@link Stores} and for {@code Materialized}: the
 * counterparts of {@link Stores#persistentKeyValueStore} and similar methods.
 *
 * <p>The format says what values are: {@link DslStoreFormat#PLAIN}, {@link
 * DslStoreFormat#TIMESTAMPED} or {@link DslStoreFormat#HEADERS}, and must fit the builder: for
 * example {@link Stores#timestampedKeyValueStoreBuilder} and {@code TIMESTAMPED}. A store with an
 * earlier format is rewritten when it is opened with a later one; the other way, opening fails.
 *
 * <p>An iterator of keys and values returns the store as of when the iterator was made; an iterator
 * of windows or sessions, as of its first read. It reads its first 16 entries at once, and later
 * ones from the open transaction until the store is about to change. All such iterators of the
 * store then share one snapshot, so a long iterator does not block writes. Closing a store closes
 * its iterators. The snapshot of a forgotten iterator is released when the garbage collector finds
 * the iterator.
 */
public final class OctavoStores {
  /** The scope of the metrics. */
  static final String SCOPE = "octavo";

  private static final long LEAST_INTERVAL = 60_000;

  private OctavoStores() {}

  /**
   * Creates a supplier of stores of keys and values.
   *
   * @param name the name of the store
   * @param format the format of the values
   * @return the supplier
   */
  public static KeyValueBytesStoreSupplier keyValueStore(String name, DslStoreFormat format) {
    Objects.requireNonNull(name, "name cannot be null");
    return KeyValueSupplier.of(name, Objects.requireNonNull(format, "format"));
  }

  /**
   * Creates a supplier of stores of windows.
   *
   * @param name the name of the store
   * @param format the format of the values
   * @param retention how long windows are kept, from their start; not shorter than a window
   * @param windowSize the length of a window
   * @param retainDuplicates whether a key may have several values in one window, as for joins
   * @return the supplier
   * @throws IllegalArgumentException if a duration is negative, or the retention is too short
   */
  public static WindowBytesStoreSupplier windowStore(
      String name,
      DslStoreFormat format,
      Duration retention,
      Duration windowSize,
      boolean retainDuplicates) {
    return windowStore(name, format, retention, windowSize, retainDuplicates, Order.KEY);
  }

  static WindowBytesStoreSupplier windowStore(
      String name,
      DslStoreFormat format,
      Duration retention,
      Duration windowSize,
      boolean retainDuplicates,
      Order order) {
    Objects.requireNonNull(name, "name cannot be null");
    return WindowSupplier.of(
        name,
        Objects.requireNonNull(format, "format"),
        retention.toMillis(),
        windowSize.toMillis(),
        retainDuplicates,
        order);
  }

  /**
   * Creates a supplier of stores of sessions.
   *
   * @param name the name of the store
   * @param format {@code HEADERS}, or any other: aggregates of sessions have no timestamps
   * @param retention how long sessions are kept, from their end
   * @return the supplier
   * @throws IllegalArgumentException if the retention is negative
   */
  public static SessionBytesStoreSupplier sessionStore(
      String name, DslStoreFormat format, Duration retention) {
    return sessionStore(name, format, retention, Order.KEY);
  }

  static SessionBytesStoreSupplier sessionStore(
      String name, DslStoreFormat format, Duration retention, Order order) {
    Objects.requireNonNull(name, "name cannot be null");
    return SessionSupplier.of(
        name, Objects.requireNonNull(format, "format"), retention.toMillis(), order);
  }

  /**
   * Creates a supplier of versioned stores.
   *
   * @param name the name of the store
   * @param historyRetention how long earlier versions are kept, and how late a record may be
   * @return the supplier
   * @throws IllegalArgumentException if the retention is negative
   */
  public static VersionedBytesStoreSupplier versionedStore(String name, Duration historyRetention) {
    long retention = historyRetention.toMillis();
    return versionedStore(name, historyRetention, Duration.ofMillis(segmentInterval(retention)));
  }

  /**
   * Creates a supplier of versioned stores.
   *
   * @param name the name of the store
   * @param historyRetention how long earlier versions are kept, and how late a record may be
   * @param segmentInterval the length of a segment; its earlier versions are dropped together
   * @return the supplier
   * @throws IllegalArgumentException if the retention is negative, or the interval not positive
   */
  public static VersionedBytesStoreSupplier versionedStore(
      String name, Duration historyRetention, Duration segmentInterval) {
    Objects.requireNonNull(name, "name cannot be null");
    if (historyRetention.isNegative()) {
      throw new IllegalArgumentException("historyRetention cannot be negative");
    }
    if (segmentInterval.toMillis() < 1) {
      throw new IllegalArgumentException("segmentInterval cannot be zero or negative");
    }
    return new VersionedSupplier(name, historyRetention.toMillis(), segmentInterval.toMillis());
  }

  /** Half of the retention, as in Kafka: two to three segments cover the retention. */
  static long segmentInterval(long retention) {
    return Math.max(retention / 2, LEAST_INTERVAL);
  }
}
