package io.octavo.kafka;

import io.octavo.error.StoreException;
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
 * Detects when Kafka prepares a commit of an exactly-once task. Kafka 4.3 commits the stores of
 * such a task only when it closes or suspends the task, because its own stores cannot roll back. It
 * does flush the caches of all stores before each commit, in the order in which they were
 * registered. So a watch, a store without data, is registered before each store and another after
 * it: the first watch is called when the flush begins, and the last when the stores before it are
 * flushed. See {@link TaskFile#beforeWrite}.
 */
final class CommitWatch implements StateStore, CachedStateStore<Object, Object> {
  private static final String BEFORE = "octavo-flush-watch-";
  private static final String BEHIND = "octavo-commit-watch-";

  private final TaskFile file;
  private final TaskStore store;
  private final boolean isBefore;
  private boolean isOpen = true;

  private CommitWatch(TaskFile file, TaskStore store, boolean isBefore) {
    this.file = file;
    this.store = store;
    this.isBefore = isBefore;
  }

  /** Returns the name of the watch that is registered before a store. */
  static String nameBefore(String store) {
    return BEFORE + store;
  }

  /** Returns the name of the watch that is registered behind a store. */
  static String nameBehind(String store) {
    return BEHIND + store;
  }

  static boolean isExactlyOnce(StateStoreContext context) {
    return Objects.equals(
        context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG),
        StreamsConfig.EXACTLY_ONCE_V2);
  }

  /** Registers the watch before a store, which is registered next. */
  static void registerBefore(
      InternalProcessorContext<?, ?> context, TaskFile file, TaskStore store) {
    register(context, new CommitWatch(file, store, true));
  }

  /** Registers the watch behind a store, which is registered already. */
  static void registerBehind(
      InternalProcessorContext<?, ?> context, TaskFile file, TaskStore store) {
    register(context, new CommitWatch(file, store, false));
  }

  private static void register(InternalProcessorContext<?, ?> context, CommitWatch watch) {
    if (isExactlyOnce(context) && context instanceof RecordCollector.Supplier) {
      context.register(watch, (key, value) -> {});
    }
  }

  /**
   * Returns whether this thread processes a record or a punctuation. It does not while it flushes
   * the caches of a task, nor while it closes the processors of a task.
   */
  static boolean isProcessing() {
    return StackWalker.getInstance().walk(frames -> frames.noneMatch(CommitWatch::isOfCommit));
  }

  private static boolean isOfCommit(StackWalker.StackFrame frame) {
    return switch (frame.getMethodName()) {
      case "flushCache" -> frame.getClassName().endsWith(".ProcessorStateManager");
      case "closeTopology" -> frame.getClassName().endsWith(".StreamTask");
      default -> false;
    };
  }

  /** Returns the partition of the changelog of a store, null if it has none. */
  static @Nullable TopicPartition changelog(InternalProcessorContext<?, ?> context, String store) {
    String topic = context.changelogFor(store);
    return topic == null ? null : new TopicPartition(topic, context.taskId().partition());
  }

  @Override
  public void flushCache() {
    try {
      if (isBefore) {
        file.flushing(store);
      } else {
        file.flushed(store);
      }
    } catch (StoreException e) {
      throw store.failed("committing", e);
    }
  }

  @Override
  public void clearCache() {}

  @Override
  public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOld) {
    return false;
  }

  @Override
  public String name() {
    return isBefore ? nameBefore(store.name()) : nameBehind(store.name());
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
