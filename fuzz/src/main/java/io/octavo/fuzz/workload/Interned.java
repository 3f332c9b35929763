package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Strings, pairs and call stacks that stand for numbers, so that a scenario and its model need no
 * others. The model of such a collection maps each number to the id that it must have: as many as
 * came before it.
 */
public final class Interned {
  /** What stands for few keys is drawn again now and then, and often not. */
  private static final int PER_KEY = 8;

  private static final int LONGEST = 4_000;
  private static final int CHAIN = 1_000;
  private static final int READ = 512;

  private Interned() {}

  /** Returns the number that a step interns which puts a value. */
  static long number(long key, long value) {
    return key * PER_KEY + (value & (PER_KEY - 1));
  }

  /** Returns the string of a number: lengths from 0 to 4,000, many with the same beginning. */
  static byte[] string(long number) {
    byte[] key = Strings.key(number);
    return number % 61 == 60 ? Arrays.copyOf(key, LONGEST) : key;
  }

  /** Returns the pair of a number: dense ones, and those that differ in few bits of one half. */
  static long pair(long number) {
    return switch ((int) (number & 3)) {
      case 0 -> number;
      case 1 -> number << Integer.SIZE;
      case 2 -> Long.reverse(number);
      default -> PairTable.pair((int) (number / 50), (int) (number % 50));
    };
  }

  /** Returns the number of the caller of a stack, -1 if it has none: fans, and some long chains. */
  static long caller(long number) {
    if (number < 2) {
      return -1;
    }
    return number % 4 == 0 || (number > CHAIN && number < 2 * CHAIN) ? number - 1 : number / 4;
  }

  /** Returns the innermost frame of the stack of a number. */
  static int frame(long number) {
    return number % 3 == 0 ? (int) number : (int) Hashes.mix(number) & Integer.MAX_VALUE;
  }

  /** Returns the frames of the stack of a number, the outermost first. */
  static int[] frames(long number) {
    int depth = 0;
    for (long at = number; at >= 0; at = caller(at)) {
      depth++;
    }
    int[] frames = new int[depth];
    for (long at = number; at >= 0; at = caller(at)) {
      frames[--depth] = frame(at);
    }
    return frames;
  }

  /** Interns in a model, and returns the id. */
  static long intern(Map<Long, Long> ids, long number, boolean isOfStacks) {
    if (isOfStacks && caller(number) >= 0) {
      intern(ids, caller(number), true);
    }
    Long known = ids.putIfAbsent(number, (long) ids.size());
    return known == null ? ids.size() - 1 : known;
  }

  /** Hashes all items of a model. */
  static long hash(Family family, Map<Long, Long> ids, long seed) {
    long sum = 0;
    for (Map.Entry<Long, Long> item : ids.entrySet()) {
      sum += Hashes.mix(seed, hash(family, ids, item.getKey(), item.getValue()));
    }
    return sum;
  }

  private static long hash(Family family, Map<Long, Long> ids, long number, long id) {
    if (family == Family.STRINGS) {
      return Hashes.mix(id, Arrays.hashCode(string(number)));
    }
    if (family == Family.PAIRS) {
      return Hashes.mix(id, pair(number));
    }
    Long parent = ids.get(caller(number));
    return hash(id, parent == null ? StackTable.NONE : parent, frame(number));
  }

  private static long hash(long id, long parent, int frame) {
    return Hashes.mix(id, Hashes.mix(parent, frame));
  }

  /**
   * Hashes all items of a collection.
   *
   * @param most items after which a walk is given up: a wrong tree may lead in a circle
   */
  static long hash(Family family, Transaction transaction, String name, int most) {
    return switch (family) {
      case STRINGS -> hash(transaction.strings(name), name.hashCode(), most);
      case PAIRS -> hash(transaction.pairs(name), name.hashCode(), most);
      default -> hash(transaction.stacks(name), name.hashCode(), most);
    };
  }

  private static long hash(StringTable table, long seed, int most) {
    requireNoMore(table.size(), most);
    long[] sum = {0};
    table.forEach(
        (id, string) -> sum[0] += Hashes.mix(seed, Hashes.mix(id, Arrays.hashCode(string))));
    return sum[0];
  }

  private static long hash(PairTable table, long seed, int most) {
    requireNoMore(table.size(), most);
    long[] sum = {0};
    table.forEach((id, value) -> sum[0] += Hashes.mix(seed, Hashes.mix(id, value)));
    return sum[0];
  }

  private static long hash(StackTable table, long seed, int most) {
    requireNoMore(table.size(), most);
    long sum = 0;
    int[] parents = new int[READ];
    int[] frames = new int[READ];
    int from = 0;
    for (int count = table.read(0, parents, frames);
        count > 0;
        count = table.read(from, parents, frames)) {
      for (int i = 0; i < count; i++) {
        sum += Hashes.mix(seed, hash(from + i, parents[i], frames[i]));
      }
      from += count;
    }
    return sum;
  }

  /**
   * Returns how many of the first items of a collection are not found under their ids; of a stack,
   * the last frame has to be that of its node.
   *
   * @param most how many items are looked for
   */
  static int countLost(Family family, Transaction transaction, String name, int most) {
    if (family == Family.STRINGS) {
      StringTable table = transaction.strings(name);
      return countLost(table.size(), most, id -> table.find(table.get(id)) == id);
    }
    if (family == Family.PAIRS) {
      PairTable table = transaction.pairs(name);
      return countLost(table.size(), most, id -> table.find(table.get(id)) == id);
    }
    StackTable table = transaction.stacks(name);
    int[] last = new int[1];
    return countLost(
        table.size(), most, id -> table.resolve(id, last) > 0 && last[0] == table.frame(id));
  }

  private static int countLost(int size, int most, IntPredicate isFound) {
    return (int) IntStream.range(0, Math.min(size, most)).filter(id -> !isFound.test(id)).count();
  }

  private static void requireNoMore(int size, int most) {
    if (size > most) {
      throw new Content.OutOfOrderException("more than " + most + " items");
    }
  }

  /**
   * What interns numbers as items. Nothing can be removed: a removal asks whether the number is
   * there, and whether its id still stands for it.
   */
  abstract static class OfItems implements Target {
    /** The most numbers that a removal of a range asks for. */
    private static final int MOST_ASKED = 8;

    /** Interns a number, and returns its id. */
    abstract long intern(long number);

    /** Returns the id of a number, -1 if it is not there. */
    abstract long find(long number);

    @Override
    public final long put(long key, long value) {
      return intern(number(key, value));
    }

    @Override
    public final boolean remove(long key) {
      return find(number(key, key)) >= 0;
    }

    @Override
    public final long removeRange(long from, long to) {
      long ids = 0;
      long last = Math.min(to, from + MOST_ASKED);
      for (long key = from; key >= 0 && key <= last; key++) {
        ids = 31 * ids + find(number(key, to));
      }
      return ids;
    }

    static void require(boolean isRight, long number, int id) {
      if (!isRight) {
        throw new AssertionError("id " + id + " does not stand for " + number);
      }
    }
  }

  /** The ids that numbers must have. */
  static final class OfModel extends OfItems {
    private final NavigableMap<Long, Long> ids;
    private final boolean isOfStacks;

    OfModel(NavigableMap<Long, Long> ids, boolean isOfStacks) {
      this.ids = ids;
      this.isOfStacks = isOfStacks;
    }

    @Override
    long intern(long number) {
      return Interned.intern(ids, number, isOfStacks);
    }

    @Override
    long find(long number) {
      return ids.getOrDefault(number, -1L);
    }

    @Override
    public void clear() {
      ids.clear();
    }
  }

  /** Numbers as strings. */
  static final class OfStringTable extends OfItems {
    private final StringTable table;

    OfStringTable(StringTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      return table.intern(string(number));
    }

    @Override
    long find(long number) {
      byte[] string = string(number);
      int id = table.find(string);
      require(id < 0 || Arrays.equals(table.get(id), string), number, id);
      return id;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }

  /** Numbers as pairs. */
  static final class OfPairs extends OfItems {
    private final PairTable table;

    OfPairs(PairTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      return table.intern(pair(number));
    }

    @Override
    long find(long number) {
      long value = pair(number);
      int id = table.find(value);
      require(id < 0 || table.get(id) == value, number, id);
      return id;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }

  /** Numbers as stacks. */
  static final class OfStacks extends OfItems {
    private static final int THREADS = 3;

    private final StackTable table;

    OfStacks(StackTable table) {
      this.table = table;
    }

    @Override
    long intern(long number) {
      int[] frames = frames(number);
      if (number % 8 > 0) {
        return table.intern(number % THREADS, frames, 0, frames.length);
      }
      int id = StackTable.NONE;
      for (int frame : frames) {
        id = table.intern(id, frame);
      }
      return id;
    }

    /** Looks through the whole table, which nothing but interning does with an index. */
    @Override
    long find(long number) {
      int[] frames = frames(number);
      int[] resolved = new int[frames.length];
      for (int id = 0; id < table.size(); id++) {
        if (table.resolve(id, resolved) == frames.length && Arrays.equals(resolved, frames)) {
          return id;
        }
      }
      return -1;
    }

    @Override
    public void clear() {
      table.clear();
    }
  }
}
