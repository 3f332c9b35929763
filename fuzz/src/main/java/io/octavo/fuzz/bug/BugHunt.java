package io.octavo.fuzz.bug;

import io.octavo.fuzz.Execution;
import io.octavo.fuzz.Scenario;
import io.octavo.fuzz.crash.CrashExplorer;
import io.octavo.fuzz.damage.DamageSweep;
import io.octavo.fuzz.fault.FaultSweep;
import io.octavo.fuzz.live.LiveRun;
import io.octavo.fuzz.power.PowerLosses;
import io.octavo.fuzz.snapshot.SnapshotRun;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.CrashScenario;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads the engine with each {@link SeededBug} in turn beside the sound one, and lets the adversary
 * that is meant for it hunt.
 *
 * <pre>
 * BugHunt [--seconds N] [--bug NAME] [--seed N]
 * </pre>
 */
public final class BugHunt {
  /** Operations of a scenario that is compared with the model. */
  private static final int SCENARIO = 300;

  /** Seconds of each adversary in the sound engine; all of them have longer runs of their own. */
  private static final long SOUND_SECONDS = 3;

  private BugHunt() {}

  /**
   * Hunts all bugs; ends with status 1 where one is not found.
   *
   * @param arguments as above
   * @throws Exception if a bug does not fit the engine any more
   */
  public static void main(String[] arguments) throws Exception {
    Arguments options = Arguments.of(arguments, "--seconds", "--bug", "--seed");
    String only = options.text("--bug", "");
    int hunted = 0;
    int notFound = 0;
    String falseAlarm = only.isEmpty() ? hunt(null, SOUND_SECONDS, 1) : "";
    if (!falseAlarm.isEmpty()) {
      System.out.println("without a bug: " + falseAlarm);
      System.exit(1);
    }
    for (SeededBug bug : SeededBug.values()) {
      if (only.isEmpty() || bug.name().equals(only)) {
        long start = System.nanoTime();
        String found =
            hunt(bug, options.number("--seconds", 60), options.number("--seed", bug.firstSeed()));
        System.out.printf(
            Locale.ROOT,
            "%-40s %-8s %5.1f s  %s%n",
            bug,
            bug.hunter,
            (System.nanoTime() - start) / 1e9,
            found.isEmpty() ? "NOT FOUND" : found.lines().findFirst().orElse(""));
        hunted++;
        notFound += found.isEmpty() ? 1 : 0;
      }
    }
    System.out.println(hunted + " bugs, not found " + notFound);
    if (hunted == 0 || notFound > 0) {
      System.exit(1);
    }
  }

  /**
   * Hunts one bug.
   *
   * @param bug the bug, or null to hunt in the sound engine with all adversaries
   * @param seconds the time to find it in
   * @param seed the first scenario
   * @return what was found, empty if nothing was
   * @throws Exception if the bug does not fit the engine any more
   */
  static String hunt(@Nullable SeededBug bug, long seconds, long seed) throws Exception {
    if (bug == null) {
      StringBuilder found = new StringBuilder();
      for (SeededBug.Hunter hunter : SeededBug.Hunter.values()) {
        found.append(run(hunter.name(), seconds, seed));
      }
      return found.toString();
    }
    Class<?> buggy = Class.forName(BugHunt.class.getName(), true, new BuggyLoader(bug));
    Object hunter =
        buggy
            .getMethod("hunter", String.class, long.class, long.class)
            .invoke(null, bug.hunter.name(), seconds, seed);
    return (String) ((Supplier<?>) hunter).get();
  }

  /**
   * Makes a hunter; called in the copy of this class that sees the buggy engine.
   *
   * @param hunter its name
   * @param seconds its time
   * @param seed where it begins
   * @return what was found
   */
  public static Supplier<String> hunter(String hunter, long seconds, long seed) {
    return () -> run(hunter, seconds, seed);
  }

  private static String run(String hunter, long seconds, long first) {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    try {
      switch (SeededBug.Hunter.valueOf(hunter)) {
        case CRASHES -> CrashExplorer.explore(first, Long.MAX_VALUE, 0, seconds, false);
        case FAULTS ->
            each(first, end, seed -> FaultSweep.sweep(seed, 3, () -> System.nanoTime() < end));
        case THREADS -> PowerLosses.explore(first, Long.MAX_VALUE, seconds);
        case MODEL -> each(first, end, BugHunt::compareWithModel);
        case INTERNED -> each(first, end, seed -> compareWithModel(seed | CrashScenario.INTERNING));
        case TIMED -> each(first, end, seed -> compareWithModel(seed | CrashScenario.TIMED));
        case SNAPSHOTS -> each(first, end, seed -> SnapshotRun.run(seed));
        case LEAVES -> each(first, end, seed -> SnapshotRun.run(SnapshotRun.ofLeaves(seed)));
        case READERS -> each(first, end, seed -> LiveRun.run(seed));
        case DAMAGE -> DamageSweep.sweep(first, 101, 0, 20, () -> System.nanoTime() < end);
      }
      return "";
    } catch (RuntimeException | AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void each(long first, long end, LongConsumer run) {
    for (long seed = first; System.nanoTime() < end; seed++) {
      run.accept(seed);
    }
  }

  private static void compareWithModel(long seed) {
    new Execution(Scenario.of(seed, SCENARIO)).run();
  }
}
