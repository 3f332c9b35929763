package io.octavo.bench.series;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.series.Series;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a {@link Series} takes in the file and in time, beside the entropy of its entries and beside
 * a forest of sums in memory.
 *
 * <pre>
 * java -Xmx8g [-Drounds=3] io.octavo.bench.series.SeriesTables [DIRECTORY [ENTRIES]]
 * </pre>
 *
 * <p>Times are those of the processor, medians of the rounds; of a query, with ranges that are
 * drawn uniformly. The forest answers the sum of a range of indexes only: no times, no least,
 * greatest or count, no file. Its ratio is the median of the ratios in each round. A wrong answer
 * ends the program.
 */
public final class SeriesTables {
  private static final int MOST_QUERIES = 200_000;
  private static final int WINDOWS = 1000;
  private static final int MOST_LATE = 300_000;

  /** The mean delay of a late entry, in entries. */
  private static final int DELAY = 10_000;

  private final PrintStream out;
  private final int count;
  private final int queries;
  private final int late;
  private final int rounds;
  private final Rounds<String> figures = new Rounds<>();

  private SeriesTables(PrintStream out, int count, int rounds) {
    this.out = out;
    this.count = count;
    queries = Math.min(MOST_QUERIES, count);
    late = Math.min(MOST_LATE, count);
    this.rounds = rounds;
  }

  /**
   * Measures.
   *
   * @param arguments as above
   * @throws Exception if the directory cannot be used, or a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("octavo");
    int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000_000;
    System.out.println(RunHeader.line(directory));
    run(directory, count, Integer.getInteger("rounds", 3), System.out);
  }

  /** Measures and prints the tables. */
  static void run(Path directory, int count, int rounds, PrintStream out) throws Exception {
    for (SeriesSet set : SeriesSet.values()) {
      new SeriesTables(out, count, rounds).measure(directory, set);
    }
  }

  private void measure(Path directory, SeriesSet set) throws Exception {
    Entries entries = set.draw(count);
    SumForest forest = new SumForest(entries.values());
    double[] bytes = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      for (boolean isBulk : new boolean[] {false, true}) {
        Path place = Files.createTempDirectory(directory, "series");
        try {
          measure(place.resolve("series.oct"), entries, forest, round, isBulk);
          bytes[round] = (double) Directories.bytes(place) / count;
        } finally {
          Directories.delete(place);
        }
      }
    }
    double entropy = set.entropy(entries);
    out.printf(
        Locale.ROOT,
        "%s: %,d entries, %.3f bytes an entry, entropy %.3f bytes, ratio %.3f%n",
        set,
        count,
        Passes.median(bytes),
        entropy,
        Passes.median(bytes) / entropy);
    for (String name : figures.keys()) {
      out.printf(Locale.ROOT, "  %-36s %10.3f%n", name, figures.median(name));
    }
  }

  private void measure(Path file, Entries entries, SumForest forest, int round, boolean isBulk) {
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1L << 30).durability(Durability.CHECKPOINT);
    try (Store store = Store.open(file, options)) {
      long begun = Passes.processorNanos();
      store.write(tx -> append(tx.series("s"), entries, isBulk));
      double nanos = Passes.processorNanos() - begun;
      figures.add(isBulk ? "addAll, million/s" : "add, million/s", count / nanos * 1e3);
      if (!isBulk) {
        return;
      }
      try (Transaction tx = store.beginRead()) {
        queries(tx.series("s"), entries, forest, round);
      }
    }
    try (Store store = Store.open(file.resolveSibling("late.oct"), options)) {
      store.write(tx -> append(tx.series("s"), entries, true));
      long begun = Passes.processorNanos();
      store.write(tx -> late(tx.series("s"), entries));
      double nanos = Passes.processorNanos() - begun;
      figures.add("late entries, thousand/s", late / nanos * 1e6);
    }
    delete(file.resolveSibling("late.oct"));
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void append(Series series, Entries entries, boolean isBulk) {
    if (isBulk) {
      series.addAll(entries.keys(), entries.values(), 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      series.add(entries.keys()[i], entries.values()[i]);
    }
  }

  private void late(Series series, Entries entries) {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < late; i++) {
      int before = (int) Math.min(count - 1, -Math.log(1 - random.nextDouble()) * DELAY);
      series.add(entries.keys()[count - 1 - before], 7);
    }
  }

  /** Ranges of ranks in pairs, the lower first. */
  private int[] ranges(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] ranges = new int[2 * queries];
    for (int i = 0; i < ranges.length; i += 2) {
      int first = random.nextInt(count);
      int second = random.nextInt(count);
      ranges[i] = Math.min(first, second);
      ranges[i + 1] = Math.max(first, second);
    }
    return ranges;
  }

  private void queries(Series series, Entries entries, SumForest forest, int round) {
    int[] ranges = ranges(round);
    long[] times = timesAt(entries, ranges);
    // Warm up both, then by turns.
    bySeries(series, times);
    byForest(forest, ranges, false);
    byForest(forest, ranges, true);
    double query = bySeries(series, times);
    double inOrder = byForest(forest, ranges, false);
    double byLevels = byForest(forest, ranges, true);
    figures.add("query, ns", query);
    figures.add("in-order forest, ns", inOrder);
    figures.add("breadth-first forest, ns", byLevels);
    figures.add("query / in-order forest", query / inOrder);
    verify(series, entries, forest, ranges);
    long windows = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long begun = Passes.processorNanos();
      series.windows(
          entries.keys()[0], entries.keys()[count - 1], WINDOWS, (index, from, to, sum) -> {});
      windows = Math.min(windows, Passes.processorNanos() - begun);
    }
    figures.add(WINDOWS + " windows, ms", windows / 1e6);
  }

  /** Returns the times at ranks, so that a query does not wait for the array of all times. */
  private static long[] timesAt(Entries entries, int[] ranks) {
    return Arrays.stream(ranks).mapToLong(rank -> entries.keys()[rank]).toArray();
  }

  private double bySeries(Series series, long[] times) {
    long begun = Passes.processorNanos();
    long sum = 0;
    for (int i = 0; i < times.length; i += 2) {
      sum += series.summary(times[i], times[i + 1]).sum();
    }
    Passes.keep(sum);
    return (double) (Passes.processorNanos() - begun) / queries;
  }

  private double byForest(SumForest forest, int[] ranges, boolean isByLevels) {
    long begun = Passes.processorNanos();
    long sum = 0;
    for (int i = 0; i < ranges.length; i += 2) {
      sum +=
          isByLevels
              ? forest.sumByLevels(ranges[i], ranges[i + 1])
              : forest.sum(ranges[i], ranges[i + 1]);
    }
    Passes.keep(sum);
    return (double) (Passes.processorNanos() - begun) / queries;
  }

  /** Compares answers with those of the forest, by ranks. */
  private static void verify(Series series, Entries entries, SumForest forest, int[] ranges) {
    for (int i = 0; i < Math.min(2000, ranges.length); i += 2) {
      long from = entries.keys()[ranges[i]];
      long to = entries.keys()[ranges[i + 1]];
      int first = (int) series.rank(from);
      int end = (int) series.rank(to + 1);
      Passes.check(series.summary(from, to).sum(), forest.sum(first, end));
    }
  }
}
