package io.octavo.fuzz;

import io.octavo.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A series as a sorted list, in which entries of one time stand in the order of their arrival. */
final class ModelSeries implements Model.Collection {
  private static final String NO_UNITS = unitsOf(null, 0, false);

  private final List<Entry> entries;
  private String units = NO_UNITS;

  /** An entry. */
  record Entry(long time, long value) {}

  ModelSeries(List<Entry> entries) {
    this.entries = new ArrayList<>(entries);
  }

  @Override
  public ModelSeries copy() {
    ModelSeries copy = new ModelSeries(entries);
    copy.units = units;
    return copy;
  }

  @Override
  public void requireSame(Transaction transaction, String name) {
    SeriesComparison.sameAll(transaction.series(name), this);
  }

  /** Returns what times and values count, as text. */
  static String unitsOf(@Nullable TimeUnit unit, int places, boolean isOfEvents) {
    return unit + ", " + places + (isOfEvents ? ", events" : "");
  }

  String units() {
    return units;
  }

  void describe(@Nullable TimeUnit unit, int places, boolean isOfEvents) {
    units = unitsOf(unit, places, isOfEvents);
  }

  List<Entry> entries() {
    return entries;
  }

  int size() {
    return entries.size();
  }

  Entry get(int rank) {
    return entries.get(rank);
  }

  /** Returns the number of entries before a time. */
  int rank(long time) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).time < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the number of entries before or at a time. */
  int rankBehind(long time) {
    return time == Long.MAX_VALUE ? entries.size() : rank(time + 1);
  }

  void add(long time, long value) {
    entries.add(rankBehind(time), new Entry(time, value));
  }

  /** Returns the entries of a range, which go when the list is cleared. */
  List<Entry> range(long from, long to) {
    return from > to ? new ArrayList<>() : entries.subList(rank(from), rankBehind(to));
  }

  long removeRange(long from, long to) {
    List<Entry> range = range(from, to);
    long removed = range.size();
    range.clear();
    return removed;
  }
}
