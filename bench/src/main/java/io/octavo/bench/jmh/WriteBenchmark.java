package io.octavo.bench.jmh;

import io.octavo.Store;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Ranges;
import io.octavo.map.LongMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time to change one entry of a map that was filled in random order: 10,000 entries a commit, or
 * one. Checkpoints run beside and take their share of the machine; an iteration may see several of
 * them, or none, which shows in the error.
 *
 * <p>What a call inserts or removes is undone when its time has been taken, so that the map stays
 * as large as it was. Leaves have been split and joined by many such rounds and are filled as in a
 * map that lives long.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class WriteBenchmark {
  private static final int BATCH = 10_000;
  private static final int BATCHES = 40;
  private static final int SINGLES = 500;
  private static final String NAME = "m";

  /** What a call has done to a batch of keys. */
  private enum Done {
    NOTHING,
    INSERTED,
    REMOVED
  }

  /** Where keys and values come from. */
  @Param("REALISTIC")
  public Ranges set = Ranges.REALISTIC;

  /** Keys of the map, a multiple of 10,000. */
  @Param("1000000")
  public int keys = 1_000_000;

  /** Whether the store has a file, with durable commits. */
  @Param({"false", "true"})
  public boolean file;

  private final long[][] present = new long[BATCHES][];
  private final long[][] absent = new long[BATCHES][];
  private long[] batch = {};
  private Done done = Done.NOTHING;
  private int nextBatch;
  private long nextValue;
  private Store store;
  private @Nullable Path path;

  /** Makes the benchmark. */
  public WriteBenchmark() {}

  /**
   * Fills the map and sets keys aside.
   *
   * @throws IOException if there is no file
   */
  @Setup
  public void setUp() throws IOException {
    long[] drawn = shuffledKeys(keys + BATCHES * BATCH);
    if (file) {
      path = Files.createTempFile("octavo", ".oct");
    }
    store = path == null ? Store.inMemory() : Store.open(path);
    for (int from = 0; from < keys; from += BATCH) {
      long[] part = Arrays.copyOfRange(drawn, from, from + BATCH);
      store.write(tx -> put(tx.longMap(NAME), part));
    }
    for (int i = 0; i < BATCHES; i++) {
      int other = i * BATCH % keys;
      present[i] = Arrays.copyOfRange(drawn, other, other + BATCH);
      absent[i] = Arrays.copyOfRange(drawn, keys + i * BATCH, keys + (i + 1) * BATCH);
    }
  }

  private long[] shuffledKeys(int count) {
    Entries entries = Entries.drawn(set, count, 1);
    return Arrays.stream(entries.shuffled(2)).mapToLong(entries::key).toArray();
  }

  /**
   * Closes the store.
   *
   * @throws IOException if its file cannot be deleted
   */
  @TearDown
  public void tearDown() throws IOException {
    store.close();
    if (path != null) {
      Files.delete(path);
    }
  }

  /** Undoes what the last call has done. */
  @TearDown(Level.Invocation)
  public void undo() {
    switch (done) {
      case INSERTED -> store.write(tx -> remove(tx.longMap(NAME), batch));
      case REMOVED -> store.write(tx -> put(tx.longMap(NAME), batch));
      case NOTHING -> {}
    }
    done = Done.NOTHING;
  }

  /** Gives each key a value that was not drawn from anywhere: like the set's, but new. */
  private void put(LongMap map, long[] chosen) {
    SplittableRandom random = new SplittableRandom(nextValue++);
    for (long key : chosen) {
      map.put(key, set.draw(random));
    }
  }

  private static void remove(LongMap map, long[] chosen) {
    for (long key : chosen) {
      map.remove(key);
    }
  }

  private long[] nextOf(long[][] batches) {
    nextBatch = (nextBatch + 1) % BATCHES;
    return batches[nextBatch];
  }

  /** Inserts new keys in random order and commits; returns how many keys there are. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long insert() {
    batch = nextOf(absent);
    store.write(tx -> put(tx.longMap(NAME), batch));
    done = Done.INSERTED;
    return size();
  }

  /** Gives keys in random order new values and commits; returns how many keys there are. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long replace() {
    long[] chosen = nextOf(present);
    store.write(tx -> put(tx.longMap(NAME), chosen));
    return size();
  }

  /** Removes keys in random order and commits; returns how many keys there are. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long remove() {
    batch = nextOf(present);
    store.write(tx -> remove(tx.longMap(NAME), batch));
    done = Done.REMOVED;
    return size();
  }

  /** Gives random keys new values, each by a commit of its own; returns how many keys there are. */
  @Benchmark
  @OperationsPerInvocation(SINGLES)
  public long commit() {
    long[] chosen = nextOf(present);
    for (int i = 0; i < SINGLES; i++) {
      long key = chosen[i];
      store.write(tx -> tx.longMap(NAME).put(key, nextValue++));
    }
    return size();
  }

  private long size() {
    return store.readLong(tx -> tx.longMap(NAME).size());
  }
}
