package io.octavo.fuzz;

import java.util.Comparator;
import java.util.NavigableMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a cursor should do: the contract of the cursors of sorted maps, by a map of the JDK.
 *
 * @param <K> the type of the keys
 */
final class ModelCursor<K> {
  private enum Place {
    NEW,
    BEFORE,
    ON,
    AFTER
  }

  private final Comparator<K> order;
  private final K from;

  /** Finds the last key of a map that is in the range; null if there is none up to its end. */
  private final Function<NavigableMap<K, ?>, @Nullable K> last;

  private Place place = Place.NEW;
  private @Nullable K key;

  ModelCursor(Comparator<K> order, K from, Function<NavigableMap<K, ?>, @Nullable K> last) {
    this.order = order;
    this.from = from;
    this.last = last;
  }

  boolean next(NavigableMap<K, ?> map) {
    return switch (place) {
      case NEW, BEFORE -> arrive(map, map.ceilingKey(from), Place.AFTER);
      case ON -> arrive(map, map.higherKey(key), Place.AFTER);
      case AFTER -> false;
    };
  }

  boolean previous(NavigableMap<K, ?> map) {
    return switch (place) {
      case NEW, AFTER -> arrive(map, last.apply(map), Place.BEFORE);
      case ON -> arrive(map, map.lowerKey(key), Place.BEFORE);
      case BEFORE -> false;
    };
  }

  boolean seek(NavigableMap<K, ?> map, K target) {
    K least = order.compare(target, from) < 0 ? from : target;
    return arrive(map, map.ceilingKey(least), Place.AFTER);
  }

  boolean seekLast(NavigableMap<K, ?> map) {
    return arrive(map, last.apply(map), Place.AFTER);
  }

  private boolean arrive(NavigableMap<K, ?> map, @Nullable K found, Place otherwise) {
    K end = last.apply(map);
    boolean isFound =
        found != null
            && end != null
            && order.compare(found, from) >= 0
            && order.compare(found, end) <= 0;
    place = isFound ? Place.ON : otherwise;
    key = isFound ? found : null;
    return isFound;
  }

  /** Returns the key stood on, null if it stands on none. */
  @Nullable K key() {
    return key;
  }
}
