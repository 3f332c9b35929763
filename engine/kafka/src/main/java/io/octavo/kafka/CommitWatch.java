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
 * flush the caches of all stores before each commit, in the order in which they were registered. So
 * a watch, a store without data, is registered behind each store, and the last watch is told when
 * the stores before it are flushed. See {@link TaskFile#beforeWrite}.
 */
final class CommitWatch implements StateStore, CachedStateStore<Object, Object> {
  private static final String PREFIX = "octavo-commit-watch-";

  private final TaskFile file;
  private final TaskStore store;
  private boolean isOpen = true;

  private CommitWatch(TaskFile file, TaskStore store) {
    this.file = file;
    this.store = store;
  }

  /** Returns the name of the watch of a store. */
  static String name(String store) {
    return PREFIX + store;
  }

  static boolean isExactlyOnce(StateStoreContext context) {
    return Objects.equals(
        context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG),
        StreamsConfig.EXACTLY_ONCE_V2);
  }

  /** Registers the watch of a store, which is registered already. */
  static void register(InternalProcessorContext<?, ?> context, TaskFile file, TaskStore store) {
    if (isExactlyOnce(context) && context instanceof RecordCollector.Supplier) {
      context.register(new CommitWatch(file, store), (key, value) -> {});
    }
  }

  /**
   * Returns whether this thread is flushing the caches of a task. A store that is flushed passes
   * records on, which may be written to stores that were flushed before.
   */
  static boolean isFlushing() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getMethodName().equals("flushCache")
                            && frame.getClassName().endsWith(".ProcessorStateManager")));
  }

  /** Returns the partition of the changelog of a store, null if it has none. */
  static @Nullable TopicPartition changelog(InternalProcessorContext<?, ?> context, String store) {
    String topic = context.changelogFor(store);
    return topic == null ? null : new TopicPartition(topic, context.taskId().partition());
  }

  @Override
  public void flushCache() {
    file.flushed(store);
  }

  @Override
  public void clearCache() {}

  @Override
  public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOld) {
    return false;
  }

  @Override
  public String name() {
    return name(store.name());
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
