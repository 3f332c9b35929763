package io.octavo.kafka;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.internals.VersionedKeyValueToBytesStoreAdapter;

/**
 * Makes versioned stores.
 *
 * @param historyRetentionMs for how long earlier versions are kept
 * @param segmentInterval the length of a segment
 */
record VersionedSupplier(String name, long historyRetentionMs, long segmentInterval)
    implements VersionedBytesStoreSupplier {
  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return new VersionedKeyValueToBytesStoreAdapter(
        new OctavoVersionedStore(name, historyRetentionMs, segmentInterval));
  }

  @Override
  public String metricsScope() {
    return OctavoStores.SCOPE;
  }
}
