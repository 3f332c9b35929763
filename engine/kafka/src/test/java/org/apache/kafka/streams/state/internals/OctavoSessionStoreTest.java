package org.apache.kafka.streams.state.internals;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.octavo.kafka.OctavoDslStoreSuppliers;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** Kafka's tests of stores of sessions. */
class OctavoSessionStoreTest extends AbstractSessionBytesStoreTest {
  @Override
  <K, V> SessionStore<K, V> buildSessionStore(
      long retentionPeriod, Serde<K> keySerde, Serde<V> valueSerde) {
    return Stores.sessionStoreBuilder(
            new OctavoDslStoreSuppliers()
                .sessionStore(
                    new DslSessionParams(
                        "sessions",
                        Duration.ofMillis(retentionPeriod),
                        strategy(),
                        DslStoreFormat.PLAIN)),
            keySerde,
            valueSerde)
        .build();
  }

  EmitStrategy strategy() {
    return EmitStrategy.onWindowUpdate();
  }

  @Override
  StoreType storeType() {
    return StoreType.RocksDBSessionStore;
  }

  /**
   * Kafka's test reads from a closed store, and restores into it, which opens RocksDB again. A
   * closed store of Octavo refuses both; the test here restores into an open one.
   */
  @Test
  @Override
  public void shouldRestore() {
    sessionStore.put(new Windowed<>("a", new SessionWindow(0, 0)), 1L);
    sessionStore.put(new Windowed<>("a", new SessionWindow(1000, 1000)), 4L);
    List<KeyValue<byte[], byte[]>> changelog = List.of(entry(0, 1L), entry(1000, 4L));
    sessionStore.close();
    assertThrows(InvalidStateStoreException.class, () -> sessionStore.fetch("a"));
    sessionStore.init(context, sessionStore);
    assertFalse(sessionStore.fetch("a").hasNext(), "closing rolls back");

    context.restore(sessionStore.name(), changelog);

    assertEquals(1L, sessionStore.fetchSession("a", 0, 0));
    assertEquals(4L, sessionStore.fetchSession("a", 1000, 1000));
  }

  private static KeyValue<byte[], byte[]> entry(long time, long value) {
    Bytes key = SessionKeySchema.toBinary(Bytes.wrap("a".getBytes(UTF_8)), time, time);
    return new KeyValue<>(key.get(), new LongSerializer().serialize(null, value));
  }
}
