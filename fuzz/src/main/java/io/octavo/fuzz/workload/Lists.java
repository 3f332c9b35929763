package io.octavo.fuzz.workload;

import io.octavo.fuzz.disk.Hashes;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.LongStream;

/**
 * Posting lists that stand for numbers, so that a scenario and its model need no others: keys in
 * the order of their numbers, sets of ids of all sorts of counts and widths, many of which overlap.
 */
public final class Lists {
  private Lists() {}

  /** Returns the key of a number from 0 on. */
  public static long key(long number) {
    return (number - 20) * 1_003;
  }

  /** Returns the ids of a number: of eight sets one has many, and one takes many bytes. */
  static long[] ids(long number) {
    int drawn = (int) (number >>> 3) & 255;
    LongStream ids =
        switch ((int) (number & 7)) {
          case 5 -> LongStream.range(0, 3L * drawn).map(i -> i * 5 - 100);
          case 6 -> LongStream.range(0, 30 + drawn).map(i -> Hashes.mix(i, 7) | 1);
          case 7 -> LongStream.range(drawn, 500 + 2L * drawn);
          default -> LongStream.range(0, 1 + drawn % 6).map(i -> Hashes.mix(drawn, i) >> 40);
        };
    long[] sorted = ids.sorted().distinct().toArray();
    return sorted.length == 0 ? new long[] {number} : sorted;
  }

  static long hash(long key, long[] ids, int count) {
    long hash = Hashes.mix(key, 17);
    for (int i = 0; i < count; i++) {
      hash = hash * 0x9E3779B97F4A7C15L + ids[i];
    }
    return Hashes.mix(hash, count);
  }

  /** Hashes all lists of a model. */
  static long hash(NavigableMap<Long, Long> model, long seed) {
    long sum = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      long[] ids = ids(entry.getValue());
      sum += Hashes.mix(seed, hash(key(entry.getKey()), ids, ids.length));
    }
    return sum;
  }

  /** Asks lists, which may be forged, for operations on sets. */
  static long look(PostingMap map) {
    long sum = map.size();
    PostingCursor[] cursors = new PostingCursor[4];
    for (int key = 0; key < 4; key++) {
      sum += map.count(key(key)) + (map.contains(key(key), 7) ? 1 : 0);
      cursors[key] = map.cursor(key(key));
    }
    PostingCursor any = PostingCursor.union(cursors);
    PostingCursor some = PostingCursor.difference(any, map.cursor(key(5)));
    PostingCursor both = PostingCursor.intersection(some, map.cursor(key(1)));
    for (int most = 1 << 14; most > 0 && both.seek(Long.MIN_VALUE + most); most--) {
      sum += both.next() ? both.id() : 0;
    }
    return sum;
  }

  /**
   * Hashes all lists.
   *
   * @param most ids after which a walk is given up: a wrong tree may lead in a circle
   */
  static long hash(PostingMap map, long seed, int most) {
    long sum = 0;
    int read = 0;
    for (PostingListCursor lists = map.lists(); lists.next(); ) {
      long[] ids = ids(map.cursor(lists.key()), most);
      sum += Hashes.mix(seed, hash(lists.key(), ids, ids.length));
      read += ids.length + 1;
      if (read > 16 * most) {
        throw new Content.OutOfOrderException("more than " + 16 * most + " ids");
      }
    }
    return sum;
  }

  static long[] ids(PostingCursor cursor, int most) {
    long[] ids = new long[512];
    long[] block = new long[512];
    int count = 0;
    for (int read = cursor.nextBlock(block); read > 0; read = cursor.nextBlock(block)) {
      if (count + read > ids.length) {
        ids = Arrays.copyOf(ids, 2 * ids.length);
      }
      System.arraycopy(block, 0, ids, count, read);
      count += read;
      if (count > 16 * most) {
        throw new Content.OutOfOrderException("more than " + 16 * most + " ids");
      }
    }
    return Arrays.copyOf(ids, count);
  }

  /** Numbers as lists. */
  record OfMap(PostingMap map) implements Target {
    @Override
    public long put(long key, long value) {
      long list = key(key);
      long[] ids = ids(value);
      if (((key + value) >>> 8) % 4 == 0) {
        map.removeList(list);
      } else {
        // What both have stays as it is.
        long[] removed =
            LongStream.of(ids(map.cursor(list), 1 << 12))
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
      return map.removeList(key(key)) > 0;
    }

    @Override
    public long removeRange(long from, long to) {
      long removed = 0;
      PostingListCursor lists = map.lists();
      boolean found = lists.seek(key(from));
      for (; found && lists.key() <= key(to); found = lists.next()) {
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
