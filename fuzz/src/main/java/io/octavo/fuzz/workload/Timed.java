package io.octavo.fuzz.workload;

import io.octavo.fuzz.disk.Hashes;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import io.octavo.series.Summary;
import java.math.BigInteger;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Series whose times stand for numbers. The model of a series has for each entry its number and
 * behind that, in the low bits of a key, how many entries of that number came before it.
 */
public final class Timed {
  /** Keys of a scenario that are one number, so that times are equal. */
  private static final int PER_NUMBER = 4;

  private static final int ARRIVAL_BITS = 24;
  private static final int WINDOWS = 7;

  private Timed() {}

  static long number(long key) {
    return key / PER_NUMBER;
  }

  /** Returns the time of a number, which ascends with the number. */
  static long time(long number) {
    return number == 0 ? Long.MIN_VALUE : number * 1_000 - 7_000;
  }

  /** Returns the first key of a number in a model. */
  static long first(long number) {
    return number << ARRIVAL_BITS;
  }

  /** Returns the last key of a number in a model. */
  static long last(long number) {
    return first(number + 1) - 1;
  }

  /** Returns whether an entry with a value does not come before the last one of all. */
  static boolean isAppended(long value) {
    return (value & 1) != 0;
  }

  /** Adds an entry to a model. */
  static void add(NavigableMap<Long, Long> model, long key, long value) {
    long number = number(key);
    if (isAppended(value) && !model.isEmpty()) {
      number = Math.max(number, model.lastKey() >> ARRIVAL_BITS);
    }
    Long before = model.floorKey(last(number));
    model.put(before == null ? first(number) : Math.max(first(number), before + 1), value);
  }

  /** Hashes all entries of a model. */
  public static long hash(NavigableMap<Long, Long> model, long seed) {
    long sum = 0;
    long rank = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      sum += hash(seed, rank++, time(entry.getKey() >> ARRIVAL_BITS), entry.getValue());
    }
    return sum;
  }

  private static long hash(long seed, long rank, long time, long value) {
    return Hashes.mix(seed, Hashes.mix(Hashes.mix(rank, time), value));
  }

  /**
   * Hashes all entries of a series.
   *
   * @param most entries after which a walk is given up: a wrong tree may lead in a circle
   */
  public static long hash(Series series, long seed, int most) {
    long sum = 0;
    long rank = 0;
    long last = Long.MIN_VALUE;
    for (SeriesCursor cursor = series.cursor(); cursor.next(); ) {
      if (cursor.time() < last || rank > most) {
        throw new Content.OutOfOrderException(cursor.time() + " behind " + rank + " entries");
      }
      last = cursor.time();
      sum += hash(seed, rank++, last, cursor.value());
    }
    return sum;
  }

  /** Returns how many parts of a series do not add up to what their entries do. */
  public static int countWrong(Series series) {
    int[] wrong = {0};
    series.windows(
        time(1),
        time(64),
        WINDOWS,
        (index, from, to, summary) -> wrong[0] += isRight(series, from, to, summary) ? 0 : 1);
    long all = series.summary(Long.MIN_VALUE, Long.MAX_VALUE).count();
    return wrong[0] + (all == series.size() ? 0 : 1);
  }

  private static boolean isRight(Series series, long from, long to, Summary summary) {
    long count = 0;
    long greatest = Long.MIN_VALUE;
    BigInteger sum = BigInteger.ZERO;
    for (SeriesCursor cursor = series.cursor(from, to); cursor.next(); ) {
      count++;
      greatest = Math.max(greatest, cursor.value());
      sum = sum.add(BigInteger.valueOf(cursor.value()));
    }
    return count == summary.count()
        && sum.equals(summary.bigSum())
        && (count == 0 || greatest == summary.greatest());
  }

  /** Asks a series, which may be forged, everything but for its entries. */
  public static long look(Series series) {
    long sum = countWrong(series);
    for (long number = 0; number < 16; number += 5) {
      sum += series.rank(time(number)) + series.rankOfGreatest(time(number), Long.MAX_VALUE);
      if (!series.summary(time(number), time(number + 9)).isEmpty()) {
        sum += series.quantiles(time(number), time(number + 9), 0.5)[0];
      }
    }
    SeriesCursor cursor = series.cursor();
    for (int most = 1 << 14; most > 0 && cursor.previous(); most--) {
      sum += cursor.value();
    }
    return series.size() > 0 ? sum + series.timeAt(series.size() - 1) : sum;
  }

  /** Numbers as entries; a put adds an entry, and returns the number of entries. */
  record OfSeries(Series series) implements Target {
    @Override
    public long put(long key, long value) {
      long time = time(number(key));
      long size = series.size();
      boolean isAppended = isAppended(value) && size > 0;
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
      return series.removeRange(time(number(from)), time(number(to)));
    }

    @Override
    public void clear() {
      series.clear();
    }
  }

  /** What a series should hold. */
  record OfModel(NavigableMap<Long, Long> entries) implements Target {
    @Override
    public long put(long key, long value) {
      add(entries, key, value);
      return entries.size();
    }

    @Override
    public boolean remove(long key) {
      return removeRange(key, key) > 0;
    }

    @Override
    public long removeRange(long from, long to) {
      return new Target.OfModel(entries).removeRange(first(number(from)), last(number(to)));
    }

    @Override
    public void clear() {
      entries.clear();
    }
  }
}
