package io.octavo.fuzz.workload;

import io.octavo.fuzz.disk.Hashes;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Posting lists that stand for numbers, so that a scenario and its model need no others: keys in
 * the order of their numbers, sets of ids of all sorts of counts and widths, many of which overlap.
 */
public final class Lists {
  /** Posting lists have names that begin with it. */
  public static final String NAME = "@";

  private Lists() {}

  public static boolean isName(String name) {
    return name.startsWith(NAME);
  }

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
}
