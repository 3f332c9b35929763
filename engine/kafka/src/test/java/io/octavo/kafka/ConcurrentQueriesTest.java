package io.octavo.kafka;

import static io.octavo.kafka.Tasks.changelog;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of interactive queries beside the thread of the task. */
class ConcurrentQueriesTest {
  private static final int KEYS = 2000;

  @TempDir Path directory;

  private final OctavoKeyValueStore store = OctavoKeyValueStore.of("s", DslStoreFormat.PLAIN);
  private final WindowStore<Bytes, byte[]> windows =
      OctavoStores.windowStore(
              "w", DslStoreFormat.PLAIN, Duration.ofMinutes(2), Duration.ofSeconds(1), false)
          .get();
  private volatile boolean isOver;

  private static Bytes key(int number) {
    return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  /** A value that names its key, so that no reader takes it for that of another. */
  private static byte[] value(Bytes key, int round) {
    return ByteBuffer.allocate(40).put(key.get()).putInt(round).array();
  }

  private static boolean isOf(Bytes key, byte[] value) {
    return value.length == 40 && Arrays.equals(key.get(), Arrays.copyOf(value, 4));
  }

  @Test
  void queriesSeeWholeEntriesInOrderAndNeverFail() throws Exception {
    var context = Tasks.context(directory);
    store.init(context, store);
    windows.init(context, windows);
    for (int i = 0; i < KEYS; i += 2) {
      store.put(key(i), value(key(i), 0));
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int seed = i;
      readers.add(threads.submit((Callable<Integer>) () -> read(new Random(seed))));
    }
    Random random = new Random(7);
    for (int round = 1; round < 30_000; round++) {
      Bytes key = key(random.nextInt(KEYS / 2) * 2 + 1);
      // The even keys stay, the odd ones come and go.
      store.put(key, random.nextBoolean() ? null : value(key, round));
      windows.put(key, value(key, round), round * 20L);
      if (round % 500 == 0) {
        store.commit(Map.of(changelog("s"), (long) round));
        windows.commit(Map.of(changelog("w"), (long) round));
      }
    }
    isOver = true;
    for (Future<Integer> each : readers) {
      assertThat(each.get()).isPositive();
    }
    threads.shutdown();
    store.close();
    windows.close();
  }

  private int read(Random random) {
    int count = 0;
    while (!isOver || count == 0) {
      Bytes some = key(random.nextInt(KEYS));
      byte[] value = store.get(some);
      assertThat(value == null || isOf(some, value)).isTrue();
      int even = 0;
      Bytes last = null;
      try (KeyValueIterator<Bytes, byte[]> all =
          count % 2 == 0 ? store.all() : store.reverseAll()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          assertThat(isOf(entry.key, entry.value)).isTrue();
          int order = last == null ? 0 : last.compareTo(entry.key);
          assertThat(last == null || (count % 2 == 0 ? order < 0 : order > 0)).isTrue();
          last = entry.key;
          even += (entry.key.get()[3] & 1) == 0 ? 1 : 0;
        }
      }
      assertThat(even).isEqualTo(KEYS / 2);
      try (var found = windows.fetchAll(0, Long.MAX_VALUE)) {
        while (found.hasNext()) {
          var entry = found.next();
          assertThat(isOf(entry.key.key(), entry.value)).isTrue();
        }
      }
      count++;
    }
    return count;
  }

  @Test
  void aQueryOfAClosingStoreEndsWithKafkasException() throws Exception {
    for (int round = 0; round < 200; round++) {
      store.init(Tasks.context(directory), store);
      for (int i = 0; i < 200; i++) {
        store.put(key(i), value(key(i), 0));
      }
      Thread closer = new Thread(store::close);
      closer.start();
      try {
        while (true) {
          store.get(key(5));
          try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
              all.next();
            }
          }
        }
      } catch (InvalidStateStoreException e) {
        // The store is closed.
      }
      closer.join();
    }
  }
}
