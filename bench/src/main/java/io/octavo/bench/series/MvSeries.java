package io.octavo.bench.series;

import io.octavo.bench.data.Entries;
import io.octavo.bench.peer.MvPeer;
import java.nio.file.Path;
import java.util.Arrays;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;

/** H2's MVStore: a map of values by times, with a number of entries with equal times behind. */
final class MvSeries implements SeriesPeer {
  /** Bits of the number. */
  private static final int EQUAL_BITS = 10;

  private final MVStore store;
  private final MVMap<Long, Long> map;

  MvSeries(Path directory) {
    store = MvPeer.open(directory.resolve("series.mv"), (int) (CACHE_BYTES >> 20));
    map =
        store.openMap(
            "s",
            new MVMap.Builder<Long, Long>()
                .keyType(LongDataType.INSTANCE)
                .valueType(LongDataType.INSTANCE)
                .singleWriter());
  }

  @Override
  public String settings() {
    return "H2 MVStore "
        + org.h2.engine.Constants.VERSION
        + ", a map of a single writer, LongDataType, keys of 1,024 times the time and a number of"
        + " entries with equal times, append, cache of 1 GiB, automatic commits off; one commit,"
        + " then sync; queries by a cursor; not compacted at close";
  }

  @Override
  public void load(Entries entries) {
    long[] times = entries.keys();
    long equal = 0;
    for (int i = 0; i < times.length; i++) {
      equal = i > 0 && times[i] == times[i - 1] ? equal + 1 : 0;
      if (equal >> EQUAL_BITS != 0) {
        throw new IllegalArgumentException("too many entries at " + times[i]);
      }
      map.append(key(times[i]) + equal, entries.values()[i]);
    }
    store.commit();
    store.sync();
  }

  private static long key(long time) {
    return Math.multiplyExact(time, 1L << EQUAL_BITS);
  }

  @Override
  public long summary(long from, long to) {
    return windows(from, to, 1);
  }

  @Override
  public long windows(long from, long to, int count) {
    long[] counts = new long[count];
    long[] sums = new long[count];
    long[] least = new long[count];
    long[] greatest = new long[count];
    Arrays.fill(least, Long.MAX_VALUE);
    Arrays.fill(greatest, Long.MIN_VALUE);
    Cursor<Long, Long> cursor = map.cursor(key(from), key(to + 1) - 1, false);
    while (cursor.hasNext()) {
      long behind = (cursor.next() >> EQUAL_BITS) - from;
      long value = cursor.getValue();
      int part = (int) (((behind + 1) * count - 1) / (to - from + 1));
      counts[part]++;
      sums[part] += value;
      least[part] = Math.min(least[part], value);
      greatest[part] = Math.max(greatest[part], value);
    }
    long number = 0;
    for (int i = 0; i < count; i++) {
      if (counts[i] > 0) {
        number +=
            SeriesPeer.number(i, SeriesPeer.number(counts[i], sums[i], least[i], greatest[i]));
      }
    }
    return number;
  }

  @Override
  public void close() {
    store.close();
  }
}
