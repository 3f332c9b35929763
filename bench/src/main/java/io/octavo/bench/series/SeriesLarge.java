package io.octavo.bench.series;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import io.octavo.series.Series;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Queries of a large series, in a file that {@link SeriesFile} has written.
 *
 * <pre>
 * java -Xmx3g [-Drounds=11] io.octavo.bench.series.SeriesLarge FILE
 * </pre>
 *
 * <p>Ranges are those between two times that are drawn uniformly. Fixed ranges are 10,000 that are
 * asked again and again; all others are drawn anew for each round. A query that reads more than two
 * pages of a level ends the program.
 */
public final class SeriesLarge {
  private static final long CACHE = 1L << 30;
  private static final int WINDOWS = 1000;
  private static final int[] ZOOMS = {1, 10, 1000, 100_000};

  /** How often windows are asked in a round. */
  private static final int REPEATS = 20;

  private final PrintStream out;
  private final Path file;
  private final int rounds;
  private final int queries;
  private final Rounds<String> figures = new Rounds<>();
  private long first;
  private long last;

  private SeriesLarge(Path file, int rounds, int queries, PrintStream out) {
    this.file = file;
    this.rounds = rounds;
    this.queries = queries;
    this.out = out;
  }

  /**
   * Measures.
   *
   * @param arguments as above
   * @throws Exception if the file cannot be used, or a figure is not as it must be
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1) {
      System.err.println("usage: SeriesLarge FILE");
      System.exit(2);
    }
    Path file = Path.of(arguments[0]);
    System.out.println(RunHeader.line(file));
    run(file, Integer.getInteger("rounds", 11), 10_000, System.out);
  }

  /** Measures and prints. */
  static void run(Path file, int rounds, int queries, PrintStream out) throws Exception {
    new SeriesLarge(file, rounds, queries, out).run();
  }

  private void run() throws Exception {
    try (Store store = Store.open(file, options());
        Transaction tx = store.beginRead()) {
      Series series = tx.series(SeriesFile.NAME);
      printSize(series);
      first = series.timeAt(0);
      last = series.timeAt(series.size() - 1);
      windows(series);
      fixedRanges(series);
      uniformRanges(store, series);
    }
    Table.print(out, figures);
    countPages();
  }

  /** Runs what answers some queries, and adds the time of each by the clock and the processor. */
  private void time(String name, int asked, Runnable work) {
    long nanos = System.nanoTime();
    long processor = Passes.processorNanos();
    work.run();
    figures.add(
        name + ", us of the processor", (Passes.processorNanos() - processor) / 1e3 / asked);
    figures.add(name + ", us by the clock", (System.nanoTime() - nanos) / 1e3 / asked);
  }

  private static StoreOptions options() {
    return StoreOptions.defaults().readOnly(true).cacheBytes(CACHE);
  }

  private void printSize(Series series) throws IOException {
    out.printf(
        Locale.ROOT,
        "%s: %,d entries, %.3f bytes an entry, cacheBytes 1 GiB%n",
        file.getFileName(),
        series.size(),
        (double) Files.size(file) / series.size());
  }

  /** Asks for windows of the whole, or of a part in the middle. */
  private static void windows(Series series, long first, long last, int zoom) {
    long span = (last - first) / zoom;
    long from = first + (last - first - span) / 2;
    long[] sum = new long[1];
    series.windows(
        from, from + span, WINDOWS, (index, begin, end, window) -> sum[0] += window.count());
    Passes.keep(sum[0]);
  }

  private static String zoomed(int zoom) {
    return WINDOWS + " windows, " + (zoom == 1 ? "whole" : "1/" + zoom);
  }

  private void windows(Series series) {
    for (int zoom : ZOOMS) {
      for (int round = -1; round < rounds; round++) {
        Runnable windows =
            () -> {
              for (int i = 0; i < REPEATS; i++) {
                windows(series, first, last, zoom);
              }
            };
        if (round < 0) {
          windows.run();
        } else {
          time(zoomed(zoom), REPEATS, windows);
        }
      }
    }
  }

  private long[] ranges(int seed) {
    return SeriesSet.ranges(first, last, queries, seed);
  }

  private static void ask(Series series, long[] ranges) {
    long sum = 0;
    for (int i = 0; i < ranges.length; i += 2) {
      sum += series.summary(ranges[i], ranges[i + 1]).sum();
    }
    Passes.keep(sum);
  }

  private void fixedRanges(Series series) {
    long[] ranges = ranges(0);
    // The first passes read the pages, and warm up.
    for (int round = -3; round < rounds; round++) {
      if (round < 0) {
        ask(series, ranges);
      } else {
        time("fixed range", queries, () -> ask(series, ranges));
      }
    }
  }

  private void uniformRanges(Store store, Series series) {
    for (int round = 0; round < rounds; round++) {
      long[] ranges = ranges(1 + round);
      long loads = store.stats().pageLoads();
      time("uniform range", queries, () -> ask(series, ranges));
      double read = store.stats().pageLoads() - loads;
      figures.add("uniform range, pages read", read / queries);
    }
  }

  private void countPages() {
    SeriesPages pages = new SeriesPages();
    long[] ranges = ranges(-1);
    for (int i = 0; i < Math.min(ranges.length, 2000); i += 2) {
      long from = ranges[i];
      long to = ranges[i + 1];
      pages.count(file, series -> series.summary(from, to));
    }
    out.println("Pages that a uniform range reads: " + pages);
    pages.requireFew();
  }
}
