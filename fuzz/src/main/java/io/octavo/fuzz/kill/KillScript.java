package io.octavo.fuzz.kill;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.workload.Interned;
import io.octavo.fuzz.workload.Strings;
import io.octavo.fuzz.workload.Target;
import io.octavo.fuzz.workload.Timed;
import io.octavo.map.LongCursor;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

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
  private static final List<String> INTERNING =
      List.of(Interned.STRINGS, Interned.PAIRS, Interned.STACKS, Timed.NAME);

  private static final int INTERNED_KEYS = 1_000;

  private KillScript() {}

  /** What a transaction changes. */
  interface Sink {
    void put(long key, long value);

    void removeRange(long from, long to);
  }

  /** Does transaction number n of a thread. */
  static void run(long seed, int thread, long number, Sink target) {
    SplittableRandom random = new SplittableRandom(Hashes.mix(Hashes.mix(seed, thread), number));
    int size = random.nextInt(1_000);
    if (size < 700) {
      put(1, random, target);
    } else if (size < 900) {
      put(2 + random.nextInt(60), random, target);
    } else if (size < 980) {
      long from = random.nextInt(KEYS);
      target.removeRange(from, from + random.nextInt(300));
    } else if (size < 996) {
      put(3_000, random, target);
    } else if (size < 998) {
      target.removeRange(0, KEYS);
    } else {
      // More than a record of the ring takes.
      put(isOfStrings(thread) ? 5_000 : 100_000, random, target);
    }
  }

  private static void put(int count, SplittableRandom random, Sink target) {
    for (int i = 0; i < count; i++) {
      target.put(random.nextInt(KEYS), random.nextLong() >> random.nextInt(64));
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
    if (Timed.isName(interningName(thread)) && random.nextInt(8) == 0) {
      long from = random.nextInt(INTERNED_KEYS);
      target.removeRange(from, from + random.nextInt(INTERNED_KEYS / 2));
    }
  }

  private static String interningName(int thread) {
    return INTERNING.get(thread % INTERNING.size()) + "thread " + thread;
  }

  /** Commits transaction number n of a thread. */
  static void commit(Store store, long seed, int thread, long number) {
    store.write(
        transaction -> {
          Target map = Target.of(transaction, name(thread));
          run(
              seed,
              thread,
              number,
              new Sink() {
                @Override
                public void put(long key, long value) {
                  map.put(key, isOfStrings(thread) ? rarelyLarge(value) : value);
                }

                @Override
                public void removeRange(long from, long to) {
                  map.removeRange(from, to);
                }
              });
          intern(seed, thread, number, Target.of(transaction, interningName(thread)));
          transaction.longMap(SHARED).put(thread, number);
        });
  }

  private static String name(int thread) {
    return (isOfStrings(thread) ? Strings.NAME : "") + "thread " + thread;
  }

  /** Every other thread has a map of byte strings. */
  private static boolean isOfStrings(int thread) {
    return thread % 2 == 1;
  }

  /** Changes the number of a value so that few are large: there are many of them. */
  private static long rarelyLarge(long value) {
    return (value & 255) > 252 ? value : value & ~8L;
  }

  private static long hash(int thread, long key, long value) {
    return isOfStrings(thread)
        ? Hashes.mix(0, Strings.hash(Strings.key(key), Strings.value(rarelyLarge(value))))
        : Hashes.mix(key, value);
  }

  /** What a store holds of a thread: its last transaction, and a hash of its map. */
  record Found(long number, long hash) {}

  /** Reads what a store holds of each thread. */
  static Found[] look(Store store) {
    Found[] found = new Found[THREADS];
    try (Transaction transaction = store.beginRead()) {
      for (int thread = 0; thread < THREADS; thread++) {
        long hash = 0;
        if (isOfStrings(thread)) {
          hash = Strings.hash(transaction.bytesMap(name(thread)), 0, Integer.MAX_VALUE);
        } else {
          for (LongCursor c = transaction.longMap(name(thread)).cursor(); c.next(); ) {
            hash += Hashes.mix(c.key(), c.value());
          }
        }
        String name = interningName(thread);
        hash +=
            Timed.isName(name)
                ? Timed.hash(transaction.series(name), 0, Integer.MAX_VALUE)
                : Interned.hash(transaction, name, 0, Integer.MAX_VALUE);
        found[thread] = new Found(transaction.longMap(SHARED).get(thread, 0), hash);
      }
    }
    return found;
  }

  /** What has to be there of one thread. */
  static final class Model implements Sink {
    private final TreeMap<Long, Long> map = new TreeMap<>();
    private final TreeMap<Long, Long> ids = new TreeMap<>();
    private final long seed;
    private final int thread;
    private long number;
    private long hash;

    /** The last transaction that no kill may take. */
    private long durable;

    Model(long seed, int thread) {
      this.seed = seed;
      this.thread = thread;
    }

    long number() {
      return number;
    }

    void next() {
      run(seed, thread, ++number, this);
      intern(seed, thread, number, Target.ofModel(ids, interningName(thread)));
    }

    /** Says that the transactions up to a number are durable. */
    void durable(long last) {
      durable = Math.max(durable, last);
    }

    /** Takes over what was found: any transaction from the last durable one to the one in doubt. */
    boolean accept(Found found) {
      if (found.number() < durable || found.number() > number + 1) {
        return false;
      }
      if (found.number() < number) {
        map.clear();
        ids.clear();
        number = 0;
        hash = 0;
      }
      while (number < found.number()) {
        next();
      }
      durable = number;
      return found.hash() == hash + hashOfInterned();
    }

    private long hashOfInterned() {
      String name = interningName(thread);
      if (Timed.isName(name)) {
        return Timed.hash(ids, 0);
      }
      return ids.entrySet().stream()
          .mapToLong(
              item -> Hashes.mix(0, Interned.hash(name, ids, item.getKey(), item.getValue())))
          .sum();
    }

    @Override
    public void put(long key, long value) {
      Long old = map.put(key, value);
      hash += hash(thread, key, value) - (old == null ? 0 : hash(thread, key, old));
    }

    @Override
    public void removeRange(long from, long to) {
      Map<Long, Long> range = map.subMap(from, true, to, true);
      range.forEach((key, value) -> hash -= hash(thread, key, value));
      range.clear();
    }
  }
}
