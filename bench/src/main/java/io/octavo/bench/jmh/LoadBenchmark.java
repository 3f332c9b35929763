package io.octavo.bench.jmh;

import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Ranges;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time to put one of a million entries into a new store in memory, up to the checkpoint that closes
 * it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoadBenchmark {
  /** Entries of the store. */
  static final int ENTRIES = 1_000_000;

  private static final int COMMIT = 10_000;
  private static final String NAME = "m";

  /** Where keys and values come from. */
  @Param({"REALISTIC", "LONG"})
  public Ranges set = Ranges.REALISTIC;

  /** How many entries are loaded; tests load fewer. */
  int count = ENTRIES;

  private Entries entries = new Entries(new long[0], new long[0]);
  private int[] shuffled = {};

  /** Makes the benchmark. */
  public LoadBenchmark() {}

  /** Draws the entries. */
  @Setup
  public void setUp() {
    entries = Entries.drawn(set, count, 1);
    shuffled = new int[count];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      shuffled[i] = shuffled[other];
      shuffled[other] = i;
    }
  }

  private static Store newStore() {
    return Store.inMemory(StoreOptions.defaults().durability(Durability.CHECKPOINT));
  }

  /**
   * Loads entries in key order by one transaction.
   *
   * @return how many there are
   */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long sorted() {
    try (Store store = newStore()) {
      store.write(tx -> tx.longMap(NAME).load(entries.pairs()));
      return size(store);
    }
  }

  /**
   * Puts entries in random order, 10,000 a commit.
   *
   * @return how many there are
   */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long shuffled() {
    try (Store store = newStore()) {
      for (int from = 0; from < count; from += COMMIT) {
        int first = from;
        store.write(tx -> putShuffled(tx.longMap(NAME), first));
      }
      return size(store);
    }
  }

  private void putShuffled(LongMap map, int from) {
    for (int i = from; i < from + COMMIT; i++) {
      map.put(entries.key(shuffled[i]), entries.value(shuffled[i]));
    }
  }

  private static long size(Store store) {
    return store.readLong(tx -> tx.longMap(NAME).size());
  }
}
