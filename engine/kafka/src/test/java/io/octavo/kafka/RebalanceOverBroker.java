package io.octavo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.kafka.example.WordCount;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.integration.utils.EmbeddedKafkaCluster;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.test.TestCondition;
import org.apache.kafka.test.TestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application counts exactly once, with caches, while a second member joins and leaves and
 * interactive iterators are open on the first. It runs with the share of Kafka's tests with a
 * broker.
 */
class RebalanceOverBroker {
  private static final String INPUT = "in";
  private static final String COUNTS = "counts";
  private static final int PARTITIONS = 4;
  private static final int KEYS = 400;

  /** Where Linux shows the open files of this process. */
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir Path directory;

  /** What the counts must be. */
  private final Map<String, Long> sent = new HashMap<>();

  private final Random random = new Random(1);

  private static KafkaStreams member(String bootstrap, Path state) {
    Properties properties = WordCount.configuration(bootstrap, state);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
    builder.<String, String>stream(INPUT).groupByKey().count(Materialized.as(COUNTS));
    return new KafkaStreams(builder.build(properties), properties);
  }

  private void send(KafkaProducer<String, String> producer, int records) {
    for (int i = 0; i < records; i++) {
      String key = "key-" + random.nextInt(KEYS);
      Future<?> unused = producer.send(new ProducerRecord<>(INPUT, key, "x"));
      sent.merge(key, 1L, Long::sum);
    }
    producer.flush();
  }

  private static KeyValueIterator<String, Long> all(KafkaStreams member) {
    ReadOnlyKeyValueStore<String, Long> store =
        member.store(
            StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.keyValueStore()));
    return store.all();
  }

  private static Map<String, Long> counts(KafkaStreams member) {
    Map<String, Long> found = new HashMap<>();
    try (KeyValueIterator<String, Long> entries = all(member)) {
      while (entries.hasNext()) {
        KeyValue<String, Long> entry = entries.next();
        found.put(entry.key, entry.value);
      }
    } catch (InvalidStateStoreException e) {
      // A rebalance goes on.
      return Map.of();
    }
    return found;
  }

  private static int tasks(KafkaStreams member) {
    return member.metadataForLocalThreads().stream().mapToInt(t -> t.activeTasks().size()).sum();
  }

  private static long metric(KafkaStreams member, String name) {
    return member.metrics().values().stream()
        .filter(each -> each.metricName().name().equals(name))
        .mapToLong(each -> (Long) each.metricValue())
        .sum();
  }

  private static void await(String what, TestCondition condition) throws InterruptedException {
    TestUtils.waitForCondition(condition, 60_000, what);
  }

  /** Opens iterators, of which each has read a few entries. */
  private static List<KeyValueIterator<String, Long>> open(KafkaStreams member) {
    List<KeyValueIterator<String, Long>> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      KeyValueIterator<String, Long> entries = all(member);
      for (int j = 0; j <= i * 10; j++) {
        entries.next();
      }
      open.add(entries);
    }
    return open;
  }

  /** Reads to the end of each iterator, or to the end of its store, and closes it. */
  private static void readAndClose(List<KeyValueIterator<String, Long>> open) {
    for (KeyValueIterator<String, Long> entries : open) {
      try (entries) {
        while (entries.hasNext()) {
          assertThat(entries.next().value).isPositive();
        }
      } catch (InvalidStateStoreException e) {
        // Its task has gone.
      }
    }
  }

  /**
   * Returns the files of tasks below a directory that the process has open, one for each
   * descriptor; none where the system does not show them.
   */
  private static List<Path> openFiles(Path state) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> links = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path link : links) {
          try {
            Path file = Files.readSymbolicLink(link);
            if (file.startsWith(state) && file.toString().contains("state.oct")) {
              found.add(file);
            }
          } catch (NoSuchFileException e) {
            // Closed meanwhile.
          }
        }
      }
    }
    return found;
  }

  /** Waits until the files of the tasks of a member are open, and no other. */
  private static void awaitFiles(KafkaStreams member, Path state) throws Exception {
    if (Files.isDirectory(DESCRIPTORS)) {
      // A file with its lock for each task.
      await("files", () -> new HashSet<>(openFiles(state)).size() == 2 * tasks(member));
    }
  }

  @Test
  @Timeout(240)
  void aMemberJoinsAndLeavesWhileIteratorsAreOpen() throws Exception {
    EmbeddedKafkaCluster cluster = new EmbeddedKafkaCluster(1);
    cluster.start();
    cluster.createTopic(INPUT, PARTITIONS, 1);
    Properties producing = new Properties();
    producing.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
    Path one = directory.resolve("one").toAbsolutePath();
    Path two = directory.resolve("two").toAbsolutePath();
    try (KafkaProducer<String, String> producer =
            new KafkaProducer<>(producing, new StringSerializer(), new StringSerializer());
        KafkaStreams first = member(cluster.bootstrapServers(), one);
        KafkaStreams second = member(cluster.bootstrapServers(), two)) {
      send(producer, 5000);
      first.start();
      await("the first counts", () -> counts(first).equals(sent));
      long commits = metric(first, "commits-total");
      await(
          "the files of the first are committed while it runs",
          () -> {
            send(producer, 20);
            return metric(first, "commits-total") >= commits + 2L * PARTITIONS;
          });
      awaitFiles(first, one);

      List<KeyValueIterator<String, Long>> open = open(first);
      second.start();
      await(
          "the second joins",
          () -> {
            send(producer, 20);
            return tasks(second) == PARTITIONS / 2 && tasks(first) == PARTITIONS / 2;
          });
      readAndClose(open);
      await("no snapshot is left", () -> metric(first, "open-snapshots") == 0);
      awaitFiles(first, one);

      open = open(first);
      second.close(
          CloseOptions.timeout(Duration.ofSeconds(30))
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
      assertThat(openFiles(two)).isEmpty();
      await(
          "the second leaves",
          () -> {
            send(producer, 20);
            return tasks(first) == PARTITIONS;
          });
      readAndClose(open);
      await("the first counts all", () -> counts(first).equals(sent));
      await("no snapshot is left", () -> metric(first, "open-snapshots") == 0);
      awaitFiles(first, one);
    }
    assertThat(openFiles(one)).isEmpty();
    cluster.stop();
  }
}
