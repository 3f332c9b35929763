package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.CommitStore.Contestant;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import io.octavo.map.LongPairs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Durable commits of one entry a second, beside what the disk gives and beside other stores: all in
 * one directory and one run, in rounds whose order alternates. Then commits that no disk is awaited
 * for and that survive the process, beside those of other stores. Then commits of many threads
 * beside as many commits in flight of one thread, and beside commits on a timer. Then the same in a
 * large and a small store, with keys that are in them and with new ones, and the time to open
 * these.
 *
 * <pre>
 * java [-Dseconds=3] [-Drounds=11] [-Ddirectory=.] [-Dlarge=1073741824] [-Dpart=race|process|flight|sizes]
 *     io.octavo.bench.Commits
 * </pre>
 *
 * <p>{@code seconds} is the time of each store in each round, {@code large} the bytes of the large
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
      System.out.println(RunHeader.line(directory));
      System.out.printf(Locale.ROOT, "%d rounds of %.0f s%n", ROUNDS, SECONDS);
      String part = System.getProperty("part", "all");
      if (part.equals("all") || part.equals("race")) {
        race(Files.createDirectory(directory.resolve("race")), true);
      }
      if (part.equals("all") || part.equals("process")) {
        race(Files.createDirectory(directory.resolve("process")), false);
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

  /** One way to commit. */
  private record Way(String name, CommitStore store, int threads, LongUnaryOperator keys) {
    Way(String name, CommitStore store, int threads) {
      this(name, store, threads, bits -> Math.floorMod(bits, KEYS));
    }

    CommitRun run(double seconds, long seed) throws Exception {
      return CommitRun.of(store, threads, seconds, seed, keys);
    }
  }

  /** Figures of ways that took turns. */
  private static final class Race {
    private final List<Way> ways;
    private final Rounds<Way> rates = new Rounds<>();
    private final Rounds<Way> p99 = new Rounds<>();
    private final Rounds<Way> longest = new Rounds<>();

    Race(List<Way> ways) throws Exception {
      this.ways = ways;
      for (Way way : ways) {
        way.run(WARM_UP, -1);
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Way way : Rounds.order(ways, round)) {
          CommitRun run = way.run(SECONDS, round);
          rates.add(way, run.perSecond());
          p99.add(way, run.p99Micros());
          longest.add(way, run.mostMicros());
        }
      }
      System.out.println();
    }

    /** Prints a row for each way; ratios are those to the first one. */
    void printWays() {
      Table table =
          new Table(
              System.out,
              "commits of one entry",
              "threads",
              "a second, median",
              "least",
              "most",
              "p99, us",
              "most, us",
              "of " + ways.get(0).name());
      for (Way way : ways) {
        table.row(
            way.name(),
            "%.0f %.0f %.0f %.0f %.0f %.0f %.2f",
            way.threads(),
            rates.median(way),
            rates.least(way),
            rates.most(way),
            p99.median(way),
            longest.most(way),
            rates.ratio(way, ways.get(0)));
      }
    }

    /** Prints a column for each store. */
    void printStores() {
      List<String> stores = ways.stream().map(Way::name).distinct().toList();
      List<String> head = new ArrayList<>(List.of("commits of one entry", "unit"));
      head.addAll(stores);
      Table table = new Table(System.out, 2, head);
      for (int threads : ways.stream().mapToInt(Way::threads).distinct().toArray()) {
        String name = threads == 1 ? "1 thread" : threads + " threads";
        row(table, name, "a second", threads, stores, rates::median);
        row(table, name + ", least", "a second", threads, stores, rates::least);
        row(table, name + ", most", "a second", threads, stores, rates::most);
        row(table, name + ", p99", "us", threads, stores, p99::median);
        row(table, name + ", longest", "us", threads, stores, longest::most);
      }
    }

    private void row(
        Table table,
        String name,
        String unit,
        int threads,
        List<String> stores,
        ToDoubleFunction<Way> figure) {
      List<String> cells = new ArrayList<>(List.of(name, unit));
      for (String store : stores) {
        double number =
            ways.stream()
                .filter(way -> way.threads() == threads && way.name().equals(store))
                .mapToDouble(figure)
                .findFirst()
                .orElse(Double.NaN);
        cells.add(Table.number("%,.0f", number));
      }
      table.row(cells);
    }
  }

  private static void race(Path directory, boolean isForced) throws Exception {
    List<Way> ways = new ArrayList<>();
    List<Way> many = new ArrayList<>();
    for (Contestant contestant : Contestant.values()) {
      CommitStore store = contestant.open(directory, isForced);
      String name = contestant.name().toLowerCase(Locale.ROOT);
      ways.add(new Way(name, store, 1));
      if (contestant != Contestant.RAW) {
        many.add(new Way(name, store, MANY));
      }
    }
    ways.addAll(many);
    new Race(ways).printStores();
    for (Way way : ways) {
      if (way.threads() == 1) {
        way.store().close();
      }
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
      new Race(
              List.of(
                  new Way("SYNC, " + FLIGHT + " threads", waiting, FLIGHT),
                  new Way("SYNC, " + FLIGHT + " in flight", tickets, 1),
                  new Way("SYNC", waiting, 1),
                  new Way("ASYNC", new CommitStore.Octavo(async), 1)))
          .printWays();
    }
  }

  /** Entries of about 18 bytes, keys over the whole range. */
  private static final class Loaded implements LongPairs {
    private final long count;
    private final long step;
    private long index = -1;

    Loaded(long bytes) {
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
    Rounds<Path> millis = new Rounds<>();
    for (int i = 0; i < OPENS; i++) {
      millis.add(empty, open(empty));
      millis.add(large, open(large));
    }
    System.out.printf(
        Locale.ROOT,
        "open: empty %.1f ms, large %.1f ms, medians of %d%n",
        millis.median(empty),
        millis.median(large),
        OPENS);
    try (CommitStore smallStore = new CommitStore.Octavo(Store.open(small));
        CommitStore largeStore = new CommitStore.Octavo(Store.open(large))) {
      Loaded inSmall = new Loaded(SMALL);
      Loaded inLarge = new Loaded(LARGE);
      new Race(
              List.of(
                  new Way("small store, present keys", smallStore, 1, inSmall::drawn),
                  new Way("large store, present keys", largeStore, 1, inLarge::drawn)))
          .printWays();
      new Race(
              List.of(
                  new Way("small store, new keys", smallStore, 1, bits -> bits),
                  new Way("large store, new keys", largeStore, 1, bits -> bits)))
          .printWays();
    }
  }

  private static Path fill(Path file, long bytes) {
    try (Store store =
        Store.open(file, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      if (bytes > 0) {
        store.write(tx -> tx.longMap("m").load(new Loaded(bytes)));
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
