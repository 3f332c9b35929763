package io.octavo.kafka;

import io.octavo.error.StoreException;
import io.octavo.kafka.Views.View;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over scans, one after the other, that sees the store as it was when the iterator
 * began. Few entries are read then at once; if more follow, they are read from a view.
 */
final class StoreIterator<K, V> implements KeyValueIterator<K, V> {
  private final TaskStore store;
  private final Views views;
  private final Supplier<List<Scan>> made;
  private final Decoder<K, V> decoder;

  /** The scans, null before the iterator begins. */
  private @Nullable List<Scan> scans;

  /** What the entries are read from that are not read yet; null if all are. */
  private @Nullable View view;

  private int place;
  private @Nullable KeyValue<K, V> next;
  private boolean isClosed;

  /** Makes an entry of its bytes; null if the entry does not belong to the result. */
  @FunctionalInterface
  interface Decoder<K, V> {
    @Nullable KeyValue<K, V> decode(byte[] key, byte[] value);
  }

  /**
   * Makes an iterator that begins when it is first asked for an entry.
   *
   * @param store the store, which must be open
   * @param scans makes the scans, called with the lock
   * @param decoder makes the entries
   */
  StoreIterator(TaskStore store, Supplier<List<Scan>> scans, Decoder<K, V> decoder) {
    this.store = store;
    this.decoder = decoder;
    made = scans;
    views = store.views();
  }

  /** Lets the iterator begin. */
  List<Scan> begin() {
    views.file().lock();
    try {
      // Another thread may have closed the store, and other stores may keep the file open.
      requireOpen();
      List<Scan> begun = made.get();
      view = isReadAtOnce(begun) ? null : views.open();
      scans = begun;
      return begun;
    } catch (StoreException e) {
      throw store.failed("reading", e);
    } finally {
      views.file().unlock();
    }
  }

  private boolean isOpen() {
    return !isClosed && store.isOpenWith(views);
  }

  /** Throws if the iterator or its store is closed. */
  private void requireOpen() {
    if (!isOpen()) {
      throw new InvalidStateStoreException(
          "the iterator is closed, or its store " + store.name() + " is");
    }
  }

  private static boolean isReadAtOnce(List<Scan> scans) {
    int count = 0;
    for (Scan scan : scans) {
      if (count >= Scan.FIRST_BATCH) {
        return false;
      }
      scan.fill(Table::map);
      if (!scan.isOver()) {
        return false;
      }
      count += scan.size();
    }
    return true;
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

  /** Returns false for windows and sessions of a store that is closed, as tests of Kafka expect. */
  @Override
  public boolean hasNext() {
    if (!isOpen() && !(store instanceof OctavoKeyValueStore)) {
      return false;
    }
    requireOpen();
    List<Scan> all = scans == null ? begin() : scans;
    while (next == null) {
      if (place >= all.size()) {
        return false;
      }
      Scan scan = all.get(place);
      if (scan.next()) {
        next = decoder.decode(scan.key(), scan.value());
      } else if (scan.isOver()) {
        place++;
      } else {
        fill(scan);
      }
    }
    return true;
  }

  private void fill(Scan scan) {
    try {
      Objects.requireNonNull(view).read(scan::fill);
    } catch (StoreException e) {
      throw store.failed("reading", e);
    }
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
    requireOpen();
    KeyValue<K, V> found = hasNext() ? next : null;
    if (found == null) {
      // Not at the end if another thread has closed the store meanwhile.
      requireOpen();
      throw new NoSuchElementException();
    }
    return found;
  }

  @Override
  public void close() {
    isClosed = true;
    next = null;
    if (view != null) {
      view.close();
    }
  }
}
