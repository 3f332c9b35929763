package io.octavo.bench;

import io.octavo.page.PageHeader;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
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
 * Time to get one value from a leaf by ways to search that the engine could have. All leaves hold
 * the same entries, as many as fit beside the largest directory.
 *
 * <p>Leaves and keys are visited in a random order that is too long to be learned by the branch
 * predictor; the leaves fit the first-level cache. Consecutive gets do not wait for each other.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SearchBenchmark {
  private static final int PROBES = 1 << 15;
  private static final int PAGES = 4;
  private static final int FEW = 64;
  private static final int MANY = 256;

  /** How the keys of a leaf lie. */
  @Param public LeafSet set = LeafSet.REALISTIC;

  /** Whether the keys are present. */
  @Param({"true", "false"})
  public boolean hit = true;

  private final byte[][] plain = new byte[PAGES][];
  private final byte[][] few = new byte[PAGES][];
  private final byte[][] many = new byte[PAGES][];
  private final int[] probePages = new int[PROBES];
  private final long[] probeKeys = new long[PROBES];

  /** Makes the benchmark. */
  public SearchBenchmark() {}

  /** Fills leaves with the same entries and draws the keys to get. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    EntryRun[] runs = new EntryRun[PAGES];
    for (int i = 0; i < PAGES; i++) {
      EntryRun run = set.draw(random, RadixLeaf.capacity(MANY));
      plain[i] = PageHeader.newPage();
      LeafPage.build(run, 0, run.count(), plain[i]);
      few[i] = RadixLeaf.of(plain[i], FEW);
      many[i] = RadixLeaf.of(plain[i], MANY);
      runs[i] = run;
    }
    for (int i = 0; i < PROBES; i++) {
      probePages[i] = random.nextInt(PAGES);
      probeKeys[i] = draw(runs[probePages[i]], random);
    }
  }

  /** Draws a key of the leaf or, for a miss, one between two of its neighbours. */
  private long draw(EntryRun run, SplittableRandom random) {
    while (true) {
      int index = random.nextInt(run.count() - 1);
      long gap = run.key(index + 1) - run.key(index);
      if (hit) {
        return run.key(index);
      }
      if (gap > 1) {
        return run.key(index) + random.nextLong(1, gap);
      }
    }
  }

  /**
   * Searches as the engine does.
   *
   * @return the sum of the values and, for absent keys, of the places where they belong
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long leafPage() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = plain[probePages[i]];
      int index = LeafPage.find(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Halves all slots.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long binary() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = plain[probePages[i]];
      int index = LeafSearch.binary(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Guesses the place.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long interpolated() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = plain[probePages[i]];
      int index = LeafSearch.interpolated(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Guesses the place and halves a window of fixed length.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long interpolatedWindow() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = plain[probePages[i]];
      int index = LeafSearch.interpolatedWindow(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Guesses the place twice.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long interpolatedTwice() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = plain[probePages[i]];
      int index = LeafSearch.interpolatedTwice(page, probeKeys[i]);
      sum += index >= 0 ? LeafPage.value(page, index) : index;
    }
    return sum;
  }

  /**
   * Asks a directory of 64 ranges.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long radix64() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = few[probePages[i]];
      int index = RadixLeaf.find(page, FEW, probeKeys[i]);
      sum += index >= 0 ? RadixLeaf.value(page, FEW, index) : index;
    }
    return sum;
  }

  /**
   * Asks a directory of 256 ranges.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public long radix256() {
    long sum = 0;
    for (int i = 0; i < PROBES; i++) {
      byte[] page = many[probePages[i]];
      int index = RadixLeaf.find(page, MANY, probeKeys[i]);
      sum += index >= 0 ? RadixLeaf.value(page, MANY, index) : index;
    }
    return sum;
  }
}
