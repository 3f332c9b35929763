package io.octavo.bench.jmh;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.StringEntries;
import io.octavo.map.BytesBatch;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
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
 * Time of byte strings in a map of a million keys in a store in memory, through the public
 * interface. Keys and values are those of the sets of {@code Peers}. With {@code -prof gc} the
 * reads should allocate nothing.
 *
 * <p>Keys come in a random order that is too long to be learned by the branch predictor.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class BytesBenchmark {
  private static final int KEYS = 1_000_000;
  private static final int BATCH = 1 << 12;
  private static final int BATCHES = 1 << 6;

  private static final String NAME = "m";

  /** Which entries: {@code STRINGS} or {@code BLOBS}. */
  @Param("STRINGS")
  public String set = "STRINGS";

  /** How many entries the map has; tests have fewer. */
  int count = KEYS;

  private final StringEntries[] batches = new StringEntries[BATCHES];
  private final byte[] value = new byte[StringEntries.MOST_BYTES];
  private final BytesBatch batch = BytesBatch.create();
  private int nextBatch;
  private Store store;

  /** Makes the benchmark. */
  public BytesBenchmark() {}

  /**
   * Fills the map and draws the keys.
   *
   * @throws Exception if the store fails
   */
  @Setup
  public void setUp() throws Exception {
    StringEntries data = (StringEntries) DataSet.valueOf(set).draw(count);
    for (int i = 0; i < BATCHES; i++) {
      batches[i] = (StringEntries) data.hits(BATCH, i);
    }
    store = Store.inMemory();
    store.write(tx -> tx.bytesMap(NAME).load(data.stringPairs()));
    store.checkpoint();
  }

  /** Closes the store. */
  @TearDown
  public void tearDown() {
    store.close();
  }

  private StringEntries nextKeys() {
    nextBatch = (nextBatch + 1) % BATCHES;
    return batches[nextBatch];
  }

  /**
   * Gets values from the map, all of a batch in one transaction; returns the sum of their numbers.
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long get() {
    StringEntries keys = nextKeys();
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BytesMap map = tx.bytesMap(NAME);
      for (int i = 0; i < BATCH; i++) {
        sum += StringEntries.number(value, 0, map.get(keys.keyBytes(i), value, 0));
      }
    }
    return sum;
  }

  /** Scans the map, entry by entry; returns the sum of the numbers of keys and values. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public long scanEntries() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      for (BytesCursor cursor = tx.bytesMap(NAME).cursor(); cursor.next(); ) {
        sum += StringEntries.number(value, 0, cursor.key(value, 0));
        sum += StringEntries.number(value, 0, cursor.value(value, 0));
      }
    }
    return sum;
  }

  /** Scans the map by batches; returns the sum of the numbers of keys and values. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public long scanBatches() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      for (BytesCursor cursor = tx.bytesMap(NAME).cursor(); cursor.next(batch); ) {
        for (int i = 0; i < batch.size(); i++) {
          sum += StringEntries.number(batch.keys(), batch.keyOffset(i), batch.keyLength(i));
          sum += StringEntries.number(batch.values(), batch.valueOffset(i), batch.valueLength(i));
        }
      }
    }
    return sum;
  }

  /** Replaces values of the map; time is for one, with its share of the commit. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void put() {
    StringEntries keys = nextKeys();
    StringEntries values = batches[(nextBatch + BATCHES / 2) % BATCHES];
    store.write(
        tx -> {
          BytesMap written = tx.bytesMap(NAME);
          for (int i = 0; i < BATCH; i++) {
            written.put(keys.keyBytes(i), values.valueBytes(i));
          }
        });
  }
}
