package org.apache.kafka.streams.state.internals;

import org.apache.kafka.streams.kstream.EmitStrategy;

/** Kafka's tests of stores of windows, of those that are emitted when they close. */
class OctavoTimeOrderedWindowStoreTest extends OctavoWindowStoreTest {
  @Override
  EmitStrategy strategy() {
    return EmitStrategy.onWindowClose();
  }
}
