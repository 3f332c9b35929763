package io.octavo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores beside models of them: maps of the JDK, and lists that are searched from end to end. */
class ModelTest {
  private static final List<SegmentedStore.Order> ORDERS =
      List.of(
          SegmentedStore.Order.KEY, SegmentedStore.Order.TIME, SegmentedStore.Order.TIME_INDEXED);

  @TempDir Path directory;

  /** Keys that are prefixes of each other, of all lengths around the bound of the engine. */
  private static Bytes key(Random random) {
    int[] lengths = {0, 1, 2, 5, 9, 1980, 1985, 1998, 1999, 2000, 2001, 2013, 4000, 9000};
    byte[] key = new byte[lengths[random.nextInt(lengths.length)]];
    for (int i = Math.max(0, key.length - 3); i < key.length; i++) {
      key[i] = (byte) (random.nextInt(3) - 1);
    }
    if (key.length > 4 && random.nextInt(4) == 0) {
      key[random.nextInt(3)] = 1;
    }
    return Bytes.wrap(key);
  }

  private static byte[] value(Random random) {
    byte[] value = new byte[random.nextInt(5) == 0 ? 3000 : random.nextInt(20)];
    random.nextBytes(value);
    return value;
  }

  /** Returns entries of which some have the same key, and some no value; the last one has a key. */
  private static List<KeyValue<Bytes, byte[]>> batch(Random random, Bytes last) {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      Bytes key = i == 0 ? last : key(random);
      batch.add(KeyValue.pair(key, random.nextInt(3) == 0 ? null : value(random)));
    }
    return batch;
  }

  private static List<KeyValue<byte[], byte[]>> raw(List<KeyValue<Bytes, byte[]>> entries) {
    return entries.stream().map(entry -> KeyValue.pair(entry.key.get(), entry.value)).toList();
  }

  private static <K> List<String> texts(KeyValueIterator<K, byte[]> entries) {
    List<String> found = new ArrayList<>();
    try (entries) {
      while (entries.hasNext()) {
        K peeked = entries.peekNextKey();
        KeyValue<K, byte[]> entry = entries.next();
        assertThat(peeked).isEqualTo(entry.key);
        found.add(entry.key + "=" + Arrays.hashCode(entry.value));
      }
    }
    return found;
  }

  private static List<String> texts(Map<Bytes, byte[]> entries) {
    List<String> found = new ArrayList<>();
    entries.forEach((key, value) -> found.add(key + "=" + Arrays.hashCode(value)));
    return found;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void keysOfAnyLengthAreInOrder(long seed) {
    Random random = new Random(seed);
    NavigableMap<Bytes, byte[]> model = new TreeMap<>();
    OctavoKeyValueStore store = OctavoKeyValueStore.of("s", DslStoreFormat.PLAIN);
    InternalMockProcessorContext<?, ?> context = Tasks.context(directory);
    store.init(context, store);
    for (int i = 0; i < 500; i++) {
      Bytes key = key(random);
      int step = random.nextInt(12);
      if (step < 3) {
        assertThat(store.delete(key)).isEqualTo(model.remove(key));
      } else if (step < 5) {
        List<KeyValue<Bytes, byte[]>> batch = batch(random, key);
        if (step == 3) {
          store.putAll(batch);
        } else {
          context.restore("s", raw(batch));
        }
        for (KeyValue<Bytes, byte[]> entry : batch) {
          model.remove(entry.key);
          if (entry.value != null) {
            model.put(entry.key, entry.value);
          }
        }
      } else {
        byte[] value = value(random);
        store.put(key, value);
        model.put(key, value);
      }
      assertThat(store.get(key)).isEqualTo(model.get(key));
      if (i % 25 == 0) {
        Bytes a = key(random);
        Bytes b = key(random);
        Bytes from = a.compareTo(b) < 0 ? a : b;
        Bytes to = a.compareTo(b) < 0 ? b : a;
        NavigableMap<Bytes, byte[]> range = model.subMap(from, true, to, true);
        String run = "seed " + seed + ", step " + i;
        assertThat(texts(store.range(from, to))).as(run).isEqualTo(texts(range));
        assertThat(texts(store.reverseRange(from, to)))
            .as(run)
            .isEqualTo(texts(range.descendingMap()));
        assertThat(texts(store.all())).as(run).isEqualTo(texts(model));
        assertThat(texts(store.reverseAll())).as(run).isEqualTo(texts(model.descendingMap()));
      }
    }
    store.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void windowsOfKeysOfAnyLength(long seed) {
    Random random = new Random(seed);
    SegmentedStore.Order order = ORDERS.get((int) (seed % 3));
    WindowStore<Bytes, byte[]> store =
        OctavoStores.windowStore(
                "w", DslStoreFormat.PLAIN, Duration.ofDays(1), Duration.ofMinutes(1), false, order)
            .get();
    store.init(Tasks.context(directory), store);
    Map<Windowed<Bytes>, byte[]> model = new java.util.HashMap<>();
    for (int i = 0; i < 300; i++) {
      Bytes key = key(random);
      long time = random.nextInt(4) * 43_200_000L / 2 + random.nextInt(3);
      byte[] value = random.nextInt(4) == 0 ? null : value(random);
      store.put(key, value, time);
      Windowed<Bytes> window = window(key, time);
      if (value == null) {
        model.remove(window);
      } else {
        model.put(window, value);
      }
      assertThat(store.fetch(key, time)).isEqualTo(value);
      if (i % 20 == 0) {
        Bytes a = key(random);
        Bytes b = key(random);
        Bytes from = a.compareTo(b) < 0 ? a : b;
        Bytes to = a.compareTo(b) < 0 ? b : a;
        long begin = random.nextInt(50_000_000);
        long end = begin + random.nextInt(50_000_000);
        String run = "seed " + seed + ", step " + i;
        assertThat(texts(store.fetch(from, to, begin, end)))
            .as(run)
            .containsExactlyInAnyOrderElementsOf(expected(model, from, to, begin, end));
        assertThat(texts(store.backwardFetch(from, to, begin, end)))
            .as(run)
            .containsExactlyInAnyOrderElementsOf(expected(model, from, to, begin, end));
        assertThat(texts(store.fetchAll(begin, end)))
            .as(run)
            .containsExactlyInAnyOrderElementsOf(expected(model, null, null, begin, end));
        List<Long> times = new ArrayList<>();
        try (var windows = store.fetch(a, begin, end)) {
          windows.forEachRemaining(each -> times.add(each.key));
        }
        assertThat(times).as(run).isSorted().hasSameSizeAs(expected(model, a, a, begin, end));
      }
    }
    store.close();
  }

  private static Windowed<Bytes> window(Bytes key, long time) {
    return new Windowed<>(
        key, new org.apache.kafka.streams.kstream.internals.TimeWindow(time, time + 60_000));
  }

  private static List<String> expected(
      Map<Windowed<Bytes>, byte[]> model, Bytes from, Bytes to, long begin, long end) {
    List<String> found = new ArrayList<>();
    model.forEach(
        (window, value) -> {
          if ((from == null || window.key().compareTo(from) >= 0)
              && (to == null || window.key().compareTo(to) <= 0)
              && window.window().start() >= begin
              && window.window().start() <= end) {
            found.add(window + "=" + Arrays.hashCode(value));
          }
        });
    return found;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void sessionsOfKeysOfAnyLength(long seed) {
    Random random = new Random(seed);
    SegmentedStore.Order order = ORDERS.get((int) (seed % 3));
    SessionStore<Bytes, byte[]> store =
        OctavoStores.sessionStore("x", DslStoreFormat.PLAIN, Duration.ofDays(1), order).get();
    store.init(Tasks.context(directory), store);
    Map<Windowed<Bytes>, byte[]> model = new java.util.HashMap<>();
    for (int i = 0; i < 300; i++) {
      long begin = random.nextInt(4) * 20_000_000L;
      long end = begin + random.nextInt(3) * 1000;
      Windowed<Bytes> session = new Windowed<>(key(random), new SessionWindow(begin, end));
      byte[] value = random.nextInt(4) == 0 ? null : value(random);
      store.put(session, value);
      if (value == null) {
        model.remove(session);
      } else {
        model.put(session, value);
      }
      if (i % 20 == 0) {
        Bytes a = key(random);
        Bytes b = key(random);
        Bytes from = a.compareTo(b) < 0 ? a : b;
        Bytes to = a.compareTo(b) < 0 ? b : a;
        long earliest = random.nextInt(60_000_000);
        long latest = earliest + random.nextInt(30_000_000);
        List<String> found = new ArrayList<>();
        model.forEach(
            (each, bytes) -> {
              if (each.key().compareTo(from) >= 0
                  && each.key().compareTo(to) <= 0
                  && each.window().end() >= earliest
                  && each.window().start() <= latest) {
                found.add(each + "=" + Arrays.hashCode(bytes));
              }
            });
        assertThat(texts(store.findSessions(from, to, earliest, latest)))
            .as("seed " + seed + ", step " + i)
            .containsExactlyInAnyOrderElementsOf(found);
      }
    }
    store.close();
  }

  /** A version of a key in the model, or a deletion. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Version(Bytes key, long time, byte[] value) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void versionsOutOfOrder(long seed) {
    Random random = new Random(seed);
    long retention = 1000;
    OctavoVersionedStore store = new OctavoVersionedStore("v", retention, 100);
    store.init(Tasks.context(directory), store);
    List<Version> model = new ArrayList<>();
    long streamTime = -1;
    for (int i = 0; i < 800; i++) {
      // Keys whose versions lie among those of others.
      byte[] bytes = new byte[new int[] {1, 9, 17, 2500}[random.nextInt(4)]];
      Bytes key = Bytes.wrap(bytes);
      long time = i / 4L + random.nextInt(i % 100 == 99 ? 400 : 60);
      byte[] value = random.nextInt(3) == 0 ? null : ByteBuffer.allocate(4).putInt(i).array();
      long result = store.put(key, value, time);
      String run = "seed " + seed + ", step " + i;
      assertThat(result).as(run).isEqualTo(validTo(model, key, time, streamTime - retention));
      if (time >= streamTime - retention) {
        model.removeIf(each -> each.key().equals(key) && each.time() == time);
        model.add(new Version(key, time, value));
        streamTime = Math.max(streamTime, time);
      }
      long asOf = streamTime - random.nextInt(900);
      VersionedRecord<byte[]> found = store.get(key, asOf);
      Version expected = asOf(model, key, asOf);
      assertThat(found == null ? null : found.value())
          .as(run)
          .isEqualTo(expected == null ? null : expected.value());
      Version newest = asOf(model, key, Long.MAX_VALUE);
      VersionedRecord<byte[]> latest = store.get(key);
      assertThat(latest == null ? null : latest.value())
          .as(run)
          .isEqualTo(newest == null ? null : newest.value());
      if (i % 50 == 0) {
        long from = streamTime - 800;
        assertThat(query(store, key, from, asOf))
            .as(run)
            .isEqualTo(between(model, key, from, asOf));
      }
    }
    store.close();
  }

  private static long validTo(List<Version> model, Bytes key, long time, long least) {
    if (time < least) {
      return Long.MIN_VALUE;
    }
    return model.stream()
        .filter(each -> each.key().equals(key) && each.time() > time)
        .mapToLong(Version::time)
        .min()
        .orElse(-1);
  }

  private static Version asOf(List<Version> model, Bytes key, long time) {
    return model.stream()
        .filter(each -> each.key().equals(key) && each.time() <= time)
        .max(java.util.Comparator.comparingLong(Version::time))
        .filter(each -> each.value() != null)
        .orElse(null);
  }

  private static List<Long> between(List<Version> model, Bytes key, long from, long to) {
    return model.stream()
        .filter(each -> each.key().equals(key) && each.time() <= to && each.value() != null)
        .filter(
            each -> {
              long end = validTo(model, key, each.time(), Long.MIN_VALUE);
              return end == -1 || end > from;
            })
        .map(Version::time)
        .sorted()
        .toList();
  }

  private static List<Long> query(OctavoVersionedStore store, Bytes key, long from, long to) {
    MultiVersionedKeyQuery<Bytes, byte[]> query =
        MultiVersionedKeyQuery.<Bytes, byte[]>withKey(key)
            .fromTime(java.time.Instant.ofEpochMilli(from))
            .toTime(java.time.Instant.ofEpochMilli(to))
            .withAscendingTimestamps();
    List<Long> found = new ArrayList<>();
    try (VersionedRecordIterator<byte[]> versions =
        store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult()) {
      versions.forEachRemaining(each -> found.add(each.timestamp()));
    }
    return found;
  }
}
