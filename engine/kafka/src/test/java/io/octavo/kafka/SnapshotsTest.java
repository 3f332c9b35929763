package io.octavo.kafka;

import static io.octavo.kafka.Tasks.bytes;
import static io.octavo.kafka.Tasks.changelog;
import static io.octavo.kafka.Tasks.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.StoreStats;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Iterators see the state in which they began, whatever happens beside them. */
class SnapshotsTest {
  private static final int KEYS = 3000;

  @TempDir Path directory;

  private final OctavoKeyValueStore store = OctavoKeyValueStore.of("s", DslStoreFormat.PLAIN);
  private final OctavoKeyValueStore other = OctavoKeyValueStore.of("o", DslStoreFormat.PLAIN);

  @BeforeEach
  void open() {
    var context = Tasks.context(directory);
    store.init(context, store);
    other.init(context, other);
  }

  @AfterEach
  void close() {
    store.close();
    other.close();
  }

  private static Bytes key(int number) {
    return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  private void commit() {
    store.commit(Map.of(changelog("s"), 1L));
    other.commit(Map.of(changelog("o"), 1L));
  }

  private void fill() {
    for (int i = 0; i < KEYS; i++) {
      store.put(key(i), number(0));
    }
  }

  private static <K> String text(KeyValue<K, byte[]> entry) {
    return entry.key + "=" + Arrays.hashCode(entry.value);
  }

  private static <K> List<String> rest(Iterator<KeyValue<K, byte[]>> entries) {
    List<String> found = new ArrayList<>();
    entries.forEachRemaining(entry -> found.add(text(entry)));
    return found;
  }

  /** An iterator with what it must still return. */
  private record Open<K>(KeyValueIterator<K, byte[]> entries, Iterator<String> expected) {
    static <K> Open<K> of(KeyValueIterator<K, byte[]> entries, List<String> expected) {
      return new Open<>(entries, expected.iterator());
    }

    /** Reads some entries; returns whether the iterator is at its end, which closes it. */
    boolean read(int most, String run) {
      for (int i = 0; i < most; i++) {
        assertThat(entries.hasNext()).as(run).isEqualTo(expected.hasNext());
        if (!expected.hasNext()) {
          entries.close();
          return true;
        }
        assertThat(text(entries.next())).as(run).isEqualTo(expected.next());
      }
      return false;
    }
  }

  private static List<String> texts(Map<Bytes, byte[]> entries) {
    List<String> found = new ArrayList<>();
    entries.forEach((key, value) -> found.add(text(new KeyValue<>(key, value))));
    return found;
  }

  private Open<Bytes> openOne(Random random, NavigableMap<Bytes, byte[]> model) {
    int number = random.nextInt(KEYS);
    Bytes from = key(number);
    Bytes to = key(random.nextInt(KEYS));
    boolean isRange = from.compareTo(to) <= 0;
    NavigableMap<Bytes, byte[]> part = isRange ? model.subMap(from, true, to, true) : model;
    byte[] prefix = Arrays.copyOf(from.get(), 3);
    return switch (random.nextInt(3)) {
      case 0 -> Open.of(isRange ? store.range(from, to) : store.all(), texts(part));
      case 1 ->
          Open.of(
              isRange ? store.reverseRange(from, to) : store.reverseAll(),
              texts(part.descendingMap()));
      default ->
          Open.of(
              store.prefixScan(prefix, new ByteArraySerializer()),
              texts(model.subMap(key(number & ~0xFF), true, key(number | 0xFF), true)));
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void manyIteratorsBesidePutsDeletesAndCommits(long seed) {
    Random random = new Random(seed);
    NavigableMap<Bytes, byte[]> model = new TreeMap<>();
    List<Open<Bytes>> open = new ArrayList<>();
    for (int step = 0; step < 6000; step++) {
      String run = "seed " + seed + ", step " + step;
      Bytes key = key(random.nextInt(KEYS));
      if (random.nextInt(3) == 0) {
        store.delete(key);
        model.remove(key);
      } else {
        byte[] value = new byte[random.nextInt(200)];
        value = random.nextInt(20) == 0 ? new byte[4000] : value;
        random.nextBytes(value);
        store.put(key, value);
        model.put(key, value);
      }
      if (step % 20 == 0 && open.size() < 12) {
        open.add(openOne(random, model));
      }
      if (step % 7 == 0) {
        open.removeIf(each -> each.read(random.nextInt(60), run));
      }
      if (step % 97 == 0) {
        other.put(key, number(step));
        commit();
      }
    }
    open.forEach(each -> each.read(Integer.MAX_VALUE, "seed " + seed));
    assertThat(rest(store.all())).isEqualTo(texts(model));
  }

  @ParameterizedTest
  @EnumSource(SegmentedStore.Order.class)
  void windowsStayWhileSegmentsComeAndExpire(SegmentedStore.Order order) {
    WindowStore<Bytes, byte[]> windows =
        OctavoStores.windowStore(
                "w",
                DslStoreFormat.PLAIN,
                Duration.ofMinutes(4),
                Duration.ofMinutes(1),
                false,
                order)
            .get();
    windows.init(Tasks.context(directory), windows);
    List<Supplier<KeyValueIterator<Windowed<Bytes>, byte[]>>> kinds =
        List.of(
            windows::all,
            windows::backwardAll,
            () -> windows.fetch(key(3), key(8), 0, Long.MAX_VALUE),
            () -> windows.backwardFetch(key(3), key(8), 0, Long.MAX_VALUE));
    check(
        kinds,
        step -> windows.put(key(step % 10), step % 11 == 0 ? null : number(step), time(step)),
        () -> windows.commit(Map.of(changelog("w"), 1L)));
    windows.close();
  }

  @ParameterizedTest
  @EnumSource(SegmentedStore.Order.class)
  void sessionsStayWhileSegmentsComeAndExpire(SegmentedStore.Order order) {
    SessionStore<Bytes, byte[]> sessions =
        OctavoStores.sessionStore("x", DslStoreFormat.PLAIN, Duration.ofMinutes(4), order).get();
    sessions.init(Tasks.context(directory), sessions);
    List<Supplier<KeyValueIterator<Windowed<Bytes>, byte[]>>> kinds =
        List.of(
            () -> sessions.fetch(key(4)),
            () -> sessions.findSessions(key(3), key(8), 0, Long.MAX_VALUE),
            () -> sessions.backwardFindSessions(key(3), key(8), 0, Long.MAX_VALUE));
    check(
        kinds,
        step -> {
          long time = time(step);
          Windowed<Bytes> session = new Windowed<>(key(step % 10), new SessionWindow(time, time));
          sessions.put(session, number(step));
          if (step % 11 == 0) {
            sessions.remove(session);
          }
        },
        () -> sessions.commit(Map.of(changelog("x"), 1L)));
    sessions.close();
  }

  /** Jumps behind the step at which iterators are opened, so that entries expire that they see. */
  private static long time(int step) {
    return (step + step / 30 * 20L) * 1000;
  }

  /** Opens iterators twice at a time, reads one at once and the other beside changes. */
  private void check(
      List<Supplier<KeyValueIterator<Windowed<Bytes>, byte[]>>> kinds,
      java.util.function.IntConsumer change,
      Runnable commit) {
    List<Open<Windowed<Bytes>>> open = new ArrayList<>();
    for (int step = 1; step < 2500; step++) {
      change.accept(step);
      String run = "step " + step;
      if (step % 30 == 29) {
        for (var kind : kinds) {
          List<String> expected;
          try (var entries = kind.get()) {
            expected = rest(entries);
          }
          Open<Windowed<Bytes>> one = Open.of(kind.get(), expected);
          // Begins.
          one.read(1, run);
          open.add(one);
        }
      }
      if (step % 9 == 0) {
        open.removeIf(each -> each.read(5, run));
      }
      if (step % 31 == 0) {
        commit.run();
      }
    }
    open.forEach(each -> each.read(Integer.MAX_VALUE, "at the end"));
  }

  /** Changes go through the keys in order, so that at each moment the values never rise by key. */
  @Test
  void iteratorsOfOtherThreadsSeeOneMoment() throws Exception {
    fill();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Integer>> readers = new ArrayList<>();
    boolean[] isOver = {false};
    for (int i = 0; i < 3; i++) {
      readers.add(threads.submit((Callable<Integer>) () -> checkUntil(isOver)));
    }
    for (int step = 0; step < KEYS * 12; step++) {
      store.put(key(step % KEYS), number(step / KEYS + 1));
      if (step % 1000 == 0) {
        commit();
      }
    }
    synchronized (isOver) {
      isOver[0] = true;
    }
    for (Future<Integer> each : readers) {
      assertThat(each.get()).isPositive();
    }
    threads.shutdown();
  }

  private int checkUntil(boolean[] isOver) {
    int count = 0;
    while (true) {
      int last = Integer.MAX_VALUE;
      int first = -1;
      int entries = 0;
      try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
        while (all.hasNext()) {
          int value = ByteBuffer.wrap(all.next().value).getInt();
          first = first < 0 ? value : first;
          assertThat(value).isLessThanOrEqualTo(last).isGreaterThanOrEqualTo(first - 1);
          last = value;
          entries++;
        }
      }
      assertThat(entries).isEqualTo(KEYS);
      count++;
      synchronized (isOver) {
        if (isOver[0]) {
          return count;
        }
      }
    }
  }

  @Test
  void anIteratorIsWholeAfterACommitAndEndsWithItsStoreOnly() {
    fill();
    KeyValueIterator<Bytes, byte[]> all = store.all();
    assertThat(all.next().key).isEqualTo(key(0));
    commit();
    store.put(key(KEYS - 1), null);
    commit();
    // Another store of the file.
    other.close();
    assertThat(rest(all)).hasSize(KEYS - 1).last().isEqualTo(key(KEYS - 1) + "=" + zero());
    all.close();
    KeyValueIterator<Bytes, byte[]> late = store.all();
    late.next();
    store.put(key(1), null);
    other.init(Tasks.context(directory), other);
    store.close();
    assertThatThrownBy(late::hasNext).isInstanceOf(InvalidStateStoreException.class);
    store.init(Tasks.context(directory), store);
    // Of the store that was open before.
    assertThatThrownBy(late::next).isInstanceOf(InvalidStateStoreException.class);
    late.close();
  }

  private static int zero() {
    return Arrays.hashCode(number(0));
  }

  @Test
  void aPutIntoAnotherStoreTakesNoSnapshot() {
    fill();
    KeyValueIterator<Bytes, byte[]> all = store.all();
    long before = snapshots();
    other.put(bytes("k"), value("v"));
    commit();
    assertThat(snapshots()).isEqualTo(before);
    store.put(key(1), null);
    assertThat(snapshots()).isEqualTo(before + 1);
    KeyValueIterator<Bytes, byte[]> few = store.range(key(5), key(15));
    few.next();
    store.put(key(2), null);
    assertThat(snapshots()).isEqualTo(before + 1);
    assertThat(rest(few)).hasSize(10);
    all.close();
    assertThat(snapshots()).isEqualTo(before);
    few.close();
  }

  private long snapshots() {
    return store.file().figure(StoreStats::openReaders);
  }

  @Test
  @Timeout(60)
  void aForgottenIteratorLosesItsSnapshotAndDoesNotKeepTheFileOpen() throws Exception {
    fill();
    WeakReference<Object> forgotten = forget();
    store.put(key(1), null);
    assertThat(snapshots()).isEqualTo(1);
    while (forgotten.get() != null || snapshots() > 0) {
      System.gc();
      Thread.sleep(10);
    }
    forget();
    store.put(key(2), null);
    close();
    // The file could not be opened again if it were still open.
    open();
    assertThat(rest(store.all())).isEmpty();
  }

  private WeakReference<Object> forget() {
    KeyValueIterator<Bytes, byte[]> all = store.all();
    all.next();
    return new WeakReference<>(all);
  }
}
