package io.octavo.fuzz.live;

import io.octavo.ChangeFeed;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Content;
import io.octavo.map.LongCursor;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A writer and readers in several processes on one file, each of which is killed now and then. What
 * a commit leaves is a function of its number. Each snapshot of a reader must be what a commit has
 * left, no commit that was durable or seen may be missing, and no reader may fail.
 *
 * <pre>
 * LiveRun [--seed N] [--runs N] [--seconds N]
 * </pre>
 *
 * The processes are threads that take turns as the seed decides ({@link Turns}).
 */
public final class LiveRun {
  /** Told of stores that are killed; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private static final String COUNT = "count";
  private static final String KEPT = "kept";
  private static final String DROPPED = "dropped";
  private static final List<String> NAMES = List.of(KEPT, DROPPED, COUNT);
  private static final int KEYS = 300;
  private static final int MOST_HELD = 3;
  private static final int ACTIONS = 60;
  private static final int PAGE = 1 << 13;

  /** Pages behind those in use that a store may keep once nobody reads it. */
  private static final int TOLERATED = 40;

  private static final long NEVER = Long.MAX_VALUE;

  private final long seed;
  private final SplittableRandom random;
  private final Turns turns;
  private final LiveDisk disk;
  private final TreeLimits limits;

  /** What each commit leaves, by its number. */
  private final List<Content> contents = new ArrayList<>(List.of(new Content()));

  /** The last commit that is durable, or that a reader has seen. */
  private long known;

  private boolean isWriting = true;
  private Counts counts = new Counts(0, 0, 0, 0, 0);

  /** What a run has done. */
  record Counts(long commits, long snapshots, long refreshes, long followed, long kills) {
    Counts plus(Counts other) {
      return new Counts(
          commits + other.commits,
          snapshots + other.snapshots,
          refreshes + other.refreshes,
          followed + other.followed,
          kills + other.kills);
    }
  }

  private LiveRun(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.turns = new Turns(random.nextLong());
    this.disk = new LiveDisk(turns);
    // Rings that a few commits fill, and others that hold all commits.
    RingLimits ring = random.nextBoolean() ? new RingLimits(1, 2, 4) : new RingLimits(1, 16, 32);
    this.limits = new TreeLimits(8, 6, ring);
  }

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options = Arguments.of(arguments, "--seed", "--runs", "--seconds");
    long first = options.number("--seed", 1);
    long runs = options.number("--runs", Long.MAX_VALUE);
    long nanos = options.number("--seconds", 60) * 1_000_000_000L;
    long start = System.nanoTime();
    long done = 0;
    Counts all = new Counts(0, 0, 0, 0, 0);
    while (done < runs && System.nanoTime() - start < nanos) {
      all = all.plus(run(first + done));
      done++;
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs, %,d commits, %,d snapshots, %,d looks, %,d commits followed, %,d kills, %.1f s, no difference%n",
        done,
        all.commits(),
        all.snapshots(),
        all.refreshes(),
        all.followed(),
        all.kills(),
        (System.nanoTime() - start) / 1e9);
  }

  /** Runs one seed. Returns what was done. */
  public static Counts run(long seed) {
    Level level = QUIET.getLevel();
    QUIET.setLevel(Level.OFF);
    try {
      return new LiveRun(seed).run();
    } catch (RuntimeException | AssertionError e) {
      String program = "java -ea -cp " + ModelRun.CLASS_PATH + " " + LiveRun.class.getName();
      String command = program + " --seed " + seed + " --runs 1";
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\nagain: " + command, e);
    } finally {
      QUIET.setLevel(level);
    }
  }

  private Counts run() {
    TestStores.create(disk.new Opened(NEVER), new UUID(5, seed));
    turns.add("writer", () -> new Writer(random.split()).run());
    for (int reader = 1 + random.nextInt(3); reader > 0; reader--) {
      turns.add("reader " + reader, () -> new Reader(random.split()).run());
    }
    turns.run();
    requireNothingLeft();
    return counts;
  }

  /** When nobody reads any more, a store that is written is as short as any other. */
  private void requireNothingLeft() {
    require(!disk.isAnyPinned(), "a checkpoint is pinned that nobody reads");
    LiveDisk.Opened process = disk.new Opened(NEVER);
    long live;
    try (Store store = TestStores.open(process, options(Durability.SYNC), limits)) {
      for (int i = 0; i < 3; i++) {
        store.write(tx -> tx.longMap(KEPT).put(0, 0));
        store.checkpoint();
      }
      while (store.compact(1 << 20).hasMore()) {}
      require(store.check().ok(), store.check().problems().toString());
      live = store.stats().liveBytes();
    }
    require(
        disk.length() <= live + TOLERATED * PAGE,
        "the file has " + disk.length() / PAGE + " pages, " + live / PAGE + " of them in use");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static StoreOptions options(Durability durability) {
    return StoreOptions.defaults().cacheBytes(4 << 20).durability(durability);
  }

  /** Returns what a commit leaves. */
  private Content content(long number) {
    while (contents.size() <= number) {
      Content next = contents.get(contents.size() - 1).successor();
      change(contents.size(), null, next);
      contents.add(next);
    }
    return contents.get((int) number);
  }

  /** Makes the changes of a commit, in a transaction or, if there is none, in its model. */
  private void change(long number, @Nullable Transaction tx, Content model) {
    SplittableRandom choice = new SplittableRandom(seed * 31 + number);
    int kind = choice.nextInt(20);
    if (kind < 14) {
      for (int i = 1 + choice.nextInt(5); i > 0; i--) {
        put(KEPT, choice.nextInt(KEYS), choice.nextLong(), tx, model);
      }
    } else if (kind < 17) {
      long from = choice.nextInt(KEYS);
      if (tx != null) {
        tx.longMap(KEPT).removeRange(from, from + 59);
      } else {
        model.write(KEPT).subMap(from, from + 60).clear();
      }
    } else if (kind < 19) {
      int count = choice.nextInt(KEYS);
      for (int i = 0; i < count; i++) {
        put(DROPPED, i, choice.nextLong(), tx, model);
      }
    } else if (tx != null) {
      var unused = tx.drop(DROPPED);
    } else {
      var unused = model.drop(DROPPED);
    }
    put(COUNT, 0, number, tx, model);
  }

  private static void put(
      String name, long key, long value, @Nullable Transaction tx, Content model) {
    if (tx != null) {
      tx.longMap(name).put(key, value);
    } else {
      model.write(name).put(key, value);
    }
  }

  private static long number(Transaction tx) {
    return tx.longMap(COUNT).get(0, 0);
  }

  /** Throws unless a transaction sees what a commit has left. */
  private void requireContent(Transaction tx, long number) {
    for (String name : NAMES) {
      NavigableMap<Long, Long> found = new TreeMap<>();
      LongCursor cursor = tx.longMap(name).cursor();
      while (cursor.next()) {
        found.put(cursor.key(), cursor.value());
      }
      Map<Long, Long> expected = content(number).read(name);
      if (!found.equals(expected)) {
        found.entrySet().removeAll(expected.entrySet());
        throw new AssertionError(name + " of commit " + number + " differs, found are " + found);
      }
    }
  }

  /** One process after the other. */
  private abstract class Life {
    final SplittableRandom random;
    LiveDisk.Opened process = disk.new Opened(NEVER);

    Life(SplittableRandom random) {
      this.random = random;
    }

    abstract boolean goesOn();

    abstract void live();

    void run() {
      while (goesOn()) {
        process = disk.new Opened(random.nextInt(4) == 0 ? 1 + random.nextInt(4_000) : NEVER);
        try {
          live();
        } catch (RuntimeException | Error e) {
          if (!process.isKilled() || e instanceof Turns.Stopped) {
            throw e;
          }
          counts = counts.plus(new Counts(0, 0, 0, 0, 1));
        } finally {
          process.unpinAll();
        }
      }
    }
  }

  /** Commits, checkpoints and compacts. */
  private final class Writer extends Life {
    private final Queue<Runnable> begun = new ArrayDeque<>();
    private int actions = ACTIONS * 3;

    /** The last commit of this process. */
    private long committed;

    Writer(SplittableRandom random) {
      super(random);
    }

    @Override
    boolean goesOn() {
      isWriting = actions > 0;
      return isWriting;
    }

    @Override
    void live() {
      begun.clear();
      Durability durability = random.nextInt(4) == 0 ? Durability.CHECKPOINT : Durability.SYNC;
      StoreOptions options = options(durability).compactWhileOpen(random.nextBoolean() ? 100 : 12);
      try (Store store = TestStores.open(process, options, limits, begun::add)) {
        long number = store.readLong(LiveRun::number);
        require(number >= known, "the writer found commit " + number + ", not " + known);
        committed = number;
        store.view(tx -> requireContent(tx, number));
        for (int i = random.nextInt(ACTIONS); i > 0 && actions > 0; i--) {
          actions--;
          act(store, durability);
        }
      }
      known = Math.max(known, committed);
    }

    private void act(Store store, Durability durability) {
      switch (random.nextInt(16)) {
        case 0, 1 -> {
          long before = committed;
          store.checkpoint();
          known = Math.max(known, before);
        }
        case 2 -> TestStores.beginCheckpoint(store);
        case 3 -> {
          var unused = store.compact(PAGE * (1L + random.nextInt(20)));
        }
        case 4 -> {
          try (Transaction tx = store.beginWrite()) {
            tx.longMap(KEPT).put(1, 1);
          }
        }
        case 5 -> {
          while (!begun.isEmpty()) {
            begun.remove().run();
          }
        }
        default -> {
          long[] number = new long[1];
          store.write(
              tx -> {
                number[0] = number(tx) + 1;
                change(number[0], tx, contents.get(0));
              });
          committed = number[0];
          known = durability == Durability.SYNC ? Math.max(known, committed) : known;
          counts = counts.plus(new Counts(1, 0, 0, 0, 0));
        }
      }
    }
  }

  /** Looks for commits, holds snapshots, and follows changes. */
  private final class Reader extends Life {
    private final List<Transaction> held = new ArrayList<>();
    private final FollowedChanges changes =
        new FollowedChanges(LiveRun.this::content, COUNT, DROPPED, NAMES);

    /** The last commit that was seen, by this process or one before. */
    private long last;

    Reader(SplittableRandom random) {
      super(random);
    }

    @Override
    boolean goesOn() {
      return isWriting;
    }

    @Override
    void live() {
      held.clear();
      long before = known;
      Duration every = random.nextBoolean() ? Duration.ofDays(1) : Duration.ZERO;
      StoreOptions options = options(Durability.SYNC).readOnly(true).refreshEvery(every);
      try (Store store = TestStores.open(process, options, limits)) {
        require(see(store, every) >= before, "a commit is missing after the opening");
        try (ChangeFeed feed = changes.open(store)) {
          for (int i = random.nextInt(ACTIONS); i > 0 && isWriting; i--) {
            act(store, feed, every);
          }
        }
        while (!held.isEmpty()) {
          end(held.remove(0));
        }
      }
    }

    private void act(Store store, ChangeFeed feed, Duration every) {
      switch (random.nextInt(7)) {
        case 0, 1 -> {
          long before = known;
          long seen = see(store, every);
          boolean isNew = store.refresh();
          long now = see(store, every);
          require(now >= before, "commit " + before + " is missing, " + now + " was found");
          // A commit of a compaction changes no entry.
          require(isNew || now == seen || every.isZero(), "refresh has said that nothing is new");
          require(process.count() <= held.size() + 2, "a checkpoint is pinned that nobody reads");
          counts = counts.plus(new Counts(0, 0, 1, 0, 0));
        }
        case 2 -> {
          if (held.size() < MOST_HELD) {
            held.add(store.beginRead());
          }
        }
        case 3 -> {
          if (!held.isEmpty()) {
            end(held.remove(random.nextInt(held.size())));
          }
        }
        case 4 -> {
          try (Transaction tx = store.beginRead()) {
            end(tx);
          }
        }
        case 5 -> {
          long before = changes.commits();
          changes.read(store, feed);
          counts = counts.plus(new Counts(0, 0, 0, changes.commits() - before, 0));
        }
        default -> require(store.check().ok(), "the check has found damage");
      }
    }

    private void end(Transaction tx) {
      long number = number(tx);
      requireContent(tx, number);
      tx.close();
      counts = counts.plus(new Counts(0, 1, 0, 0, 0));
    }

    private long see(Store store, Duration every) {
      long before = known;
      long seen = store.readLong(LiveRun::number);
      require(!every.isZero() || seen >= before, "commit " + before + " is missing in " + seen);
      require(seen >= last, "commit " + last + " was seen before " + seen);
      last = seen;
      known = Math.max(known, seen);
      return seen;
    }
  }
}
