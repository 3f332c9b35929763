package io.octavo.fuzz.crash;

import io.octavo.BytesMap;
import io.octavo.LongMap;
import io.octavo.PostingListCursor;
import io.octavo.PostingMap;
import io.octavo.Transaction;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.stream.LongStream;

/**
 * What a step changes: a map of longs, byte strings or posting lists that stand for them, or the
 * model of one of these.
 */
interface Target {
  void put(long key, long value);

  boolean remove(long key);

  long removeRange(long from, long to);

  void clear();

  static Target of(Transaction transaction, String name) {
    if (Lists.isName(name)) {
      return new OfLists(transaction.postings(name));
    }
    return Strings.isName(name)
        ? new OfStrings(transaction.bytesMap(name))
        : new OfLongs(transaction.longMap(name));
  }

  /** Returns a map of the model. */
  static Target of(Content content, String name) {
    return new OfModel(content.write(name));
  }

  /** What a map should hold. */
  record OfModel(NavigableMap<Long, Long> map) implements Target {
    @Override
    public void put(long key, long value) {
      map.put(key, value);
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
    public void put(long key, long value) {
      map.put(key, value);
      model.put(key, value);
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
    public void put(long key, long value) {
      map.put(key, value);
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
    public void put(long key, long value) {
      byte[] bytes = Strings.value(value);
      if (((key + value) >>> 8) % 2 == 0) {
        map.put(Strings.key(key), bytes);
        return;
      }
      try {
        map.put(Strings.key(key), new ByteArrayInputStream(bytes), bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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
    public void put(long key, long value) {
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
}
