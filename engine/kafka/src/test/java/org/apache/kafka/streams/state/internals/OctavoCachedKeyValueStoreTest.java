package org.apache.kafka.streams.state.internals;

import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** Kafka's tests of stores of keys and values, with Kafka's cache above the store. */
class OctavoCachedKeyValueStoreTest extends OctavoKeyValueStoreTest {
  @Override
  <K, V> StoreBuilder<KeyValueStore<K, V>> adjust(StoreBuilder<KeyValueStore<K, V>> builder) {
    return builder.withCachingEnabled();
  }
}
