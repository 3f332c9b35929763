package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams of maps give what a tree map gives, and say of themselves what is so. */
class StreamTest {
  private static final int ALWAYS =
      Spliterator.ORDERED | Spliterator.SORTED | Spliterator.DISTINCT | Spliterator.NONNULL;

  private final NavigableMap<Long, Long> model = new TreeMap<>();
  private final Store store = Store.inMemory();

  @BeforeEach
  void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      model.put(random.nextLong() >> random.nextInt(Long.SIZE), random.nextLong());
    }
    store.write(tx -> tx.map("longs", Codecs.LONG, Codecs.LONG).putAll(model));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static long[] longs(Iterable<Long> keys) {
    List<Long> list = new ArrayList<>();
    keys.forEach(list::add);
    return list.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void streamsOfALongMapGiveItsKeysAndEntries() {
    try (Transaction tx = store.beginRead()) {
      LongMap map = tx.longMap("longs");
      assertThat(map.keys().toArray()).isEqualTo(longs(model.keySet()));
      assertThat(map.keys().parallel().toArray()).isEqualTo(longs(model.keySet()));
      assertThat(map.keys().count()).isEqualTo(model.size());
      assertThat(map.entries().mapToLong(LongEntry::value).sum())
          .isEqualTo(model.values().stream().mapToLong(Long::longValue).sum());
      assertThat(map.entries().parallel().map(LongEntry::key))
          .containsExactlyElementsOf(model.keySet());
      SplittableRandom random = new SplittableRandom(2);
      for (int i = 0; i < 200; i++) {
        long from = random.nextLong() >> random.nextInt(Long.SIZE);
        long to = random.nextLong() >> random.nextInt(Long.SIZE);
        NavigableMap<Long, Long> part =
            from <= to ? model.subMap(from, true, to, true) : new TreeMap<>();
        assertThat(map.keys(from, to).toArray()).isEqualTo(longs(part.keySet()));
        assertThat(map.entries(from, to).map(LongEntry::value))
            .containsExactlyElementsOf(part.values());
      }
    }
  }

  @Test
  void streamsOfALongMapSayWhatIsSo() {
    try (Transaction tx = store.beginRead()) {
      LongMap map = tx.longMap("longs");
      assertSays(map.keys().spliterator(), Spliterator.IMMUTABLE, model.size());
      assertSays(map.entries().spliterator(), Spliterator.IMMUTABLE, model.size());
      assertSays(map.keys(1, 9).spliterator(), Spliterator.IMMUTABLE, -1);
      assertSays(map.entries(1, 9).spliterator(), Spliterator.IMMUTABLE, -1);
      assertThat(map.entries().spliterator().getComparator())
          .satisfies(
              order -> {
                @SuppressWarnings("unchecked")
                Comparator<LongEntry> entries = (Comparator<LongEntry>) order;
                assertThat(entries.compare(new LongEntry(1, 2), new LongEntry(2, 1))).isNegative();
              });
      assertThat(map.keys().spliterator().getComparator()).isNull();
    }
    try (Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap("longs");
      assertSays(map.keys().spliterator(), 0, -1);
      assertSays(map.entries().spliterator(), 0, -1);
      assertSays(map.keys(1, 9).spliterator(), 0, -1);
    }
  }

  @Test
  void aStreamSeesWhatItsTransactionPutAfterItWasMade() {
    store.write(
        tx -> {
          LongMap map = tx.longMap("new");
          LongStream keys = map.keys();
          map.put(7, 1);
          assertThat(keys.toArray()).containsExactly(7);
        });
  }

  @Test
  void aStreamEndsWithItsTransaction() {
    Transaction tx = store.beginRead();
    LongStream keys = tx.longMap("longs").keys();
    tx.close();
    assertThatThrownBy(keys::sum).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void streamsOfViewsSayWhatIsSo() {
    NavigableMap<Long, Long> live = store.map("longs", Codecs.LONG, Codecs.LONG);
    assertSays(live.keySet().spliterator(), Spliterator.CONCURRENT, -1);
    assertSays(live.entrySet().spliterator(), Spliterator.CONCURRENT, -1);
    assertThat(live.values().spliterator().characteristics())
        .isEqualTo(Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
    assertThat(live.navigableKeySet().spliterator().getComparator()).isNull();
    assertThat(live.descendingKeySet().spliterator().getComparator())
        .isEqualTo(Comparator.reverseOrder());
    assertThatThrownBy(live.values().spliterator()::getComparator)
        .isExactlyInstanceOf(IllegalStateException.class);
    try (Transaction tx = store.beginRead()) {
      NavigableMap<Long, Long> map = tx.map("longs", Codecs.LONG, Codecs.LONG);
      assertSays(map.keySet().spliterator(), Spliterator.IMMUTABLE, model.size());
      assertSays(map.descendingMap().entrySet().spliterator(), Spliterator.IMMUTABLE, model.size());
      assertSays(map.tailMap(5L).keySet().spliterator(), Spliterator.IMMUTABLE, -1);
      assertThat(map.keySet().stream().count()).isEqualTo(model.size());
    }
    try (Transaction tx = store.beginWrite()) {
      assertSays(tx.map("longs", Codecs.LONG, Codecs.LONG).keySet().spliterator(), 0, -1);
    }
  }

  @Test
  void streamsOfViewsGiveWhatATreeMapGives() {
    NavigableMap<Long, Long> live = store.map("longs", Codecs.LONG, Codecs.LONG);
    assertThat(live.values().stream()).containsExactlyElementsOf(model.values());
    assertThat(live.keySet().parallelStream()).containsExactlyElementsOf(model.keySet());
    assertThat(live.descendingMap().entrySet().stream())
        .containsExactlyElementsOf(model.descendingMap().entrySet());
    assertThat(live.descendingKeySet().stream().sorted().limit(3))
        .containsExactlyElementsOf(model.keySet().stream().limit(3).toList());
    assertThat(live.subMap(-100L, 100L).entrySet().stream().skip(2))
        .containsExactlyElementsOf(model.subMap(-100L, 100L).entrySet().stream().skip(2).toList());
  }

  private static void assertSays(Spliterator<?> spliterator, int further, long size) {
    int sized = size < 0 ? 0 : Spliterator.SIZED | Spliterator.SUBSIZED;
    assertThat(spliterator.characteristics()).isEqualTo(ALWAYS | further | sized);
    assertThat(spliterator.getExactSizeIfKnown()).isEqualTo(size);
  }
}
