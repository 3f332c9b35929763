package io.octavo.kafka;

import io.octavo.kafka.SegmentedStore.Order;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.HeadersBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

/** Makes stores of windows. */
class WindowSupplier implements WindowBytesStoreSupplier {
  private final String name;
  private final DslStoreFormat format;
  private final long retention;
  private final long windowSize;
  private final boolean retainDuplicates;
  private final Order order;

  private WindowSupplier(
      String name,
      DslStoreFormat format,
      long retention,
      long windowSize,
      boolean retainDuplicates,
      Order order) {
    if (retention < 0) {
      throw new IllegalArgumentException("retentionPeriod cannot be negative");
    }
    if (windowSize < 0) {
      throw new IllegalArgumentException("windowSize cannot be negative");
    }
    if (windowSize > retention) {
      throw new IllegalArgumentException(
          "The retention period of the window store "
              + name
              + " must be no smaller than its window size. Got size=["
              + windowSize
              + "], retention=["
              + retention
              + "]");
    }
    this.name = name;
    this.format = format;
    this.retention = retention;
    this.windowSize = windowSize;
    this.retainDuplicates = retainDuplicates;
    this.order = order;
  }

  static WindowSupplier of(
      String name,
      DslStoreFormat format,
      long retention,
      long windowSize,
      boolean retainDuplicates,
      Order order) {
    return format == DslStoreFormat.HEADERS
        ? new WithHeaders(name, retention, windowSize, retainDuplicates, order)
        : new WindowSupplier(name, format, retention, windowSize, retainDuplicates, order);
  }

  /** Tells Kafka that values have headers. */
  private static final class WithHeaders extends WindowSupplier
      implements HeadersBytesStoreSupplier {
    WithHeaders(
        String name, long retention, long windowSize, boolean retainDuplicates, Order order) {
      super(name, DslStoreFormat.HEADERS, retention, windowSize, retainDuplicates, order);
    }
  }

  DslStoreFormat format() {
    return format;
  }

  Order order() {
    return order;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public WindowStore<Bytes, byte[]> get() {
    return OctavoWindowStore.of(this);
  }

  @Override
  public String metricsScope() {
    return OctavoStores.SCOPE + "-window";
  }

  @Override
  public long segmentIntervalMs() {
    return OctavoStores.segmentInterval(retention);
  }

  @Override
  public long windowSize() {
    return windowSize;
  }

  @Override
  public boolean retainDuplicates() {
    return retainDuplicates;
  }

  @Override
  public long retentionPeriod() {
    return retention;
  }
}
