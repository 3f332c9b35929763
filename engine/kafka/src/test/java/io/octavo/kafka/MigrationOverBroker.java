package io.octavo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.integration.utils.EmbeddedKafkaCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application with RocksDB goes on with Octavo, and back, as README.md describes: its counts are
 * right, its state comes from the changelogs, and no record of the input is processed twice.
 *
 * <p>Needs a broker, and so is part of the share of tests with a broker only.
 */
class MigrationOverBroker {
  private static final int PARTITIONS = 2;
  private static final int KEYS = 100;
  private static final int RECORDS = 1_000;

  @TempDir Path directory;

  private final Map<String, Long> expected = new HashMap<>();
  private final EmbeddedKafkaCluster cluster = new EmbeddedKafkaCluster(1);

  @BeforeEach
  void start() throws Exception {
    cluster.start();
    cluster.createTopic(CountApplication.INPUT, PARTITIONS, 1);
  }

  @AfterEach
  void stop() {
    cluster.stop();
  }

  /** An application, which is started with one store and then with another. */
  private final class Application {
    final String guarantee;
    final AtomicLong restored = new AtomicLong();
    final AtomicLong processed = new AtomicLong();
    Child child;

    Application(String guarantee) throws InterruptedException {
      this.guarantee = guarantee;
      cluster.createTopic(CountApplication.output(guarantee), PARTITIONS, 1);
    }

    void start(String store) throws IOException {
      restored.set(0);
      child =
          Child.start(
              CountApplication.class,
              List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
              List.of(
                  store,
                  "0",
                  StreamsConfig.APPLICATION_ID_CONFIG + "=" + guarantee,
                  StreamsConfig.BOOTSTRAP_SERVERS_CONFIG + "=" + cluster.bootstrapServers(),
                  StreamsConfig.STATE_DIR_CONFIG + "=" + directory,
                  StreamsConfig.PROCESSING_GUARANTEE_CONFIG + "=" + guarantee,
                  StreamsConfig.COMMIT_INTERVAL_MS_CONFIG + "=100",
                  // A member that comes back, so that nobody waits for a session to end.
                  ConsumerConfig.GROUP_INSTANCE_ID_CONFIG + "=one"),
              this::read);
    }

    private void read(String line) {
      if (line.startsWith("restored ")) {
        restored.addAndGet(Long.parseLong(line.substring(9)));
      } else if (line.startsWith("processed ")) {
        processed.set(Long.parseLong(line.substring(10)));
      }
    }

    /** Waits for right counts, and closes the application. */
    void finish() throws IOException, InterruptedException {
      Map<String, Long> found =
          Counts.await(cluster.bootstrapServers(), guarantee, PARTITIONS, expected, 60);
      child.endInput();
      child.await(60);
      assertThat(found).as(guarantee).isEqualTo(expected);
      assertThat(processed).as(guarantee).hasValue(RECORDS);
    }

    /** Returns the directories or files below that of the application whose names match. */
    List<Path> files(Predicate<String> name) throws IOException {
      try (var files = Files.walk(directory.resolve(guarantee))) {
        return files.filter(file -> name.test(file.getFileName().toString())).toList();
      }
    }
  }

  private void produce() {
    Properties properties = new Properties();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        String key = "key-" + i % KEYS;
        Future<?> unused = producer.send(new ProducerRecord<>(CountApplication.INPUT, key, "x"));
        expected.merge(key, 1L, Long::sum);
      }
    }
  }

  @Test
  void anApplicationGoesOnWithAnotherStore() throws Exception {
    List<Application> applications =
        List.of(
            new Application(StreamsConfig.AT_LEAST_ONCE),
            new Application(StreamsConfig.EXACTLY_ONCE_V2));
    int least = 0;
    for (String store : List.of("rocksdb", "octavo", "rocksdb")) {
      produce();
      for (Application each : applications) {
        each.start(store);
      }
      for (Application each : applications) {
        each.finish();
        assertThat(each.restored.get()).as(each.guarantee).isGreaterThanOrEqualTo(least);
        assertThat(each.files(store::equals)).as(each.guarantee).hasSize(PARTITIONS);
        if (each.guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
          Utils.delete(directory.resolve(each.guarantee).toFile());
        } else {
          // What the store before has left; nothing needs it any more.
          for (Path old : each.files((store.equals("octavo") ? "rocksdb" : "octavo")::equals)) {
            Utils.delete(old.toFile());
          }
        }
      }
      // Each further start restores all counts from the changelogs.
      least = KEYS;
    }
  }
}
