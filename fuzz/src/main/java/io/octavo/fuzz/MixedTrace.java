package io.octavo.fuzz;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.file.KeptFile;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Records a trace of as many operations as are asked for: longs, byte strings, large values,
 * removals, ranges, clears, roll backs, checkpoints, openings and compactions; a function of its
 * seed.
 *
 * <pre>
 * MixedTrace FILE OPERATIONS [SEED]
 * </pre>
 */
public final class MixedTrace {
  private static final int MEBIBYTE = 1 << 20;

  private final SplittableRandom random;
  private final KeptFile file = new KeptFile();
  private final StoreOptions options;
  private final TreeLimits limits;

  /** How many keys a map may have. */
  private final int keys;

  private long left;

  private MixedTrace(Path trace, long operations, long seed, TreeLimits limits) {
    this.random = new SplittableRandom(seed);
    this.left = operations;
    this.limits = limits;
    this.keys = (int) Math.max(64, Math.min(200_000, operations / 8));
    this.options =
        StoreOptions.defaults()
            .cacheBytes(16 * MEBIBYTE)
            .durability(seed % 2 == 0 ? Durability.SYNC : Durability.CHECKPOINT)
            .recordTo(trace);
    TestStores.create(file, new UUID(0x0C7A, seed));
  }

  /**
   * Records.
   *
   * @param arguments as above
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 2) {
      System.err.println("usage: MixedTrace FILE OPERATIONS [SEED]");
      System.exit(2);
    }
    Path trace = Path.of(arguments[0]);
    long operations = Long.parseLong(arguments[1]);
    long start = System.nanoTime();
    record(
        trace,
        operations,
        arguments.length > 2 ? Long.parseLong(arguments[2]) : 1,
        TreeLimits.PAGE);
    System.out.printf(
        Locale.ROOT,
        "%d operations, %d bytes, %.1f s%n",
        operations,
        Files.size(trace),
        (System.nanoTime() - start) / 1e9);
  }

  /**
   * Records a trace.
   *
   * @param trace a file that does not exist
   * @param operations how many
   * @param seed what they follow from
   * @param limits of the pages
   */
  public static void record(Path trace, long operations, long seed, TreeLimits limits) {
    new MixedTrace(trace, operations, seed, limits).run();
  }

  private void run() {
    while (left > 0) {
      try (Store store = TestStores.open(file, options, limits)) {
        long reopenAt = left - Math.max(1, left / (2 + random.nextInt(8)));
        while (left > reopenAt) {
          transaction(store);
          between(store);
        }
      }
    }
  }

  private void transaction(Store store) {
    try (Transaction tx = store.beginWrite()) {
      long count = Math.min(left, 1 + random.nextInt(1 << random.nextInt(11)));
      for (long i = 0; i < count; i++) {
        change(tx);
      }
      if (random.nextInt(20) != 0) {
        tx.commit();
      }
    }
  }

  private void change(Transaction tx) {
    int drawn = random.nextInt(100_000);
    if (drawn < 55_000) {
      longs(tx.longMap("longs " + random.nextInt(3)), drawn);
    } else if (drawn < 99_990) {
      strings(tx.bytesMap("strings " + random.nextInt(2)), drawn);
    } else if (drawn < 99_996) {
      tx.longMap("longs 2").clear();
    } else if (drawn < 99_998) {
      tx.bytesMap("strings 1").clear();
    } else {
      tx.longMap("short-lived").put(1, 1);
      tx.drop("short-lived");
      left -= 2;
    }
    left--;
  }

  private void longs(LongMap map, int drawn) {
    long key = (long) random.nextInt(keys) << 12;
    if (drawn < 38_000) {
      map.put(key, random.nextLong() >>> random.nextInt(64));
    } else if (drawn < 54_900) {
      // What is not there is not recorded.
      var near = map.ceiling(key);
      map.remove(near == null ? key : near.key());
    } else {
      map.removeRange(key, key + (random.nextInt(100) << 12));
    }
  }

  private void strings(BytesMap map, int drawn) {
    int number = random.nextInt(keys);
    // Now and then a key that is as another one but for zeros at its end.
    byte[] key = Arrays.copyOf(key(number), key(number).length + random.nextInt(50) / 49);
    if (drawn < 84_000) {
      map.put(key, new byte[random.nextInt(60)]);
    } else if (drawn < 99_800) {
      var near = map.ceiling(key);
      map.remove(near == null ? key : near.key());
    } else if (drawn < 99_950) {
      map.removeRange(key, key(number + random.nextInt(50)));
    } else {
      byte[] large = new byte[1 << random.nextInt(18)];
      random.nextBytes(large);
      map.put(key((number % 20) * 1_000_003), large);
    }
  }

  /** Keys that begin as their neighbours do, some with high bits. */
  private static byte[] key(int number) {
    String text = "user/" + number / 64 + "/" + "\u00E9".repeat(number % 3) + number % 64;
    byte[] key = text.getBytes(StandardCharsets.UTF_8);
    if (number % 7 == 0) {
      key[0] = (byte) number;
    }
    return key;
  }

  private void between(Store store) {
    int drawn = random.nextInt(400);
    if (drawn < 8) {
      store.checkpoint();
    } else if (drawn < 10) {
      store.compact((long) (1 + random.nextInt(4)) * MEBIBYTE);
    }
  }
}
