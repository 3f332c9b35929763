package org.apache.kafka.streams.state.internals;

import org.apache.kafka.streams.kstream.EmitStrategy;

/** Kafka's tests of stores of sessions, of those that are emitted when they close. */
class OctavoTimeOrderedSessionStoreTest extends OctavoSessionStoreTest {
  @Override
  EmitStrategy strategy() {
    return EmitStrategy.onWindowClose();
  }

  @Override
  StoreType storeType() {
    return StoreType.RocksDBTimeOrderedSessionStoreWithIndex;
  }
}
