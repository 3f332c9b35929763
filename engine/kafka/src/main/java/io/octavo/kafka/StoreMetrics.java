package io.octavo.kafka;

import io.octavo.StoreStats;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;

/**
 * Figures of a task's file among the metrics of Kafka: group {@code stream-state-metrics}, one set
 * for each store, of the file that the stores of the task share. Kafka itself measures the calls of
 * the stores.
 */
final class StoreMetrics {
  private StoreMetrics() {}

  static void register(InternalProcessorContext<?, ?> context, String store, TaskFile file) {
    add(
        context,
        store,
        file,
        "file-bytes",
        "Length of the file of the task",
        StoreStats::fileBytes);
    add(context, store, file, "live-bytes", "Pages in use in the file", StoreStats::liveBytes);
    add(context, store, file, "cache-bytes", "Pages of the file in memory", StoreStats::cacheBytes);
    add(context, store, file, "dirty-bytes", "Changed pages in memory", StoreStats::dirtyBytes);
    add(context, store, file, "ring-bytes", "Log ring in the file", StoreStats::ringBytes);
    add(
        context,
        store,
        file,
        "open-snapshots",
        "Snapshots that iterators of the task hold",
        StoreStats::openReaders);
    add(context, store, file, "page-loads-total", "Pages read", StoreStats::pageLoads);
    add(context, store, file, "page-writes-total", "Pages written", StoreStats::pageWrites);
    add(
        context,
        store,
        file,
        "logged-bytes-total",
        "Changes added to the log of the file",
        StoreStats::loggedBytes);
    add(context, store, file, "commits-total", "Commits of the file", StoreStats::commits);
  }

  private static void add(
      InternalProcessorContext<?, ?> context,
      String store,
      TaskFile file,
      String name,
      String description,
      ToLongFunction<StoreStats> figure) {
    Gauge<Long> gauge = (config, now) -> file.figure(figure);
    context
        .metrics()
        .addStoreLevelMutableMetric(
            context.taskId().toString(),
            OctavoStores.SCOPE,
            store,
            name,
            description,
            RecordingLevel.INFO,
            gauge);
  }
}
