package io.octavo.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an indexed map refuses, and that nothing is lost then. */
class IndexedMapTest {
  private static final Index<String, Integer> LENGTH =
      Index.of("length", Codecs.INT, String::length);
  private static final Index<String, String> FIRST =
      Index.of("first", Codecs.STRING, text -> text.substring(0, 1));

  /** Another index of the same name. */
  private static final Index<String, String> TEXT = Index.of("length", Codecs.STRING, text -> text);

  private final Store store = Store.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private static IndexedMap<Long, String> open(Transaction tx, List<Index<String, ?>> indexes) {
    return IndexedMap.open(tx, "m", Codecs.LONG, Codecs.STRING, indexes);
  }

  private static List<Long> keys(Transaction tx, Index<String, Integer> index, int length) {
    return open(tx, List.of(index)).find(index, length).map(Map.Entry::getKey).toList();
  }

  @Test
  void wrongDefinitionsAreRefused() {
    store.write(
        tx -> {
          open(tx, List.of(LENGTH)).put(1L, "one");
          assertThatThrownBy(() -> open(tx, List.of(LENGTH, TEXT)))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessage("two indexes of m are named length");
          assertThatThrownBy(() -> Index.of("", Codecs.INT, String::length))
              .isExactlyInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> open(tx, List.of(FIRST, TEXT)))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining(
                  "name=m.indexes.length is a map from TUPLE(INT,LONG) to MAPPED(index:BYTES)");
          assertThatThrownBy(
                  () -> IndexedMap.open(tx, "m", Codecs.INT, Codecs.STRING, List.of(LENGTH)))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("name=m is a map from LONG to MAPPED(indexed:STRING)");
        });
    store.view(
        tx -> {
          assertThat(keys(tx, LENGTH, 3)).containsExactly(1L);
          assertThatThrownBy(() -> open(tx, List.of(LENGTH)).find(FIRST, "o"))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessage("index=first is not one that map=m was opened with");
        });
  }

  /** A program that does not know the indexes cannot put entries as if there were none. */
  @Test
  void plainMapsDoNotOpenTheEntries() {
    store.write(tx -> open(tx, List.of(LENGTH)).put(1L, "one"));
    assertThatThrownBy(() -> store.map("m", Codecs.LONG, Codecs.STRING).put(2L, "two"))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    store.write(tx -> tx.map("plain", Codecs.LONG, Codecs.STRING).put(1L, "one"));
    assertThatThrownBy(
            () ->
                store.write(
                    tx ->
                        IndexedMap.open(tx, "plain", Codecs.LONG, Codecs.STRING, List.of(LENGTH))))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThat(store.map("plain", Codecs.LONG, Codecs.STRING)).containsEntry(1L, "one");
  }

  @Test
  void mapsOfTheProgramAreNotTakenForIndexes() {
    for (String own : List.of("m.indexes", "m.indexes.length")) {
      store.write(tx -> tx.map(own, Codecs.STRING, Codecs.STRING).put("a", "b"));
      store.write(
          tx ->
              assertThatThrownBy(() -> open(tx, List.of(LENGTH)))
                  .isExactlyInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("name=" + own));
      assertThat(store.map(own, Codecs.STRING, Codecs.STRING)).containsEntry("a", "b");
      store.write(tx -> tx.drop(own));
    }
  }

  @Test
  void aChangeThatIsRefusedChangesNothing() {
    Index<String, String> whole = Index.of("whole", Codecs.STRING, text -> text);
    store.write(
        tx -> {
          IndexedMap<Long, String> map = open(tx, List.of(LENGTH, FIRST, whole));
          map.put(1L, "one");
          assertThatThrownBy(() -> map.put(1L, ""))
              .isExactlyInstanceOf(StringIndexOutOfBoundsException.class);
          assertThatThrownBy(() -> map.put(1L, "x".repeat(1_992)))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("index=whole")
              .hasMessageContaining("2001 bytes together, more than 2000");
          assertThatThrownBy(() -> map.put(1L, null))
              .isExactlyInstanceOf(NullPointerException.class);
        });
    store.view(
        tx -> {
          IndexedMap<Long, String> map = open(tx, List.of(LENGTH, FIRST, whole));
          assertThat(map.entries()).isEqualTo(Map.of(1L, "one"));
          assertThat(map.range(LENGTH, null, true, null, true))
              .containsExactly(new Tuple2<>(3, 1L));
          assertThat(map.range(FIRST, null, true, null, true))
              .containsExactly(new Tuple2<>("o", 1L));
          assertThatThrownBy(() -> map.put(2L, "two"))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("only reads");
          assertThatThrownBy(() -> map.remove(7L)).hasMessageContaining("only reads");
          assertThatThrownBy(() -> map.entries().clear())
              .isExactlyInstanceOf(UnsupportedOperationException.class);
          assertThatThrownBy(() -> map.range(LENGTH, null, true, null, true).pollFirst())
              .isExactlyInstanceOf(UnsupportedOperationException.class);
        });
  }

  /** Whoever puts by an earlier object would pass by the new index. */
  @Test
  void anotherSetOfIndexesEndsEarlierObjects() {
    store.write(
        tx -> {
          IndexedMap<Long, String> earlier = open(tx, List.of(LENGTH));
          earlier.put(1L, "one");
          assertThat(open(tx, List.of(LENGTH)).get(1L)).isEqualTo("one");
          earlier.put(2L, "two");
          IndexedMap<Long, String> later = open(tx, List.of(FIRST));
          assertThatThrownBy(() -> earlier.put(3L, "three"))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("m.indexes was dropped");
          assertThatThrownBy(() -> earlier.find(LENGTH, 3))
              .isExactlyInstanceOf(IllegalStateException.class);
          later.put(3L, "three");
          assertThat(later.find(FIRST, "t").map(Map.Entry::getKey)).containsExactly(2L, 3L);
        });
  }

  /** If it was committed, an index of half of the entries would be wrong. */
  @Test
  void anIndexThatCannotBeBuiltIsNotComplete() {
    store.write(
        tx -> {
          IndexedMap<Long, String> map = open(tx, List.of(LENGTH));
          map.put(1L, "one");
          map.put(2L, "");
          map.put(3L, "three");
        });
    store.write(
        tx ->
            assertThatThrownBy(() -> open(tx, List.of(LENGTH, FIRST)))
                .isExactlyInstanceOf(StringIndexOutOfBoundsException.class));
    store.view(
        tx -> {
          IndexedMap<Long, String> map = open(tx, List.of(LENGTH, FIRST));
          assertThatThrownBy(() -> map.find(FIRST, "o")).hasMessageContaining("is not complete");
          assertThatThrownBy(() -> map.find(LENGTH, 3)).hasMessageContaining("is not complete");
        });
    store.write(tx -> assertThat(keys(tx, LENGTH, 3)).containsExactly(1L));
  }

  private record Place(String city) {}

  private record LaterPlace(String city, int height) {}

  @Test
  void indexesOutliveTheGrowthOfRecords() {
    Index<Place, String> city = Index.of("city", Codecs.STRING, Place::city);
    Index<LaterPlace, String> sameCity = Index.of("city", Codecs.STRING, LaterPlace::city);
    Codec<Place> places =
        Codecs.record(Place.class).with("city", Codecs.STRING, Place::city).build();
    Codec<LaterPlace> laterPlaces =
        Codecs.record(LaterPlace.class)
            .with("city", Codecs.STRING, LaterPlace::city)
            .with("height", Codecs.INT, LaterPlace::height, 0)
            .build();
    store.write(
        tx -> {
          IndexedMap<Long, Place> map =
              IndexedMap.open(tx, "places", Codecs.LONG, places, List.of(city));
          assertThat(tx.isReadOnly()).isFalse();
          map.put(1L, new Place("London"));
        });
    store.write(
        tx -> {
          IndexedMap<Long, LaterPlace> map =
              IndexedMap.open(tx, "places", Codecs.LONG, laterPlaces, List.of(sameCity));
          map.put(2L, new LaterPlace("London", 11));
          assertThat(map.find(sameCity, "London").map(Map.Entry::getValue))
              .containsExactly(new LaterPlace("London", 0), new LaterPlace("London", 11));
        });
  }

  @Test
  void entriesChangeWhileTheyAreFound() {
    store.write(
        tx -> {
          IndexedMap<Long, String> map = open(tx, List.of(LENGTH, FIRST));
          for (long key = 0; key < 100; key++) {
            map.put(key, "a" + key % 10);
          }
          List<Long> found = new ArrayList<>();
          map.find(FIRST, "a")
              .forEach(
                  entry -> {
                    assertThat(entry.getValue()).startsWith("a");
                    found.add(entry.getKey());
                    map.put(entry.getKey(), "bcd");
                    map.remove(entry.getKey() + 1);
                  });
          assertThat(found).hasSize(50).allMatch(key -> key % 2 == 0);
          assertThat(map.find(FIRST, "b").count()).isEqualTo(50);
          assertThat(map.find(LENGTH, 2)).isEmpty();
        });
  }

  @Test
  void anEntryThatAnotherProgramHasRemovedIsReported() {
    store.write(
        tx -> {
          open(tx, List.of(LENGTH)).put(1L, "one");
          tx.bytesMap("m").clear();
          assertThatThrownBy(() -> keys(tx, LENGTH, 3))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("drop m.indexes");
          tx.drop("m.indexes");
          assertThat(keys(tx, LENGTH, 3)).isEmpty();
        });
  }
}
