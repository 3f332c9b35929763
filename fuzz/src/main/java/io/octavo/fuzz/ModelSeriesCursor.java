package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.fuzz.ModelSeries.Entry;
import io.octavo.series.SeriesCursor;

/**
 * The place of a cursor in a model of a series. Entries of one time are removed together; those
 * that are added at that time afterwards come behind the place.
 */
final class ModelSeriesCursor {
  private enum Place {
    NEW,
    BEFORE,
    ON,
    REMOVED,
    AFTER
  }

  private final ModelSeries series;
  private final long from;
  private final long to;
  private Place place = Place.NEW;
  private Entry entry = new Entry(0, 0);

  /** Entries before the current one that have its time. */
  private int equal;

  ModelSeriesCursor(ModelSeries series, long from, long to) {
    this.series = series;
    this.from = from;
    this.to = to;
  }

  /** Returns the time of the last entry stood on, 0 at first. */
  long time() {
    return entry.time();
  }

  private int first() {
    return series.rank(from);
  }

  private int end() {
    return Math.max(first(), series.rankBehind(to));
  }

  /** Returns the rank of the current entry; of the next one if it was removed. */
  private int rank() {
    return series.rank(entry.time()) + (place == Place.ON ? equal : 0);
  }

  boolean next() {
    return switch (place) {
      case NEW, BEFORE -> move(first(), Place.AFTER);
      case ON -> move(rank() + 1, Place.AFTER);
      case REMOVED -> move(rank(), Place.AFTER);
      case AFTER -> false;
    };
  }

  boolean previous() {
    return switch (place) {
      case NEW, AFTER -> move(end() - 1, Place.BEFORE);
      case ON, REMOVED -> move(rank() - 1, Place.BEFORE);
      case BEFORE -> false;
    };
  }

  boolean seek(long time) {
    return move(Math.max(first(), series.rank(time)), Place.AFTER);
  }

  boolean seekRank(int rank) {
    return move(rank, rank < first() ? Place.BEFORE : Place.AFTER);
  }

  private boolean move(int rank, Place otherwise) {
    boolean isFound = rank >= first() && rank < end();
    if (isFound) {
      entry = series.get(rank);
      equal = rank - series.rank(entry.time());
    }
    place = isFound ? Place.ON : otherwise;
    return isFound;
  }

  /** Compares where a cursor is, after each move and each change of the series. */
  void requireSame(SeriesCursor cursor) {
    long time = entry.time();
    if (place == Place.ON && equal >= series.rankBehind(time) - series.rank(time)) {
      place = Place.REMOVED;
    }
    switch (place) {
      case ON, REMOVED -> {
        same("time", cursor.time(), time);
        same("value", cursor.value(), entry.value());
        if (place == Place.ON) {
          same("rank", cursor.rank(), (long) rank());
        } else {
          Execution.fails(IllegalStateException.class, cursor::rank);
        }
      }
      default -> Execution.fails(IllegalStateException.class, cursor::time);
    }
  }
}
