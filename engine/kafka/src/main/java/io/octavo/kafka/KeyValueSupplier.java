package io.octavo.kafka;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.HeadersBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/** Makes stores of keys and values. */
class KeyValueSupplier implements KeyValueBytesStoreSupplier {
  private final String name;
  private final DslStoreFormat format;

  private KeyValueSupplier(String name, DslStoreFormat format) {
    this.name = name;
    this.format = format;
  }

  static KeyValueSupplier of(String name, DslStoreFormat format) {
    return format == DslStoreFormat.HEADERS
        ? new WithHeaders(name)
        : new KeyValueSupplier(name, format);
  }

  /** Tells Kafka that values have headers. */
  private static final class WithHeaders extends KeyValueSupplier
      implements HeadersBytesStoreSupplier {
    WithHeaders(String name) {
      super(name, DslStoreFormat.HEADERS);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return OctavoKeyValueStore.of(name, format);
  }

  @Override
  public String metricsScope() {
    return OctavoStores.SCOPE;
  }
}
