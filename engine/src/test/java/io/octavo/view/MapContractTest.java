package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.Helpers;
import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.MapFeature;
import com.google.common.collect.testing.testers.MapEntrySetTester;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import junit.framework.AssertionFailedError;
import junit.framework.TestFailure;
import junit.framework.TestListener;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contracts of the JDK's maps and sets as Guava's library of tests has them, for every kind of
 * view. Its tests go through ranges, descending maps, key sets and entry sets of each by
 * themselves.
 */
class MapContractTest {
  /** Maps that the running test has opened, and what gives them back. */
  private final List<Runnable> open = new ArrayList<>();

  /** Names of maps that are empty again: opening a store for each test takes most of the time. */
  private final Deque<String> free = new ArrayDeque<>();

  private final Store store = openStore();
  private int names;

  /** The one in which maps are changed. */
  private @Nullable Transaction transaction;

  /** Opens the store of the maps. */
  Store openStore() {
    return Store.inMemory();
  }

  /** Brings a map into another state in which it is empty. */
  void prepare(Transaction tx, String name, Codec<?> keys) {}

  private <K, V> void prepare(String name, Codec<K> keys, Codec<V> values) {
    store.write(
        tx -> {
          assertThat(tx.map(name, keys, values)).isEmpty();
          prepare(tx, name, keys);
        });
  }

  private interface Opening {
    <K, V> NavigableMap<K, V> open(Codec<K> keys, Codec<V> values, Map<K, V> entries);
  }

  private String name() {
    return free.isEmpty() ? "map " + names++ : free.pop();
  }

  /** Empties a map at the end of the running test. */
  private void clearLater(String name, Map<?, ?> map) {
    open.add(
        () -> {
          map.clear();
          free.push(name);
        });
  }

  private final Opening live =
      new Opening() {
        @Override
        public <K, V> NavigableMap<K, V> open(Codec<K> keys, Codec<V> values, Map<K, V> entries) {
          String name = name();
          NavigableMap<K, V> map = store.map(name, keys, values);
          clearLater(name, map);
          prepare(name, keys, values);
          map.putAll(entries);
          return map;
        }
      };

  private final Opening writing =
      new Opening() {
        @Override
        public <K, V> NavigableMap<K, V> open(Codec<K> keys, Codec<V> values, Map<K, V> entries) {
          if (transaction == null) {
            transaction = store.beginWrite();
          }
          String name = name();
          NavigableMap<K, V> map = transaction.map(name, keys, values);
          clearLater(name, map);
          prepare(transaction, name, keys);
          map.putAll(entries);
          return map;
        }
      };

  private final Opening reading =
      new Opening() {
        @Override
        public <K, V> NavigableMap<K, V> open(Codec<K> keys, Codec<V> values, Map<K, V> entries) {
          String name = name();
          NavigableMap<K, V> map = store.map(name, keys, values);
          clearLater(name, map);
          prepare(name, keys, values);
          map.putAll(entries);
          Transaction snapshot = store.beginRead();
          open.add(snapshot::close);
          return snapshot.map(name, keys, values);
        }
      };

  @AfterEach
  void close() {
    store.close();
  }

  /** Five sample keys in order, and two beyond at each end. */
  private static final class Generator<K, V> implements TestSortedMapGenerator<K, V> {
    private final List<K> keys;
    private final List<V> values;
    private final Function<Map<K, V>, NavigableMap<K, V>> opening;

    Generator(List<K> keys, List<V> values, Function<Map<K, V>, NavigableMap<K, V>> opening) {
      this.keys = keys;
      this.values = values;
      this.opening = opening;
    }

    private Map.Entry<K, V> entry(int key) {
      return Helpers.mapEntry(keys.get(key), values.get(key));
    }

    @Override
    public SampleElements<Map.Entry<K, V>> samples() {
      return new SampleElements<>(entry(2), entry(3), entry(4), entry(5), entry(6));
    }

    @Override
    public Map.Entry<K, V> belowSamplesLesser() {
      return entry(0);
    }

    @Override
    public Map.Entry<K, V> belowSamplesGreater() {
      return entry(1);
    }

    @Override
    public Map.Entry<K, V> aboveSamplesLesser() {
      return entry(7);
    }

    @Override
    public Map.Entry<K, V> aboveSamplesGreater() {
      return entry(8);
    }

    @Override
    @SuppressWarnings("unchecked")
    public SortedMap<K, V> create(Object... elements) {
      Map<K, V> entries = new java.util.LinkedHashMap<>();
      for (Object element : elements) {
        Map.Entry<K, V> entry = (Map.Entry<K, V>) element;
        entries.put(entry.getKey(), entry.getValue());
      }
      return opening.apply(entries);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Map.Entry<K, V>[] createArray(int length) {
      return new Map.Entry[length];
    }

    @Override
    @SuppressWarnings("unchecked")
    public K[] createKeyArray(int length) {
      return (K[]) Arrays.copyOf(keys.subList(0, 0).toArray(), length, array(keys.get(0)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public V[] createValueArray(int length) {
      return (V[]) Arrays.copyOf(values.subList(0, 0).toArray(), length, array(values.get(0)));
    }

    @SuppressWarnings("unchecked")
    private static Class<? extends Object[]> array(Object element) {
      return (Class<? extends Object[]>) element.getClass().arrayType();
    }

    @Override
    public Iterable<Map.Entry<K, V>> order(List<Map.Entry<K, V>> insertionOrder) {
      List<Map.Entry<K, V>> sorted = new ArrayList<>(insertionOrder);
      sorted.sort(java.util.Comparator.comparing(entry -> keys.indexOf(entry.getKey())));
      return sorted;
    }
  }

  /** Makes the tests of maps of several entries; fewer are for {@link MapModelTest}. */
  private <K> TestSuite suite(String name, Opening opening, Codec<K> codec, List<K> keys) {
    Generator<K, Long> generator =
        new Generator<>(keys, LONGS, entries -> opening.open(codec, Codecs.LONG, entries));
    List<Feature<?>> features = new ArrayList<>();
    Collections.addAll(features, CollectionSize.SEVERAL, CollectionFeature.KNOWN_ORDER);
    if (opening != reading) {
      features.add(MapFeature.GENERAL_PURPOSE);
      features.add(CollectionFeature.SUPPORTS_ITERATOR_REMOVE);
    }
    NavigableMapTestSuiteBuilder<K, Long> builder =
        opening == live
            ? ConcurrentNavigableMapTestSuiteBuilder.using(generator)
            : NavigableMapTestSuiteBuilder.using(generator);
    return builder.named(name).withFeatures(features).suppressing(setValue()).createTestSuite();
  }

  /** Entries do not change, neither here nor in a ConcurrentSkipListMap. */
  private static List<Method> setValue() {
    return Stream.of(MapEntrySetTester.class.getDeclaredMethods())
        .filter(method -> method.getName().startsWith("testSetValue"))
        .toList();
  }

  private static final List<String> STRINGS =
      List.of(
          "!! a",
          "!! b",
          "one",
          "p\u00E9",
          "tr\u00E9s",
          "\uD83D\uDE00",
          "\uFFFDfive",
          "\uFFFE a",
          "\uFFFE b");
  private static final List<Long> LONGS =
      List.of(Long.MIN_VALUE, -7L, -1L, 0L, 1L, 2L, 70_000L, Long.MAX_VALUE - 1, Long.MAX_VALUE);

  @Test
  void liveMapsKeepTheContracts() {
    assertKeepsContracts(suite("live", live, Codecs.STRING, STRINGS));
  }

  @Test
  void mapsOfWriteTransactionsKeepTheContracts() {
    assertKeepsContracts(suite("writing", writing, Codecs.LONG, LONGS));
  }

  @Test
  void mapsOfReadTransactionsKeepTheContracts() {
    assertKeepsContracts(suite("reading", reading, Codecs.STRING, STRINGS));
  }

  private void assertKeepsContracts(TestSuite suite) {
    TestResult result = new TestResult();
    result.addListener(new Closing());
    suite.run(result);
    List<TestFailure> failures = new ArrayList<>(Collections.list(result.failures()));
    failures.addAll(Collections.list(result.errors()));
    assertThat(failures.stream().map(failure -> failure + "\n" + failure.trace()).limit(9))
        .as("%d of %d tests", failures.size(), result.runCount())
        .isEmpty();
    assertThat(result.runCount()).isGreaterThan(5_000);
  }

  /** Closes what each test has opened. */
  private final class Closing implements TestListener {
    @Override
    public void startTest(junit.framework.Test test) {}

    @Override
    public void addError(junit.framework.Test test, Throwable e) {}

    @Override
    public void addFailure(junit.framework.Test test, AssertionFailedError e) {}

    @Override
    public void endTest(junit.framework.Test test) {
      for (int i = open.size() - 1; i >= 0; i--) {
        open.get(i).run();
      }
      open.clear();
    }
  }
}
