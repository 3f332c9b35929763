package org.apache.kafka.streams.state.internals;

import io.octavo.kafka.OctavoDslStoreSuppliers;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/** Kafka's tests of stores of windows. */
class OctavoWindowStoreTest extends AbstractWindowBytesStoreTest {
  @Override
  <K, V> WindowStore<K, V> buildWindowStore(
      long retentionPeriod,
      long windowSize,
      boolean retainDuplicates,
      Serde<K> keySerde,
      Serde<V> valueSerde) {
    return Stores.windowStoreBuilder(
            new OctavoDslStoreSuppliers()
                .windowStore(
                    new DslWindowParams(
                        "windows",
                        Duration.ofMillis(retentionPeriod),
                        Duration.ofMillis(windowSize),
                        retainDuplicates,
                        strategy(),
                        isSliding(),
                        DslStoreFormat.PLAIN)),
            keySerde,
            valueSerde)
        .build();
  }

  EmitStrategy strategy() {
    return EmitStrategy.onWindowUpdate();
  }

  boolean isSliding() {
    return false;
  }
}
