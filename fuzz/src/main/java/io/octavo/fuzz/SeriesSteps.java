package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.Transaction;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** What an {@link Execution} does to the series of an open transaction. */
final class SeriesSteps implements Steps {
  /** Names of series; none of them is that of another map. */
  static final List<String> NAMES = List.of("series", "Series", "s\u00E9ries");

  /** A bit of the seeds of scenarios that have series in place of maps of byte strings. */
  static final long SERIES = 1L << 41;

  private static final List<TimeUnit> UNITS = List.of(TimeUnit.values());

  /** Entries after which a part of a series is removed before more are added. */
  private static final int MOST_ENTRIES = 2_000;

  /** The most entries that one operation adds. */
  private static final int MOST_AT_ONCE = 100;

  private final Series series;
  private final ModelSeries model;
  private final int family;
  private final SplittableRandom random;

  SeriesSteps(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    int index = operation.map() % NAMES.size();
    String name = NAMES.get(index);
    this.series = transaction.series(name);
    this.model = working.writeSeries(name);
    this.family = (int) Math.floorMod(scenario.seed() + index, 7L);
    this.random = new SplittableRandom(operation.a());
  }

  /** Returns whether a scenario has series in place of maps of byte strings. */
  static boolean isFor(Scenario scenario) {
    return (scenario.seed() & SERIES) != 0;
  }

  /** Lets most changes of maps of longs be of series, and rolls back more often. */
  static Operation changed(Operation operation) {
    return switch (operation.kind()) {
      case PUT, REMOVE_AT_OR_ABOVE ->
          new Operation(
              Operation.Kind.STRINGS,
              (int) Math.floorMod(operation.a() + operation.b(), (long) NAMES.size()),
              31 * operation.a() + operation.b(),
              0,
              Math.min(MOST_AT_ONCE, operation.count() * 20));
      case REMOVE_RANGE -> new Operation(Operation.Kind.ROLL_BACK, 0, 0, 0, 1);
      case WALK ->
          new Operation(Operation.Kind.STRINGS_WALK, operation.map(), operation.a(), 0, 20);
      default -> operation;
    };
  }

  private long lastTime() {
    return model.size() == 0 ? 0 : model.get(model.size() - 1).time();
  }

  private long firstTime() {
    return model.size() == 0 ? 0 : model.get(0).time();
  }

  /** Draws the time of a new entry: each family fills pages in another way. */
  private long newTime() {
    return switch (family) {
      // A gauge.
      case 0 -> lastTime() + 10 + random.nextInt(3);
      // Late by some entries.
      case 1 -> lastTime() + 10 - (long) (random.nextGaussian() * 100);
      // Few times, each with entries of many pages.
      case 2 -> random.nextInt(4);
      // Any times.
      case 3 -> random.nextLong() >> random.nextInt(Long.SIZE);
      // Runs of equal times, some of them late.
      case 4 -> random.nextInt(9) == 0 ? near() : lastTime() + random.nextInt(60) / 59;
      // The ends of time.
      case 5 ->
          random.nextInt(9) == 0
              ? random.nextInt(5)
              : random.nextBoolean()
                  ? Long.MIN_VALUE + random.nextInt(2)
                  : Long.MAX_VALUE - random.nextInt(2);
      // Behind and before all others.
      default -> random.nextBoolean() ? lastTime() + 1 : firstTime() - random.nextInt(3);
    };
  }

  /** Draws a value: of the width of a gauge, at both ends so that sums overflow, or any. */
  private long newValue() {
    return switch (family) {
      case 0, 2 -> random.nextInt(50);
      case 4 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE + random.nextInt(2);
      default -> random.nextLong() >> random.nextInt(Long.SIZE);
    };
  }

  /** Draws a time at or beside an entry in most cases. */
  private long near() {
    if (model.size() == 0 || random.nextInt(30) == 0) {
      return random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong();
    }
    long time = model.get(random.nextInt(model.size())).time();
    return random.nextInt(20) == 0 ? Long.MIN_VALUE : time + random.nextInt(3) - 1;
  }

  /** Changes and reads. */
  @Override
  public void change(int count) {
    if (model.size() > MOST_ENTRIES) {
      long middle = model.get(random.nextInt(model.size())).time();
      removeRange(random.nextBoolean() ? Long.MIN_VALUE : middle - 100, middle);
      removeRange(middle, Long.MAX_VALUE - random.nextInt(2));
    }
    for (int i = 0; i < count; i++) {
      change();
    }
    sameRange();
  }

  private void change() {
    switch (random.nextInt(240)) {
      case 0, 1, 2, 3 -> {
        long from = near();
        removeRange(from, random.nextBoolean() ? near() : from + random.nextInt(60));
      }
      case 4 -> addAll(1 + random.nextInt(200));
      case 5 -> {
        if (random.nextInt(3) == 0) {
          series.clear();
          model.entries().clear();
        }
      }
      case 6 -> sameRange();
      case 7 -> describe();
      default -> add(newTime());
    }
  }

  private void describe() {
    int choice = random.nextInt(UNITS.size() + 1);
    TimeUnit unit = choice == UNITS.size() ? null : UNITS.get(choice);
    boolean isOfEvents = unit != null && random.nextInt(3) == 0;
    int places = isOfEvents ? 0 : random.nextInt(19);
    if (unit != null && isOfEvents) {
      series.describeEvents(unit);
    } else {
      series.describe(unit, places);
    }
    model.describe(unit, places, isOfEvents);
  }

  private void add(long time) {
    long value = newValue();
    series.add(time, value);
    model.add(time, value);
  }

  private void addAll(int count) {
    long[] times = new long[count];
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      times[i] = family == 0 ? lastTime() + i : newTime();
      values[i] = newValue();
    }
    Arrays.sort(times);
    int from = random.nextInt(count);
    series.addAll(times, values, from, count);
    for (int i = from; i < count; i++) {
      model.add(times[i], values[i]);
    }
  }

  private void removeRange(long from, long to) {
    same("removeRange", series.removeRange(from, to), model.removeRange(from, to));
  }

  private void sameRange() {
    SeriesComparison.sameRange(series, model, near(), near(), random);
  }

  /** Moves a cursor, with changes of the same transaction between. */
  @Override
  public void walk(int count) {
    long from = random.nextBoolean() ? Long.MIN_VALUE : near();
    long to = random.nextBoolean() ? Long.MAX_VALUE : near();
    SeriesCursor cursor = series.cursor(from, to);
    ModelSeriesCursor expected = new ModelSeriesCursor(model, from, to);
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> same("next", cursor.next(), expected.next());
        case 4, 5, 6 -> same("previous", cursor.previous(), expected.previous());
        case 7 -> {
          long time = near();
          same("seek", cursor.seek(time), expected.seek(time));
        }
        case 8 -> {
          int rank = random.nextInt(model.size() + 2) - 1;
          same("seekRank", cursor.seekRank(rank), expected.seekRank(rank));
        }
        case 9 -> add(random.nextInt(3) == 0 ? expected.time() : newTime());
        default -> {
          long time = random.nextInt(3) == 0 ? expected.time() : near();
          removeRange(time, time + random.nextInt(2));
        }
      }
      expected.requireSame(cursor);
    }
  }
}
