package io.octavo.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.utils.Bytes;
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
 *     [--durability LEVEL] [--reader] [--directory PATH]
 * }</pre>
 */
public final class StoreBench {
  private final int records;
  private final int keys;
  private final int commit;
  private final int valueBytes;
  private final boolean hasReader;
  private final Path directory;
  private final String[] configuration;

  /** What a run has taken. */
  private record Result(double seconds, double cpu, long fileBytes, long reads) {}

  private StoreBench(List<String> arguments) {
    records = Integer.parseInt(option(arguments, "--records", "2000000"));
    keys = Integer.parseInt(option(arguments, "--keys", "200000"));
    commit = Integer.parseInt(option(arguments, "--commit", "100000"));
    valueBytes = Integer.parseInt(option(arguments, "--value", "100"));
    hasReader = arguments.contains("--reader");
    directory = Path.of(option(arguments, "--directory", System.getProperty("java.io.tmpdir")));
    configuration =
        new String[] {
          OctavoConfig.CACHE_BYTES,
          option(arguments, "--cache", "104857600"),
          OctavoConfig.DURABILITY,
          option(arguments, "--durability", "async")
        };
  }

  private static String option(List<String> arguments, String name, String otherwise) {
    int place = arguments.indexOf(name);
    return place < 0 ? otherwise : arguments.get(place + 1);
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws IOException if a directory cannot be made
   */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    StoreBench bench = new StoreBench(all);
    int runs = Integer.parseInt(option(all, "--runs", "3"));
    System.out.println(String.join(" ", all) + " " + Arrays.toString(bench.configuration));
    List<Result> octavo = new ArrayList<>();
    List<Result> rocks = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      octavo.add(bench.run("octavo", OctavoStores.keyValueStore("s", DslStoreFormat.PLAIN).get()));
      rocks.add(bench.run("rocksdb", Stores.persistentKeyValueStore("s").get()));
    }
    print("records a second, octavo to rocksdb", octavo, rocks, each -> 1 / each.seconds());
    print("records a CPU second, octavo to rocksdb", octavo, rocks, each -> 1 / each.cpu());
    print("file bytes, octavo to rocksdb", octavo, rocks, each -> (double) each.fileBytes());
  }

  private static void print(
      String what,
      List<Result> octavo,
      List<Result> rocks,
      java.util.function.ToDoubleFunction<Result> figure) {
    double[] ratios = new double[octavo.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(octavo.get(i)) / figure.applyAsDouble(rocks.get(i));
    }
    Arrays.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%s: %.2f (%.2f to %.2f)%n",
        what,
        ratios[ratios.length / 2],
        ratios[0],
        ratios[ratios.length - 1]);
  }

  private Result run(String name, KeyValueStore<Bytes, byte[]> store) throws IOException {
    Path task = Files.createTempDirectory(Files.createDirectories(directory), name);
    store.init(Tasks.context(task, configuration), store);
    AtomicLong reads = new AtomicLong();
    Thread reader = new Thread(() -> read(store, reads), "reader");
    if (hasReader) {
      reader.start();
    }
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
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
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.close();
    long bytes = length(task);
    System.out.printf(
        Locale.ROOT,
        "%-8s %7.0f records/s, %7.0f a CPU second, %5.1f MB, %d reads%n",
        name,
        records / seconds,
        records / cpuSeconds,
        bytes / 1e6,
        reads.get());
    delete(task);
    return new Result(seconds, cpuSeconds, bytes, reads.get());
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

  private static long length(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
