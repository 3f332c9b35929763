package io.octavo.kafka;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Measures iterators of the thread of the task, in CPU time of the thread, a line for each: the
 * windows of a key before a put, as a join or an aggregation reads them; the same with the put
 * while the iterator is open; a range of a hundred entries; a get and a put. Compare two versions
 * by running their classes by turns.
 *
 * <pre>{@code
 * ScanBench [--rounds N]
 * }</pre>
 */
public final class ScanBench {
  private static final int KEYS = 20_000;
  private static final int RECORDS = 200_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final SplittableRandom random = new SplittableRandom(1);
  private final WindowStore<Bytes, byte[]> windows =
      OctavoStores.windowStore(
              "w", DslStoreFormat.PLAIN, Duration.ofMinutes(10), Duration.ofMinutes(1), false)
          .get();
  private final OctavoKeyValueStore entries = OctavoKeyValueStore.of("s", DslStoreFormat.PLAIN);
  private long time;
  private int found;

  private ScanBench() {}

  /** One record. */
  @FunctionalInterface
  private interface Work {
    void run(Bytes key);
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws IOException if a directory cannot be made
   */
  public static void main(String[] arguments) throws IOException {
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
    Path task = Files.createTempDirectory("scans");
    ScanBench bench = new ScanBench();
    bench.entries.init(Tasks.context(task), bench.entries);
    bench.windows.init(Tasks.context(task), bench.windows);
    for (int i = 0; i < KEYS; i++) {
      bench.entries.put(key(i), new byte[100]);
    }
    for (int round = 0; round < rounds; round++) {
      boolean isLast = round == rounds - 1;
      bench.measure(isLast, "fetch, then put", bench::fetchAndPut);
      bench.measure(isLast, "put during fetch", bench::putDuringFetch);
      bench.measure(isLast, "range of 5, then put", key -> bench.range(key, 5, false));
      bench.measure(isLast, "range of 100, then put", key -> bench.range(key, 100, false));
      bench.measure(isLast, "put during range of 100", key -> bench.range(key, 100, true));
      bench.measure(isLast, "get and put", bench::getAndPut);
    }
    bench.entries.close();
    bench.windows.close();
  }

  private static Bytes key(int number) {
    return Bytes.wrap(ByteBuffer.allocate(12).putInt(number * 0x9E3779B1).putLong(number).array());
  }

  private void measure(boolean isPrinted, String name, Work work) {
    found = 0;
    long begun = THREADS.getCurrentThreadCpuTime();
    for (int i = 1; i <= RECORDS; i++) {
      work.run(key(random.nextInt(KEYS)));
      if (i % 10_000 == 0) {
        entries.commit(Map.of(Tasks.changelog("s"), (long) i));
        windows.commit(Map.of(Tasks.changelog("w"), (long) i));
      }
    }
    double nanos = (double) (THREADS.getCurrentThreadCpuTime() - begun) / RECORDS;
    if (isPrinted) {
      System.out.printf(Locale.ROOT, "%s: %.0f ns (%d entries)%n", name, nanos, found);
    }
  }

  private void fetchAndPut(Bytes key) {
    time += 2;
    try (WindowStoreIterator<byte[]> found = windows.fetch(key, time - 300_000, time)) {
      count(found, Integer.MAX_VALUE);
    }
    windows.put(key, new byte[100], time);
  }

  private void putDuringFetch(Bytes key) {
    time += 2;
    try (WindowStoreIterator<byte[]> found = windows.fetch(key, time - 300_000, time)) {
      count(found, 1);
      windows.put(key, new byte[100], time);
      count(found, Integer.MAX_VALUE);
    }
  }

  private void range(Bytes key, int most, boolean isDuring) {
    try (KeyValueIterator<Bytes, byte[]> found = entries.range(key, null)) {
      count(found, most / 2);
      if (isDuring) {
        entries.put(key, new byte[100]);
      }
      count(found, most - most / 2);
    }
    if (!isDuring) {
      entries.put(key, new byte[100]);
    }
  }

  private void count(KeyValueIterator<?, byte[]> iterator, int most) {
    for (int i = 0; i < most && iterator.hasNext(); i++) {
      KeyValue<?, byte[]> next = iterator.next();
      found += next.value.length > 0 ? 1 : 0;
    }
  }

  private void getAndPut(Bytes key) {
    entries.get(key);
    entries.put(key, new byte[100]);
  }
}
