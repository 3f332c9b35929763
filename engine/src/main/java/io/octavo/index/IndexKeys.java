package io.octavo.index;

import io.octavo.OrderedMap;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.map.BytesMap;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an index in a transaction: pairs of an index key and the key of an entry, in this
 * order, without values. So the entries of an index key, or of a range of them, are a range of
 * pairs. Posting lists would need a table of the keys of entries by ids.
 *
 * @param <K> type of the keys of the map
 * @param <V> type of its values
 * @param <I> type of the keys of the index
 */
final class IndexKeys<K, V, I> {
  /** Its name is that of no other map, so that a map of the program is not taken for an index. */
  private static final Codec<byte[]> NOTHING =
      Codecs.BYTES.map("index", nothing -> nothing, nothing -> nothing);

  private static final byte[] NO_VALUE = {};

  final Index<V, I> index;
  final Codec<Tuple2<I, K>> codec;
  final OrderedMap<Tuple2<I, K>, byte[]> pairs;

  /** The same collection, which is changed by encoded pairs: they are compared as bytes. */
  final BytesMap bytes;

  IndexKeys(Transaction tx, String collection, Index<V, I> index, Codec<K> keys) {
    this.index = index;
    this.codec = Codecs.tuple(index.codec(), keys);
    this.pairs = tx.map(collection, codec, NOTHING);
    this.bytes = tx.bytesMap(collection);
  }

  /**
   * Computes the pairs of an entry, encoded; none without a value.
   *
   * @throws IllegalArgumentException if a pair is too long
   */
  SortedSet<byte[]> of(K key, @Nullable V value) {
    SortedSet<byte[]> encoded = new TreeSet<>(Arrays::compareUnsigned);
    if (value != null) {
      for (I each : index.keysOf(value)) {
        byte[] pair = codec.encode(new Tuple2<>(each, key));
        if (pair.length > BytesMap.MAX_KEY) {
          throw new IllegalArgumentException(
              "index="
                  + index.name()
                  + ": its key and the key of the entry have "
                  + pair.length
                  + " bytes together, more than "
                  + BytesMap.MAX_KEY);
        }
        encoded.add(pair);
      }
    }
    return encoded;
  }

  void add(SortedSet<byte[]> added) {
    for (byte[] pair : added) {
      bytes.put(pair, NO_VALUE);
    }
  }

  /** Replaces the pairs of an entry. Pairs that stay are not written. */
  void replace(SortedSet<byte[]> before, SortedSet<byte[]> after) {
    for (byte[] pair : before) {
      if (!after.contains(pair)) {
        bytes.remove(pair);
      }
    }
    after.removeAll(before);
    add(after);
  }
}
