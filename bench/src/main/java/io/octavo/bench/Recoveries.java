package io.octavo.bench;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import it.unimi.dsi.fastutil.HashCommon;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * How long it takes to open a store that was not closed, at the moment when its commit ring is
 * fullest:
 *
 * <pre>
 * java -cp ... io.octavo.bench.Recoveries DIRECTORY [ENTRIES]
 * </pre>
 *
 * <p>Fills a store, and overwrites random entries in durable commits of 10,000 puts. Then copies
 * the file after each commit until two checkpoints have ended, so that the ring has been as full as
 * it becomes, and opens the copies, whose pages are in the memory of the operating system. Prints
 * the median and the longest time from the call of {@code open} to its return.
 */
public final class Recoveries {
  private static final int COMMIT = 10_000;
  private static final int CHECKPOINTS = 2;
  private static final int VALUE_BYTES = 100;
  private static final String MAP = "m";
  private static final String COMMITS = "commits";
  private static final long SEED = 1;
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1L << 30);

  private final Path directory;
  private final int entries;
  private final Rounds<String> millis = new Rounds<>();
  private final SplittableRandom random = new SplittableRandom(SEED);

  private Recoveries(Path directory, int entries) {
    this.directory = directory;
    this.entries = entries;
  }

  /**
   * Measures longs and byte strings.
   *
   * @param arguments an existing directory for the files, and the number of entries, by default a
   *     million
   * @throws IOException if a file cannot be written
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int entries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    Recoveries run = new Recoveries(Path.of(arguments[0]), entries);
    run.measure("longs", run::putLongs);
    run.measure("byte strings, values of " + VALUE_BYTES + " bytes", run::putStrings);
    System.out.println(RunHeader.line(run.directory));
    System.out.println();
    Table table = new Table(System.out, "entries", "copies", "median, ms", "longest, ms");
    for (String name : run.millis.keys()) {
      table.row(
          name,
          "%.0f %.0f %.0f",
          run.millis.sorted(name).length,
          run.millis.median(name),
          run.millis.most(name));
    }
  }

  private void measure(String name, Consumer<Transaction> commit) throws IOException {
    Path files = Files.createTempDirectory(directory, "recoveries");
    Path file = files.resolve("store.octavo");
    Path copy = files.resolve("copy.octavo");
    int before = entries / COMMIT * 2;
    try (Store store = Store.open(file, OPTIONS)) {
      for (int i = 0; i < before; i++) {
        store.write(commit);
      }
      long end = store.stats().checkpoints() + CHECKPOINTS;
      while (store.stats().checkpoints() < end) {
        store.write(commit);
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        long start = System.nanoTime();
        try (Store opened = Store.open(copy, OPTIONS)) {
          millis.add(name, Passes.since(start) * 1e3);
          Passes.check(commits(opened), commits(store));
        }
      }
    }
    Directories.delete(files);
  }

  private static long commits(Store store) {
    return store.readLong(tx -> tx.longMap(COMMITS).get(0, 0));
  }

  private static void count(Transaction transaction) {
    LongMap commits = transaction.longMap(COMMITS);
    commits.put(0, commits.get(0, 0) + 1);
  }

  private void putLongs(Transaction transaction) {
    count(transaction);
    LongMap map = transaction.longMap(MAP);
    for (int i = 0; i < COMMIT; i++) {
      map.put(random.nextInt(entries), random.nextLong());
    }
  }

  private void putStrings(Transaction transaction) {
    count(transaction);
    BytesMap map = transaction.bytesMap(MAP);
    for (int i = 0; i < COMMIT; i++) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      long hash = HashCommon.murmurHash3((long) random.nextInt(entries));
      map.put(Long.toHexString(hash).getBytes(StandardCharsets.US_ASCII), value);
    }
  }
}
