package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;
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
 * Time to get one value from a full leaf of a tree of ten million keys, or to learn that a key is
 * absent, against the same entries in sorted {@code long} arrays and in a sorted array of sixteen
 * bytes an entry.
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
  private static final int RAW_ENTRY = 2 * Long.BYTES;

  /** Where keys and values come from. */
  @Param({"REALISTIC", "LONG"})
  public Ranges set = Ranges.REALISTIC;

  /** Whether the keys are present. */
  @Param({"true", "false"})
  public boolean hit = true;

  private final byte[][] pages = new byte[PAGES][];
  private final byte[][] raw = new byte[PAGES][];
  private final long[][] keys = new long[PAGES][];
  private final long[][] values = new long[PAGES][];
  private final int[] probePages = new int[PROBES];
  private final long[] probeKeys = new long[PROBES];

  /** Makes the benchmark. */
  public PageBenchmark() {}

  /** Fills leaves and arrays with the same entries and draws the keys to get. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAGES; i++) {
      fill(i, random);
    }
    for (int i = 0; i < PROBES; i++) {
      probePages[i] = random.nextInt(PAGES);
      probeKeys[i] = draw(keys[probePages[i]], random);
    }
  }

  private void fill(int index, SplittableRandom random) {
    long[] nextKeys = new long[LeafPage.MAX_COUNT];
    long[] nextValues = new long[LeafPage.MAX_COUNT];
    LeafSample.neighbours(set, Density.TREE_SIZE).fill(random, nextKeys);
    LeafSample.draws(set).fill(random, nextValues);
    // In the order of signed keys, which begins in the middle of the unsigned one.
    if (set == Ranges.LONG) {
      Arrays.setAll(nextKeys, i -> nextKeys[i] ^ Long.MIN_VALUE);
    }
    byte[] page = PageHeader.newPage();
    int count = new LeafFiller(new Entries(nextKeys, nextValues)).fill(page);
    pages[index] = page;
    keys[index] = Arrays.copyOf(nextKeys, count);
    values[index] = Arrays.copyOf(nextValues, count);
    raw[index] = Memory.allocate(count * RAW_ENTRY);
    for (int i = 0; i < count; i++) {
      Memory.putLong(raw[index], i * RAW_ENTRY, nextKeys[i]);
      Memory.putLong(raw[index], i * RAW_ENTRY + Long.BYTES, nextValues[i]);
    }
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

  /**
   * Gets from arrays of sixteen bytes an entry, by the search that leaves use.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long rawArray() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = raw[probePages[i]];
      int index = findRaw(page, probeKeys[i]);
      sum += index >= 0 ? Memory.getLong(page, index * RAW_ENTRY + Long.BYTES) : index;
    }
    return sum;
  }

  private static int findRaw(byte[] page, long key) {
    int low = 0;
    int length = Memory.length(page) / RAW_ENTRY;
    while (length > 1) {
      int half = length >>> 1;
      long probe = Memory.getLong(page, (low + half) * RAW_ENTRY);
      low = probe <= key ? low + half : low;
      length -= half;
    }
    long found = Memory.getLong(page, low * RAW_ENTRY);
    if (found == key) {
      return low;
    }
    return found < key ? ~(low + 1) : ~low;
  }
}
