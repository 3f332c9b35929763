package org.apache.kafka.streams.state.internals;

import io.octavo.kafka.OctavoStores;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Kafka's tests of stores of keys and values. */
class OctavoKeyValueStoreTest extends AbstractKeyValueStoreTest {
  @Override
  @SuppressWarnings("unchecked")
  protected <K, V> KeyValueStore<K, V> createKeyValueStore(StateStoreContext context) {
    KeyValueStore<K, V> store =
        adjust(
                Stores.keyValueStoreBuilder(
                    OctavoStores.keyValueStore("my-store", DslStoreFormat.PLAIN),
                    (Serde<K>) context.keySerde(),
                    (Serde<V>) context.valueSerde()))
            .build();
    store.init(context, store);
    return store;
  }

  /** Returns the builder, or one that was changed. */
  <K, V> StoreBuilder<KeyValueStore<K, V>> adjust(StoreBuilder<KeyValueStore<K, V>> builder) {
    return builder;
  }
}
