package io.octavo.kafka;

import io.octavo.kafka.format.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.jspecify.annotations.Nullable;

/**
 * A store of sessions. A key is the key of the record, the end of the session and its begin (8
 * bytes each); the end is the time of the session.
 */
class OctavoSessionStore extends SegmentedStore implements SessionStore<Bytes, byte[]> {
  private static final int SUFFIX = 2 * Long.BYTES;
  private static final byte[] GREATEST = keyFirst(Keys.LEAST, Long.MAX_VALUE, Long.MAX_VALUE);

  OctavoSessionStore(SessionSupplier from) {
    super(
        from.name(), from.format(), from.retentionPeriod(), from.segmentIntervalMs(), from.order());
  }

  /** Creates the store with the interfaces of its format. */
  static OctavoSessionStore of(SessionSupplier from) {
    return from.format() == DslStoreFormat.HEADERS
        ? new WithHeaders(from)
        : new OctavoSessionStore(from);
  }

  private static final class WithHeaders extends OctavoSessionStore implements HeadersBytesStore {
    WithHeaders(SessionSupplier from) {
      super(from);
    }
  }

  @Override
  boolean hasTimestamps() {
    return false;
  }

  private static byte[] keyFirst(byte[] key, long begin, long end) {
    return ByteBuffer.allocate(key.length + SUFFIX).put(key).putLong(end).putLong(begin).array();
  }

  private static byte[] keyFirst(Windowed<Bytes> session) {
    return keyFirst(session.key().get(), session.window().start(), session.window().end());
  }

  private static Bytes key(byte[] keyFirst) {
    return Bytes.wrap(Arrays.copyOf(keyFirst, keyFirst.length - SUFFIX));
  }

  @Override
  long time(byte[] keyFirst) {
    return ByteBuffer.wrap(keyFirst).getLong(keyFirst.length - SUFFIX);
  }

  private static long begin(byte[] keyFirst) {
    return ByteBuffer.wrap(keyFirst).getLong(keyFirst.length - Long.BYTES);
  }

  @Override
  byte[] timeFirst(byte[] keyFirst) {
    int key = keyFirst.length - SUFFIX;
    return ByteBuffer.allocate(keyFirst.length)
        .put(keyFirst, key, SUFFIX)
        .put(keyFirst, 0, key)
        .array();
  }

  @Override
  byte[] keyFirst(byte[] timeFirst) {
    return ByteBuffer.allocate(timeFirst.length)
        .put(timeFirst, SUFFIX, timeFirst.length - SUFFIX)
        .put(timeFirst, 0, SUFFIX)
        .array();
  }

  @Override
  public void put(Windowed<Bytes> session, byte @Nullable [] aggregate) {
    Objects.requireNonNull(session, "sessionKey cannot be null");
    put(keyFirst(session), aggregate);
  }

  @Override
  public void remove(Windowed<Bytes> session) {
    Objects.requireNonNull(session, "sessionKey cannot be null");
    put(keyFirst(session), null);
  }

  @Override
  public byte @Nullable [] fetchSession(Bytes key, long begin, long end) {
    Objects.requireNonNull(key, "key cannot be null");
    return find(keyFirst(key.get(), begin, end));
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(long earliestEnd, long latestEnd) {
    if (order() == Order.KEY) {
      throw new UnsupportedOperationException(
          "this API is only supported by stores of sessions that are emitted when they close");
    }
    file();
    if (latestEnd < Math.max(0, earliestEnd)) {
      return StoreIterator.empty();
    }
    return byTime(
        Math.max(0, earliestEnd),
        latestEnd,
        true,
        (keyFirst, value) ->
            time(keyFirst) <= latestEnd ? session(key(keyFirst), keyFirst, value) : null);
  }

  private KeyValue<Windowed<Bytes>, byte[]> session(Bytes key, byte[] keyFirst, byte[] value) {
    return new KeyValue<>(
        new Windowed<>(key, new SessionWindow(begin(keyFirst), time(keyFirst))), value);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      Bytes key, long earliestEnd, long latestBegin) {
    return oneKey(key, earliestEnd, latestBegin, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      Bytes key, long earliestEnd, long latestBegin) {
    return oneKey(key, earliestEnd, latestBegin, false);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> oneKey(
      Bytes key, long earliestEnd, long latestBegin, boolean isForward) {
    Objects.requireNonNull(key, "key cannot be null");
    file();
    long least = Math.max(earliestEnd, leastTime());
    return byKey(
        keyFirst(key.get(), 0, least),
        Keys.successor(keyFirst(key.get(), Long.MAX_VALUE, Long.MAX_VALUE)),
        least,
        Long.MAX_VALUE,
        isForward,
        (keyFirst, value) -> found(key, key, keyFirst, value, least, latestBegin));
  }

  private @Nullable KeyValue<Windowed<Bytes>, byte[]> found(
      @Nullable Bytes fromKey,
      @Nullable Bytes toKey,
      byte[] keyFirst,
      byte[] value,
      long earliestEnd,
      long latestBegin) {
    if (time(keyFirst) < earliestEnd || begin(keyFirst) > latestBegin) {
      return null;
    }
    Bytes key = key(keyFirst);
    return isWithin(key, fromKey, toKey) ? session(key, keyFirst, value) : null;
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      @Nullable Bytes fromKey, @Nullable Bytes toKey, long earliestEnd, long latestBegin) {
    return range(fromKey, toKey, earliestEnd, latestBegin, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      @Nullable Bytes fromKey, @Nullable Bytes toKey, long earliestEnd, long latestBegin) {
    return range(fromKey, toKey, earliestEnd, latestBegin, false);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> range(
      @Nullable Bytes fromKey,
      @Nullable Bytes toKey,
      long earliestEnd,
      long latestBegin,
      boolean isForward) {
    file();
    if (isEmptyRange(fromKey, toKey)) {
      return StoreIterator.empty();
    }
    long least = Math.max(earliestEnd, leastTime());
    byte[] from = fromKey == null ? Keys.LEAST : fromKey.get();
    byte[] to = toKey == null ? null : Keys.successor(Keys.greatest(toKey.get(), GREATEST));
    return byKey(
        from,
        to,
        least,
        Long.MAX_VALUE,
        isForward,
        (keyFirst, value) -> found(fromKey, toKey, keyFirst, value, least, latestBegin));
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes key) {
    return findSessions(key, 0, Long.MAX_VALUE);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes key) {
    return backwardFindSessions(key, 0, Long.MAX_VALUE);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes fromKey, @Nullable Bytes toKey) {
    return findSessions(fromKey, toKey, 0, Long.MAX_VALUE);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes fromKey, @Nullable Bytes toKey) {
    return backwardFindSessions(fromKey, toKey, 0, Long.MAX_VALUE);
  }
}
