package io.octavo.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.integration.utils.EmbeddedKafkaCluster;

/**
 * Measures a whole application ({@link CountApplication}) with Octavo beside the same with RocksDB,
 * by turns, each in a process of its own; the broker is in this one. The records are there before
 * an application starts. The time runs from the first record to the end of the close. Prints the
 * medians of the ratios with the least and the greatest, and the figures of each run. Needs Linux,
 * which tells the bytes that a process has written.
 *
 * <pre>{@code
 * ApplicationBench [--records N] [--keys N] [--tasks N] [--runs N] [--exactly-once]
 *     [--durability LEVEL] [--heap MIB] [PROPERTY=VALUE...]
 * }</pre>
 *
 * <p>Properties are given to all applications, as {@code commit.interval.ms=1000}.
 */
public final class ApplicationBench {
  private final int records;
  private final List<String> flags;
  private final List<String> configuration = new ArrayList<>();
  private final String durability;
  private final String bootstrap;

  private ApplicationBench(List<String> arguments, String bootstrap) {
    this.bootstrap = bootstrap;
    records = Integer.parseInt(Measured.option(arguments, "--records", "2000000"));
    durability = Measured.option(arguments, "--durability", "");
    flags = List.of("-Xmx" + Measured.option(arguments, "--heap", "512") + "m");
    configuration.add(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG + "=" + bootstrap);
    configuration.add(
        StreamsConfig.PROCESSING_GUARANTEE_CONFIG
            + "="
            + (arguments.contains("--exactly-once")
                ? StreamsConfig.EXACTLY_ONCE_V2
                : StreamsConfig.AT_LEAST_ONCE));
    arguments.stream().filter(each -> each.contains("=")).forEach(configuration::add);
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws Exception if the broker or an application fails
   */
  public static void main(String[] arguments) throws Exception {
    List<String> all = Arrays.asList(arguments);
    int runs = Integer.parseInt(Measured.option(all, "--runs", "3"));
    int tasks = Integer.parseInt(Measured.option(all, "--tasks", "4"));
    EmbeddedKafkaCluster cluster = new EmbeddedKafkaCluster(1);
    cluster.start();
    try {
      measure(all, cluster, runs, tasks);
    } finally {
      cluster.stop();
    }
    // Threads of the broker are left.
    System.exit(0);
  }

  private static void measure(List<String> all, EmbeddedKafkaCluster cluster, int runs, int tasks)
      throws Exception {
    cluster.createTopic(CountApplication.INPUT, tasks, 1);
    System.out.println(String.join(" ", all));
    ApplicationBench bench = new ApplicationBench(all, cluster.bootstrapServers());
    bench.produce(Integer.parseInt(Measured.option(all, "--keys", "200000")));
    List<Map<String, Double>> octavo = new ArrayList<>();
    List<Map<String, Double>> rocks = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      for (String store : List.of("octavo", "rocksdb")) {
        String application = "count-" + store + "-" + run;
        cluster.createTopic(CountApplication.output(application), tasks, 1);
        (store.equals("octavo") ? octavo : rocks).add(bench.run(store, application));
      }
    }
    System.out.println(
        Measured.ratios("records a second", octavo, rocks, each -> 1 / each.get("seconds")));
    System.out.println(Measured.ratios("CPU time", octavo, rocks, each -> each.get("cpu")));
    for (String each : List.of("written", "files", "descriptors", "heap", "resident")) {
      System.out.println(Measured.ratios(each, octavo, rocks, figures -> figures.get(each)));
    }
  }

  private void produce(int keys) {
    Properties properties = new Properties();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    // With more, requests to a topic of many partitions that was just made fail out of order.
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    SplittableRandom random = new SplittableRandom(1);
    AtomicLong sent = new AtomicLong();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < records; i++) {
        String key = String.format(Locale.ROOT, "key-%08d", random.nextInt(keys));
        Future<?> unused =
            producer.send(
                new ProducerRecord<>(CountApplication.INPUT, key, "x"),
                (place, failure) -> {
                  if (failure == null) {
                    sent.incrementAndGet();
                  } else {
                    failure.printStackTrace();
                  }
                });
      }
    }
    // An application would wait for the others for ever.
    if (sent.get() != records) {
      throw new IllegalStateException("only " + sent + " records were sent");
    }
  }

  private Map<String, Double> run(String store, String application)
      throws IOException, InterruptedException {
    Path state = Files.createTempDirectory(application);
    List<String> arguments = new ArrayList<>(List.of(store, Integer.toString(records)));
    arguments.addAll(configuration);
    arguments.add(StreamsConfig.APPLICATION_ID_CONFIG + "=" + application);
    arguments.add(StreamsConfig.STATE_DIR_CONFIG + "=" + state);
    if (!durability.isEmpty()) {
      arguments.add(OctavoConfig.DURABILITY + "=" + durability);
    }
    Map<String, Double> figures = new ConcurrentHashMap<>();
    Child.start(
            CountApplication.class,
            flags,
            arguments,
            line -> figures.putAll(CountApplication.figures(line)))
        .await(600);
    Utils.delete(state.toFile());
    System.out.printf(
        Locale.ROOT,
        "%-8s %7.0f records/s, %5.2f us CPU a record, %.1f MB written (%.1f by the close),"
            + " %.1f MB of files, %.0f descriptors, %.0f MB heap, %.0f MB resident%n",
        store,
        records / figures.get("seconds"),
        figures.get("cpu") / records * 1e6,
        figures.get("written") / 1e6,
        (figures.get("written") - figures.get("written-before-close")) / 1e6,
        figures.get("files") / 1e6,
        figures.get("descriptors"),
        figures.get("heap") / 1e6,
        figures.get("resident") / 1e6);
    if (store.equals("octavo")) {
      System.out.printf(
          Locale.ROOT,
          "         before the close %.1f MB of pages, %.1f MB of changes in logs,"
              + " logs of %.1f MB, %.0f commits%n",
          figures.get("pages") / 1e6,
          figures.get("logged") / 1e6,
          figures.get("logs") / 1e6,
          figures.get("commits"));
    }
    return figures;
  }
}
