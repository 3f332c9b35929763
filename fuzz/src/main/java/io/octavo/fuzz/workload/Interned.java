package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Strings, pairs and call stacks that stand for numbers, so that a scenario and its model need no
 * others. The model of such a collection maps each number to the id that it must have: as many as
 * came before it.
 */
public final class Interned {
  /** Tables of strings have names that begin with it. */
  public static final String STRINGS = "%";

  /** Tables of pairs have names that begin with it. */
  public static final String PAIRS = "&";

  /** Tables of stacks have names that begin with it. */
  public static final String STACKS = "/";

  /** What stands for few keys is drawn again now and then, and often not. */
  private static final int PER_KEY = 8;

  private static final int LONGEST = 4_000;
  private static final int CHAIN = 1_000;
  private static final int READ = 512;

  private Interned() {}

  public static boolean isName(String name) {
    return isStrings(name) || isPairs(name) || isStacks(name);
  }

  static boolean isStrings(String name) {
    return name.startsWith(STRINGS);
  }

  public static boolean isPairs(String name) {
    return name.startsWith(PAIRS);
  }

  static boolean isStacks(String name) {
    return name.startsWith(STACKS);
  }

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

  /** Interns in a model; gives the id. */
  static long intern(Map<Long, Long> ids, long number, boolean isOfStacks) {
    if (isOfStacks && caller(number) >= 0) {
      intern(ids, caller(number), true);
    }
    Long known = ids.putIfAbsent(number, (long) ids.size());
    return known == null ? ids.size() - 1 : known;
  }

  /** Hashes one item of a model. */
  public static long hash(String name, Map<Long, Long> ids, long number, long id) {
    if (isStrings(name)) {
      return Hashes.mix(id, Arrays.hashCode(string(number)));
    }
    if (isPairs(name)) {
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
  public static long hash(Transaction transaction, String name, long seed, int most) {
    if (isStrings(name)) {
      return hash(transaction.strings(name), seed, most);
    }
    return isPairs(name)
        ? hash(transaction.pairs(name), seed, most)
        : hash(transaction.stacks(name), seed, most);
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
  public static int countLost(Transaction transaction, String name, int most) {
    if (isStrings(name)) {
      StringTable table = transaction.strings(name);
      return countLost(table.size(), most, id -> table.find(table.get(id)) == id);
    }
    if (isPairs(name)) {
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
}
