package io.octavo.bench;

import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.SizeCode;
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
 * Time to write one entry, or to read the key or the value of one, against the same format byte by
 * byte.
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
public class CodecBenchmark {
  private static final int VISITS = 1 << 16;
  private static final int PAGES = 4;

  /** Below this an entry might reach the header. */
  private static final int LEAST_END = PageHeader.LENGTH + SizeCode.MAX_ENTRY;

  /** Where keys and values come from. */
  @Param({"REALISTIC", "FULL"})
  public Ranges set = Ranges.REALISTIC;

  private final byte[][] pages = new byte[PAGES][];
  private final int[] visits = new int[VISITS];
  private final long[] keys = new long[VISITS];
  private final long[] values = new long[VISITS];
  private byte[] target = {};

  /** Makes the benchmark. */
  public CodecBenchmark() {}

  /** Fills pages and draws the order of the visits. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAGES; i++) {
      pages[i] = PageHeader.newPage();
      Density.fillByDraws(set, random, pages[i]);
    }
    for (int i = 0; i < VISITS; i++) {
      int page = random.nextInt(PAGES);
      visits[i] = page << 16 | random.nextInt(PageHeader.count(pages[page]));
      keys[i] = set.draw(random);
      values[i] = set.draw(random);
    }
    target = PageHeader.newPage();
  }

  /**
   * Reads keys.
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
   * Reads keys byte by byte.
   *
   * @return their sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long keyNaive() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = pages[visit >>> 16];
      sum += NaiveCodec.key(page, SlotWord.get(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Reads values.
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
   * Reads values byte by byte.
   *
   * @return their sum
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public long valueNaive() {
    long sum = 0;
    for (int visit : visits) {
      byte[] page = pages[visit >>> 16];
      sum += NaiveCodec.value(page, SlotWord.get(page, visit & 0xFFFF));
    }
    return sum;
  }

  /**
   * Writes entries one below the other.
   *
   * @return the page
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public byte[] write() {
    int end = PageHeader.PAGE_SIZE;
    for (int i = 0; i < VISITS; i++) {
      int encoding = SizeCode.encoding(keys[i], values[i]);
      EntryCodec.write(target, end, keys[i], values[i], encoding);
      end -= SizeCode.size(encoding);
      end = end < LEAST_END ? PageHeader.PAGE_SIZE : end;
    }
    return target;
  }

  /**
   * Writes entries one below the other, byte by byte.
   *
   * @return the page
   */
  @Benchmark
  @OperationsPerInvocation(VISITS)
  public byte[] writeNaive() {
    int end = PageHeader.PAGE_SIZE;
    for (int i = 0; i < VISITS; i++) {
      int encoding = SizeCode.encoding(keys[i], values[i]);
      NaiveCodec.write(target, end, keys[i], values[i], encoding);
      end -= SizeCode.size(encoding);
      end = end < LEAST_END ? PageHeader.PAGE_SIZE : end;
    }
    return target;
  }
}
