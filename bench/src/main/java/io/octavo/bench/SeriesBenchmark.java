package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.Series;
import io.octavo.SeriesCursor;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Time to add entries to a {@link Series} in a store in memory, and to query them.
 *
 * <p>{@code add}, {@code addAll}, {@code scan} and {@code quantile} take all entries, and give
 * milliseconds: with a million entries, that is nanoseconds an entry. Those that add fill a new
 * store, up to the checkpoint that closes it. {@code late} gives nanoseconds for one of 4,096
 * entries that are ten thousand entries late on average, in a transaction that is rolled back;
 * {@code summary} those for a range between two times that are drawn uniformly; {@code windows}
 * microseconds for 1,000 windows of all entries.
 *
 * <p>Ten million entries: {@code -p entries=10000000}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SeriesBenchmark {
  /** Ranges that one call asks for, or late entries that it adds. */
  static final int BATCH = 1 << 12;

  /** The number of windows. */
  static final int WINDOWS = 1000;

  private static final int BATCHES = 1 << 6;

  /** The mean delay of a late entry, in entries. */
  private static final int DELAY = 10_000;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20);

  /** Makes the benchmark. */
  public SeriesBenchmark() {}

  private static Series series(Transaction transaction) {
    return transaction.series(SeriesFile.NAME);
  }

  /** A store with a series. */
  @State(Scope.Thread)
  public static class Filled {
    /** How entries are drawn. */
    @Param public SeriesSet set = SeriesSet.EVENTS;

    /** Number of entries. */
    @Param("1000000")
    public int entries = 1_000_000;

    private final Store store = Store.inMemory(OPTIONS);
    private final long[][] ranges = new long[BATCHES][2 * BATCH];
    private final long[][] delayed = new long[BATCHES][BATCH];
    private SeriesSet.Entries drawn = new SeriesSet.Entries(0);
    private @Nullable Transaction snapshot;
    private Series series;
    private int next;

    /** Makes the state. */
    public Filled() {}

    /** Fills the series, and draws what is asked for. */
    @Setup
    public void setUp() {
      drawn = set.draw(entries);
      store.write(tx -> addEach(tx, this));
      store.checkpoint();
      Transaction begun = store.beginRead();
      snapshot = begun;
      series = series(begun);
      SplittableRandom random = new SplittableRandom(2);
      for (int i = 0; i < BATCHES; i++) {
        draw(random, ranges[i], delayed[i]);
      }
    }

    private void draw(SplittableRandom random, long[] intoRanges, long[] intoDelayed) {
      long[] times = drawn.times();
      for (int i = 0; i < intoRanges.length; i += 2) {
        long one = random.nextLong(first(), last() + 1);
        long other = random.nextLong(first(), last() + 1);
        intoRanges[i] = Math.min(one, other);
        intoRanges[i + 1] = Math.max(one, other);
      }
      for (int i = 0; i < intoDelayed.length; i++) {
        int before = (int) Math.min(times.length - 1.0, -Math.log(1 - random.nextDouble()) * DELAY);
        intoDelayed[i] = times[times.length - 1 - before];
      }
    }

    private long first() {
      return drawn.times()[0];
    }

    private long last() {
      return drawn.times()[drawn.times().length - 1];
    }

    private int nextBatch() {
      next = (next + 1) % BATCHES;
      return next;
    }

    /** Closes the store. */
    @TearDown
    public void tearDown() {
      if (snapshot != null) {
        snapshot.close();
      }
      store.close();
    }
  }

  private static void addEach(Transaction transaction, Filled state) {
    Series series = series(transaction);
    long[] times = state.drawn.times();
    long[] values = state.drawn.values();
    for (int i = 0; i < times.length; i++) {
      series.add(times[i], values[i]);
    }
  }

  /**
   * Adds all entries to a new store, each by a call.
   *
   * @param state the entries
   * @return how many there are then
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public long add(Filled state) {
    try (Store store = Store.inMemory(OPTIONS)) {
      store.write(tx -> addEach(tx, state));
      return store.readLong(tx -> series(tx).size());
    }
  }

  /**
   * Adds all entries to a new store, by one call.
   *
   * @param state the entries
   * @return how many there are then
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public long addAll(Filled state) {
    try (Store store = Store.inMemory(OPTIONS)) {
      SeriesSet.Entries drawn = state.drawn;
      store.write(tx -> series(tx).addAll(drawn.times(), drawn.values(), 0, state.entries));
      return store.readLong(tx -> series(tx).size());
    }
  }

  /**
   * Adds late entries, and rolls back.
   *
   * @param state the series
   * @return how many entries there were before the end
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long late(Filled state) {
    try (Transaction transaction = state.store.beginWrite()) {
      Series series = series(transaction);
      for (long time : state.delayed[state.nextBatch()]) {
        series.add(time, 7);
      }
      return series.size();
    }
  }

  /**
   * Adds up ranges.
   *
   * @param state the series
   * @param blackhole takes the summaries
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void summary(Filled state, Blackhole blackhole) {
    long[] ranges = state.ranges[state.nextBatch()];
    for (int i = 0; i < ranges.length; i += 2) {
      blackhole.consume(state.series.summary(ranges[i], ranges[i + 1]));
    }
  }

  /**
   * Adds up windows of all entries.
   *
   * @param state the series
   * @param blackhole takes the summaries
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public void windows(Filled state, Blackhole blackhole) {
    state.series.windows(
        state.first(),
        state.last(),
        WINDOWS,
        (index, from, to, window) -> blackhole.consume(window));
  }

  /**
   * Reads all entries by a cursor.
   *
   * @param state the series
   * @return the sum of times and values
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public long scan(Filled state) {
    long sum = 0;
    for (SeriesCursor cursor = state.series.cursor(); cursor.next(); ) {
      sum += cursor.time() + cursor.value();
    }
    return sum;
  }

  /**
   * Finds the value that one entry in a hundred exceeds.
   *
   * @param state the series
   * @return the value
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public long quantile(Filled state) {
    return state.series.quantiles(state.first(), state.last(), 0.99)[0];
  }
}
