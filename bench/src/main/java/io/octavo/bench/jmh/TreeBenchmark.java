package io.octavo.bench.jmh;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Ranges;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * Time to read one entry of a map through the public interface. The map was loaded in key order
 * into a store in memory.
 *
 * <p>40,000 keys take about 48 leaves, which the second-level cache holds, so that the processor's
 * work is measured; ten million take 90 MB, so that caches and address translation are. Keys come
 * in a random order that is too long to be learned by the branch predictor. Gets do not wait for
 * each other, but in {@link #getDependent}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class TreeBenchmark {
  private static final int BATCH = 1 << 12;
  private static final int BATCHES = 1 << 8;
  private static final int RANGE = 100;
  private static final int RANGES = 1 << 6;
  private static final long MISSING = -1;
  private static final String NAME = "m";

  /** Where keys and values come from. */
  @Param("REALISTIC")
  public Ranges set = Ranges.REALISTIC;

  /** Keys of the map. */
  @Param({"40000", "10000000"})
  public int keys = 40_000;

  private long[] sortedKeys = {};
  private final long[][] present = new long[BATCHES][BATCH];
  private final long[][] absent = new long[BATCHES][BATCH];
  private final long[] batchValues = new long[BATCH];
  private int nextBatch;

  /** Zero, which the compiler does not know. */
  private long zero;

  private Store store;
  private Transaction transaction;
  private LongMap map;
  private LongCursor scan;

  /** Makes the benchmark. */
  public TreeBenchmark() {}

  /** Fills the map and draws the keys to get. */
  @Setup
  public void setUp() {
    Entries entries = Entries.drawn(set, keys, 1);
    sortedKeys = entries.keys();
    store = Store.inMemory();
    store.write(tx -> tx.longMap(NAME).load(entries.pairs()));
    store.checkpoint();
    transaction = store.beginRead();
    map = transaction.longMap(NAME);
    scan = map.cursor();
    SplittableRandom random = new SplittableRandom(2);
    for (int batch = 0; batch < BATCHES; batch++) {
      Arrays.setAll(present[batch], i -> sortedKeys[random.nextInt(keys)]);
      Arrays.setAll(absent[batch], i -> drawAbsent(random));
    }
  }

  /** Draws a key between two neighbours. */
  private long drawAbsent(SplittableRandom random) {
    while (true) {
      int index = random.nextInt(keys - 1);
      long gap = sortedKeys[index + 1] - sortedKeys[index];
      if (gap > 1) {
        return sortedKeys[index] + random.nextLong(1, gap);
      }
    }
  }

  /** Closes the store. */
  @TearDown
  public void tearDown() {
    transaction.close();
    store.close();
  }

  private long[] nextOf(long[][] batches) {
    nextBatch = (nextBatch + 1) % BATCHES;
    return batches[nextBatch];
  }

  /** Gets the values of keys; returns their sum. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long get() {
    return sumOf(nextOf(present));
  }

  /** Asks for keys that are absent; returns the sum of what is given for them. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getAbsent() {
    return sumOf(nextOf(absent));
  }

  private long sumOf(long[] probes) {
    long sum = 0;
    for (long probe : probes) {
      sum += map.get(probe, MISSING);
    }
    return sum;
  }

  /**
   * Gets values, each when the one before has arrived: its bits are part of the next key; returns
   * their sum.
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getDependent() {
    long sum = 0;
    long last = 0;
    for (long probe : nextOf(present)) {
      last = map.get(probe | (last & zero), MISSING);
      sum += last;
    }
    return sum;
  }

  /** Gets the values of many keys by one call; returns their sum. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getAll() {
    map.getAll(nextOf(present), batchValues, MISSING);
    long sum = 0;
    for (long value : batchValues) {
      sum += value;
    }
    return sum;
  }

  /**
   * Visits entries in key order, from where the last call left off, and from the first one again
   * behind the last; returns the sum of keys and values.
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long scan() {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      if (!scan.next()) {
        scan = map.cursor();
        scan.next();
      }
      sum += scan.key() + scan.value();
    }
    return sum;
  }

  /**
   * Visits ranges of 100 entries; time is for one entry, with its share of the way to the first;
   * returns the sum of keys and values.
   */
  @Benchmark
  @OperationsPerInvocation(RANGE * RANGES)
  public long range() {
    long[] probes = nextOf(present);
    long sum = 0;
    for (int i = 0; i < RANGES; i++) {
      LongCursor cursor = map.cursor(probes[i], Long.MAX_VALUE);
      for (int left = RANGE; left > 0 && cursor.next(); left--) {
        sum += cursor.key() + cursor.value();
      }
    }
    return sum;
  }
}
