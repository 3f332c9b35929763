package io.octavo.kafka;

import io.octavo.kafka.format.Keys;
import io.octavo.kafka.format.TableNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store of keys and values: one table. */
class OctavoKeyValueStore extends TaskStore implements KeyValueStore<Bytes, byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(OctavoKeyValueStore.class);

  private @Nullable Table table;

  OctavoKeyValueStore(String name, DslStoreFormat format) {
    super(name, format);
  }

  /** Creates the store with the interfaces of its format. */
  static OctavoKeyValueStore of(String name, DslStoreFormat format) {
    return switch (format) {
      case PLAIN -> new OctavoKeyValueStore(name, format);
      case TIMESTAMPED -> new Timestamped(name);
      case HEADERS -> new WithHeaders(name);
    };
  }

  private static final class Timestamped extends OctavoKeyValueStore
      implements TimestampedBytesStore {
    Timestamped(String name) {
      super(name, DslStoreFormat.TIMESTAMPED);
    }
  }

  private static final class WithHeaders extends OctavoKeyValueStore implements HeadersBytesStore {
    WithHeaders(String name) {
      super(name, DslStoreFormat.HEADERS);
    }
  }

  @Override
  void open(Views opened) {
    table = new Table(opened, TableNames.of(name()));
  }

  @Override
  void forget() {
    table = null;
  }

  @Override
  List<Table> tables() {
    return List.of(table());
  }

  private Table table() {
    Table open = table;
    if (open == null) {
      throw closed();
    }
    return open;
  }

  @Override
  void restoreAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
    Map<Bytes, byte @Nullable []> last = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> entry : records) {
      last.put(Bytes.wrap(Objects.requireNonNull(entry.key(), "key")), entry.value());
    }
    table().putAll(last);
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    Objects.requireNonNull(key, "key cannot be null");
    write(() -> table().put(key.get(), value));
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
    byte[] present = get(key);
    if (present == null && value != null) {
      put(key, value);
    }
    return present;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    Map<Bytes, byte @Nullable []> last = new HashMap<>();
    for (KeyValue<Bytes, byte[]> entry : entries) {
      last.put(Objects.requireNonNull(entry.key, "key cannot be null"), entry.value);
    }
    write(() -> table().putAll(last));
  }

  @Override
  public byte @Nullable [] delete(Bytes key) {
    byte[] present = get(key);
    put(key, null);
    return present;
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    Objects.requireNonNull(key, "key cannot be null");
    return locked("getting value for key from", () -> table().get(key.get()));
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
    return scan(from, to, true);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseRange(@Nullable Bytes from, @Nullable Bytes to) {
    return scan(from, to, false);
  }

  private KeyValueIterator<Bytes, byte[]> scan(
      @Nullable Bytes from, @Nullable Bytes to, boolean isForward) {
    file();
    if (from != null && to != null && from.compareTo(to) > 0) {
      LOG.warn(
          "Returning empty iterator for fetch with invalid key range: from > to. This may be due to"
              + " range arguments set in the wrong order, or serdes that don't preserve ordering when"
              + " lexicographically comparing the serialized bytes. Note that the built-in numerical"
              + " serdes do not follow this for negative numbers");
      return StoreIterator.empty();
    }
    byte[] begin = from == null ? Keys.LEAST : from.get();
    byte[] end = to == null ? null : Keys.successor(to.get());
    return entries(() -> new Scan(table(), begin, end, isForward));
  }

  /**
   * The scan is made with the lock: before, another thread may open the store with another file.
   */
  private KeyValueIterator<Bytes, byte[]> entries(Supplier<Scan> scan) {
    StoreIterator<Bytes, byte[]> found =
        new StoreIterator<>(
            this,
            () -> List.of(scan.get()),
            (key, value) -> new KeyValue<>(Bytes.wrap(key), value));
    found.begin();
    return found;
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return scan(null, null, true);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseAll() {
    return scan(null, null, false);
  }

  @Override
  public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
      P prefix, S serializer) {
    Objects.requireNonNull(prefix, "prefix cannot be null");
    Objects.requireNonNull(serializer, "prefixKeySerializer cannot be null");
    file();
    byte[] begin = serializer.serialize(null, prefix);
    return entries(() -> new Scan(table(), begin, Keys.endOfPrefix(begin), true));
  }

  @Override
  public long approximateNumEntries() {
    return locked("counting the entries of", () -> table().size());
  }
}
