package io.octavo.fuzz.kill;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.Target;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the writers of a {@link KillLoop} do: transaction n of a thread is a function of the seed,
 * so that what it leaves is known without having seen it. Each thread has a map of its own, a
 * collection of its own that interns or is a series, and one entry, its count of transactions, in a
 * map that all share.
 */
final class KillScript {
  /** Threads at most; each has its map whether it runs or not. */
  static final int THREADS = 4;

  private static final String SHARED = "shared";
  private static final int KEYS = 20_000;

  /** What threads intern, one after the other, and a series. */
  private static final List<Family> INTERNING =
      List.of(Family.STRINGS, Family.PAIRS, Family.STACKS, Family.SERIES);

  private static final int INTERNED_KEYS = 1_000;

  private KillScript() {}

  /** Does transaction number n of a thread. */
  private static void run(long seed, int thread, long number, Target target) {
    SplittableRandom random = new SplittableRandom(Hashes.mix(Hashes.mix(seed, thread), number));
    int size = random.nextInt(1_000);
    if (size < 700) {
      put(1, thread, random, target);
    } else if (size < 900) {
      put(2 + random.nextInt(60), thread, random, target);
    } else if (size < 980) {
      long from = random.nextInt(KEYS);
      target.removeRange(from, from + random.nextInt(300));
    } else if (size < 996) {
      put(3_000, thread, random, target);
    } else if (size < 998) {
      target.removeRange(0, KEYS);
    } else {
      // More than a record of the ring takes.
      put(isOfStrings(thread) ? 5_000 : 100_000, thread, random, target);
    }
  }

  private static void put(int count, int thread, SplittableRandom random, Target target) {
    for (int i = 0; i < count; i++) {
      long key = random.nextInt(KEYS);
      long value = random.nextLong() >> random.nextInt(64);
      target.put(key, isOfStrings(thread) ? rarelyLarge(value) : value);
    }
  }

  /** Does what transaction number n of a thread interns, or adds to a series and removes. */
  private static void intern(long seed, int thread, long number, Target target) {
    long drawn = Hashes.mix(Hashes.mix(Hashes.mix(seed, thread), number), 1);
    SplittableRandom random = new SplittableRandom(drawn);
    if (random.nextInt(400) == 0) {
      target.clear();
    }
    for (int i = random.nextInt(random.nextInt(8) == 0 ? 400 : 4); i > 0; i--) {
      target.put(random.nextInt(INTERNED_KEYS), random.nextInt());
    }
    if (Family.of(interningName(thread)) == Family.SERIES && random.nextInt(8) == 0) {
      long from = random.nextInt(INTERNED_KEYS);
      target.removeRange(from, from + random.nextInt(INTERNED_KEYS / 2));
    }
  }

  private static String interningName(int thread) {
    return INTERNING.get(thread % INTERNING.size()).prefix + "thread " + thread;
  }

  /** Commits transaction number n of a thread. */
  static void commit(Store store, long seed, int thread, long number) {
    store.write(
        transaction -> {
          run(seed, thread, number, Target.of(transaction, name(thread)));
          intern(seed, thread, number, Target.of(transaction, interningName(thread)));
          transaction.longMap(SHARED).put(thread, number);
        });
  }

  private static String name(int thread) {
    return (isOfStrings(thread) ? Family.BYTES.prefix : "") + "thread " + thread;
  }

  /** Every other thread has a map of byte strings. */
  private static boolean isOfStrings(int thread) {
    return thread % 2 == 1;
  }

  /** Changes the number of a value so that few are large: there are many of them. */
  private static long rarelyLarge(long value) {
    return (value & 255) > 252 ? value : value & ~8L;
  }

  /** What a store holds of a thread: its last transaction, and a hash of its map. */
  record Found(long number, long hash) {}

  /** Reads what a store holds of each thread. */
  static Found[] look(Store store) {
    Found[] found = new Found[THREADS];
    try (Transaction transaction = store.beginRead()) {
      for (int thread = 0; thread < THREADS; thread++) {
        long hash = 0;
        for (String name : List.of(name(thread), interningName(thread))) {
          hash += Family.of(name).hash(transaction, name, Integer.MAX_VALUE);
        }
        found[thread] = new Found(transaction.longMap(SHARED).get(thread, 0), hash);
      }
    }
    return found;
  }

  /** What has to be there of one thread. */
  static final class Model {
    private final long seed;
    private final int thread;
    private final Content content = new Content();
    private long number;

    Model(long seed, int thread) {
      this.seed = seed;
      this.thread = thread;
    }

    long number() {
      return number;
    }

    void next() {
      run(seed, thread, ++number, Target.of(content, name(thread)));
      intern(seed, thread, number, Target.of(content, interningName(thread)));
    }

    /** Takes over what was found: the last transaction, or the one in doubt too. */
    boolean accept(Found found) {
      if (found.number() < number || found.number() > number + 1) {
        return false;
      }
      if (number < found.number()) {
        next();
      }
      return found.hash() == hash(name(thread)) + hash(interningName(thread));
    }

    private long hash(String name) {
      return Family.of(name).hash(content.write(name), name);
    }
  }
}
