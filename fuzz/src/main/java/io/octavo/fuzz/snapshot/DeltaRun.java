package io.octavo.fuzz.snapshot;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;

/**
 * Changes leaves and compares them with a model, whatever becomes of the pages that they were
 * before: a checkpoint that runs, ends or fails, a snapshot, also one that begins amid the changes,
 * a roll back. In every other run memory is so short that the store keeps leaves as lists of
 * changes; in the others leaves take over the arrays of those pages.
 *
 * <pre>
 * DeltaRun [--seed N] [--runs N] [--seconds N]
 * </pre>
 *
 * A difference ends it with an error that names the seed.
 */
public final class DeltaRun {
  /** Told of checkpoints that fail; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private static final int KEYS = 12_000;
  private static final int STEPS = 60;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).compactWhileOpen(100);

  private final SplittableRandom random;
  private final StoreOptions options;
  private final TreeLimits limits;
  private final boolean isShort;
  private final FaultFile file = FaultFile.empty();
  private final Queue<Runnable> begun = new ArrayDeque<>();
  private final List<Reader> readers = new ArrayList<>();
  private long[] model = new long[KEYS];
  private boolean hasFailingWrites;
  private Counts counts = new Counts(0, 0);

  /** A reader, what it must find, and a cursor that stands amid a leaf. */
  private static final class Reader {
    final Transaction transaction;
    final long[] values;
    final LongCursor cursor;

    Reader(Store store, long[] values, int key) {
      this.transaction = store.beginRead();
      this.values = values;
      this.cursor = transaction.longMap("longs").cursor();
      cursor.seek(key);
    }

    /** Moves back to the first entry. */
    void finish() {
      while (cursor.previous()) {
        requireSame((int) cursor.key(), cursor.value(), values[(int) cursor.key()]);
      }
    }
  }

  /** What became of leaves before the store failed or was closed. */
  record Counts(long leafReductions, long leafRestorations) {
    static Counts of(StoreStats stats) {
      return new Counts(stats.leafReductions(), stats.leafRestorations());
    }
  }

  private DeltaRun(long seed) {
    random = new SplittableRandom(seed);
    // Memory for 126 pages of some 1,200 leaves, or for all of them: some 120.
    isShort = seed % 2 != 0;
    options = OPTIONS.cacheBytes(isShort ? 1 << 20 : 64 << 20);
    limits = isShort ? new TreeLimits(20, 60) : new TreeLimits(200, 60);
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
    long reductions = 0;
    long restorations = 0;
    while (done < runs && System.nanoTime() - start < nanos) {
      Counts counts = run(first + done);
      done++;
      reductions += counts.leafReductions();
      restorations += counts.leafRestorations();
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs, %,d leaves reduced, %,d restored, %.1f s, no difference%n",
        done,
        reductions,
        restorations,
        (System.nanoTime() - start) / 1e9);
  }

  /** Returns what some seeds find wrong, empty if that is nothing. Called by reflection. */
  public static String findWrong() {
    try {
      LongStream.rangeClosed(1, 10).forEach(DeltaRun::run);
      return "";
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Runs one seed. Returns what the store counted. */
  public static Counts run(long seed) {
    Level level = QUIET.getLevel();
    QUIET.setLevel(Level.OFF);
    try {
      return new DeltaRun(seed).run();
    } catch (RuntimeException | AssertionError e) {
      String program = "java -ea -cp " + ModelRun.CLASS_PATH + " " + DeltaRun.class.getName();
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
      store.write(
          tx -> {
            for (int key = 0; key < KEYS; key++) {
              model[key] = key + 1L;
              put(tx, key, model[key]);
            }
          });
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(8)) {
          case 0 -> checkpoint(store);
          case 1 -> readers.add(new Reader(store, model.clone(), random.nextInt(KEYS)));
          case 2 -> {
            if (random.nextBoolean()) {
              readers.forEach(DeltaRun::close);
              readers.clear();
            } else if (!readers.isEmpty()) {
              close(readers.remove(random.nextInt(readers.size())));
            }
          }
          default -> change(store);
        }
        if (random.nextInt(6) == 0) {
          runBegun();
        }
        counts = Counts.of(store.stats());
      }
      readers.forEach(DeltaRun::close);
      store.view(tx -> requireEqual(tx, model));
      requireSound(store);
      runBegun();
    }
    file.reopen();
    try (Store store = TestStores.open(file, options, limits)) {
      store.view(tx -> requireEqual(tx, model));
      requireSound(store);
    }
  }

  private void change(Store store) {
    try (Transaction tx = store.beginWrite()) {
      long[] changed = model.clone();
      change(store, tx, changed);
      end(tx, changed);
    }
  }

  private void change(Store store, Transaction tx, long[] changed) {
    int count = 1 + random.nextInt(400);
    int snapshotAt = random.nextInt(4 * count);
    for (int i = 0; i < count; i++) {
      if (i == snapshotAt) {
        readers.add(new Reader(store, model.clone(), random.nextInt(KEYS)));
      }
      int key = random.nextInt(KEYS);
      changed[key] = random.nextInt(3) == 0 ? 0 : random.nextLong();
      put(tx, key, changed[key]);
      // What the transaction reads makes the store forget and restore what has changed.
      int other = random.nextInt(KEYS);
      requireSame(other, tx.longMap("longs").get(other, 0), changed[other]);
    }
  }

  private void end(Transaction tx, long[] changed) {
    if (random.nextInt(5) > 0) {
      tx.commit();
      model = changed;
    }
  }

  /** Changes leaves between two writes of the checkpoint that has begun. */
  private void changeAmid(Store store) {
    // Begun before, because a transaction that begins may wait for the checkpoint.
    try (Transaction tx = store.beginWrite()) {
      long[] changed = model.clone();
      AtomicInteger moments = new AtomicInteger(1 + random.nextInt(20));
      file.watch(
          (written, isForcing) -> {
            if (moments.decrementAndGet() == 0) {
              change(store, tx, changed);
            }
          });
      runBegun();
      file.watch((written, isForcing) -> {});
      file.plan(null);
      end(tx, changed);
    }
  }

  /** Begins a checkpoint, changes leaves beside it, and lets it end; one in three fails. */
  private void checkpoint(Store store) {
    boolean isFailing = random.nextInt(3) == 0;
    runBegun();
    StoreStats before = store.stats();
    TestStores.beginCheckpoint(store);
    for (int i = random.nextInt(4); i > 0; i--) {
      change(store);
    }
    if (isFailing) {
      hasFailingWrites = true;
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, random.nextInt(20), false));
    }
    if (isShort) {
      runBegun();
      file.plan(null);
    } else {
      changeAmid(store);
    }
    if (!isFailing && before.nonDurableCommits() > 0) {
      // The next transaction takes the checkpoint over.
      store.write(tx -> tx.longMap("longs"));
      if (store.stats().checkpoints() == before.checkpoints()) {
        throw new AssertionError("a checkpoint has not been written");
      }
    }
  }

  private void runBegun() {
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES + (int) (number & 15)).putLong(number).array();
  }

  /** Puts a value into both maps, or removes the key if the value is 0. */
  private static void put(Transaction tx, int key, long value) {
    if (value == 0) {
      tx.longMap("longs").remove(key);
      tx.bytesMap("bytes").remove(bytes(key));
    } else {
      tx.longMap("longs").put(key, value);
      tx.bytesMap("bytes").put(bytes(key), bytes(value));
    }
  }

  private static void close(Reader reader) {
    reader.finish();
    requireEqual(reader.transaction, reader.values);
    reader.transaction.close();
  }

  private static void requireEqual(Transaction tx, long[] values) {
    LongMap longs = tx.longMap("longs");
    BytesMap strings = tx.bytesMap("bytes");
    for (int key = 0; key < KEYS; key++) {
      requireSame(key, longs.get(key, 0), values[key]);
      byte[] found = strings.get(bytes(key));
      requireSame(key, found == null ? 0 : ByteBuffer.wrap(found).getLong(), values[key]);
    }
    requireSame(-1, longs.size(), LongStream.of(values).filter(value -> value != 0).count());
  }

  private static void requireSame(int key, long found, long expected) {
    if (found != expected) {
      throw new AssertionError("key " + key + ": found " + found + ", expected " + expected);
    }
  }

  private static void requireSound(Store store) {
    if (!store.check().problems().isEmpty()) {
      throw new AssertionError(store.check().problems().toString());
    }
  }
}
