package io.octavo.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * Measures a store beside Kafka's RocksDB store in one process, by turns: for each record a get and
 * a put of a random key, and a commit every so many records, the last of them before the clock
 * stops. Prints the medians and their ratio.
 *
 * <pre>{@code
 * StoreBench [--records N] [--keys N] [--commit N] [--value BYTES] [--runs N] [--cache BYTES]
 *     [--durability LEVEL] [--fill] [--reader] [--directory PATH]
 * }</pre>
 *
 * <p>With {@code --fill}, all keys are put before the clock starts. With {@code --reader}, another
 * thread gets ten keys and reads a range of a hundred, again and again.
 */
public final class StoreBench {
  private final int records;
  private final int keys;
  private final int commit;
  private final int valueBytes;
  private final boolean isFilled;
  private final boolean hasReader;
  private final Path directory;
  private final String[] configuration;

  /** What a run has taken. */
  private record Result(
      double seconds, double cpu, double fileBytes, double written, double reads) {}

  private StoreBench(List<String> arguments) {
    records = Integer.parseInt(Measured.option(arguments, "--records", "2000000"));
    keys = Integer.parseInt(Measured.option(arguments, "--keys", "200000"));
    commit = Integer.parseInt(Measured.option(arguments, "--commit", "100000"));
    valueBytes = Integer.parseInt(Measured.option(arguments, "--value", "100"));
    isFilled = arguments.contains("--fill");
    hasReader = arguments.contains("--reader");
    directory =
        Path.of(Measured.option(arguments, "--directory", System.getProperty("java.io.tmpdir")));
    configuration =
        new String[] {
          OctavoConfig.CACHE_BYTES,
          Measured.option(arguments, "--cache", "104857600"),
          OctavoConfig.DURABILITY,
          Measured.option(arguments, "--durability", "async")
        };
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws IOException if a directory cannot be made
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> all = Arrays.asList(arguments);
    StoreBench bench = new StoreBench(all);
    int runs = Integer.parseInt(Measured.option(all, "--runs", "3"));
    System.out.println(String.join(" ", all) + " " + Arrays.toString(bench.configuration));
    List<Result> octavo = new ArrayList<>();
    List<Result> rocks = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      octavo.add(bench.run("octavo", OctavoStores.keyValueStore("s", DslStoreFormat.PLAIN).get()));
      rocks.add(bench.run("rocksdb", Stores.persistentKeyValueStore("s").get()));
    }
    System.out.println(
        Measured.ratios("records a second", octavo, rocks, each -> 1 / each.seconds()));
    System.out.println(
        Measured.ratios("records a CPU second", octavo, rocks, each -> 1 / each.cpu()));
    System.out.println(Measured.ratios("file bytes", octavo, rocks, Result::fileBytes));
    System.out.println(Measured.ratios("bytes written", octavo, rocks, Result::written));
    if (bench.hasReader) {
      System.out.println(
          Measured.ratios(
              "queries a second", octavo, rocks, each -> each.reads() / each.seconds()));
    }
  }

  private Result run(String name, KeyValueStore<Bytes, byte[]> store)
      throws IOException, InterruptedException {
    Path task = Files.createTempDirectory(Files.createDirectories(directory), name);
    store.init(Tasks.context(task, configuration), store);
    if (isFilled) {
      for (int i = 0; i < keys; i++) {
        store.put(key(i), new byte[valueBytes]);
        if (i % commit == commit - 1) {
          store.commit(Map.of(Tasks.changelog("s"), (long) i));
        }
      }
    }
    AtomicLong reads = new AtomicLong();
    Thread reader = new Thread(() -> read(store, reads), "reader");
    if (hasReader) {
      reader.start();
    }
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double written = Measured.writtenToDisk(task);
    long cpu = system.getProcessCpuTime();
    long begun = System.nanoTime();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 1; i <= records; i++) {
      Bytes key = key(random.nextInt(keys));
      byte[] old = store.get(key);
      byte[] value = old == null ? new byte[valueBytes] : old.clone();
      ByteBuffer.wrap(value).putInt(0, i).putLong(4, random.nextLong());
      store.put(key, value);
      if (i % commit == 0) {
        store.commit(Map.of(Tasks.changelog("s"), (long) i));
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
    reader.interrupt();
    reader.join();
    store.close();
    written = Measured.writtenToDisk(task) - written;
    double bytes = Measured.length(task);
    System.out.printf(
        Locale.ROOT,
        "%-8s %7.0f records/s, %7.0f a CPU second, %5.1f MB, %6.1f MB written, %d queries%n",
        name,
        records / seconds,
        records / cpuSeconds,
        bytes / 1e6,
        written / 1e6,
        reads.get());
    Utils.delete(task.toFile());
    return new Result(seconds, cpuSeconds, bytes, written, reads.get());
  }

  private static Bytes key(int number) {
    return Bytes.wrap(ByteBuffer.allocate(12).putInt(number * 0x9E3779B1).putLong(number).array());
  }

  /** Ten gets and a range of a hundred, until it is interrupted. */
  private void read(KeyValueStore<Bytes, byte[]> store, AtomicLong reads) {
    SplittableRandom random = new SplittableRandom(2);
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = 0; i < 10; i++) {
        store.get(key(random.nextInt(keys)));
      }
      try (KeyValueIterator<Bytes, byte[]> range = store.range(key(random.nextInt(keys)), null)) {
        for (int i = 0; i < 100 && range.hasNext(); i++) {
          range.next();
        }
      }
      reads.incrementAndGet();
    }
  }
}
