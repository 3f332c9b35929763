package io.octavo.index;

import io.octavo.OrderedMap;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A map with indexes, within a transaction. Each change of an entry changes the indexes in the same
 * transaction, so the indexes match the entries even after a rollback or a crash.
 *
 * <pre>{@code
 * static IndexedMap<UUID, Person> people(Transaction tx) {
 *   return IndexedMap.open(tx, "people", Codecs.UUID, PERSON, List.of(CITY, SKILLS));
 * }
 *
 * store.write(tx -> people(tx).put(id, ada));
 * List<Person> londoners =
 *     store.read(tx -> people(tx).find(CITY, "London").map(Map.Entry::getValue).toList());
 * }</pre>
 *
 * <p>A map NAME with an index I is a group of maps: {@code NAME}, {@code NAME.indexes.I} with pairs
 * of an index key and the key of an entry, and {@code NAME.indexes} with the names of the indexes
 * that are complete.
 *
 * <p><b>Added and removed indexes.</b> A write transaction that opens the map builds the indexes
 * that are not complete from all entries, and drops the other indexes, because later changes would
 * not update them. So all programs that write a map must open it with the same indexes. If a
 * transaction opens a map again with other indexes, it can change the map only by the new object.
 *
 * <p><b>Other programs.</b> Only this class changes the entries; {@code Transaction.map} refuses to
 * open {@code NAME} with the same codecs. A program that changes the entries as byte strings, such
 * as {@code octavo put}, makes the indexes wrong. Then, and if you drop or rename {@code NAME},
 * drop {@code NAME.indexes}: the next write transaction that opens the map rebuilds all indexes. To
 * index a map of {@code Transaction.map}, copy its entries to a map of this class.
 *
 * <p>As thread-safe as its transaction. All methods throw {@link IllegalStateException} if the
 * transaction has ended or failed, or a map of the group was dropped, methods that change the map
 * also if the transaction only reads; {@link io.octavo.error.CodecException} if bytes cannot be
 * decoded; and {@link io.octavo.error.StoreException} if the file cannot be read or is damaged.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class IndexedMap<K, V> {
  /** Its name is that of no other map, as in {@link IndexKeys}. */
  private static final Codec<String> CODEC_NAMES =
      Codecs.STRING.map("index", name -> name, name -> name);

  private final Transaction tx;
  private final String name;
  private final Codec<K> keys;
  private final Codec<V> values;
  private final OrderedMap<K, V> entries;

  /** The same collection as {@link #entries}. */
  private final BytesMap bytes;

  private final List<? extends Index<V, ?>> given;

  /** The complete indexes: all of them in a write transaction. */
  private final List<IndexKeys<K, V, ?>> opened = new ArrayList<>();

  /** The names of the complete indexes, each with its codec. */
  private OrderedMap<String, String> complete;

  private IndexedMap(
      Transaction tx,
      String name,
      Codec<K> keys,
      Codec<V> values,
      List<? extends Index<V, ?>> indexes) {
    this.tx = tx;
    this.given = List.copyOf(indexes);
    this.name = name;
    this.keys = keys;
    // Another name of the codec, so that no program puts entries without the indexes by accident.
    this.values = values.map("indexed", value -> value, value -> value);
    this.complete = openComplete();
    this.entries = tx.map(name, keys, this.values);
    this.bytes = tx.bytesMap(name);
  }

  /**
   * Opens a map. A write transaction creates a map that does not exist, builds the indexes that are
   * not complete, which takes as long as reading all entries and putting their keys, and drops all
   * other indexes.
   *
   * @param tx the transaction
   * @param name the name of the map; {@code NAME.indexes.I} has at most 255 bytes of UTF-8
   * @param keys codec of the keys
   * @param values codec of the values
   * @param indexes the indexes, each with another name
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws IllegalArgumentException if two indexes have the same name, a collection of the group
   *     has other codecs or another type, a name is too long, or an entry cannot be indexed, see
   *     {@link #put}
   */
  public static <K, V> IndexedMap<K, V> open(
      Transaction tx,
      String name,
      Codec<K> keys,
      Codec<V> values,
      List<? extends Index<V, ?>> indexes) {
    Set<String> given = new HashSet<>();
    for (Index<V, ?> index : indexes) {
      if (!given.add(index.name())) {
        throw new IllegalArgumentException("two indexes of " + name + " are named " + index.name());
      }
    }
    // Without the map, no index is complete: those that are there are of a map that was dropped.
    boolean isThere = tx.exists(name);
    IndexedMap<K, V> map = new IndexedMap<>(tx, name, keys, values, indexes);
    Set<String> stale = new TreeSet<>(map.complete.keySet());
    stale.addAll(given);
    stale.removeIf(
        index ->
            isThere
                && given.contains(index)
                && map.complete.containsKey(index)
                && tx.exists(map.collection(index)));
    for (Index<V, ?> index : indexes) {
      if (!tx.isReadOnly() || !stale.contains(index.name())) {
        map.opened.add(new IndexKeys<>(tx, map.collection(index.name()), index, keys));
      }
    }
    if (!stale.isEmpty() && !tx.isReadOnly()) {
      map.build(given, stale);
    }
    return map;
  }

  private OrderedMap<String, String> openComplete() {
    return tx.map(name + ".indexes", Codecs.STRING, CODEC_NAMES);
  }

  private String collection(String index) {
    return name + ".indexes." + index;
  }

  /**
   * Builds indexes. The names of the complete indexes are dropped first and put last. So if a
   * function throws, no index is complete; and other objects of this class, which do not know the
   * indexes, find their map of names dropped and change nothing.
   */
  private void build(Set<String> given, Set<String> stale) {
    tx.drop(name + ".indexes");
    stale.stream().filter(index -> !given.contains(index)).map(this::collection).forEach(tx::drop);
    List<IndexKeys<K, V, ?>> missing =
        opened.stream().filter(each -> stale.contains(each.index.name())).toList();
    missing.forEach(each -> each.bytes.clear());
    if (!missing.isEmpty()) {
      for (Map.Entry<K, V> entry : entries.entrySet()) {
        missing.forEach(each -> each.add(each.of(entry.getKey(), entry.getValue())));
      }
    }
    complete = openComplete();
    opened.forEach(each -> complete.put(each.index.name(), each.index.codec().name()));
  }

  /**
   * Returns the value of a key.
   *
   * @param key the key
   * @return its value; null if it has none
   */
  public @Nullable V get(K key) {
    byte[] encoded = bytes.get(keys.encode(key));
    return encoded == null ? null : values.decode(encoded);
  }

  /**
   * Sets the value of a key, and changes the indexes.
   *
   * @param key the key
   * @param value its value
   * @return the previous value; null if there was none
   * @throws IllegalArgumentException if a codec cannot encode the key, the value or a key of an
   *     index, the key has more than 2,000 bytes, or the key and one of an index have more than
   *     that together; nothing is changed, nor if the function of an index throws
   */
  public @Nullable V put(K key, V value) {
    return change(key, Objects.requireNonNull(value, "value"));
  }

  /**
   * Removes a key, and its keys in the indexes.
   *
   * @param key the key
   * @return the previous value; null if there was none
   */
  public @Nullable V remove(K key) {
    return change(key, null);
  }

  private @Nullable V change(K key, @Nullable V value) {
    byte[] encodedKey = keys.encode(key);
    byte[] encodedValue = value == null ? null : values.encode(value);
    // Throws if the transaction has opened the map with other indexes since.
    var unused = complete.size();
    V old = get(key);
    List<SortedSet<byte[]>> before = new ArrayList<>();
    List<SortedSet<byte[]>> after = new ArrayList<>();
    for (IndexKeys<K, V, ?> index : opened) {
      before.add(index.of(key, old));
      after.add(index.of(key, value));
    }
    if (encodedValue == null) {
      bytes.remove(encodedKey);
    } else {
      bytes.put(encodedKey, encodedValue);
    }
    for (int i = 0; i < opened.size(); i++) {
      opened.get(i).replace(before.get(i), after.get(i));
    }
    return old;
  }

  /**
   * Returns all entries, in the order of their keys.
   *
   * @return an unmodifiable view, which sees later changes
   */
  public NavigableMap<K, V> entries() {
    return Collections.unmodifiableNavigableMap(entries);
  }

  /**
   * Finds the entries with a key of an index.
   *
   * @param index an index that the map was opened with
   * @param key the key
   * @param <I> type of the keys of the index
   * @return the entries, in the order of their own keys; the stream reads them one by one, and sees
   *     changes made meanwhile
   * @throws IllegalArgumentException if the map was not opened with the index
   * @throws IllegalStateException if the index is not complete, in a read transaction; or, from the
   *     stream, if another program has changed the map without the index
   */
  public <I> Stream<Map.Entry<K, V>> find(Index<V, I> index, I key) {
    IndexKeys<K, V, I> found = opened(index);
    if (found == null) {
      return Stream.empty();
    }
    BytesCursor cursor = found.bytes.prefix(found.codec.encodePrefix(List.of(key)));
    return StreamSupport.stream(
        new AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
          @Override
          public boolean tryAdvance(Consumer<? super Map.Entry<K, V>> action) {
            boolean isFound = cursor.next();
            if (isFound) {
              action.accept(entry(found.codec.decode(cursor.key()).second(), index.name()));
            }
            return isFound;
          }
        },
        false);
  }

  private Map.Entry<K, V> entry(K key, String index) {
    V value = get(key);
    if (value == null) {
      throw new IllegalStateException(
          "index="
              + index
              + " of map="
              + name
              + " has a key of the entry "
              + key
              + ", which is not there: a program has changed the map without its indexes; drop "
              + name
              + ".indexes to have them built anew");
    }
    return new SimpleImmutableEntry<>(key, value);
  }

  /**
   * Returns a range of an index: pairs of an index key and the key of an entry, in this order.
   *
   * @param index an index that the map was opened with
   * @param from the lowest index key; null for no bound
   * @param fromInclusive whether the pairs with that key are in the range
   * @param to the highest index key; null for no bound
   * @param toInclusive whether the pairs with that key are in the range
   * @param <I> type of the keys of the index
   * @return an unmodifiable view, which sees later changes
   * @throws IllegalArgumentException if the map was not opened with the index, or the lowest key is
   *     above the highest
   * @throws IllegalStateException if the index is not complete, in a read transaction
   */
  public <I> NavigableSet<Tuple2<I, K>> range(
      Index<V, I> index,
      @Nullable I from,
      boolean fromInclusive,
      @Nullable I to,
      boolean toInclusive) {
    IndexKeys<K, V, I> found = opened(index);
    if (found == null) {
      return Collections.emptyNavigableSet();
    }
    return Collections.unmodifiableNavigableSet(
        found
            .pairs
            .prefixSubMap(
                from == null ? List.of() : List.of(from),
                from == null || fromInclusive,
                to == null ? List.of() : List.of(to),
                to == null || toInclusive)
            .navigableKeySet());
  }

  /** Returns an index; null if it is not complete but the map has no entries. */
  @SuppressWarnings("unchecked") // an index has keys of one type
  private <I> @Nullable IndexKeys<K, V, I> opened(Index<V, I> index) {
    for (IndexKeys<K, V, ?> each : opened) {
      if (each.index == index) {
        return (IndexKeys<K, V, I>) each;
      }
    }
    if (!given.contains(index)) {
      throw new IllegalArgumentException(
          "index=" + index.name() + " is not one that map=" + name + " was opened with");
    }
    if (entries.isEmpty()) {
      return null;
    }
    throw new IllegalStateException(
        "index="
            + index.name()
            + " of map="
            + name
            + " is not complete; the next write transaction that opens the map with it builds it");
  }
}
