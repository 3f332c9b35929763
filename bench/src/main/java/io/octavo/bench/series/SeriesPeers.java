package io.octavo.bench.series;

import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Series beside SQLite, H2's MVStore, DuckDB and Parquet with the same entries: bytes of the files,
 * and the times of loading, of count, sum, least and greatest value of ranges, and of these of
 * 1,000 windows.
 *
 * <pre>
 * java -Xmx4g [-Drounds=3] io.octavo.bench.series.SeriesPeers [DIRECTORY [ENTRIES]]
 * </pre>
 *
 * <p>Ranges are those between two times that are drawn uniformly; the others read what they add up,
 * so each store is asked for two seconds, after one of warming up, the same ranges in the same
 * order. Windows are those of all entries. All times are by the clock, loading up to the durable
 * file. Stores take turns, in the other direction in every second round; figures are medians of the
 * rounds. A wrong answer ends the program.
 */
public final class SeriesPeers {
  private static final int WINDOWS = 1000;
  private static final int RANGES = 1 << 12;

  /** Ranges whose answers are compared with those of a scan of the entries in memory. */
  private static final int CHECKED = 5;

  private final Path directory;
  private final Entries entries;
  private final double seconds;
  private final Rounds<Row> bytes = new Rounds<>();
  private final Rounds<Row> load = new Rounds<>();
  private final Rounds<Row> range = new Rounds<>();
  private final Rounds<Row> windows = new Rounds<>();
  private final Set<String> settings = new LinkedHashSet<>();
  private final long[] ranges;

  private SeriesPeers(Path directory, Entries entries, double seconds) {
    this.directory = directory;
    this.entries = entries;
    this.seconds = seconds;
    ranges = SeriesSet.ranges(first(), last(), RANGES, 1);
  }

  /** Opens a store in an empty directory. */
  @FunctionalInterface
  private interface Opener {
    SeriesPeer open(Path place) throws Exception;
  }

  /** A row of the table. */
  private record Row(String name, Opener opener) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("Octavo", SeriesPeer.Octavo::new),
          new Row("SQLite", SqlSeries.Sqlite::new),
          new Row("MVStore", MvSeries::new),
          new Row("DuckDB", SqlSeries.Duck::table),
          new Row("Parquet by DuckDB", SqlSeries.Duck::parquet));

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
    run(directory, count, Integer.getInteger("rounds", 3), 2, System.out);
  }

  /** Measures and prints the tables. */
  static void run(Path directory, int count, int rounds, double seconds, PrintStream out)
      throws Exception {
    for (SeriesSet set : SeriesSet.values()) {
      SeriesPeers peers = new SeriesPeers(directory, set.draw(count), seconds);
      peers.measure(rounds);
      peers.print(set, out);
    }
  }

  private long first() {
    return entries.keys()[0];
  }

  private long last() {
    return entries.keys()[entries.count() - 1];
  }

  private void measure(int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      for (Row row : Rounds.order(ROWS, round)) {
        Path place = Files.createTempDirectory(directory, "series");
        try {
          measure(row, place);
        } finally {
          Directories.delete(place);
        }
      }
    }
  }

  private void measure(Row row, Path place) throws Exception {
    int count = entries.count();
    try (SeriesPeer peer = row.opener().open(place)) {
      settings.add(peer.settings());
      long start = System.nanoTime();
      peer.load(entries);
      load.add(row, count / 1e6 / Passes.since(start));
      check(peer);
      range.add(row, askRanges(peer));
      windows.add(row, askWindows(peer));
    }
    bytes.add(row, (double) Directories.bytes(place) / count);
  }

  private void check(SeriesPeer peer) throws Exception {
    for (int i = 0; i < 2 * CHECKED; i += 2) {
      long from = ranges[i];
      long to = ranges[i + 1];
      Passes.check(peer.summary(from, to), scan(from, to));
    }
    Passes.check(peer.windows(first(), last(), WINDOWS), scanWindows());
  }

  /** Adds up the entries of a range; 0 for none. */
  private long scan(long from, long to) {
    long count = 0;
    long sum = 0;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    int begin = Arrays.binarySearch(entries.keys(), from);
    begin = begin < 0 ? -begin - 1 : begin;
    while (begin > 0 && entries.keys()[begin - 1] == from) {
      begin--;
    }
    for (int i = begin; i < entries.count() && entries.keys()[i] <= to; i++) {
      long value = entries.values()[i];
      count++;
      sum += value;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    return count == 0 ? 0 : SeriesPeer.number(count, sum, least, greatest);
  }

  private long scanWindows() {
    long times = last() - first() + 1;
    long number = 0;
    for (int i = 0; i < WINDOWS; i++) {
      long from = first() + i * times / WINDOWS;
      long to = first() + (i + 1) * times / WINDOWS - 1;
      number += SeriesPeer.number(i, scan(from, to));
    }
    return number;
  }

  /** Asks for ranges; gives the microseconds of one. */
  private double askRanges(SeriesPeer peer) throws Exception {
    askRanges(peer, seconds / 2);
    return askRanges(peer, seconds);
  }

  private double askRanges(SeriesPeer peer, double most) throws Exception {
    long numbers = 0;
    int asked = 0;
    long start = System.nanoTime();
    do {
      int i = 2 * (asked++ % RANGES);
      numbers += peer.summary(ranges[i], ranges[i + 1]);
    } while (Passes.since(start) < most);
    Passes.keep(numbers);
    return Passes.since(start) / asked * 1e6;
  }

  /** Asks for windows; gives milliseconds. */
  private double askWindows(SeriesPeer peer) throws Exception {
    long expected = peer.windows(first(), last(), WINDOWS);
    return Passes.median(() -> peer.windows(first(), last(), WINDOWS), expected, seconds / 3) * 1e3;
  }

  private void print(SeriesSet set, PrintStream out) {
    int count = entries.count();
    out.printf(
        Locale.ROOT, "%s, %,d entries, entropy %.3f bytes%n", set, count, set.entropy(entries));
    settings.forEach(text -> out.println("- " + text));
    Table table =
        new Table(
            out, "store", "bytes an entry", "load, million/s", "range, us", "1,000 windows, ms");
    for (Row row : ROWS) {
      table.row(
          row.name(),
          "%.3f %.3f %.1f %.3f",
          bytes.median(row),
          load.median(row),
          range.median(row),
          windows.median(row));
    }
  }
}
