package io.octavo.bench;

import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.agrona.BufferCursor;
import io.octavo.agrona.BufferMap;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
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
 * What a program pays whose keys and values are in buffers outside of the heap, as those of Aeron
 * are: by arrays of its own, by copies from page to buffer, and by values that are lent. The first
 * and the last eight bytes of each value are read.
 *
 * <p>Keys come in a random order that is too long to be learned by the branch predictor, at any
 * offset of their buffer, and their length changes from key to key, so that the array of one is of
 * no use for the next.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "-Xms2g",
      "-Xmx2g",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    })
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class BufferBenchmark {
  /** Bytes of the values of a map. */
  private static final int BYTES = 100_000_000;

  private static final int BATCH = 1 << 12;
  private static final int KEYS = BATCH << 4;
  private static final int LEAST_KEY = 12;
  private static final int KEY_LENGTHS = 20;
  private static final int PLACE = 40;
  private static final String NAME = "m";

  /** Bytes of a value. */
  @Param({"100", "3000"})
  public int length = 100;

  /** Keys in the order that they are asked for, and how long they are. */
  private final UnsafeBuffer keys = new UnsafeBuffer(ByteBuffer.allocateDirect(KEYS * PLACE));

  private final int[] lengths = new int[KEYS];
  private final UnsafeBuffer into = new UnsafeBuffer(ByteBuffer.allocateDirect(1 << 12));
  private final byte[] array = new byte[1 << 12];
  private final UnsafeBuffer arrayView = new UnsafeBuffer(array);
  private Store store;
  private int next;

  /** Makes the benchmark. */
  public BufferBenchmark() {}

  /** Returns the length of a key, which its number decides. */
  private static int keyLength(int number) {
    return LEAST_KEY + (number * 7) % KEY_LENGTHS;
  }

  /** Writes a key: random bytes that its number decides, and the number. */
  private static void writeKey(UnsafeBuffer buffer, int offset, int number) {
    long spread = new SplittableRandom(number).nextLong();
    buffer.putLong(offset, spread);
    buffer.putInt(offset + Long.BYTES, number);
    buffer.setMemory(offset + LEAST_KEY, keyLength(number) - LEAST_KEY, (byte) spread);
  }

  /** Fills the map and draws the keys. */
  @Setup
  public void setUp() {
    int count = BYTES / length;
    store = Store.inMemory();
    store.write(
        tx -> {
          BufferMap map = BufferMap.of(tx.bytesMap(NAME));
          UnsafeBuffer key = new UnsafeBuffer(new byte[PLACE]);
          for (int i = 0; i < count; i++) {
            writeKey(key, 0, i);
            into.putLong(0, i);
            into.putLong(length - Long.BYTES, i);
            map.put(key, 0, keyLength(i), into, 0, length);
          }
        });
    store.checkpoint();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < KEYS; i++) {
      int number = random.nextInt(count);
      writeKey(keys, i * PLACE, number);
      lengths[i] = keyLength(number);
    }
  }

  /** Closes the store. */
  @TearDown
  public void tearDown() {
    store.close();
  }

  private int nextBatch() {
    next = (next + BATCH) % KEYS;
    return next;
  }

  private long ends(DirectBuffer buffer, int offset) {
    return buffer.getLong(offset) + buffer.getLong(offset + length - Long.BYTES);
  }

  private byte[] keyArray(int index) {
    byte[] key = new byte[lengths[index]];
    keys.getBytes(index * PLACE, key);
    return key;
  }

  /** A sum to which a consumer adds. */
  private static final class Sum {
    long sum;

    void add(long value) {
      sum += value;
    }
  }

  /**
   * Gets values as new arrays, and copies them to a buffer.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getByArray() {
    int first = nextBatch();
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BytesMap map = tx.bytesMap(NAME);
      for (int i = first; i < first + BATCH; i++) {
        into.putBytes(0, map.get(keyArray(i)));
        sum += ends(into, 0);
      }
    }
    return sum;
  }

  /**
   * Gets values into one array of the program, and reads them by a view of it.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getByKeptArray() {
    int first = nextBatch();
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BytesMap map = tx.bytesMap(NAME);
      for (int i = first; i < first + BATCH; i++) {
        map.get(keyArray(i), array, 0);
        sum += ends(arrayView, 0);
      }
    }
    return sum;
  }

  /**
   * Gets values into a buffer.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getIntoBuffer() {
    int first = nextBatch();
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BufferMap map = BufferMap.of(tx.bytesMap(NAME));
      for (int i = first; i < first + BATCH; i++) {
        map.get(keys, i * PLACE, lengths[i], into, 0);
        sum += ends(into, 0);
      }
    }
    return sum;
  }

  /**
   * Reads values that are lent.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long getLent() {
    int first = nextBatch();
    Sum sum = new Sum();
    try (Transaction tx = store.beginRead()) {
      BufferMap map = BufferMap.of(tx.bytesMap(NAME));
      for (int i = first; i < first + BATCH; i++) {
        map.get(
            keys, i * PLACE, lengths[i], (buffer, offset, size) -> sum.add(ends(buffer, offset)));
      }
    }
    return sum.sum;
  }

  /** Replaces values by arrays; time is for one, with its share of the commit. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void putByArray() {
    int first = nextBatch();
    store.write(
        tx -> {
          BytesMap map = tx.bytesMap(NAME);
          for (int i = first; i < first + BATCH; i++) {
            byte[] value = new byte[length];
            into.getBytes(0, value);
            map.put(keyArray(i), value);
          }
        });
  }

  /** Replaces values from a buffer; time is for one, with its share of the commit. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void putFromBuffer() {
    int first = nextBatch();
    store.write(
        tx -> {
          BufferMap map = BufferMap.of(tx.bytesMap(NAME));
          for (int i = first; i < first + BATCH; i++) {
            map.put(keys, i * PLACE, lengths[i], into, 0, length);
          }
        });
  }

  /**
   * Scans entries from some key on: values as new arrays that are copied to a buffer.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long scanByArray() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BytesCursor cursor = tx.bytesMap(NAME).cursor();
      cursor.seek(new byte[] {(byte) (nextBatch() >>> 12)});
      for (int i = 0; i < BATCH && cursor.next(); i++) {
        into.putBytes(0, cursor.value());
        sum += ends(into, 0);
      }
    }
    return sum;
  }

  /**
   * Scans entries from some key on: values into a buffer.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long scanIntoBuffer() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BufferCursor cursor = scan(tx);
      for (int i = 0; i < BATCH && cursor.next(); i++) {
        cursor.value(into, 0);
        sum += ends(into, 0);
      }
    }
    return sum;
  }

  /**
   * Scans entries from some key on: values that are lent.
   *
   * @return the sum of their ends
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long scanLent() {
    Sum sum = new Sum();
    try (Transaction tx = store.beginRead()) {
      BufferCursor cursor = scan(tx);
      for (int i = 0; i < BATCH && cursor.next(); i++) {
        cursor.value((buffer, offset, size) -> sum.add(ends(buffer, offset)));
      }
    }
    return sum.sum;
  }

  private BufferCursor scan(Transaction tx) {
    BufferCursor cursor = BufferMap.of(tx.bytesMap(NAME)).cursor();
    arrayView.putByte(0, (byte) (nextBatch() >>> 12));
    cursor.seek(arrayView, 0, 1);
    return cursor;
  }
}
