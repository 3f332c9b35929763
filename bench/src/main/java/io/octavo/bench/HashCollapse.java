package io.octavo.bench;

import io.octavo.PairTable;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongToIntFunction;
import java.util.stream.LongStream;

/**
 * What becomes of a hash table with linear probing whose keys are pairs of ids, as {@code (long) a
 * << 32 | b}: {@link Long#hashCode(long)} folds them onto few neighbouring slots. Prints the slots
 * that a lookup of a key looks at, on average and at most, beside those with a hash that mixes all
 * bits.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.octavo.bench.HashCollapse [KEYS...]
 * </pre>
 *
 * <p>The first set are ids of sessions and of threads, 30,000 each, which one dictionary has given:
 * those of the sessions first. The probes of a set depend on nothing but the set, and so are the
 * same on every machine. The table has at least two slots for each key. {@link PairTable} has no
 * hash: its index is a B-tree, whose keys are the pairs themselves.
 */
public final class HashCollapse {
  private static final int SESSIONS = 30_000;
  private static final int ROW = 1024;
  private static final long SEED = 1;

  private HashCollapse() {}

  /**
   * Prints the tables.
   *
   * @param arguments numbers of keys, by default 131,072
   */
  public static void main(String[] arguments) {
    int[] counts =
        arguments.length == 0
            ? new int[] {1 << 17}
            : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    System.out.println(
        "| keys | pairs | Long.hashCode: homes | probes, average | most"
            + " | murmurHash3: homes | probes, average | most |");
    System.out.println("|---:|---|---:|---:|---:|---:|---:|---:|");
    for (int count : counts) {
      print(count, "sessions and threads", sessionsAndThreads(count));
      print(count, "rows of " + ROW, grid(count));
      for (PairFamily family : PairFamily.values()) {
        print(count, family.title(), family.first(count));
      }
    }
    System.out.println();
    System.out.println(
        "A home is a slot that keys hash to. PairTable has no hash, and so no homes to share.");
  }

  private static void print(int count, String name, long[] keys) {
    System.out.printf(
        Locale.ROOT,
        "| %,d | %s | %s | %s |%n",
        count,
        name,
        new Table(keys, Long::hashCode),
        new Table(keys, key -> (int) HashCommon.murmurHash3(key)));
  }

  /** Draws distinct pairs. */
  static long[] sessionsAndThreads(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    return LongStream.generate(
            () -> PairTable.pair(random.nextInt(SESSIONS), SESSIONS + random.nextInt(SESSIONS)))
        .distinct()
        .limit(count)
        .toArray();
  }

  /** Returns pairs row by row. */
  static long[] grid(int count) {
    long[] pairs = new long[count];
    Arrays.setAll(pairs, i -> PairTable.pair(i / ROW, i % ROW));
    return pairs;
  }

  /** A set of longs: open addresses, linear probing. */
  static final class Table {
    private final long[] slots;
    private final boolean[] isTaken;
    private final boolean[] isHome;
    private int keys;
    private int homes;
    private int most;
    private long probes;

    Table(long[] keys, LongToIntFunction hash) {
      int length = Integer.highestOneBit(Math.max(1, 2 * keys.length - 1)) << 1;
      slots = new long[length];
      isTaken = new boolean[length];
      isHome = new boolean[length];
      for (long key : keys) {
        add(key, hash.applyAsInt(key) & (length - 1));
      }
    }

    /** Adds a key; the slots looked at are those that each later lookup of it looks at. */
    private void add(long key, int home) {
      int mask = slots.length - 1;
      int at = home;
      while (isTaken[at]) {
        if (slots[at] == key) {
          return;
        }
        at = (at + 1) & mask;
      }
      isTaken[at] = true;
      slots[at] = key;
      if (!isHome[home]) {
        isHome[home] = true;
        homes++;
      }
      int looked = ((at - home) & mask) + 1;
      keys++;
      probes += looked;
      most = Math.max(most, looked);
    }

    /** Counts the slots that keys hash to. */
    int homes() {
      return homes;
    }

    /** Counts the slots that a lookup of a key looks at, on average. */
    double average() {
      return (double) probes / keys;
    }

    /** Counts the slots that the slowest lookup looks at. */
    int most() {
      return most;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d | %,.2f | %,d", homes, average(), most);
    }
  }
}
