package io.octavo;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A map ordered by a codec, with views of the keys that begin with a prefix. A prefix is:
 *
 * <ul>
 *   <li>of strings, a string: {@code map.prefixMap("abc")};
 *   <li>of tuples and records, the first components, but not all of them, in the order of the
 *       codec: {@code map.prefixMap("London")}, {@code map.prefixMap("London", 1815)};
 *   <li>of lists, the first elements;
 *   <li>of byte arrays, a byte array.
 * </ul>
 *
 * <p>The views are those of {@link java.util.NavigableMap#subMap}: they reflect later changes,
 * reject keys outside of their range with {@link IllegalArgumentException}, and clear only their
 * own entries.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface OrderedMap<K, V> extends ConcurrentNavigableMap<K, V> {
  /**
   * Puts the entries of a sorted source in one transaction. If all keys are above the last key of
   * the map, each page is built once, and full: faster than {@link #putAll}.
   *
   * <pre>{@code
   * map.load(sorted.entrySet().iterator());
   * }</pre>
   *
   * @param sortedSource entries whose keys ascend strictly in the order of this map; existing
   *     values are replaced
   * @throws IllegalArgumentException if a key is not above its predecessor, or has more than 2,000
   *     bytes; after any exception of this method, the transaction has failed, and a map of the
   *     store is unchanged
   * @throws NullPointerException if a key or a value is null
   * @throws UnsupportedOperationException if the map is of a read transaction
   */
  void load(Iterator<? extends Map.Entry<? extends K, ? extends V>> sortedSource);

  /**
   * Returns a view of the entries whose keys begin with a prefix.
   *
   * @param prefix the parts of the prefix; none for all entries
   * @return the view
   * @throws UnsupportedOperationException if the keys have no prefixes, such as numbers
   * @throws IllegalArgumentException if the parts are too many, or the codec cannot encode one
   * @throws ClassCastException if a part is of another type
   */
  ConcurrentNavigableMap<K, V> prefixMap(Object... prefix);

  /**
   * Returns a view of the entries from one prefix to another. All keys that begin with a prefix are
   * in the view, or none are. With a map from tuples of an {@link java.time.Instant} and a {@link
   * java.util.UUID}, {@code map.prefixSubMap(List.of(noon), true, List.of(midnight), false)}
   * contains all entries from noon on and before midnight.
   *
   * @param from the parts of the lower prefix; none for the first entry
   * @param fromInclusive whether the view contains the keys that begin with the lower prefix
   * @param to the parts of the upper prefix; none for the last entry
   * @param toInclusive whether the view contains the keys that begin with the upper prefix
   * @return the view
   * @throws UnsupportedOperationException if the keys have no prefixes, such as numbers
   * @throws IllegalArgumentException if the lower prefix is above the upper one, the parts of one
   *     are too many, or the codec cannot encode one
   * @throws ClassCastException if a part is of another type
   */
  ConcurrentNavigableMap<K, V> prefixSubMap(
      List<?> from, boolean fromInclusive, List<?> to, boolean toInclusive);
}
