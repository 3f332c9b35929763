package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Shape;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.peer.PeerStore.Gets;
import io.octavo.bench.peer.PeerStore.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Reads of a store that holds all entries of a data set. Probes are drawn before the time runs. */
final class PeerReads {
  private static final int ARRAY = 1000;
  private static final int RANGE = 100;
  private static final int BLOCK = 1 << 10;
  private static final int REPETITIONS = 5;

  private final PeerStore store;
  private final Entries data;
  private final double seconds;
  private final long seed;
  private final PeerRun.Report report;
  private final Entries hits;
  private final Entries misses;
  private final long expected;

  PeerReads(
      PeerStore store, Entries data, double seconds, int probes, long seed, PeerRun.Report report)
      throws Exception {
    this.store = store;
    this.data = data;
    this.seconds = seconds;
    this.seed = seed;
    this.report = report;
    hits = data.hits(probes, seed);
    misses = data.misses(probes, seed + 1);
    long sum = 0;
    try (Reader reader = store.reader()) {
      for (int i = 0; i < probes; i++) {
        long value = hits.values()[i];
        sum += value;
        Passes.check(reader.get(hits, i), value);
        Passes.check(reader.get(misses, i), PeerStore.MISSING);
      }
    }
    expected = sum;
  }

  void get() throws Exception {
    try (Reader reader = store.reader()) {
      nanos(PeerFigure.GET_HIT, () -> sum(reader, hits), expected);
      nanos(PeerFigure.GET_DEPENDENT, () -> dependentSum(reader, hits), expected);
      nanos(PeerFigure.GET_MISS, () -> sum(reader, misses), PeerStore.MISSING * misses.count());
    }
    // Closed before and opened after it: a thread of LMDB has one reader at a time.
    try (Gets snapshots = store.snapshots()) {
      if (snapshots != null) {
        nanos(PeerFigure.GET_SNAPSHOT, () -> sum(snapshots, hits), expected);
      }
    }
    try (Reader reader = store.reader()) {
      if (data.shape() != Shape.LONGS) {
        return;
      }
      Entries[] arrays = new Entries[(hits.count() + ARRAY - 1) / ARRAY];
      Arrays.setAll(
          arrays,
          i ->
              hits.take(
                  IntStream.range(i * ARRAY, Math.min((i + 1) * ARRAY, hits.count())).toArray()));
      long[] values = new long[ARRAY];
      nanos(PeerFigure.GET_ALL, () -> sum(reader, arrays, values), expected);
    }
  }

  /** Gets, scans and ranges of a tree that random inserts have built. */
  void random() throws Exception {
    try (Reader reader = store.reader()) {
      nanos(PeerFigure.GET_RANDOM_HIT, () -> sum(reader, hits), expected);
      nanos(
          PeerFigure.GET_RANDOM_MISS,
          () -> sum(reader, misses),
          PeerStore.MISSING * misses.count());
    }
    scan(PeerFigure.SCAN_RANDOM);
    range(PeerFigure.RANGE_RANDOM);
  }

  private void nanos(PeerFigure figure, Passes.Pass pass, long sum) throws Exception {
    report.figure(figure, Passes.median(pass, sum, seconds) * 1e9 / hits.count());
  }

  static long sum(Gets reader, Entries keys) throws Exception {
    long sum = 0;
    for (int i = 0; i < keys.count(); i++) {
      sum += reader.get(keys, i);
    }
    return sum;
  }

  private static long dependentSum(Reader reader, Entries keys) throws Exception {
    long sum = 0;
    for (int i = 0; i < keys.count(); ) {
      long value = reader.get(keys, i);
      sum += value;
      // No value is negative, which neither compiler nor processor knows: the next key waits.
      i += 1 + (int) (value >>> (Long.SIZE - 1));
    }
    return sum;
  }

  private static long sum(Reader reader, Entries[] arrays, long[] values) throws Exception {
    long sum = 0;
    for (Entries keys : arrays) {
      reader.getAll(keys, values);
      for (int i = 0; i < keys.count(); i++) {
        sum += values[i];
      }
    }
    return sum;
  }

  /** Measures one thread and two in turn, each thread with a reader of its own. */
  void getByTwoThreads() throws Exception {
    Getter first = new Getter(0);
    Getter second = new Getter(hits.count() / 2);
    try {
      rate(List.of(first, second), seconds);
      double[] ones = new double[REPETITIONS];
      double[] twos = new double[REPETITIONS];
      double[] ratios = new double[REPETITIONS];
      for (int i = 0; i < REPETITIONS; i++) {
        ones[i] = rate(List.of(first), seconds / 2);
        twos[i] = rate(List.of(first, second), seconds / 2);
        ratios[i] = twos[i] / ones[i];
      }
      report.figure(PeerFigure.GET_ONE_THREAD, Passes.median(ones) / 1e6);
      report.figure(PeerFigure.GET_TWO_THREADS, Passes.median(twos) / 1e6);
      report.figure(PeerFigure.GET_SCALING, Passes.median(ratios));
    } finally {
      first.end();
      second.end();
    }
  }

  private static double rate(List<Getter> getters, double time) throws Exception {
    List<Future<Double>> rates = new ArrayList<>();
    for (Getter getter : getters) {
      rates.add(getter.start(time));
    }
    double sum = 0;
    for (Future<Double> rate : rates) {
      sum += rate.get();
    }
    return sum;
  }

  /** A thread that gets. */
  private final class Getter {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Reader reader;
    private int index;

    Getter(int index) throws Exception {
      this.index = index;
      reader = thread.submit(store::reader).get();
    }

    /** Begins to get; gives how many in a second. */
    Future<Double> start(double time) {
      return thread.submit(() -> get(time));
    }

    private double get(double time) throws Exception {
      long start = System.nanoTime();
      long count = 0;
      long bits = 0;
      while (Passes.since(start) < time) {
        bits |= block();
        count += BLOCK;
      }
      double taken = Passes.since(start);
      // One missing value would have set the sign.
      Passes.check(bits >>> (Long.SIZE - 1), 0);
      return count / taken;
    }

    private long block() throws Exception {
      long bits = 0;
      for (int i = 0; i < BLOCK; i++) {
        bits |= reader.get(hits, index);
        index = index + 1 == hits.count() ? 0 : index + 1;
      }
      return bits;
    }

    /** Closes the reader in the thread that it belongs to. */
    void end() throws Exception {
      thread.submit(this::close).get();
      thread.shutdown();
    }

    private boolean close() throws Exception {
      reader.close();
      return true;
    }
  }

  /** Scans all entries. */
  void scan(PeerFigure figure) throws Exception {
    Entries least = data.least();
    long sum = sum(0, data.count());
    try (Reader reader = store.reader()) {
      double taken = Passes.median(() -> scan(reader, least), sum, seconds);
      report.figure(figure, data.count() / taken / 1e6);
    }
  }

  private long sum(int from, int to) {
    long[] keys = data.keys();
    long[] values = data.values();
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += keys[i] + values[i];
    }
    return sum;
  }

  static long scan(Reader reader, Entries least) throws Exception {
    return reader.sum(least, 0, Integer.MAX_VALUE);
  }

  void range(PeerFigure figure) throws Exception {
    int[] indices = data.probes(Math.max(1, hits.count() / (RANGE / 2)), seed);
    Entries from = data.take(indices);
    long sum = 0;
    for (int index : indices) {
      sum += sum(index, Math.min(index + RANGE, data.count()));
    }
    try (Reader reader = store.reader()) {
      double taken = Passes.median(() -> ranges(reader, from), sum, seconds);
      report.figure(figure, from.count() / taken / 1e3);
    }
  }

  private static long ranges(Reader reader, Entries from) throws Exception {
    long sum = 0;
    for (int i = 0; i < from.count(); i++) {
      sum += reader.sum(from, i, RANGE);
    }
    return sum;
  }
}
