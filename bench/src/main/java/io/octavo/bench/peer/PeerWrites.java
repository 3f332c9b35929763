package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes into new stores, each in a directory of its own. */
final class PeerWrites {
  private static final int COMMIT = 10_000;
  private static final int WARM_UP_ENTRIES = 100_000;
  private static final int MOST_RUNS = 3;

  private final PeerRun.Options options;
  private final Entries data;
  private final PeerRun.Report report;
  private int directories;

  PeerWrites(PeerRun.Options options, Entries data, PeerRun.Report report) {
    this.options = options;
    this.data = data;
    this.report = report;
  }

  private Path newDirectory() throws IOException {
    return Files.createDirectory(options.directory().resolve("store" + directories++));
  }

  private boolean hasWork(PeerFigure.Work work) {
    return options.works().contains(work);
  }

  /** One timed work; its store is left closed. */
  @FunctionalInterface
  private interface Timed {
    double seconds(Path directory) throws Exception;
  }

  /** Works until the time to warm up has passed. */
  private void warmUp(Timed timed) throws Exception {
    long start = System.nanoTime();
    do {
      Path directory = newDirectory();
      timed.seconds(directory);
      Directories.delete(directory);
    } while (Passes.since(start) < options.seconds());
    System.gc();
  }

  /** The median time of some runs, and where the last one left its store. */
  private record Runs(double seconds, Path directory) {}

  /** Works several times where that is quick. */
  private Runs runs(Timed timed) throws Exception {
    List<Double> seconds = new ArrayList<>();
    long start = System.nanoTime();
    Path last = newDirectory();
    seconds.add(timed.seconds(last));
    while (seconds.size() < MOST_RUNS && Passes.since(start) < 3 * options.seconds()) {
      Directories.delete(last);
      last = newDirectory();
      seconds.add(timed.seconds(last));
    }
    double median = Passes.median(seconds.stream().mapToDouble(Double::doubleValue).toArray());
    return new Runs(median, last);
  }

  void reportSettings() throws Exception {
    Path directory = newDirectory();
    try (PeerStore store = options.open(directory, Use.READ, data)) {
      report.settings(store.settings());
    }
    Directories.delete(directory);
  }

  /** Loads a store, timed where that was chosen; gives its directory. */
  Path load() throws Exception {
    if (!hasWork(PeerFigure.Work.LOAD)) {
      Path directory = newDirectory();
      load(directory, data);
      return directory;
    }
    Entries some = data.first(WARM_UP_ENTRIES);
    warmUp(directory -> load(directory, some));
    Runs runs = runs(directory -> load(directory, data));
    report.figure(PeerFigure.LOAD, data.count() / runs.seconds() / 1e6);
    reportBytes(PeerFigure.LOAD_BYTES, runs.directory());
    return runs.directory();
  }

  private double load(Path directory, Entries entries) throws Exception {
    long start = System.nanoTime();
    try (PeerStore store = options.open(directory, Use.LOAD, data)) {
      store.load(entries);
    }
    return Passes.since(start);
  }

  private void reportBytes(PeerFigure figure, Path directory) throws Exception {
    report.figure(figure, (double) options.peer().bytes(directory, data.shape()) / data.count());
  }

  /** Inserts in random order, durably at the end; gives the directory, null if time was up. */
  @Nullable Path insertEnd(int[] order) throws Exception {
    Entries shuffled = data.take(order);
    Entries some = shuffled.first(WARM_UP_ENTRIES);
    warmUp(
        directory -> {
          insert(directory, some, Use.END, options.limit());
          return delete(directory, some).seconds();
        });
    int[] done = new int[1];
    long[] allocated = new long[1];
    Runs runs =
        runs(
            directory -> {
              long before = Passes.allocatedBytes();
              Progress progress = insert(directory, shuffled, Use.END, options.limit());
              allocated[0] = Passes.allocatedBytes() - before;
              done[0] = progress.done();
              return progress.seconds();
            });
    report.figure(PeerFigure.INSERT_END, done[0] / runs.seconds() / 1e3);
    if (options.peer() == Peer.OCTAVO) {
      report.figure(PeerFigure.ALLOCATED_INSERT, (double) allocated[0] / done[0]);
    }
    if (done[0] < data.count()) {
      reportStop(done[0], data.count(), PeerFigure.INSERT_END, PeerFigure.INSERT_END_BYTES);
      for (PeerFigure figure : PeerFigure.values()) {
        // What needs all entries cannot be measured.
        if (figure.work() == PeerFigure.Work.RANDOM || figure.work() == PeerFigure.Work.DELETE) {
          reportStop(done[0], data.count(), figure);
        }
      }
      Directories.delete(runs.directory());
      return null;
    }
    reportBytes(PeerFigure.INSERT_END_BYTES, runs.directory());
    verify(runs.directory(), data);
    return runs.directory();
  }

  /** Inserts in random order, each commit durable. */
  void insertEach(int[] order) throws Exception {
    Entries shuffled = data.take(order);
    Entries some = shuffled.first(WARM_UP_ENTRIES);
    warmUp(directory -> insert(directory, some, Use.EACH, options.cap()).seconds());
    Path directory = newDirectory();
    long before = Passes.allocatedBytes();
    Progress progress = insert(directory, shuffled, Use.EACH, options.cap());
    long allocated = Passes.allocatedBytes() - before;
    report.figure(PeerFigure.INSERT_EACH, progress.perSecond() / 1e3);
    if (options.peer() == Peer.OCTAVO) {
      report.figure(PeerFigure.ALLOCATED_EACH, (double) allocated / progress.done());
    }
    if (progress.done() < data.count()) {
      reportStop(
          progress.done(), data.count(), PeerFigure.INSERT_EACH, PeerFigure.INSERT_EACH_BYTES);
    } else {
      reportBytes(PeerFigure.INSERT_EACH_BYTES, directory);
    }
    boolean isWhole = progress.done() == data.count();
    verify(directory, isWhole ? data : data.take(sorted(order, 0, progress.done())));
    Directories.delete(directory);
  }

  /** Deletes half of the keys in random order, durably at the end. */
  void delete(Path directory, long seed) throws Exception {
    int[] order = data.shuffled(seed);
    Entries half = data.take(Arrays.copyOf(order, (order.length + 1) / 2));
    System.gc();
    Progress progress = delete(directory, half);
    report.figure(PeerFigure.DELETE, progress.perSecond() / 1e3);
    if (progress.done() < half.count()) {
      reportStop(progress.done(), half.count(), PeerFigure.DELETE);
    }
    verify(directory, data.take(sorted(order, progress.done(), order.length)));
  }

  private static int[] sorted(int[] indices, int from, int to) {
    int[] sorted = Arrays.copyOfRange(indices, from, to);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Reports what a limit stopped before all was done, if it was to be measured. */
  private void reportStop(int done, int count, PeerFigure... figures) {
    for (PeerFigure figure : figures) {
      report.stopped(figure, 100.0 * done / count);
    }
  }

  /** What was done until time was up. */
  private record Progress(int done, double seconds) {
    double perSecond() {
      return done / seconds;
    }
  }

  /** Puts or removes an entry. */
  @FunctionalInterface
  private interface Change {
    void run(PeerStore store, Entries entries, int index) throws Exception;
  }

  private Progress insert(Path directory, Entries entries, Use use, double most) throws Exception {
    return change(directory, entries, use, most, PeerStore::put);
  }

  private Progress delete(Path directory, Entries entries) throws Exception {
    return change(directory, entries, Use.END, options.limit(), PeerStore::remove);
  }

  private Progress change(Path directory, Entries entries, Use use, double most, Change change)
      throws Exception {
    long start = System.nanoTime();
    int done = 0;
    try (PeerStore store = options.open(directory, use, data)) {
      do {
        done = change(store, entries, done, change);
      } while (done < entries.count() && Passes.since(start) < most);
      if (use == Use.END) {
        store.force();
      }
    }
    return new Progress(done, Passes.since(start));
  }

  /** Commits some changes; returns the index behind them. */
  private static int change(PeerStore store, Entries entries, int from, Change change)
      throws Exception {
    int end = Math.min(from + COMMIT, entries.count());
    store.begin();
    for (int i = from; i < end; i++) {
      change.run(store, entries, i);
    }
    store.commit();
    return end;
  }

  /** Opens a store and compares all it holds. */
  void verify(Path directory, Entries entries) throws Exception {
    try (PeerStore store = options.open(directory, Use.READ, data)) {
      verify(store, entries);
    }
  }

  /** Compares all a store holds with sorted entries. */
  void verify(PeerStore store, Entries entries) throws Exception {
    int count = 0;
    try (Reader reader = store.reader()) {
      for (boolean isOn = reader.seek(data.least(), 0); isOn; isOn = reader.next()) {
        if (count == entries.count()) {
          throw new IllegalStateException("key " + reader.key() + " should not be there");
        }
        Passes.check(reader.key(), entries.keys()[count]);
        Passes.check(reader.value(), entries.values()[count]);
        count++;
      }
    }
    Passes.check(count, entries.count());
  }
}
