package io.octavo.kafka;

import io.octavo.kafka.format.MetaKey;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;

/**
 * Rewrites the values of a store with an earlier format: plain values get a timestamp, and values
 * get headers. In the open transaction, so that a crash restores the old format.
 */
final class Upgrade {
  private Upgrade() {}

  static void run(TaskStore store, DslStoreFormat kept, TaskFile file) {
    DslStoreFormat wanted = store.format();
    if (kept == wanted) {
      return;
    }
    UnaryOperator<byte[]> change = change(store, kept, wanted, file);
    for (Table table : store.tables()) {
      Scan scan = new Scan(table, new byte[0], null, true);
      while (scan.nextLive()) {
        table.put(scan.key(), change.apply(scan.value()));
      }
    }
    file.meta().put(MetaKey.format(store.name()), wanted.name().getBytes(StandardCharsets.UTF_8));
    file.changed();
  }

  private static UnaryOperator<byte[]> change(
      TaskStore store, DslStoreFormat kept, DslStoreFormat wanted, TaskFile file) {
    if (kept == DslStoreFormat.PLAIN && wanted == DslStoreFormat.TIMESTAMPED) {
      return TimestampedBytesStore::convertToTimestampedFormat;
    }
    if (wanted == DslStoreFormat.HEADERS && store.hasTimestamps()) {
      return kept == DslStoreFormat.TIMESTAMPED
          ? HeadersBytesStore::convertToHeaderFormat
          : HeadersBytesStore::convertFromPlainToHeaderFormat;
    }
    if (wanted == DslStoreFormat.HEADERS) {
      return HeadersBytesStore::convertToHeaderFormat;
    }
    throw new ProcessorStateException(
        "store "
            + store.name()
            + " in "
            + file.path()
            + " has format "
            + kept
            + " and cannot be opened with "
            + wanted
            + ": stop the application and delete the directory of the task, and Kafka restores the"
            + " store from its changelog");
  }
}
