package io.octavo.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.fixture.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes agree with the entries, whatever a store goes through and whichever program opens it. */
class IndexedMapModelTest {
  private record Item(String city, List<Integer> tags) {}

  private static final Codec<Item> ITEMS =
      Codecs.record(Item.class)
          .with("city", Codecs.STRING, Item::city)
          .with("tags", Codecs.list(Codecs.INT), Item::tags)
          .build();

  private static final Index<Item, String> CITY =
      Index.of("city", Codecs.STRING, item -> item.city().isEmpty() ? null : item.city());
  private static final Index<Item, Integer> TAGS = Index.ofMany("tags", Codecs.INT, Item::tags);
  private static final Index<Item, Long> COUNT =
      Index.of("count", Codecs.LONG, item -> (long) item.tags().size());
  private static final List<Index<Item, ?>> ALL = List.of(CITY, TAGS, COUNT);

  private static final Codec<String> COMPLETE =
      Codecs.STRING.map("index", name -> name, name -> name);
  private static final List<String> NAMES = List.of("m", "m.indexes.x");

  @TempDir Path directory;
  private Map<String, NavigableMap<String, Item>> model = new TreeMap<>();

  private static IndexedMap<String, Item> open(
      Transaction tx, String name, List<Index<Item, ?>> indexes) {
    return IndexedMap.open(tx, name, Codecs.STRING, ITEMS, indexes);
  }

  private static String word(Random random) {
    return random
        .ints(random.nextInt(3), 0, 4)
        .collect(
            StringBuilder::new, (text, c) -> text.append("\0\1ab".charAt(c)), StringBuilder::append)
        .toString();
  }

  private static Item item(Random random) {
    return new Item(word(random), random.ints(random.nextInt(4), -2, 3).boxed().toList());
  }

  /** Returns some of the indexes, in any order. */
  private static List<Index<Item, ?>> some(Random random) {
    List<Index<Item, ?>> some = new ArrayList<>();
    for (Index<Item, ?> index : ALL) {
      if (random.nextInt(3) > 0) {
        some.add(random.nextInt(some.size() + 1), index);
      }
    }
    return some;
  }

  @Test
  void indexesAgreeWithTheEntries() {
    Effort.forEachSeed(IndexedMapModelTest.class, 60, this::run);
  }

  private void run(long seed) {
    Random random = new Random(seed);
    model = new TreeMap<>();
    Path path = directory.resolve(seed + ".oct");
    for (int round = 0; round < 3; round++) {
      try (Store store = Store.open(path)) {
        for (int commit = 0; commit < 4; commit++) {
          change(store, random);
        }
        // The ring has commits behind the checkpoint in a copy of the open file.
        Path killed = Files.copy(path, directory.resolve(seed + "-" + round + ".killed"));
        try (Store recovered = Store.open(killed)) {
          assertThat(recovered.check().problems()).isEmpty();
          recovered.view(tx -> read(tx, random));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void change(Store store, Random random) {
    Map<String, NavigableMap<String, Item>> before = copy();
    try (Transaction reader = store.beginRead();
        Transaction tx = store.beginWrite()) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        change(tx, random);
      }
      Map<String, NavigableMap<String, Item>> after = copy();
      try (Transaction snapshot = tx.snapshot()) {
        read(snapshot, random);
      }
      model = before;
      read(reader, random);
      if (random.nextInt(4) > 0) {
        tx.commit();
        model = after;
      }
    }
    store.view(tx -> read(tx, random));
  }

  private Map<String, NavigableMap<String, Item>> copy() {
    Map<String, NavigableMap<String, Item>> copy = new TreeMap<>();
    model.forEach((name, entries) -> copy.put(name, new TreeMap<>(entries)));
    return copy;
  }

  /** Opens a map with some indexes and changes it, or drops or renames a part of it. */
  private void change(Transaction tx, Random random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(12)) {
      case 0 -> {
        tx.drop(name);
        model.remove(name);
      }
      case 1 -> {
        String other = NAMES.get(random.nextInt(NAMES.size()));
        if (!tx.exists(other) && tx.rename(name, other)) {
          tx.drop(name + ".indexes");
          tx.drop(other + ".indexes");
          model.put(other, model.remove(name));
        }
      }
      case 2 -> tx.drop(name + ".indexes");
      case 3 -> tx.drop(name + ".indexes." + ALL.get(random.nextInt(ALL.size())).name());
      default -> put(tx, name, random);
    }
  }

  private void put(Transaction tx, String name, Random random) {
    List<Index<Item, ?>> indexes = some(random);
    IndexedMap<String, Item> map = open(tx, name, indexes);
    NavigableMap<String, Item> entries = model.computeIfAbsent(name, key -> new TreeMap<>());
    for (int i = random.nextInt(12); i > 0; i--) {
      String key = word(random);
      assertThat(map.get(key)).isEqualTo(entries.get(key));
      if (random.nextInt(3) == 0) {
        assertThat(map.remove(key)).isEqualTo(entries.remove(key));
      } else {
        Item item = item(random);
        assertThat(map.put(key, item)).isEqualTo(entries.put(key, item));
      }
    }
    verify(map, entries, indexes, random);
  }

  /** Reads by all indexes; those that no program has built refuse. */
  private void read(Transaction tx, Random random) {
    for (String name : NAMES) {
      NavigableMap<String, Item> entries = model.getOrDefault(name, new TreeMap<>());
      IndexedMap<String, Item> map = open(tx, name, ALL);
      List<Index<Item, ?>> complete = new ArrayList<>();
      for (Index<Item, ?> index : ALL) {
        if (entries.isEmpty()
            || (tx.map(name + ".indexes", Codecs.STRING, COMPLETE).containsKey(index.name())
                && tx.exists(name + ".indexes." + index.name()))) {
          complete.add(index);
        } else {
          assertThatThrownBy(() -> map.range(index, null, true, null, true))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is not complete");
        }
      }
      verify(map, entries, complete, random);
    }
  }

  private static void verify(
      IndexedMap<String, Item> map,
      NavigableMap<String, Item> entries,
      List<Index<Item, ?>> indexes,
      Random random) {
    assertThat(map.entries()).isEqualTo(entries);
    for (Index<Item, ?> index : indexes) {
      if (index == CITY) {
        verify(
            map,
            entries,
            CITY,
            item -> item.city().isEmpty() ? List.of() : List.of(item.city()),
            List.of(word(random), word(random)));
      } else if (index == TAGS) {
        verify(
            map, entries, TAGS, Item::tags, List.of(random.nextInt(6) - 3, random.nextInt(6) - 3));
      } else {
        verify(
            map,
            entries,
            COUNT,
            item -> List.of((long) item.tags().size()),
            List.of(random.nextLong(5), random.nextLong(5)));
      }
    }
  }

  private static <I extends Comparable<I>> void verify(
      IndexedMap<String, Item> map,
      NavigableMap<String, Item> entries,
      Index<Item, I> index,
      java.util.function.Function<Item, Collection<I>> function,
      List<I> bounds) {
    List<Tuple2<I, String>> pairs = new ArrayList<>();
    entries.forEach(
        (key, item) ->
            function.apply(item).stream()
                .distinct()
                .forEach(each -> pairs.add(new Tuple2<>(each, key))));
    pairs.sort(
        Comparator.comparing((Tuple2<I, String> pair) -> pair.first())
            .thenComparing(Tuple2::second));
    assertThat(List.copyOf(map.range(index, null, true, null, true))).isEqualTo(pairs);

    I one = bounds.get(0);
    assertThat(map.find(index, one).map(Map.Entry::getKey))
        .isEqualTo(
            pairs.stream().filter(pair -> pair.first().equals(one)).map(Tuple2::second).toList());
    assertThat(map.find(index, one))
        .allSatisfy(entry -> assertThat(entry.getValue()).isEqualTo(entries.get(entry.getKey())));

    I from = one.compareTo(bounds.get(1)) < 0 ? one : bounds.get(1);
    I to = from == one ? bounds.get(1) : one;
    for (int bits : IntStream.range(0, 4).toArray()) {
      boolean hasFrom = (bits & 1) > 0;
      boolean hasTo = (bits & 2) > 0;
      assertThat(List.copyOf(map.range(index, from, hasFrom, to, hasTo)))
          .isEqualTo(
              pairs.stream()
                  .filter(pair -> pair.first().compareTo(from) >= (hasFrom ? 0 : 1))
                  .filter(pair -> pair.first().compareTo(to) <= (hasTo ? 0 : -1))
                  .toList());
    }
    assertThat(map.range(index, from, true, null, false))
        .hasSize((int) pairs.stream().filter(pair -> pair.first().compareTo(from) >= 0).count());
  }
}
