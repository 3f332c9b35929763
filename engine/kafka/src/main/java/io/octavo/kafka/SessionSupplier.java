package io.octavo.kafka;

import io.octavo.kafka.SegmentedStore.Order;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.HeadersBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionStore;

/** Makes stores of sessions. */
class SessionSupplier implements SessionBytesStoreSupplier {
  private final String name;
  private final DslStoreFormat format;
  private final long retention;
  private final Order order;

  private SessionSupplier(String name, DslStoreFormat format, long retention, Order order) {
    if (retention < 0) {
      throw new IllegalArgumentException("retentionPeriod cannot be negative");
    }
    this.name = name;
    this.format = format;
    this.retention = retention;
    this.order = order;
  }

  static SessionSupplier of(String name, DslStoreFormat format, long retention, Order order) {
    return format == DslStoreFormat.HEADERS
        ? new WithHeaders(name, retention, order)
        : new SessionSupplier(name, DslStoreFormat.PLAIN, retention, order);
  }

  /** Tells Kafka that values have headers. */
  private static final class WithHeaders extends SessionSupplier
      implements HeadersBytesStoreSupplier {
    WithHeaders(String name, long retention, Order order) {
      super(name, DslStoreFormat.HEADERS, retention, order);
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
  public SessionStore<Bytes, byte[]> get() {
    return OctavoSessionStore.of(this);
  }

  @Override
  public String metricsScope() {
    return OctavoStores.SCOPE + "-session";
  }

  @Override
  public long segmentIntervalMs() {
    return OctavoStores.segmentInterval(retention);
  }

  @Override
  public long retentionPeriod() {
    return retention;
  }
}
