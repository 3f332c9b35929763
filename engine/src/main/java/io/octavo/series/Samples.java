package io.octavo.series;

import io.octavo.page.tree.Aggregate;

/** Entries of a series in arrays, in the order of their times. */
final class Samples {
  /** No entries. */
  static final Samples NONE = new Samples(0);

  final long[] times;
  final long[] values;
  int count;

  Samples(int capacity) {
    times = new long[capacity];
    values = new long[capacity];
  }

  /** Returns a copy of the entries. */
  Samples copy() {
    Samples copy = new Samples(count);
    System.arraycopy(times, 0, copy.times, 0, count);
    System.arraycopy(values, 0, copy.values, 0, count);
    copy.count = count;
    return copy;
  }

  /** Inserts an entry at a place. */
  void insert(int place, long time, long value) {
    insert(times, place, count, time);
    insert(values, place, count, value);
    count++;
  }

  /** Appends entries of other arrays. */
  void append(long[] fromTimes, long[] fromValues, int from, int added) {
    System.arraycopy(fromTimes, from, times, count, added);
    System.arraycopy(fromValues, from, values, count, added);
    count += added;
  }

  /** Removes entries. */
  void remove(int from, int to) {
    System.arraycopy(times, to, times, from, count - to);
    System.arraycopy(values, to, values, from, count - to);
    count -= to - from;
  }

  /** Adds entries to an aggregate. */
  void addTo(int from, int to, Aggregate into) {
    into.addAll(times, values, from, to);
  }

  /** Returns the number of entries before a time. */
  int lower(long time) {
    return lower(times, count, time);
  }

  /** Returns the number of entries before or at a time. */
  int upper(long time) {
    return upper(times, count, time);
  }

  /** Inserts a number into the first numbers of an array. */
  static void insert(long[] into, int place, int count, long number) {
    System.arraycopy(into, place, into, place + 1, count - place);
    into[place] = number;
  }

  /** Returns how many of the first times are before a time. */
  static int lower(long[] times, int count, long time) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns how many of the first times are before a time or at it. */
  static int upper(long[] times, int count, long time) {
    return time == Long.MAX_VALUE ? count : lower(times, count, time + 1);
  }
}
