package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.Series;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.CommitStore.Contestant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * How long an entry takes to be added to a series while checkpoints run, and how long to be durable
 * on its own.
 *
 * <pre>
 * java -Xmx2g [-Dseconds=60] [-Dentries=10000] io.octavo.bench.SeriesLatency [DIRECTORY]
 * </pre>
 *
 * <p>First, one thread adds entries without a pause, {@code entries} in each transaction of {@link
 * Durability#CHECKPOINT}; {@code durableWithin} is half a second, so that in the background one
 * checkpoint follows the other. Each {@code add} is timed, and with it a call of {@link
 * System#nanoTime}, whose own time stands in a row of its own; transactions are timed from their
 * beginning to the end of the commit, without the drawing of the entries.
 *
 * <p>Then entries are added in transactions of {@link Durability#SYNC}, one in each, by turns with
 * a block of 4 KiB that is written and forced: what the disk gives. Times are by the clock.
 */
public final class SeriesLatency {
  private static final Duration WITHIN = Duration.ofMillis(500);
  private static final int TURN = 50;

  private final PrintStream out;
  private final SeriesSet.Source source = SeriesSet.EVENTS.new Source(SeriesSet.SEED);
  private final SeriesSet.Entries part;
  private final double seconds;

  private SeriesLatency(PrintStream out, int entries, double seconds) {
    this.out = out;
    this.part = new SeriesSet.Entries(entries);
    this.seconds = seconds;
  }

  /**
   * Measures.
   *
   * @param arguments as above
   * @throws Exception if the directory cannot be used, or a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path parent = arguments.length > 0 ? Path.of(arguments[0]) : Path.of(".");
    System.out.println(RunHeader.line(parent));
    double seconds = Double.parseDouble(System.getProperty("seconds", "60"));
    run(parent, Integer.getInteger("entries", 10_000), seconds, System.out);
  }

  /** Measures and prints. */
  static void run(Path parent, int entries, double seconds, PrintStream out) throws Exception {
    Path directory = Files.createTempDirectory(parent, "latency");
    try {
      SeriesLatency latency = new SeriesLatency(out, entries, seconds);
      latency.whileCheckpointsRun(directory.resolve("series.oct"));
      latency.durably(directory);
    } finally {
      Directories.delete(directory);
    }
  }

  private void whileCheckpointsRun(Path file) throws IOException {
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.CHECKPOINT).durableWithin(WITHIN);
    try (Store store = Store.open(file, options)) {
      // The compiler's work is not what is asked for.
      add(store, Math.min(seconds, 5), new Latencies(), new Latencies());
      Latencies adds = new Latencies();
      Latencies transactions = new Latencies();
      long checkpoints = store.stats().checkpoints();
      double taken = add(store, seconds, adds, transactions);
      out.printf(
          Locale.ROOT,
          "%,d entries in %.1f s, %d checkpoints, file %,d MiB%n",
          adds.count(),
          taken,
          store.stats().checkpoints() - checkpoints,
          Files.size(file) >> 20);
      out.println("| us | count | median | p99 | p99.99 | worst |");
      out.println("|---|---:|---:|---:|---:|---:|");
      print("add", adds);
      print("nanoTime alone", clock());
      print("transaction of " + part.times().length + " entries", transactions);
    }
  }

  private void print(String name, Latencies latencies) {
    out.println("| " + name + " | " + latencies + " |");
  }

  private static Latencies clock() {
    Latencies clock = new Latencies();
    long before = System.nanoTime();
    for (int i = 0; i < 1_000_000; i++) {
      long after = System.nanoTime();
      clock.add(after - before);
      before = after;
    }
    return clock;
  }

  /** Adds until the time is up; returns the seconds of all transactions. */
  private double add(Store store, double most, Latencies adds, Latencies transactions) {
    long nanos = 0;
    long start = System.nanoTime();
    do {
      draw();
      long before = System.nanoTime();
      store.write(tx -> add(tx.series(SeriesFile.NAME), adds));
      long taken = System.nanoTime() - before;
      transactions.add(taken);
      nanos += taken;
    } while (Passes.since(start) < most);
    return nanos / 1e9;
  }

  private void draw() {
    source.draw(part.times(), part.values(), 0, part.times().length);
  }

  private void add(Series series, Latencies adds) {
    long before = System.nanoTime();
    for (int i = 0; i < part.times().length; i++) {
      series.add(part.times()[i], part.values()[i]);
      long after = System.nanoTime();
      adds.add(after - before);
      before = after;
    }
  }

  private void durably(Path directory) throws Exception {
    Latencies appends = new Latencies();
    Latencies raw = new Latencies();
    try (Store store = Store.open(directory.resolve("durable.oct"));
        CommitStore disk = Contestant.RAW.open(directory)) {
      long start = System.nanoTime();
      do {
        draw();
        for (int i = 0; i < Math.min(TURN, part.times().length); i++) {
          long before = System.nanoTime();
          append(store, i);
          appends.add(System.nanoTime() - before);
        }
        for (int i = 0; i < TURN; i++) {
          long before = System.nanoTime();
          disk.commit(i, i);
          raw.add(System.nanoTime() - before);
        }
      } while (Passes.since(start) < seconds);
    }
    print("durable append of one entry", appends);
    print("4 KiB written and forced", raw);
    out.printf(
        Locale.ROOT,
        "median append / median force: %.3f%n",
        (double) appends.quantile(0.5) / raw.quantile(0.5));
  }

  private void append(Store store, int index) {
    try (Transaction transaction = store.beginWrite()) {
      transaction.series(SeriesFile.NAME).add(part.times()[index], part.values()[index]);
      transaction.commit();
    }
  }
}
