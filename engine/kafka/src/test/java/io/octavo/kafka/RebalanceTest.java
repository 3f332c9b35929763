package io.octavo.kafka;

import static io.octavo.kafka.Tasks.changelog;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.StoreStats;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rebalance takes a task away while its stores are read: iterators and queries end with Kafka's
 * exception, nothing holds a snapshot or the file, and the task can come back at once.
 */
class RebalanceTest {
  private static final int KEYS = 300;

  @TempDir Path directory;

  /** A store with what reads it. */
  private record Kind(
      String name,
      TaskStore store,
      IntConsumer put,
      List<Supplier<? extends Iterator<?>>> iterators,
      List<Runnable> gets) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** How far an iterator is when the task is taken away. */
  enum Progress {
    MADE(0, false),
    BEGUN(1, false),
    /** Beyond what is read at once. */
    READING(40, false),
    /** The store has changed since, so that there is a snapshot. */
    READING_A_SNAPSHOT(40, true),
    /** The iterator knows its next entry. */
    ASKED(40, true);

    final int entries;
    final boolean isChanged;

    Progress(int entries, boolean isChanged) {
      this.entries = entries;
      this.isChanged = isChanged;
    }
  }

  private static Bytes key(int number) {
    return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private static byte[] value(int number) {
    return ByteBuffer.allocate(50).putInt(number).array();
  }

  private static Kind keysAndValues() {
    OctavoKeyValueStore store = OctavoKeyValueStore.of("k", DslStoreFormat.PLAIN);
    return new Kind(
        "keys and values",
        store,
        i -> store.put(key(i), value(i)),
        List.of(
            store::all,
            store::reverseAll,
            () -> store.range(key(0), key(KEYS)),
            () -> store.reverseRange(key(0), key(KEYS)),
            () -> store.prefixScan(0, (topic, number) -> new byte[1])),
        List.of(() -> store.get(key(5)), store::approximateNumEntries));
  }

  private static Kind windows(SegmentedStore.Order order) {
    var store =
        (OctavoWindowStore)
            OctavoStores.windowStore(
                    "w" + order,
                    DslStoreFormat.PLAIN,
                    Duration.ofMinutes(4),
                    Duration.ofMinutes(1),
                    false,
                    order)
                .get();
    return new Kind(
        "windows " + order,
        store,
        i -> store.put(key(i % 3), value(i), i * 100L),
        List.of(
            store::all,
            store::backwardAll,
            () -> store.fetchAll(0, KEYS * 100L),
            () -> store.backwardFetchAll(0, KEYS * 100L),
            () -> store.fetch(key(1), 0, KEYS * 100L),
            () -> store.backwardFetch(key(1), 0, KEYS * 100L),
            () -> store.fetch(key(0), key(2), 0, KEYS * 100L),
            () -> store.backwardFetch(key(0), key(2), 0, KEYS * 100L)),
        List.of(() -> store.fetch(key(1), 100)));
  }

  private static Kind sessions(SegmentedStore.Order order) {
    var store =
        (OctavoSessionStore)
            OctavoStores.sessionStore(
                    "x" + order, DslStoreFormat.PLAIN, Duration.ofMinutes(4), order)
                .get();
    List<Supplier<? extends Iterator<?>>> iterators = new ArrayList<>();
    Collections.addAll(
        iterators,
        () -> store.fetch(key(1)),
        () -> store.backwardFetch(key(1)),
        () -> store.fetch(key(0), key(2)),
        () -> store.backwardFetch(key(0), key(2)),
        () -> store.findSessions(key(1), 0, KEYS * 100L),
        () -> store.backwardFindSessions(key(0), key(2), 0, KEYS * 100L));
    if (order != SegmentedStore.Order.KEY) {
      iterators.add(() -> store.findSessions(0, KEYS * 100L));
    }
    return new Kind(
        "sessions " + order,
        store,
        i -> store.put(new Windowed<>(key(i % 3), new SessionWindow(i * 100L, i * 100L)), value(i)),
        iterators,
        List.of(() -> store.fetchSession(key(1), 100, 100)));
  }

  private static Kind versions() {
    OctavoVersionedStore store = new OctavoVersionedStore("v", 240_000, 60_000);
    return new Kind(
        "versions",
        store,
        i -> store.put(key(i % 3), value(i), i * 100L),
        List.of(),
        List.of(
            () -> store.get(key(1)),
            () -> store.get(key(1), 500),
            () ->
                store.query(
                    MultiVersionedKeyQuery.<Bytes, byte[]>withKey(key(1)),
                    PositionBound.unbounded(),
                    new QueryConfig(false))));
  }

  static Stream<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(List.of(keysAndValues(), versions()));
    for (SegmentedStore.Order order : SegmentedStore.Order.values()) {
      kinds.add(windows(order));
      kinds.add(sessions(order));
    }
    return kinds.stream();
  }

  /** Another store of the task, closed later, so that the file stays open. */
  private final OctavoKeyValueStore other = OctavoKeyValueStore.of("o", DslStoreFormat.PLAIN);

  private void open(Kind kind) {
    InternalMockProcessorContext<?, ?> context = Tasks.context(directory);
    other.init(context, other);
    kind.store.init(context, kind.store);
  }

  private static void fill(Kind kind) {
    for (int i = 0; i < KEYS; i++) {
      kind.put.accept(i);
    }
  }

  private long snapshots() {
    return other.file().figure(StoreStats::openReaders);
  }

  private void commit(Kind kind) {
    kind.store.commit(Map.of(changelog(kind.store.name()), (long) KEYS));
    other.commit(Map.of());
  }

  private static void close(Iterator<?> entries) {
    ((KeyValueIterator<?, ?>) entries).close();
  }

  @ParameterizedTest
  @EnumSource(Progress.class)
  void iteratorsEndWithTheTask(Progress progress) {
    kinds().forEach(kind -> checkIterators(kind, progress));
  }

  private void checkIterators(Kind kind, Progress progress) {
    open(kind);
    fill(kind);
    List<Iterator<?>> open = new ArrayList<>();
    kind.iterators.forEach(each -> open.add(each.get()));
    for (Iterator<?> each : open) {
      for (int i = 0; i < progress.entries; i++) {
        each.next();
      }
    }
    if (progress.isChanged) {
      kind.put.accept(KEYS);
      assertThat(snapshots()).isEqualTo(kind.iterators.isEmpty() ? 0 : 1);
    }
    if (progress == Progress.ASKED) {
      open.forEach(each -> assertThat(each.hasNext()).isTrue());
    }
    commit(kind);
    kind.store.close();
    assertThat(snapshots()).as(kind.name).isEqualTo(0);
    checkEnded(kind, open);
    // The task comes back to this member, with the file still open or not.
    kind.store.init(Tasks.context(directory), kind.store);
    checkEnded(kind, open);
    open.forEach(RebalanceTest::close);
    kind.iterators.forEach(each -> assertThat(each.get().hasNext()).as(kind.name).isTrue());
    kind.store.close();
    other.close();
    open(kind);
    kind.iterators.forEach(each -> assertThat(each.get().hasNext()).as(kind.name).isTrue());
    kind.store.close();
    other.close();
  }

  private static void checkEnded(Kind kind, List<Iterator<?>> open) {
    for (Iterator<?> each : open) {
      KeyValueIterator<?, ?> entries = (KeyValueIterator<?, ?>) each;
      assertThatThrownBy(entries::next)
          .as(kind.name)
          .isInstanceOf(InvalidStateStoreException.class);
      assertThatThrownBy(entries::peekNextKey)
          .as(kind.name)
          .isInstanceOf(InvalidStateStoreException.class);
      if (kind.store instanceof OctavoKeyValueStore) {
        assertThatThrownBy(entries::hasNext).isInstanceOf(InvalidStateStoreException.class);
      } else {
        assertThat(entries.hasNext()).as(kind.name).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aClosedStoreRefusesEachQuery(Kind kind) {
    open(kind);
    fill(kind);
    kind.store.close();
    List<Runnable> calls = new ArrayList<>(kind.gets);
    kind.iterators.forEach(each -> calls.add(() -> close(each.get())));
    calls.add(() -> kind.put.accept(1));
    for (Runnable each : calls) {
      assertThatThrownBy(each::run).isInstanceOf(InvalidStateStoreException.class);
    }
    other.close();
  }

  /** Queries run while the task is closed and opened, again and again. */
  @ParameterizedTest
  @MethodSource("kinds")
  void queriesBesideARebalanceFailWithKafkasExceptionOnly(Kind kind) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger answers = new AtomicInteger();
    open(kind);
    fill(kind);
    commit(kind);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<?>> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Random random = new Random(i);
      readers.add(threads.submit(() -> query(kind, random, isOver, answers)));
    }
    Random random = new Random(9);
    for (int round = 0; round < 25; round++) {
      for (int i = random.nextInt(20); i > 0; i--) {
        kind.put.accept(KEYS - i);
      }
      commit(kind);
      boolean isFileClosed = random.nextBoolean();
      kind.store.close();
      if (isFileClosed) {
        other.close();
        open(kind);
      } else {
        kind.store.init(Tasks.context(directory), kind.store);
      }
    }
    isOver.set(true);
    for (Future<?> each : readers) {
      each.get(60, TimeUnit.SECONDS);
    }
    assertThat(answers).hasPositiveValue();
    threads.shutdown();
    assertThat(snapshots()).isEqualTo(0);
    kind.store.close();
    other.close();
  }

  /** Queries until the rebalances are over, and at least once after them. */
  private static void query(Kind kind, Random random, AtomicBoolean isOver, AtomicInteger answers) {
    boolean isLast;
    do {
      isLast = isOver.get();
      int which = random.nextInt(kind.gets.size() + kind.iterators.size());
      @Nullable Iterator<?> entries = null;
      try {
        if (which < kind.gets.size()) {
          kind.gets.get(which).run();
        } else {
          entries = kind.iterators.get(which - kind.gets.size()).get();
          while (entries.hasNext()) {
            entries.next();
          }
        }
        answers.incrementAndGet();
      } catch (InvalidStateStoreException e) {
        // The task is away; after the last rebalance it is there.
        if (isLast) {
          throw e;
        }
      } finally {
        if (entries != null) {
          close(entries);
        }
      }
    } while (!isLast);
  }

  /** A task that becomes a standby and active again keeps its stores open; nothing ends. */
  @Test
  void aRecycledTaskKeepsItsIterators() {
    Kind kind = keysAndValues();
    open(kind);
    fill(kind);
    Iterator<?> entries = kind.iterators.get(0).get();
    entries.next();
    commit(kind);
    InternalMockProcessorContext<?, ?> context = Tasks.context(directory);
    StateStore store = kind.store;
    context.register(store, (key, value) -> {});
    context.restore(store.name(), List.of());
    int count = 1;
    while (entries.hasNext()) {
      entries.next();
      count++;
    }
    assertThat(count).isEqualTo(KEYS);
    close(entries);
    assertThat(snapshots()).isEqualTo(0);
    kind.store.close();
    other.close();
    // The file is closed with its last store.
    assertThatThrownBy(this::snapshots).isInstanceOf(InvalidStateStoreException.class);
  }
}
