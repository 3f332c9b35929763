package io.octavo.bench;

import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryCodec;
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
 * Time to read the key or the value of an entry from slots of 12 and 4 bits, as the engine has
 * them, or of 13 and 3, and a value with its base or without.
 *
 * <p>Entries are visited in a random order that is too long to be learned by the branch predictor;
 * the pages fit the first-level cache. Consecutive entries do not wait for each other.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CodecVariantsBenchmark {
  private static final int VISITS = 1 << 16;
  private static final int PAGES = 4;

  /** Where the entries come from. */
  @Param({"REALISTIC", "UNIFORM", "SKEWED"})
  public LeafSet set = LeafSet.REALISTIC;

  private final byte[][] pages = new byte[PAGES][];
  private final byte[][] narrow = new byte[PAGES][];
  private final int[] visits = new int[VISITS];

  /** Makes the benchmark. */
  public CodecVariantsBenchmark() {}

  /** Fills leaves with the same entries, no matter how full, and draws the order of the visits. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAGES; i++) {
      EntryRun run = set.draw(random, RadixLeaf.capacity(256));
      pages[i] = PageHeader.newPage();
      LeafPage.build(run, 0, run.count(), pages[i]);
      narrow[i] = NarrowLeaf.build(run, LeafPage.valueBase(pages[i]));
    }
    for (int i = 0; i < VISITS; i++) {
      int page = random.nextInt(PAGES);
      visits[i] = page << 16 | random.nextInt(PageHeader.count(pages[page]));
    }
  }

  /**
   * Reads keys without their base.
   *
   * @return their sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long key() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = pages[visit >>> 16];
      sum += EntryCodec.key(page, SlotWord.get(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Reads keys without their base from narrow slots.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long keyNarrow() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = narrow[visit >>> 16];
      sum += NarrowLeaf.key(page, NarrowLeaf.slot(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Reads values without their base.
   *
   * @return their sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long value() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = pages[visit >>> 16];
      sum += EntryCodec.value(page, SlotWord.get(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Reads values without their base from narrow slots.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long valueNarrow() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = narrow[visit >>> 16];
      sum += NarrowLeaf.value(page, NarrowLeaf.slot(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Reads values and adds their base.
   *
   * @return their sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long valueWithBase() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = pages[visit >>> 16];
      sum += LeafPage.value(page, visit & 0xFFFF);
    }
    return sum;
  }
}
