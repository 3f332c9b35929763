package io.octavo.kafka;

import io.octavo.kafka.Segments.Segment;
import io.octavo.kafka.format.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose keys have a time: windows and sessions. In the changelog, a key is the key of the
 * record and its times, the key first. In the tables it is that, or the same with the time first.
 */
abstract class SegmentedStore extends TaskStore {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentedStore.class);

  private final long retention;
  private final long interval;
  private final Order order;

  private volatile @Nullable Segments segments;

  /** The latest time of a write. */
  private volatile long streamTime = -1;

  /** In which order the entries of a segment lie. */
  enum Order {
    /** By key, then by time. */
    KEY,
    /** By time, for windows that are emitted when they close. */
    TIME,
    /** By time, with an index by key. */
    TIME_INDEXED
  }

  /** Makes an entry of a key, the key first, and a value; null if it is not in the result. */
  @FunctionalInterface
  interface Decoder<K, V> {
    @Nullable KeyValue<K, V> decode(byte[] keyFirst, byte[] value);
  }

  SegmentedStore(String name, DslStoreFormat format, long retention, long interval, Order order) {
    super(name, format);
    this.retention = retention;
    this.interval = interval;
    this.order = order;
  }

  /** Returns the time of a key, which chooses its segment. */
  abstract long time(byte[] keyFirst);

  abstract byte[] timeFirst(byte[] keyFirst);

  abstract byte[] keyFirst(byte[] timeFirst);

  @Override
  void open(Views opened) {
    segments = new Segments(opened, name(), retention, interval, order == Order.TIME_INDEXED);
  }

  @Override
  void forget() {
    segments = null;
    streamTime = -1;
  }

  @Override
  List<Table> tables() {
    return segments().tables();
  }

  private Segments segments() {
    Segments open = segments;
    if (open == null) {
      throw closed();
    }
    return open;
  }

  /** Returns the least time that has not expired, 0 or more. */
  long leastTime() {
    return Math.max(0, streamTime - retention + 1);
  }

  /** Returns the least time that is read. */
  long leastOfRange() {
    return leastTime();
  }

  final Order order() {
    return order;
  }

  /** Returns the latest time that has expired. */
  final long expiredTime() {
    return Math.max(0, streamTime - retention);
  }

  @Override
  void restoreAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
    // First the time: records that expire by the end of the batch are not put.
    for (ConsumerRecord<byte[], byte[]> entry : records) {
      streamTime = Math.max(streamTime, time(entry.key()));
    }
    for (ConsumerRecord<byte[], byte[]> entry : records) {
      putInSegment(entry.key(), entry.value());
    }
  }

  /** Puts a value, or removes the key if the value is null. */
  void put(byte[] keyFirst, byte @Nullable [] value) {
    write(
        () -> {
          streamTime = Math.max(streamTime, time(keyFirst));
          if (!putInSegment(keyFirst, value)) {
            recordDropped();
          }
        });
  }

  private boolean putInSegment(byte[] keyFirst, byte @Nullable [] value) {
    Segment segment = segments().forWrite(time(keyFirst), streamTime);
    if (segment == null) {
      return false;
    }
    Table index = segment.index();
    if (index != null) {
      index.put(keyFirst, value == null ? null : Keys.LEAST);
    }
    segment.table().put(order == Order.KEY ? keyFirst : timeFirst(keyFirst), value);
    return true;
  }

  byte @Nullable [] find(byte[] keyFirst) {
    if (time(keyFirst) < leastOfRange()) {
      return null;
    }
    return locked("getting value for key from", () -> findInSegment(keyFirst));
  }

  private byte @Nullable [] findInSegment(byte[] keyFirst) {
    Segment segment = segments().at(time(keyFirst));
    return segment == null
        ? null
        : segment.table().get(order == Order.KEY ? keyFirst : timeFirst(keyFirst));
  }

  /**
   * Reads the entries of a range of keys and times.
   *
   * @param from the least key, the key first
   * @param to the end of the keys, null for none
   * @param fromTime the least time, 0 or more
   * @param toTime the greatest time
   */
  <K, V> KeyValueIterator<K, V> byKey(
      byte[] from,
      byte @Nullable [] to,
      long fromTime,
      long toTime,
      boolean isForward,
      Decoder<K, V> decoder) {
    if (order == Order.TIME) {
      return byTime(fromTime, toTime, isForward, decoder);
    }
    return iterator(
        fromTime,
        toTime,
        isForward,
        segment ->
            order == Order.KEY
                ? new Scan(segment.table(), from, to, isForward)
                : new Scan(
                    indexOf(segment),
                    from,
                    to,
                    isForward,
                    (maps, keyFirst) -> segment.table().get(timeFirst(keyFirst), maps)),
        decoder::decode);
  }

  private static Table indexOf(Segment segment) {
    Table index = segment.index();
    if (index == null) {
      throw new IllegalStateException("each segment of an indexed store has an index");
    }
    return index;
  }

  /** Reads the entries of a range of times: in the order of time, or by segments. */
  <K, V> KeyValueIterator<K, V> byTime(
      long fromTime, long toTime, boolean isForward, Decoder<K, V> decoder) {
    if (order == Order.KEY) {
      return iterator(
          fromTime,
          toTime,
          isForward,
          segment -> new Scan(segment.table(), Keys.LEAST, null, isForward),
          decoder::decode);
    }
    byte[] from = bytes(fromTime);
    byte[] to = toTime == Long.MAX_VALUE ? null : bytes(toTime + 1);
    return iterator(
        fromTime,
        toTime,
        isForward,
        segment -> new Scan(segment.table(), from, to, isForward),
        (timeFirst, value) -> decoder.decode(keyFirst(timeFirst), value));
  }

  /** Makes an iterator that begins when it is first read, as Kafka's tests expect of segments. */
  private <K, V> KeyValueIterator<K, V> iterator(
      long fromTime,
      long toTime,
      boolean isForward,
      Function<Segment, Scan> scan,
      StoreIterator.Decoder<K, V> decoder) {
    return new StoreIterator<>(
        this,
        () -> segments().between(fromTime, toTime, isForward).stream().map(scan).toList(),
        decoder);
  }

  private static byte[] bytes(long time) {
    return ByteBuffer.allocate(Long.BYTES).putLong(time).array();
  }

  /** Returns whether a range of keys is empty, and warns of it as Kafka's stores do. */
  static boolean isEmptyRange(@Nullable Bytes from, @Nullable Bytes to) {
    boolean isEmpty =
        from != null && to != null && Arrays.compareUnsigned(from.get(), to.get()) > 0;
    if (isEmpty) {
      LOG.warn(
          "Returning empty iterator for fetch with invalid key range: from > to. This may be due to"
              + " range arguments set in the wrong order, or serdes that don't preserve ordering when"
              + " lexicographically comparing the serialized bytes. Note that the built-in numerical"
              + " serdes do not follow this for negative numbers");
    }
    return isEmpty;
  }

  /** Returns whether a key is in a range, either end of which may be missing. */
  static boolean isWithin(Bytes key, @Nullable Bytes from, @Nullable Bytes to) {
    return (from == null || key.compareTo(from) >= 0) && (to == null || key.compareTo(to) <= 0);
  }
}
