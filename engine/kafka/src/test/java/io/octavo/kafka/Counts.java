package io.octavo.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The counts that a {@link CountApplication} has written and committed. */
final class Counts {
  private Counts() {}

  /**
   * Reads the last count of each key until all are as expected, or the time is over.
   *
   * @param bootstrap the address of the broker
   * @param application the id of the application
   * @param partitions the number of partitions of its output
   * @param expected the counts to wait for
   * @param seconds the longest time
   * @return the counts that were read
   */
  static Map<String, Long> await(
      String bootstrap,
      String application,
      int partitions,
      Map<String, Long> expected,
      long seconds) {
    Properties properties = new Properties();
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, "check-" + application);
    Map<String, Long> found = new HashMap<>();
    try (KafkaConsumer<String, Long> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new LongDeserializer())) {
      List<TopicPartition> all = new ArrayList<>();
      for (int i = 0; i < partitions; i++) {
        all.add(new TopicPartition(CountApplication.output(application), i));
      }
      consumer.assign(all);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (System.nanoTime() < end && !found.equals(expected)) {
        for (ConsumerRecord<String, Long> each : consumer.poll(Duration.ofMillis(200))) {
          found.put(each.key(), each.value());
        }
      }
    }
    return found;
  }
}
