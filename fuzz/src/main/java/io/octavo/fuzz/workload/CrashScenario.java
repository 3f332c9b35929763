package io.octavo.fuzz.workload;

import io.octavo.Durability;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What is done to a store that crashes: a function of its seed, or read from a trace.
 *
 * @param seed where it comes from
 * @param durability of its commits
 * @param limits of its pages and its ring
 * @param keys how many keys a map may have
 * @param mostExhaustive pending changes of which a crash may leave any subset, all of them tried
 * @param steps what is done
 */
public record CrashScenario(
    long seed,
    Durability durability,
    TreeLimits limits,
    int keys,
    int mostExhaustive,
    List<Step> steps) {
  /** Four of each family. */
  public static final List<String> NAMES =
      Stream.of(Family.values())
          .flatMap(
              family ->
                  Stream.of("a", "b", "\u00FC", "z".repeat(200)).map(rest -> family.prefix + rest))
          .toList();

  /** The most that a crash may take of commits that are not durable when they return. */
  static final Duration DURABLE_WITHIN = Duration.ofSeconds(1);

  private static final int MOST_MOVES = 100;

  /** How many names there are of a type. */
  public static final int OF_TYPE = 4;

  /** How many names are not of interned items, nor of series. */
  public static final int PLAIN = 3 * OF_TYPE;

  /** A bit of the seeds of scenarios with interned items; all others draw as before these. */
  public static final long INTERNING = 1L << 40;

  /** The first name of a series. */
  public static final int TIMED_NAMES = 6 * OF_TYPE;

  /** A bit of the seeds of scenarios with series. */
  public static final long TIMED = 1L << 41;

  /** The first name of a profile. */
  private static final int PROFILED_NAMES = 7 * OF_TYPE;

  /** A bit of the seeds of scenarios with profiles. */
  public static final long PROFILED = 1L << 42;

  private static final long SPECIAL = INTERNING | TIMED | PROFILED;

  /** What is done to a profile, whose collections are neither dropped nor renamed. */
  private static final Set<Step.Kind> PROFILE_CHANGES =
      EnumSet.range(Step.Kind.PUT, Step.Kind.CLEAR);

  private static final List<Durability> LEVELS =
      List.of(Durability.SYNC, Durability.SYNC, Durability.CHECKPOINT);

  /** What is done to a map. */
  private static final Set<Step.Kind> CHANGES = EnumSet.range(Step.Kind.PUT, Step.Kind.RENAME);

  /** Copies the steps. */
  public CrashScenario {
    steps = List.copyOf(steps);
  }

  /** Returns how the store is opened. */
  public StoreOptions options() {
    // In stores of so few pages, commits move pages only if they may move many.
    int moves = (Hashes.mix(seed) & 1) == 0 ? MOST_MOVES : 0;
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1 << 20).durability(durability).compactWhileOpen(moves);
    return hasClock(seed) ? options.durableWithin(DURABLE_WITHIN) : options;
  }

  /** Half of the scenarios have commits that are not durable when they return. */
  private static boolean hasClock(long seed) {
    return seed % 4 >= 2;
  }

  /** One scenario of six begins with a map that is large enough for a front. */
  private static boolean hasFront(long seed) {
    return seed % 6 == 4;
  }

  /** Returns whether commits are not waited for one by one, but by their tickets. */
  boolean hasTickets() {
    return TestStores.isAwaited(durability) && hasClock(seed);
  }

  private static Durability durability(long seed, Durability drawn) {
    return seed % 4 == 3 && TestStores.isAwaited(drawn) ? Durability.ASYNC : drawn;
  }

  /** Returns whether a scenario interns. */
  public static boolean isInterning(long seed) {
    return (seed & INTERNING) != 0;
  }

  /** Returns whether a scenario has series. */
  public static boolean isTimed(long seed) {
    return (seed & TIMED) != 0;
  }

  /** Returns whether a scenario has profiles. */
  private static boolean isProfiled(long seed) {
    return (seed & PROFILED) != 0;
  }

  /** Returns the names that a scenario uses. */
  public static List<String> names(long seed) {
    List<String> names = new ArrayList<>(NAMES.subList(0, PLAIN));
    if (isInterning(seed)) {
      names.addAll(NAMES.subList(PLAIN, TIMED_NAMES));
    }
    if (isTimed(seed)) {
      names.addAll(NAMES.subList(TIMED_NAMES, PROFILED_NAMES));
    }
    if (isProfiled(seed)) {
      names.addAll(NAMES.subList(PROFILED_NAMES, NAMES.size()));
    }
    return names;
  }

  /**
   * Lets most maps be of interned items, series or profiles, if the seed says so, and rolls back
   * oftener.
   */
  public static List<Step> special(long seed, List<Step> steps) {
    if ((seed & SPECIAL) == 0) {
      return steps;
    }
    SplittableRandom random = new SplittableRandom(Hashes.mix(seed, 3));
    List<Step> changed = new ArrayList<>();
    for (Step step : steps) {
      int type = (int) ((step.map() + seed) & 3);
      Set<Step.Kind> kinds = isProfiled(seed) ? PROFILE_CHANGES : CHANGES;
      if (kinds.contains(step.kind()) && type < 3) {
        changed.add(moved(step, firstName(seed, type)));
      } else if (step.kind() == Step.Kind.COMMIT && random.nextInt(6) == 0) {
        changed.add(Step.of(Step.Kind.ROLL_BACK));
      } else {
        changed.add(step);
      }
    }
    return changed;
  }

  private static int firstName(long seed, int type) {
    if (isProfiled(seed)) {
      return PROFILED_NAMES;
    }
    return isTimed(seed) ? TIMED_NAMES : PLAIN + type * OF_TYPE;
  }

  /** Returns the scenario of a seed. */
  public static CrashScenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Durability durability = durability(seed, LEVELS.get(random.nextInt(LEVELS.size())));
    // Large ones spill and have several levels; they cost as much as many small ones.
    boolean isLarge = random.nextInt(64) == 0;
    boolean isFronted = hasFront(seed) && !isLarge;
    TreeLimits limits =
        new TreeLimits(
            isLarge ? 4 : 2 + random.nextInt(isFronted ? 3 : 7),
            4 + random.nextInt(isLarge ? 1 : 5));
    int exhaustive = isLarge ? 3 : 5 + random.nextInt(3) + (random.nextInt(8) == 0 ? 3 : 0);
    int keys = isLarge ? 600 : isFronted ? 64 : 8 << random.nextInt(4);
    List<Step> steps = new ArrayList<>();
    if (isFronted) {
      steps.add(many(random, 0, keys));
      steps.add(Step.of(Step.Kind.COMMIT));
    }
    int transactions = isLarge ? 2 : 6 + random.nextInt(20);
    for (int i = 0; i < transactions; i++) {
      if (isLarge) {
        steps.add(many(random, 0, 600));
      }
      transaction(random, keys, steps);
      between(random, steps);
    }
    if ((seed & SPECIAL) != 0) {
      return new CrashScenario(seed, durability, limits, keys, exhaustive, special(seed, steps));
    }
    // Half of the fronts are of byte strings.
    if (seed % 3 == 2 || (isFronted && seed % 12 == 10)) {
      steps.replaceAll(step -> movedIfEven(step, OF_TYPE));
    } else if (seed % 6 == 3) {
      steps.replaceAll(step -> movedIfEven(step, 2 * OF_TYPE));
    }
    return new CrashScenario(seed, durability, limits, keys, exhaustive, steps);
  }

  /**
   * Makes a scenario that fills memory and, with most seeds, a ring as long as it may be: large
   * transactions change leaves that snapshots hold, small ones follow while a checkpoint is on its
   * way.
   */
  public static CrashScenario large(long seed) {
    SplittableRandom random = new SplittableRandom(Hashes.mix(seed));
    Durability durability = random.nextInt(4) == 0 ? Durability.CHECKPOINT : Durability.SYNC;
    RingLimits[] rings = {new RingLimits(1, 2, 2), new RingLimits(2, 4, 4), RingLimits.DEFAULT};
    TreeLimits limits =
        new TreeLimits(
            2 + random.nextInt(4), 4 + random.nextInt(2), rings[random.nextInt(rings.length)]);
    int keys = 200 << random.nextInt(3);
    List<Step> steps = new ArrayList<>();
    for (int i = 5 + random.nextInt(4); i > 0; i--) {
      round(random, keys, steps);
    }
    return new CrashScenario(
        seed, durability(seed, durability), limits, keys, 3, special(seed, steps));
  }

  /** One large transaction in {@link #large}, and what goes on around it. */
  private static void round(SplittableRandom random, int keys, List<Step> steps) {
    if (random.nextInt(3) > 0) {
      steps.add(Step.of(Step.Kind.OPEN_SNAPSHOT));
    }
    steps.add(many(random, 0, 1 + random.nextInt(keys)));
    commit(random, steps);
    if (random.nextBoolean()) {
      steps.add(Step.of(Step.Kind.BEGIN_CHECKPOINT));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      steps.add(change(random, random.nextInt(2), keys));
      commit(random, steps);
    }
    between(random, steps);
  }

  private static void commit(SplittableRandom random, List<Step> steps) {
    steps.add(Step.of(random.nextInt(12) == 0 ? Step.Kind.ROLL_BACK : Step.Kind.COMMIT));
  }

  /** Lets the even maps be of another type. */
  private static Step movedIfEven(Step step, int by) {
    return step.map() % 2 == 0 && CHANGES.contains(step.kind()) ? moved(step, by) : step;
  }

  /** Lets a map be of another type, so many names further. */
  public static Step moved(Step step, int by) {
    long a = step.kind() == Step.Kind.RENAME ? step.a() + by : step.a();
    return new Step(step.kind(), step.map() + by, a, step.b());
  }

  private static void transaction(SplittableRandom random, int keys, List<Step> steps) {
    int maps = 1 + random.nextInt(OF_TYPE);
    int length = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 1;
    for (int i = 0; i < length; i++) {
      steps.add(change(random, random.nextInt(maps), keys));
    }
    if (random.nextInt(8) == 0) {
      steps.add(Step.of(Step.Kind.RUN_CHECKPOINT));
    }
    commit(random, steps);
  }

  /** Draws a change of a map of longs. */
  public static Step change(SplittableRandom random, int map, int keys) {
    long key = random.nextInt(keys);
    int drawn = random.nextInt(100);
    if (drawn < 45) {
      return new Step(Step.Kind.PUT, map, key, random.nextLong() >> random.nextInt(64));
    }
    if (drawn < 63) {
      return many(random, map, 1 + random.nextInt(random.nextInt(8) == 0 ? keys : 8));
    }
    if (drawn < 75) {
      return new Step(Step.Kind.REMOVE, map, key, 0);
    }
    if (drawn < 88) {
      return new Step(Step.Kind.REMOVE_RANGE, map, key, key + random.nextInt(keys / 2));
    }
    if (drawn < 90) {
      return new Step(Step.Kind.CLEAR, map, 0, 0);
    }
    return drawn < 95
        ? new Step(Step.Kind.DROP, map, 0, 0)
        : new Step(Step.Kind.RENAME, map, random.nextInt(OF_TYPE), 0);
  }

  private static Step many(SplittableRandom random, int map, int count) {
    return new Step(Step.Kind.PUT_MANY, map, random.nextLong(), count);
  }

  private static void between(SplittableRandom random, List<Step> steps) {
    switch (random.nextInt(16)) {
      case 0 -> steps.add(Step.of(Step.Kind.REOPEN));
      case 1, 2 -> steps.add(Step.of(Step.Kind.CHECKPOINT));
      case 3 -> steps.add(Step.of(Step.Kind.OPEN_SNAPSHOT));
      case 4 -> steps.add(Step.of(Step.Kind.CLOSE_SNAPSHOT));
      case 5, 6 -> steps.add(Step.of(Step.Kind.BEGIN_CHECKPOINT));
      case 7, 8 -> steps.add(Step.of(Step.Kind.RUN_CHECKPOINT));
      // Small steps and large ones.
      case 9 -> steps.add(new Step(Step.Kind.COMPACT, 0, 1L << random.nextInt(8), 0));
      default -> {}
    }
  }
}
