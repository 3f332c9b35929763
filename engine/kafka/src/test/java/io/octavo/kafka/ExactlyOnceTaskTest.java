package io.octavo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A task of Kafka itself, exactly once, with caches: its file is committed while it runs, and never
 * holds what Kafka has not committed. The test driver commits the stores after each record, which a
 * running application does not do; so the tests drive its task themselves.
 */
class ExactlyOnceTaskTest {
  private static final String APPLICATION = "test";
  private static final TopicPartition INPUT = new TopicPartition("in", 0);

  @TempDir Path directory;

  /** The counts that the input so far must give. */
  private final Map<String, Long> counts = new TreeMap<>();

  private long offset;

  private Properties configuration(long cacheBytes) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, OctavoDslStoreSuppliers.class);
    return properties;
  }

  /**
   * Counts by key in a, and copies the counts to b, c and d: a and b have caches, which pass
   * records on when they are flushed, c has none, and d is no store of this module.
   */
  private static Topology topology(Properties properties) {
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
    KTable<String, Long> table =
        builder.<String, String>stream(INPUT.topic()).groupByKey().count(Materialized.as("a"));
    copy(table, Materialized.as("b"));
    copy(
        table,
        Materialized.<String, Long>as(OctavoStores.keyValueStore("c", DslStoreFormat.TIMESTAMPED))
            .withCachingDisabled());
    copy(table, Materialized.as(Stores.inMemoryKeyValueStore("d")));
    return builder.build(properties);
  }

  private static void copy(
      KTable<String, Long> table, Materialized<String, Long, KeyValueStore<Bytes, byte[]>> as) {
    table.filter(
        (key, count) -> true, as.withKeySerde(Serdes.String()).withValueSerde(Serdes.Long()));
  }

  private TopologyTestDriver start(long cacheBytes) {
    Properties properties = configuration(cacheBytes);
    return new TopologyTestDriver(topology(properties), properties);
  }

  private static StreamTask task(TopologyTestDriver driver) throws ReflectiveOperationException {
    Field field = TopologyTestDriver.class.getDeclaredField("task");
    field.setAccessible(true);
    return (StreamTask) field.get(driver);
  }

  private void process(StreamTask task, String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    task.addRecords(INPUT, List.of(record(bytes)));
    assertThat(task.process(0)).isTrue();
    counts.merge(key, 1L, Long::sum);
    offset++;
  }

  private ConsumerRecord<byte[], byte[]> record(byte[] key) {
    return new ConsumerRecord<>(
        INPUT.topic(),
        INPUT.partition(),
        offset,
        offset,
        TimestampType.CREATE_TIME,
        key.length,
        key.length,
        key,
        key,
        new RecordHeaders(),
        Optional.empty());
  }

  private static long commits(TopologyTestDriver driver) {
    return driver.metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals("commits-total"))
        .mapToLong(each -> (Long) each.getValue().metricValue())
        .max()
        .orElseThrow();
  }

  /** What Kafka does when the interval of commits is over, and the transaction is committed. */
  private static void commit(StreamTask task) {
    task.prepareCommit(true);
    task.postCommit(false);
  }

  /** Closes the stores as the end of the process would, and reads what the file has kept. */
  private Map<String, Long> crash(TopologyTestDriver driver, String store) {
    driver.getAllStateStores().values().forEach(each -> each.close());
    OctavoKeyValueStore found = OctavoKeyValueStore.of(store, DslStoreFormat.TIMESTAMPED);
    found.init(Tasks.context(directory.resolve(APPLICATION).resolve("0_0")), found);
    Map<String, Long> kept = new TreeMap<>();
    try (var entries = found.all()) {
      entries.forEachRemaining(
          entry ->
              kept.put(
                  new String(entry.key.get(), StandardCharsets.UTF_8),
                  ByteBuffer.wrap(entry.value).getLong(Long.BYTES)));
    }
    found.close();
    return kept;
  }

  @Test
  void theFileIsCommittedWhileTheTaskRuns() throws Exception {
    TopologyTestDriver driver = start(10 << 20);
    StreamTask task = task(driver);
    long before = commits(driver);
    for (int i = 0; i < 10; i++) {
      process(task, "k");
      commit(task);
    }
    // The flush of a commit shows that the one before it has succeeded.
    assertThat(commits(driver) - before).isEqualTo(9);
    assertThat(crash(driver, "a")).containsOnly(Map.entry("k", 9L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommitThatFailsCommitsNothing(boolean isFlushedAgain) throws Exception {
    TopologyTestDriver driver = start(10 << 20);
    StreamTask task = task(driver);
    process(task, "k");
    commit(task);
    process(task, "k");
    task.prepareCommit(true);
    // The transaction has failed, and Kafka closes the task: it flushes once more, and suspends.
    task.prepareCommit(false);
    task.suspend();
    if (isFlushedAgain) {
      task.prepareCommit(false);
    }
    assertThat(crash(driver, "a")).containsOnly(Map.entry("k", 1L));
  }

  @ParameterizedTest
  @CsvSource({"1, 10000000", "2, 2000", "3, 500", "4, 0", "5, 5000", "6, 1000"})
  void whatTheFileKeepsIsWhatKafkaCommitted(int seed, long cacheBytes) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 25; round++) {
      String run = "seed " + seed + ", round " + round;
      counts.clear();
      offset = 0;
      TopologyTestDriver driver = start(cacheBytes);
      StreamTask task = task(driver);
      Map<String, Long> last = Map.of();
      Map<String, Long> previous = Map.of();
      int count = random.nextInt(8);
      for (int i = 0; i < count; i++) {
        int records = 1 + random.nextInt(30);
        for (int j = 0; j < records; j++) {
          process(task, "key-" + random.nextInt(20));
        }
        commit(task);
        previous = last;
        last = new TreeMap<>(counts);
      }
      for (int j = random.nextInt(30); j > 0; j--) {
        process(task, "key-" + random.nextInt(20));
      }
      if (random.nextBoolean()) {
        // Kafka prepares a commit, which fails.
        task.prepareCommit(true);
        task.prepareCommit(false);
      }
      Map<String, Long> kept = crash(driver, "a");
      assertThat(kept).as(run).isIn(previous, last);
      assertThat(crash(driver, "b")).as(run).isEqualTo(kept);
      assertThat(crash(driver, "c")).as(run).isEqualTo(kept);
      deleteState();
    }
  }

  private void deleteState() throws IOException {
    Utils.delete(directory.resolve(APPLICATION).toFile());
  }
}
