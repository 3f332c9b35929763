package io.octavo.kafka;

import io.octavo.error.StoreException;
import io.octavo.kafka.format.MetaKey;
import io.octavo.kafka.format.Positions;
import io.octavo.map.BytesMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ChangelogRecordDeserializationHelper;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.apache.kafka.streams.state.internals.StoreQueryUtils;
import org.jspecify.annotations.Nullable;

/**
 * What all stores have in common: the file, offsets, the position, restoring and queries. The
 * thread of the task writes; any thread may read.
 */
abstract class TaskStore implements StateStore {
  private static final byte[] NONE = {};

  private final String name;
  private final DslStoreFormat format;

  /** The writes that no offset covers yet. Guarded by the lock of the file. */
  boolean isDirty;

  /** The views of the open store, and by them its file; null if the store is closed. */
  private volatile @Nullable Views views;

  private final Position position = Position.emptyPosition();
  private Position savedPosition = Position.emptyPosition();
  private @Nullable StateStoreContext context;
  private @Nullable Sensor droppedRecords;

  /** The highest offset that was restored, null for none. Guarded by the lock of the file. */
  private @Nullable Long restored;

  private @Nullable TopicPartition changelog;
  private boolean isConsistencyEnabled;

  /** Of a task, not of the global stores, which Kafka never considers corrupted. */
  private boolean isExactlyOnce;

  TaskStore(String name, DslStoreFormat format) {
    this.name = Objects.requireNonNull(name, "name");
    this.format = format;
  }

  /** Opens the tables of the store; called with the lock of the file. */
  abstract void open(Views opened);

  /** Forgets the tables of the store; called when the store is closed. */
  abstract void forget();

  /** Returns the tables that exist, in no particular order; called with the lock. */
  abstract List<Table> tables();

  /** Returns whether values with headers have a timestamp too, as all but those of sessions. */
  boolean hasTimestamps() {
    return true;
  }

  /** Applies records of the changelog, with the result that they have in their order. */
  abstract void restoreAll(Collection<ConsumerRecord<byte[], byte[]>> records);

  @Override
  public String name() {
    return name;
  }

  DslStoreFormat format() {
    return format;
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public boolean managesOffsets() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return views != null;
  }

  /** Returns whether the store has been open ever since it had these views. */
  boolean isOpenWith(Views known) {
    return views == known;
  }

  @Override
  public Position getPosition() {
    return position;
  }

  /**
   * Returns the file.
   *
   * @throws InvalidStateStoreException if the store is not open
   */
  TaskFile file() {
    return views().file();
  }

  /**
   * Returns the views.
   *
   * @throws InvalidStateStoreException if the store is not open
   */
  Views views() {
    Views opened = views;
    if (opened == null) {
      throw closed();
    }
    return opened;
  }

  InvalidStateStoreException closed() {
    return new InvalidStateStoreException("Store " + name + " is currently closed");
  }

  /**
   * Takes the lock of the file, to be released, if the store is open once this thread has it.
   *
   * @throws InvalidStateStoreException if the store is not open
   */
  private TaskFile lock() {
    Views opened = views();
    opened.file().lock();
    if (views != opened) {
      // Another thread has closed the store meanwhile. Other stores may keep the file open.
      opened.file().unlock();
      throw closed();
    }
    return opened.file();
  }

  @Override
  public void init(StateStoreContext given, StateStore root) {
    context = given;
    isConsistencyEnabled =
        StreamsConfig.InternalConfig.getBoolean(
            given.appConfigs(),
            StreamsConfig.InternalConfig.IQ_CONSISTENCY_OFFSET_VECTOR_ENABLED,
            false);
    isExactlyOnce = CommitWatch.isExactlyOnce(given) && given.taskId().partition() >= 0;
    TaskFile opened = TaskFile.open(given.stateDir().toPath(), given.appConfigs(), this);
    Views created = new Views(opened);
    try {
      opened.lock();
      try {
        openIn(opened, created);
      } finally {
        opened.unlock();
      }
    } catch (RuntimeException e) {
      opened.close(this);
      throw e;
    }
    views = created;
    if (given instanceof InternalProcessorContext<?, ?> internal) {
      droppedRecords =
          TaskMetrics.droppedRecordsSensor(
              Thread.currentThread().getName(), given.taskId().toString(), internal.metrics());
      StoreMetrics.register(internal, name, opened);
      changelog = CommitWatch.changelog(internal, name);
    }
    if (root != null) {
      register(given, opened, root);
    }
  }

  private void register(StateStoreContext given, TaskFile opened, StateStore root) {
    if (given instanceof InternalProcessorContext<?, ?> internal) {
      CommitWatch.registerBefore(internal, opened, this);
    }
    given.register(root, (RecordBatchingStateRestoreCallback) this::restoreBatch);
    if (given instanceof InternalProcessorContext<?, ?> internal) {
      CommitWatch.registerBehind(internal, opened, this);
    }
  }

  private void openIn(TaskFile opened, Views created) {
    isDirty = false;
    restored = null;
    open(created);
    BytesMap meta = opened.meta();
    byte[] saved = meta.get(MetaKey.position(name));
    if (saved != null) {
      position.merge(Positions.decode(saved));
    }
    savedPosition = position.copy();
    byte[] kept = meta.get(MetaKey.format(name));
    if (kept == null) {
      meta.put(MetaKey.format(name), format.name().getBytes(StandardCharsets.UTF_8));
      opened.changed();
    } else {
      Upgrade.run(this, DslStoreFormat.valueOf(new String(kept, StandardCharsets.UTF_8)), opened);
    }
  }

  @Override
  public void close() {
    Views opened = views;
    if (opened != null) {
      opened.file().lock();
      try {
        views = null;
        forget();
        opened.close();
      } finally {
        opened.file().unlock();
      }
      opened.file().close(this);
    }
  }

  @Override
  public void commit(Map<TopicPartition, Long> offsets) {
    synchronized (position) {
      TaskFile opened = lock();
      try {
        BytesMap meta = opened.meta();
        if (offsets.isEmpty()) {
          clearOffsets(meta, opened);
        }
        for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
          saveOffset(meta, opened, each.getKey(), each.getValue());
        }
        savePosition(meta, opened);
        isDirty = false;
        opened.commitIfCovered();
      } catch (StoreException e) {
        throw failed("committing", e);
      } finally {
        opened.unlock();
      }
    }
  }

  private void clearOffsets(BytesMap meta, TaskFile opened) {
    byte[] prefix = MetaKey.offsets(name);
    if (meta.removeRange(prefix, MetaKey.end(prefix)) > 0) {
      opened.changed();
    }
    if (changelog != null && meta.putIfAbsent(MetaKey.cleared(name), NONE)) {
      opened.changed();
    }
  }

  private void saveOffset(
      BytesMap meta, TaskFile opened, TopicPartition partition, @Nullable Long offset) {
    byte[] key = MetaKey.offset(name, partition);
    if (offset == null) {
      if (meta.remove(key)) {
        opened.changed();
      }
      return;
    }
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
    if (!Arrays.equals(value, meta.get(key))) {
      meta.put(key, value);
      meta.remove(MetaKey.cleared(name));
      opened.changed();
    }
  }

  private void savePosition(BytesMap meta, TaskFile opened) {
    if (!position.equals(savedPosition)) {
      meta.put(MetaKey.position(name), Positions.encode(position));
      savedPosition = position.copy();
      opened.changed();
    }
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    return locked(
        "reading an offset of",
        () -> {
          BytesMap meta = file().meta();
          byte[] value = meta.get(MetaKey.offset(name, partition));
          if (value != null) {
            return ByteBuffer.wrap(value).getLong();
          }
          // Data is committed with its offset only. So an empty store without an offset has lost
          // nothing, and Kafka need not consider the task corrupted.
          boolean isNew = !meta.contains(MetaKey.cleared(name)) && isEmpty();
          return isNew && isExactlyOnce ? (Long) OffsetCheckpoint.OFFSET_UNKNOWN : null;
        });
  }

  private boolean isEmpty() {
    return tables().stream().allMatch(Table::isEmpty);
  }

  /** Returns whether this store knows an offset of its changelog that covers its writes. */
  boolean canCover() {
    return known() != null;
  }

  /**
   * Returns an identity of the record or punctuation that the task processes, or has processed
   * last; null before the first.
   */
  @Nullable Object processed() {
    return context instanceof InternalProcessorContext<?, ?> internal
        ? internal.recordContext()
        : null;
  }

  /** Saves the offset that covers the writes, and the position. */
  void cover() {
    BytesMap meta = file().meta();
    saveOffset(meta, file(), Objects.requireNonNull(changelog), known());
    savePosition(meta, file());
    isDirty = false;
  }

  private @Nullable Long known() {
    if (changelog == null || !(context instanceof RecordCollector.Supplier supplier)) {
      return null;
    }
    // A standby has no collector until it becomes active.
    RecordCollector collector = supplier.recordCollector();
    Long sent = collector == null ? null : collector.offsets().get(changelog);
    Long seen = restored;
    if (sent == null || seen == null) {
      return sent == null ? seen : sent;
    }
    return (Long) Math.max(sent, seen);
  }

  private void restoreBatch(Collection<ConsumerRecord<byte[], byte[]>> records) {
    synchronized (position) {
      TaskFile opened = lock();
      try {
        isDirty = true;
        restoreAll(records);
        for (ConsumerRecord<byte[], byte[]> entry : records) {
          ChangelogRecordDeserializationHelper.applyChecksAndUpdatePosition(
              entry, isConsistencyEnabled, position);
          restored = entry.offset();
        }
      } catch (StoreException e) {
        throw failed("restoring", e);
      } finally {
        opened.unlock();
      }
    }
  }

  /** Runs a read with the lock. */
  <R extends @Nullable Object> R locked(String what, Supplier<R> read) {
    TaskFile opened = lock();
    try {
      return read.get();
    } catch (StoreException e) {
      throw failed(what, e);
    } finally {
      opened.unlock();
    }
  }

  /** Runs a write with the lock, and moves the position to the record that is processed. */
  void write(Runnable change) {
    synchronized (position) {
      TaskFile opened = lock();
      try {
        opened.beforeWrite(this);
        isDirty = true;
        change.run();
        StoreQueryUtils.updatePosition(position, context);
      } catch (StoreException e) {
        throw failed("writing to", e);
      } finally {
        opened.unlock();
      }
    }
  }

  ProcessorStateException failed(String what, RuntimeException e) {
    return new ProcessorStateException(
        "Error while " + what + " store " + name + ": " + e.getMessage(), e);
  }

  /** Counts a record that is too late for the store. */
  void recordDropped() {
    Sensor sensor = droppedRecords;
    if (sensor != null && context instanceof InternalProcessorContext<?, ?> internal) {
      sensor.record(1.0d, internal.currentSystemTimeMs());
    }
  }

  @Override
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    if (format != DslStoreFormat.HEADERS) {
      return StoreQueryUtils.handleBasicQueries(query, bound, config, this, position, context);
    }
    // The metered store above answers; it alone knows how values with headers are laid out.
    long begun = config.isCollectExecutionInfo() ? System.nanoTime() : -1;
    synchronized (position) {
      QueryResult<R> result = QueryResult.forUnknownQueryType(query, this);
      return finish(result, config, begun);
    }
  }

  /** Adds to a result what Kafka's stores add; called with the lock of the position. */
  <R> QueryResult<R> finish(QueryResult<R> result, QueryConfig config, long begun) {
    if (config.isCollectExecutionInfo()) {
      result.addExecutionInfo(
          "Handled in " + getClass() + " in " + (System.nanoTime() - begun) + "ns");
    }
    result.setPosition(position.copy());
    return result;
  }

  @Nullable StateStoreContext context() {
    return context;
  }
}
