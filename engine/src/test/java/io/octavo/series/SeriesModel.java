package io.octavo.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A series as a sorted list: what {@link Series} must do, by the simplest means. */
final class SeriesModel {
  /** An entry. */
  record Entry(long time, long value) {}

  private final List<Entry> entries = new ArrayList<>();

  List<Entry> copy() {
    return List.copyOf(entries);
  }

  void restore(List<Entry> before) {
    entries.clear();
    entries.addAll(before);
  }

  int size() {
    return entries.size();
  }

  void clear() {
    entries.clear();
  }

  long lastTime() {
    return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).time;
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

  int rankBehind(long time) {
    return time == Long.MAX_VALUE ? entries.size() : rank(time + 1);
  }

  void add(long time, long value) {
    entries.add(rankBehind(time), new Entry(time, value));
  }

  int removeRange(long from, long to) {
    List<Entry> removed = within(from, to);
    int count = removed.size();
    removed.clear();
    return count;
  }

  private List<Entry> within(long from, long to) {
    return from > to ? new ArrayList<>() : entries.subList(rank(from), rankBehind(to));
  }

  private long time(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> random.nextLong();
      default ->
          entries.isEmpty()
              ? random.nextInt(100)
              : entries.get(random.nextInt(entries.size())).time + random.nextInt(5) - 2;
    };
  }

  /** Compares a series with the model in all that it answers. */
  void verify(Series series, Random random) {
    assertThat(series.size()).isEqualTo(entries.size());
    for (int i = 0; i < 6; i++) {
      verifyRange(series, time(random), time(random), random);
    }
    verifyRange(series, Long.MIN_VALUE, Long.MAX_VALUE, random);
    long[] times = new long[random.nextInt(400) + 1];
    long[] values = new long[times.length];
    int rank = random.nextInt(entries.size() + 1);
    int read = series.read(rank, times, values);
    assertThat(read).isEqualTo(Math.min(times.length, entries.size() - rank));
    for (int i = 0; i < read; i++) {
      assertThat(new Entry(times[i], values[i])).isEqualTo(entries.get(rank + i));
    }
    if (!entries.isEmpty()) {
      int at = random.nextInt(entries.size());
      assertThat(series.timeAt(at)).isEqualTo(entries.get(at).time);
    }
  }

  private void verifyRange(Series series, long from, long to, Random random) {
    List<Entry> range = within(from, to);
    verify(series.summary(from, to), range);
    assertThat(series.rank(from)).isEqualTo(rank(from));
    long greatest = range.stream().mapToLong(Entry::value).max().orElse(0);
    long expected = Series.ABSENT;
    for (int i = range.size() - 1; i >= 0; i--) {
      expected = range.get(i).value == greatest ? rank(from) + i : expected;
    }
    assertThat(series.rankOfGreatest(from, to)).isEqualTo(expected);
    if (from <= to) {
      verifyWindows(series, from, to, 1 + random.nextInt(random.nextInt(4) == 0 ? 500 : 9));
    }
    if (!range.isEmpty()) {
      double[] quantiles = {random.nextDouble(), 0, 1, 0.5, random.nextInt(100) / 100.0};
      long[] found = series.quantiles(from, to, quantiles);
      long[] sorted = range.stream().mapToLong(Entry::value).sorted().toArray();
      for (int i = 0; i < quantiles.length; i++) {
        assertThat(found[i]).isEqualTo(sorted[nearest(quantiles[i], sorted.length)]);
      }
    }
    verifyCursor(series.cursor(from, to), range, rank(from), random);
  }

  private static int nearest(double quantile, int count) {
    java.math.BigDecimal place =
        java.math.BigDecimal.valueOf(quantile).multiply(java.math.BigDecimal.valueOf(count));
    return Math.max(0, place.setScale(0, java.math.RoundingMode.CEILING).intValueExact() - 1);
  }

  private static void verify(Summary summary, List<Entry> range) {
    assertThat(summary.count()).isEqualTo(range.size());
    BigInteger sum = BigInteger.ZERO;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (Entry entry : range) {
      sum = sum.add(BigInteger.valueOf(entry.value));
      least = Math.min(least, entry.value);
      greatest = Math.max(greatest, entry.value);
    }
    assertThat(summary.bigSum()).isEqualTo(sum);
    if (!range.isEmpty()) {
      assertThat(summary.least()).isEqualTo(least);
      assertThat(summary.greatest()).isEqualTo(greatest);
    }
  }

  private void verifyWindows(Series series, long from, long to, int count) {
    BigInteger times =
        BigInteger.valueOf(to).subtract(BigInteger.valueOf(from)).add(BigInteger.ONE);
    int[] next = {0};
    series.windows(
        from,
        to,
        count,
        (index, first, last, summary) -> {
          assertThat(index).isEqualTo(next[0]++);
          BigInteger begin = part(from, times, index, count);
          BigInteger end = part(from, times, index + 1, count).subtract(BigInteger.ONE);
          assertThat(first).isEqualTo(begin.longValue());
          assertThat(last).isEqualTo(end.longValue());
          verify(summary, begin.compareTo(end) > 0 ? List.of() : within(first, last));
        });
    assertThat(next[0]).isEqualTo(count);
  }

  private static BigInteger part(long from, BigInteger times, int index, int count) {
    BigInteger offset = times.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(count));
    return BigInteger.valueOf(from).add(offset);
  }

  private static void verifyCursor(
      SeriesCursor cursor, List<Entry> range, int first, Random random) {
    int place = -1;
    for (int i = 0; i < 12; i++) {
      boolean found;
      switch (random.nextInt(3)) {
        case 0 -> {
          found = cursor.next();
          place = Math.min(place + 1, range.size());
        }
        case 1 -> {
          found = cursor.previous();
          place = i == 0 ? range.size() - 1 : Math.max(place - 1, -1);
        }
        default -> {
          place = random.nextInt(range.size() + 1);
          found = cursor.seekRank(first + place);
        }
      }
      assertThat(found).isEqualTo(place >= 0 && place < range.size());
      if (found) {
        assertThat(new Entry(cursor.time(), cursor.value())).isEqualTo(range.get(place));
        assertThat(cursor.rank()).isEqualTo(first + place);
      }
    }
  }
}
