package io.octavo.kafka;

import static io.octavo.kafka.Tasks.bytes;
import static io.octavo.kafka.Tasks.changelog;
import static io.octavo.kafka.Tasks.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.kafka.format.TableNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stores of a task are committed together, with their offsets, or not at all. */
class TaskFileTest {
  @TempDir Path directory;

  private final OctavoKeyValueStore a = OctavoKeyValueStore.of("a", DslStoreFormat.PLAIN);
  private final OctavoKeyValueStore b = OctavoKeyValueStore.of("b", DslStoreFormat.PLAIN);

  private void open() {
    open(Tasks.context(directory));
  }

  private void open(StateStoreContext context) {
    a.init(context, a);
    b.init(context, b);
  }

  private static void process(InternalMockProcessorContext<?, ?> context) {
    context.setRecordContext(new ProcessorRecordContext(0, 5, 0, "in", new RecordHeaders()));
  }

  private void close() {
    a.close();
    b.close();
  }

  @Test
  void theStoresOfATaskShareAFileThatKafkaDoesNotDelete() throws Exception {
    open();
    try (var files = Files.walk(directory)) {
      // Kafka deletes what ends in .lock in the directory of the task itself.
      assertThat(files.filter(Files::isRegularFile).map(directory::relativize))
          .containsExactlyInAnyOrder(
              Path.of("octavo", "state.oct"), Path.of("octavo", "state.oct.lock"));
    }
    close();
  }

  @Test
  void closingRollsBackWhatWasNotCommitted() {
    open();
    a.put(bytes("k"), value("1"));
    a.commit(Map.of(changelog("a"), 7L));
    a.put(bytes("k"), value("2"));
    close();
    open();
    assertThat(a.get(bytes("k"))).isEqualTo(value("1"));
    assertThat(a.committedOffset(changelog("a"))).isEqualTo(7);
    close();
  }

  @Test
  void noStoreIsCommittedWhileAnotherHasWritesWithoutOffset() {
    open();
    a.put(bytes("k"), value("1"));
    b.put(bytes("k"), value("1"));
    a.commit(Map.of(changelog("a"), 7L));
    close();
    open();
    assertThat(a.get(bytes("k"))).isNull();
    assertThat(a.committedOffset(changelog("a"))).isNull();

    a.put(bytes("k"), value("1"));
    b.put(bytes("k"), value("1"));
    a.commit(Map.of(changelog("a"), 7L));
    b.commit(Map.of(changelog("b"), 8L));
    close();
    open();
    assertThat(a.get(bytes("k"))).isEqualTo(value("1"));
    assertThat(b.get(bytes("k"))).isEqualTo(value("1"));
    assertThat(a.committedOffset(changelog("a"))).isEqualTo(7);
    assertThat(b.committedOffset(changelog("b"))).isEqualTo(8);
    close();
  }

  @Test
  void anEmptyMapClearsTheOffsetsOfItsStoreOnlyAndNullOneOffset() {
    TopicPartition second = new TopicPartition("a-changelog", 1);
    open();
    a.commit(Map.of(changelog("a"), 7L, second, 9L));
    b.commit(Map.of(changelog("b"), 8L));
    Map<TopicPartition, Long> none = new HashMap<>();
    none.put(second, null);
    a.commit(none);
    assertThat(a.committedOffset(second)).isNull();
    assertThat(a.committedOffset(changelog("a"))).isEqualTo(7);
    a.commit(Map.of());
    close();
    open();
    assertThat(a.committedOffset(changelog("a"))).isNull();
    assertThat(b.committedOffset(changelog("b"))).isEqualTo(8);
    close();
  }

  @Test
  void anExactlyOnceTaskCommitsWhenKafkaHasCommitted() {
    Tasks.Sent sent = new Tasks.Sent();
    InternalMockProcessorContext<?, ?> context =
        Tasks.context(
            directory,
            sent,
            StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
            StreamsConfig.EXACTLY_ONCE_V2);
    context.addChangelogForStore("a", "a-changelog");
    context.addChangelogForStore("b", "b-changelog");
    open(context);
    CommitWatch watch = (CommitWatch) context.getStateStore(CommitWatch.nameBehind("b"));
    a.put(bytes("k"), value("1"));
    sent.offsets.put(changelog("a"), 3L);
    ((CommitWatch) context.getStateStore(CommitWatch.nameBehind("a"))).flushCache();
    // The caches of the stores behind it are not flushed yet, and may write.
    a.put(bytes("k"), value("1"));
    watch.flushCache();
    // Without a record that is processed, nothing shows that the commit has succeeded.
    a.put(bytes("k"), value("1"));
    // The next record: Kafka has committed since.
    process(context);
    a.put(bytes("k"), value("2"));
    sent.offsets.put(changelog("a"), 4L);
    close();
    open(context);
    assertThat(a.get(bytes("k"))).isEqualTo(value("1"));
    assertThat(a.committedOffset(changelog("a"))).isEqualTo(3);
    // A store without data and without offset is new, and no reason to restore everything.
    assertThat(b.committedOffset(changelog("b"))).isEqualTo(-4);

    // The offset of b is not known, so that its write keeps the transaction open.
    watch = (CommitWatch) context.getStateStore(CommitWatch.nameBehind("b"));
    b.put(bytes("k"), value("1"));
    watch.flushCache();
    process(context);
    b.put(bytes("k"), value("2"));
    close();
    open(context);
    assertThat(b.get(bytes("k"))).isNull();
    close();
  }

  @Test
  void thePositionIsCommittedWithTheData() {
    InternalMockProcessorContext<?, ?> context = Tasks.context(directory);
    process(context);
    OctavoKeyValueStore first = OctavoKeyValueStore.of("p", DslStoreFormat.PLAIN);
    first.init(context, first);
    first.put(bytes("k"), value("1"));
    first.commit(Map.of(changelog("p"), 0L));
    first.close();
    OctavoKeyValueStore second = OctavoKeyValueStore.of("p", DslStoreFormat.PLAIN);
    second.init(context, second);
    assertThat(second.getPosition().getPartitionPositions("in")).containsEntry(0, 5L);
    second.close();
  }

  @Test
  void anEarlierFormatIsRewrittenAndALaterOneRefused() {
    open();
    a.put(bytes("k"), value("v"));
    a.commit(Map.of(changelog("a"), 1L));
    close();
    OctavoKeyValueStore timestamped = OctavoKeyValueStore.of("a", DslStoreFormat.TIMESTAMPED);
    timestamped.init(Tasks.context(directory), timestamped);
    assertThat(timestamped.get(bytes("k"))).hasSize(9).endsWith(value("v"));
    timestamped.commit(Map.of(changelog("a"), 2L));
    timestamped.close();
    assertThatThrownBy(() -> a.init(Tasks.context(directory), a))
        .isInstanceOf(ProcessorStateException.class)
        .hasMessageContaining("TIMESTAMPED")
        .hasMessageContaining("state.oct");
  }

  @Test
  void aClosedStoreRefusesCalls() {
    open();
    close();
    assertThatThrownBy(() -> a.get(bytes("k"))).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(() -> a.put(bytes("k"), value("v")))
        .isInstanceOf(InvalidStateStoreException.class);
  }

  @Test
  void aDamagedFileIsNamedAndKept() throws Exception {
    Path file = Files.createDirectories(directory.resolve("octavo")).resolve("state.oct");
    Files.write(file, new byte[100_000]);
    assertThatThrownBy(this::open)
        .isInstanceOf(ProcessorStateException.class)
        .hasMessageContaining(file.toString());
    assertThat(file).hasSize(100_000);
  }

  @Test
  void theConfigurationIsChecked() {
    assertThatThrownBy(() -> OctavoConfig.options(Map.of(OctavoConfig.CACHE_BYTES, "many")))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> OctavoConfig.options(Map.of(OctavoConfig.CACHE_BYTES, 1)))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> OctavoConfig.options(Map.of(OctavoConfig.DURABILITY, "now")))
        .isInstanceOf(ConfigException.class);
    assertThat(OctavoConfig.options(Map.of(OctavoConfig.CACHE_BYTES, "2097152")).sharedCache())
        .isSameAs(OctavoConfig.options(Map.of(OctavoConfig.CACHE_BYTES, 2L << 20)).sharedCache())
        .returns(2L << 20, io.octavo.SharedCache::bytes);
    assertThat(OctavoConfig.options(Map.of(OctavoConfig.DURABILITY, "sync")).durability())
        .isEqualTo(io.octavo.Durability.SYNC);
  }

  @Test
  void aLongNameOfAStoreFits() {
    String name = "s".repeat(240);
    OctavoKeyValueStore store = OctavoKeyValueStore.of(name, DslStoreFormat.PLAIN);
    store.init(Tasks.context(directory), store);
    store.put(bytes("k"), value("v"));
    assertThat(store.get(bytes("k"))).isEqualTo(value("v"));
    store.close();
    assertThat(TableNames.of(name)).isNotEqualTo(TableNames.of(name + "t")).hasSizeLessThan(231);
  }

  @Test
  void theMetricsTellOfTheRingAndOfOpenSnapshots() {
    InternalMockProcessorContext<?, ?> context = Tasks.context(directory);
    open(context);
    for (int i = 0; i < 1000; i++) {
      a.put(bytes("k" + i), value("1"));
    }
    a.commit(Map.of(changelog("a"), 1L));
    assertThat(metric(context, "ring-bytes"))
        .isPositive()
        .isLessThanOrEqualTo(metric(context, "live-bytes"));
    assertThat(metric(context, "open-snapshots")).isEqualTo(0);
    var entries = a.all();
    a.put(bytes("k1"), value("2"));
    assertThat(metric(context, "open-snapshots")).isEqualTo(1);
    entries.close();
    assertThat(metric(context, "open-snapshots")).isEqualTo(0);
    close();
    assertThat(metric(context, "ring-bytes")).isEqualTo(0);
  }

  private static long metric(InternalMockProcessorContext<?, ?> context, String name) {
    return context.metrics().metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals(name))
        .filter(each -> each.getKey().tags().containsValue("a"))
        .mapToLong(each -> (Long) each.getValue().metricValue())
        .findAny()
        .orElseThrow();
  }
}
