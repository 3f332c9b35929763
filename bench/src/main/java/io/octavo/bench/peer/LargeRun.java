package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.LargeSet;
import io.octavo.bench.data.Shape;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.ObjDoubleConsumer;
import org.HdrHistogram.Histogram;

/** One store that is larger than memory; each has a JVM of its own. */
public final class LargeRun {
  private static final int LOADED_TOGETHER = 200_000;
  private static final int DRAWN_TOGETHER = 1000;
  private static final int SCANNED_TOGETHER = 100_000;
  private static final int COMMIT = 10_000;
  private static final int MIXED_COMMIT = 1000;

  // Columns of /proc/diskstats.
  private static final int DEVICE = 2;
  private static final int SECTORS_WRITTEN = 9;
  private static final double SECTOR = 512;

  private static final int DIGITS = 3;

  private final Peer peer;
  private final LargeSet set;
  private final Path directory;
  private final double seconds;
  private final ObjDoubleConsumer<String> report;
  private final SplittableRandom random = new SplittableRandom(DataSet.SEED);
  private final Histogram puts = new Histogram(DIGITS);
  private final Histogram transactions = new Histogram(DIGITS);

  /**
   * Prepares a run.
   *
   * @param directory an empty one
   * @param seconds how long each work is measured, without the making of its entries
   * @param report receives figures and their names
   */
  LargeRun(
      Peer peer, LargeSet set, Path directory, double seconds, ObjDoubleConsumer<String> report) {
    this.peer = peer;
    this.set = set;
    this.directory = directory;
    this.seconds = seconds;
    this.report = report;
  }

  /**
   * Runs one store and prints a line for each figure: its name and number between tabs.
   *
   * @param arguments store, shape, number of entries, empty directory, seconds of each work
   * @throws Exception if the store fails or gives a wrong answer
   */
  public static void main(String[] arguments) throws Exception {
    LargeSet set = new LargeSet(Shape.valueOf(arguments[1]), Integer.parseInt(arguments[2]));
    new LargeRun(
            Peer.valueOf(arguments[0]),
            set,
            Path.of(arguments[3]),
            Double.parseDouble(arguments[4]),
            (figure, number) -> System.out.println(figure + "\t" + number))
        .run();
  }

  /**
   * Measures and reports.
   *
   * @throws Exception if the store fails or gives a wrong answer
   */
  void run() throws Exception {
    load();
    report.accept("file after the load, B/entry", (double) bytes() / set.count());
    read();
    write(Use.END, "at the end");
    write(Use.EACH, "each 10,000");
    mixed();
    report.accept("file at the end, B/entry of the load", (double) bytes() / set.count());
  }

  private long bytes() throws IOException {
    return peer.bytes(directory, set.shape());
  }

  private PeerStore open(Use use) throws Exception {
    return peer.open(directory, use, set.shape());
  }

  private void load() throws Exception {
    long start = System.nanoTime();
    double drawing = 0;
    try (PeerStore store = open(Use.LOAD)) {
      for (int from = 0; from < set.count(); from += LOADED_TOGETHER) {
        long before = System.nanoTime();
        Entries part = set.part(from, Math.min(from + LOADED_TOGETHER, set.count()));
        drawing += Passes.since(before);
        store.load(part);
      }
    }
    report.accept("sorted load, M/s", set.count() / (Passes.since(start) - drawing) / 1e6);
  }

  private void read() throws Exception {
    try (PeerStore store = open(Use.READ);
        Reader reader = store.reader()) {
      get(reader, true);
      report.accept("get, us", get(reader, true));
      report.accept("get, absent, us", get(reader, false));
      scan(reader);
    }
  }

  /** Gets drawn keys; returns microseconds a key. */
  private double get(Reader reader, boolean isPresent) throws Exception {
    double taken = 0;
    long gets = 0;
    while (taken < seconds) {
      Entries keys =
          isPresent ? set.present(DRAWN_TOGETHER, random) : set.absent(DRAWN_TOGETHER, random);
      taken += get(reader, keys, isPresent);
      gets += keys.count();
    }
    return taken * 1e6 / gets;
  }

  /** Gets all keys of some entries; returns seconds. */
  private static double get(Reader reader, Entries keys, boolean isPresent) throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < keys.count(); i++) {
      long value = reader.get(keys, i);
      Passes.check(value, isPresent ? keys.values()[i] : PeerStore.MISSING);
    }
    return Passes.since(start);
  }

  private void scan(Reader reader) throws Exception {
    double taken = 0;
    long scanned = 0;
    while (taken < seconds) {
      int from = random.nextInt(Math.max(1, set.count() - SCANNED_TOGETHER));
      Entries first = set.part(from, from + 1);
      int most = Math.min(SCANNED_TOGETHER, set.count());
      long start = System.nanoTime();
      Passes.keep(reader.sum(first, 0, most));
      taken += Passes.since(start);
      scanned += most;
    }
    report.accept("scans of 100,000, M/s", scanned / taken / 1e6);
  }

  /** Inserts drawn keys that are not there; the end of the store is timed too. */
  private void write(Use use, String when) throws Exception {
    double before = written();
    double taken = 0;
    long inserted = 0;
    long start = System.nanoTime();
    PeerStore store = open(use);
    try (store) {
      taken += Passes.since(start);
      while (taken < 2 * seconds) {
        Entries entries = set.absent(COMMIT, random);
        taken += commit(store, entries);
        inserted += COMMIT;
      }
      start = System.nanoTime();
      store.force();
    }
    taken += Passes.since(start);
    report.accept("insert, durable " + when + ", k/s", inserted / taken / 1e3);
    report.accept("bytes written an insert, durable " + when, (written() - before) / inserted);
    stalls(puts, "put, durable " + when);
    stalls(transactions, "transaction, durable " + when);
  }

  /** Reports how long the slowest calls took, and forgets all. */
  private void stalls(Histogram nanoseconds, String what) {
    report.accept(what + ", p99, ms", nanoseconds.getValueAtPercentile(99) / 1e6);
    report.accept(what + ", p99.9, ms", nanoseconds.getValueAtPercentile(99.9) / 1e6);
    report.accept(what + ", longest, ms", nanoseconds.getMaxValue() / 1e6);
    nanoseconds.reset();
  }

  private double commit(PeerStore store, Entries entries) throws Exception {
    long start = System.nanoTime();
    store.begin();
    long before = System.nanoTime();
    for (int i = 0; i < entries.count(); i++) {
      store.put(entries, i);
      long after = System.nanoTime();
      puts.recordValue(after - before);
      before = after;
    }
    store.commit();
    long taken = System.nanoTime() - start;
    transactions.recordValue(taken);
    return taken / 1e9;
  }

  /** Commits of 1,000 inserts, each durable, and as many gets by turns. */
  private void mixed() throws Exception {
    double taken = 0;
    long operations = 0;
    long start = System.nanoTime();
    PeerStore store = open(Use.EACH);
    try (store) {
      taken += Passes.since(start);
      while (taken < 2 * seconds) {
        taken += commit(store, set.absent(MIXED_COMMIT, random));
        Entries keys = set.present(MIXED_COMMIT, random);
        start = System.nanoTime();
        try (Reader reader = store.reader()) {
          get(reader, keys, true);
        }
        taken += Passes.since(start);
        operations += 2 * MIXED_COMMIT;
      }
      start = System.nanoTime();
    }
    taken += Passes.since(start);
    report.accept("inserts durable each 1,000, and gets, k/s", operations / taken / 1e3);
    stalls(transactions, "transaction, mixed");
  }

  /**
   * Returns how many bytes the disk of the store has been given by all processes, after what the
   * system has kept back; 0 if Linux does not tell. What Linux counts for one process
   * (/proc/self/io) is more: if a large folio of a file is in memory, a write to a page of the
   * folio counts as the whole folio, though only the page is written to the disk.
   */
  private double written() throws IOException, InterruptedException {
    Path statistics = Path.of("/proc/diskstats");
    Path device = Path.of(Files.getFileStore(directory).name()).getFileName();
    if (!Files.exists(statistics) || device == null) {
      return 0;
    }
    new ProcessBuilder("sync").start().waitFor();
    return Files.readAllLines(statistics).stream()
        .map(line -> line.strip().split(" +", -1))
        .filter(words -> words[DEVICE].equals(device.toString()))
        .mapToDouble(words -> Long.parseLong(words[SECTORS_WRITTEN]) * SECTOR)
        .sum();
  }
}
