package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.peer.PeerFigure.Work;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All works of one store with one data set; each in a JVM of its own. */
public final class PeerRun {
  static final String FIGURE = "figure";
  static final String STOPPED = "stopped";
  static final String SETTINGS = "settings";

  private static final int LEAST_PROBES = 1 << 12;
  private static final int MOST_PROBES = 1 << 20;
  private static final int OPENS = 7;

  /** What needs a loaded store. */
  private static final Work[] LOADS = {
    Work.LOAD, Work.GET, Work.GET2, Work.SCAN, Work.RANGE, Work.REOPEN, Work.ALLOCATED
  };

  /** What inserts in random order. */
  private static final Work[] INSERTS = {
    Work.INSERT_END, Work.RANDOM, Work.DELETE, Work.INSERT_EACH
  };

  /**
   * What to do.
   *
   * @param seconds to warm up before each figure, and the measure of how long it is measured
   * @param cap seconds after which commits that are durable each are stopped
   * @param limit seconds after which other inserts and deletes are stopped
   */
  record Options(
      Peer peer,
      Path directory,
      Set<Work> works,
      double seconds,
      double cap,
      double limit,
      int probes,
      long seed) {
    PeerStore open(Path place, Use use, Entries data) throws Exception {
      return peer.open(place, use, data.shape());
    }
  }

  /** Where results go. */
  interface Report {
    void figure(PeerFigure figure, double number);

    /**
     * Reports that a limit stopped a work; where there is a figure too, it is the rate so far.
     *
     * @param percent how much was done
     */
    void stopped(PeerFigure figure, double percent);

    void settings(String text);
  }

  private final Options options;
  private final Entries data;
  private final Report report;
  private final PeerWrites writes;

  PeerRun(Options options, Entries data, Report report) {
    this.options = options;
    this.data = data;
    this.report = report;
    writes = new PeerWrites(options, data, report);
  }

  /**
   * Runs one store and prints a line for each result.
   *
   * @param arguments store, set, file of entries, empty directory, works, seconds, cap, limit, seed
   * @throws Exception if the store fails or gives a wrong answer
   */
  public static void main(String[] arguments) throws Exception {
    Set<Work> works = EnumSet.noneOf(Work.class);
    for (String name : arguments[4].split(",", -1)) {
      works.add(Work.valueOf(name));
    }
    Entries data = DataSet.valueOf(arguments[1]).read(Path.of(arguments[2]));
    Options options =
        new Options(
            Peer.valueOf(arguments[0]),
            Path.of(arguments[3]),
            works,
            Double.parseDouble(arguments[5]),
            Double.parseDouble(arguments[6]),
            Double.parseDouble(arguments[7]),
            Math.min(MOST_PROBES, Math.max(LEAST_PROBES, data.count() / 4)),
            Long.parseLong(arguments[8]));
    new PeerRun(options, data, new Lines()).run();
  }

  /** Lines of words between tabs. */
  private static final class Lines implements Report {
    @Override
    public void figure(PeerFigure figure, double number) {
      System.out.println(FIGURE + "\t" + figure + "\t" + number);
    }

    @Override
    public void stopped(PeerFigure figure, double percent) {
      System.out.println(STOPPED + "\t" + figure + "\t" + percent);
    }

    @Override
    public void settings(String text) {
      System.out.println(SETTINGS + "\t" + text);
    }
  }

  private boolean hasWork(Work... any) {
    return Arrays.stream(any).anyMatch(options.works()::contains);
  }

  void run() throws Exception {
    writes.reportSettings();
    if (hasWork(LOADS)) {
      Path directory = writes.load();
      read(directory);
      if (hasWork(Work.REOPEN)) {
        reopen(directory);
      }
      Directories.delete(directory);
    }
    if (hasWork(INSERTS)) {
      int[] order = data.shuffled(options.seed());
      if (hasWork(Work.INSERT_END, Work.RANDOM, Work.DELETE)) {
        insertEnd(order);
      }
      if (hasWork(Work.INSERT_EACH)) {
        writes.insertEach(order);
      }
    }
  }

  private void read(Path directory) throws Exception {
    try (PeerStore store = options.open(directory, Use.READ, data)) {
      writes.verify(store, data);
      PeerReads reads = reads(store);
      if (hasWork(Work.GET)) {
        reads.get();
      }
      if (hasWork(Work.GET2)) {
        reads.getByTwoThreads();
      }
      if (hasWork(Work.SCAN)) {
        reads.scan(PeerFigure.SCAN);
      }
      if (hasWork(Work.RANGE)) {
        reads.range(PeerFigure.RANGE);
      }
    }
    if (options.peer() == Peer.OCTAVO && hasWork(Work.ALLOCATED)) {
      try (PeerStore store = options.open(directory, Use.END, data)) {
        Allocations.report((OctavoPeer) store, data, options.probes(), report);
      }
    }
  }

  private PeerReads reads(PeerStore store) throws Exception {
    return new PeerReads(store, data, options.seconds(), options.probes(), options.seed(), report);
  }

  /** Opens the store some times; its pages are in the memory of the operating system. */
  private void reopen(Path directory) throws Exception {
    Entries hits = data.hits(OPENS, options.seed());
    double[] millis = new double[OPENS];
    for (int i = 0; i < OPENS; i++) {
      long start = System.nanoTime();
      try (PeerStore store = options.open(directory, Use.READ, data);
          Reader reader = store.reader()) {
        long value = reader.get(hits, i);
        millis[i] = Passes.since(start) * 1e3;
        Passes.check(value, hits.values()[i]);
      }
    }
    report.figure(PeerFigure.REOPEN, Passes.median(millis));
    report.figure(PeerFigure.REOPEN_FIRST, millis[0]);
  }

  private void insertEnd(int[] order) throws Exception {
    @Nullable Path directory = writes.insertEnd(order);
    if (directory == null) {
      return;
    }
    if (hasWork(Work.RANDOM)) {
      try (PeerStore store = options.open(directory, Use.READ, data)) {
        reads(store).random();
      }
    }
    if (hasWork(Work.DELETE)) {
      writes.delete(directory, options.seed() + 1);
    }
    Directories.delete(directory);
  }
}
