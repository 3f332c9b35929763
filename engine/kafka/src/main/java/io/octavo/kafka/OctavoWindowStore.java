package io.octavo.kafka;

import io.octavo.kafka.format.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * A store of windows. A key is the key of the record, the start of the window (8 bytes) and a
 * number that distinguishes duplicates (4 bytes).
 */
class OctavoWindowStore extends SegmentedStore implements WindowStore<Bytes, byte[]> {
  private static final int NUMBER = Integer.BYTES;
  private static final int SUFFIX = Long.BYTES + NUMBER;

  private final long windowSize;
  private final boolean retainDuplicates;
  private int number;

  OctavoWindowStore(WindowSupplier from, DslStoreFormat format) {
    super(from.name(), format, from.retentionPeriod(), from.segmentIntervalMs(), from.order());
    windowSize = from.windowSize();
    retainDuplicates = from.retainDuplicates();
  }

  /** Creates the store with the interfaces of its format. */
  static OctavoWindowStore of(WindowSupplier from) {
    return switch (from.format()) {
      case PLAIN -> new OctavoWindowStore(from, from.format());
      case TIMESTAMPED -> new Timestamped(from);
      case HEADERS -> new WithHeaders(from);
    };
  }

  private static final class Timestamped extends OctavoWindowStore
      implements TimestampedBytesStore {
    Timestamped(WindowSupplier from) {
      super(from, DslStoreFormat.TIMESTAMPED);
    }
  }

  private static final class WithHeaders extends OctavoWindowStore
      implements TimestampedBytesStore, HeadersBytesStore {
    WithHeaders(WindowSupplier from) {
      super(from, DslStoreFormat.HEADERS);
    }
  }

  private static byte[] keyFirst(byte[] key, long begin, int number) {
    return ByteBuffer.allocate(key.length + SUFFIX).put(key).putLong(begin).putInt(number).array();
  }

  private static Bytes key(byte[] keyFirst) {
    return Bytes.wrap(Arrays.copyOf(keyFirst, keyFirst.length - SUFFIX));
  }

  /** A window that is emitted when it closes is read once more at the moment of its expiry. */
  @Override
  long leastOfRange() {
    return order() == Order.KEY ? leastTime() : expiredTime();
  }

  @Override
  long time(byte[] keyFirst) {
    return ByteBuffer.wrap(keyFirst).getLong(keyFirst.length - SUFFIX);
  }

  @Override
  byte[] timeFirst(byte[] keyFirst) {
    int key = keyFirst.length - SUFFIX;
    return ByteBuffer.allocate(keyFirst.length)
        .put(keyFirst, key, Long.BYTES)
        .put(keyFirst, 0, key)
        .put(keyFirst, key + Long.BYTES, NUMBER)
        .array();
  }

  @Override
  byte[] keyFirst(byte[] timeFirst) {
    int key = timeFirst.length - SUFFIX;
    return ByteBuffer.allocate(timeFirst.length)
        .put(timeFirst, Long.BYTES, key)
        .put(timeFirst, 0, Long.BYTES)
        .put(timeFirst, key + Long.BYTES, NUMBER)
        .array();
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value, long begin) {
    Objects.requireNonNull(key, "key cannot be null");
    // A duplicate cannot be named, so that it cannot be removed.
    if (value != null || !retainDuplicates) {
      if (retainDuplicates) {
        number = (number + 1) & Integer.MAX_VALUE;
      }
      put(keyFirst(key.get(), begin, number), value);
    }
  }

  @Override
  public byte @Nullable [] fetch(Bytes key, long begin) {
    Objects.requireNonNull(key, "key cannot be null");
    return find(keyFirst(key.get(), begin, number));
  }

  @Override
  public WindowStoreIterator<byte[]> fetch(Bytes key, long from, long to) {
    return fetch(key, from, to, true);
  }

  @Override
  public WindowStoreIterator<byte[]> backwardFetch(Bytes key, long from, long to) {
    return fetch(key, from, to, false);
  }

  private WindowStoreIterator<byte[]> fetch(Bytes key, long from, long to, boolean isForward) {
    Objects.requireNonNull(key, "key cannot be null");
    file();
    long least = Math.max(from, leastOfRange());
    if (to < least) {
      return new OneKey(StoreIterator.empty());
    }
    return new OneKey(
        byKey(
            keyFirst(key.get(), least, 0),
            Keys.successor(keyFirst(key.get(), to, Integer.MAX_VALUE)),
            least,
            to,
            isForward,
            (keyFirst, value) -> {
              long begin = time(keyFirst);
              return begin >= least && begin <= to && key.equals(key(keyFirst))
                  ? new KeyValue<>(begin, value)
                  : null;
            }));
  }

  /** The windows of one key. */
  private record OneKey(KeyValueIterator<Long, byte[]> inner)
      implements WindowStoreIterator<byte[]> {
    @Override
    public boolean hasNext() {
      return inner.hasNext();
    }

    @Override
    public KeyValue<Long, byte[]> next() {
      return inner.next();
    }

    @Override
    public Long peekNextKey() {
      return inner.peekNextKey();
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes fromKey, @Nullable Bytes toKey, long from, long to) {
    return fetch(fromKey, toKey, from, to, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes fromKey, @Nullable Bytes toKey, long from, long to) {
    return fetch(fromKey, toKey, from, to, false);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes fromKey, @Nullable Bytes toKey, long from, long to, boolean isForward) {
    file();
    long least = Math.max(from, leastOfRange());
    if (isEmptyRange(fromKey, toKey) || to < least) {
      return StoreIterator.empty();
    }
    byte[] begin = fromKey == null ? Keys.LEAST : fromKey.get();
    byte[] end =
        toKey == null
            ? null
            : Keys.successor(
                Keys.greatest(toKey.get(), keyFirst(Keys.LEAST, to, Integer.MAX_VALUE)));
    return byKey(
        begin,
        end,
        least,
        to,
        isForward,
        (keyFirst, value) -> {
          Bytes key = key(keyFirst);
          return isWithin(key, fromKey, toKey) ? windowed(key, keyFirst, value, least, to) : null;
        });
  }

  private @Nullable KeyValue<Windowed<Bytes>, byte[]> windowed(
      Bytes key, byte[] keyFirst, byte[] value, long least, long most) {
    long begin = time(keyFirst);
    if (begin < least || begin > most) {
      return null;
    }
    long end = begin + windowSize;
    // A window may reach beyond the end of time.
    return new KeyValue<>(
        new Windowed<>(key, new TimeWindow(begin, end < 0 ? Long.MAX_VALUE : end)), value);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
    return fetchAll(0, Long.MAX_VALUE, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardAll() {
    return fetchAll(0, Long.MAX_VALUE, false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long from, long to) {
    return fetchAll(from, to, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetchAll(long from, long to) {
    return fetchAll(from, to, false);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(
      long from, long to, boolean isForward) {
    file();
    long least = Math.max(from, leastOfRange());
    if (to < least) {
      return StoreIterator.empty();
    }
    return byTime(
        least,
        to,
        isForward,
        (keyFirst, value) -> windowed(key(keyFirst), keyFirst, value, least, to));
  }
}
