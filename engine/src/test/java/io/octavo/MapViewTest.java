package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.error.CodecException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.RingFile;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import io.octavo.view.Entries;
import io.octavo.view.Span;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What views do that a map of the JDK does not: transactions, codecs, catalogue. */
@Timeout(120)
class MapViewTest {
  private final Store store = Store.inMemory();

  /** A codec of a user: strings by their length, then as they are. */
  private static final class ByLength implements Codec<String> {
    private final String name;

    ByLength(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public byte[] encode(String value) {
      return ((char) ('a' + value.length()) + value).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String decode(byte[] bytes) {
      return new String(bytes, 1, bytes.length - 1, StandardCharsets.ISO_8859_1);
    }

    @Override
    public Comparator<String> comparator() {
      return Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());
    }
  }

  private static final ByLength BY_LENGTH = new ByLength("example.ByLength");

  @AfterEach
  void close() {
    store.close();
  }

  private OrderedMap<Long, Long> longs() {
    return store.map("longs", Codecs.LONG, Codecs.LONG);
  }

  private OrderedMap<String, Long> strings() {
    return store.map("strings", Codecs.STRING, Codecs.LONG);
  }

  private List<ConcurrentNavigableMap<?, Long>> both() {
    return List.of(longs(), strings());
  }

  @Test
  void aLongMapIsAMapOfLongsAndTheOtherWayRound() {
    store.write(
        tx -> {
          tx.longMap("a").put(1, 2);
          assertThat(tx.map("a", Codecs.LONG, Codecs.LONG)).isEqualTo(Map.of(1L, 2L));
          tx.map("b", Codecs.LONG, Codecs.LONG).put(3L, 4L);
          assertThat(tx.longMap("b").get(3, 0)).isEqualTo(4);
        });
    store.map("c", Codecs.LONG, Codecs.LONG).put(5L, 6L);
    assertThat(store.readLong(tx -> tx.longMap("c").get(5, 0))).isEqualTo(6);
  }

  @Test
  void aMapOfBytesIsAMapFromBytesToBytesAndTheOtherWayRound() {
    store.write(
        tx -> {
          tx.bytesMap("a").put(new byte[] {1}, new byte[] {2});
          assertThat(tx.map("a", Codecs.BYTES, Codecs.BYTES).get(new byte[] {1}))
              .containsExactly(2);
          tx.map("b", Codecs.BYTES, Codecs.BYTES).put(new byte[] {3}, new byte[] {4});
          assertThat(tx.bytesMap("b").get(new byte[] {3})).containsExactly(4);
        });
  }

  @Test
  void aMapIsOpenedByItsCodecsOnlyAndTheErrorNamesBoth() {
    strings().put("a", 1L);
    longs().put(1L, 1L);
    assertThatThrownBy(() -> store.map("strings", Codecs.UTF8, Codecs.LONG))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("name=strings is a map from STRING to LONG, not a map from UTF8 to LONG");
    assertThatThrownBy(() -> store.map("longs", Codecs.STRING, Codecs.LONG))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("name=longs is a map from LONG to LONG, not a map from STRING to LONG");
    store.write(
        tx -> {
          tx.bytesMap("bytes");
          assertThatThrownBy(() -> tx.map("bytes", Codecs.STRING, Codecs.BYTES))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("is a map from BYTES to BYTES");
          assertThatThrownBy(() -> tx.map("strings", Codecs.LONG, Codecs.LONG))
              .isExactlyInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> tx.longMap("strings"))
              .isExactlyInstanceOf(IllegalArgumentException.class);
        });
    try (Transaction tx = store.beginRead()) {
      assertThatThrownBy(() -> tx.map("strings", Codecs.STRING, Codecs.STRING))
          .isExactlyInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aLiveMapWhoseNameGoesToOtherCodecsIsNotMisread() {
    ConcurrentNavigableMap<String, Long> map = strings();
    map.put("a", 1L);
    store.write(tx -> tx.drop("strings"));
    assertThat(map).isEmpty();
    map.put("b", 2L);
    assertThat(map).isEqualTo(Map.of("b", 2L));
    store.write(
        tx -> {
          tx.drop("strings");
          tx.map("strings", Codecs.UUID, Codecs.LONG);
        });
    assertThatThrownBy(map::size).isExactlyInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> map.put("c", 3L)).isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tellsTheCodecsOfAMap() {
    strings().put("a", 1L);
    longs().put(1L, 1L);
    store.write(
        tx -> {
          tx.map("pairs", Codecs.tuple(Codecs.INT, Codecs.UUID), new ByLength("own"));
          tx.postings("lists");
          assertThat(tx.codecs("strings")).containsExactly("STRING", "LONG");
          assertThat(tx.codecs("pairs")).containsExactly("TUPLE(INT,UUID)", "own");
          assertThat(tx.codecs("longs")).isEmpty();
          assertThat(tx.codecs("lists")).isEmpty();
          assertThat(tx.codecs("absent")).isEmpty();
        });
  }

  @Test
  void namesOfCodecsThatCannotBeKeptAreRefused() {
    for (String name : List.of("", "#1", "LONG", "BYTES", "\uD800", "n".repeat(1021))) {
      assertThatThrownBy(() -> store.map("m", new ByLength(name), Codecs.LONG))
          .as(name)
          .isExactlyInstanceOf(IllegalArgumentException.class);
    }
    store.map("m", new ByLength("n".repeat(1020)), Codecs.LONG).put("a", 1L);
    assertThatThrownBy(() -> store.map("", Codecs.LONG, Codecs.LONG))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  private static void fill(Store store) {
    store.write(
        tx -> {
          tx.map("known", Codecs.STRING, Codecs.LONG).put("k", 1L);
          tx.map("tuple", Codecs.tuple(Codecs.STRING, Codecs.INT), Codecs.LONG)
              .put(new Tuple2<>("p", 7), 2L);
          tx.map("user", BY_LENGTH, Codecs.UTF8).put("aa", "v");
          tx.map("user", BY_LENGTH, Codecs.UTF8).put("b", "w");
        });
  }

  private static void assertFilled(Store store) {
    assertThat(store.map("known", Codecs.STRING, Codecs.LONG)).isEqualTo(Map.of("k", 1L));
    assertThat(store.map("tuple", Codecs.tuple(Codecs.STRING, Codecs.INT), Codecs.LONG))
        .isEqualTo(Map.of(new Tuple2<>("p", 7), 2L));
    assertThat(store.map("user", BY_LENGTH, Codecs.UTF8).keySet()).containsExactly("b", "aa");
    assertThatThrownBy(() -> store.map("tuple", Codecs.tuple(Codecs.UTF8, Codecs.INT), Codecs.LONG))
        .hasMessageContaining("from TUPLE(STRING,INT) to LONG")
        .hasMessageContaining("from TUPLE(UTF8,INT) to LONG");
    assertThatThrownBy(() -> store.map("user", Codecs.STRING, Codecs.UTF8))
        .hasMessageContaining("from example.ByLength to UTF8");
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void codecsSurviveACheckpointAndAReplayOfTheRing() {
    HeapFile file = new HeapFile();
    try (Store first = RingFile.open(file, RingFile.SYNC)) {
      // The first commit makes the ring; the second is in it only.
      first.map("before", Codecs.LONG, Codecs.LONG).put(1L, 1L);
      fill(first);
      HeapFile killed = new HeapFile(file.content());
      assertThat(RingFile.ringPages(killed)).isPositive();
      try (Store replayed = RingFile.open(killed, RingFile.SYNC)) {
        assertFilled(replayed);
      }
    }
    HeapFile closed = new HeapFile(file.content());
    assertThat(RingFile.ringPages(closed)).isZero();
    try (Store reopened = RingFile.open(closed, RingFile.SYNC)) {
      assertFilled(reopened);
    }
  }

  @Test
  void aCopyHasTheSameMapsWithTheirCodecs(@TempDir Path directory) {
    fill(store);
    byte[] large = new byte[1_000_000];
    new SplittableRandom(1).nextBytes(large);
    store.map("bytes", Codecs.BYTES, Codecs.BYTES).put(new byte[] {1}, large);
    longs().put(1L, 2L);
    store.backupTo(directory.resolve("copy.oct"));
    try (Store copy = Store.open(directory.resolve("copy.oct"))) {
      assertFilled(copy);
      assertThat(copy.map("bytes", Codecs.BYTES, Codecs.BYTES).firstEntry().getValue())
          .isEqualTo(large);
      assertThat(copy.map("longs", Codecs.LONG, Codecs.LONG)).isEqualTo(Map.of(1L, 2L));
    }
  }

  @Test
  void openingAndReadingCreateNothing() {
    assertThat(strings().get("a")).isNull();
    assertThat(longs()).isEmpty();
    assertThat(strings().keySet().removeAll(List.of())).isFalse();
    try (Transaction tx = store.beginRead()) {
      assertThat(tx.map("other", Codecs.STRING, Codecs.UUID)).isEmpty();
    }
    assertThat(longs().remove(1L)).isNull();
    assertThat(longs().pollFirstEntry()).isNull();
    assertThat(longs().computeIfPresent(1L, (key, old) -> 1L)).isNull();
    assertThat(store.<Iterable<String>>read(Transaction::names)).doesNotContain("longs", "other");
  }

  @Test
  void whatHasNothingToDoIsNoCommit() {
    ConcurrentNavigableMap<Long, Long> map = longs();
    map.put(1L, 1L);
    long commits = store.stats().commits();
    map.putIfAbsent(1L, 2L);
    map.computeIfAbsent(1L, key -> 2L);
    map.remove(2L);
    map.remove(1L, 2L);
    map.replace(2L, 2L);
    map.replace(1L, 2L, 3L);
    map.compute(2L, (key, old) -> null);
    map.keySet().remove(5L);
    map.values().removeIf(value -> false);
    assertThat(store.stats().commits()).isEqualTo(commits);
    map.replace(1L, 1L, 2L);
    assertThat(store.stats().commits()).isEqualTo(commits + 1);
    assertThat(map).isEqualTo(Map.of(1L, 2L));
  }

  @Test
  void aChangeOfManyEntriesIsOneCommit() {
    ConcurrentNavigableMap<Long, Long> map = longs();
    List<Runnable> changes =
        List.of(
            () -> map.putAll(Map.of(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L, 5L, 5L)),
            () -> map.replaceAll((key, value) -> value + 1),
            () -> map.keySet().removeIf(key -> key < 3),
            () -> map.values().removeAll(List.of(4L)),
            () -> map.entrySet().retainAll(List.of(Map.entry(4L, 5L))),
            map::clear);
    for (Runnable change : changes) {
      long commits = store.stats().commits();
      change.run();
      assertThat(store.stats().commits()).isEqualTo(commits + 1);
    }
    assertThat(map).isEmpty();
  }

  @Test
  void whereAChangeThrowsNothingIsChanged() {
    ConcurrentNavigableMap<Long, Long> map = longs();
    map.putAll(Map.of(1L, 1L, 2L, 2L));
    IllegalCallerException thrown = new IllegalCallerException();
    Consumer<Runnable> throwsAsItIs =
        change -> {
          assertThat(catchThrowable(change::run)).isSameAs(thrown);
          assertThat(map).isEqualTo(Map.of(1L, 1L, 2L, 2L));
        };
    throwsAsItIs.accept(
        () ->
            map.replaceAll(
                (key, value) -> {
                  if (key == 2) {
                    throw thrown;
                  }
                  return 9L;
                }));
    throwsAsItIs.accept(
        () ->
            map.merge(
                1L,
                1L,
                (a, b) -> {
                  throw thrown;
                }));
    throwsAsItIs.accept(
        () ->
            map.keySet()
                .removeIf(
                    key -> {
                      if (key == 2) {
                        throw thrown;
                      }
                      return true;
                    }));
    Map<String, Long> tooLong = new java.util.LinkedHashMap<>();
    tooLong.put("fits", 1L);
    tooLong.put("x".repeat(2001), 1L);
    assertThatThrownBy(() -> strings().putAll(tooLong))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThat(strings()).isEmpty();
  }

  @Test
  void aSortedSourceThatDescendsIsRefusedAndNothingIsChanged() {
    longs().put(5L, 5L);
    List<Map.Entry<Long, Long>> descending = List.of(Map.entry(7L, 1L), Map.entry(6L, 1L));
    List<Map.Entry<String, Long>> equal = List.of(Map.entry("a", 1L), Map.entry("a", 2L));
    assertThatThrownBy(() -> longs().load(descending.iterator()))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("key=6 at pair 2 is not above its predecessor, 7");
    assertThatThrownBy(() -> strings().load(equal.iterator()))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the key of pair 2 is not above its predecessor");
    assertThat(longs()).isEqualTo(Map.of(5L, 5L));
    assertThat(strings()).isEmpty();
    try (Transaction tx = store.beginWrite()) {
      OrderedMap<Long, Long> map = tx.map("longs", Codecs.LONG, Codecs.LONG);
      assertThatThrownBy(() -> map.load(descending.iterator()))
          .isExactlyInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(tx::commit).hasMessageContaining("an earlier call failed");
    }
    store.view(
        tx ->
            assertThatThrownBy(
                    () ->
                        tx.map("longs", Codecs.LONG, Codecs.LONG)
                            .load(Map.of(1L, 1L).entrySet().iterator()))
                .isExactlyInstanceOf(UnsupportedOperationException.class));
    strings().load(new TreeMap<>(Map.of("a", 1L, "b", 2L)).entrySet().iterator());
    assertThat(strings()).isEqualTo(Map.of("a", 1L, "b", 2L));
  }

  @Test
  void bytesThatCodecsDecodeAreAdopted() {
    byte[] seven = Codecs.INT.encode(7);
    store.write(
        tx -> {
          tx.bytesMap("b").put(Codecs.STRING.encode("a"), seven);
          tx.bytesMap("b").put(Codecs.STRING.encode("b"), seven);
          assertThatThrownBy(() -> tx.map("b", Codecs.STRING, Codecs.INT))
              .isExactlyInstanceOf(IllegalArgumentException.class);
          assertThat(tx.adopt("b", Codecs.STRING, Codecs.INT)).isEqualTo(Map.of("a", 7, "b", 7));
          // Codecs that the map has already are those of any later call.
          tx.adopt("b", Codecs.STRING, Codecs.INT).put("c", 8);
          assertThatThrownBy(() -> tx.adopt("b", Codecs.STRING, Codecs.LONG))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("not a map from STRING to LONG");
          assertThatThrownBy(() -> tx.adopt("none", Codecs.STRING, Codecs.LONG))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("name=none is no collection");
          tx.longMap("l").put(1, 1);
          assertThatThrownBy(() -> tx.adopt("l", Codecs.STRING, Codecs.LONG))
              .isExactlyInstanceOf(IllegalArgumentException.class);
          assertThat(tx.names()).containsExactly("b", "l");
        });
    assertThat(store.map("b", Codecs.STRING, Codecs.INT)).isEqualTo(Map.of("a", 7, "b", 7, "c", 8));
    assertThatThrownBy(() -> store.view(tx -> tx.adopt("b", Codecs.STRING, Codecs.INT)))
        .isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFirstEntryThatDoesNotDecodeIsNamedAndTheMapStaysAsItIs() {
    byte[] seven = Codecs.INT.encode(7);
    store.write(
        tx -> {
          tx.bytesMap("b").put(new byte[] {0, 0, 0, 1}, seven);
          tx.bytesMap("b").put(new byte[] {0, 0, 0, 2}, new byte[3]);
          tx.bytesMap("b").put(new byte[] {0, 0, 0, 3}, new byte[9]);
          assertThatThrownBy(() -> tx.adopt("b", Codecs.BYTES, Codecs.INT))
              .isExactlyInstanceOf(CodecException.class)
              .hasMessageContaining("00000002: the entry of this key in name=b does not decode");
          tx.bytesMap("b").put(new byte[] {0, 0, 0, 0, 0}, seven);
          assertThatThrownBy(() -> tx.adopt("b", Codecs.INT, Codecs.BYTES))
              .isExactlyInstanceOf(CodecException.class)
              .hasMessageContaining("0000000000: the entry of this key");
          // One that the codec decodes, and would look for elsewhere.
          tx.bytesMap("c").put(new byte[] {'A'}, seven);
          Codec<String> lower =
              Codecs.UTF8.map("lower", text -> text.toLowerCase(Locale.ROOT), text -> text);
          assertThatThrownBy(() -> tx.adopt("c", lower, Codecs.INT))
              .isExactlyInstanceOf(CodecException.class)
              .hasMessageContaining("encodes what they stand for otherwise");
          assertThat(tx.codecs("b")).isEmpty();
          assertThat(tx.codecs("c")).isEmpty();
        });
    assertThat(store.readLong(tx -> tx.bytesMap("b").size())).isEqualTo(4);
  }

  @Test
  void aThreadThatWritesChangesMapsInItsTransactionOnly() {
    longs().put(1L, 1L);
    try (Transaction tx = store.beginWrite()) {
      tx.map("longs", Codecs.LONG, Codecs.LONG).put(1L, 99L);
      ConcurrentNavigableMap<Long, Long> map = longs();
      Iterator<Long> keys = map.keySet().iterator();
      keys.next();
      List<Runnable> changes =
          List.of(
              () -> map.put(5L, 5L),
              () -> map.putIfAbsent(1L, 1L),
              () -> map.remove(77L),
              () -> map.computeIfAbsent(1L, key -> 2L),
              () -> map.merge(1L, 1L, Long::sum),
              map::pollFirstEntry,
              map::clear,
              keys::remove,
              () -> map.keySet().removeIf(key -> true),
              () -> map.headMap(9L).descendingMap().replaceAll((key, value) -> 0L));
      for (Runnable change : changes) {
        assertThatThrownBy(change::run)
            .isExactlyInstanceOf(IllegalStateException.class)
            .hasMessageContaining("name=longs")
            .hasMessageContaining("tx.map(");
      }
      assertThat(map).as("the last commit").isEqualTo(Map.of(1L, 1L));
      tx.commit();
    }
    assertThat(longs()).isEqualTo(Map.of(1L, 99L));
    assertThatThrownBy(() -> longs().compute(1L, (key, old) -> strings().merge("a", 1L, Long::sum)))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tx.map(");
  }

  @Test
  void aMapOfAReadTransactionCannotBeChanged() {
    longs().putAll(Map.of(1L, 1L, 2L, 2L));
    try (Transaction tx = store.beginRead()) {
      NavigableMap<Long, Long> map = tx.map("longs", Codecs.LONG, Codecs.LONG);
      Iterator<Long> values = map.values().iterator();
      values.next();
      List<Runnable> changes =
          List.of(
              () -> map.put(1L, 1L),
              () -> map.putIfAbsent(1L, 1L),
              () -> map.putAll(Map.of()),
              () -> map.remove(9L),
              () -> map.remove(1L, 9L),
              () -> map.remove(1L, null),
              () -> map.headMap(1L).remove(1L),
              () -> map.replace(9L, 9L),
              () -> map.replace(1L, 8L, 9L),
              () -> map.replaceAll((key, value) -> value),
              () -> map.compute(9L, (key, value) -> null),
              () -> map.computeIfAbsent(1L, key -> 1L),
              () -> map.computeIfPresent(9L, (key, value) -> 1L),
              () -> map.merge(1L, 1L, Long::sum),
              map::pollFirstEntry,
              map::pollLastEntry,
              map::clear,
              map.keySet()::clear,
              () -> map.keySet().remove(1L),
              () -> map.keySet().removeIf(key -> true),
              () -> map.values().remove(1L),
              () -> map.entrySet().retainAll(List.of()),
              map.navigableKeySet()::pollFirst,
              values::remove);
      for (int i = 0; i < changes.size(); i++) {
        assertThat(catchThrowable(changes.get(i)::run))
            .as("change %d", i)
            .isExactlyInstanceOf(UnsupportedOperationException.class);
      }
      assertThat(map).isEqualTo(Map.of(1L, 1L, 2L, 2L));
    }
  }

  @Test
  void aMapEndsWithItsTransactionOrItsStore() {
    strings().put("a", 1L);
    longs().putAll(Map.of(1L, 1L, 2L, 2L, 3L, 3L));
    List<NavigableMap<?, Long>> maps = new ArrayList<>();
    List<Iterator<?>> iterators = new ArrayList<>();
    Transaction write = store.beginWrite();
    Transaction read = store.beginRead();
    for (Transaction tx : List.of(write, read)) {
      maps.add(tx.map("longs", Codecs.LONG, Codecs.LONG));
      maps.add(tx.map("strings", Codecs.STRING, Codecs.LONG));
    }
    maps.addAll(both());
    maps.forEach(map -> iterators.add(map.keySet().iterator()));
    write.close();
    read.close();
    store.close();
    for (NavigableMap<?, Long> map : maps) {
      assertThatThrownBy(map::size).isExactlyInstanceOf(IllegalStateException.class);
      assertThatThrownBy(map::firstEntry).isExactlyInstanceOf(IllegalStateException.class);
      assertThatThrownBy(map::clear)
          .isInstanceOfAny(IllegalStateException.class, UnsupportedOperationException.class);
    }
    for (Iterator<?> iterator : iterators) {
      assertThatThrownBy(iterator::next).isExactlyInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(this::strings).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void theComparatorIsThatOfTheCodecWhereItIsNotNaturalOrder() {
    assertThat(strings().comparator()).isNull();
    assertThat(strings().descendingMap().comparator()).isEqualTo(Collections.reverseOrder());
    assertThat(store.map("u", Codecs.UTF8, Codecs.LONG).comparator())
        .isEqualTo(Codecs.UTF8.comparator());
    NavigableMap<String, String> map = store.map("user", BY_LENGTH, Codecs.STRING);
    for (String key : List.of("ccc", "b", "aa", "a")) {
      map.put(key, key + key);
    }
    assertThat(map.keySet()).containsExactly("a", "b", "aa", "ccc");
    assertThat(map.headMap("aa", true).descendingKeySet()).containsExactly("aa", "b", "a");
    assertThat(map.higherKey("z")).isEqualTo("aa");
    assertThat(new java.util.TreeMap<>(map).lastEntry().getValue()).isEqualTo("cccccc");
  }

  @Test
  void theLongestKeysHaveTheirNeighbours() {
    NavigableMap<byte[], Long> map = store.map("m", Codecs.BYTES, Codecs.LONG);
    byte[] high = new byte[BytesMap.MAX_KEY];
    Arrays.fill(high, (byte) 0xFF);
    byte[] low = high.clone();
    low[BytesMap.MAX_KEY - 1] = 7;
    map.put(low, 1L);
    map.put(high, 2L);
    map.put(new byte[0], 0L);
    assertThat(map.values()).containsExactly(0L, 1L, 2L);
    assertThat(map.higherEntry(low).getValue()).isEqualTo(2);
    assertThat(map.higherEntry(high)).isNull();
    assertThat(map.floorEntry(low).getValue()).isEqualTo(1);
    assertThat(map.floorEntry(high).getValue()).isEqualTo(2);
    assertThat(map.headMap(low, true).values()).containsExactly(0L, 1L);
    assertThat(map.tailMap(high, false)).isEmpty();
    assertThat(map.tailMap(new byte[0], false).values()).containsExactly(1L, 2L);
    assertThat(map.descendingMap().values()).containsExactly(2L, 1L, 0L);
    map.headMap(high, true).clear();
    assertThat(map).isEmpty();
    assertThatThrownBy(() -> map.put(new byte[BytesMap.MAX_KEY + 1], 1L))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytesAreComparedByWhatTheyHold() {
    NavigableMap<Long, byte[]> map = store.map("m", Codecs.LONG, Codecs.BYTES);
    map.put(1L, new byte[] {1, 2});
    assertThat(map.containsValue(new byte[] {1, 2})).isTrue();
    assertThat(map.replace(1L, new byte[] {1}, new byte[] {3})).isFalse();
    assertThat(map.replace(1L, new byte[] {1, 2}, new byte[] {3})).isTrue();
    assertThat(map.entrySet().contains(Map.entry(1L, new byte[] {3}))).isTrue();
    assertThat(map.remove(1L, new byte[] {3})).isTrue();
    assertThat(map).isEmpty();
  }

  @Test
  void valuesThatTheCodecDidNotWriteAreReported() {
    strings().put("a", 1L);
    store.write(tx -> tx.bytesMap("strings").put(new byte[] {'b'}, new byte[] {1}));
    assertThat(strings().keySet()).containsExactly("a", "b");
    assertThatThrownBy(() -> strings().get("b"))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageStartingWith("codec=LONG did not write 1 bytes, 01");
  }

  @Test
  void aScanOfLargeValuesReadsFewAtATime() {
    NavigableMap<Long, byte[]> map = store.map("m", Codecs.LONG, Codecs.BYTES);
    List<Map.Entry<Long, byte[]>> read = new ArrayList<>();
    store.write(
        tx -> {
          NavigableMap<Long, byte[]> large = tx.map("m", Codecs.LONG, Codecs.BYTES);
          for (long i = 0; i < 100; i++) {
            large.put(i, new byte[100_000]);
          }
          Entries<Long, byte[]> entries =
              BytesMapType.entries(tx.bytesMap("m"), Codecs.LONG, Codecs.BYTES);
          assertThat(entries.read(Span.ALL, false, 100, true, read)).isTrue();
        });
    assertThat(read).hasSize(3);
    assertThat(map.values()).hasSize(100).allMatch(value -> value.length == 100_000);
    assertThat(map.descendingKeySet()).hasSize(100);
  }

  /** A list that counts how often it is searched. */
  private static final class Searched<E> extends AbstractList<@Nullable E> {
    private final List<? extends @Nullable E> elements;
    private int searches;

    Searched(List<? extends @Nullable E> elements) {
      this.elements = elements;
    }

    @Override
    public @Nullable E get(int index) {
      return elements.get(index);
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public boolean contains(@Nullable Object element) {
      searches++;
      return super.contains(element);
    }
  }

  @Test
  void aListOfManyElementsToRemoveOrToRetainIsNotSearchedForEachEntry() {
    Map<Long, Long> map = longs();
    List<@Nullable Object> keys = new ArrayList<>(Arrays.asList(null, "no key"));
    List<@Nullable Object> entries = new ArrayList<>(keys);
    for (long i = 0; i < 200; i += 2) {
      keys.add(i);
      entries.add(Map.entry(i, i));
    }
    Collection<?> entrySet = map.entrySet();
    for (Collection<?> view : List.of(map.keySet(), map.values(), entrySet)) {
      Searched<Object> even = new Searched<>(view == entrySet ? entries : keys);
      for (boolean retains : new boolean[] {false, true}) {
        for (long i = 0; i < 100; i++) {
          map.put(i, i);
        }
        assertThat(retains ? view.retainAll(even) : view.removeAll(even)).isTrue();
        assertThat(map.keySet()).hasSize(50).allMatch(key -> key % 2 == (retains ? 0 : 1));
        assertThat(even.searches).isZero();
      }
    }
  }
}
