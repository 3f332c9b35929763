package io.octavo.fuzz.method;

import io.octavo.Durability;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.Step;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Scenarios for failing methods: short ones, and large ones that spill and fill the ring. */
final class MethodScenario {
  private static final RingLimits SMALL_RING = new RingLimits(1, 2, 4);

  private static final List<Durability> LEVELS =
      List.of(
          Durability.SYNC,
          Durability.SYNC,
          Durability.CHECKPOINT,
          Durability.SYNC,
          Durability.SYNC,
          Durability.CHECKPOINT,
          Durability.ASYNC);

  /** Transactions of a short one. */
  private static final int SHORT = 6;

  private MethodScenario() {}

  /** Returns whether a scenario has so many points that they are sampled. */
  static boolean isLarge(long seed) {
    return seed % 8 == 7;
  }

  /** Returns whether a scenario is so short that it can fail each time that it comes to a point. */
  static boolean isTiny(long seed) {
    return seed % 8 == 0;
  }

  static CrashScenario of(long seed) {
    return isLarge(seed) ? large(seed) : isTiny(seed) ? tiny(seed) : small(seed);
  }

  /** A few commits, a checkpoint beside them, a snapshot over it, and a close. */
  private static CrashScenario tiny(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int map = (int) (seed / 24 % 3) * CrashScenario.OF_TYPE;
    map += CrashScenario.isInterning(seed) ? CrashScenario.PLAIN : 0;
    map = CrashScenario.isTimed(seed) ? CrashScenario.TIMED_NAMES : map;
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      steps.add(new Step(Step.Kind.PUT, map, i, random.nextInt(1 << 10) << 4));
      if (i == 2) {
        steps.add(new Step(Step.Kind.REMOVE, map, 1, 0));
        steps.add(Step.of(Step.Kind.ROLL_BACK));
      }
      steps.add(Step.of(Step.Kind.COMMIT));
      if (i == 1) {
        steps.add(Step.of(Step.Kind.OPEN_SNAPSHOT));
        steps.add(Step.of(Step.Kind.BEGIN_CHECKPOINT));
      }
    }
    steps.add(Step.of(Step.Kind.RUN_CHECKPOINT));
    steps.add(Step.of(Step.Kind.CLOSE_SNAPSHOT));
    steps.add(new Step(seed % 16 == 0 ? Step.Kind.DROP : Step.Kind.RENAME, map, map + 1, 0));
    steps.add(Step.of(Step.Kind.COMMIT));
    steps.add(Step.of(Step.Kind.REOPEN));
    return new CrashScenario(
        seed,
        LEVELS.get((int) (seed / 8 % LEVELS.size())),
        new TreeLimits(2, 4, SMALL_RING),
        8,
        5,
        steps);
  }

  private static CrashScenario small(long seed) {
    CrashScenario drawn = CrashScenario.of(seed);
    List<Step> steps = new ArrayList<>();
    int transactions = 0;
    for (Step next : drawn.steps()) {
      boolean isMany = next.kind() == Step.Kind.PUT_MANY && next.b() > 16;
      steps.add(isMany ? new Step(next.kind(), next.map(), next.a(), 16) : next);
      if (next.kind() == Step.Kind.COMMIT && ++transactions == SHORT) {
        break;
      }
    }
    steps.add(Step.of(Step.Kind.REOPEN));
    steps.add(new Step(Step.Kind.PUT, 1, 1, 1));
    steps.add(Step.of(Step.Kind.COMMIT));
    return with(drawn, steps);
  }

  private static CrashScenario with(CrashScenario drawn, List<Step> steps) {
    boolean isRingSmall = drawn.seed() / 2 % 4 != 0;
    TreeLimits limits =
        new TreeLimits(
            drawn.limits().leaf(),
            drawn.limits().branch(),
            isRingSmall ? SMALL_RING : RingLimits.DEFAULT);
    return new CrashScenario(
        drawn.seed(), drawn.durability(), limits, drawn.keys(), drawn.mostExhaustive(), steps);
  }

  /** Large transactions, snapshots held over them, a ring at its greatest length. */
  private static CrashScenario large(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CrashScenario drawn = CrashScenario.of(seed);
    // The first map of all has longs even where others intern; a pair changes two trees.
    int map = CrashScenario.isInterning(seed) ? 2 : 0;
    int count = CrashScenario.isInterning(seed) ? 150 : 300;
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      steps.add(new Step(Step.Kind.PUT_MANY, map, random.nextLong(), count));
      steps.add(Step.of(Step.Kind.COMMIT));
      steps.add(Step.of(Step.Kind.OPEN_SNAPSHOT));
      for (int j = 0; j < 4; j++) {
        steps.add(new Step(Step.Kind.PUT, 1 + j % 2, random.nextInt(64), random.nextLong()));
        steps.add(Step.of(Step.Kind.COMMIT));
        steps.add(Step.of(random.nextInt(3) == 0 ? Step.Kind.BEGIN_CHECKPOINT : Step.Kind.COMMIT));
      }
      steps.add(Step.of(random.nextBoolean() ? Step.Kind.RUN_CHECKPOINT : Step.Kind.CHECKPOINT));
      if (random.nextBoolean()) {
        steps.add(Step.of(Step.Kind.CLOSE_SNAPSHOT));
      }
    }
    steps.add(new Step(Step.Kind.REMOVE_RANGE, map, 100, 400));
    steps.add(Step.of(Step.Kind.COMMIT));
    steps.add(new Step(Step.Kind.COMPACT, 0, 16, 0));
    steps.add(Step.of(Step.Kind.REOPEN));
    CrashScenario many =
        new CrashScenario(
            seed,
            drawn.durability(),
            new TreeLimits(2, 5),
            600,
            drawn.mostExhaustive(),
            CrashScenario.special(seed, steps));
    return with(many, many.steps());
  }
}
