package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.OrderedMap;
import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.codec.Tuple3;
import io.octavo.fixture.Effort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Views of the keys that begin alike, beside ranges of a {@link ConcurrentSkipListMap}. */
class PrefixMapTest {
  private static final int ROUNDS = Effort.times(60);
  private static final int CALLS = 25;

  private final Store store = Store.inMemory();

  /** A key of three parts, whose codec has them in another order. */
  private record Visit(int day, String city, long number) {}

  /**
   * Keys of a kind.
   *
   * @param prefix makes the parts of a prefix, none at times
   * @param first finds the least key that begins with a prefix
   * @param behind finds the least key above all that begin with one, null for none
   */
  private record Kind<K>(
      Codec<K> codec,
      Function<SplittableRandom, K> keys,
      Function<SplittableRandom, List<?>> prefix,
      Function<List<?>, K> first,
      Function<List<?>, K> behind) {}

  @AfterEach
  void close() {
    store.close();
  }

  private static final Kind<String> STRINGS =
      new Kind<>(
          Codecs.STRING,
          MapModelTest::stringKey,
          random -> random.nextInt(9) == 0 ? List.of() : List.of(MapModelTest.stringKey(random)),
          prefix -> prefix.isEmpty() ? "" : (String) prefix.get(0),
          prefix -> prefix.isEmpty() ? null : behind((String) prefix.get(0)));

  /** The next string that does not begin with this one, null if there is none. */
  private static String behind(String prefix) {
    int end = prefix.length();
    while (end > 0 && prefix.charAt(end - 1) == Character.MAX_VALUE) {
      end--;
    }
    return end == 0 ? null : prefix.substring(0, end - 1) + (char) (prefix.charAt(end - 1) + 1);
  }

  private static final Kind<Tuple2<String, Long>> PAIRS =
      new Kind<>(
          Codecs.tuple(Codecs.STRING, Codecs.LONG),
          random -> new Tuple2<>(MapModelTest.stringKey(random), (long) random.nextInt(-2, 3)),
          random -> random.nextInt(9) == 0 ? List.of() : List.of(MapModelTest.stringKey(random)),
          prefix -> new Tuple2<>(prefix.isEmpty() ? "" : (String) prefix.get(0), Long.MIN_VALUE),
          prefix -> prefix.isEmpty() ? null : new Tuple2<>(prefix.get(0) + "\0", Long.MIN_VALUE));

  private static final Kind<Tuple3<Integer, String, String>> TRIPLES =
      new Kind<>(
          Codecs.tuple(Codecs.INT, Codecs.STRING, Codecs.STRING),
          random ->
              new Tuple3<>(
                  random.nextInt(3),
                  MapModelTest.stringKey(random),
                  MapModelTest.stringKey(random) + "end"),
          random ->
              List.of(random.nextInt(3), MapModelTest.stringKey(random))
                  .subList(0, random.nextInt(3)),
          prefix ->
              new Tuple3<>(
                  prefix.isEmpty() ? Integer.MIN_VALUE : (Integer) prefix.get(0),
                  prefix.size() < 2 ? "" : (String) prefix.get(1),
                  ""),
          prefix ->
              switch (prefix.size()) {
                case 0 -> null;
                case 1 -> new Tuple3<>((Integer) prefix.get(0) + 1, "", "");
                default -> new Tuple3<>((Integer) prefix.get(0), prefix.get(1) + "\0", "");
              });

  private static final Kind<Visit> VISITS =
      new Kind<>(
          Codecs.record(Visit.class)
              .with("city", Codecs.STRING, Visit::city)
              .with("day", Codecs.INT, Visit::day)
              .with("number", Codecs.LONG, Visit::number)
              .build(),
          random -> new Visit(random.nextInt(2), MapModelTest.stringKey(random), random.nextInt(2)),
          random ->
              List.of(MapModelTest.stringKey(random), random.nextInt(2))
                  .subList(0, random.nextInt(3)),
          prefix ->
              new Visit(
                  prefix.size() < 2 ? Integer.MIN_VALUE : (Integer) prefix.get(1),
                  prefix.isEmpty() ? "" : (String) prefix.get(0),
                  Long.MIN_VALUE),
          prefix ->
              switch (prefix.size()) {
                case 0 -> null;
                case 1 -> new Visit(Integer.MIN_VALUE, prefix.get(0) + "\0", Long.MIN_VALUE);
                default ->
                    new Visit((Integer) prefix.get(1) + 1, (String) prefix.get(0), Long.MIN_VALUE);
              });

  @Test
  void stringsThatBeginAlike() {
    beside(STRINGS);
  }

  @Test
  void pairsOfOneFirst() {
    beside(PAIRS);
  }

  @Test
  void triplesOfOneFirstAndSecond() {
    beside(TRIPLES);
  }

  @Test
  void recordsOfOneFirstComponent() {
    beside(VISITS);
  }

  private <K> void beside(Kind<K> kind) {
    List<MapModelTest.Call<K>> calls = MapModelTest.calls(kind.keys());
    Comparator<? super K> order = kind.codec().comparator();
    ConcurrentSkipListMap<K, Long> model =
        new ConcurrentSkipListMap<>(order == Comparator.naturalOrder() ? null : order);
    OrderedMap<K, Long> map = store.map("m", kind.codec(), Codecs.LONG);
    for (int round = 0; round < ROUNDS; round++) {
      SplittableRandom random = new SplittableRandom(round);
      List<?> from = kind.prefix().apply(random);
      List<?> to = random.nextBoolean() ? from : kind.prefix().apply(random);
      boolean fromInclusive = random.nextInt(4) > 0;
      boolean toInclusive = random.nextInt(4) > 0;
      NavigableMap<K, Long> expected = part(kind, model, from, fromInclusive, to, toInclusive);
      if (expected == null) {
        assertThatThrownBy(() -> map.prefixSubMap(from, fromInclusive, to, toInclusive))
            .as("round %d", round)
            .isExactlyInstanceOf(IllegalArgumentException.class);
        continue;
      }
      NavigableMap<K, Long> found =
          from.equals(to) && fromInclusive && toInclusive
              ? map.prefixMap(from.toArray())
              : map.prefixSubMap(from, fromInclusive, to, toInclusive);
      for (int i = 0; i < 10; i++) {
        K key = kind.keys().apply(random);
        model.put(key, 1L);
        map.put(key, 1L);
      }
      String what =
          "round " + round + ": " + from + " " + fromInclusive + ", " + to + " " + toInclusive;
      assertThat(new ArrayList<>(found.keySet()))
          .as(what)
          .isEqualTo(new ArrayList<>(expected.keySet()));
      for (int i = 0; i < CALLS; i++) {
        MapModelTest.call(found, expected, calls, kind.keys(), random);
      }
      assertThat(new ArrayList<>(map.entrySet()))
          .as(what)
          .isEqualTo(new ArrayList<>(model.entrySet()));
    }
    assertThat(store.check().problems()).isEmpty();
  }

  /** Returns the range of the model, null where the first prefix is above the last. */
  private static <K> NavigableMap<K, Long> part(
      Kind<K> kind,
      NavigableMap<K, Long> model,
      List<?> from,
      boolean fromInclusive,
      List<?> to,
      boolean toInclusive) {
    if (compare(from, to) > 0 && !(toInclusive && isWithin(kind.equals(STRINGS), from, to))) {
      return null;
    }
    Comparator<? super K> order = kind.codec().comparator();
    K least = kind.first().apply(from);
    K lo = fromInclusive ? least : kind.behind().apply(from);
    K hi = toInclusive ? kind.behind().apply(to) : kind.first().apply(to);
    if (lo == null || (hi != null && order.compare(lo, hi) > 0)) {
      return model.subMap(least, true, least, false);
    }
    return hi == null ? model.tailMap(lo, true) : model.subMap(lo, true, hi, false);
  }

  /** Returns whether what begins with one prefix begins with another. */
  private static boolean isWithin(boolean isStrings, List<?> prefix, List<?> other) {
    boolean isShorter = other.size() <= prefix.size();
    boolean isPart = isStrings && !other.isEmpty();
    return (isPart && isShorter)
        ? ((String) prefix.get(0)).startsWith((String) other.get(0))
        : isShorter && prefix.subList(0, other.size()).equals(other);
  }

  /** Orders prefixes: of two that begin alike, the shorter one comes first. */
  @SuppressWarnings("unchecked") // parts at one place are of one type
  private static int compare(List<?> left, List<?> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = ((Comparable<Object>) left.get(i)).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return left.size() - right.size();
  }

  @Test
  void listsAndByteArraysHavePrefixesToo() {
    OrderedMap<List<String>, Integer> lists =
        store.map("lists", Codecs.list(Codecs.STRING), Codecs.INT);
    lists.putAll(Map.of(List.of("a"), 1, List.of("a", "b"), 2, List.of("ab"), 3, List.of(), 4));
    assertThat(lists.prefixMap("a").values()).containsExactly(1, 2);
    assertThat(lists.prefixMap().values()).containsExactly(4, 1, 2, 3);
    OrderedMap<byte[], Integer> bytes = store.map("bytes", Codecs.BYTES, Codecs.INT);
    bytes.put(new byte[] {-1}, 1);
    bytes.put(new byte[] {-1, -1}, 2);
    bytes.put(new byte[] {-2}, 3);
    assertThat(bytes.prefixMap(new byte[] {-1}).values()).containsExactly(1, 2);
    assertThat(bytes.prefixMap().values()).containsExactly(3, 1, 2);
    assertThat(bytes.prefixSubMap(List.of(new byte[] {-1}), false, List.of(), true)).isEmpty();
  }

  /** What is above all that begins with 1 255 begins with 2, and is shorter. */
  @Test
  void theBoundBehindTheHighestByteIsShorter() {
    OrderedMap<byte[], Integer> bytes = store.map("bytes", Codecs.BYTES, Codecs.INT);
    bytes.put(new byte[] {1, -2}, 1);
    bytes.put(new byte[] {1, -1}, 2);
    bytes.put(new byte[] {1, -1, -1}, 3);
    bytes.put(new byte[] {2}, 4);
    bytes.put(new byte[] {2, 1}, 5);
    assertThat(bytes.prefixMap(new byte[] {1, -1}).values()).containsExactly(2, 3);
    List<byte[]> prefix = List.of(new byte[] {1, -1});
    assertThat(bytes.prefixSubMap(prefix, false, List.of(), true).values()).containsExactly(4, 5);
  }

  /** As of the maps of the JDK, the bounds of an empty view are those that its views may have. */
  @Test
  void emptyViewsHaveBounds() {
    OrderedMap<String, Long> map = store.map("s", Codecs.STRING, Codecs.LONG);
    for (String key : List.of("a", "ab", "b", "bc")) {
      map.put(key, 1L);
    }
    NavigableMap<String, Long> between = map.prefixSubMap(List.of("a"), false, List.of("b"), false);
    assertThat(between).isEmpty();
    assertThat(between.subMap("b", true, "b", false)).isEmpty();
    assertThatThrownBy(() -> between.subMap("a", true, "a", false))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    NavigableMap<String, Long> none = map.prefixSubMap(List.of("a"), false, List.of("a"), false);
    assertThat(none).isEmpty();
    assertThat(none.subMap("a", true, "a", false)).isEmpty();
    assertThatThrownBy(() -> none.subMap("b", true, "b", false))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDerivedCodecHasThePrefixesOfItsBase() {
    record Email(String text) {}
    Codec<Email> emails = Codecs.STRING.map("Email", Email::new, Email::text);
    OrderedMap<Email, Integer> map = store.map("emails", emails, Codecs.INT);
    map.putAll(Map.of(new Email("ada@a"), 1, new Email("adb"), 2));
    assertThat(map.prefixMap("ada").values()).containsExactly(1);
    store.view(tx -> assertThat(tx.map("emails", emails, Codecs.INT).prefixMap("ad")).hasSize(2));
  }

  @Test
  void codesOfStringsWithoutSurrogatesToo() {
    OrderedMap<String, Integer> map = store.map("m", Codecs.UTF8, Codecs.INT);
    map.putAll(Map.of("\u00E9", 1, "\u00E9a", 2, "\uD83D\uDE00", 3, "e", 4));
    assertThat(map.prefixMap("\u00E9").values()).containsExactly(1, 2);
    assertThatThrownBy(() -> map.prefixMap("\uD83D"))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsNoPrefixIsRefused() {
    OrderedMap<Long, Long> longs = store.map("longs", Codecs.LONG, Codecs.LONG);
    assertThatThrownBy(() -> longs.prefixMap(1L))
        .isExactlyInstanceOf(UnsupportedOperationException.class)
        .hasMessage("codec=LONG: its values have no prefixes");
    OrderedMap<Tuple2<String, Long>, Long> pairs = store.map("m", PAIRS.codec(), Codecs.LONG);
    assertThatThrownBy(() -> pairs.prefixMap("a", 1L))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("prefix=[a, 1] has 2 parts; fewer than all of TUPLE(STRING,LONG) fit");
    assertThatThrownBy(() -> pairs.prefixMap(1L))
        .isExactlyInstanceOf(ClassCastException.class)
        .hasMessageStartingWith("part 1: ");
    assertThatThrownBy(() -> pairs.prefixMap((Object) null))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessageStartingWith("part 1 is null");
    OrderedMap<String, Long> strings = store.map("s", Codecs.STRING, Codecs.LONG);
    assertThatThrownBy(() -> strings.prefixMap("a", "b"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("prefix=[a, b] has more than one part");
    assertThatThrownBy(() -> strings.prefixMap(1L)).isExactlyInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> strings.prefixMap((Object) null))
        .isExactlyInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> strings.prefixSubMap(List.of("b"), true, List.of("a"), true))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("from=[b] is above to=[a]");
  }
}
