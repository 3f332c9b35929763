package io.octavo.kafka;

import io.octavo.kafka.format.TableNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a store by time. What is older than the retention is dropped, a segment at a time,
 * in constant time. Other threads may look for segments while the thread of the task adds and drops
 * them.
 */
final class Segments {
  private final String store;
  private final long retention;
  private final long interval;
  private final boolean isIndexed;
  private final NavigableMap<Long, Segment> byNumber = new ConcurrentSkipListMap<>();
  private final Views views;

  /**
   * The entries of a stretch of time.
   *
   * @param table the entries
   * @param index the same keys in another order, without values; null for no index
   */
  record Segment(Table table, @Nullable Table index) {
    void drop() {
      table.drop();
      if (index != null) {
        index.drop();
      }
    }
  }

  /** Opens the segments of a store. Needs the lock, as all methods that change. */
  Segments(Views views, String store, long retention, long interval, boolean isIndexed) {
    this.views = views;
    this.store = store;
    this.retention = retention;
    this.interval = interval;
    this.isIndexed = isIndexed;
    String prefix = TableNames.of(store) + '#';
    for (String name : views.file().transaction().names()) {
      if (name.startsWith(prefix) && !name.endsWith("!")) {
        create(Long.parseLong(name.substring(prefix.length())) / interval);
      }
    }
  }

  private long number(long time) {
    return time / interval;
  }

  private Segment create(long number) {
    long begin = number * interval;
    Table table = new Table(views, TableNames.segment(store, begin));
    Table index = isIndexed ? new Table(views, TableNames.index(store, begin)) : null;
    Segment segment = new Segment(table, index);
    byNumber.put(number, segment);
    return segment;
  }

  /** Returns the segment of a time, null if there is none. */
  @Nullable Segment at(long time) {
    return byNumber.get(number(time));
  }

  /**
   * Returns the segment for a write and drops those that have expired.
   *
   * @return the segment, null if the time is too old
   */
  @Nullable Segment forWrite(long time, long streamTime) {
    long least = number(streamTime - retention);
    long number = number(time);
    if (number < least) {
      return null;
    }
    Segment found = byNumber.get(number);
    Segment segment = found == null ? create(number) : found;
    dropBelow(least);
    return segment;
  }

  private void dropBelow(long least) {
    while (!byNumber.isEmpty() && byNumber.firstKey() < least) {
      byNumber.remove(byNumber.firstKey()).drop();
    }
  }

  /** Returns the segments of a range of times, in the order of time or against it. */
  List<Segment> between(long from, long to, boolean isForward) {
    if (number(from) > number(to)) {
      return List.of();
    }
    NavigableMap<Long, Segment> range = byNumber.subMap(number(from), true, number(to), true);
    return new ArrayList<>((isForward ? range : range.descendingMap()).values());
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    Collection<Segment> all = byNumber.values();
    all.forEach(segment -> tables.add(segment.table()));
    return tables;
  }
}
