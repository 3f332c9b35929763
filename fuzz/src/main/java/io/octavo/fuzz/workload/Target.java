package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import io.octavo.series.Series;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.stream.LongStream;

/**
 * What a step changes: a map of longs, byte strings, posting lists, interned items or series that
 * stand for them, or the model of one of these.
 */
public interface Target {
  /** Puts a value; gives the id where one is interned, the size of a series, else 0. */
  long put(long key, long value);

  boolean remove(long key);

  long removeRange(long from, long to);

  void clear();

  static Target of(Transaction transaction, String name) {
    if (Interned.isStrings(name)) {
      return new OfStringTable(transaction.strings(name));
    }
    if (Interned.isPairs(name)) {
      return new OfPairs(transaction.pairs(name));
    }
    if (Interned.isStacks(name)) {
      return new OfStacks(transaction.stacks(name));
    }
    if (Timed.isName(name)) {
      return new OfSeries(transaction.series(name));
    }
    if (Profiled.isName(name)) {
      return new Profiled.OfProfile(transaction, name);
    }
    if (Lists.isName(name)) {
      return new OfLists(transaction.postings(name));
    }
    return Strings.isName(name)
        ? new OfStrings(transaction.bytesMap(name))
        : new OfLongs(transaction.longMap(name));
  }

  /** Returns a map of the model. */
  static Target of(Content content, String name) {
    return ofModel(content.write(name), name);
  }

  /** Returns what a collection must do. */
  static Target ofModel(NavigableMap<Long, Long> map, String name) {
    if (Timed.isName(name)) {
      return new OfSeriesModel(map);
    }
    if (Profiled.isName(name)) {
      return new Profiled.OfModel(map);
    }
    return Interned.isName(name)
        ? new OfInternedModel(map, Interned.isStacks(name))
        : new OfModel(map);
  }

  /** What a map should hold. */
  record OfModel(NavigableMap<Long, Long> map) implements Target {
    @Override
    public long put(long key, long value) {
      map.put(key, value);
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(key) != null;
    }

    @Override
    public long removeRange(long from, long to) {
      NavigableMap<Long, Long> range = map.subMap(from, true, to, true);
      long removed = range.size();
      range.clear();
      return removed;
    }

    @Override
    public void clear() {
      map.clear();
    }
  }

  /** A map beside its model: each change of the one is made to the other, and compared. */
  record Compared(Target map, Target model) implements Target {
    @Override
    public long put(long key, long value) {
      long put = map.put(key, value);
      requireSame("put", put, model.put(key, value));
      return put;
    }

    @Override
    public boolean remove(long key) {
      boolean removed = map.remove(key);
      requireSame("remove", removed, model.remove(key));
      return removed;
    }

    @Override
    public long removeRange(long from, long to) {
      long removed = map.removeRange(from, to);
      requireSame("removeRange", removed, model.removeRange(from, to));
      return removed;
    }

    @Override
    public void clear() {
      map.clear();
      model.clear();
    }

    private static void requireSame(String call, Object found, Object expected) {
      if (!found.equals(expected)) {
        throw new AssertionError(call + ": found " + found + ", expected " + expected);
      }
    }
  }

  /** The map itself. */
  record OfLongs(LongMap map) implements Target {
    @Override
    public long put(long key, long value) {
      map.put(key, value);
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(key);
    }

    @Override
    public long removeRange(long from, long to) {
      return map.removeRange(from, to);
    }

    @Override
    public void clear() {
      map.clear();
    }
  }

  /** Numbers as {@link Strings}. */
  record OfStrings(BytesMap map) implements Target {
    @Override
    public long put(long key, long value) {
      byte[] bytes = Strings.value(value);
      if (((key + value) >>> 8) % 2 == 0) {
        map.put(Strings.key(key), bytes);
        return 0;
      }
      try {
        map.put(Strings.key(key), new ByteArrayInputStream(bytes), bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(Strings.key(key));
    }

    @Override
    public long removeRange(long from, long to) {
      return map.removeRange(Strings.key(from), to % 5 == 0 ? next(to) : Strings.key(to + 1));
    }

    /** The least byte string above a key, which is none. */
    private static byte[] next(long key) {
      byte[] bytes = Strings.key(key);
      return Arrays.copyOf(bytes, bytes.length + 1);
    }

    @Override
    public void clear() {
      map.clear();
    }
  }

  /** Numbers as {@link Lists}. */
  record OfLists(PostingMap map) implements Target {
    @Override
    public long put(long key, long value) {
      long list = Lists.key(key);
      long[] ids = Lists.ids(value);
      if (((key + value) >>> 8) % 4 == 0) {
        map.removeList(list);
      } else {
        // What both have stays as it is.
        long[] removed =
            LongStream.of(Lists.ids(map.cursor(list), 1 << 12))
                .filter(id -> Arrays.binarySearch(ids, id) < 0)
                .toArray();
        map.removeAll(list, removed);
      }
      if (ids.length < 4) {
        LongStream.of(ids).forEach(id -> map.add(list, id));
      } else {
        map.addAll(list, ids);
      }
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.removeList(Lists.key(key)) > 0;
    }

    @Override
    public long removeRange(long from, long to) {
      long removed = 0;
      PostingListCursor lists = map.lists();
      boolean found = lists.seek(Lists.key(from));
      for (; found && lists.key() <= Lists.key(to); found = lists.next()) {
        removed += map.removeList(lists.key()) > 0 ? 1 : 0;
      }
      return removed;
    }

    @Override
    public void clear() {
      map.clear();
    }
  }

  /** Numbers as {@link Timed}; a put adds an entry and gives the number of entries. */
  record OfSeries(Series series) implements Target {
    @Override
    public long put(long key, long value) {
      long time = Timed.time(Timed.number(key));
      long size = series.size();
      boolean isAppended = Timed.isAppended(value) && size > 0;
      series.add(isAppended ? Math.max(time, series.timeAt(size - 1)) : time, value);
      // No read behind the change: it may fail, and the change would stay.
      return size + 1;
    }

    @Override
    public boolean remove(long key) {
      return removeRange(key, key) > 0;
    }

    @Override
    public long removeRange(long from, long to) {
      return series.removeRange(Timed.time(Timed.number(from)), Timed.time(Timed.number(to)));
    }

    @Override
    public void clear() {
      series.clear();
    }
  }

  /** What a series should hold. */
  record OfSeriesModel(NavigableMap<Long, Long> entries) implements Target {
    @Override
    public long put(long key, long value) {
      Timed.add(entries, key, value);
      return entries.size();
    }

    @Override
    public boolean remove(long key) {
      return removeRange(key, key) > 0;
    }

    @Override
    public long removeRange(long from, long to) {
      return new OfModel(entries)
          .removeRange(Timed.first(Timed.number(from)), Timed.last(Timed.number(to)));
    }

    @Override
    public void clear() {
      entries.clear();
    }
  }

  /**
   * What interns numbers as {@link Interned}. Nothing can be removed: a removal asks whether the
   * number is there, and whether its id still stands for it.
   */
  abstract class OfInterned implements Target {
    /** The most numbers that a removal of a range asks for. */
    private static final int MOST_ASKED = 8;

    /** Interns a number; gives its id. */
    abstract long intern(long number);

    /** Returns the id of a number, -1 if it is not there. */
    abstract long find(long number);

    @Override
    public final long put(long key, long value) {
      return intern(Interned.number(key, value));
    }

    @Override
    public final boolean remove(long key) {
      return find(Interned.number(key, key)) >= 0;
    }

    @Override
    public final long removeRange(long from, long to) {
      long ids = 0;
      long last = Math.min(to, from + MOST_ASKED);
      for (long key = from; key >= 0 && key <= last; key++) {
        ids = 31 * ids + find(Interned.number(key, to));
      }
      return ids;
    }

    static void require(boolean isRight, long number, int id) {
      if (!isRight) {
        throw new AssertionError("id " + id + " does not stand for " + number);
      }
    }
  }

  /** The ids that numbers must have. */
  final class OfInternedModel extends OfInterned {
    private final NavigableMap<Long, Long> ids;
    private final boolean isOfStacks;

    OfInternedModel(NavigableMap<Long, Long> ids, boolean isOfStacks) {
      this.ids = ids;
      this.isOfStacks = isOfStacks;
    }

    @Override
    long intern(long number) {
      return Interned.intern(ids, number, isOfStacks);
    }

    @Override
    long find(long number) {
      return ids.getOrDefault(number, -1L);
    }

    @Override
    public void clear() {
      ids.clear();
    }
  }

  /** Numbers as strings. */
  final class OfStringTable extends OfInterned {
    private final StringTable table;

    OfStringTable(StringTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      return table.intern(Interned.string(number));
    }

    @Override
    long find(long number) {
      byte[] string = Interned.string(number);
      int id = table.find(string);
      require(id < 0 || Arrays.equals(table.get(id), string), number, id);
      return id;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }

  /** Numbers as pairs. */
  final class OfPairs extends OfInterned {
    private final PairTable table;

    OfPairs(PairTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      return table.intern(Interned.pair(number));
    }

    @Override
    long find(long number) {
      long value = Interned.pair(number);
      int id = table.find(value);
      require(id < 0 || table.get(id) == value, number, id);
      return id;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }

  /** Numbers as stacks. */
  final class OfStacks extends OfInterned {
    private static final int THREADS = 3;

    private final StackTable table;

    OfStacks(StackTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      int[] frames = Interned.frames(number);
      if (number % 8 > 0) {
        return table.intern(number % THREADS, frames, 0, frames.length);
      }
      int id = StackTable.NONE;
      for (int frame : frames) {
        id = table.intern(id, frame);
      }
      return id;
    }

    /** Looks through the whole table, which nothing but interning does with an index. */
    @Override
    long find(long number) {
      int[] frames = Interned.frames(number);
      int[] resolved = new int[frames.length];
      for (int id = 0; id < table.size(); id++) {
        if (table.resolve(id, resolved) == frames.length && Arrays.equals(resolved, frames)) {
          return id;
        }
      }
      return -1;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }
}
