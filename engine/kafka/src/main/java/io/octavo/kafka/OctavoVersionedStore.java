package io.octavo.kafka;

import io.octavo.kafka.Segments.Segment;
import io.octavo.kafka.format.Keys;
import io.octavo.kafka.format.TableNames;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.ResultOrder;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.apache.kafka.streams.state.internals.StoreQueryUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store of the versions of values. The latest version of a key lies in a table by key: its time
 * (8 bytes) and the value. An earlier version lies in the segment of the time until which it was
 * valid, so that a segment can be dropped when that time has expired: the key and the time from
 * which the version was valid (8 bytes) lead to the time until which it was (8 bytes) and the
 * value. A deletion lies in the segment of its own time, as a version that was never valid.
 */
final class OctavoVersionedStore extends TaskStore
    implements VersionedKeyValueStore<Bytes, byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(OctavoVersionedStore.class);

  private static final int SUFFIX = Long.BYTES;

  private final long retention;
  private final long interval;
  private @Nullable Table latest;
  private volatile @Nullable Segments segments;
  private volatile long streamTime = -1;

  /**
   * A version, or a deletion.
   *
   * @param from the time from which it is valid
   * @param to the time until which it is valid; that of a deletion is {@code from}
   * @param value the value, null for a deletion
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Version(long from, long to, byte @Nullable [] value) {}

  OctavoVersionedStore(String name, long retention, long interval) {
    super(name, DslStoreFormat.PLAIN);
    this.retention = retention;
    this.interval = interval;
  }

  @Override
  void open(Views opened) {
    latest = new Table(opened, TableNames.of(name()));
    segments = new Segments(opened, name(), retention, interval, false);
  }

  @Override
  void forget() {
    latest = null;
    segments = null;
    streamTime = -1;
  }

  @Override
  List<Table> tables() {
    List<Table> tables = new ArrayList<>(segments().tables());
    tables.add(latest());
    return tables;
  }

  private Table latest() {
    Table open = latest;
    if (open == null) {
      throw closed();
    }
    return open;
  }

  private Segments segments() {
    Segments open = segments;
    if (open == null) {
      throw closed();
    }
    return open;
  }

  private void restore(ConsumerRecord<byte[], byte[]> entry) {
    if (entry.timestamp() >= streamTime - retention) {
      change(entry.key(), entry.value(), entry.timestamp());
    }
  }

  @Override
  void restoreAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> entry : records) {
      restore(entry);
      streamTime = Math.max(streamTime, entry.timestamp());
    }
  }

  @Override
  public long put(Bytes key, byte @Nullable [] value, long timestamp) {
    Objects.requireNonNull(key, "key cannot be null");
    long[] validTo = {PUT_RETURN_CODE_NOT_PUT};
    write(
        () -> {
          if (timestamp < streamTime - retention) {
            recordDropped();
            LOG.warn("Skipping record for expired put.");
            return;
          }
          streamTime = Math.max(streamTime, timestamp);
          validTo[0] = change(key.get(), value, timestamp);
        });
    return validTo[0];
  }

  @Override
  public @Nullable VersionedRecord<byte[]> delete(Bytes key, long timestamp) {
    Objects.requireNonNull(key, "key cannot be null");
    file();
    if (timestamp < streamTime - retention) {
      recordDropped();
      LOG.warn("Skipping record for expired delete.");
      return null;
    }
    VersionedRecord<byte[]> present = get(key, timestamp);
    put(key, null, timestamp);
    return present;
  }

  /** Inserts a version or a deletion. Returns until when it is valid. */
  private long change(byte[] key, byte @Nullable [] value, long time) {
    Version newest = newest(key);
    if (newest != null && newest.from() > time) {
      return changeHistory(key, value, time, newest);
    }
    if (newest != null && newest.from() < time) {
      putHistory(key, new Version(newest.from(), time, newest.value()));
    } else if (newest == null) {
      Version next = next(key, time);
      if (next != null) {
        return changeHistory(key, value, time, next);
      }
      // A deletion may lie at this very time.
      removeHistory(key, time);
    }
    if (value == null) {
      latest().put(key, null);
      putHistory(key, new Version(time, time, null));
    } else {
      latest()
          .put(
              key, ByteBuffer.allocate(Long.BYTES + value.length).putLong(time).put(value).array());
    }
    return PUT_RETURN_CODE_VALID_TO_UNDEFINED;
  }

  /** Inserts a version that is not the newest. */
  private long changeHistory(byte[] key, byte @Nullable [] value, long time, Version newest) {
    Version between = next(key, time);
    long to = between == null ? newest.from() : Math.min(between.from(), newest.from());
    Version earlier = floor(key, time);
    if (earlier != null && earlier.from() < time && earlier.to() > time) {
      removeHistory(key, earlier.from());
      putHistory(key, new Version(earlier.from(), time, earlier.value()));
    }
    removeHistory(key, time);
    putHistory(key, new Version(time, value == null ? time : to, value));
    return to;
  }

  private @Nullable Version newest(byte[] key) {
    byte[] found = latest().get(key);
    return found == null
        ? null
        : new Version(
            ByteBuffer.wrap(found).getLong(),
            Long.MAX_VALUE,
            Arrays.copyOfRange(found, Long.BYTES, found.length));
  }

  private static byte[] historyKey(byte[] key, long from) {
    return ByteBuffer.allocate(key.length + SUFFIX).put(key).putLong(from ^ Long.MIN_VALUE).array();
  }

  private void putHistory(byte[] key, Version version) {
    Segment segment = segments().forWrite(version.to(), streamTime);
    if (segment != null) {
      byte[] value = version.value();
      ByteBuffer bytes =
          ByteBuffer.allocate(Long.BYTES + 1 + (value == null ? 0 : value.length))
              .putLong(version.to())
              .put((byte) (value == null ? 0 : 1));
      if (value != null) {
        bytes.put(value);
      }
      segment.table().put(historyKey(key, version.from()), bytes.array());
    }
  }

  private void removeHistory(byte[] key, long from) {
    byte[] historyKey = historyKey(key, from);
    for (Table table : segments().tables()) {
      table.put(historyKey, null);
    }
  }

  private static Version version(byte[] historyKey, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long from = ByteBuffer.wrap(historyKey).getLong(historyKey.length - Long.BYTES);
    long to = buffer.getLong();
    byte[] value = new byte[buffer.remaining() - 1];
    boolean isDeletion = buffer.get() == 0;
    buffer.get(value);
    return new Version(from ^ Long.MIN_VALUE, to, isDeletion ? null : value);
  }

  /** Returns the first version of the history after a time, null if there is none. */
  private @Nullable Version next(byte[] key, long time) {
    return history(key, time + 1, Long.MAX_VALUE, true).stream()
        .min(Comparator.comparingLong(Version::from))
        .orElse(null);
  }

  /** Returns the last version of the history at or before a time, null if there is none. */
  private @Nullable Version floor(byte[] key, long time) {
    return history(key, Long.MIN_VALUE, time, false).stream()
        .max(Comparator.comparingLong(Version::from))
        .orElse(null);
  }

  /** Returns of each segment the first version in a range of times, or the last. */
  private List<Version> history(byte[] key, long from, long to, boolean isFirst) {
    List<Version> found = new ArrayList<>();
    for (Table table : segments().tables()) {
      Version one = inTable(table, historyKey(key, from), historyKey(key, to), isFirst);
      if (one != null) {
        found.add(one);
      }
    }
    return found;
  }

  private static @Nullable Version inTable(Table table, byte[] from, byte[] to, boolean isFirst) {
    BytesMap map = table.map();
    if (map == null) {
      return null;
    }
    byte[] end = Keys.successor(to);
    if (to.length > Table.PLAIN) {
      Scan scan = new Scan(table, from, end, isFirst);
      while (scan.nextLive()) {
        if (scan.key().length == to.length) {
          return version(scan.key(), scan.value());
        }
      }
      return null;
    }
    BytesCursor cursor = map.cursor(from, end);
    while (isFirst ? cursor.next() : cursor.previous()) {
      byte[] found = cursor.key();
      // Versions of longer keys may lie among those of this one.
      if (found.length == to.length) {
        return version(found, cursor.value());
      }
    }
    return null;
  }

  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key) {
    Objects.requireNonNull(key, "key cannot be null");
    Version found = locked("getting value for key from", () -> newest(key.get()));
    return found == null || found.value() == null
        ? null
        : new VersionedRecord<>(found.value(), found.from());
  }

  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key, long asOf) {
    Objects.requireNonNull(key, "key cannot be null");
    return locked("getting value for key from", () -> asOf(key.get(), asOf));
  }

  private @Nullable VersionedRecord<byte[]> asOf(byte[] key, long asOf) {
    Version newest = newest(key);
    if (newest != null && newest.from() <= asOf) {
      return new VersionedRecord<>(Objects.requireNonNull(newest.value()), newest.from());
    }
    if (asOf < streamTime - retention) {
      LOG.warn("Returning null for expired get.");
      return null;
    }
    Version found = floor(key, asOf);
    byte[] value = found == null ? null : found.value();
    return found == null || value == null || found.to() <= asOf
        ? null
        : new VersionedRecord<>(value, found.from(), found.to());
  }

  /** Returns the versions that were valid in a range of times. */
  private List<VersionedRecord<byte[]>> between(byte[] key, long from, long to, ResultOrder order) {
    List<VersionedRecord<byte[]>> found = new ArrayList<>();
    if (to >= streamTime - retention) {
      for (Table table : segments().tables()) {
        Scan scan =
            new Scan(
                table, historyKey(key, Long.MIN_VALUE), Keys.successor(historyKey(key, to)), true);
        while (scan.nextLive()) {
          Version version = version(scan.key(), scan.value());
          byte[] value = version.value();
          boolean isOfKey = scan.key().length == key.length + SUFFIX;
          if (isOfKey && value != null && version.to() > from) {
            found.add(new VersionedRecord<>(value, version.from(), version.to()));
          }
        }
      }
    }
    Version newest = newest(key);
    if (newest != null && newest.from() <= to) {
      found.add(new VersionedRecord<>(Objects.requireNonNull(newest.value()), newest.from()));
    }
    found.sort(Comparator.comparingLong(VersionedRecord::timestamp));
    // Any order is, with Kafka's own store, the latest first.
    if (order != ResultOrder.ASCENDING) {
      Collections.reverse(found);
    }
    return found;
  }

  /** Answers the query for several versions, which Kafka's helper casts to its own store for. */
  @Override
  @SuppressWarnings("unchecked")
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    if (!(query instanceof MultiVersionedKeyQuery<?, ?>)) {
      return super.query(query, bound, config);
    }
    long begun = config.isCollectExecutionInfo() ? System.nanoTime() : -1;
    MultiVersionedKeyQuery<Bytes, byte[]> asked = (MultiVersionedKeyQuery<Bytes, byte[]>) query;
    synchronized (getPosition()) {
      Integer partition = context() == null ? null : context().taskId().partition();
      QueryResult<R> result;
      if (partition == null || !StoreQueryUtils.isPermitted(getPosition(), bound, partition)) {
        result = QueryResult.notUpToBound(getPosition(), bound, partition);
      } else {
        List<VersionedRecord<byte[]>> found =
            locked(
                "querying",
                () ->
                    between(
                        asked.key().get(),
                        asked.fromTime().map(Instant::toEpochMilli).orElse(0L),
                        asked.toTime().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE),
                        asked.resultOrder()));
        result = QueryResult.forResult((R) new Versions(found.iterator()));
      }
      return finish(result, config, begun);
    }
  }

  /** Versions of one key. */
  private record Versions(Iterator<VersionedRecord<byte[]>> inner)
      implements VersionedRecordIterator<byte[]> {
    @Override
    public boolean hasNext() {
      return inner.hasNext();
    }

    @Override
    public VersionedRecord<byte[]> next() {
      return inner.next();
    }

    @Override
    public void close() {}
  }
}
