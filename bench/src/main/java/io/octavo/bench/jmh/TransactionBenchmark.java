package io.octavo.bench.jmh;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.measure.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the shortest transactions take: one get or one put, in a store of 1,000 entries, with
 * commits that do not wait for the disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TransactionBenchmark {
  private static final int KEYS = 1_000;
  private static final int VALUE = 100;

  private final byte[][] keys = new byte[KEYS][];
  private final byte[] read = new byte[VALUE];

  private Path directory;
  private Store store;
  private long next;
  private long value;

  /**
   * Fills a store.
   *
   * @throws IOException if there is no directory
   */
  @Setup(Level.Trial)
  public void open() throws IOException {
    directory = Files.createTempDirectory("transactions");
    Arrays.setAll(keys, TransactionBenchmark::bytes);
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    store = Store.open(directory.resolve("store.oct"), options);
    store.write(
        tx -> {
          for (int i = 0; i < KEYS; i++) {
            tx.longMap("m").put(i, i);
            tx.bytesMap("strings").put(bytes(i), new byte[VALUE]);
          }
        });
  }

  /**
   * Deletes the store.
   *
   * @throws IOException if that fails
   */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    store.close();
    Directories.delete(directory);
  }

  private static byte[] bytes(int key) {
    return ("key " + key).getBytes(StandardCharsets.UTF_8);
  }

  private long key() {
    next = next + 1 == KEYS ? 0 : next + 1;
    return next;
  }

  /** Reads; returns the value. */
  @Benchmark
  public long read() {
    long key = key();
    return store.readLong(tx -> tx.longMap("m").get(key, 0));
  }

  /** Begins and ends a read; returns any number. */
  @Benchmark
  public long readNothing() {
    return store.readLong(tx -> 1);
  }

  /** Reads byte strings; returns the length of the value. */
  @Benchmark
  public long readBytes() {
    byte[] key = keys[(int) key()];
    return store.readLong(tx -> tx.bytesMap("strings").get(key, read, 0));
  }

  /** Writes another value than the key has. */
  @Benchmark
  public void write() {
    long key = key();
    long put = value++;
    store.write(tx -> tx.longMap("m").put(key, put));
  }
}
