package io.octavo.bench;

import io.octavo.Dictionary;
import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.PairTable;
import io.octavo.StackTable;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
 * Time to intern, find and read items of {@link PairTable}, {@link Dictionary} and {@link
 * StackTable}, in stores in memory, beside gets, and gets and puts, of {@link LongMap} with the
 * same pairs as keys.
 *
 * <p>Methods that intern fill a new store with all items, up to the checkpoint that closes it, and
 * give milliseconds: with a million items, that is nanoseconds an item. Stacks are a quarter of the
 * items, and have 31 frames on average. The other methods give nanoseconds for one of many items in
 * random order, or for a stack.
 *
 * <p>Ten million items: {@code -p items=10000000}; strings and stacks then need {@code
 * -jvmArgsAppend -Xmx8g}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class InternBenchmark {
  /** Items that one call looks at. */
  static final int BATCH = 1 << 12;

  private static final String NAME = "t";
  private static final int BATCHES = 1 << 8;
  private static final int STACKS_SHARE = 4;
  private static final long THREAD = 1;
  private static final int ABSENT = -1;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20);

  /** Makes the benchmark. */
  public InternBenchmark() {}

  /** Gives the id of an item by its number. */
  @FunctionalInterface
  private interface Intern<T> {
    int intern(T table, int number);
  }

  /** Interns all items into a new store and closes it; returns the last id. */
  private static <T> int internAll(
      int count, Function<Transaction, T> collection, Intern<T> intern) {
    try (Store store = Store.inMemory(OPTIONS)) {
      return fill(store, count, collection, intern);
    }
  }

  private static <T> int fill(
      Store store, int count, Function<Transaction, T> collection, Intern<T> intern) {
    return store.writeResult(
        tx -> {
          T table = collection.apply(tx);
          int id = ABSENT;
          for (int i = 0; i < count; i++) {
            id = intern.intern(table, i);
          }
          return id;
        });
  }

  private static int getAndPut(LongMap map, long pair, int number) {
    if (map.get(pair, ABSENT) == ABSENT) {
      map.put(pair, number);
    }
    return number;
  }

  /** Numbers of items in a random order that is too long to be learned by the branch predictor. */
  private static final class Order {
    private final int[][] batches = new int[BATCHES][BATCH];
    private int next;

    Order(int count) {
      SplittableRandom random = new SplittableRandom(2);
      for (int[] batch : batches) {
        Arrays.setAll(batch, i -> random.nextInt(count));
      }
    }

    int[] nextBatch() {
      next = (next + 1) % BATCHES;
      return batches[next];
    }
  }

  /** What all items have: how many there are, and a store that holds them. */
  @State(Scope.Thread)
  public abstract static class Items {
    /** Number of items. */
    @Param("1000000")
    public int items = 1_000_000;

    /** The store. */
    final Store store = Store.inMemory(OPTIONS);

    /** The numbers of the items that are looked at. */
    Order order = new Order(1);

    private @Nullable Transaction snapshot;

    /** Begins to read what is there, until the end. */
    final Transaction beginRead(int count) {
      order = new Order(count);
      store.checkpoint();
      Transaction begun = store.beginRead();
      snapshot = begun;
      return begun;
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

  /** Pairs. */
  public static class Pairs extends Items {
    /** Which pairs. */
    @Param public PairFamily family = PairFamily.RANDOM;

    private long[] pairs = {};
    private PairTable table;
    private LongMap map;
    private int size;

    /** Makes the state. */
    public Pairs() {}

    /** Fills a table and a map. */
    @Setup
    public void setUp() {
      pairs = family.first(items);
      fill(store, items, tx -> tx.pairs(NAME), (target, i) -> target.intern(pairs[i]));
      fill(store, items, tx -> tx.longMap("m"), (target, i) -> getAndPut(target, pairs[i], i));
      Transaction snapshot = beginRead(items);
      table = snapshot.pairs(NAME);
      map = snapshot.longMap("m");
      size = table.size();
    }
  }

  /** Strings. */
  public static class Strings extends Items {
    private byte[][] strings = {};
    private Dictionary dictionary;

    /** Makes the state. */
    public Strings() {}

    /**
     * Fills a dictionary with paths of classes.
     *
     * @throws IOException if the classes of the JDK cannot be listed
     */
    @Setup
    public void setUp() throws IOException {
      strings = IdStrings.ofClasses(items);
      fill(store, items, tx -> tx.dictionary(NAME), (target, i) -> target.intern(strings[i]));
      dictionary = beginRead(items).dictionary(NAME);
    }
  }

  /** Stacks, a quarter of the number of items. */
  public static class Stacks extends Items {
    private final int[] resolved = new int[DrawnStacks.DEPTH];
    private int[][] stacks = {};
    private int[] ids = {};
    private StackTable table;

    /** Makes the state. */
    public Stacks() {}

    /** Fills a table. */
    @Setup
    public void setUp() {
      stacks = DrawnStacks.draw(Math.max(1, items / STACKS_SHARE));
      ids = new int[stacks.length];
      fill(
          store,
          stacks.length,
          tx -> tx.stacks(NAME),
          (target, i) -> ids[i] = target.intern(THREAD, stacks[i], 0, stacks[i].length));
      table = beginRead(stacks.length).stacks(NAME);
    }
  }

  /**
   * Interns all pairs.
   *
   * @param state the pairs
   * @return the last id
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public int pairIntern(Pairs state) {
    return internAll(state.items, tx -> tx.pairs(NAME), (table, i) -> table.intern(state.pairs[i]));
  }

  /**
   * Gets each pair from a map of longs, and puts it.
   *
   * @param state the pairs
   * @return the last number
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public int longMapGetAndPut(Pairs state) {
    return internAll(
        state.items, tx -> tx.longMap(NAME), (map, i) -> getAndPut(map, state.pairs[i], i));
  }

  /**
   * Finds pairs.
   *
   * @param state the pairs
   * @return the sum of their ids
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long pairFind(Pairs state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.table.find(state.pairs[i]);
    }
    return sum;
  }

  /**
   * Gets the numbers of pairs from a map of longs.
   *
   * @param state the pairs
   * @return the sum of the numbers
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long longMapGet(Pairs state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.map.get(state.pairs[i], ABSENT);
    }
    return sum;
  }

  /**
   * Gets pairs by their ids.
   *
   * @param state the pairs
   * @return the sum of the pairs
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long pairGet(Pairs state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.table.get(i % state.size);
    }
    return sum;
  }

  /**
   * Interns all strings.
   *
   * @param state the strings
   * @return the last id
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public int stringIntern(Strings state) {
    return internAll(
        state.items, tx -> tx.dictionary(NAME), (table, i) -> table.intern(state.strings[i]));
  }

  /**
   * Finds strings.
   *
   * @param state the strings
   * @return the sum of their ids
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long stringFind(Strings state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.dictionary.find(state.strings[i]);
    }
    return sum;
  }

  /**
   * Gets strings by their ids.
   *
   * @param state the strings
   * @return the sum of their lengths
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long stringGet(Strings state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.dictionary.get(i).length;
    }
    return sum;
  }

  /**
   * Interns all stacks as those of one thread, whose last stack saves lookups.
   *
   * @param state the stacks
   * @return the last id
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public int stackIntern(Stacks state) {
    return internAll(
        state.stacks.length,
        tx -> tx.stacks(NAME),
        (table, i) -> table.intern(THREAD, state.stacks[i], 0, state.stacks[i].length));
  }

  /**
   * Interns all stacks node by node.
   *
   * @param state the stacks
   * @return the last id
   */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public int stackInternNodes(Stacks state) {
    return internAll(
        state.stacks.length,
        tx -> tx.stacks(NAME),
        (table, i) -> {
          int node = StackTable.NONE;
          for (int frame : state.stacks[i]) {
            node = table.intern(node, frame);
          }
          return node;
        });
  }

  /**
   * Reads the frames of stacks.
   *
   * @param state the stacks
   * @return the sum of their depths
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long stackResolve(Stacks state) {
    long sum = 0;
    for (int i : state.order.nextBatch()) {
      sum += state.table.resolve(state.ids[i], state.resolved);
    }
    return sum;
  }
}
