package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.packed.BitPacking;
import io.octavo.packed.PackedBlock;
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
import org.openjdk.jmh.annotations.Warmup;

/** Time to unpack and sum a gap of a full block: the generated loops and what they replace. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(UnpackBenchmark.COUNT)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class UnpackBenchmark {
  static final int COUNT = PackedBlock.MAX_COUNT;

  /** Numbers that the vertical layout puts side by side; a loop needs many to become vectors. */
  private static final int LANES = 64;

  @Param({"3", "7", "13", "20"})
  int width;

  private byte[] horizontal = new byte[0];
  private byte[] vertical = new byte[0];
  private final long[] words = new long[COUNT];
  private final long[] ids = new long[COUNT];

  /** Packs the same numbers in both layouts. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    long[] gaps = random.longs(COUNT, 0, 1L << width).toArray();
    horizontal = Memory.allocate(BitPacking.length(COUNT, width));
    BitPacking.pack(gaps, 0, COUNT, width, horizontal, 0);
    // Lane l has the numbers l, l + LANES, l + 2 x LANES, each number at its place in its word; a
    // real layout would let them run over words, at the cost of more operations.
    vertical = Memory.allocate(wordsOfLane() * LANES * Long.BYTES);
    for (int i = 0; i < COUNT; i++) {
      int row = i / LANES;
      int offset = (row / perWord() * LANES + i % LANES) * Long.BYTES;
      long word = Memory.getLong(vertical, offset) | gaps[i] << (row % perWord() * width);
      Memory.putLong(vertical, offset, word);
    }
  }

  private int perWord() {
    return Long.SIZE / width;
  }

  private int wordsOfLane() {
    return (COUNT / LANES + perWord() - 1) / perWord();
  }

  /** A loop for every width, with constants. */
  @Benchmark
  public long[] generated() {
    Arrays.fill(ids, 1);
    BitPacking.addAndSum(horizontal, 0, COUNT, width, 0, ids, 0);
    return ids;
  }

  /** One loop for all widths. */
  @Benchmark
  public long[] loop() {
    long mask = (1L << width) - 1;
    long sum = 0;
    for (int i = 0, bit = 0; i < COUNT; i++, bit += width) {
      sum += 1 + ((Memory.getLong(horizontal, bit >>> 3) >>> (bit & 7)) & mask);
      ids[i] = sum;
    }
    return ids;
  }

  /** Numbers side by side, whose shifts the compiler turns into vectors, and a pass of sums. */
  @Benchmark
  public long[] vertical() {
    for (int i = 0; i < wordsOfLane() * LANES; i++) {
      words[i] = Memory.getLong(vertical, i * Long.BYTES);
    }
    long mask = (1L << width) - 1;
    for (int row = 0; row < COUNT / LANES; row++) {
      shift(row / perWord() * LANES, row % perWord() * width, mask, row * LANES);
    }
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
      sum += 1 + ids[i];
      ids[i] = sum;
    }
    return ids;
  }

  private void shift(int from, int shift, long mask, int to) {
    for (int i = 0; i < LANES; i++) {
      ids[to + i] = words[from + i] >>> shift & mask;
    }
  }
}
