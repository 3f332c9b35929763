package io.octavo.kafka;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Learns when Kafka prepares a commit of an exactly-once task. Kafka 4.3 commits the stores of such
 * a task only when it closes or suspends the task, because its own stores cannot roll back. It does
 * flush the caches of all stores before each commit, so a store without data, registered beside the
 * others, is told of each commit. See {@link TaskFile#beforeWrite}.
 */
final class CommitWatch implements StateStore, CachedStateStore<Object, Object> {
  /** A task has one watch for all of its stores. */
  static final String NAME = "octavo-commit-watch";

  private final TaskFile file;
  private boolean isOpen = true;

  private CommitWatch(TaskFile file) {
    this.file = file;
  }

  static boolean isExactlyOnce(StateStoreContext context) {
    return Objects.equals(
        context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG),
        StreamsConfig.EXACTLY_ONCE_V2);
  }

  /** Registers the watch of a file, once. */
  static void register(InternalProcessorContext<?, ?> context, TaskFile file) {
    if (isExactlyOnce(context)
        && context instanceof RecordCollector.Supplier
        && file.firstWatch()) {
      context.register(new CommitWatch(file), (key, value) -> {});
    }
  }

  /** Returns the partition of the changelog of a store, null if it has none. */
  static @Nullable TopicPartition changelog(InternalProcessorContext<?, ?> context, String store) {
    String topic = context.changelogFor(store);
    return topic == null ? null : new TopicPartition(topic, context.taskId().partition());
  }

  @Override
  public void flushCache() {
    file.flushed();
  }

  @Override
  public void clearCache() {}

  @Override
  public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOld) {
    return false;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {}

  @Override
  public void commit(Map<TopicPartition, Long> offsets) {}

  @Override
  public void close() {
    isOpen = false;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }
}
