package io.octavo.kafka;

import io.octavo.Durability;
import io.octavo.SharedCache;
import io.octavo.StoreOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The configuration of Octavo's stores, among the properties of the application. */
public final class OctavoConfig {
  /**
   * The memory for pages, in bytes, 1 MiB or more. All tasks of the process with the same value
   * share it. Default: a quarter of the heap, 1 GiB at most. Each open task has a share, see {@link
   * SharedCache}.
   */
  public static final String CACHE_BYTES = "octavo.cache.bytes";

  /**
   * When a commit of a task is durable: {@code sync}, {@code async} (the default) or {@code
   * checkpoint}, see {@link Durability}. With {@code sync}, a crash of the machine loses no commit.
   * With {@code async}, a kill of the process loses no commit, and a crash of the machine loses at
   * most the commits of the last second. With {@code checkpoint}, a kill or a crash loses the
   * commits since the last checkpoint, which can be all since the file was opened. The application
   * then writes fewer bytes, but the time to restore after a kill is not bounded.
   *
   * <p>With each setting, the file contains the data and the offsets of one commit. Kafka restores
   * the commits after it from the changelogs.
   */
  public static final String DURABILITY = "octavo.durability";

  /** The memory of the process, by size: applications in one process may have different sizes. */
  private static final Map<Long, SharedCache> CACHES = new ConcurrentHashMap<>();

  /** A task is closed at each rebalance, so its file is compacted for a short time only. */
  private static final Duration COMPACTION = Duration.ofMillis(100);

  private OctavoConfig() {}

  /** Returns the options of a task's file. The only place that reads the configuration. */
  static StoreOptions options(Map<String, ?> configs) {
    return StoreOptions.defaults()
        .sharedCache(cache(configs))
        .durability(durability(configs.get(DURABILITY)))
        .compactOnClose(COMPACTION);
  }

  private static SharedCache cache(Map<String, ?> configs) {
    return CACHES.computeIfAbsent(cacheBytes(configs.get(CACHE_BYTES)), SharedCache::of);
  }

  private static long cacheBytes(@Nullable Object given) {
    if (given == null) {
      return StoreOptions.defaults().cacheBytes();
    }
    long bytes;
    try {
      bytes =
          given instanceof Number number
              ? number.longValue()
              : Long.parseLong(given.toString().trim());
    } catch (NumberFormatException e) {
      throw new ConfigException(CACHE_BYTES, given, "give a number of bytes");
    }
    if (bytes < 1 << 20) {
      throw new ConfigException(CACHE_BYTES, given, "give 1 MiB (1048576) or more");
    }
    return bytes;
  }

  private static Durability durability(@Nullable Object given) {
    if (given == null) {
      return Durability.ASYNC;
    }
    try {
      return Durability.valueOf(given.toString().trim().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(DURABILITY, given, "give sync, async or checkpoint");
    }
  }
}
