package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.packed.SampleReader;
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

/**
 * What a query does with the blocks at both ends of its range, in nanoseconds a block: {@code open}
 * tells the parts of a block apart, {@code search} opens a block and finds a time that is there,
 * {@code addUp} opens a block and adds up the values from a place on, or up to that place by turns.
 * Blocks and places are drawn; the blocks are in the caches of the processor.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SampleBenchmark {
  /** Blocks that one call reads. */
  static final int BATCH = 1 << 12;

  /** Makes the benchmark. */
  public SampleBenchmark() {}

  /** Blocks, and places in them. */
  @State(Scope.Thread)
  public static class Blocks {
    private static final int COUNT = 1 << 8;

    /** How entries are drawn. */
    @Param public SeriesSet set = SeriesSet.EVENTS;

    private final byte[][] blocks = new byte[COUNT][];
    private final long[][] times = new long[COUNT][];
    private final long[][] values = new long[COUNT][];
    private final long[] leasts = new long[COUNT];
    private final long[] spans = new long[COUNT];
    private final int[] drawn = new int[BATCH];
    private final int[] places = new int[BATCH];
    private final SampleReader reader = new SampleReader();

    /** Makes the state. */
    public Blocks() {}

    /** Encodes the blocks, and draws the places. */
    @Setup
    public void setUp() {
      SampleEncoder encoder = new SampleEncoder();
      SeriesSet.Entries entries = set.draw(COUNT * SampleBlock.MAX_COUNT);
      for (int i = 0; i < COUNT; i++) {
        int from = i * SampleBlock.MAX_COUNT;
        times[i] = Arrays.copyOfRange(entries.times(), from, from + SampleBlock.MAX_COUNT);
        values[i] = Arrays.copyOfRange(entries.values(), from, from + SampleBlock.MAX_COUNT);
        blocks[i] = Memory.allocate(encoder.plan(times[i], values[i], 0, SampleBlock.MAX_COUNT));
        encoder.write(blocks[i], 0);
        leasts[i] = encoder.least();
        spans[i] = encoder.greatest() - encoder.least();
      }
      SplittableRandom random = new SplittableRandom(SeriesSet.SEED);
      for (int i = 0; i < BATCH; i++) {
        drawn[i] = random.nextInt(COUNT);
        places[i] = random.nextInt(SampleBlock.MAX_COUNT);
      }
    }

    private SampleReader open(int index) {
      int block = drawn[index];
      reader.open(
          blocks[block], 0, SampleBlock.MAX_COUNT, times[block][0], leasts[block], spans[block]);
      return reader;
    }

    /** Returns the entries before a time of the block. */
    int lower(int index) {
      return open(index).lower(times[drawn[index]][places[index]]);
    }

    /** Returns the sum of the values on one side of a place. */
    long sum(int index) {
      boolean isBehind = index % 2 == 0;
      int from = isBehind ? places[index] : 0;
      int to = isBehind ? SampleBlock.MAX_COUNT : places[index] + 1;
      open(index).fold(from, to);
      return reader.excess() + (to - from) * reader.least();
    }

    /** Returns what {@link #lower} should. */
    int expectedLower(int index) {
      long[] all = times[drawn[index]];
      int place = places[index];
      while (place > 0 && all[place - 1] == all[place]) {
        place--;
      }
      return place;
    }

    /** Returns what {@link #sum} should. */
    long expectedSum(int index) {
      boolean isBehind = index % 2 == 0;
      long[] all = values[drawn[index]];
      return Arrays.stream(
              all, isBehind ? places[index] : 0, isBehind ? all.length : places[index] + 1)
          .sum();
    }
  }

  /**
   * Opens blocks.
   *
   * @param state the blocks
   * @return the last reader
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public SampleReader open(Blocks state) {
    for (int i = 0; i < BATCH; i++) {
      state.open(i);
    }
    return state.reader;
  }

  /**
   * Finds times.
   *
   * @param state the blocks
   * @return the sum of what was found
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long search(Blocks state) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += state.lower(i);
    }
    return sum;
  }

  /**
   * Adds up values.
   *
   * @param state the blocks
   * @return the sum of all
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long addUp(Blocks state) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += state.sum(i);
    }
    return sum;
  }
}
