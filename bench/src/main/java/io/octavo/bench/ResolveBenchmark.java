package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.StackTable;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * Time to read the frames of a stack from a {@link StackTable}, and by the same loop over two plain
 * arrays, the parents and the frames of all nodes. The stacks have 31 frames on average and are
 * read in a random order that is too long to be learned by the branch predictor.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ResolveBenchmark {
  /** Stacks that one call reads. */
  static final int BATCH = 1 << 12;

  private static final int BATCHES = 1 << 7;
  private static final String NAME = "t";
  private static final long THREAD = 1;

  /** Number of stacks; 180,000 have a million nodes. */
  @Param("180000")
  public int stacks = 180_000;

  private final Store store =
      Store.inMemory(
          StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20));
  private final int[][] batches = new int[BATCHES][BATCH];
  private final int[] resolved = new int[DrawnStacks.DEPTH];
  private int next;
  private int[] parents = {};
  private int[] frames = {};
  private @Nullable Transaction snapshot;
  private StackTable table;

  /** Makes the benchmark. */
  public ResolveBenchmark() {}

  /** Fills a table and the arrays, and draws the stacks to read. */
  @Setup
  public void setUp() {
    int[][] drawn = DrawnStacks.draw(stacks);
    int[] ids = new int[stacks];
    store.write(
        tx -> {
          StackTable target = tx.stacks(NAME);
          for (int i = 0; i < stacks; i++) {
            ids[i] = target.intern(THREAD, drawn[i], 0, drawn[i].length);
          }
        });
    store.checkpoint();
    Transaction begun = store.beginRead();
    snapshot = begun;
    table = begun.stacks(NAME);
    parents = new int[table.size()];
    frames = new int[table.size()];
    table.read(0, parents, frames);
    SplittableRandom random = new SplittableRandom(2);
    for (int[] batch : batches) {
      for (int i = 0; i < BATCH; i++) {
        batch[i] = ids[random.nextInt(stacks)];
      }
    }
  }

  /** Closes the store. */
  @TearDown
  public void tearDown() {
    if (snapshot != null) {
      snapshot.close();
    }
    store.close();
  }

  private int[] nextBatch() {
    next = (next + 1) % BATCHES;
    return batches[next];
  }

  /**
   * Reads stacks from the table.
   *
   * @return the sum of their depths and of their innermost frames
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long resolve() {
    long sum = 0;
    for (int id : nextBatch()) {
      int depth = table.resolve(id, resolved);
      sum += depth + resolved[depth - 1];
    }
    return sum;
  }

  /**
   * Reads stacks from the arrays.
   *
   * @return the same sum
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long plainArrays() {
    long sum = 0;
    for (int id : nextBatch()) {
      int depth = resolveFromArrays(id);
      sum += depth + resolved[depth - 1];
    }
    return sum;
  }

  private int resolveFromArrays(int id) {
    int depth = 0;
    for (int at = id; at != StackTable.NONE; at = parents[at]) {
      if (depth < resolved.length) {
        resolved[depth++] = frames[at];
      }
    }
    for (int low = 0, high = depth - 1; low < high; low++, high--) {
      int outer = resolved[high];
      resolved[high] = resolved[low];
      resolved[low] = outer;
    }
    return depth;
  }
}
