package io.octavo.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.integration.utils.EmbeddedKafkaCluster;

/**
 * Kills exactly-once applications with SIGKILL, again and again, while records come in, and
 * compares their counts with the input at the end. An application with Octavo and one with RocksDB
 * run on the same input and are killed at the same times; the records that each restores are
 * counted.
 *
 * <pre>{@code
 * CountLoop [--kills N] [--seed N] [--only octavo|rocksdb] [--keys N] [--rate RECORDS]
 *     [PROPERTY=VALUE...]
 * }</pre>
 *
 * <p>Properties are given to the applications, as {@code octavo.durability=checkpoint}.
 *
 * <p>The program exits with 1 if a count is wrong.
 */
public final class CountLoop {
  private static final int PARTITIONS = 2;

  private CountLoop() {}

  /** An application in a process of its own. */
  private static final class Application {
    final String store;
    final Path state;
    final String bootstrap;
    final List<String> properties;
    final List<Long> restored = new ArrayList<>();
    final AtomicLong restoring = new AtomicLong();
    volatile boolean isRunning;
    Child child;

    Application(String store, String bootstrap, List<String> properties) throws IOException {
      this.store = store;
      this.properties = properties;
      this.bootstrap = bootstrap;
      this.state = Files.createTempDirectory("count-" + store);
    }

    void start() throws IOException {
      restoring.set(0);
      isRunning = false;
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  store,
                  "0",
                  StreamsConfig.APPLICATION_ID_CONFIG + "=" + id(),
                  StreamsConfig.BOOTSTRAP_SERVERS_CONFIG + "=" + bootstrap,
                  StreamsConfig.STATE_DIR_CONFIG + "=" + state,
                  StreamsConfig.PROCESSING_GUARANTEE_CONFIG + "=" + StreamsConfig.EXACTLY_ONCE_V2,
                  StreamsConfig.COMMIT_INTERVAL_MS_CONFIG + "=100",
                  StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG + "=1048576",
                  // A member that comes back, so that nobody waits for a session to end.
                  ConsumerConfig.GROUP_INSTANCE_ID_CONFIG + "=one"));
      arguments.addAll(properties);
      child = Child.start(CountApplication.class, List.of("-Xmx256m"), arguments, this::read);
    }

    String id() {
      return "count-" + store;
    }

    private void read(String line) {
      if (line.startsWith("restored ")) {
        restoring.addAndGet(Long.parseLong(line.substring(9)));
      }
      if (line.equals("running")) {
        isRunning = true;
      }
    }

    void awaitRunning() throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (!isRunning) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(store + " does not run after 120 s");
        }
        Thread.sleep(20);
      }
    }

    void kill() throws InterruptedException {
      restored.add(restoring.get());
      child.kill();
    }
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws Exception if the broker or an application fails
   */
  public static void main(String[] arguments) throws Exception {
    List<String> all = Arrays.asList(arguments);
    int kills = Integer.parseInt(Measured.option(all, "--kills", "50"));
    long seed = Long.parseLong(Measured.option(all, "--seed", "1"));
    int keys = Integer.parseInt(Measured.option(all, "--keys", "20000"));
    int rate = Integer.parseInt(Measured.option(all, "--rate", "2000"));
    List<String> properties = all.stream().filter(each -> each.contains("=")).toList();
    String only = Measured.option(all, "--only", "");
    EmbeddedKafkaCluster cluster = new EmbeddedKafkaCluster(1);
    cluster.start();
    cluster.createTopic(CountApplication.INPUT, PARTITIONS, 1);
    List<Application> applications = new ArrayList<>();
    for (String store : List.of("octavo", "rocksdb")) {
      if (only.isEmpty() || only.equals(store)) {
        Application application = new Application(store, cluster.bootstrapServers(), properties);
        cluster.createTopic(CountApplication.output(application.id()), PARTITIONS, 1);
        applications.add(application);
      }
    }
    Map<String, Long> sent = new HashMap<>();
    Random random = new Random(seed);
    boolean isRight = true;
    Producer producer = new Producer(cluster.bootstrapServers(), sent, seed, keys, rate);
    producer.start();
    for (int kill = 0; kill <= kills; kill++) {
      for (Application each : applications) {
        each.start();
      }
      for (Application each : applications) {
        each.awaitRunning();
      }
      if (kill < kills) {
        Thread.sleep(random.nextInt(2500));
        for (Application each : applications) {
          each.kill();
        }
      }
    }
    producer.isOver = true;
    producer.join();
    for (Application each : applications) {
      isRight &= check(each, sent, cluster.bootstrapServers());
      each.kill();
      System.out.println(each.store + " restored after each kill: " + each.restored);
    }
    cluster.stop();
    System.out.println(
        kills
            + " kills, seed "
            + seed
            + ", "
            + producer.count
            + " records: "
            + (isRight ? "all counts are right" : "WRONG"));
    System.exit(isRight ? 0 : 1);
  }

  /** Sends records at a steady rate. */
  private static final class Producer extends Thread {
    private final String bootstrap;
    private final Map<String, Long> sent;
    private final Random random;
    private final int keys;
    private final int rate;
    volatile boolean isOver;
    long count;

    Producer(String bootstrap, Map<String, Long> sent, long seed, int keys, int rate) {
      this.bootstrap = bootstrap;
      this.sent = sent;
      this.random = new Random(seed);
      this.keys = keys;
      this.rate = rate;
    }

    @Override
    public void run() {
      Properties properties = new Properties();
      properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
      try (KafkaProducer<String, String> producer =
          new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
        while (!isOver) {
          for (int i = 0; i < rate / 20; i++) {
            String key = "key-" + random.nextInt(keys);
            Future<?> unused =
                producer.send(new ProducerRecord<>(CountApplication.INPUT, key, "x"));
            sent.merge(key, 1L, Long::sum);
            count++;
          }
          Thread.sleep(50);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads the counts that were committed until they are those of the input. */
  private static boolean check(Application application, Map<String, Long> sent, String bootstrap) {
    Map<String, Long> found = Counts.await(bootstrap, application.id(), PARTITIONS, sent, 90);
    if (found.equals(sent)) {
      return true;
    }
    Map<String, String> wrong = new TreeMap<>();
    sent.forEach(
        (key, count) -> {
          if (!count.equals(found.get(key)) && wrong.size() < 10) {
            wrong.put(key, found.get(key) + " instead of " + count);
          }
        });
    System.out.println(application.store + ": wrong counts, the first of them: " + wrong);
    return false;
  }
}
