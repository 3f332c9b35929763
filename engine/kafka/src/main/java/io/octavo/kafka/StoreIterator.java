package io.octavo.kafka;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** An iterator over scans, one after the other. */
final class StoreIterator<K, V> implements KeyValueIterator<K, V> {
  private final TaskStore store;
  private final Iterator<Scan> scans;
  private final Decoder<K, V> decoder;
  private @Nullable Scan scan;
  private @Nullable KeyValue<K, V> next;
  private boolean isClosed;

  /** Makes an entry of its bytes; null if the entry does not belong to the result. */
  @FunctionalInterface
  interface Decoder<K, V> {
    @Nullable KeyValue<K, V> decode(byte[] key, byte[] value);
  }

  StoreIterator(TaskStore store, Iterator<Scan> scans, Decoder<K, V> decoder) {
    this.store = store;
    this.scans = scans;
    this.decoder = decoder;
  }

  static <K, V> KeyValueIterator<K, V> empty() {
    return new Empty<>();
  }

  private static final class Empty<K, V> implements KeyValueIterator<K, V> {
    @Override
    public void close() {}

    @Override
    public K peekNextKey() {
      throw new NoSuchElementException();
    }

    @Override
    public boolean hasNext() {
      return false;
    }

    @Override
    public KeyValue<K, V> next() {
      throw new NoSuchElementException();
    }
  }

  @Override
  public boolean hasNext() {
    if (isClosed || !store.isOpen()) {
      return closed();
    }
    while (next == null) {
      if (scan == null) {
        if (!scans.hasNext()) {
          return false;
        }
        scan = scans.next();
      }
      Scan current = scan;
      if (current.next()) {
        next = decoder.decode(current.key(), current.value());
      } else {
        scan = null;
      }
    }
    return true;
  }

  /** The answer once the iterator or its store is closed, the same as that of Kafka's stores. */
  private boolean closed() {
    if (store instanceof OctavoKeyValueStore) {
      throw new InvalidStateStoreException(
          "the iterator is closed, or its store " + store.name() + " is");
    }
    return false;
  }

  @Override
  public KeyValue<K, V> next() {
    KeyValue<K, V> result = peek();
    next = null;
    return result;
  }

  @Override
  public K peekNextKey() {
    return peek().key;
  }

  private KeyValue<K, V> peek() {
    KeyValue<K, V> found = hasNext() ? next : null;
    if (found == null) {
      throw new NoSuchElementException();
    }
    return found;
  }

  @Override
  public void close() {
    isClosed = true;
    next = null;
    scan = null;
  }
}
