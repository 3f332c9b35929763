package io.octavo.fuzz.fault;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreFullException;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Fills a real device to the last byte, beside background checkpoints, and then asks for all that
 * must work on a full one: open, read, remove, drop, compact, checkpoint, close.
 *
 * <pre>
 * FullDiskRun --directory DIRECTORY --rounds N --seed S
 * </pre>
 *
 * <p>The directory lies on a device of its own, of some MiB, so that a run is short.
 */
public final class FullDiskRun {
  /** Below this a store has no reserve, and the run is over. */
  private static final long SMALL = 3 << 19;

  private final Path file;
  private final Path filler;
  private final Durability durability;
  private final SplittableRandom random;
  private final NavigableMap<Long, Long> expected = new TreeMap<>();
  private long refused;
  private long removed;

  private FullDiskRun(Path directory, Durability durability, long seed) {
    this.file = directory.resolve("full.oct");
    this.filler = directory.resolve("filler");
    this.durability = durability;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Runs.
   *
   * @param arguments see the class
   * @throws IOException if the directory cannot be used
   */
  public static void main(String[] arguments) throws IOException {
    Arguments given = Arguments.of(arguments, "--directory", "--rounds", "--seed");
    Path directory = Path.of(given.text("--directory", "."));
    long first = given.number("--seed", 1);
    List<Durability> durabilities = List.of(Durability.values());
    for (long seed = first; seed < first + given.number("--rounds", 9); seed++) {
      Durability durability = durabilities.get((int) (seed % durabilities.size()));
      FullDiskRun run = new FullDiskRun(directory, durability, seed);
      try {
        run.run();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("FullDiskRun --rounds 1 --seed " + seed + ": " + durability, e);
      } finally {
        run.delete();
      }
      System.out.printf(
          Locale.ROOT,
          "seed %d, %s: refused %d commits, removed %d entries on a full device%n",
          seed,
          durability,
          run.refused,
          run.removed);
    }
  }

  private void run() throws IOException {
    // A ring that is as long as the store is not to take all there is.
    try (Store store = open()) {
      put(store, 3);
      store.checkpoint();
      fillUp();
      requireContents(store);
      remove(store, expected.size() / 20);
    }
    boolean isLarge = true;
    while (isLarge) {
      fillUp();
      try (Store store = open()) {
        requireContents(store);
        put(store, 2);
        try (Transaction old = store.beginRead()) {
          // What a reader holds is not given back; it must not keep the store from going on later.
          remove(store, 2);
          require(old.longMap("m").size() >= expected.size(), "an old reader sees removals");
        }
        remove(store, Math.max(100, expected.size() / 8));
        fillUp();
        store.checkpoint();
        while (random.nextInt(3) == 0 && store.compact(1 << 20).hasMore()) {
          fillUp();
        }
        requireContents(store);
        isLarge = store.stats().liveBytes() > SMALL;
      }
    }
    try (Store store = open()) {
      fillUp();
      store.write(tx -> require(tx.drop("m"), "the map is not there"));
      store.checkpoint();
      store.write(tx -> tx.longMap("m").put(1, 1));
      requireSound(store);
    }
  }

  private Store open() {
    return Store.open(file, StoreOptions.defaults().durability(durability).cacheBytes(4 << 20));
  }

  /** Puts until the device has refused so many commits. */
  private void put(Store store, int refusals) {
    int left = refusals;
    while (left > 0) {
      Map<Long, Long> changes = new TreeMap<>();
      int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 20_000 : 200);
      for (int i = 0; i < count; i++) {
        changes.put(random.nextLong(), random.nextLong());
      }
      try {
        store.write(tx -> changes.forEach(tx.longMap("m")::put));
        expected.putAll(changes);
      } catch (StoreFullException e) {
        refused++;
        left--;
      }
    }
  }

  private void remove(Store store, int count) throws IOException {
    List<Long> keys = new ArrayList<>(expected.keySet());
    int last = Math.max(0, expected.size() - count);
    while (expected.size() > last) {
      long key = keys.get(random.nextInt(keys.size()));
      if (random.nextInt(20) == 0) {
        Long to = expected.ceilingKey(key + (Long.MAX_VALUE >>> random.nextInt(6, 20)));
        long end = to == null || to < key ? Long.MAX_VALUE : to;
        NavigableMap<Long, Long> range = expected.subMap(key, true, end, true);
        long found = store.writeResult(tx -> tx.longMap("m").removeRange(key, end));
        require(found == range.size(), found + " removed and not " + range.size());
        removed += found;
        range.clear();
      } else if (expected.remove(key) != null) {
        store.write(tx -> require(tx.longMap("m").remove(key), key + " is not there"));
        removed++;
      }
      if (random.nextInt(200) == 0) {
        fillUp();
      }
    }
  }

  /** Takes what the device has left. */
  private void fillUp() throws IOException {
    try (FileChannel channel =
        FileChannel.open(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int size = 1 << 20; size > 0; size /= 2) {
        try {
          while (channel.write(ByteBuffer.allocate(size)) == size) {}
        } catch (IOException e) {
          // There is no room for so many bytes.
        }
      }
    }
  }

  private void requireContents(Store store) {
    try (Transaction tx = store.beginRead()) {
      LongMap map = tx.longMap("m");
      require(map.size() == expected.size(), map.size() + " entries and not " + expected.size());
      LongCursor cursor = map.cursor();
      expected.forEach(
          (key, value) ->
              require(
                  cursor.next() && cursor.key() == key && cursor.value() == value,
                  "not " + key + " -> " + value));
    }
    requireSound(store);
  }

  private static void requireSound(Store store) {
    List<?> problems = store.check().problems();
    require(problems.isEmpty(), problems.toString());
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new AssertionError(otherwise);
    }
  }

  private void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(file.resolveSibling("full.oct.lock"));
    Files.deleteIfExists(filler);
  }
}
