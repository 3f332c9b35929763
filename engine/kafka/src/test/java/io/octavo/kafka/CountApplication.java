package io.octavo.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;

/**
 * An application that counts the records of a topic by key, and writes the counts to another topic,
 * for a process of its own ({@link Child}).
 *
 * <pre>{@code
 * CountApplication octavo|rocksdb RECORDS PROPERTY=VALUE...
 * }</pre>
 *
 * <p>It prints {@code running} when it runs, and {@code restored N} for each store that was
 * restored. When it has processed as many records as given, it closes itself and prints its
 * figures; with 0, it closes itself when its standard input ends. When it is closed, it prints
 * {@code processed N}.
 */
public final class CountApplication {
  /** The topic of the records. */
  static final String INPUT = "numbers";

  private static final String FIGURES = "figures ";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Map<String, Double> figures = new LinkedHashMap<>();
  private final AtomicLong processed = new AtomicLong();
  private final CountDownLatch end = new CountDownLatch(1);
  private final long records;
  private final Properties properties;
  private volatile long begun;
  private volatile double cpuBefore;
  private volatile double writtenBefore;
  private volatile double seconds;

  private CountApplication(long records, Properties properties) {
    this.records = records;
    this.properties = properties;
  }

  /** Returns the topic of the counts. */
  static String output(String application) {
    return application + "-output";
  }

  /**
   * Reads the figures of an application, each by its name.
   *
   * @param line what the application has printed
   * @return the figures, empty if the line has none
   */
  static Map<String, Double> figures(String line) {
    Map<String, Double> found = new LinkedHashMap<>();
    if (line.startsWith(FIGURES)) {
      for (String each : line.substring(FIGURES.length()).split(" ", -1)) {
        int equals = each.indexOf('=');
        found.put(each.substring(0, equals), Double.valueOf(each.substring(equals + 1)));
      }
    }
    return found;
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws Exception if the application fails
   */
  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(
        StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
        arguments[0].equals("octavo")
            ? OctavoDslStoreSuppliers.class
            : BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers.class);
    for (String each : List.of(arguments).subList(2, arguments.length)) {
      int equals = each.indexOf('=');
      properties.put(each.substring(0, equals), each.substring(equals + 1));
    }
    new CountApplication(Long.parseLong(arguments[1]), properties).run();
  }

  private void run() throws IOException, InterruptedException {
    KafkaStreams streams = new KafkaStreams(topology(), properties);
    streams.setGlobalStateRestoreListener(new Listener());
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            System.out.println("running");
          }
        });
    streams.start();
    if (records == 0) {
      System.in.readAllBytes();
      streams.close();
    } else {
      end.await();
      double cpu = cpu() - cpuBefore;
      measureOpen(streams);
      // What was measured meanwhile is not part of the time.
      cpuBefore = cpu();
      begun = System.nanoTime();
      streams.close();
      put("seconds", seconds + (System.nanoTime() - begun) / 1e9);
      put("cpu", cpu + cpu() - cpuBefore);
      Path state = Path.of(properties.getProperty(StreamsConfig.STATE_DIR_CONFIG));
      put("files", Measured.length(state));
      put("written", Measured.written() - writtenBefore);
      System.out.println(
          figures.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue())
              .collect(Collectors.joining(" ", FIGURES, "")));
    }
    System.out.println("processed " + processed);
  }

  private Topology topology() {
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
    builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.String()))
        .peek((key, value) -> count())
        .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
        .count(Materialized.as("counts"))
        .toStream()
        .to(
            output(properties.getProperty(StreamsConfig.APPLICATION_ID_CONFIG)),
            Produced.with(Serdes.String(), Serdes.Long()));
    return builder.build(properties);
  }

  /** The clock runs from the first record to the last. */
  private void count() {
    long number = processed.incrementAndGet();
    if (number == 1) {
      cpuBefore = cpu();
      // Without the library of RocksDB, which each start unpacks.
      writtenBefore = records == 0 ? 0 : Measured.written();
      begun = System.nanoTime();
    }
    if (number == records) {
      seconds = (System.nanoTime() - begun) / 1e9;
      end.countDown();
    }
  }

  private double cpu() {
    return system.getProcessCpuTime() / 1e9;
  }

  private void put(String name, double figure) {
    figures.put(name, figure);
  }

  /** Notes what can be seen while the stores are open. */
  private void measureOpen(KafkaStreams streams) throws IOException {
    put("written-before-close", Measured.written() - writtenBefore);
    System.gc();
    put("heap", (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    put("resident", 1024 * Measured.field("/proc/self/status", "VmRSS:"));
    try (var open = Files.list(Path.of("/proc/self/fd"))) {
      put("descriptors", (double) open.count());
    }
    put("pages", 8192 * metric(streams, "page-writes-total"));
    put("logged", metric(streams, "logged-bytes-total"));
    put("logs", metric(streams, "ring-bytes"));
    put("commits", metric(streams, "commits-total"));
  }

  /** Returns the sum of a figure of Octavo's files; each has one store. */
  private static double metric(KafkaStreams streams, String name) {
    return streams.metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals(name))
        .mapToDouble(each -> ((Number) each.getValue().metricValue()).doubleValue())
        .sum();
  }

  /** Prints how many records were restored. */
  private static final class Listener implements StateRestoreListener {
    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long count) {}

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long total) {
      System.out.println("restored " + total);
    }
  }
}
