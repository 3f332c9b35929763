package io.octavo;

import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A map that a codec orders, with views of the keys that begin alike. A prefix is what keys begin
 * with:
 *
 * <ul>
 *   <li>of strings, a string: {@code map.prefixMap("abc")};
 *   <li>of tuples and records, the first components, but not all of them, in the order of the
 *       codec: {@code map.prefixMap("London")}, {@code map.prefixMap("London", 1815)};
 *   <li>of lists, the first elements;
 *   <li>of byte arrays, a byte array.
 * </ul>
 *
 * <p>The views are those of {@link java.util.NavigableMap#subMap}: they see later changes, refuse
 * to put keys that are not theirs by {@link IllegalArgumentException}, and clear only what they
 * show.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface OrderedMap<K, V> extends ConcurrentNavigableMap<K, V> {
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
   * java.util.UUID}, {@code map.prefixSubMap(List.of(noon), true, List.of(midnight), false)} has
   * all entries from noon on and before midnight.
   *
   * @param from the parts of the lower prefix; none for the first entry
   * @param fromInclusive whether the view has the keys that begin with the lower prefix
   * @param to the parts of the upper prefix; none for the last entry
   * @param toInclusive whether the view has the keys that begin with the upper prefix
   * @return the view
   * @throws UnsupportedOperationException if the keys have no prefixes, such as numbers
   * @throws IllegalArgumentException if the lower prefix is above the upper one, the parts of one
   *     are too many, or the codec cannot encode one
   * @throws ClassCastException if a part is of another type
   */
  ConcurrentNavigableMap<K, V> prefixSubMap(
      List<?> from, boolean fromInclusive, List<?> to, boolean toInclusive);
}
