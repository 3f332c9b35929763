package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * Time to put one of a million entries into a new store in a file, up to its closing, with and
 * without a trace: what recording costs. The trace is complete when the store is closed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
public class RecordBenchmark {
  private static final int ENTRIES = LoadBenchmark.ENTRIES;
  private static final int COMMIT = 10_000;
  private static final String NAME = "m";

  /** Whether what is done is recorded. */
  @Param({"false", "true"})
  public boolean recorded;

  /** When commits are durable. */
  @Param({"CHECKPOINT", "SYNC"})
  public Durability durability = Durability.CHECKPOINT;

  private Entries entries = new Entries(new long[0], new long[0]);
  private final int[] shuffled = new int[ENTRIES];
  private Path directory = Path.of("");

  /** Makes the benchmark. */
  public RecordBenchmark() {}

  /**
   * Draws the entries.
   *
   * @throws IOException if there is no directory
   */
  @Setup
  public void setUp() throws IOException {
    directory = Files.createTempDirectory("octavo");
    entries = DataSets.drawn(Ranges.REALISTIC, ENTRIES, 1);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ENTRIES; i++) {
      int other = random.nextInt(i + 1);
      shuffled[i] = shuffled[other];
      shuffled[other] = i;
    }
  }

  /**
   * Deletes the store and the trace.
   *
   * @throws IOException if they cannot be deleted
   */
  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    for (String name : new String[] {"store.oct", "store.oct.lock", "trace"}) {
      Files.deleteIfExists(directory.resolve(name));
    }
  }

  /**
   * Deletes the directory.
   *
   * @throws IOException if it cannot be deleted
   */
  @TearDown
  public void tearDown() throws IOException {
    Files.delete(directory);
  }

  private Store newStore() {
    StoreOptions options = StoreOptions.defaults().durability(durability);
    Path file = directory.resolve("store.oct");
    return Store.open(file, recorded ? options.recordTo(directory.resolve("trace")) : options);
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
      store.write(tx -> tx.longMap(NAME).load(new EntryPairs(entries)));
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
      for (int from = 0; from < ENTRIES; from += COMMIT) {
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
