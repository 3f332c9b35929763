package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.fuzz.ModelSeries.Entry;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import io.octavo.series.Summary;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Compares series with their model, through every call that reads. */
final class SeriesComparison {
  private SeriesComparison() {}

  /** Compares all entries, in both directions, and what a few ranges add up to. */
  static void sameAll(Series series, ModelSeries model) {
    sameUnits(series, model);
    same("size", series.size(), (long) model.size());
    SeriesCursor forward = series.cursor();
    for (Entry entry : model.entries()) {
      same("an entry going forward", forward.next(), true);
      same("entry going forward", new Entry(forward.time(), forward.value()), entry);
    }
    same("end going forward", forward.next(), false);
    SeriesCursor backward = series.cursor();
    for (int rank = model.size() - 1; rank >= 0; rank--) {
      same("an entry going backward", backward.previous(), true);
      Entry found = new Entry(backward.time(), backward.value());
      same("entry going backward", found, model.get(rank));
    }
    same("end going backward", backward.previous(), false);
    SplittableRandom random = new SplittableRandom(model.size());
    sameRange(series, model, Long.MIN_VALUE, Long.MAX_VALUE, random);
    for (int i = 0; i < 3 && model.size() > 0; i++) {
      long from = model.get(random.nextInt(model.size())).time();
      long to = model.get(random.nextInt(model.size())).time();
      sameRange(series, model, Math.min(from, to), Math.max(from, to), random);
    }
  }

  private static void sameUnits(Series series, ModelSeries model) {
    TimeUnit unit = series.timeUnit().orElse(null);
    String found = ModelSeries.unitsOf(unit, series.places(), series.isOfEvents());
    same("units", found, model.units());
  }

  /** Compares every answer about a range of times. */
  static void sameRange(
      Series series, ModelSeries model, long from, long to, SplittableRandom random) {
    List<Entry> range = model.range(from, to);
    sameSummary(series.summary(from, to), range);
    int rank = model.rank(from);
    same("size", series.size(), (long) model.size());
    same("rank", series.rank(from), (long) rank);
    same("rankOfGreatest", series.rankOfGreatest(from, to), rankOfGreatest(range, rank));
    if (from <= to) {
      sameWindows(series, model, from, to, 1 + random.nextInt(random.nextInt(4) == 0 ? 500 : 9));
    }
    if (!range.isEmpty()) {
      sameQuantiles(series, from, to, range, random);
    }
    if (rank < model.size()) {
      same("timeAt", series.timeAt(rank), model.get(rank).time());
    }
    long[] times = new long[1 + random.nextInt(300)];
    long[] values = new long[times.length];
    int read = series.read(rank, times, values);
    same("read", read, Math.min(times.length, model.size() - rank));
    for (int i = 0; i < read; i++) {
      same("an entry read", new Entry(times[i], values[i]), model.get(rank + i));
    }
  }

  private static long rankOfGreatest(List<Entry> range, long first) {
    long rank = Series.ABSENT;
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < range.size(); i++) {
      if (rank == Series.ABSENT || range.get(i).value() > greatest) {
        rank = first + i;
        greatest = range.get(i).value();
      }
    }
    return rank;
  }

  private static void sameSummary(Summary found, List<Entry> range) {
    BigInteger sum = BigInteger.ZERO;
    for (Entry entry : range) {
      sum = sum.add(BigInteger.valueOf(entry.value()));
    }
    same("count", found.count(), (long) range.size());
    same("sum", found.bigSum(), sum);
    if (!range.isEmpty()) {
      same("least", found.least(), range.stream().mapToLong(Entry::value).min().orElseThrow());
      same(
          "greatest", found.greatest(), range.stream().mapToLong(Entry::value).max().orElseThrow());
    }
  }

  private static void sameWindows(Series series, ModelSeries model, long from, long to, int count) {
    int[] next = {0};
    series.windows(
        from,
        to,
        count,
        (index, first, last, summary) -> {
          same("index of a window", index, next[0]++);
          BigInteger begin = begin(from, to, index, count);
          BigInteger end = begin(from, to, index + 1, count).subtract(BigInteger.ONE);
          same("first time of a window", first, begin.longValue());
          same("last time of a window", last, end.longValue());
          boolean isEmpty = begin.compareTo(end) > 0;
          sameSummary(summary, isEmpty ? List.of() : model.range(first, last));
        });
    same("windows", next[0], count);
  }

  /** Returns where a window begins, which may be behind all times. */
  private static BigInteger begin(long from, long to, int index, int count) {
    BigInteger begin = BigInteger.valueOf(from);
    BigInteger times = BigInteger.valueOf(to).subtract(begin).add(BigInteger.ONE);
    return begin.add(times.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(count)));
  }

  private static void sameQuantiles(
      Series series, long from, long to, List<Entry> range, SplittableRandom random) {
    long[] sorted = range.stream().mapToLong(Entry::value).sorted().toArray();
    int hundredth = random.nextInt(101);
    long[] found = series.quantiles(from, to, 1, hundredth / 100.0, 0);
    // Rounded up without a double.
    int place = (hundredth * sorted.length + 99) / 100;
    same("quantile 1", found[0], sorted[sorted.length - 1]);
    same("quantile " + hundredth + " %", found[1], sorted[Math.max(0, place - 1)]);
    same("quantile 0", found[2], sorted[0]);
  }
}
