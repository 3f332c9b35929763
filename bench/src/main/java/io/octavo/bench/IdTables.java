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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Dictionaries, pairs and stacks beside {@link LongMap}: nanoseconds for each item, and bytes of
 * the closed file.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.octavo.bench.IdTables [DIRECTORY [ITEMS [STRINGS]]]
 * </pre>
 *
 * <p>STRINGS is a file of lines, the strings of the dictionary; without one they are the paths
 * below {@code /usr}. Each row is the best of {@value #ROUNDS} rounds, in an order that is drawn
 * anew for each round, so that what a busy machine does to one it does to all.
 */
public final class IdTables {
  private static final int ROUNDS = 3;
  private static final int FRAMES = 20_000;
  private static final int DEPTH = 40;
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20);

  private final Path file;
  private final int items;
  private final List<byte[]> strings;
  private final Map<String, double[]> best = new LinkedHashMap<>();

  /** Takes what is read, so that reading is not left out. */
  private long sum;

  private IdTables(Path file, int items, List<byte[]> strings) {
    this.file = file;
    this.items = items;
    this.strings = strings;
  }

  /**
   * Measures.
   *
   * @param arguments as above
   * @throws IOException if the directory cannot be used, or the strings not be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("octavo");
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    List<byte[]> strings = new ArrayList<>();
    if (arguments.length > 2) {
      Files.readAllLines(Path.of(arguments[2]))
          .forEach(line -> strings.add(line.getBytes(StandardCharsets.UTF_8)));
    } else {
      try (Stream<Path> paths = Files.walk(Path.of("/usr"))) {
        paths
            .limit(items)
            .forEach(path -> strings.add(path.toString().getBytes(StandardCharsets.UTF_8)));
      }
    }
    System.out.println(RunHeader.line(directory));
    System.out.printf(
        Locale.ROOT,
        "%,d items, %,d strings of %.1f bytes, cacheBytes=%,d%n",
        items,
        strings.size(),
        strings.stream().mapToInt(string -> string.length).average().orElse(0),
        OPTIONS.cacheBytes());
    new IdTables(directory.resolve("ids.oct"), items, strings).run();
  }

  private void run() throws IOException {
    List<Runnable> rows = new ArrayList<>();
    families().forEach((name, family) -> rows.add(() -> pairs(name, family)));
    rows.add(this::longs);
    rows.add(this::dictionary);
    rows.add(() -> stacks("stacks, last stack", true));
    rows.add(() -> stacks("stacks, node by node", false));
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = rows.size() - 1; i > 0; i--) {
        Collections.swap(rows, i, random.nextInt(i + 1));
      }
      for (Runnable row : rows) {
        delete();
        row.run();
      }
    }
    delete();
    System.out.printf("%-28s %10s %10s %10s %10s%n", "", "intern", "find", "get", "bytes");
    new TreeMap<>(best).forEach(IdTables::print);
    System.out.println(sum == 42 ? " " : "");
  }

  private static void print(String name, double[] row) {
    System.out.printf(
        Locale.ROOT, "%-28s %10.1f %10.1f %10.1f %10.2f%n", name, row[0], row[1], row[2], row[3]);
  }

  /** Pairs by the number of their arrival. */
  private static Map<String, IntToLongFunction> families() {
    Map<String, IntToLongFunction> families = new LinkedHashMap<>();
    families.put("pairs, random", i -> i * 0x9E37_79B9_7F4A_7C15L);
    families.put("pairs, sequential", i -> i);
    families.put("pairs, dense grid", i -> PairTable.pair(i / 1_000, i % 1_000));
    families.put(
        "pairs, sparse cross product",
        i -> PairTable.pair((int) (i * 7_919L % 30_000), (int) (i * 104_729L / 7 % 30_000)));
    families.put("pairs, stride 2^32", i -> (long) i << Integer.SIZE);
    families.put("pairs, high bits", i -> (long) i << 40);
    families.put("pairs, bit-reversed", i -> Long.reverse(i));
    return families;
  }

  private void pairs(String name, IntToLongFunction family) {
    double[] times = new double[4];
    try (Store store = Store.open(file, OPTIONS)) {
      store.write(
          tx -> {
            PairTable table = tx.pairs("t");
            times[0] = nanos(items, i -> table.intern(family.applyAsLong(i)));
          });
      int[] order = order(items);
      try (Transaction tx = store.beginRead()) {
        PairTable table = tx.pairs("t");
        times[1] = nanos(items, i -> table.find(family.applyAsLong(order[i])));
        times[2] = nanos(items, i -> table.get(order[i] % table.size()));
        times[3] = table.size();
      }
    }
    keep(name, times);
  }

  private void longs() {
    double[] times = new double[4];
    try (Store store = Store.open(file, OPTIONS)) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("t");
            times[0] =
                nanos(
                    items,
                    i -> {
                      long key = i * 0x9E37_79B9_7F4A_7C15L;
                      if (map.get(key, -1) < 0) {
                        map.put(key, i);
                      }
                      return key;
                    });
          });
      int[] order = order(items);
      try (Transaction tx = store.beginRead()) {
        LongMap map = tx.longMap("t");
        times[1] = nanos(items, i -> map.get(order[i] * 0x9E37_79B9_7F4A_7C15L, -1));
        times[2] = Double.NaN;
        times[3] = map.size();
      }
    }
    keep("LongMap, get and put", times);
  }

  private void dictionary() {
    double[] times = new double[4];
    int count = strings.size();
    try (Store store = Store.open(file, OPTIONS)) {
      store.write(
          tx -> {
            Dictionary table = tx.dictionary("t");
            times[0] = nanos(count, i -> table.intern(strings.get(i)));
          });
      int[] order = order(count);
      try (Transaction tx = store.beginRead()) {
        Dictionary table = tx.dictionary("t");
        times[1] = nanos(count, i -> table.find(strings.get(order[i])));
        times[2] = nanos(count, i -> table.get(order[i] % table.size()).length);
        times[3] = table.size();
      }
    }
    keep("dictionary", times);
  }

  /** Stacks that change at a random depth, more often near the leaf; times are for each frame. */
  private void stacks(String name, boolean hasLastStack) {
    SplittableRandom random = new SplittableRandom(3);
    int count = Math.max(1, items / 4);
    int[] stack = new int[DEPTH];
    double[] times = new double[4];
    long[] frames = new long[1];
    int[] ids = new int[count];
    try (Store store = Store.open(file, OPTIONS)) {
      store.write(
          tx -> {
            StackTable table = tx.stacks("t");
            times[0] =
                nanos(
                    count,
                    i -> {
                      int depth = DEPTH - Math.min(DEPTH - 1, random.nextInt(DEPTH) / 4 * 2);
                      int from = Math.max(0, depth - 1 - random.nextInt(1 + random.nextInt(12)));
                      for (int at = from; at < DEPTH; at++) {
                        stack[at] = random.nextInt(1 + random.nextInt(FRAMES));
                      }
                      frames[0] += depth;
                      if (hasLastStack) {
                        ids[i] = table.intern(1, stack, 0, depth);
                        return ids[i];
                      }
                      int node = StackTable.NONE;
                      for (int at = 0; at < depth; at++) {
                        node = table.intern(node, stack[at]);
                      }
                      ids[i] = node;
                      return node;
                    });
          });
      int[] order = order(count);
      int[] resolved = new int[DEPTH];
      try (Transaction tx = store.beginRead()) {
        StackTable table = tx.stacks("t");
        times[1] = Double.NaN;
        times[2] = nanos(count, i -> table.resolve(ids[order[i]], resolved));
        times[3] = table.size();
      }
    }
    times[0] *= (double) count / frames[0];
    times[2] *= (double) count / frames[0];
    keep(name, times);
  }

  private static int[] order(int count) {
    int[] order = IntStream.range(0, count).toArray();
    SplittableRandom random = new SplittableRandom(5);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }

  private double nanos(int count, IntToLongFunction step) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      sum += step.applyAsLong(i);
    }
    return (System.nanoTime() - start) / (double) count;
  }

  /** Keeps the best times; the last of them is the number of items, and becomes bytes of each. */
  private void keep(String name, double[] times) {
    try {
      times[3] = Files.size(file) / times[3];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    best.merge(
        name,
        times,
        (a, b) -> IntStream.range(0, 4).mapToDouble(i -> Math.min(a[i], b[i])).toArray());
  }

  private void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
  }
}
