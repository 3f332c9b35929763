package io.octavo.bench.jmh;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Ranges;
import io.octavo.bench.density.LeafFiller;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * Time to get one value from a full leaf of a tree of ten million keys, or to learn that a key is
 * absent, against the same entries in sorted {@code long} arrays.
 *
 * <p>Leaves and keys are visited in a random order that is too long to be learned by the branch
 * predictor; all contestants fit the second-level cache. Consecutive gets do not wait for each
 * other.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PageBenchmark {
  private static final int PROBES = 1 << 15;
  private static final int PAGES = 4;

  /** Where keys and values come from. */
  @Param({"REALISTIC", "LONG"})
  public Ranges set = Ranges.REALISTIC;

  /** Whether the keys are present. */
  @Param({"true", "false"})
  public boolean hit = true;

  /** Keys of the tree; tests draw fewer. */
  int keysOfTree = 10_000_000;

  private final byte[][] pages = new byte[PAGES][];
  private final long[][] keys = new long[PAGES][];
  private final long[][] values = new long[PAGES][];
  private final int[] probePages = new int[PROBES];
  private final long[] probeKeys = new long[PROBES];

  /** Makes the benchmark. */
  public PageBenchmark() {}

  /** Fills leaves and arrays with the same entries and draws the keys to get. */
  @Setup
  public void setUp() {
    Entries all = Entries.drawn(set, keysOfTree, 1);
    for (int i = 0; i < PAGES; i++) {
      int from = keysOfTree / PAGES * i;
      fill(i, all.take(IntStream.range(from, from + LeafPage.MAX_COUNT).toArray()));
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PROBES; i++) {
      probePages[i] = random.nextInt(PAGES);
      probeKeys[i] = draw(keys[probePages[i]], random);
    }
  }

  /** Fills a leaf and arrays with the same entries. */
  private void fill(int index, Entries entries) {
    byte[] page = PageHeader.newPage();
    int count = new LeafFiller(entries).fill(page);
    pages[index] = page;
    keys[index] = Arrays.copyOf(entries.keys(), count);
    values[index] = Arrays.copyOf(entries.values(), count);
  }

  /** Draws a key of the page or, for a miss, one between two of its neighbours. */
  private long draw(long[] present, SplittableRandom random) {
    while (true) {
      int index = random.nextInt(present.length - 1);
      long gap = present[index + 1] - present[index];
      if (hit) {
        return present[index];
      }
      if (gap > 1) {
        return present[index] + random.nextLong(1, gap);
      }
    }
  }

  /**
   * Gets from leaves.
   *
   * @return the sum of the values and, for absent keys, of the places where they belong
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long leaf() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = pages[probePages[i]];
      int index = LeafPage.find(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Gets by {@link Arrays#binarySearch(long[], long)}.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long longArrays() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      int page = probePages[i];
      int index = Arrays.binarySearch(keys[page], probeKeys[i]);
      sum += index >= 0 ? values[page][index] : index;
    }
    return sum;
  }
}
