package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.LongCursor;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What the calls cost that every change of the engine's exits and locks touches, in time and in
 * bytes allocated. It uses what every version has, so that two versions can be run by turns:
 *
 * <pre>
 * java -cp OLD-OR-NEW-JARS:bench/target/classes io.octavo.bench.Cost DIRECTORY
 * </pre>
 *
 * <p>Prints the median of each call in nanoseconds, and the bytes of a mean one; of puts, those of
 * a transaction of {@value #BATCH} for each put.
 */
public final class Cost {
  private static final int BATCH = 10_000;
  private static final int BATCHES = 200;
  private static final int COMMITS = 20_000;
  private static final int OPENS = 300;

  private final Path file;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next;

  /** Takes what is read, so that reading is not left out. */
  private long sum;

  private Cost(Path file) {
    this.file = file;
  }

  /** What is measured. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /**
   * Measures.
   *
   * @param arguments a directory to work in
   * @throws IOException if the directory cannot be used
   */
  public static void main(String[] arguments) throws IOException {
    new Cost(Path.of(arguments[0], "cost.oct")).run();
  }

  private void run() throws IOException {
    delete();
    StoreOptions late = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    try (Store store = Store.open(file, late)) {
      measure("sorted put", BATCH, BATCHES, () -> store.write(tx -> puts(tx.longMap("m"), true)));
    }
    try (Store store = Store.open(file, late)) {
      measure("random put", BATCH, BATCHES, () -> store.write(tx -> puts(tx.longMap("m"), false)));
      LongMap[] maps = new LongMap[1];
      try (Transaction reader = store.beginRead()) {
        maps[0] = reader.longMap("m");
        measure("random get", BATCH, BATCHES, () -> gets(maps[0]));
        measure("scan", BATCH, BATCHES, () -> scan(maps[0]));
      }
      Step read = () -> sum += store.read(tx -> tx.longMap("m").get(next++, 0));
      measure("read of one get", 1, COMMITS, read);
      Step write = () -> store.write(tx -> tx.longMap("m").put(next & 1023, next++));
      measure("write of one put", 1, COMMITS, write);
    }
    delete();
    try (Store store = Store.open(file)) {
      Step commit = () -> store.write(tx -> tx.longMap("m").put(next & 1023, next++));
      measure("durable commit", 1, COMMITS, commit);
      store.write(tx -> puts(tx.longMap("m"), false));
      Step grow = () -> store.write(tx -> tx.longMap("m").put(random.nextLong(), next++));
      measure("durable insert", 1, COMMITS, grow);
    }
    delete();
    Store.open(file).close();
    measure("open and close", 1, OPENS, () -> Store.open(file).close());
    delete();
  }

  private void gets(LongMap map) {
    for (int i = 0; i < BATCH; i++) {
      sum += map.get(random.nextLong(4_000_000), 0);
    }
  }

  private void scan(LongMap map) {
    LongCursor cursor = map.cursor();
    for (int i = 0; i < BATCH && cursor.next(); i++) {
      sum += cursor.value();
    }
  }

  private void puts(LongMap map, boolean isSorted) {
    for (int i = 0; i < BATCH; i++) {
      map.put(isSorted ? next++ : random.nextLong(4_000_000), i);
    }
  }

  private static void measure(String name, int calls, int times, Step step) throws IOException {
    for (int i = 0; i < times / 4; i++) {
      step.run();
    }
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] nanos = new long[times];
    long bytes = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      step.run();
      nanos[i] = System.nanoTime() - start;
    }
    bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%s\t%.1f\t%d%n",
        name,
        nanos[times / 2] / (double) calls,
        bytes / times / calls);
  }

  private void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(file.resolveSibling("cost.oct.lock"));
  }
}
