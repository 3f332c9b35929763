package org.apache.kafka.streams.state.internals;

/** Kafka's tests of stores of windows, of sliding ones that are emitted when they close. */
class OctavoIndexedWindowStoreTest extends OctavoTimeOrderedWindowStoreTest {
  @Override
  boolean isSliding() {
    return true;
  }
}
