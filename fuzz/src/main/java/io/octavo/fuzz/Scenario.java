package io.octavo.fuzz;

import io.octavo.Durability;
import io.octavo.StoreOptions;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A store and what is done to it, a function of the seed alone if {@link #of} draws it.
 *
 * @param seed what everything follows from, 0 if a test has chosen
 * @param options how the store is opened at first
 * @param limits how small its pages are
 * @param families the kind of keys of each map
 * @param operations what is done
 */
public record Scenario(
    long seed,
    StoreOptions options,
    TreeLimits limits,
    List<KeyFamily> families,
    List<Operation> operations) {
  /** Names of the maps: their order is that of UTF-8, in which U+FFFD is below U+1D11E. */
  static final List<String> NAMES =
      List.of("a", "\uFFFD", "\uD834\uDD1E", "n\u00E4me", "z".repeat(255), "\0");

  private static final long MEBIBYTE = 1 << 20;

  /** The most that a cache may have, in bytes. */
  static final long MOST_CACHE = 64 * MEBIBYTE;

  /** Copies the lists. */
  public Scenario {
    families = List.copyOf(families);
    operations = List.copyOf(operations);
  }

  /**
   * Draws a scenario.
   *
   * @param seed the seed
   * @param length how many operations
   * @return the scenario of that seed and length
   */
  public static Scenario of(long seed, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeLimits limits =
        switch (random.nextInt(4)) {
          case 0 -> new TreeLimits(2 + random.nextInt(7), 4 + random.nextInt(5));
          case 1 -> new TreeLimits(2 + random.nextInt(3), 4 + random.nextInt(64));
          case 2 -> new TreeLimits(16 + random.nextInt(64), 4 + random.nextInt(32));
          default -> TreeLimits.PAGE;
        };
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(random.nextInt(4) == 0 ? MOST_CACHE : MEBIBYTE)
            .durability(random.nextBoolean() ? Durability.SYNC : Durability.CHECKPOINT);
    List<KeyFamily> families = new ArrayList<>();
    KeyFamily[] all = KeyFamily.values();
    for (int i = 0; i < NAMES.size(); i++) {
      families.add(all[random.nextInt(all.length)]);
    }
    // Most scenarios live in one or two maps, because those become deep.
    int maps = random.nextInt(3) == 0 ? NAMES.size() : 1 + random.nextInt(2);
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      operations.add(operation(random, families, maps));
    }
    if ((seed & InternSteps.INTERNING) != 0) {
      operations.replaceAll(InternSteps::changed);
    } else if ((seed & SeriesSteps.SERIES) != 0) {
      operations.replaceAll(SeriesSteps::changed);
    }
    return new Scenario(seed, options, limits, families, operations);
  }

  /** Returns how to run the scenario again. Some tests draw the operations, and not the seed. */
  String replay() {
    return of(seed, operations.size()).operations.equals(operations)
        ? ModelRun.command(seed, operations.size())
        : "the test with the seed that jqwik reports";
  }

  /** Returns the most entries of a map: trees of tiny pages become slow long before others. */
  int mostEntries() {
    return limits.leaf() <= 8 ? 1_000 : 10_000;
  }

  /** Returns the same scenario on a store that is opened in another way. */
  public Scenario with(StoreOptions otherOptions) {
    return new Scenario(seed, otherOptions, limits, families, operations);
  }

  static Operation operation(SplittableRandom random, List<KeyFamily> families, int maps) {
    Operation.Kind kind = kind(random);
    int map = random.nextInt(maps);
    long key = families.get(map).draw(random);
    return switch (kind) {
      case PUT, PUT_IF_ABSENT -> new Operation(kind, map, key, value(random), 1);
      case STRINGS, STRINGS_WALK ->
          new Operation(kind, map, random.nextLong(), 0, Math.min(200, size(random)));
      case PUT_MANY, READ_MANY -> new Operation(kind, map, random.nextLong(), 0, size(random));
      case REMOVE_AT_OR_ABOVE -> new Operation(kind, map, key, 0, 1 + size(random) / 4);
      case REMOVE_RANGE, LOAD_FROM_NEXT, WALK -> {
        long to = random.nextInt(8) == 0 ? Long.MAX_VALUE : end(random, key);
        long from = random.nextInt(16) == 0 ? Long.MIN_VALUE : key;
        yield new Operation(kind, map, from, to, 4 + size(random) / 4);
      }
      case LOAD ->
          new Operation(
              kind, map, key, 1 + (random.nextLong() >>> 24 >>> random.nextInt(40)), size(random));
      case RENAME -> new Operation(kind, map, random.nextInt(maps), 0, 1);
      case REMOVE, READ -> new Operation(kind, map, key, 0, 1);
      default -> new Operation(kind, map, random.nextInt(1024), 0, 1);
    };
  }

  private static Operation.Kind kind(SplittableRandom random) {
    Operation.Kind[] kinds = Operation.Kind.values();
    int total = 0;
    for (Operation.Kind kind : kinds) {
      total += kind.weight();
    }
    int drawn = random.nextInt(total);
    for (Operation.Kind kind : kinds) {
      drawn -= kind.weight();
      if (drawn < 0) {
        return kind;
      }
    }
    throw new AssertionError("weights do not add up");
  }

  /** Draws an upper bound: near in most cases, below the key now and then. */
  private static long end(SplittableRandom random, long key) {
    if (random.nextInt(16) == 0) {
      return key - 1;
    }
    long width = random.nextLong() >>> 1 >>> random.nextInt(63);
    return key > Long.MAX_VALUE - width ? Long.MAX_VALUE : key + width;
  }

  /** Draws a size: most small, a few huge. */
  private static int size(SplittableRandom random) {
    int drawn = random.nextInt(100);
    if (drawn < 60) {
      return 1 + random.nextInt(8);
    }
    if (drawn < 90) {
      return 1 + random.nextInt(64);
    }
    return 1 + random.nextInt(drawn < 98 ? 512 : 4_096);
  }

  /** Draws a value: of any width, of either sign, or like an offset that grows. */
  static long value(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(256);
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> (1L << 40) + random.nextInt(1 << 16);
      default -> random.nextLong() >>> random.nextInt(64);
    };
  }
}
