package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.LongPairs;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.CommitStore.Contestant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Durable commits of one entry a second, beside what the disk gives and beside other stores: all in
 * one directory and one run, in rounds whose order alternates. Then commits of many threads beside
 * as many commits in flight of one thread, and beside commits on a timer. Then the same in a large
 * and a small store, with keys that are in them and with new ones, and the time to open these.
 *
 * <pre>
 * java [-Dseconds=3] [-Drounds=11] [-Ddirectory=.] [-Dlarge=1073741824] [-Dpart=race|flight|sizes]
 *     io.octavo.bench.Commits
 * </pre>
 *
 * {@code seconds} is the time of each store in each round, {@code large} the bytes of the large
 * store, {@code part} what to run instead of all. Stores stay open from round to round, so
 * checkpoints are in it. What is measured is the disk first of all: nothing else may use it, and
 * rounds are short because its speed drifts.
 */
public final class Commits {
  private static final double SECONDS = Double.parseDouble(System.getProperty("seconds", "3"));
  private static final int ROUNDS = Integer.getInteger("rounds", 11);
  private static final long LARGE = Long.getLong("large", 1 << 30);
  private static final long SMALL = 1 << 20;
  private static final double WARM_UP = Math.min(2, SECONDS);
  private static final int KEYS = 1_000_000;
  private static final int MANY = 16;
  private static final int FLIGHT = 64;
  private static final int OPENS = 21;

  private Commits() {}

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws Exception if a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path directory =
        Files.createTempDirectory(Path.of(System.getProperty("directory", ".")), "commits");
    try {
      System.out.printf(
          Locale.ROOT,
          "JDK %s, %d processors, %d rounds of %.0f s%n",
          Runtime.version(),
          Runtime.getRuntime().availableProcessors(),
          ROUNDS,
          SECONDS);
      String part = System.getProperty("part", "all");
      if (part.equals("all") || part.equals("race")) {
        race(directory);
      }
      if (part.equals("all") || part.equals("flight")) {
        flight(directory);
      }
      if (part.equals("all") || part.equals("sizes")) {
        sizes(directory);
      }
    } finally {
      Directories.delete(directory);
    }
  }

  /** A store with its runs. */
  private record Racer(
      Contestant contestant, CommitStore store, List<CommitRun> one, List<CommitRun> many) {
    CommitRun run(int threads, double seconds, long seed) throws Exception {
      return CommitRun.of(store, threads, seconds, seed, bits -> Math.floorMod(bits, KEYS));
    }
  }

  private static void race(Path directory) throws Exception {
    List<Racer> racers = new ArrayList<>();
    for (Contestant contestant : Contestant.values()) {
      CommitStore store = contestant.open(directory);
      Racer racer = new Racer(contestant, store, new ArrayList<>(), new ArrayList<>());
      racer.run(1, WARM_UP, -1);
      racers.add(racer);
    }
    for (int round = 0; round < ROUNDS; round++) {
      List<Racer> order = new ArrayList<>(racers);
      if (round % 2 == 1) {
        Collections.reverse(order);
      }
      for (Racer racer : order) {
        racer.one().add(racer.run(1, SECONDS, round));
      }
      for (Racer racer : order) {
        if (racer.contestant() != Contestant.RAW) {
          racer.many().add(racer.run(MANY, SECONDS, round));
        }
      }
    }
    System.out.println();
    System.out.println(
        "| commits of one entry | threads | a second, median | least | most | p99, us | most, us"
            + " | of raw |");
    System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
    List<CommitRun> raw = racers.get(0).one();
    for (Racer racer : racers) {
      print(racer.contestant(), 1, racer.one(), raw);
    }
    for (Racer racer : racers) {
      if (racer.contestant() != Contestant.RAW) {
        print(racer.contestant(), MANY, racer.many(), raw);
      }
    }
    System.out.println();
    for (Racer racer : racers) {
      if (racer.contestant() != Contestant.RAW) {
        System.out.printf(
            Locale.ROOT,
            "%s, %d threads to 1: %.2f%n",
            racer.contestant(),
            MANY,
            ratio(racer.many(), racer.one()));
      }
      racer.store().close();
    }
  }

  /** One way to commit, with its runs. */
  private record Way(String name, CommitStore store, int threads, List<CommitRun> runs) {
    void run(double seconds, long seed) throws Exception {
      runs.add(CommitRun.of(store, threads, seconds, seed, bits -> Math.floorMod(bits, KEYS)));
    }
  }

  private static void flight(Path directory) throws Exception {
    try (Store sync = Store.open(directory.resolve("sync.oct"));
        Store async =
            Store.open(
                directory.resolve("async.oct"),
                StoreOptions.defaults().durability(Durability.ASYNC));
        CommitStore tickets = new CommitStore.InFlight(sync, FLIGHT)) {
      CommitStore waiting = new CommitStore.Octavo(sync);
      List<Way> ways =
          List.of(
              new Way("SYNC, " + FLIGHT + " threads", waiting, FLIGHT, new ArrayList<>()),
              new Way("SYNC, " + FLIGHT + " in flight", tickets, 1, new ArrayList<>()),
              new Way("SYNC", waiting, 1, new ArrayList<>()),
              new Way("ASYNC", new CommitStore.Octavo(async), 1, new ArrayList<>()));
      for (Way way : ways) {
        way.run(WARM_UP, -1);
        way.runs().clear();
      }
      for (int round = 0; round < ROUNDS; round++) {
        List<Way> order = new ArrayList<>(ways);
        if (round % 2 == 1) {
          Collections.reverse(order);
        }
        for (Way way : order) {
          way.run(SECONDS, round);
        }
      }
      System.out.println();
      System.out.println(
          "| commits of one entry | threads | a second, median | least | most | of "
              + ways.get(0).name()
              + " |");
      System.out.println("|---|---:|---:|---:|---:|---:|");
      for (Way way : ways) {
        List<CommitRun> runs = way.runs();
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %.0f | %.0f | %.0f | %.2f |%n",
            way.name(),
            way.threads(),
            median(runs, CommitRun::perSecond),
            runs.stream().mapToDouble(CommitRun::perSecond).min().orElse(0),
            runs.stream().mapToDouble(CommitRun::perSecond).max().orElse(0),
            ratio(runs, ways.get(0).runs()));
      }
    }
  }

  private static void print(
      Contestant contestant, int threads, List<CommitRun> runs, List<CommitRun> raw) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f |%n",
        contestant.name().toLowerCase(Locale.ROOT),
        threads,
        median(runs, CommitRun::perSecond),
        runs.stream().mapToDouble(CommitRun::perSecond).min().orElse(0),
        runs.stream().mapToDouble(CommitRun::perSecond).max().orElse(0),
        median(runs, CommitRun::p99Micros),
        runs.stream().mapToDouble(CommitRun::maxMicros).max().orElse(0),
        ratio(runs, raw));
  }

  private static double median(List<CommitRun> runs, ToDoubleFunction<CommitRun> figure) {
    return Passes.median(runs.stream().mapToDouble(figure).toArray());
  }

  /** Returns the median of the ratios in each round: what disturbs a round mostly disturbs both. */
  private static double ratio(List<CommitRun> runs, List<CommitRun> others) {
    double[] ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = runs.get(i).perSecond() / others.get(i).perSecond();
    }
    return Passes.median(ratios);
  }

  /** Entries of about 18 bytes, keys over the whole range. */
  private static final class Entries implements LongPairs {
    private final long count;
    private final long step;
    private long index = -1;

    Entries(long bytes) {
      count = Math.max(1, bytes / 18);
      step = Long.divideUnsigned(-1, count);
    }

    /** Returns one of the keys, drawn by bits. */
    long drawn(long bits) {
      return Long.MIN_VALUE + Long.remainderUnsigned(bits, count) * step;
    }

    @Override
    public boolean next() {
      return ++index < count;
    }

    @Override
    public long key() {
      return Long.MIN_VALUE + index * step;
    }

    @Override
    public long value() {
      return (index + 1) * 0x9E37_79B9_7F4A_7C15L;
    }
  }

  private static void sizes(Path directory) throws Exception {
    Path empty = fill(directory.resolve("empty.oct"), 0);
    Path small = fill(directory.resolve("small.oct"), SMALL);
    Path large = fill(directory.resolve("large.oct"), LARGE);
    System.out.printf(Locale.ROOT, "%n%d and %d bytes%n", Files.size(small), Files.size(large));
    double[] inEmpty = new double[OPENS];
    double[] inLarge = new double[OPENS];
    for (int i = 0; i < OPENS; i++) {
      inEmpty[i] = open(empty);
      inLarge[i] = open(large);
    }
    System.out.printf(
        Locale.ROOT,
        "open: empty %.1f ms, large %.1f ms, medians of %d%n",
        Passes.median(inEmpty),
        Passes.median(inLarge),
        OPENS);
    Entries smallEntries = new Entries(SMALL);
    Entries largeEntries = new Entries(LARGE);
    try (CommitStore smallStore = new CommitStore.Octavo(Store.open(small));
        CommitStore largeStore = new CommitStore.Octavo(Store.open(large))) {
      compare("present keys", smallStore, smallEntries::drawn, largeStore, largeEntries::drawn);
      compare("new keys", smallStore, bits -> bits, largeStore, bits -> bits);
    }
  }

  private static void compare(
      String what,
      CommitStore small,
      LongUnaryOperator smallKeys,
      CommitStore large,
      LongUnaryOperator largeKeys)
      throws Exception {
    List<CommitRun> inSmallStore = new ArrayList<>();
    List<CommitRun> inLargeStore = new ArrayList<>();
    CommitRun.of(small, 1, WARM_UP, -1, smallKeys);
    CommitRun.of(large, 1, WARM_UP, -1, largeKeys);
    for (int round = 0; round < ROUNDS; round++) {
      for (int turn = 0; turn < 2; turn++) {
        if ((round + turn) % 2 == 0) {
          inLargeStore.add(CommitRun.of(large, 1, SECONDS, round, largeKeys));
        } else {
          inSmallStore.add(CommitRun.of(small, 1, SECONDS, round, smallKeys));
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "commits a second, %s: small %.0f, large %.0f, ratio %.2f; p99 %.0f and %.0f us%n",
        what,
        median(inSmallStore, CommitRun::perSecond),
        median(inLargeStore, CommitRun::perSecond),
        ratio(inLargeStore, inSmallStore),
        median(inSmallStore, CommitRun::p99Micros),
        median(inLargeStore, CommitRun::p99Micros));
  }

  private static Path fill(Path file, long bytes) {
    try (Store store =
        Store.open(file, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      if (bytes > 0) {
        store.write(tx -> tx.longMap("m").load(new Entries(bytes)));
      }
    }
    return file;
  }

  /** Opens a store; gives milliseconds. */
  private static double open(Path file) {
    long start = System.nanoTime();
    Store store = Store.open(file);
    double millis = (System.nanoTime() - start) / 1e6;
    store.close();
    return millis;
  }
}
