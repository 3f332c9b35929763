package io.octavo.fuzz;

import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** What a cursor should do: the contract of LongCursor, told by a map of the JDK. */
final class ModelCursor {
  private enum Place {
    NEW,
    BEFORE,
    ON,
    AFTER
  }

  private final long from;
  private final long to;
  private Place place = Place.NEW;
  private long key;

  ModelCursor(long from, long to) {
    this.from = from;
    this.to = to;
  }

  boolean next(NavigableMap<Long, Long> map) {
    return switch (place) {
      case NEW, BEFORE -> arrive(map.ceilingKey(from), Place.AFTER);
      case ON -> arrive(map.higherKey(key), Place.AFTER);
      case AFTER -> false;
    };
  }

  boolean previous(NavigableMap<Long, Long> map) {
    return switch (place) {
      case NEW, AFTER -> arrive(map.floorKey(to), Place.BEFORE);
      case ON -> arrive(map.lowerKey(key), Place.BEFORE);
      case BEFORE -> false;
    };
  }

  boolean seek(NavigableMap<Long, Long> map, long target) {
    return arrive(map.ceilingKey(Math.max(target, from)), Place.AFTER);
  }

  boolean seekLast(NavigableMap<Long, Long> map) {
    return arrive(map.floorKey(to), Place.AFTER);
  }

  private boolean arrive(@Nullable Long found, Place otherwise) {
    if (found == null || found < from || found > to) {
      place = otherwise;
      return false;
    }
    place = Place.ON;
    key = found;
    return true;
  }

  /** Returns the key stood on, null if it stands on none. */
  @Nullable Long key() {
    return place == Place.ON ? key : null;
  }
}
