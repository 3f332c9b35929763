package io.octavo.fuzz.snapshot;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.fuzz.workload.Target;
import io.octavo.map.LongCursor;
import io.octavo.tree.TreeLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Takes snapshots of commits and of open write transactions, and compares each with its model when
 * it is closed: soon, or after many commits and steps of compaction. Checkpoints run beside, with
 * changes between two of their writes, and fail. With odd seeds memory is so short that leaves are
 * spilled; with even seeds many arrays are taken over. One half of the seeds changes collections of
 * all families, the other only the leaves of two maps.
 *
 * <pre>
 * SnapshotRun [--seed N] [--runs N] [--seconds N]
 * </pre>
 *
 * A difference ends it with an error that names the seed.
 */
public final class SnapshotRun {
  /** Told of checkpoints that fail; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private static final String LONGS = "longs";
  private static final String STRINGS = Family.BYTES.prefix + "strings";
  private static final int MOST_OPEN = 6;

  /** More entries than any collection has: a walk that passes them leads in a circle. */
  private static final int MOST_ENTRIES = 1 << 17;

  /** The most pages that only the last two checkpoints still reach. */
  private static final int SUPERSEDED = 64;

  private static final int PAGE = 1 << 13;

  private final SplittableRandom random;
  private final FaultFile file = FaultFile.empty();
  private final Queue<Runnable> begun = new ArrayDeque<>();
  private final List<Reader> readers = new ArrayList<>();
  private final boolean isShort;
  private final boolean isOfLeaves;
  private final int keys;
  private final StoreOptions options;
  private final TreeLimits limits;
  private Content model = new Content();
  private boolean hasFailingWrites;
  private Counts counts = new Counts(0, 0);

  /** A snapshot, and a cursor in it that waits at some key with the pages that it has found. */
  private record Reader(Transaction transaction, Content contents, LongCursor cursor, long at) {
    /** Moves the cursor back to the first key. */
    void requireKeysBefore() {
      Map<Long, Long> before = contents.read(LONGS).headMap(at, false).descendingMap();
      before.forEach(
          (key, value) -> {
            requireSame("key before", cursor.previous() ? cursor.key() : -1, key);
            requireSame("value of key " + key, cursor.value(), value);
          });
    }

    void close() {
      requireKeysBefore();
      requireEqual(transaction, contents);
      transaction.close();
    }
  }

  /** What a run has done. */
  record Counts(long snapshots, long spills) {
    Counts with(StoreStats stats) {
      return new Counts(snapshots, stats.pageSpills());
    }

    Counts plus(Counts other) {
      return new Counts(snapshots + other.snapshots, spills + other.spills);
    }
  }

  private SnapshotRun(long seed) {
    random = new SplittableRandom(seed);
    isShort = seed % 2 != 0;
    isOfLeaves = seed % 4 >= 2;
    keys = isOfLeaves ? 12_000 : 4_000;
    // Memory for 126 pages of hundreds of leaves, or for all of them.
    limits = isOfLeaves && !isShort ? new TreeLimits(200, 60) : new TreeLimits(20, 30);
    boolean isDurable = !isOfLeaves && random.nextBoolean();
    options =
        StoreOptions.defaults()
            .cacheBytes(isShort ? 1 << 20 : isOfLeaves ? 1 << 26 : 1 << 24)
            .durability(isDurable ? Durability.SYNC : Durability.CHECKPOINT)
            .compactWhileOpen(isOfLeaves ? 100 : 0);
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
    Counts all = new Counts(0, 0);
    while (done < runs && System.nanoTime() - start < nanos) {
      all = all.plus(run(first + done));
      done++;
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs, %,d snapshots, %,d pages spilled, %.1f s, no difference%n",
        done,
        all.snapshots(),
        all.spills(),
        (System.nanoTime() - start) / 1e9);
  }

  /** Returns the seed of a run that changes only leaves. */
  public static long ofLeaves(long number) {
    return number / 2 * 4 + 2 + number % 2;
  }

  /** Runs one seed. Returns what was done. */
  public static Counts run(long seed) {
    Level level = QUIET.getLevel();
    QUIET.setLevel(Level.OFF);
    try {
      return new SnapshotRun(seed).run();
    } catch (RuntimeException | AssertionError e) {
      String program = "java -ea -cp " + ModelRun.CLASS_PATH + " " + SnapshotRun.class.getName();
      String command = program + " --seed " + seed + " --runs 1";
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\nagain: " + command, e);
    } finally {
      QUIET.setLevel(level);
    }
  }

  private Counts run() {
    TestStores.create(file, new UUID(3, 3));
    try {
      runAll();
    } catch (StoreFailedException e) {
      // The write of a meta page failed, and nobody knows what it left: the store is failed.
      if (!hasFailingWrites) {
        throw e;
      }
    }
    return counts;
  }

  private void runAll() {
    try (Store store = TestStores.open(file, options, limits, begun::add)) {
      store.write(this::fill);
      for (int i = isOfLeaves ? 40 : 16; i > 0; i--) {
        perform(store);
        counts = counts.with(store.stats());
      }
      runBegun();
      closeAll();
      requireSound(store);
      requireNothingHeld(store);
      // One stays open when the store is closed.
      try (Transaction tx = store.beginWrite()) {
        tx.longMap(LONGS).put(1, 1);
        var unused = tx.snapshot();
      }
    }
    file.reopen();
    try (Store store = TestStores.open(file, options, limits)) {
      requireSound(store);
    }
  }

  private void fill(Transaction tx) {
    for (int key = 0; key < keys; key++) {
      compared(tx, model, LONGS).put(key, key + 1L);
      if (isOfLeaves) {
        compared(tx, model, STRINGS).put(shortKey(key), shortValue(key));
      }
    }
  }

  private static Target compared(Transaction tx, Content contents, String name) {
    return new Target.Compared(Target.of(tx, name), Target.of(contents, name));
  }

  /** Returns the number of a key of byte strings that is short. */
  private static long shortKey(long key) {
    long group = key >>> 3;
    return ((group / 4 * 5 + group % 4) << 3) + (key & 7);
  }

  /** Returns the number of a value of byte strings that is short. */
  private static long shortValue(long value) {
    return value << 4;
  }

  private void perform(Store store) {
    switch (random.nextInt(8)) {
      case 0 -> checkpoint(store);
      case 1 -> compact(store);
      default -> change(store);
    }
    if (random.nextInt(isOfLeaves ? 6 : 3) == 0) {
      read(store.beginRead(), model);
    }
    if (random.nextInt(4) == 0) {
      runBegun();
    }
  }

  /** Requires that pages are free which only snapshots have reached. */
  private void requireNothingHeld(Store store) {
    for (int i = 0; i < 2; i++) {
      long value = random.nextLong();
      store.write(tx -> compared(tx, model, LONGS).put(0, value));
      store.checkpoint();
      runBegun();
    }
    try (Transaction tx = store.beginWrite()) {
      tx.longMap(LONGS).contains(1);
    }
    StoreStats stats = store.stats();
    requireSame("open readers", stats.openReaders(), 0);
    long held = (stats.fileBytes() - stats.liveBytes() - stats.freeBytes()) / PAGE;
    if (held > SUPERSEDED || stats.readerBytes() > SUPERSEDED * (long) PAGE) {
      throw new AssertionError(held + " pages are held by nobody: " + stats);
    }
  }

  private void change(Store store) {
    if (random.nextInt(isOfLeaves ? 16 : 4) == 0) {
      // Snapshots of a transaction that is rolled back are alone then.
      closeAll();
    }
    Content changed = model.successor();
    try (Transaction tx = store.beginWrite()) {
      changed = change(store, tx, changed);
      if (random.nextInt(isOfLeaves ? 16 : 4) == 0) {
        requireEqual(tx, changed);
      }
      end(tx, changed);
    } catch (StoreException e) {
      if (!hasFailingWrites) {
        throw e;
      }
    }
  }

  private void end(Transaction tx, Content changed) {
    if (random.nextInt(5) > 1) {
      tx.commit();
      model = changed;
    }
  }

  /** Changes collections. Returns what they have then. */
  private Content change(Store store, Transaction tx, Content contents) {
    Content changed = contents;
    // Some transactions take a snapshot after a few changes, some never.
    int between = 8 << random.nextInt(7);
    int ops = random.nextInt(400);
    int readAt = random.nextInt(4 * ops + 1);
    for (int i = 0; i < ops; i++) {
      if (isOfLeaves) {
        changeLeaves(tx, changed);
      } else {
        change(tx, changed);
      }
      if (i == readAt) {
        read(store.beginRead(), model);
      }
      if (!isOfLeaves && random.nextInt(between) == 0) {
        counts = counts.plus(new Counts(1, 0));
        read(tx.snapshot(), changed);
        changed = changed.successor();
      }
      if (!readers.isEmpty() && random.nextInt(isOfLeaves ? 1_000 : 100) == 0) {
        closeOne();
      }
    }
    return changed;
  }

  /** Keeps a snapshot open, and closes another one if many are. */
  private void read(Transaction snapshot, Content contents) {
    LongCursor cursor = snapshot.longMap(LONGS).cursor();
    long at = cursor.seek(random.nextInt(keys)) ? cursor.key() : Long.MAX_VALUE;
    readers.add(new Reader(snapshot, contents, cursor, at));
    if (readers.size() > MOST_OPEN) {
      closeOne();
    }
  }

  private void changeLeaves(Transaction tx, Content to) {
    long key = random.nextInt(keys);
    if (random.nextInt(3) == 0) {
      compared(tx, to, LONGS).delete(key);
      compared(tx, to, STRINGS).remove(shortKey(key));
    } else {
      long value = random.nextLong();
      compared(tx, to, LONGS).put(key, value);
      compared(tx, to, STRINGS).put(shortKey(key), shortValue(value));
    }
    // What the transaction reads makes the store forget what has changed.
    long other = random.nextInt(keys);
    long expected = to.read(LONGS).getOrDefault(other, 0L);
    requireSame("value of key " + other, tx.longMap(LONGS).get(other, 0), expected);
  }

  private void change(Transaction tx, Content to) {
    int drawn = random.nextInt(20);
    switch (drawn) {
      case 0 -> change(compared(tx, to, Family.LISTS.prefix), 20, 1);
      case 1, 2, 3 -> intern(compared(tx, to, Family.INTERNED.get(drawn - 1).prefix));
      case 4, 5 -> change(compared(tx, to, Family.SERIES.prefix), 10_000, 1 + random.nextInt(100));
      case 6 -> changeNames(tx, to);
      case 7, 8, 9 -> change(compared(tx, to, STRINGS), 1_000, 1);
      case 10 -> {
        long from = random.nextInt(keys);
        long count = random.nextInt(random.nextInt(10) == 0 ? 400 : 40);
        compared(tx, to, LONGS).removeRange(from, from + count);
      }
      default -> change(compared(tx, to, LONGS), keys, 1);
    }
  }

  private void change(Target target, int most, int count) {
    long key = random.nextInt(most);
    switch (random.nextInt(12)) {
      case 0 -> target.removeRange(key, key + random.nextInt(most / 10));
      case 1, 2 -> target.remove(key);
      case 3 -> target.delete(key);
      default -> {
        for (int i = 0; i < count; i++) {
          target.put(key + i, random.nextLong());
        }
      }
    }
  }

  private void intern(Target target) {
    if (random.nextInt(60) == 0) {
      target.clear();
    }
    for (int i = random.nextInt(60); i >= 0; i--) {
      target.put(random.nextInt(1 << 7), random.nextInt());
    }
  }

  private void changeNames(Transaction tx, Content to) {
    String name = "map" + random.nextInt(6);
    if (!to.exists(name)) {
      compared(tx, to, name).put(7, random.nextLong());
    } else if (random.nextBoolean()) {
      requireSame("drop", tx.drop(name) == to.drop(name) ? 1 : 0, 1);
    } else {
      String free = "renamed" + random.nextInt(6);
      if (!to.exists(free)) {
        tx.rename(name, free);
        to.rename(name, free);
      }
    }
  }

  /** Begins a checkpoint, changes leaves beside it, and lets it end; one in four fails. */
  private void checkpoint(Store store) {
    boolean isFailing = random.nextInt(4) == 0;
    if (isOfLeaves) {
      runBegun();
    }
    StoreStats before = store.stats();
    TestStores.beginCheckpoint(store);
    for (int i = random.nextInt(4); i > 0; i--) {
      change(store);
    }
    if (isFailing) {
      hasFailingWrites = true;
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, random.nextInt(20), false));
    }
    if (isOfLeaves && !isShort) {
      changeAmid(store);
    } else {
      runBegun();
    }
    file.plan(null);
    if (isOfLeaves && !isFailing && before.nonDurableCommits() > 0) {
      // The next transaction takes the checkpoint over.
      store.write(tx -> tx.longMap(LONGS));
      if (store.stats().checkpoints() == before.checkpoints()) {
        throw new AssertionError("a checkpoint has not been written");
      }
    }
  }

  /** Changes leaves between two writes of the checkpoint that has begun. */
  private void changeAmid(Store store) {
    Content[] changed = {model.successor()};
    // Begun before, because a transaction that begins may wait for the checkpoint.
    try (Transaction tx = store.beginWrite()) {
      AtomicInteger moments = new AtomicInteger(1 + random.nextInt(20));
      file.watch(
          (written, isForcing) -> {
            if (moments.decrementAndGet() == 0) {
              changed[0] = change(store, tx, changed[0]);
            }
          });
      runBegun();
      file.watch((written, isForcing) -> {});
      file.plan(null);
      end(tx, changed[0]);
    }
  }

  private void compact(Store store) {
    try {
      store.compact(PAGE + random.nextInt(1 << 20));
    } catch (StoreException e) {
      if (!hasFailingWrites) {
        throw e;
      }
    }
  }

  private void runBegun() {
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
  }

  private void closeAll() {
    while (!readers.isEmpty()) {
      closeOne();
    }
  }

  private void closeOne() {
    readers.remove(random.nextInt(readers.size())).close();
  }

  private static void requireEqual(Transaction tx, Content expected) {
    requireSame("contents", Content.hash(tx, MOST_ENTRIES), expected.hash());
    for (String name : tx.names()) {
      requireSame("wrong in " + name, Family.of(name).countWrong(tx, name, 64), 0);
    }
  }

  private static void requireSame(String what, long found, long expected) {
    if (found != expected) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }

  private void requireSound(Store store) {
    store.view(tx -> requireEqual(tx, model));
    ScenarioRun.requireSound(store);
  }
}
