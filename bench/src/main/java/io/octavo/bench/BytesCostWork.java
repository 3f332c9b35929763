package io.octavo.bench;

import io.octavo.BytesMap;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/** The works of {@link BytesCost} on the version of the engine that the class is loaded with. */
public final class BytesCostWork implements IntToDoubleFunction {
  private static final int SORTED_LOAD = 0;
  private static final int RANDOM_PUT = 1;
  private static final int GET = 2;
  private static final int GET_ABSENT = 3;

  private static final String MAP = "m";
  private static final int COMMIT = 10_000;

  private final Path file;
  private final PeerStrings sorted;
  private final PeerStrings shuffled;
  private final PeerStrings absent;
  private final byte[] value = new byte[PeerStrings.MOST_BYTES];

  /** Takes what is read, so that reading is not left out. */
  private long sum;

  /**
   * Draws the entries.
   *
   * @param file the store
   * @param count the number of entries
   */
  public BytesCostWork(String file, Integer count) {
    this.file = Path.of(file);
    sorted = PeerStrings.text(count);
    int[] order = new int[count];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    shuffled = sorted.take(order, order);
    absent = sorted.misses(count, 2);
  }

  /** Returns the nanoseconds of the thread for an entry. */
  @Override
  public double applyAsDouble(int work) {
    int count = sorted.count();
    if (work == SORTED_LOAD || work == RANDOM_PUT) {
      delete();
    }
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(1L << 30);
    try (Store store = Store.open(file, options)) {
      // The leaves that gets and removals need are in memory.
      store.read(tx -> sum += gets(tx.bytesMap(MAP), sorted));
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      int done = run(store, work, count);
      return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start)
          / (double) done;
    }
  }

  private int run(Store store, int work, int count) {
    switch (work) {
      case SORTED_LOAD ->
          store.write(tx -> tx.bytesMap(MAP).load(new OctavoStringsPeer.Pairs(sorted)));
      case RANDOM_PUT -> commits(store, count, this::put);
      case GET -> store.read(tx -> sum += gets(tx.bytesMap(MAP), shuffled));
      case GET_ABSENT -> store.read(tx -> sum += gets(tx.bytesMap(MAP), absent));
      default -> {
        commits(store, count / 2, (map, i) -> map.remove(shuffled.key(i)));
        return count / 2;
      }
    }
    return count;
  }

  /** A change of one entry. */
  @FunctionalInterface
  private interface Change {
    void run(BytesMap map, int index);
  }

  private void put(BytesMap map, int index) {
    map.put(shuffled.key(index), shuffled.value(index));
  }

  private static void commits(Store store, int count, Change change) {
    for (int first = 0; first < count; first += COMMIT) {
      try (Transaction tx = store.beginWrite()) {
        BytesMap map = tx.bytesMap(MAP);
        for (int i = first; i < Math.min(count, first + COMMIT); i++) {
          change.run(map, i);
        }
        tx.commit();
      }
    }
  }

  private long gets(BytesMap map, PeerStrings keys) {
    long found = 0;
    for (int i = 0; i < keys.count(); i++) {
      found += map.get(keys.key(i), value, 0);
    }
    return found;
  }

  private void delete() {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
